# Style sheets: the twins of the kernels in stylesheet.py.

from libc.string cimport strlen


cdef inline Py_ssize_t _next_colon(str css, int kind, char *data, Py_ssize_t start, Py_ssize_t size) except -2:
    """The first colon from *start* on, -1 where there is none."""
    cdef char *found
    if kind != 1:
        return PyUnicode_FindChar(css, c":", start, size, 1)
    # A sheet has a colon every twenty characters, and this is the shortest way to the next.
    found = <char *> memchr(data + start, c":", size - start)
    return found - data if found is not NULL else -1


cdef inline bint _stands_at(int kind, void *data, Py_ssize_t place, Py_ssize_t size, const char *word) noexcept:
    """Whether a word stands at a place of a text."""
    cdef Py_ssize_t letter, letters = strlen(word)
    if place < 0 or place + letters > size:
        return False
    for letter in range(letters):
        if PyUnicode_READ(kind, data, place + letter) != <Py_UCS4> word[letter]:
            return False
    return True


cdef inline bint _ends_at(int kind, void *data, Py_ssize_t place, const char *word) noexcept:
    """Whether a word stands right ahead of a place of a text."""
    return _stands_at(kind, data, place - <Py_ssize_t> strlen(word), place, word)


def hiding_places(str css):
    cdef list gone = [], tricked = []
    cdef int kind = PyUnicode_KIND(css)
    cdef void *data = PyUnicode_DATA(css)
    cdef Py_ssize_t colon = -1, value, size = PyUnicode_GET_LENGTH(css)
    cdef Py_UCS4 first
    while (colon := _next_colon(css, kind, <char *> data, colon + 1, size)) >= 0:
        value = colon + 1
        value += value < size and PyUnicode_READ(kind, data, value) == c" "
        first = PyUnicode_READ(kind, data, value) if value < size else 0
        if first == c"n":
            if _stands_at(kind, data, value, size, "none") and _ends_at(kind, data, colon, "display"):
                gone.append(colon)
        elif first == c"h":
            if _stands_at(kind, data, value, size, "hidden") and _ends_at(kind, data, colon, "visibility"):
                gone.append(colon)
        elif first == c"-":
            if _stands_at(kind, data, value, size, "-9999"):
                if _ends_at(kind, data, colon, "left") or _ends_at(kind, data, colon, "indent"):
                    tricked.append(colon)
        elif first == c"r":
            if _stands_at(kind, data, value, size, "rect(0") or _stands_at(kind, data, value, size, "rect(1px"):
                tricked.append(colon)
        elif first == c"i":
            if _stands_at(kind, data, value, size, "inset(50%"):
                tricked.append(colon)
    return gone, tricked
