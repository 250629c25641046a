# The words and characters of texts: the twins of the kernels in characters.py and names.py.

ctypedef fused Codes:
    uint8_t
    uint16_t
    uint32_t


cdef enum:
    # As in `characters.Sort`.
    LETTER = 2
    CAPITAL = 3
    DIGIT = 4
    IDEOGRAPH = 5
    SORTS = 13


cdef class _Tables:
    """What is to be known of characters: the sort of each, and what hashes are made of."""

    cdef tuple given
    cdef const uint8_t[::1] sorts
    cdef const uint32_t[::1] letters, powers, inverses
    cdef const uint8_t *sort
    cdef const uint32_t *letter
    cdef Py_ssize_t last_sort, last_letter, period

    def __cinit__(self, sorts, letters, powers, inverses):
        self.given = sorts, letters, powers, inverses
        self.sorts, self.letters, self.powers, self.inverses = sorts, letters, powers, inverses
        self.last_sort, self.last_letter = self.sorts.shape[0] - 1, self.letters.shape[0] - 1
        self.period = self.powers.shape[0]
        _demand(self.last_sort >= 0 and self.last_letter >= 0)
        _demand(self.period > 0 and self.inverses.shape[0] == self.period)
        self.sort, self.letter = &self.sorts[0], &self.letters[0]


#: The tables that were asked for last: nearly always the same ones.
cdef _Tables _known_tables = None


cdef _Tables _tables_of(sorts, letters, powers, inverses):
    global _known_tables
    cdef tuple given
    if _known_tables is not None:
        given = _known_tables.given
        if given[0] is sorts and given[1] is letters and given[2] is powers and given[3] is inverses:
            return _known_tables
    _known_tables = _Tables(sorts, letters, powers, inverses)
    return _known_tables


cdef class _Found:
    """The words that are found, as columns with room for so many."""

    cdef object starts, stops, hashes
    cdef int64_t *start
    cdef int64_t *stop
    cdef uint32_t *mark
    cdef Py_ssize_t count

    def __cinit__(self, Py_ssize_t room):
        self.starts, self.stops = _new(room, cnp.NPY_INT64), _new(room, cnp.NPY_INT64)
        self.hashes = _new(room, cnp.NPY_UINT32)
        self.start, self.stop = _ints(self.starts), _ints(self.stops)
        self.mark = <uint32_t *> cnp.PyArray_DATA(self.hashes)
        self.count = 0

    cdef tuple columns(self):
        return self.starts[: self.count], self.stops[: self.count], self.hashes[: self.count]


cdef inline void _add_word(
    _Found found, _Tables tables, const Codes *signs, Py_ssize_t start, Py_ssize_t stop, Py_ssize_t ahead
) noexcept:
    """Add the word from *start* to *stop* of a text that begins *ahead* characters from the first."""
    cdef uint32_t sum = 0
    cdef Py_ssize_t place, turn = (start + ahead) % tables.period, power = 0
    found.start[found.count], found.stop[found.count] = start + ahead, stop + ahead
    # The first powers are those at any place, divided by the power there: memory that is at hand.
    if turn + stop - start > tables.period:
        power = turn
    for place in range(start, stop):
        sum += tables.letter[min(<Py_ssize_t> signs[place], tables.last_letter)] * tables.powers[power]
        power += 1
        if power == tables.period:
            power = 0
    found.mark[found.count] = sum * tables.inverses[turn] if turn + stop - start > tables.period else sum
    found.count += 1


def counted_texts(
    list texts,
    const int64_t[::1] first,
    sorts,
    letters,
    powers,
    inverses,
    Py_ssize_t most,
    double of_ideograph,
):
    cdef _Tables tables = _tables_of(sorts, letters, powers, inverses)
    cdef Py_ssize_t groups = first.shape[0] - 1, text, group, size, ahead = 1, room = 0, kept
    _demand(groups >= 0 and most >= 0 and first[0] == 0 and first[groups] == len(texts))
    for group in range(groups):
        _demand(first[group] <= first[group + 1] <= len(texts))
        size = 0
        for text in range(first[group], first[group + 1]):
            size += PyUnicode_GET_LENGTH(<str?> texts[text]) // 2 + 1
        room += min(most, size)
    cdef cnp.ndarray words = _new(len(texts), cnp.NPY_FLOAT64), openings = _new(groups + 1, cnp.NPY_INT64)
    table_of_counts = np.zeros((SORTS, groups), dtype=np.int32)
    cdef int32_t[:, ::1] counts = table_of_counts
    cdef _Found found = _Found(room)
    cdef int kind
    cdef void *data
    for group in range(groups):
        _ints(openings)[group] = found.count
        kept = found.count + most
        for text in range(first[group], first[group + 1]):
            string = texts[text]
            kind, data, size = PyUnicode_KIND(string), PyUnicode_DATA(string), PyUnicode_GET_LENGTH(string)
            if kind == 1:
                _floats(words)[text] = _counted[uint8_t](
                    <uint8_t *> data, size, ahead, tables, found, kept, &counts[0, group], groups, of_ideograph
                )
            elif kind == 2:
                _floats(words)[text] = _counted[uint16_t](
                    <uint16_t *> data, size, ahead, tables, found, kept, &counts[0, group], groups, of_ideograph
                )
            else:
                _floats(words)[text] = _counted[uint32_t](
                    <uint32_t *> data, size, ahead, tables, found, kept, &counts[0, group], groups, of_ideograph
                )
            ahead += size + 1
    _ints(openings)[groups] = found.count
    return (words, table_of_counts, openings, *found.columns())


cdef double _counted(
    const Codes *signs,
    Py_ssize_t size,
    Py_ssize_t ahead,
    _Tables tables,
    _Found found,
    Py_ssize_t kept,
    int32_t *counts,
    Py_ssize_t stride,
    double of_ideograph,
) except -1:
    """The words of a text; its characters are counted, and its words kept as long as there are fewer than *kept*."""
    cdef Py_ssize_t place = 0, start = -1, words = 0, ideographs = 0, last = tables.last_sort
    cdef const uint8_t *sort_of = tables.sort
    cdef uint8_t sort, in_word, was_in_word
    while place < size and found.count < kept:
        sort = sort_of[min(<Py_ssize_t> signs[place], last)]
        if LETTER <= sort <= DIGIT:
            if start < 0:
                start = place
                words += 1
        elif start >= 0:
            _add_word(found, tables, signs, start, place, ahead)
            start = -1
        if sort >= CAPITAL:
            _demand(sort < SORTS)
            counts[sort * stride] += 1
            ideographs += sort == IDEOGRAPH
        place += 1
    if start >= 0:
        _add_word(found, tables, signs, start, size, ahead)
    was_in_word = 0
    # Of the rest of a text words are only counted, without asking which letter begins one.
    while place < size:
        sort = sort_of[min(<Py_ssize_t> signs[place], last)]
        in_word = <uint8_t> (sort - LETTER) <= DIGIT - LETTER
        words += in_word > was_in_word
        was_in_word = in_word
        if sort >= CAPITAL:
            _demand(sort < SORTS)
            counts[sort * stride] += 1
            ideographs += sort == IDEOGRAPH
        place += 1
    return words + of_ideograph * ideographs


def name_words(list names, sorts, letters, powers, inverses, Py_ssize_t reach):
    cdef _Tables tables = _tables_of(sorts, letters, powers, inverses)
    cdef Py_ssize_t name, size, ahead = 1, room = 0, number = len(names)
    _demand(reach >= 0)
    for name in range(number):
        room += min(PyUnicode_GET_LENGTH(<str?> names[name]), reach)
    cdef cnp.ndarray first = _new(number + 1, cnp.NPY_INT64)
    cdef _Found found = _Found(room)
    cdef int kind
    cdef void *data
    for name in range(number):
        _ints(first)[name] = found.count
        string = names[name]
        kind, data, size = PyUnicode_KIND(string), PyUnicode_DATA(string), min(PyUnicode_GET_LENGTH(string), reach)
        if kind == 1:
            _cut[uint8_t](<uint8_t *> data, size, ahead, tables, found)
        elif kind == 2:
            _cut[uint16_t](<uint16_t *> data, size, ahead, tables, found)
        else:
            _cut[uint32_t](<uint32_t *> data, size, ahead, tables, found)
        ahead += size + 1
    _ints(first)[number] = found.count
    return (first, *found.columns())


cdef void _cut(const Codes *signs, Py_ssize_t size, Py_ssize_t ahead, _Tables tables, _Found found) noexcept:
    """Add the words of a name: stretches of letters, a new one where small letters turn to capitals."""
    cdef Py_ssize_t place, start = -1, last = tables.last_sort
    cdef const uint8_t *sort_of = tables.sort
    cdef uint8_t sort, before = 0
    for place in range(size):
        sort = sort_of[min(<Py_ssize_t> signs[place], last)]
        if start >= 0 and not (sort == LETTER or (sort == CAPITAL and before == CAPITAL)):
            _add_word(found, tables, signs, start, place, ahead)
            start = -1
        if start < 0 and (sort == LETTER or sort == CAPITAL):
            start = place
        before = sort
    if start >= 0:
        _add_word(found, tables, signs, start, size, ahead)
