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


def stretches(opens, length):
    cdef cnp.ndarray begins = _as(opens, cnp.NPY_BOOL), lengths = _as(length, cnp.NPY_INT64)
    cdef Py_ssize_t run = 0, start, n = cnp.PyArray_SIZE(begins)
    cdef list starts = [], stops = []
    cdef bint has_text
    _demand(cnp.PyArray_SIZE(lengths) == n)
    while run < n and not _bytes(begins)[run]:
        run += 1
    while run < n:
        start, has_text = run, False
        while True:
            has_text = has_text or _ints(lengths)[run] > 0
            run += 1
            if run == n or _bytes(begins)[run]:
                break
        if has_text:
            starts.append(start)
            stops.append(run)
    return starts, stops


def assembled(list texts, item, lists, line, dict numbers):
    cdef cnp.ndarray items = _as(item, cnp.NPY_INT64), around = _as(lists, cnp.NPY_INT64)
    cdef cnp.ndarray lines = _as(line, cnp.NPY_INT64)
    cdef Py_ssize_t place, n = cnp.PyArray_SIZE(items)
    cdef int64_t *in_item = _ints(items)
    cdef int64_t *in_line = _ints(lines)
    cdef list parts = []
    cdef bint in_row
    _demand(len(texts) == n == cnp.PyArray_SIZE(around) == cnp.PyArray_SIZE(lines))
    for place in range(n):
        in_row = False
        if place:
            in_row = in_line[place] >= 0 and in_line[place] == in_line[place - 1]
            if in_row:
                parts.append(" | ")
            elif (in_item[place] >= 0 and in_item[place - 1] >= 0) or (in_line[place] >= 0 and in_line[place - 1] >= 0):
                parts.append("\n")
            else:
                parts.append("\n\n")
        if in_item[place] >= 0 and not in_row and (place == 0 or in_item[place] != in_item[place - 1]):
            # As in `text.INDENT` and `MAX_INDENTS`.
            parts.append("  " * min(max(_ints(around)[place] - 1, 0), 8))
            number = numbers.get(in_item[place]) if numbers else None
            parts.append("- " if number is None else f"{number}. ")
        parts.append(texts[place])
    return "".join(parts)
