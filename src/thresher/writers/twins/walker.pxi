# A walk through what is kept of a page: the twins of the kernels in walker.py.

cdef enum:
    PARAGRAPH = 0
    CLOSE = 256
    WHOLE = 512


cdef class _Walk:
    """Events so far, and the paragraphs that are not yet among them."""

    cdef list events, subjects
    cdef Py_ssize_t first, stop  # the stretch of paragraphs that comes next

    def __cinit__(self):
        self.events, self.subjects = [], []
        self.first = self.stop = 0

    cdef int end_stretch(self) except -1:
        """Let the paragraphs be an event."""
        if self.stop > self.first:
            self.events.append(PARAGRAPH)
            self.subjects.append(slice(self.first, self.stop))
            self.first = self.stop
        return 0

    cdef int open(self, int64_t code, int64_t element) except -1:
        self.end_stretch()
        self.events.append(code)
        self.subjects.append(element)
        return 0

    cdef int close(self, int64_t code, int64_t element, bint is_whole) except -1:
        """Note that an element closes, or that it is one event as a whole if only a paragraph came since it opened."""
        cdef Py_ssize_t last = len(self.events) - 1
        if is_whole and self.stop == self.first + 1 and last >= 0:
            if self.events[last] == code and self.subjects[last] == element:
                self.first = self.stop
                if last and self.events[last - 1] == code + WHOLE:
                    (<list> self.subjects[last - 1]).append(element)
                    self.events.pop()
                    self.subjects.pop()
                else:
                    self.events[last] = code + WHOLE
                    self.subjects[last] = [element]
                return 0
        self.end_stretch()
        self.events.append(code + CLOSE)
        self.subjects.append(element)
        return 0


def events_of(wanted, closing, whole, code, opens, closes, paragraphs):
    cdef cnp.ndarray want_flags = _as(wanted, cnp.NPY_BOOL), codes = _as(code, cnp.NPY_UINT8)
    cdef cnp.ndarray close_flags = _as(closing, cnp.NPY_BOOL), whole_flags = _as(whole, cnp.NPY_BOOL)
    cdef cnp.ndarray open_places = _as(opens, cnp.NPY_INT64), close_places = _as(closes, cnp.NPY_INT64)
    cdef cnp.ndarray paragraph_places = _as(paragraphs, cnp.NPY_INT64)
    cdef Py_ssize_t n = cnp.PyArray_SIZE(codes), n_paragraphs = cnp.PyArray_SIZE(paragraph_places)
    cdef cnp.ndarray stack = _new(n, cnp.NPY_INT64)  # elements that are open
    cdef uint8_t *is_wanted = _bytes(want_flags)
    cdef uint8_t *is_closing = _bytes(close_flags)
    cdef uint8_t *is_whole = _bytes(whole_flags)
    cdef uint8_t *name = _bytes(codes)
    cdef int64_t *start = _ints(open_places)
    cdef int64_t *end = _ints(close_places)
    cdef int64_t *place = _ints(paragraph_places)
    cdef int64_t *opened = _ints(stack)
    cdef Py_ssize_t element = 0, paragraph = 0, depth = 0
    cdef int64_t here
    cdef bint opening
    cdef _Walk walk = _Walk()
    _demand(cnp.PyArray_SIZE(want_flags) == n and cnp.PyArray_SIZE(open_places) == n)
    _demand(cnp.PyArray_SIZE(close_places) == n)
    _demand(cnp.PyArray_SIZE(close_flags) == CLOSE and cnp.PyArray_SIZE(whole_flags) == CLOSE)
    while True:
        while element < n and not is_wanted[element]:
            element += 1
        if element == n and paragraph == n_paragraphs:
            break
        # At each place, elements close, the inner ones first; then one opens; then a paragraph begins.
        opening = element < n and (paragraph == n_paragraphs or start[element] <= place[paragraph])
        here = start[element] if opening else place[paragraph]
        while depth and end[opened[depth - 1]] <= here:
            depth -= 1
            walk.close(name[opened[depth]], opened[depth], is_whole[name[opened[depth]]])
        if opening:
            walk.open(name[element], element)
            if is_closing[name[element]]:
                opened[depth] = element
                depth += 1
            element += 1
        else:
            paragraph += 1
            walk.stop = paragraph
    while depth:
        depth -= 1
        walk.close(name[opened[depth]], opened[depth], is_whole[name[opened[depth]]])
    walk.end_stretch()
    return walk.events, walk.subjects


def around_one(numbers, wanted, row, end, first, last, opens):
    cdef cnp.ndarray asked = _as(numbers, cnp.NPY_INT64), want_flags = _as(wanted, cnp.NPY_BOOL)
    cdef cnp.ndarray rows = _as(row, cnp.NPY_INT64), ends = _as(end, cnp.NPY_INT64), opening = _as(opens, cnp.NPY_BOOL)
    cdef cnp.ndarray firsts = _as(first, cnp.NPY_INT64), lasts = _as(last, cnp.NPY_INT64)
    cdef Py_ssize_t place, number, inner, count = cnp.PyArray_SIZE(asked), n = cnp.PyArray_SIZE(rows)
    cdef Py_ssize_t n_atoms = cnp.PyArray_SIZE(opening), paragraphs
    cdef int64_t atom
    cdef cnp.ndarray found = _new(count, cnp.NPY_BOOL)
    _demand(cnp.PyArray_SIZE(want_flags) == n and cnp.PyArray_SIZE(ends) == n)
    _demand(cnp.PyArray_SIZE(firsts) == n and cnp.PyArray_SIZE(lasts) == n)
    for place in range(count):
        number = _ints(asked)[place]
        _demand(0 <= number < n)
        _bytes(found)[place] = False
        if not _bytes(want_flags)[number]:
            continue
        inner, paragraphs = number + 1, 0
        while inner < n and _ints(rows)[inner] < _ints(ends)[number] and not _bytes(want_flags)[inner]:
            inner += 1
        if inner < n and _ints(rows)[inner] < _ints(ends)[number]:
            continue
        atom = _ints(firsts)[number]
        _demand(0 <= atom and _ints(lasts)[number] < n_atoms)
        while atom <= _ints(lasts)[number] and paragraphs < 2:
            paragraphs += _bytes(opening)[atom]
            atom += 1
        _bytes(found)[place] = paragraphs == 1
    return found
