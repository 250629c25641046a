# Words: the twins of the kernels in words.py.

def count_words(texts):
    cdef Py_ssize_t number = 0
    cdef cnp.ndarray counts = _new(len(texts), cnp.NPY_INT64)
    for text in texts:
        _ints(counts)[number] = _words(text)
        number += 1
    return counts


cdef Py_ssize_t _words(str text) except -1:
    cdef int kind = PyUnicode_KIND(text)
    cdef void *data = PyUnicode_DATA(text)
    cdef Py_ssize_t place, words = 0
    cdef Py_UCS4 char
    cdef bint in_word = False
    for place in range(PyUnicode_GET_LENGTH(text)):
        char = PyUnicode_READ(kind, data, place)
        if char < 128:
            if ALPHANUMERIC[char]:
                words += not in_word
                in_word = True
            else:
                in_word = False
        elif char >= 0x20000 or (_is_unspaced(char) and Py_UNICODE_ISALNUM(char)):
            words += 1
            in_word = False
        elif char < 0x10000 and Py_UNICODE_ISALNUM(char):
            words += not in_word
            in_word = True
        else:
            in_word = False
    return words


#: Character of ASCII: whether it is part of a word.
cdef uint8_t[128] ALPHANUMERIC
for _char in range(128):
    ALPHANUMERIC[_char] = chr(_char).isalnum() or chr(_char) == "_"


cdef inline bint _is_unspaced(Py_UCS4 char) noexcept:
    """The ranges of `words.UNSPACED`."""
    return (
        0x0E00 <= char <= 0x0E7F
        or 0x3040 <= char <= 0x30FF
        or 0x3400 <= char <= 0x4DBF
        or 0x4E00 <= char <= 0x9FFF
        or 0xF900 <= char <= 0xFAFF
    )
