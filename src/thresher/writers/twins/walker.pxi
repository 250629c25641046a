# A walk through what is kept of a page: the twins of the kernels in walker.py.

cdef enum:
    CLOSE = 256


def events_of(opened, closed, code, opens, closes, paragraphs):
    cdef cnp.ndarray opening = _as(opened, cnp.NPY_INT64), closing = _as(closed, cnp.NPY_INT64)
    cdef cnp.ndarray codes = _as(code, cnp.NPY_INT64), starts = _as(opens, cnp.NPY_INT64), ends = _as(closes, cnp.NPY_INT64)
    cdef cnp.ndarray places = _as(paragraphs, cnp.NPY_INT64)
    cdef Py_ssize_t n = cnp.PyArray_SIZE(codes), n_opened = cnp.PyArray_SIZE(opening)
    cdef Py_ssize_t n_closed = cnp.PyArray_SIZE(closing), n_paragraphs = cnp.PyArray_SIZE(places)
    cdef cnp.ndarray stack = _new(n_closed, cnp.NPY_INT64)  # elements that are open
    cdef Py_ssize_t opener = 0, closer = 0, paragraph = 0, depth = 0, number
    cdef int64_t here, element
    cdef list events = [], subjects = []
    _demand(cnp.PyArray_SIZE(starts) == n and cnp.PyArray_SIZE(ends) == n)
    for number in range(n_opened):
        _demand(0 <= _ints(opening)[number] < n)
    for number in range(n_closed):
        _demand(0 <= _ints(closing)[number] < n)
    while opener < n_opened or paragraph < n_paragraphs:
        element = _ints(opening)[opener] if opener < n_opened else -1
        # At each place, elements close, the inner ones first; then one opens; then a paragraph begins.
        if element >= 0 and (paragraph == n_paragraphs or _ints(starts)[element] <= _ints(places)[paragraph]):
            here = _ints(starts)[element]
        else:
            here, element = _ints(places)[paragraph], -1
        while depth and _ints(ends)[_ints(stack)[depth - 1]] <= here:
            depth -= 1
            events.append(_ints(codes)[_ints(stack)[depth]] + CLOSE)
            subjects.append(_ints(stack)[depth])
        if element < 0:
            events.append(0)
            subjects.append(paragraph)
            paragraph += 1
            continue
        events.append(_ints(codes)[element])
        subjects.append(element)
        opener += 1
        if closer < n_closed and _ints(closing)[closer] == element:
            _ints(stack)[depth] = element
            depth, closer = depth + 1, closer + 1
    while depth:
        depth -= 1
        events.append(_ints(codes)[_ints(stack)[depth]] + CLOSE)
        subjects.append(_ints(stack)[depth])
    return events, subjects
