# The outline of a page: the twins of the kernels in outline.py.

cdef enum:
    # As in `outline.Held`.
    WORDS = 0
    CHARS = 1
    LINK_WORDS = 2
    LINK_CHARS = 3
    LINK_TAGS = 4
    PICTURES = 5
    BLOCK_TAGS = 6
    BLOCKS = 7
    HELD = 8


def runs_with_text(text, length, host, in_link, start):
    cdef cnp.ndarray lengths = _as(length, cnp.NPY_INT64), hosts = _as(host, cnp.NPY_INT64)
    cdef cnp.ndarray links = _as(in_link, cnp.NPY_BOOL), starts = _as(start, cnp.NPY_INT64)
    cdef Py_ssize_t runs = cnp.PyArray_SIZE(lengths), blocks = cnp.PyArray_SIZE(starts)
    cdef Py_ssize_t run, block = 0, count = 0, n = cnp.PyArray_SIZE(links)
    cdef cnp.ndarray own = _new(runs, cnp.NPY_INT64), chars = _new(runs, cnp.NPY_INT64)
    cdef cnp.ndarray linked = _new(runs, cnp.NPY_BOOL), first = _new(blocks + 1, cnp.NPY_INT64)
    cdef list given = text if type(text) is list else list(text), texts = []
    _demand(len(given) == runs == cnp.PyArray_SIZE(hosts))
    for run in range(runs):
        while block < blocks and _ints(starts)[block] <= run:
            _ints(first)[block] = count
            block += 1
        if _ints(lengths)[run] > 0:
            _demand(0 <= _ints(hosts)[run] < n)
            _ints(own)[count], _ints(chars)[count] = _ints(hosts)[run], _ints(lengths)[run]
            _bytes(linked)[count] = _bytes(links)[_ints(hosts)[run]]
            texts.append(given[run])
            count += 1
    _demand(block == blocks)
    _ints(first)[blocks] = count
    return texts, own[:count], chars[:count], linked[:count], first


def outlined(host, words, length, in_link, is_picture, is_inline, blocks, parent, end, Py_ssize_t body):
    cdef cnp.ndarray hosts = _as(host, cnp.NPY_INT64), counts = _as(words, cnp.NPY_FLOAT64)
    cdef cnp.ndarray lengths = _as(length, cnp.NPY_INT64), links = _as(in_link, cnp.NPY_BOOL)
    cdef cnp.ndarray pictures = _as(is_picture, cnp.NPY_BOOL), inline_ones = _as(is_inline, cnp.NPY_BOOL)
    cdef cnp.ndarray holders = _as(blocks, cnp.NPY_INT64), parents = _as(parent, cnp.NPY_INT64)
    cdef cnp.ndarray ends = _as(end, cnp.NPY_INT64)
    cdef Py_ssize_t n = cnp.PyArray_SIZE(links), runs = cnp.PyArray_SIZE(hosts), number = cnp.PyArray_SIZE(holders)
    cdef Py_ssize_t row, run, line, place, kept = 0
    cdef cnp.npy_intp[2] shape
    cdef int64_t above
    _demand(cnp.PyArray_SIZE(counts) == runs == cnp.PyArray_SIZE(lengths) and 0 <= body < n)
    _demand(cnp.PyArray_SIZE(pictures) == n == cnp.PyArray_SIZE(inline_ones))
    _demand(cnp.PyArray_SIZE(parents) == n == cnp.PyArray_SIZE(ends))
    # Twice of what each element holds, first of its own, then with all that is in it: there are half words.
    shape[0], shape[1] = n, HELD
    cdef cnp.ndarray table = cnp.PyArray_ZEROS(2, shape, cnp.NPY_INT64, 0)
    cdef int64_t *held = _ints(table)
    for run in range(runs):
        row = _ints(hosts)[run]
        _demand(0 <= row < n)
        held[row * HELD + WORDS] += <int64_t> (2 * _floats(counts)[run])
        held[row * HELD + CHARS] += 2 * _ints(lengths)[run]
    for run in range(number):
        _demand(0 <= _ints(holders)[run] < n)
        held[_ints(holders)[run] * HELD + BLOCKS] += 2
    for row in range(n):
        if _bytes(links)[row]:
            held[row * HELD + LINK_WORDS] = held[row * HELD + WORDS]
            held[row * HELD + LINK_CHARS] = held[row * HELD + CHARS]
            held[row * HELD + LINK_TAGS] = 2
        held[row * HELD + PICTURES] = 2 * _bytes(pictures)[row]
        held[row * HELD + BLOCK_TAGS] = 2 * (not _bytes(inline_ones)[row])
    for row in range(n - 1, -1, -1):
        kept += held[row * HELD + BLOCKS] > 0
        above = _ints(parents)[row]
        _demand(row < _ints(ends)[row] <= n and (0 <= above < row or row == 0))
        if row:
            for line in range(HELD):
                held[above * HELD + line] += held[row * HELD + line]
    cdef cnp.ndarray ahead = _new(n + 1, cnp.NPY_INT64), rows = _new(kept, cnp.NPY_INT64)
    cdef cnp.ndarray new_parent = _new(kept, cnp.NPY_INT64), new_end = _new(kept, cnp.NPY_INT64)
    cdef cnp.ndarray block = _new(number, cnp.NPY_INT64)
    shape[0], shape[1] = HELD + 1, kept
    cdef cnp.ndarray sums = cnp.PyArray_EMPTY(2, shape, cnp.NPY_FLOAT64, 0)
    place = 0
    for row in range(n):
        _ints(ahead)[row] = place
        if held[row * HELD + BLOCKS] > 0:
            _ints(rows)[place] = row
            # Who holds a kept element is kept as well.
            _ints(new_parent)[place] = _ints(ahead)[_ints(parents)[row]] if row else 0
            for line in range(HELD):
                _floats(sums)[line * kept + place] = 0.5 * held[row * HELD + line]
            _floats(sums)[HELD * kept + place] = _ints(ends)[row] - row - 1
            place += 1
    _ints(ahead)[n] = place
    for place in range(kept):
        _ints(new_end)[place] = _ints(ahead)[_ints(ends)[_ints(rows)[place]]]
    for run in range(number):
        _ints(block)[run] = _ints(ahead)[_ints(holders)[run]]
    return rows, new_parent, new_end, block, int(_ints(ahead)[body]), sums


def climbed(places, above, Py_ssize_t count):
    cdef cnp.ndarray first = _as(places, cnp.NPY_INT64), up = _as(above, cnp.NPY_INT64)
    cdef Py_ssize_t level, place, n = cnp.PyArray_SIZE(first), size = cnp.PyArray_SIZE(up)
    cdef cnp.npy_intp[2] shape
    _demand(count > 0)
    shape[0], shape[1] = count, n
    cdef cnp.ndarray levels = cnp.PyArray_EMPTY(2, shape, cnp.NPY_INT64, 0)
    cdef int64_t *found = _ints(levels)
    for place in range(n):
        found[place] = _ints(first)[place]
    for level in range(1, count):
        for place in range(n):
            _demand(0 <= found[place] < size)
            found[n + place] = _ints(up)[found[place]]
        found += n
    return levels


def counted_around(number, end, block, Py_ssize_t count, Py_ssize_t most):
    cdef cnp.ndarray numbers = _as(number, cnp.NPY_INT64), ends = _as(end, cnp.NPY_INT64)
    cdef cnp.ndarray places = _as(block, cnp.NPY_INT64)
    cdef Py_ssize_t n = cnp.PyArray_SIZE(numbers), blocks = cnp.PyArray_SIZE(places), row, line, place
    cdef cnp.npy_intp[2] shape
    cdef int64_t above = -1
    _demand(cnp.PyArray_SIZE(ends) == n and count >= 0 and 0 < most < 256)
    shape[0], shape[1] = n, count
    cdef cnp.ndarray table = cnp.PyArray_ZEROS(2, shape, cnp.NPY_UINT8, 0)
    shape[0], shape[1] = count, blocks
    cdef cnp.ndarray found = cnp.PyArray_EMPTY(2, shape, cnp.NPY_UINT8, 0)
    cdef cnp.ndarray outers = _new(n, cnp.NPY_INT64)  # place: the one around it
    cdef uint8_t *around = _bytes(table)
    for row in range(n):
        while above >= 0 and _ints(ends)[above] <= row:
            above = _ints(outers)[above]
        _ints(outers)[row] = above
        if above >= 0:
            memcpy(around + row * count, around + above * count, count)
        line = _ints(numbers)[row]
        _demand(line < count)
        if line >= 0 and around[row * count + line] < most:
            around[row * count + line] += 1
        above = row
    for place in range(blocks):
        row = _ints(places)[place]
        _demand(0 <= row < n)
        for line in range(count):
            _bytes(found)[line * blocks + place] = around[row * count + line]
    return found
