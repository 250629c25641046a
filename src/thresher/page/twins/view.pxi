# Views: the twins of the kernels in view.py.

def compacted(elements, runs, parent, end, host, at):
    cdef cnp.ndarray is_kept = _as(elements, cnp.NPY_BOOL), is_run = _as(runs, cnp.NPY_BOOL)
    cdef cnp.ndarray parents = _as(parent, cnp.NPY_INT64), ends = _as(end, cnp.NPY_INT64)
    cdef cnp.ndarray hosts = _as(host, cnp.NPY_INT64), ats = _as(at, cnp.NPY_INT64)
    cdef cnp.ndarray starts = prefix(is_kept)
    cdef Py_ssize_t row, run, n = cnp.PyArray_SIZE(is_kept), n_runs = cnp.PyArray_SIZE(is_run), place = 0
    cdef int64_t *started = _ints(starts)
    cdef uint8_t *kept = _bytes(is_kept)
    cdef uint8_t *kept_run = _bytes(is_run)
    cdef int64_t above
    _demand(n > 0 and kept[0] and cnp.PyArray_SIZE(parents) == n and cnp.PyArray_SIZE(ends) == n)
    _demand(cnp.PyArray_SIZE(hosts) == n_runs and cnp.PyArray_SIZE(ats) == n_runs)
    cdef cnp.ndarray holders = _new(n, cnp.NPY_INT64)  # element: the nearest one that is kept, as its new row
    cdef int64_t *holder = _ints(holders)
    cdef cnp.ndarray rows = _new(started[n], cnp.NPY_INT64), new_parent = _new(started[n], cnp.NPY_INT64)
    cdef cnp.ndarray new_end = _new(started[n], cnp.NPY_INT64)
    for row in range(n):
        above = _ints(parents)[row]
        _demand(above < row and (above >= 0 or row == 0) and 0 <= _ints(ends)[row] <= n)
        above = holder[above] if row else -1
        holder[row] = above
        if kept[row]:
            holder[row] = place
            _ints(rows)[place] = row
            _ints(new_parent)[place] = above
            _ints(new_end)[place] = started[_ints(ends)[row]]
            place += 1
    cdef Py_ssize_t count = 0
    for run in range(n_runs):
        count += kept_run[run]
    cdef cnp.ndarray kept_runs = _new(count, cnp.NPY_INT64)
    cdef cnp.ndarray new_host = _new(count, cnp.NPY_INT64), new_at = _new(count, cnp.NPY_INT64)
    place = 0
    for run in range(n_runs):
        if kept_run[run]:
            _demand(0 <= _ints(hosts)[run] < n and 0 <= _ints(ats)[run] <= n)
            _ints(kept_runs)[place] = run
            _ints(new_host)[place] = holder[_ints(hosts)[run]]
            _ints(new_at)[place] = started[_ints(ats)[run]]
            place += 1
    return rows, kept_runs, new_parent, new_end, new_host, new_at
