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


cdef struct _Edit:
    Py_ssize_t place
    const char *sign  # of ASCII; what stands for the character there
    Py_ssize_t size  # of it


cdef class _Edits:
    """Characters of a text that signs stand for, in order."""

    cdef str text
    cdef _Edit *edit
    cdef Py_ssize_t count, room, grown

    def __cinit__(self, str text):
        self.text = text
        self.edit = NULL
        self.count = self.room = self.grown = 0

    def __dealloc__(self):
        PyMem_Free(self.edit)

    cdef int put(self, Py_ssize_t place, const char *sign, Py_ssize_t size) except -1:
        """Let a sign stand for the character at a place, which is behind the others."""
        cdef _Edit *moved
        if self.count == self.room:
            self.room = 2 * self.room + 8
            moved = <_Edit *> PyMem_Realloc(self.edit, self.room * sizeof(_Edit))
            if moved is NULL:
                raise MemoryError
            self.edit = moved
        self.edit[self.count] = _Edit(place=place, sign=sign, size=size)
        self.count += 1
        self.grown += size - 1
        return 0

    cdef str done(self):
        """The text with the signs in it."""
        cdef Py_ssize_t size = PyUnicode_GET_LENGTH(self.text), number, start = 0, there = 0, char, width
        cdef int kind = PyUnicode_KIND(self.text)
        cdef char *source = <char *> PyUnicode_DATA(self.text)
        cdef char *target
        cdef str text
        if not self.count:
            return self.text
        text = PyUnicode_New(size + self.grown, PyUnicode_MAX_CHAR_VALUE(self.text))
        target = <char *> PyUnicode_DATA(text)
        for number in range(self.count + 1):
            width = (self.edit[number].place if number < self.count else size) - start
            memcpy(target + there * kind, source + start * kind, width * kind)
            start, there = start + width + 1, there + width
            if number < self.count:
                for char in range(self.edit[number].size):
                    PyUnicode_WRITE(kind, target, there + char, self.edit[number].sign[char])
                there += self.edit[number].size
        return text


cdef str _linked(str text):
    """*text* with the marks of links written."""
    cdef Py_ssize_t size = PyUnicode_GET_LENGTH(text)
    cdef Py_ssize_t begin = PyUnicode_FindChar(text, 7, 0, size, 1), end = PyUnicode_FindChar(text, 8, 0, size, 1)
    cdef _Edits edits = _Edits(text)
    while begin >= 0 or end >= 0:
        if begin >= 0 and (end < 0 or begin < end):
            edits.put(begin, b"[", 1)
            begin = PyUnicode_FindChar(text, 7, begin + 1, size, 1)
        else:
            edits.put(end, b"", 0)
            end = PyUnicode_FindChar(text, 8, end + 1, size, 1)
    return edits.done()


cdef str _resolve_plain(str text, Py_UCS4 opening, Py_UCS4 closing, const char *sign, Py_ssize_t sign_size):
    """*text* with the plain marks of one kind written as a sign."""
    cdef int kind = PyUnicode_KIND(text)
    cdef void *data = PyUnicode_DATA(text)
    cdef Py_ssize_t size = PyUnicode_GET_LENGTH(text), stop, start = 0
    cdef _Edits edits = _Edits(text)
    while True:
        start = PyUnicode_FindChar(text, opening, start, size, 1)
        if start < 0:
            break
        stop = start + 1
        while stop < size and not _is_mark(PyUnicode_READ(kind, data, stop)):
            stop += 1
        if stop < size and PyUnicode_READ(kind, data, stop) == closing and _is_plain(text, start, stop):
            edits.put(start, sign, sign_size)
            edits.put(stop, sign, sign_size)
        start = stop
    return edits.done()


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


cdef enum:
    LINKED = 1
    EMPHASISED = 2
    IN_LINES = 4
    CODED = 8


cdef int _marks_among(Source *text, Py_ssize_t size) noexcept:
    """Which kinds of marks a text has; without a way out, so that it is fast."""
    cdef Py_ssize_t place
    cdef uint8_t link = 0, emphasis = 0, line = 0, code = 0
    for place in range(size):
        link |= text[place] == 7
        emphasis |= (text[place] == 1) | (text[place] == 3) | (text[place] == 5)
        line |= text[place] == 0x0E
        code |= text[place] == 0x11
    return link * LINKED | emphasis * EMPHASISED | line * IN_LINES | code * CODED


cdef int _marks_in(str text) noexcept:
    """Which kinds of marks a text has."""
    cdef Py_ssize_t size = PyUnicode_GET_LENGTH(text)
    cdef void *data = PyUnicode_DATA(text)
    if PyUnicode_KIND(text) == 1:
        return _marks_among(<uint8_t *> data, size)
    if PyUnicode_KIND(text) == 2:
        return _marks_among(<uint16_t *> data, size)
    return _marks_among(<uint32_t *> data, size)


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
    cdef int marks
    cdef str text
    for number in numbers:
        _demand(0 <= number < len(paragraphs))
        text = paragraphs[number]
        marks = _marks_in(text)
        if marks & LINKED:
            if _has_odd_link(text):
                left.append(number)
                continue
            text = _linked(text)
        if marks & EMPHASISED:
            text = _resolve_plain(_resolve_plain(text, 1, 2, b"**", 2), 3, 4, b"*", 1)
        if marks & EMPHASISED and _marks_in(text) & EMPHASISED:
            left.append(number)
        else:
            if marks & IN_LINES:
                text = _single_lines(text)
            if marks & CODED:
                text = text.replace("\x11`", "<!-- -->`").replace("\x11", "")
        paragraphs[number] = text
    return left
