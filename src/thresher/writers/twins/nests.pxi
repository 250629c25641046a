# Elements by their names and by what is around them: the twins of the kernels in named.py and nests.py.

def rows_named(flags, code):
    cdef cnp.ndarray wanted = _as(flags, cnp.NPY_BOOL), codes = _as(code, cnp.NPY_UINT8), rows
    cdef Py_ssize_t row, n = cnp.PyArray_SIZE(codes), found = 0
    cdef uint8_t *is_wanted = _bytes(wanted)
    cdef uint8_t *number = _bytes(codes)
    _demand(cnp.PyArray_SIZE(wanted) == 256)
    for row in range(n):
        found += is_wanted[number[row]]
    rows = _new(found, cnp.NPY_INT64)
    if found:
        found = 0
        for row in range(n):
            if is_wanted[number[row]]:
                _ints(rows)[found] = row
                found += 1
    return rows


def names_among(code):
    cdef cnp.ndarray codes = _as(code, cnp.NPY_UINT8)
    cdef uint8_t[32] bits
    cdef Py_ssize_t row
    memset(bits, 0, 32)
    for row in range(cnp.PyArray_SIZE(codes)):
        bits[_bytes(codes)[row] >> 3] |= 1 << (_bytes(codes)[row] & 7)
    return int.from_bytes((<char *> bits)[:32], "little")


def outermost(rows, end):
    cdef cnp.ndarray starts = _as(rows, cnp.NPY_INT64), ends = _as(end, cnp.NPY_INT64)
    cdef Py_ssize_t place, n = cnp.PyArray_SIZE(starts)
    cdef cnp.ndarray free = _new(n, cnp.NPY_BOOL)
    cdef int64_t reach = 0
    _demand(cnp.PyArray_SIZE(ends) == n)
    for place in range(n):
        _bytes(free)[place] = place == 0 or _ints(starts)[place] >= reach
        reach = max(reach, _ints(ends)[place]) if place else _ints(ends)[place]
    return free


def inside(rows, outer, outer_end):
    cdef cnp.ndarray given = _as(rows, cnp.NPY_INT64), starts = _as(outer, cnp.NPY_INT64)
    cdef cnp.ndarray ends = _as(outer_end, cnp.NPY_INT64)
    cdef Py_ssize_t place, found = 0, n = cnp.PyArray_SIZE(given), n_outer = cnp.PyArray_SIZE(starts)
    cdef cnp.ndarray is_inside = _new(n, cnp.NPY_BOOL)
    cdef int64_t row
    _demand(cnp.PyArray_SIZE(ends) == n_outer)
    for place in range(n):
        row = _ints(given)[place]
        # Most rows come in order, so that the outer one is where the last was, or a little further.
        if place and row < _ints(given)[place - 1]:
            found = 0
        while found < n_outer and _ints(starts)[found] < row:
            found += 1
        _bytes(is_inside)[place] = found > 0 and row < _ints(ends)[found - 1]
    return is_inside


def apart_from(row, end, other, other_end):
    cdef cnp.ndarray starts = _as(row, cnp.NPY_INT64), ends = _as(end, cnp.NPY_INT64)
    cdef cnp.ndarray others = _as(other, cnp.NPY_INT64), other_ends = _as(other_end, cnp.NPY_INT64)
    cdef Py_ssize_t place, number = 0, n = cnp.PyArray_SIZE(starts), n_others = cnp.PyArray_SIZE(others)
    cdef cnp.ndarray apart = _new(n, cnp.NPY_BOOL)
    cdef int64_t start, reach = 0
    cdef bint holds
    _demand(cnp.PyArray_SIZE(ends) == n and cnp.PyArray_SIZE(other_ends) == n_others)
    for place in range(n):
        start = _ints(starts)[place]
        while number < n_others and _ints(others)[number] < start:
            number += 1
        holds = number < n_others and _ints(others)[number] < _ints(ends)[place]
        _bytes(apart)[place] = start >= reach and not holds and not (number and start < _ints(other_ends)[number - 1])
        reach = max(reach, start if holds else _ints(ends)[place])
    return apart


def not_too_deep(numbers, most, code, row, end):
    cdef cnp.ndarray given = _as(numbers, cnp.NPY_INT64), limits = _as(most, cnp.NPY_UINT8)
    cdef cnp.ndarray codes = _as(code, cnp.NPY_UINT8), rows = _as(row, cnp.NPY_INT64), ends = _as(end, cnp.NPY_INT64)
    cdef Py_ssize_t place, count = 0, n = cnp.PyArray_SIZE(given), n_kept = cnp.PyArray_SIZE(codes)
    cdef cnp.ndarray opened = _new(n, cnp.NPY_INT64)
    cdef int64_t *around = _ints(opened)  # the elements that are open, the innermost last
    cdef int64_t[256] levels  # name: how many of these have it
    cdef int64_t number
    cdef uint8_t name
    cdef list found = []
    _demand(cnp.PyArray_SIZE(rows) == n_kept and cnp.PyArray_SIZE(ends) == n_kept)
    for place in range(256):
        levels[place] = 0
    for place in range(n):
        number = _ints(given)[place]
        _demand(0 <= number < n_kept)
        name = _bytes(codes)[number]
        _demand(name < cnp.PyArray_SIZE(limits))
        while count and _ints(ends)[around[count - 1]] <= _ints(rows)[number]:
            count -= 1
            levels[_bytes(codes)[around[count]]] -= 1
        if levels[name] < _bytes(limits)[name]:
            found.append(number)
        levels[name] += 1
        around[count] = number
        count += 1
    return found
