# What the words of pictures say: the twin of the kernel in alternatives.py.

cdef inline bint _is_plain_letter(Py_UCS4 char) noexcept:
    return c"a" <= char <= c"z" or c"A" <= char <= c"Z" or c"0" <= char <= c"9"


def plain_words(list alternatives):
    cdef list found = []
    cdef Py_ssize_t place, size
    cdef uint8_t *signs
    cdef bint is_plain, is_collapsed
    cdef str text
    for text in alternatives:
        if text is None:
            raise TypeError("a text is missing")
        size, signs = PyUnicode_GET_LENGTH(text), <uint8_t *> PyUnicode_DATA(text)
        is_plain = PyUnicode_KIND(text) == 1 and (not size or _is_plain_letter(signs[0]))
        is_collapsed = not size or signs[size - 1] != c" "
        for place in range(size if is_plain else 0):
            if not c" " <= signs[place] <= c"~" or signs[place] == c"&":
                is_plain = False
                break
            if signs[place] == c" " and signs[place - 1] == c" ":
                is_collapsed = False
        found.append((text if is_collapsed else " ".join(text.split())) if is_plain else None)
    return found
