# The order in which elements and paragraphs are written: the twin of `walk` in walker.py, which kernels share.

cdef class _Pen:
    """Writes elements and paragraphs in document order."""

    cdef int open(self, tuple written, int64_t around) except -1:
        raise NotImplementedError

    cdef int close(self, tuple written) except -1:
        raise NotImplementedError

    cdef int paragraph(self, Py_ssize_t number, int64_t around) except -1:
        raise NotImplementedError


cdef enum:
    NEVER = 0x7FFFFFFFFFFFFFFF


cdef int _walk(_Pen pen, outlined, list known, dict own, Py_ssize_t n_paragraphs) except -1:
    """Let a pen write the elements that are wanted, and so many paragraphs."""
    cdef cnp.ndarray code = _as(outlined[0], cnp.NPY_UINT8), wanted = _as(outlined[1], cnp.NPY_BOOL)
    cdef cnp.ndarray opens = _as(outlined[2], cnp.NPY_INT64), closes = _as(outlined[3], cnp.NPY_INT64)
    cdef cnp.ndarray around = _as(outlined[4], cnp.NPY_INT64), places = _as(outlined[5], cnp.NPY_INT64)
    cdef cnp.ndarray blocks = _as(outlined[6], cnp.NPY_INT64)
    cdef Py_ssize_t n = cnp.PyArray_SIZE(code), count = cnp.PyArray_SIZE(places), number, paragraph = 0, depth = 0
    cdef cnp.ndarray stops = _new(n, cnp.NPY_INT64), owning = _zeros(n)
    cdef int64_t *stop = _ints(stops)  # where the elements close that are open, the innermost last
    cdef int64_t *has_own = _ints(owning)
    cdef int64_t at, closing, begins
    cdef list open_elements = []
    _demand(cnp.PyArray_SIZE(wanted) == n and cnp.PyArray_SIZE(opens) == n)
    _demand(cnp.PyArray_SIZE(closes) == n and cnp.PyArray_SIZE(around) == n)
    _demand(cnp.PyArray_SIZE(blocks) == count and n_paragraphs == count)
    for number in own:
        _demand(0 <= number < n)
        has_own[number] = 1
    for number in range(n + 1):
        if number < n and not _bytes(wanted)[number]:
            continue
        # At each place elements close, the inner ones first; then one opens; then a paragraph begins.
        at = _ints(opens)[number] if number < n else NEVER
        while True:
            closing = stop[depth - 1] if depth else NEVER
            begins = _ints(places)[paragraph] if paragraph < count else NEVER
            if depth and closing <= at and closing <= begins:
                pen.close(open_elements.pop())
                depth -= 1
            elif paragraph < count and begins < at:
                pen.paragraph(paragraph, _ints(blocks)[paragraph])
                paragraph += 1
            else:
                break
        if number < n:
            if has_own[number]:
                written = own[number]
            else:
                _demand(_bytes(code)[number] < len(known))
                written = known[_bytes(code)[number]]
            pen.open(written, _ints(around)[number])
            stop[depth] = _ints(closes)[number]
            depth += 1
            open_elements.append(written)
    return 0
