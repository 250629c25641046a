# Elements without anything in them: the twin of the kernel in markup.py.

cdef inline bint _is_word_at(str text, Py_ssize_t place) noexcept:
    cdef Py_UCS4 char = PyUnicode_READ(PyUnicode_KIND(text), PyUnicode_DATA(text), place)
    return char == c"_" or Py_UNICODE_ISALNUM(char)


cdef bint _is_hollow(str text) noexcept:
    """Whether a tag may close the one right before it."""
    cdef int kind = PyUnicode_KIND(text)
    cdef void *data = PyUnicode_DATA(text)
    cdef Py_ssize_t size = PyUnicode_GET_LENGTH(text), opened = -1, start = 0, place
    while True:
        start = PyUnicode_FindChar(text, c"<", start, size, 1)
        if start < 0:
            return False
        if start and start + 1 < size and PyUnicode_READ(kind, data, start - 1) == c">":
            if PyUnicode_READ(kind, data, start + 1) == c"/":
                place = start + 2
                while place < size and _is_word_at(text, place) and (
                    PyUnicode_READ(kind, data, place) == PyUnicode_READ(kind, data, opened + place - start - 1)
                ):
                    place += 1
                if place > start + 2 and place < size and PyUnicode_READ(kind, data, place) == c">":
                    return True
        opened = start
        start += 1


def hollow(list texts):
    cdef Py_ssize_t number
    cdef list found = []
    cdef str text
    for number in range(len(texts)):
        text = texts[number]
        if text is None:
            raise TypeError("a text is missing")
        if _is_hollow(text):
            found.append(number)
    return found
