# cython: language_level=3, boundscheck=False, wraparound=False
"""The compiled twins of the kernels of this package (see `thresher.page.kernels`)."""

include "../page/twins/arrays.pxi"

from thresher.page._kernels import mark_subtrees, subtree_sum, sum_by_row


def link_counts(own, is_link, end):
    cdef cnp.ndarray in_link = mark_subtrees(is_link, end), ends = _as(end, cnp.NPY_INT64)
    cdef cnp.ndarray chars = _as(own, cnp.NPY_INT64), link_chars, link_tags, tags
    cdef Py_ssize_t row, n = cnp.PyArray_SIZE(ends)
    cdef cnp.ndarray spoilt = _new(n, cnp.NPY_BOOL)
    link_chars = subtree_sum(chars * in_link, ends)
    chars = subtree_sum(chars, ends)
    tags = _new(n, cnp.NPY_INT64)
    for row in range(n):
        _ints(tags)[row] = _ints(ends)[row] - row - 1
        _bytes(spoilt)[row] = not _bytes(in_link)[row] and (
            _ints(tags)[row] == 0 or _ints(chars)[row] != _ints(link_chars)[row]
        )
    cdef cnp.ndarray spoilers = subtree_sum(spoilt, ends)
    for row in range(n):
        _bytes(spoilt)[row] = _bytes(in_link)[row] or _ints(spoilers)[row] == 0
    link_tags = subtree_sum(spoilt, ends)
    for row in range(n):
        _ints(link_tags)[row] -= _bytes(spoilt)[row]
    return chars, tags, link_chars, link_tags


def link_words(words, host, anchors, parent, end):
    cdef cnp.ndarray is_anchor = _as(anchors, cnp.NPY_BOOL), in_anchor = mark_subtrees(is_anchor, end)
    cdef cnp.ndarray parents = _as(parent, cnp.NPY_INT64), own, links
    cdef Py_ssize_t row, n = cnp.PyArray_SIZE(is_anchor)
    cdef cnp.ndarray outermost = _new(n, cnp.NPY_BOOL), score = _new(n, cnp.NPY_FLOAT64)
    cdef int64_t count
    own = sum_by_row(host, words, n)
    _demand(cnp.PyArray_SIZE(parents) == n)
    for row in range(n):
        _demand(_ints(parents)[row] < n and (_ints(parents)[row] >= 0 or row == 0))
        _bytes(outermost)[row] = _bytes(is_anchor)[row] and not (row and _bytes(in_anchor)[_ints(parents)[row]])
        if _bytes(in_anchor)[row]:
            _ints(own)[row] = _bytes(outermost)[row]
    own, links = subtree_sum(own, end), subtree_sum(outermost, end)
    for row in range(n):
        count = _ints(own)[row]
        _floats(score)[row] = <double> (count - _ints(links)[row]) / <double> count if count > 0 else 1.0
    return outermost, own, links, score


def grown_tables(score, links, ignored, parent, end, int64_t body, double threshold):
    cdef cnp.ndarray scores = _as(score, cnp.NPY_FLOAT64), is_link = _as(links, cnp.NPY_BOOL)
    cdef cnp.ndarray is_ignored = _as(ignored, cnp.NPY_BOOL), parents = _as(parent, cnp.NPY_INT64)
    cdef Py_ssize_t row, n = cnp.PyArray_SIZE(scores)
    cdef cnp.ndarray heirs = _new(n, cnp.NPY_INT64), tops = _new(n, cnp.NPY_INT64)
    cdef cnp.ndarray found = cnp.PyArray_ZEROS(1, cnp.PyArray_DIMS(scores), cnp.NPY_BOOL, 0)
    cdef double *value = _floats(scores)
    cdef int64_t *heir = _ints(heirs)  # row: itself, or the nearest one around it that is not ignored
    cdef int64_t *top = _ints(tops)  # row: where growth that reaches it stops
    cdef int64_t above, holder
    _demand(cnp.PyArray_SIZE(is_link) == n == cnp.PyArray_SIZE(is_ignored) == cnp.PyArray_SIZE(parents))
    for row in range(n):
        above = _ints(parents)[row]
        _demand(0 <= above < row or row == 0)
        if row == 0:
            heir[row] = top[row] = row
            continue
        holder = heir[above]
        heir[row] = holder if _bytes(is_ignored)[row] else row
        top[row] = row
        if _bytes(is_ignored)[row] or (holder > body and value[holder] < value[row]):
            top[row] = top[above]
        if _bytes(is_link)[row] and value[holder] < threshold:
            _bytes(found)[top[holder] if holder > body else top[row]] = 1
    return mark_subtrees(found, end)


def path_numbers(rows, name, parent, int levels):
    cdef cnp.ndarray places = _as(rows, cnp.NPY_INT64), names = _as(name, cnp.NPY_INT64)
    cdef cnp.ndarray parents = _as(parent, cnp.NPY_INT64)
    cdef Py_ssize_t place, n = cnp.PyArray_SIZE(names)
    cdef cnp.ndarray found = _new(cnp.PyArray_SIZE(places), cnp.NPY_INT64)
    cdef dict numbers = {}
    cdef uint64_t mixed
    cdef int64_t up
    cdef int level
    _demand(cnp.PyArray_SIZE(parents) == n)
    for place in range(cnp.PyArray_SIZE(places)):
        up = _ints(places)[place]
        _demand(0 <= up < n)
        mixed = <uint64_t> _ints(names)[up]
        for level in range(levels - 1):
            up = _ints(parents)[up] if up >= 0 else -1
            _demand(-1 <= up < n)
            mixed = mixed * <uint64_t> 0x9E3779B97F4A7C15 + (<uint64_t> (_ints(names)[up] + 1) if up >= 0 else 0)
        path = mixed
        number = numbers.get(path)
        if number is None:
            number = numbers[path] = len(numbers)
        _ints(found)[place] = number
    return found


def word_weights(words, runs, host, links, end, double half_weight):
    cdef cnp.ndarray counts = _as(words, cnp.NPY_INT64), is_taken = _as(runs, cnp.NPY_BOOL)
    cdef cnp.ndarray hosts = _as(host, cnp.NPY_INT64), in_link = mark_subtrees(links, end)
    cdef cnp.ndarray sums = cnp.PyArray_ZEROS(1, cnp.PyArray_DIMS(in_link), cnp.NPY_FLOAT64, 0)
    cdef Py_ssize_t run, n = cnp.PyArray_SIZE(in_link), n_runs = cnp.PyArray_SIZE(hosts)
    cdef int64_t row
    cdef double count
    _demand(cnp.PyArray_SIZE(counts) == n_runs == cnp.PyArray_SIZE(is_taken))
    for run in range(n_runs):
        row = _ints(hosts)[run]
        _demand(0 <= row < n)
        if _bytes(is_taken)[run] and not _bytes(in_link)[row]:
            count = <double> _ints(counts)[run]
            _floats(sums)[row] += count * count / (count + half_weight)
    return sums


def may_be_time(str text, beginnings):
    cdef int kind = PyUnicode_KIND(text)
    cdef void *data = PyUnicode_DATA(text)
    cdef Py_ssize_t place, size = PyUnicode_GET_LENGTH(text), start = -1
    cdef bint has_digits = False, is_ago = False, is_part
    cdef Py_UCS4 sign
    for place in range(size):
        if _shows_time(kind, data, place, size):
            return True
        has_digits = has_digits or _is_beside_sign(kind, data, place, size)
        is_ago = is_ago or PyUnicode_READ(kind, data, place) == u"前"
    if has_digits and is_ago:
        return True
    # With digits, words are stretches of letters; without, what stands between blanks.
    for place in range(size + 1):
        is_part = False
        if place < size:
            sign = PyUnicode_READ(kind, data, place)
            is_part = Py_UNICODE_ISALNUM(sign) or sign == c"_" if has_digits else not Py_UNICODE_ISSPACE(sign)
        if is_part:
            if start < 0:
                start = place
        elif start >= 0:
            if text[start : min(place, start + 3)] in beginnings:
                return True
            start = -1
    return False


cdef inline Py_UCS4 _at(int kind, void *data, Py_ssize_t place, Py_ssize_t size) noexcept:
    """A character of a text, none behind its end."""
    return PyUnicode_READ(kind, data, place) if place < size else NO_SIGN


cdef inline bint _is_decimal(Py_UCS4 sign) noexcept:
    return sign != NO_SIGN and Py_UNICODE_ISDECIMAL(sign)


cdef inline Py_ssize_t _behind_blank(int kind, void *data, Py_ssize_t place, Py_ssize_t size) noexcept:
    """The next place, or the one behind it where white space stands there."""
    return place + 1 if place < size and Py_UNICODE_ISSPACE(PyUnicode_READ(kind, data, place)) else place


cdef bint _is_beside_sign(int kind, void *data, Py_ssize_t place, Py_ssize_t size) noexcept:
    """Whether `times._DIGITS` has its first part here: a digit, and a sign of times behind it."""
    if not _is_decimal(_at(kind, data, place, size)):
        return False
    return _at(kind, data, _behind_blank(kind, data, place + 1, size), size) in "-/.:h年秒分小天"


cdef bint _shows_time(int kind, void *data, Py_ssize_t place, Py_ssize_t size) noexcept:
    """Whether `times._FIGURES` is here, a lone word for "ago" aside."""
    cdef Py_UCS4 sign = _at(kind, data, place, size), after
    cdef Py_ssize_t digits
    after = _at(kind, data, place + 1, size)
    if sign == u"今" or sign == u"昨" or sign == u"前":
        return after == u"天"
    if not _is_decimal(sign):
        return False
    if after in ":h":
        return _is_decimal(_at(kind, data, place + 2, size)) and _is_decimal(_at(kind, data, place + 3, size))
    if after not in "-/.年":
        return False
    place = _behind_blank(kind, data, place + 2, size)
    for digits in range(2):
        if not _is_decimal(_at(kind, data, place, size)):
            return False
        place += 1
        if _at(kind, data, place, size) in "-/.月":
            return _is_decimal(_at(kind, data, _behind_blank(kind, data, place + 1, size), size))
    return False
