# Plain text: the twins of the kernels in text.py.

def boundaries(blocks, breaks, end, host, at):
    cdef cnp.ndarray around = nesting(blocks, end), started = prefix(blocks), broken = prefix(breaks)
    cdef cnp.ndarray hosts = _as(host, cnp.NPY_INT64), ats = _as(at, cnp.NPY_INT64)
    cdef Py_ssize_t run, n = cnp.PyArray_SIZE(around), n_runs = cnp.PyArray_SIZE(hosts)
    cdef cnp.ndarray opens = _new(n_runs, cnp.NPY_BOOL), follows = _new(n_runs, cnp.NPY_BOOL)
    cdef int64_t here, place, blocks_here, depth_here, breaks_here
    cdef int64_t blocks_before = -1, depth_before = -1, breaks_before = -1
    _demand(cnp.PyArray_SIZE(ats) == n_runs and cnp.PyArray_SIZE(broken) == n + 1)
    for run in range(n_runs):
        here, place = _ints(hosts)[run], _ints(ats)[run]
        _demand(0 <= here < n and 0 <= place <= n)
        blocks_here, depth_here, breaks_here = _ints(started)[place], _ints(around)[here], _ints(broken)[place]
        _bytes(opens)[run] = (
            run == 0
            or blocks_here != blocks_before
            or depth_here != depth_before
            or breaks_here > breaks_before + 1
        )
        _bytes(follows)[run] = run > 0 and breaks_here > breaks_before
        blocks_before, depth_before, breaks_before = blocks_here, depth_here, breaks_here
    return opens, follows


def gaps_between(item, line):
    cdef cnp.ndarray items = _as(item, cnp.NPY_INT64), lines = _as(line, cnp.NPY_INT64)
    cdef Py_ssize_t place, n = cnp.PyArray_SIZE(items)
    cdef int64_t *in_item = _ints(items)
    cdef int64_t *in_line = _ints(lines)
    cdef list gaps = []
    _demand(cnp.PyArray_SIZE(lines) == n)
    for place in range(n):
        if place == 0:
            gaps.append(2)
        elif in_line[place] >= 0 and in_line[place] == in_line[place - 1]:
            gaps.append(0)
        elif (in_item[place] >= 0 and in_item[place - 1] >= 0) or (in_line[place] >= 0 and in_line[place - 1] >= 0):
            gaps.append(1)
        else:
            gaps.append(2)
    return gaps
