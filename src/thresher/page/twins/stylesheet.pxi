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


def names_of_rules(str css, list inside):
    cdef list names = [], simple
    cdef int kind = PyUnicode_KIND(css)
    cdef void *data = PyUnicode_DATA(css)
    cdef Py_ssize_t found, start, behind, stop = 0, counted = 0, level = 0, size = PyUnicode_GET_LENGTH(css)
    for found in inside:
        _demand(0 <= found <= size)
        if found < stop:
            continue
        start = PyUnicode_FindChar(css, c"{", stop, found, -1)
        behind = PyUnicode_FindChar(css, c"}", stop, found, -1)
        if start <= behind:
            stop = found
            continue
        stop = PyUnicode_FindChar(css, c"}", found, size, 1)
        if stop < 0:
            stop = size
        simple = _simple_names(css, kind, data, behind + 1, start)
        if simple:
            level += _opened(kind, data, counted, start)
            counted = start
            if level == 0:
                names += simple
    return names


cdef Py_ssize_t _opened(int kind, void *data, Py_ssize_t start, Py_ssize_t stop) noexcept:
    """How many braces more are opened than closed."""
    cdef Py_ssize_t place, level = 0
    cdef uint8_t *signs = <uint8_t *> data
    if kind == 1:
        for place in range(start, stop):
            level += (signs[place] == c"{") - (signs[place] == c"}")
    else:
        for place in range(start, stop):
            level += (PyUnicode_READ(kind, data, place) == c"{") - (PyUnicode_READ(kind, data, place) == c"}")
    return level


cdef list _simple_names(str css, int kind, void *data, Py_ssize_t start, Py_ssize_t stop):
    """Those of a rule's selectors that are one class or one id."""
    cdef Py_ssize_t place
    for place in range(stop - 1, start - 1, -1):
        if PyUnicode_READ(kind, data, place) == c";":
            start = place + 1
            break
    for place in range(start, stop - 1):
        if PyUnicode_READ(kind, data, place) == c"/" and PyUnicode_READ(kind, data, place + 1) == c"*":
            css = _without_comments(css[start:stop])
            return _simple_ones(css, PyUnicode_KIND(css), PyUnicode_DATA(css), 0, PyUnicode_GET_LENGTH(css))
    return _simple_ones(css, kind, data, start, stop)


cdef list _simple_ones(str css, int kind, void *data, Py_ssize_t start, Py_ssize_t stop):
    """Those that are simple of selectors with commas between."""
    cdef list names = []
    cdef Py_ssize_t first, last, place = start
    while place <= stop:
        first = place
        while place < stop and PyUnicode_READ(kind, data, place) != c",":
            place += 1
        last = place
        place += 1
        while first < last and Py_UNICODE_ISSPACE(PyUnicode_READ(kind, data, first)):
            first += 1
        while first < last and Py_UNICODE_ISSPACE(PyUnicode_READ(kind, data, last - 1)):
            last -= 1
        if _is_simple(kind, data, first, last):
            names.append(css[first:last])
    return names


cdef bint _is_simple(int kind, void *data, Py_ssize_t start, Py_ssize_t stop) noexcept:
    """As `stylesheet._SIMPLE`."""
    cdef Py_ssize_t place
    cdef Py_UCS4 sign
    if stop - start < 2 or PyUnicode_READ(kind, data, start) not in ".#":
        return False
    sign = PyUnicode_READ(kind, data, start + 1)
    if not (c"a" <= sign <= c"z" or c"A" <= sign <= c"Z" or sign == c"_"):
        return False
    for place in range(start + 2, stop):
        sign = PyUnicode_READ(kind, data, place)
        if not (sign == c"-" or sign == c"_" or Py_UNICODE_ISALNUM(sign)):
            return False
    return True


cdef str _without_comments(str selectors):
    """As `stylesheet._COMMENT` leaves it out; a comment that is never closed goes on to the end."""
    cdef list kept = []
    cdef Py_ssize_t start, stop = 0
    while True:
        start = selectors.find("/*", stop)
        if start < 0:
            kept.append(selectors[stop:])
            break
        kept.append(selectors[stop:start])
        stop = selectors.find("*/", start + 2)
        if stop < 0:
            break
        stop += 2
    return "".join(kept)
