# From scores to a choice: the twins of the kernels in decision.py, choice.py and numbering.py.

from libc.math cimport exp, sqrt


def shaped_chances(odds, words, shape, double share, double shift):
    cdef cnp.ndarray given = _as(odds, cnp.NPY_FLOAT64), weights = _as(words, cnp.NPY_FLOAT64)
    cdef cnp.ndarray shapes = _as(shape, cnp.NPY_INT64)
    cdef Py_ssize_t block, n = cnp.PyArray_SIZE(given)
    cdef cnp.npy_intp most = 0
    cdef double weight, mixed
    _demand(cnp.PyArray_SIZE(weights) == n == cnp.PyArray_SIZE(shapes))
    for block in range(n):
        _demand(0 <= _ints(shapes)[block])
        most = max(most, _ints(shapes)[block] + 1)
    cdef cnp.ndarray sums = cnp.PyArray_ZEROS(1, &most, cnp.NPY_FLOAT64, 0)
    cdef cnp.ndarray totals = cnp.PyArray_ZEROS(1, &most, cnp.NPY_FLOAT64, 0), found = _new(n, cnp.NPY_FLOAT64)
    for block in range(n):
        weight = sqrt(max(_floats(weights)[block], 0.5))
        _floats(sums)[_ints(shapes)[block]] += _floats(given)[block] * weight
        _floats(totals)[_ints(shapes)[block]] += weight
    for block in range(n):
        mixed = _floats(sums)[_ints(shapes)[block]] / max(_floats(totals)[_ints(shapes)[block]], 1e-9)
        mixed = share * mixed + (1 - share) * _floats(given)[block] + shift
        # As in `choice.probability`.
        _floats(found)[block] = 1 / (1 + exp(-min(max(mixed, -30.0), 30.0)))
    return found


def repeated_blocks(chance, copy, under):
    cdef cnp.ndarray chances = _as(chance, cnp.NPY_FLOAT64), copies = _as(copy, cnp.NPY_INT64)
    cdef cnp.ndarray places = _as(under, cnp.NPY_INT64)
    cdef Py_ssize_t block, n = cnp.PyArray_SIZE(chances), best
    cdef dict likeliest = {}
    cdef list repeated = []
    _demand(cnp.PyArray_SIZE(copies) == n == cnp.PyArray_SIZE(places))
    for block in range(n):
        text = _ints(copies)[block]
        known = likeliest.setdefault(text, block)
        best = known
        if _floats(chances)[block] > _floats(chances)[best]:
            likeliest[text] = block
    if len(likeliest) < n:
        for block in range(n):
            best = likeliest[_ints(copies)[block]]
            if _ints(places)[block] != _ints(places)[best]:
                repeated.append(block)
    return np.array(repeated, dtype=np.int64)


def best_expected_f1(chance, words, double beta=1.0):
    cdef cnp.ndarray chances = _as(chance, cnp.NPY_FLOAT64), weights = _as(words, cnp.NPY_FLOAT64)
    cdef cnp.ndarray order = np.argsort(-chance, kind="stable")
    cdef Py_ssize_t place, block, best = 0, n = cnp.PyArray_SIZE(chances)
    cdef double square = beta * beta, total = 0, right = 0, taken = 0, f1, best_f1 = -1
    _demand(0 < n == cnp.PyArray_SIZE(weights))
    for place in range(n):
        block = _ints(order)[place]
        total += _floats(chances)[block] * _floats(weights)[block]
    for place in range(n):
        block = _ints(order)[place]
        right += _floats(chances)[block] * _floats(weights)[block]
        taken += _floats(weights)[block]
        f1 = (1 + square) * right / (taken + square * total + 1e-9)
        if f1 > best_f1:
            best, best_f1 = place, f1
    cdef cnp.ndarray chosen = cnp.PyArray_ZEROS(1, cnp.PyArray_DIMS(chances), cnp.NPY_BOOL, 0)
    for place in range(best + 1):
        _bytes(chosen)[_ints(order)[place]] = 1
    return chosen, best_f1


def without_holes(chosen, chance, double least):
    cdef cnp.ndarray given = _as(chosen, cnp.NPY_BOOL), chances = _as(chance, cnp.NPY_FLOAT64)
    cdef cnp.ndarray filled = cnp.PyArray_NewCopy(given, cnp.NPY_CORDER)
    cdef Py_ssize_t block, inner, last = -1, n = cnp.PyArray_SIZE(given)
    cdef bint is_likely
    _demand(cnp.PyArray_SIZE(chances) == n)
    for block in range(n):
        if _bytes(given)[block]:
            # As in `decision.MAX_HOLE`.
            if last >= 0 and block - last - 1 <= 3:
                is_likely = True
                for inner in range(last + 1, block):
                    is_likely = is_likely and _floats(chances)[inner] > least
                if is_likely:
                    for inner in range(last + 1, block):
                        _bytes(filled)[inner] = 1
            last = block
    return filled


def numbered(keys):
    cdef cnp.ndarray given = _as(keys, cnp.NPY_INT64)
    cdef Py_ssize_t row, n = cnp.PyArray_SIZE(given)
    cdef cnp.npy_intp room = 16
    while room < 2 * n:
        room *= 2
    # Open addressing: the number of a key stands in the first free place from that of the key on.
    cdef cnp.ndarray slots = cnp.PyArray_ZEROS(1, &room, cnp.NPY_INT64, 0)
    cdef cnp.ndarray firsts = _new(n, cnp.NPY_INT64), numbers = _new(n, cnp.NPY_INT64)
    cdef uint64_t slot
    cdef int64_t key, count = 0
    for row in range(n):
        key = _ints(given)[row]
        slot = ((<uint64_t> key * <uint64_t> 0x9E3779B97F4A7C15) >> 32) & <uint64_t> (room - 1)
        while _ints(slots)[slot] and _ints(firsts)[_ints(slots)[slot] - 1] != key:
            slot = (slot + 1) & <uint64_t> (room - 1)
        if not _ints(slots)[slot]:
            _ints(firsts)[count] = key
            count += 1
            _ints(slots)[slot] = count
        _ints(numbers)[row] = _ints(slots)[slot] - 1
    return numbers
