# Telling words: the twins of the kernels in telling.py.

cdef enum:
    PAIRS = 1024


#: Character of Latin-1: its small letter.
cdef uint8_t[256] SMALL
for _char in range(256):
    SMALL[_char] = ord(chr(_char).lower())


cdef class _Words:
    """Some words of small letters, with a quick look at pairs of characters before the long one."""

    cdef tuple words
    cdef uint8_t[PAIRS] begins  # pair of characters: whether a word may begin with it

    def __cinit__(self, tuple words):
        self.words = words
        memset(self.begins, 0, PAIRS)
        for word in words:
            self.begins[_pair(ord(word[0]), ord(word[1]))] = 1

    cdef bint may_be_in(self, str text) noexcept:
        """Whether a text may have one of the words, in whatever letters: a look at pairs of characters."""
        cdef const uint8_t *signs = <const uint8_t *> PyUnicode_DATA(text)
        cdef Py_ssize_t place
        cdef Py_UCS4 first, second = 0
        if PyUnicode_KIND(text) > 1:
            return True
        for place in range(PyUnicode_GET_LENGTH(text)):
            first, second = second, SMALL[signs[place]]
            if self.begins[_pair(first, second)]:
                return True
        return False

    cdef bint are_in(self, str text) except -1:
        """Whether a text of small letters has one of the words."""
        cdef int kind = PyUnicode_KIND(text)
        cdef void *data = PyUnicode_DATA(text)
        cdef Py_ssize_t place
        for place in range(PyUnicode_GET_LENGTH(text) - 1):
            if self.begins[_pair(PyUnicode_READ(kind, data, place), PyUnicode_READ(kind, data, place + 1))]:
                if text.startswith(self.words, place):
                    return True
        return False


cdef inline Py_ssize_t _pair(Py_UCS4 first, Py_UCS4 second) noexcept:
    return (31 * <Py_ssize_t> first + <Py_ssize_t> second) % PAIRS


def telling_rows(list elements, list rows, str name, tuple words):
    cdef dict found = {}, known = {}
    cdef _Words asked = _parts_of(words)
    cdef Py_ssize_t row
    # The method is looked up once: nearly all elements are of one type.
    kind = ask = None
    for row in rows:
        _demand(0 <= row < len(elements))
        element = elements[row]
        if type(element) is not kind:
            kind = type(element)
            ask = kind.attr
        value = ask(element, name)
        if value is None:
            continue
        # Pages have few names that they repeat often.
        told = known.get(value)
        if told is None:
            told = value.lower()
            told = known[value] = told if asked.are_in(told) else ""
        if told:
            found[row] = told
    return found


def telling_texts(texts, tuple words):
    cdef list found = []
    cdef _Words asked = _parts_of(words)
    cdef Py_ssize_t number = 0
    for text in texts:
        if asked.may_be_in(text):
            lowered = text.lower()
            if asked.are_in(lowered):
                found.append((number, lowered))
        number += 1
    return found


#: The words that were asked for: whoever asks, asks for the same again.
cdef dict _parts = {}


cdef _Words _parts_of(tuple words):
    known = _parts.get(words)
    if known is None:
        known = _parts[words] = _Words(words)
    return known


def has_part(str text, tuple words):
    return _parts_of(words).are_in(text)


def ends_with_part(str address, tuple words, Py_ssize_t most):
    cdef Py_ssize_t place, size = PyUnicode_GET_LENGTH(address)
    cdef int kind = PyUnicode_KIND(address)
    cdef void *data = PyUnicode_DATA(address)
    for place in range(size - 1, max(size - most - 2, -1), -1):
        if PyUnicode_READ(kind, data, place) == c"/":
            return _parts_of(words).are_in(address[place + 1 :].lower())
    return size <= most and _parts_of(words).are_in(address.lower())


cdef class _Stretches:
    """Some words, with a quick look at the first letter, the last one and the length before the long one."""

    cdef object words
    cdef uint8_t[PAIRS] may_be

    def __cinit__(self, words):
        self.words = words
        memset(self.may_be, 0, PAIRS)
        for word in words:
            self.may_be[_form(ord(word[0]), ord(word[len(word) - 1]), len(word))] = 1


cdef inline Py_ssize_t _form(Py_UCS4 first, Py_UCS4 last, Py_ssize_t size) noexcept:
    return (31 * (31 * <Py_ssize_t> first + <Py_ssize_t> last) + size) % PAIRS


#: As with parts, the words that were asked for last.
cdef _Stretches _asked = _Stretches(frozenset())


def has_word(str text, words):
    global _asked
    cdef int kind = PyUnicode_KIND(text)
    cdef void *data = PyUnicode_DATA(text)
    cdef Py_ssize_t place, start = -1, size = PyUnicode_GET_LENGTH(text)
    cdef Py_UCS4 sign
    if _asked.words is not words:
        _asked = _Stretches(words)
    for place in range(size + 1):
        if place == size:
            sign = c" "
        elif kind == 1:
            # Nearly all addresses and names: one byte a character.
            sign = (<uint8_t *> data)[place]
        else:
            sign = PyUnicode_READ(kind, data, place)
        if c"a" <= sign <= c"z":
            if start < 0:
                start = place
        elif start >= 0:
            sign = PyUnicode_READ(kind, data, start)
            if _asked.may_be[_form(sign, PyUnicode_READ(kind, data, place - 1), place - start)]:
                if text[start:place] in words:
                    return True
            start = -1
    return False


cdef class _Ranks:
    """Some words with their ranks, found by the pair of characters that they begin with."""

    cdef tuple words
    cdef dict beginning  # pair of characters: the words that begin with it
    cdef uint8_t[PAIRS] begins  # whether there are some

    def __cinit__(self, tuple words):
        self.words, self.beginning = words, {}
        memset(self.begins, 0, PAIRS)
        for word in words:
            pair = _pair(ord(word[0][0]), ord(word[0][1]))
            self.begins[pair] = 1
            self.beginning.setdefault(pair, []).append(tuple(word))

    cdef Py_ssize_t first(self, str text) except -2:
        """The lowest rank of the words that a text has; -1 of none."""
        cdef int kind = PyUnicode_KIND(text)
        cdef void *data = PyUnicode_DATA(text)
        cdef Py_ssize_t place, stop, pair, size = PyUnicode_GET_LENGTH(text), best = -1, rank
        for place in range(size - 1):
            pair = _pair(PyUnicode_READ(kind, data, place), PyUnicode_READ(kind, data, place + 1))
            if not self.begins[pair]:
                continue
            for word, told, begins, ends in <list> self.beginning[pair]:
                rank = told
                if (best >= 0 and rank >= best) or not _word_stands_at(text, word, place):
                    continue
                stop = place + PyUnicode_GET_LENGTH(word)
                if begins and place > 0 and _is_of_word(PyUnicode_READ(kind, data, place - 1)):
                    continue
                if ends and stop < size and _is_of_word(PyUnicode_READ(kind, data, stop)):
                    continue
                best = rank
        return best


cdef bint _word_stands_at(str text, str word, Py_ssize_t place) noexcept:
    """Whether a word stands at a place in a text."""
    cdef int kind = PyUnicode_KIND(text), own = PyUnicode_KIND(word)
    cdef void *data = PyUnicode_DATA(text)
    cdef void *letters = PyUnicode_DATA(word)
    cdef Py_ssize_t number, size = PyUnicode_GET_LENGTH(word)
    if place + size > PyUnicode_GET_LENGTH(text):
        return False
    for number in range(size):
        if PyUnicode_READ(kind, data, place + number) != PyUnicode_READ(own, letters, number):
            return False
    return True


cdef inline bint _is_of_word(Py_UCS4 sign) noexcept:
    return sign == c"_" or Py_UNICODE_ISALNUM(sign)


#: As with parts, the words that were asked for last.
cdef _Ranks _ranks = _Ranks(())


cdef _Ranks _ranks_of(tuple words):
    global _ranks
    if _ranks.words is not words:
        _ranks = _Ranks(words)
    return _ranks


def first_rank(str text, tuple words):
    return _ranks_of(words).first(text)


def ranked_rows(list elements, list rows, end, tuple names, tuple words):
    cdef dict found = {}, known = {}
    cdef cnp.ndarray ends = _as(end, cnp.NPY_INT64)
    cdef _Ranks asked = _ranks_of(words)
    cdef Py_ssize_t row, left, rank, best, stop = 0
    # The method is looked up once: nearly all elements are of one type.
    kind = ask = None
    for row in rows:
        _demand(0 <= row < len(elements) and row < cnp.PyArray_SIZE(ends))
        if row < stop:
            continue
        element, best = elements[row], -1
        if type(element) is not kind:
            kind = type(element)
            ask = kind.attr
        # Most elements have one attribute or none.
        left = len(element.attrs)
        for name in names:
            if left == 0:
                break
            value = ask(element, name)
            if value is None:
                continue
            left -= 1
            # Pages have few names that they repeat often.
            told = known.get(value)
            if told is None:
                told = known[value] = asked.first(value.lower())
            rank = told
            if 0 <= rank and (rank < best or best < 0):
                best = rank
        if best >= 0:
            found[row], stop = best, _ints(ends)[row]
    return found
