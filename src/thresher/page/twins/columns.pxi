# Trees as columns: the twins of the kernels in columns.py.

def picked(column, mask):
    cdef cnp.ndarray flags = _as(mask, cnp.NPY_BOOL)
    cdef uint8_t *is_in = _bytes(flags)
    cdef list entries = column if type(column) is list else list(column), found = []
    cdef Py_ssize_t place, n = cnp.PyArray_SIZE(flags)
    _demand(len(entries) == n)
    for place in range(n):
        if is_in[place]:
            found.append(entries[place])
    return found


def prefix(column):
    cdef cnp.ndarray given = column
    cdef Py_ssize_t row, n = cnp.PyArray_SIZE(given)
    cdef cnp.ndarray sums
    if cnp.PyArray_ISFLOAT(given):
        given, sums = _as(column, cnp.NPY_FLOAT64), _new(n + 1, cnp.NPY_FLOAT64)
        _float_sums(_floats(given), n, _floats(sums))
    else:
        given, sums = _as(column, cnp.NPY_INT64), _new(n + 1, cnp.NPY_INT64)
        _int_sums(_ints(given), n, _ints(sums))
    return sums


cdef void _float_sums(double *column, Py_ssize_t n, double *sums) noexcept:
    cdef Py_ssize_t row
    sums[0] = 0
    for row in range(n):
        sums[row + 1] = sums[row] + column[row]


cdef void _int_sums(int64_t *column, Py_ssize_t n, int64_t *sums) noexcept:
    cdef Py_ssize_t row
    sums[0] = 0
    for row in range(n):
        sums[row + 1] = sums[row] + column[row]


def subtree_sum(column, end):
    cdef cnp.ndarray sums = prefix(column), ends = _as(end, cnp.NPY_INT64), result
    cdef Py_ssize_t row, n = cnp.PyArray_SIZE(ends)
    cdef int64_t *stop = _ints(ends)
    _demand(cnp.PyArray_SIZE(sums) == n + 1)
    for row in range(n):
        _demand(0 <= stop[row] <= n)
    if cnp.PyArray_ISFLOAT(sums):
        result = _new(n, cnp.NPY_FLOAT64)
        for row in range(n):
            _floats(result)[row] = _floats(sums)[stop[row]] - _floats(sums)[row]
    else:
        result = _new(n, cnp.NPY_INT64)
        for row in range(n):
            _ints(result)[row] = _ints(sums)[stop[row]] - _ints(sums)[row]
    return result


def rows_with(codes, int code):
    cdef cnp.ndarray names = _as(codes, cnp.NPY_UINT8), rows
    cdef Py_ssize_t row, count = 0, n = cnp.PyArray_SIZE(names)
    for row in range(n):
        count += _bytes(names)[row] == code
    rows, count = _new(count, cnp.NPY_INT64), 0
    for row in range(n):
        if _bytes(names)[row] == code:
            _ints(rows)[count] = row
            count += 1
    return rows


def run_bounds(host, at, end):
    cdef cnp.ndarray hosts = _as(host, cnp.NPY_INT64), places = _as(at, cnp.NPY_INT64), ends = _as(end, cnp.NPY_INT64)
    cdef Py_ssize_t row, run = 0, n = cnp.PyArray_SIZE(ends), runs = cnp.PyArray_SIZE(hosts)
    cdef cnp.ndarray first = _new(n, cnp.NPY_INT64), counts = _new(n, cnp.NPY_INT64), stop
    cdef int64_t *count = _ints(counts)
    _demand(cnp.PyArray_SIZE(places) == runs)
    for row in range(n):
        count[row] = 0
        while run < runs and _ints(places)[run] <= row:
            run += 1
        _ints(first)[row] = run
    for run in range(runs):
        _demand(0 <= _ints(hosts)[run] < n)
        count[_ints(hosts)[run]] += 1
    stop = subtree_sum(counts, ends)
    for row in range(n):
        _ints(stop)[row] += _ints(first)[row]
    return first, stop


def block_columns(block, inline, host, at, lengths):
    cdef cnp.ndarray blocks = _as(block, cnp.NPY_INT64), within = _as(inline, cnp.NPY_BOOL)
    cdef cnp.ndarray hosts = _as(host, cnp.NPY_INT64), places = _as(at, cnp.NPY_INT64)
    cdef cnp.ndarray chars = _as(lengths, cnp.NPY_INT64)
    cdef Py_ssize_t n = cnp.PyArray_SIZE(blocks), runs = cnp.PyArray_SIZE(hosts), run, first, element = 0, count = 0
    cdef cnp.ndarray row = _new(runs, cnp.NPY_INT64), start = _new(runs, cnp.NPY_INT64)
    cdef cnp.ndarray stop = _new(runs, cnp.NPY_INT64), length = _new(runs, cnp.NPY_INT64)
    cdef cnp.ndarray of_run = _new(runs, cnp.NPY_INT64)
    cdef int64_t held, holder
    cdef bint opens
    _demand(cnp.PyArray_SIZE(within) == n)
    _demand(cnp.PyArray_SIZE(places) == runs and cnp.PyArray_SIZE(chars) == runs)
    for run in range(runs):
        _demand(0 <= _ints(hosts)[run] < n and 0 <= _ints(places)[run] <= n)
    run = 0
    while run < runs:
        first, held, holder = run, 0, _ints(blocks)[_ints(hosts)[run]]
        opens = False
        while True:
            held += _ints(chars)[run]
            run += 1
            if run == runs:
                break
            # A block that starts between two runs parts them.
            element = _ints(places)[run - 1]
            while element < _ints(places)[run] and not opens:
                opens = not _bytes(within)[element]
                element += 1
            if opens or _ints(blocks)[_ints(hosts)[run]] != holder:
                break
        for element in range(first, run):
            _ints(of_run)[element] = count if held > 0 else -1
        if held > 0:
            _ints(row)[count], _ints(start)[count] = holder, first
            _ints(stop)[count], _ints(length)[count] = run, held
            count += 1
    return row[:count], start[:count], stop[:count], length[:count], of_run


def child_sum(column, parent):
    cdef cnp.ndarray values = _as(column, cnp.NPY_FLOAT64), parents = _as(parent, cnp.NPY_INT64), sums
    cdef Py_ssize_t row, n = cnp.PyArray_SIZE(parents)
    cdef double *value = _floats(values)
    cdef double *total
    cdef int64_t *above = _ints(parents)
    sums = cnp.PyArray_ZEROS(1, cnp.PyArray_DIMS(parents), cnp.NPY_FLOAT64, 0)
    total = _floats(sums)
    _demand(cnp.PyArray_SIZE(values) == n)
    for row in range(n):
        if above[row] >= 0:
            _demand(above[row] < n)
            total[above[row]] += value[row]
    return sums


def sum_by_row(rows, column, Py_ssize_t count):
    cdef cnp.ndarray places = _as(rows, cnp.NPY_INT64), values = _as(column, cnp.NPY_INT64), sums
    cdef cnp.npy_intp size = count
    cdef Py_ssize_t place
    cdef int64_t row
    sums = cnp.PyArray_ZEROS(1, &size, cnp.NPY_INT64, 0)
    _demand(cnp.PyArray_SIZE(places) == cnp.PyArray_SIZE(values))
    for place in range(cnp.PyArray_SIZE(places)):
        row = _ints(places)[place]
        _demand(0 <= row < count)
        _ints(sums)[row] += _ints(values)[place]
    return sums


def nesting(mask, end):
    cdef cnp.ndarray flags = _as(mask, cnp.NPY_BOOL), ends = _as(end, cnp.NPY_INT64), result
    cdef Py_ssize_t row, n = cnp.PyArray_SIZE(ends)
    cdef uint8_t *is_in = _bytes(flags)
    cdef int64_t *stop = _ints(ends)
    cdef int64_t *level
    cdef int64_t around = 0
    result = cnp.PyArray_ZEROS(1, cnp.PyArray_DIMS(ends), cnp.NPY_INT64, 0)
    level = _ints(result)
    _demand(cnp.PyArray_SIZE(flags) == n)
    for row in range(n):
        if is_in[row]:
            _demand(row <= stop[row] <= n)
            level[row] += 1
            if stop[row] < n:
                level[stop[row]] -= 1
        around += level[row]
        level[row] = around
    return result


def mark_subtrees(rows, end):
    cdef cnp.ndarray given = rows, ends = _as(end, cnp.NPY_INT64), marked
    cdef Py_ssize_t row, place, n = cnp.PyArray_SIZE(ends)
    cdef int64_t *stop = _ints(ends)
    cdef int64_t reach = 0
    cdef uint8_t *mark
    if cnp.PyArray_ISBOOL(given):
        _demand(cnp.PyArray_SIZE(given) == n)
        marked = cnp.PyArray_NewCopy(given, cnp.NPY_CORDER)
        mark = _bytes(marked)
    else:
        given = _as(rows, cnp.NPY_INT64)
        marked = cnp.PyArray_ZEROS(1, cnp.PyArray_DIMS(ends), cnp.NPY_BOOL, 0)
        mark = _bytes(marked)
        for place in range(cnp.PyArray_SIZE(given)):
            row = _ints(given)[place]
            row += n if row < 0 else 0
            _demand(0 <= row < n)
            mark[row] = 1
    for row in range(n):
        if mark[row] and stop[row] > reach:
            reach = stop[row]
        mark[row] = row < reach
    return marked


def inherited(flags, end):
    cdef cnp.ndarray ends = _as(end, cnp.NPY_INT64), outers = _new(cnp.PyArray_SIZE(ends), cnp.NPY_INT64)
    cdef cnp.ndarray every = cnp.PyArray_NewCopy(_as(flags, cnp.NPY_UINT8), cnp.NPY_CORDER)
    cdef Py_ssize_t row, n = cnp.PyArray_SIZE(ends)
    cdef int64_t *stop = _ints(ends)
    cdef int64_t *outer = _ints(outers)  # row: the one around it
    cdef uint8_t *flag = _bytes(every)
    cdef int64_t around = -1
    _demand(cnp.PyArray_SIZE(every) == n)
    for row in range(n):
        while around >= 0 and stop[around] <= row:
            around = outer[around]
        if around >= 0:
            flag[row] |= flag[around]
        outer[row] = around
        around = row
    return every


def subtree_argmax(column, end):
    cdef cnp.ndarray values = _as(column, cnp.NPY_INT64), ends = _as(end, cnp.NPY_INT64), result
    cdef Py_ssize_t row, n = cnp.PyArray_SIZE(ends)
    cdef int64_t *value = _ints(values)
    cdef int64_t *stop = _ints(ends)
    cdef int64_t *best
    cdef int64_t child
    _demand(cnp.PyArray_SIZE(values) == n)
    result = _new(n, cnp.NPY_INT64)
    best = _ints(result)
    for row in range(n - 1, -1, -1):
        _demand(row < stop[row] <= n)
        best[row] = row
        child = row + 1
        while child < stop[row]:
            if value[best[child]] > value[best[row]]:
                best[row] = best[child]
            child = stop[child]
    return result


def depths(end):
    cdef cnp.ndarray ends = _as(end, cnp.NPY_INT64), result
    cdef Py_ssize_t row, n = cnp.PyArray_SIZE(ends)
    cdef int64_t *stop = _ints(ends)
    cdef int64_t *level
    cdef int64_t closed = 0
    result = cnp.PyArray_ZEROS(1, cnp.PyArray_DIMS(ends), cnp.NPY_INT64, 0)
    level = _ints(result)
    for row in range(n):
        _demand(0 <= stop[row] <= n)
        if stop[row] < n:
            level[stop[row]] += 1
    for row in range(n):
        closed += level[row]
        level[row] = row - closed
    return result


def parents(depth):
    cdef cnp.ndarray levels = _as(depth, cnp.NPY_INT64), result
    cdef Py_ssize_t row, n = cnp.PyArray_SIZE(levels)
    cdef int64_t *level = _ints(levels)
    cdef int64_t *parent
    cdef int64_t last
    result = _new(n, cnp.NPY_INT64)
    parent = _ints(result)
    for row in range(n):
        # The parent is the row before, or as many steps above that one as this row is above its child.
        last = row - 1
        while last >= 0 and level[last] >= level[row]:
            last = parent[last]
        parent[row] = last
    return result


def nearest(mask, end, rows=None):
    cdef cnp.ndarray flags = _as(mask, cnp.NPY_BOOL), ends = _as(end, cnp.NPY_INT64), result, outers
    cdef Py_ssize_t row, n = cnp.PyArray_SIZE(ends)
    cdef uint8_t *is_in = _bytes(flags)
    cdef int64_t *stop = _ints(ends)
    cdef int64_t *found
    cdef int64_t *outer  # marked row: the marked one around it
    cdef int64_t around = -1
    _demand(cnp.PyArray_SIZE(flags) == n)
    result, outers = _new(n, cnp.NPY_INT64), _new(n, cnp.NPY_INT64)
    found, outer = _ints(result), _ints(outers)
    for row in range(n):
        while around >= 0 and stop[around] <= row:
            around = outer[around]
        if is_in[row]:
            outer[row] = around
            around = row
        found[row] = around
    return result if rows is None else result[rows]
