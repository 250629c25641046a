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
    cdef uint8_t sign, before = 0
    if kind == 1:
        for place in range(PyUnicode_GET_LENGTH(text)):
            sign = ALPHANUMERIC[(<uint8_t *> data)[place]]
            words += sign > before
            before = sign
        return words
    for place in range(PyUnicode_GET_LENGTH(text)):
        sign = _kind(PyUnicode_READ(kind, data, place))
        words += sign == IDEOGRAPH or (sign == 1 and before != 1)
        before = sign
    return words


cdef enum:
    IDEOGRAPH = 2

#: Character of Latin-1: 1 where it is part of a word.
cdef uint8_t[256] ALPHANUMERIC
for _char in range(256):
    ALPHANUMERIC[_char] = chr(_char).isalnum() or chr(_char) == "_"


cdef inline uint8_t _kind(Py_UCS4 char) noexcept:
    """1 in a word, 2 a word of its own, 0 neither, as in `words.character_kinds`."""
    if char < 256:
        return ALPHANUMERIC[char]
    if char >= 0x20000:
        return IDEOGRAPH
    if char >= 0x10000 or not Py_UNICODE_ISALNUM(char):
        return 0
    return IDEOGRAPH if _is_unspaced(char) else 1


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


def showing(texts, bytes signs):
    cdef list found = []
    cdef const uint8_t *is_sign = signs
    cdef Py_ssize_t number = 0
    _demand(len(signs) == 256)
    for text in texts:
        if _shows(text, is_sign):
            found.append(number)
        number += 1
    return found


cdef bint _shows(str text, const uint8_t *is_sign) noexcept:
    cdef const uint8_t *data = <const uint8_t *> PyUnicode_DATA(text)
    cdef Py_ssize_t place
    # Text that is stored in more than a byte each has a character that does not fit into one.
    if PyUnicode_KIND(text) > 1:
        return True
    for place in range(PyUnicode_GET_LENGTH(text)):
        if is_sign[data[place]]:
            return True
    return False


cdef class _Beginnings:
    """The first two characters of words, for a quick look before the long one; numbers of words count from 1."""

    cdef uint8_t[1024] of_pair  # a number for two characters: a word that may begin with them
    cdef uint8_t[256] of_one  # low byte of a character: a word that may be that one character
    cdef uint8_t[256] next_word  # word: another one with the same beginning

    def __cinit__(self, tuple words):
        cdef Py_ssize_t number
        cdef uint8_t *place
        _demand(len(words) < 256)
        for number in range(1024):
            self.of_pair[number] = 0
        for number in range(256):
            self.of_one[number] = self.next_word[number] = 0
        for number in range(len(words)):
            word = words[number]
            if len(word) > 1:
                place = &self.of_pair[_beginning(ord(word[0]), ord(word[1]))]
            else:
                place = &self.of_one[<uint8_t> ord(word)]
            self.next_word[number + 1] = place[0]
            place[0] = number + 1


cdef inline int _beginning(unsigned int first, unsigned int second) noexcept:
    """A number below 1024 that two characters rarely share with two others."""
    return (31 * first ^ second) & 1023


cdef bint _holds(str text, tuple words, _Beginnings beginnings) except -1:
    cdef int kind = PyUnicode_KIND(text)
    cdef void *data = PyUnicode_DATA(text)
    cdef Py_ssize_t place = -1, size = PyUnicode_GET_LENGTH(text)
    cdef uint8_t number
    while True:
        place = _next_beginning(kind, data, place + 1, size, beginnings)
        if place == size:
            return False
        number = beginnings.of_one[<uint8_t> PyUnicode_READ(kind, data, place)]
        while number:
            if text.startswith(words[number - 1], place):
                return True
            number = beginnings.next_word[number]
        if place + 1 == size:
            return False
        number = beginnings.of_pair[
            _beginning(PyUnicode_READ(kind, data, place), PyUnicode_READ(kind, data, place + 1))
        ]
        while number:
            if text.startswith(words[number - 1], place):
                return True
            number = beginnings.next_word[number]


cdef Py_ssize_t _next_beginning(
    int kind, void *data, Py_ssize_t place, Py_ssize_t size, _Beginnings beginnings
) noexcept:
    """Where the next word may begin; the size where none does."""
    cdef uint8_t *of_pair = beginnings.of_pair
    cdef uint8_t *of_one = beginnings.of_one
    cdef uint8_t *signs = <uint8_t *> data
    if kind == 1:
        while place + 1 < size and not (of_pair[_beginning(signs[place], signs[place + 1])] | of_one[signs[place]]):
            place += 1
    else:
        while place + 1 < size and not (
            of_pair[_beginning(PyUnicode_READ(kind, data, place), PyUnicode_READ(kind, data, place + 1))]
            | of_one[<uint8_t> PyUnicode_READ(kind, data, place)]
        ):
            place += 1
    if place + 1 == size and not of_one[<uint8_t> PyUnicode_READ(kind, data, place)]:
        place += 1
    return place
