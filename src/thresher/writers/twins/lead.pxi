# The picture that an article begins with: the twin of the kernel in lead.py.

cdef enum:
    PICTURE_NAME = 1
    HEADLINE_NAME = 2
    ARTICLE_NAME = 4


def lead_rows(columns, runs, shown, kinds, limits):
    cdef cnp.ndarray codes = _as(columns.code, cnp.NPY_UINT8), causes = _as(columns.hidden, cnp.NPY_UINT8)
    cdef cnp.ndarray ends = _as(columns.end, cnp.NPY_INT64), hosts = _as(columns.host, cnp.NPY_INT64)
    cdef cnp.ndarray ats = _as(columns.at, cnp.NPY_INT64), lengths = _as(columns.length, cnp.NPY_INT64)
    cdef cnp.ndarray selected = _as(runs, cnp.NPY_INT64), others = _as(shown, cnp.NPY_INT64)
    cdef cnp.ndarray names = _as(kinds, cnp.NPY_UINT8)
    cdef int64_t least = limits.paragraph, most = limits.text, chars = 0, start, row, run
    cdef int64_t headline = -1, article = -1
    cdef int invisible = limits.invisible, hides = limits.hides
    cdef Py_ssize_t n = cnp.PyArray_SIZE(codes), n_runs = cnp.PyArray_SIZE(ats), number, other = 0
    cdef uint8_t *name = _bytes(names)
    cdef uint8_t *code = _bytes(codes)
    cdef list rows = [], near = []
    _demand(cnp.PyArray_SIZE(causes) == n and cnp.PyArray_SIZE(ends) == n and cnp.PyArray_SIZE(names) == N_NAMES)
    _demand(cnp.PyArray_SIZE(hosts) == n_runs and cnp.PyArray_SIZE(lengths) == n_runs)
    _demand(cnp.PyArray_SIZE(selected) > 0)
    run = -1
    for number in range(cnp.PyArray_SIZE(selected)):
        _demand(0 <= _ints(selected)[number] < n_runs)
        if _ints(lengths)[_ints(selected)[number]] >= least:
            run = _ints(selected)[number]
            break
    start = _ints(ats)[run if run >= 0 else _ints(selected)[0]]
    _demand(0 <= start <= n)
    for row in range(start):
        if name[code[row]] & HEADLINE_NAME:
            headline = row
        if name[code[row]] & ARTICLE_NAME and article < 0 and _ints(ends)[row] >= start:
            article = row
    if headline < 0 or 0 <= article < headline:
        headline = article if article >= 0 else start
    for row in range(headline + 1, start):
        if name[code[row]] & PICTURE_NAME and not _bytes(causes)[row] & hides:
            while other < cnp.PyArray_SIZE(others) and _ints(others)[other] < row:
                other += 1
            if other < cnp.PyArray_SIZE(others) and _ints(others)[other] == row:
                return []
            rows.append(row)
    if not rows:
        return []
    # Backwards from the paragraph, as far as little text is between.
    run = n_runs
    while run > 0 and _ints(ats)[run - 1] >= start:
        run -= 1
    for row in reversed(rows):
        while run > 0 and _ints(ats)[run - 1] > row:
            run -= 1
            _demand(0 <= _ints(hosts)[run] < n)
            if not _bytes(causes)[_ints(hosts)[run]] & invisible:
                chars += _ints(lengths)[run]
        if chars > most:
            break
        near.append(row)
    near.reverse()
    return near
