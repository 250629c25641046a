# Lines of features: the twins of the kernels in lines.py.

from libc.math cimport log, log1p

cdef extern from "math.h":
    float log1pf(float number) noexcept

cdef enum:
    # As in `characters.Sort`.
    STOP = 6
    COMMA = 7
    BAR = 10
    RIGHTS = 11
    MONEY = 12
    # As in `sorts`: how many features there are of each sort, and of the elements around a block how many are seen.
    OWN_TEXT = 13
    PLACE = 8
    SHAPE = 5
    NEIGHBOURS = 7
    LEVEL_FEATURES = 9
    LEVELS = 4
    # As in `lines`.
    AROUND_TEXT = 5
    MAX_TO_HEADING = 30
    MIN_REPEATED = 3
    MAX_PATH = 12
    LONG_WORDS = 12
    LINE_WORDS = 5
    TINY_WORDS = 3
    MIDDLE_WORDS = 40
    TALLIES = 10
    TO_THE_BEST = 5
    # As in `side_by_side`.
    MIN_THING = 4
    MAX_THING = 120
    MIN_THINGS = 3
    # Logarithms that are known.
    KNOWN_LOGS = 1024

cdef float[KNOWN_LOGS] LOGS
for _number in range(KNOWN_LOGS):
    LOGS[_number] = log1pf(<float> _number)


cdef inline float _log(double number) noexcept:
    """The logarithm of one more; most of what is asked for are small counts."""
    cdef float single = <float> number
    cdef int place = <int> single if 0 <= single < KNOWN_LOGS else 0
    return LOGS[place] if <float> place == single else log1pf(single)


cdef inline float *_singles(cnp.ndarray lines):
    return <float *> cnp.PyArray_DATA(lines)


cdef inline cnp.ndarray _lines(cnp.npy_intp count, cnp.npy_intp blocks):
    cdef cnp.npy_intp[2] shape
    shape[0], shape[1] = count, blocks
    return cnp.PyArray_ZEROS(2, shape, cnp.NPY_FLOAT32, 0)


cdef inline cnp.ndarray _counts_of(cnp.ndarray numbers, Py_ssize_t n):
    """How often each number is there; they are those of `numbered`."""
    cdef cnp.npy_intp size = n
    cdef cnp.ndarray counts = cnp.PyArray_ZEROS(1, &size, cnp.NPY_INT64, 0)
    cdef Py_ssize_t place
    for place in range(n):
        _ints(counts)[_ints(numbers)[place]] += 1
    return counts


def copies(const uint32_t[::1] hashes, const int64_t[::1] first):
    cdef Py_ssize_t n = first.shape[0] - 1, block, word
    cdef int64_t sum
    _demand(n >= 0)
    cdef cnp.ndarray sums = _new(n, cnp.NPY_INT64)
    for block in range(n):
        _demand(0 <= first[block] <= first[block + 1] <= hashes.shape[0])
        sum = 0
        for word in range(first[block], first[block + 1]):
            sum += hashes[word]
        _ints(sums)[block] = sum
    cdef cnp.ndarray number = numbered(sums), counts = _counts_of(number, n)
    for block in range(n):
        _ints(sums)[block] = _ints(counts)[_ints(number)[block]]
    return number, sums


def own_text(words, link_share, length, const int32_t[:, ::1] counts, copied):
    cdef cnp.ndarray all_words = _as(words, cnp.NPY_FLOAT64), shares = _as(link_share, cnp.NPY_FLOAT64)
    cdef cnp.ndarray lengths = _as(length, cnp.NPY_INT64), all_copies = _as(copied, cnp.NPY_INT64)
    cdef Py_ssize_t n = cnp.PyArray_SIZE(all_words), block
    cdef cnp.ndarray lines = _lines(OWN_TEXT, n)
    cdef float *line
    cdef double whole, chars
    _demand(cnp.PyArray_SIZE(shares) == n == cnp.PyArray_SIZE(lengths) == cnp.PyArray_SIZE(all_copies))
    _demand(counts.shape[0] == SORTS and counts.shape[1] == n)
    for block in range(n):
        line = _singles(lines) + block
        whole, chars = max(_floats(all_words)[block], 1.0), <double> max(_ints(lengths)[block], 1)
        line[0] = _log(_floats(all_words)[block])
        line[n] = _log(chars)
        line[2 * n] = _log(counts[STOP, block])
        line[3 * n] = _log(counts[COMMA, block])
        line[4 * n] = _log(<double> _ints(all_copies)[block])
        line[5 * n] = <float> _floats(shares)[block]
        line[6 * n] = <float> min(chars / whole, 20.0)
        line[7 * n] = <float> min(counts[STOP, block] / whole, 1.0)
        line[8 * n] = <float> (counts[DIGIT, block] / chars)
        line[9 * n] = counts[IDEOGRAPH, block] > 0
        line[10 * n] = counts[RIGHTS, block] > 0
        line[11 * n] = min(counts[BAR, block], 3)
        line[12 * n] = min(counts[MONEY, block], 3)
    return lines


def places(is_heading, Py_ssize_t title, words, double total):
    cdef cnp.ndarray headings = _as(is_heading, cnp.NPY_BOOL), all_words = _as(words, cnp.NPY_FLOAT64)
    cdef Py_ssize_t n = cnp.PyArray_SIZE(all_words), block, last = -1
    cdef cnp.ndarray lines = _lines(PLACE, n)
    cdef float *line
    cdef double ahead = 0
    _demand(cnp.PyArray_SIZE(headings) == n and title < n)
    for block in range(n):
        line = _singles(lines) + block
        last = block if _bytes(headings)[block] else last
        line[0] = _log(block)
        line[n] = _log(n - 1 - block)
        line[2 * n] = _log(min(block - last, MAX_TO_HEADING))
        line[4 * n] = <float> (ahead / total)
        line[5 * n] = <float> (<double> block / n)
        line[6 * n] = 0.5
        if title >= 0:
            line[6 * n] = block >= title
            line[7 * n] = <float> min(max((block - title) / 50.0, -2.0), 2.0)
        ahead += _floats(all_words)[block]
    last = n + MAX_TO_HEADING
    for block in range(n - 1, -1, -1):
        last = block if _bytes(headings)[block] else last
        _singles(lines)[3 * n + block] = _log(min(last - block, MAX_TO_HEADING))
    return lines


def repetition(kind, above, levels, words, link_words, marks, double total):
    cdef cnp.ndarray kinds = _as(kind, cnp.NPY_INT64), up = _as(above, cnp.NPY_INT64)
    cdef cnp.ndarray all_words = _as(words, cnp.NPY_FLOAT64), linked = _as(link_words, cnp.NPY_FLOAT64)
    cdef cnp.ndarray marked = _as(marks, cnp.NPY_FLOAT64)
    cdef const int64_t[:, ::1] elements = levels
    cdef Py_ssize_t n = cnp.PyArray_SIZE(all_words), size = cnp.PyArray_SIZE(kinds), block, place, level
    cdef uint64_t width = 0
    cdef cnp.ndarray keys = _new(size, cnp.NPY_INT64), lines = _lines(2 * SHAPE, n), own = _new(n, cnp.NPY_INT64)
    cdef float *line
    cdef double *sums
    cdef double whole, share = 0
    _demand(cnp.PyArray_SIZE(up) == size > 0 and elements.shape[0] >= 2 and elements.shape[1] == n)
    _demand(cnp.PyArray_SIZE(linked) == n == cnp.PyArray_SIZE(marked))
    for place in range(size):
        _demand(0 <= _ints(kinds)[place] and 0 <= _ints(up)[place] < size)
        width = max(width, <uint64_t> _ints(kinds)[place] + 1)
    for place in range(size):
        _ints(keys)[place] = <int64_t> (
            (<uint64_t> _ints(kinds)[place] * width + <uint64_t> _ints(kinds)[_ints(up)[place]]) * width
            + <uint64_t> _ints(kinds)[_ints(up)[_ints(up)[place]]]
        )
    cdef cnp.ndarray shapes = numbered(keys)
    cdef cnp.npy_intp room = 4 * size
    cdef cnp.ndarray table
    for level in range(2):
        # Of each shape: its blocks, their words, those in links, and marks.
        table = cnp.PyArray_ZEROS(1, &room, cnp.NPY_FLOAT64, 0)
        for block in range(n):
            _demand(0 <= elements[level, block] < size)
            sums = _floats(table) + 4 * _ints(shapes)[elements[level, block]]
            sums[0] += 1
            sums[1] += _floats(all_words)[block]
            sums[2] += _floats(linked)[block]
            sums[3] += _floats(marked)[block]
        for block in range(n):
            place = _ints(shapes)[elements[level, block]]
            if level == 0:
                _ints(own)[block] = place
            sums, line = _floats(table) + 4 * place, _singles(lines) + level * SHAPE * n + block
            whole = max(sums[1], 1.0)
            line[0] = _log(sums[0])
            line[n] = _log(sums[1] / sums[0])
            line[2 * n] = <float> (sums[1] / total)
            line[3 * n] = <float> (sums[2] / whole)
            line[4 * n] = <float> min(sums[3] / whole, 1.0)
            if level == 1 and sums[0] >= MIN_REPEATED:
                share = max(share, <double> line[2 * n])
    return lines, own, share


def neighbours(words, link_share, is_long):
    cdef cnp.ndarray all_words = _as(words, cnp.NPY_FLOAT64), shares = _as(link_share, cnp.NPY_FLOAT64)
    cdef cnp.ndarray long_ones = _as(is_long, cnp.NPY_BOOL)
    cdef Py_ssize_t n = cnp.PyArray_SIZE(all_words), block
    cdef cnp.ndarray lines = _lines(NEIGHBOURS, n), texts = _new(n + 1, cnp.NPY_FLOAT64)
    cdef float *line
    cdef int64_t before = 0, count = 0
    _demand(cnp.PyArray_SIZE(shares) == n == cnp.PyArray_SIZE(long_ones) and n > 0)
    _floats(texts)[0] = 0
    for block in range(n):
        _floats(texts)[block + 1] = _floats(texts)[block]
        if _bytes(long_ones)[block]:
            _floats(texts)[block + 1] += _floats(all_words)[block]
            count += 1
    for block in range(n):
        line = _singles(lines) + block
        line[0] = _log(before)
        before += _bytes(long_ones)[block]
        line[n] = _log(count - before)
        line[2 * n] = _log(
            _floats(texts)[min(block + AROUND_TEXT + 1, n)] - _floats(texts)[max(block - AROUND_TEXT, 0)]
        )
        if block > 0:
            line[4 * n] = <float> _floats(shares)[block - 1]
        if block + 1 < n:
            line[3 * n] = _log(_floats(all_words)[block + 1])
            line[5 * n] = <float> _floats(shares)[block + 1]
        if block + 2 < n:
            line[6 * n] = <float> _floats(shares)[block + 2]
    return lines


def densities(const double[:, ::1] sums, density, density_sum, parent, kind, const int64_t[:, ::1] levels, double total):
    cdef cnp.ndarray dense = _as(density, cnp.NPY_FLOAT64), dense_sums = _as(density_sum, cnp.NPY_FLOAT64)
    cdef cnp.ndarray parents = _as(parent, cnp.NPY_INT64), kinds = _as(kind, cnp.NPY_INT64)
    cdef Py_ssize_t n = levels.shape[1], size = sums.shape[1], block, place, level, feature
    cdef cnp.ndarray lines = _lines(LEVELS * LEVEL_FEATURES, n), table = _lines(size, LEVEL_FEATURES)
    cdef cnp.ndarray keys = _new(size, cnp.NPY_INT64)
    cdef float *line
    cdef double words, scale = 0
    cdef int64_t width = 0
    _demand(sums.shape[0] == HELD + 1 and size > 0 and levels.shape[0] >= LEVELS)
    _demand(cnp.PyArray_SIZE(dense) == size == cnp.PyArray_SIZE(dense_sums))
    _demand(cnp.PyArray_SIZE(parents) == size == cnp.PyArray_SIZE(kinds))
    for place in range(size):
        width = max(width, _ints(kinds)[place] + 1)
        if place == 0 or _floats(dense_sums)[place] > scale:
            scale = _floats(dense_sums)[place]
    for place in range(size):
        _ints(keys)[place] = <int64_t> (<uint64_t> _ints(parents)[place] * <uint64_t> width) + _ints(kinds)[place]
    cdef cnp.ndarray siblings = numbered(keys), counts = _counts_of(siblings, size)
    scale = 100 / max(scale, 1e-9)
    for place in range(size):
        line, words = _singles(table) + place * LEVEL_FEATURES, sums[WORDS, place]
        line[0] = _log(words)
        line[1] = _log(words / max(sums[BLOCK_TAGS, place], 1.0))
        line[2] = _log(words / max(sums[BLOCKS, place], 1.0))
        line[3] = _log(_floats(dense)[place])
        line[4] = _log(_floats(dense_sums)[place] * scale)
        line[5] = _log(sums[PICTURES, place])
        line[6] = _log(<double> _ints(counts)[_ints(siblings)[place]])
        line[7] = <float> (words / total)
        line[8] = <float> (sums[LINK_WORDS, place] / max(words, 1.0))
    for level in range(LEVELS):
        for block in range(n):
            _demand(0 <= levels[level, block] < size)
            line = _singles(table) + levels[level, block] * LEVEL_FEATURES
            for feature in range(LEVEL_FEATURES):
                _singles(lines)[(level * LEVEL_FEATURES + feature) * n + block] = line[feature]
    return lines


def sums_of_words(words, in_link, first):
    cdef cnp.ndarray all_words = _as(words, cnp.NPY_FLOAT64), links = _as(in_link, cnp.NPY_BOOL)
    cdef cnp.ndarray firsts = _as(first, cnp.NPY_INT64)
    cdef Py_ssize_t n = cnp.PyArray_SIZE(firsts), texts = cnp.PyArray_SIZE(all_words), block, text, stop
    cdef cnp.ndarray whole = _new(n, cnp.NPY_FLOAT64), linked = _new(n, cnp.NPY_FLOAT64)
    cdef cnp.ndarray shares = _new(n, cnp.NPY_FLOAT64), is_long = _new(n, cnp.NPY_BOOL)
    cdef double sum, link_sum
    _demand(cnp.PyArray_SIZE(links) == texts)
    for block in range(n):
        stop = _ints(firsts)[block + 1] if block + 1 < n else texts
        # Every block has text.
        _demand(0 <= _ints(firsts)[block] < stop <= texts)
        sum = link_sum = 0
        for text in range(_ints(firsts)[block], stop):
            sum += _floats(all_words)[text]
            link_sum += _floats(all_words)[text] * _bytes(links)[text]
        _floats(whole)[block], _floats(linked)[block] = sum, link_sum
        _floats(shares)[block] = link_sum / max(sum, 1.0)
        # As in `lines.LONG_LINK_SHARE`.
        _bytes(is_long)[block] = sum >= LONG_WORDS and _floats(shares)[block] < 0.3
    return whole, linked, shares, is_long


def relations(density, density_sum, paragraphs, parent, end, block, Py_ssize_t body):
    cdef cnp.ndarray dense = _as(density, cnp.NPY_FLOAT64), dense_sums = _as(density_sum, cnp.NPY_FLOAT64)
    cdef cnp.ndarray own = _as(paragraphs, cnp.NPY_FLOAT64), parents = _as(parent, cnp.NPY_INT64)
    cdef cnp.ndarray ends = _as(end, cnp.NPY_INT64), holders = _as(block, cnp.NPY_INT64)
    cdef Py_ssize_t size = cnp.PyArray_SIZE(ends), n = cnp.PyArray_SIZE(holders), place, step, row, steps = 0
    cdef Py_ssize_t top = 0, best = 0, above
    cdef cnp.ndarray held = cnp.PyArray_ZEROS(1, cnp.PyArray_DIMS(ends), cnp.NPY_FLOAT64, 0)
    cdef cnp.ndarray sparse = _new(size, cnp.NPY_BOOL), reached = _new(n, cnp.NPY_BOOL)
    cdef cnp.ndarray lines = _lines(TO_THE_BEST, n)
    cdef Py_ssize_t[MAX_PATH] path
    cdef int64_t reach = 0
    cdef float *line
    cdef double threshold, of_threshold
    _demand(cnp.PyArray_SIZE(dense) == size == cnp.PyArray_SIZE(dense_sums) and size > 0)
    _demand(cnp.PyArray_SIZE(own) == size == cnp.PyArray_SIZE(parents))
    for place in range(size):
        _demand(0 <= _ints(parents)[place] < size and (_ints(parents)[place] < place or place == 0))
        _demand(place < _ints(ends)[place] <= size)
        _floats(held)[_ints(parents)[place]] += _floats(own)[place]
        if _floats(dense_sums)[place] > _floats(dense_sums)[top]:
            top = place
    for place in range(size):
        if _floats(held)[place] > _floats(held)[best]:
            best = place
    above, place, threshold = _ints(parents)[best], top, _floats(dense)[top]
    while True:
        threshold = min(threshold, _floats(dense)[place])
        if steps < MAX_PATH:
            path[steps] = place
            steps += 1
        if place <= body or place == 0:
            break
        place = _ints(parents)[place]
    threshold = max(threshold, 1e-9)
    of_threshold = log1p(threshold)
    for place in range(size):
        if _floats(dense)[place] < threshold and _ints(ends)[place] > reach:
            reach = _ints(ends)[place]
        _bytes(sparse)[place] = place < reach
    for place in range(n):
        row, line = _ints(holders)[place], _singles(lines) + place
        _demand(0 <= row < size)
        step = 0
        while step < steps and not path[step] <= row < _ints(ends)[path[step]]:
            step += 1
        line[0] = <float> ((step + 1.0 if step < steps else MAX_PATH + 1.0) / (MAX_PATH + 1))
        line[n] = row >= _ints(ends)[top]
        line[2 * n] = <float> (log1p(_floats(dense)[row]) - of_threshold)
        line[3 * n] = best <= row < _ints(ends)[best]
        line[4 * n] = above <= row < _ints(ends)[above]
        _bytes(reached)[place] = not _bytes(sparse)[row]
    return lines, reached, top, _floats(held)[best]


def tallies(words, link_share, is_long, is_heading, money, reached):
    cdef cnp.ndarray all_words = _as(words, cnp.NPY_FLOAT64), shares = _as(link_share, cnp.NPY_FLOAT64)
    cdef cnp.ndarray long_ones = _as(is_long, cnp.NPY_BOOL), headings = _as(is_heading, cnp.NPY_BOOL)
    cdef cnp.ndarray prices = _as(money, cnp.NPY_INT32), are_reached = _as(reached, cnp.NPY_BOOL)
    cdef Py_ssize_t n = cnp.PyArray_SIZE(all_words), block, sort
    cdef int64_t[TALLIES] counts
    cdef double[TALLIES] sums
    cdef bint[TALLIES] flags
    cdef bint is_linked
    cdef double size, share
    _demand(cnp.PyArray_SIZE(shares) == n == cnp.PyArray_SIZE(long_ones) == cnp.PyArray_SIZE(headings))
    _demand(cnp.PyArray_SIZE(prices) == n == cnp.PyArray_SIZE(are_reached))
    for sort in range(TALLIES):
        counts[sort], sums[sort] = 0, 0
    for block in range(n):
        size, share = _floats(all_words)[block], _floats(shares)[block]
        # As in `lines.LINKED` and `FREE`.
        is_linked = share > 0.8
        flags[0], flags[1] = _bytes(long_ones)[block], _bytes(headings)[block]
        flags[2], flags[3] = flags[1] and is_linked, is_linked and size >= LINE_WORDS
        flags[4] = (<int32_t *> cnp.PyArray_DATA(prices))[block] > 0
        flags[5], flags[6] = size <= TINY_WORDS, size <= LONG_WORDS
        flags[7], flags[8] = share < 0.2 and size > 2 * LONG_WORDS, LONG_WORDS < size <= MIDDLE_WORDS
        flags[9] = _bytes(are_reached)[block]
        for sort in range(TALLIES):
            counts[sort] += flags[sort]
            sums[sort] += size if flags[sort] else 0
    return [counts[sort] for sort in range(TALLIES)], [sums[sort] for sort in range(TALLIES)]


def counted_tags(code, table):
    cdef cnp.ndarray codes = _as(code, cnp.NPY_UINT8)
    cdef const double[:, ::1] sets = np.ascontiguousarray(table, dtype=np.float64)
    cdef Py_ssize_t row, number, sort, n = sets.shape[1]
    cdef int64_t[256] counts
    cdef list found
    memset(counts, 0, sizeof(counts))
    for row in range(cnp.PyArray_SIZE(codes)):
        counts[_bytes(codes)[row]] += 1
    cdef cnp.ndarray sums = np.zeros(n)
    for number in range(256):
        if counts[number]:
            _demand(number < sets.shape[0])
            for sort in range(n):
                _floats(sums)[sort] += counts[number] * sets[number, sort]
    return [_floats(sums)[sort] for sort in range(n)]


def greatest_choice(parent, words, link_words):
    cdef cnp.ndarray parents = _as(parent, cnp.NPY_INT64), all_words = _as(words, cnp.NPY_FLOAT64)
    cdef cnp.ndarray linked = _as(link_words, cnp.NPY_FLOAT64)
    cdef Py_ssize_t n = cnp.PyArray_SIZE(parents), place, above, best = -1
    cdef cnp.npy_intp room = n
    cdef cnp.ndarray counts = cnp.PyArray_ZEROS(1, &room, cnp.NPY_INT64, 0)
    cdef cnp.ndarray held = cnp.PyArray_ZEROS(1, &room, cnp.NPY_FLOAT64, 0)
    cdef double mean, apart = 0
    _demand(cnp.PyArray_SIZE(all_words) == n == cnp.PyArray_SIZE(linked))
    for place in range(n):
        above = _ints(parents)[place]
        _demand(0 <= above < n)
        if _floats(linked)[place] > 0 and MIN_THING <= _floats(all_words)[place] <= MAX_THING:
            _ints(counts)[above] += 1
            _floats(held)[above] += _floats(all_words)[place]
    for place in range(n):
        if _ints(counts)[place] >= MIN_THINGS and (best < 0 or _floats(held)[place] > _floats(held)[best]):
            best = place
    if best < 0:
        return 0, 0.0, 0.0
    mean = _floats(held)[best] / _ints(counts)[best]
    for place in range(n):
        if _ints(parents)[place] == best and _floats(linked)[place] > 0:
            if MIN_THING <= _floats(all_words)[place] <= MAX_THING:
                apart += (_floats(all_words)[place] - mean) * (_floats(all_words)[place] - mean)
    return _ints(counts)[best], _floats(held)[best], sqrt(apart / _ints(counts)[best]) / mean


def composite_densities(const double[:, ::1] sums, parent, end, Py_ssize_t body):
    cdef cnp.ndarray parents = _as(parent, cnp.NPY_INT64), ends = _as(end, cnp.NPY_INT64)
    cdef Py_ssize_t n = cnp.PyArray_SIZE(ends), place
    cdef cnp.ndarray density = _new(n, cnp.NPY_FLOAT64)
    cdef cnp.ndarray total = cnp.PyArray_ZEROS(1, cnp.PyArray_DIMS(ends), cnp.NPY_FLOAT64, 0)
    cdef double chars, linked, tags, share, base, quotient
    _demand(sums.shape[0] == HELD + 1 and sums.shape[1] == n == cnp.PyArray_SIZE(parents) and 0 <= body < n)
    share = sums[LINK_CHARS, body] / max(sums[CHARS, body], 1.0)
    for place in range(n):
        _demand(0 <= _ints(parents)[place] < n)
        chars, linked, tags = sums[CHARS, place], sums[LINK_CHARS, place], max(sums[HELD, place], 1.0)
        base = log(log(chars / max(chars - linked, 1.0) * linked + share * chars + EULER))
        quotient = 1
        # As in `outline.TINY`.
        if base > 1e-9:
            quotient = log(max(chars, 1.0) * tags / (max(linked, 1.0) * max(sums[LINK_TAGS, place], 1.0))) / base
        _floats(density)[place] = max(chars / tags * quotient, 0.0)
        if place:
            _floats(total)[_ints(parents)[place]] += _floats(density)[place]
    for place in range(n):
        if _ints(ends)[place] == place + 1:
            _floats(total)[place] = _floats(density)[place]
    return density, total


#: The base of natural logarithms.
cdef double EULER = np.e
