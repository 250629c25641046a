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


cdef enum:
    # Bits of `clean.Cleaning.roles`.
    DROPPED = 1
    UNWRAPPED = 2
    MUTED = 4


def cleaned(roles, int causes, code, hidden, end, host, list going, list staying):
    cdef cnp.ndarray bits = _as(roles, cnp.NPY_UINT8), codes = _as(code, cnp.NPY_UINT8)
    cdef cnp.ndarray flags = _as(hidden, cnp.NPY_UINT8), ends = _as(end, cnp.NPY_INT64), hosts = _as(host, cnp.NPY_INT64)
    cdef Py_ssize_t row, run, n = cnp.PyArray_SIZE(ends), n_runs = cnp.PyArray_SIZE(hosts)
    cdef cnp.ndarray elements = _new(n, cnp.NPY_BOOL), silent = _new(n, cnp.NPY_BOOL), runs = _new(n_runs, cnp.NPY_BOOL)
    cdef int64_t doomed = 0, muted = 0  # where the subtree of what goes ends, and of what has no text
    cdef uint8_t role
    # What stays or goes by its row has its role here until all is looked at.
    cdef uint8_t *roles_here = _bytes(silent)
    _demand(cnp.PyArray_SIZE(codes) == n and cnp.PyArray_SIZE(flags) == n)
    for row in range(n):
        _demand(_bytes(codes)[row] < cnp.PyArray_SIZE(bits))
        role = _bytes(bits)[_bytes(codes)[row]]
        roles_here[row] = role | DROPPED if _bytes(flags)[row] & causes else role
    for row in going:
        _demand(0 <= row < n)
        roles_here[row] |= DROPPED
    for row in staying:
        _demand(0 <= row < n)
        roles_here[row] &= MUTED
    for row in range(n):
        role = roles_here[row]
        if role & DROPPED:
            doomed = max(doomed, _ints(ends)[row])
        if role & MUTED:
            muted = max(muted, _ints(ends)[row])
        _bytes(elements)[row] = row >= doomed and not role & UNWRAPPED
        _bytes(silent)[row] = row < doomed or row < muted
    for run in range(n_runs):
        _demand(0 <= _ints(hosts)[run] < n)
        _bytes(runs)[run] = not _bytes(silent)[_ints(hosts)[run]]
    return elements, runs
