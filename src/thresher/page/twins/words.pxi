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


def holding(texts, tuple words):
    cdef list held = []
    cdef _Beginnings beginnings = _Beginnings(words)
    cdef Py_ssize_t number = 0
    for text in texts:
        if _holds(text, words, beginnings):
            held.append(number)
        number += 1
    return held


cdef class _Beginnings:
    """The first two characters of words, for a quick look before the long one."""

    cdef Py_UCS4 *signs
    cdef uint8_t[256] is_first  # low byte of a character: whether a word may begin with it

    def __cinit__(self, tuple words):
        cdef Py_ssize_t number
        self.signs = <Py_UCS4 *> PyMem_Malloc((2 * len(words) + 1) * sizeof(Py_UCS4))
        if self.signs is NULL:
            raise MemoryError
        for number in range(256):
            self.is_first[number] = 0
        for number in range(len(words)):
            self.signs[2 * number] = ord(words[number][0])
            self.signs[2 * number + 1] = ord(words[number][1]) if len(words[number]) > 1 else NO_SIGN
            self.is_first[<uint8_t> self.signs[2 * number]] = 1

    def __dealloc__(self):
        PyMem_Free(self.signs)


cdef bint _holds(str text, tuple words, _Beginnings beginnings) except -1:
    cdef int kind = PyUnicode_KIND(text)
    cdef void *data = PyUnicode_DATA(text)
    cdef Py_ssize_t place, number, size = PyUnicode_GET_LENGTH(text), count = len(words)
    cdef Py_UCS4 sign, after
    for place in range(size):
        sign = PyUnicode_READ(kind, data, place)
        if not beginnings.is_first[<uint8_t> sign]:
            continue
        after = PyUnicode_READ(kind, data, place + 1) if place + 1 < size else NO_SIGN
        for number in range(count):
            if beginnings.signs[2 * number] == sign and (
                beginnings.signs[2 * number + 1] == after or beginnings.signs[2 * number + 1] == NO_SIGN
            ):
                if text.startswith(words[number], place):
                    return True
    return False
