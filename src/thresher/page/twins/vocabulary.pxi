# Words of texts: the twins of the kernels in vocabulary.py.

def vocabulary(str text):
    cdef str folded = text.lower() if text.isascii() else text.casefold()
    cdef int kind = PyUnicode_KIND(folded)
    cdef void *data = PyUnicode_DATA(folded)
    cdef Py_ssize_t place, start = -1, size = PyUnicode_GET_LENGTH(folded)
    cdef Py_UCS4 sign
    cdef bint is_whole
    cdef set words = set()
    for place in range(size):
        sign = PyUnicode_READ(kind, data, place)
        is_whole = sign >= 128 and _is_unspaced(sign)
        if not is_whole and sign != c"_" and Py_UNICODE_ISALNUM(sign):
            if start < 0:
                start = place
            continue
        if start >= 0:
            words.add(folded[start:place])
            start = -1
        if is_whole:
            words.add(folded[place])
    if start >= 0:
        words.add(folded[start:])
    return frozenset(words)


def words_among(texts, words):
    cdef set found = set()
    cdef _Forms forms = _Forms(words)
    for text in texts:
        # Most texts need no folding but that of the English alphabet.
        if not forms.look(text, found, False):
            forms.look(text.casefold(), found, True)
    return frozenset(found)


#: Character of ASCII: its small letter if it is part of a word, else 0.
cdef uint8_t[128] FOLDED
for _char in range(128):
    FOLDED[_char] = ord(chr(_char).lower()) if chr(_char).isalnum() else 0

#: The one mark that folding makes a letter.
cdef unsigned int LETTER_WHEN_FOLDED = 0x345


cdef class _Forms:
    """Some words without regard to case, with a quick look at a sum of their characters before the long one."""

    cdef object words
    cdef int[PAIRS] left  # sum of characters: how many words have it that were not found yet

    def __cinit__(self, words):
        cdef Py_ssize_t total
        cdef Py_UCS4 sign
        self.words = words
        memset(self.left, 0, PAIRS * sizeof(int))
        for word in words:
            total = 0
            for sign in <str> word:
                total = 31 * total + <Py_ssize_t> sign
            self.left[total & (PAIRS - 1)] += 1

    cdef bint look(self, str text, set found, bint is_folded) except -1:
        """Add the words that a text has; whether it could be told without folding, unless it is folded."""
        cdef int kind = PyUnicode_KIND(text)
        cdef void *data = PyUnicode_DATA(text)
        cdef Py_ssize_t place, start = -1, total = 0, size = PyUnicode_GET_LENGTH(text)
        cdef unsigned int sign, folded
        cdef bint is_whole = False
        for place in range(size + 1):
            if place == size:
                sign = 32
            elif kind == 1:
                sign = (<uint8_t *> data)[place]
            else:
                sign = <unsigned int> PyUnicode_READ(kind, data, place)
            if sign < 128:
                folded = FOLDED[sign]
            else:
                is_whole = _is_unspaced(sign)
                folded = sign if not is_whole and (Py_UNICODE_ISALNUM(sign) or sign == LETTER_WHEN_FOLDED) else 0
                if folded and not is_folded:
                    return False
            if folded:
                if start < 0:
                    start, total = place, 0
                total = 31 * total + folded
                continue
            if start >= 0:
                if self.left[total & (PAIRS - 1)]:
                    self.keep(text[start:place] if is_folded else text[start:place].lower(), total, found)
                start = -1
            if is_whole:
                is_whole = False
                if self.left[sign & (PAIRS - 1)]:
                    self.keep(text[place], sign, found)
        return True

    cdef int keep(self, str word, Py_ssize_t total, set found) except -1:
        if word in self.words and word not in found:
            found.add(word)
            # The commonest words would be looked at most often.
            self.left[total & (PAIRS - 1)] -= 1
        return 0
