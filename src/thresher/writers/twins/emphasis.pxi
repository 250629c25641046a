# Links and emphasis in Markdown: the twin of the kernel in inline.py.

cdef inline bint _is_emphasis_mark(Py_UCS4 char) noexcept:
    return 1 <= char <= 6


cdef inline bint _is_mark(Py_UCS4 char) noexcept:
    return 1 <= char <= 8 or char == 0x0E


cdef inline bint _is_word(Py_UCS4 char) noexcept:
    return char == c"_" or Py_UNICODE_ISALNUM(char)


cdef bint _is_plain(str text, Py_ssize_t start, Py_ssize_t stop) noexcept:
    """Whether two marks are around words, and not beside other marks; signs after words must be before a blank."""
    cdef int kind = PyUnicode_KIND(text)
    cdef void *data = PyUnicode_DATA(text)
    cdef Py_ssize_t size = PyUnicode_GET_LENGTH(text)
    cdef Py_UCS4 last = PyUnicode_READ(kind, data, stop - 1)
    cdef Py_UCS4 after = PyUnicode_READ(kind, data, stop + 1) if stop + 1 < size else 0
    if stop == start + 1 or not _is_word(PyUnicode_READ(kind, data, start + 1)) or _is_emphasis_mark(after):
        return False
    if start > 0 and _is_emphasis_mark(PyUnicode_READ(kind, data, start - 1)):
        return False
    return _is_word(last) or (not Py_UNICODE_ISSPACE(last) and (after == c" " or stop + 1 == size))


cdef str _resolve_plain(str text, Py_UCS4 opening, Py_UCS4 closing, str sign):
    """*text* with the plain marks of one kind written as a sign."""
    cdef int kind = PyUnicode_KIND(text)
    cdef void *data = PyUnicode_DATA(text)
    cdef Py_ssize_t size = PyUnicode_GET_LENGTH(text), done = 0, stop, start = 0
    cdef list pieces = []
    while True:
        start = PyUnicode_FindChar(text, opening, start, size, 1)
        if start < 0:
            break
        stop = start + 1
        while stop < size and not _is_mark(PyUnicode_READ(kind, data, stop)):
            stop += 1
        if stop < size and PyUnicode_READ(kind, data, stop) == closing and _is_plain(text, start, stop):
            pieces += (text[done:start], sign, text[start + 1 : stop], sign)
            done = stop + 1
        start = stop
    return "".join(pieces) + text[done:] if pieces else text


cdef bint _has_odd_link(str text) noexcept:
    """Whether a link has nothing in it, or an exclamation mark before it."""
    cdef int kind = PyUnicode_KIND(text)
    cdef void *data = PyUnicode_DATA(text)
    cdef Py_ssize_t size = PyUnicode_GET_LENGTH(text), before, link = 0
    cdef Py_UCS4 after
    while True:
        link = PyUnicode_FindChar(text, 7, link, size, 1)
        if link < 0:
            return False
        after = PyUnicode_READ(kind, data, link + 1) if link + 1 < size else 0
        if after == c" " or after == 8 or after == 0x0E:
            return True
        before = link - 1
        while before >= 0 and _is_emphasis_mark(PyUnicode_READ(kind, data, before)):
            before -= 1
        if before >= 0 and PyUnicode_READ(kind, data, before) == c"!":
            return True
        link += 1


cdef uint64_t _marks_in(str text) noexcept:
    """The control characters in a text, as bits."""
    cdef int kind = PyUnicode_KIND(text)
    cdef void *data = PyUnicode_DATA(text)
    cdef Py_ssize_t place
    cdef uint32_t char
    cdef uint64_t found = 0
    for place in range(PyUnicode_GET_LENGTH(text)):
        char = (<uint8_t *> data)[place] if kind == 1 else <uint32_t> PyUnicode_READ(kind, data, place)
        if char < 32:
            found |= <uint64_t> 1 << char
    return found


cdef str _single_lines(str text):
    """A text without white space around its line breaks."""
    cdef list lines = []
    cdef str line
    for line in text.split("\x0e"):
        line = line.strip()
        if line:
            lines.append(line)
    return "\x0e".join(lines)


def settle(list paragraphs, list numbers):
    cdef list left = []
    cdef Py_ssize_t number
    cdef uint64_t marks
    cdef str text
    for number in numbers:
        _demand(0 <= number < len(paragraphs))
        text = paragraphs[number]
        marks = _marks_in(text)
        if marks & 1 << 7:
            if _has_odd_link(text):
                left.append(number)
                continue
            text = text.replace("\x07", "[").replace("\x08", "")
        if marks & (1 << 1 | 1 << 3):
            text = _resolve_plain(_resolve_plain(text, 1, 2, "**"), 3, 4, "*")
            marks = _marks_in(text)
        if marks & (1 << 1 | 1 << 3 | 1 << 5):
            left.append(number)
        else:
            if marks & 1 << 0x0E:
                text = _single_lines(text)
            if marks & 1 << 0x11:
                text = text.replace("\x11`", "<!-- -->`").replace("\x11", "")
        paragraphs[number] = text
    return left
