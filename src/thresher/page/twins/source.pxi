# The source of a view: the twins of the kernels in source.py.

def source_tokens(list start_tags, list tags, list texts, end, host, at, is_empty):
    cdef cnp.ndarray ends = _as(end, cnp.NPY_INT64), hosts = _as(host, cnp.NPY_INT64), ats = _as(at, cnp.NPY_INT64)
    cdef cnp.ndarray is_void = _as(is_empty, cnp.NPY_BOOL)
    cdef Py_ssize_t n = len(tags), n_runs = len(texts), count = 0, place = 0, element, written = 0, top = -1
    _demand(len(start_tags) == n == cnp.PyArray_SIZE(ends) == cnp.PyArray_SIZE(is_void))
    _demand(n_runs == cnp.PyArray_SIZE(hosts) == cnp.PyArray_SIZE(ats))
    for element in range(n):
        count += 2 - (_bytes(is_void)[element] != 0)
    cdef cnp.ndarray row = _new(count + n_runs, cnp.NPY_INT64), run = _new(count + n_runs, cnp.NPY_INT64)
    cdef cnp.ndarray closing = _new(count + n_runs, cnp.NPY_BOOL), opened = _new(n, cnp.NPY_INT64)
    cdef int64_t *open_row = _ints(opened)
    cdef int64_t holder
    cdef list tokens = []
    cdef dict end_tags = {}
    for element in range(n + 1):
        while True:
            # Ahead of the next element stand the texts up to there, each in its host, and the ends of what is over.
            if written < n_runs and _ints(ats)[written] <= element:
                holder = _ints(hosts)[written]
            elif element < n and top >= 0 and _ints(ends)[open_row[top]] <= element:
                holder = -1
            elif element == n and top >= 0:
                holder = -1
            else:
                break
            if top >= 0 and open_row[top] != holder:
                if not _bytes(is_void)[open_row[top]]:
                    tag = tags[open_row[top]]
                    token = end_tags.get(tag)
                    if token is None:
                        token = end_tags[tag] = f"</{tag}>"
                    tokens.append(token)
                    _ints(row)[place], _ints(run)[place], _bytes(closing)[place] = open_row[top], -1, True
                    place += 1
                top -= 1
                continue
            _demand(top >= 0)
            tokens.append(texts[written])
            _ints(row)[place], _ints(run)[place], _bytes(closing)[place] = holder, written, False
            place += 1
            written += 1
        if element < n:
            tokens.append(start_tags[element])
            _ints(row)[place], _ints(run)[place], _bytes(closing)[place] = element, -1, False
            place += 1
            top += 1
            open_row[top] = element
    return tokens, row, run, closing
