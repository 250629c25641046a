# Paragraphs woven together: the twins of the kernels in weave.py.

from libc.stdint cimport uint16_t, uint32_t


def tie(list texts, list numbers, list starts, list stops, list once, first, last, source, opens, Py_ssize_t runs):
    cdef cnp.ndarray firsts = _as(first, cnp.NPY_INT64), lasts = _as(last, cnp.NPY_INT64)
    cdef cnp.ndarray sources = _as(source, cnp.NPY_INT64), opening = _as(opens, cnp.NPY_BOOL)
    cdef Py_ssize_t number, n = len(numbers), n_atoms = cnp.PyArray_SIZE(sources), n_kept = cnp.PyArray_SIZE(firsts)
    cdef cnp.ndarray paragraph_end = _new(n_atoms, cnp.NPY_INT64)  # atom: the last one of its paragraph
    cdef int64_t row, begin, end, atom
    cdef bint ends
    cdef list before = [None] * len(texts), after = [None] * len(texts), signs
    if not len(starts) == len(stops) == len(once) == n:
        raise ValueError("columns of different length")
    _demand(cnp.PyArray_SIZE(lasts) == n_kept and cnp.PyArray_SIZE(opening) == n_atoms)
    for atom in range(n_atoms - 1, -1, -1):
        ends = atom == n_atoms - 1 or _bytes(opening)[atom + 1]
        _ints(paragraph_end)[atom] = atom if ends else _ints(paragraph_end)[atom + 1]
    for number in sorted(range(n), key=numbers.__getitem__) if n else ():  # outer elements first
        row = numbers[number]
        _demand(0 <= row < n_kept)
        begin, end = _ints(firsts)[row], _ints(lasts)[row]
        _demand(0 <= begin <= end < n_atoms)
        if once[number]:
            # In the paragraph of its first text.
            atom = begin
            while atom < end and _ints(sources)[atom] >= runs:
                atom += 1
            if _ints(sources)[atom] >= runs:
                atom = begin
            while _ints(paragraph_end)[begin] < atom:
                begin = _ints(paragraph_end)[begin] + 1
            end = min(end, _ints(paragraph_end)[atom])
        while begin <= end:
            atom = min(end, _ints(paragraph_end)[begin])
            _put_sign(texts, before, _ints(sources)[begin], starts[number], False)
            _put_sign(texts, after, _ints(sources)[atom], stops[number], True)
            begin = atom + 1
    for number in range(len(texts)):
        if before[number] is not None:
            signs = before[number]
            signs.append(texts[number])
            texts[number] = "".join(signs)
        if after[number] is not None:
            signs = after[number]
            signs.append(texts[number])
            signs.reverse()
            texts[number] = "".join(signs)


cdef int _put_sign(list texts, list around, int64_t place, sign, bint behind) except -1:
    """Note a sign before or behind a text; white space there moves out of it."""
    cdef str text
    cdef list signs
    _demand(0 <= place < len(texts))
    if around[place] is not None:
        (<list> around[place]).append(sign)
        return 0
    text, signs = texts[place], [sign]
    if len(text) and Py_UNICODE_ISSPACE(text[len(text) - 1 if behind else 0]):
        texts[place] = text.rstrip() if behind else text.lstrip()
        signs.insert(0, " ")
    around[place] = signs
    return 0


ctypedef fused Source:
    uint8_t
    uint16_t
    uint32_t

ctypedef fused Target:
    uint8_t
    uint16_t
    uint32_t


cdef struct Cloth:
    Py_ssize_t size  # characters that are written
    Py_ssize_t start  # where the paragraph starts
    bint gap  # whether a blank stands before the next character
    Py_UCS4 line  # the sign of a line break


#: Character of ASCII: whether it is white space.
cdef uint8_t[128] BLANK
for _char in range(128):
    BLANK[_char] = chr(_char).isspace()


cdef inline bint _is_blank(Source char) noexcept:
    return BLANK[char] if char < 128 else Py_UNICODE_ISSPACE(char)


cdef void _append(Cloth *cloth, Target *target, Source *text, Py_ssize_t length) noexcept:
    """Write a text behind what is written, its white space collapsed."""
    cdef Py_ssize_t place = 0, size = cloth.size
    cdef Source line = <Source> cloth.line
    while place < length:
        if _is_blank(text[place]):
            cloth.gap = True
            place += 1
        elif size == cloth.start and text[place] == line:
            place += 1
        else:
            if cloth.gap and size > cloth.start:
                target[size] = c" "
                size += 1
            cloth.gap = False
            while place < length and not _is_blank(text[place]):
                target[size] = <Target> text[place]
                size += 1
                place += 1
    cloth.size = size


cdef void _append_any(Cloth *cloth, Target *target, object text) noexcept:
    """Write a text of any kind."""
    cdef Py_ssize_t length = PyUnicode_GET_LENGTH(text)
    cdef int kind = PyUnicode_KIND(text)
    if kind == 1:
        _append(cloth, target, <uint8_t *> PyUnicode_DATA(text), length)
    elif kind == 2:
        _append(cloth, target, <uint16_t *> PyUnicode_DATA(text), length)
    else:
        _append(cloth, target, <uint32_t *> PyUnicode_DATA(text), length)


cdef str _woven(list texts, cnp.ndarray thread, cnp.ndarray stops, Cloth *cloth, Target *target, Py_UCS4 paragraph):
    cdef int64_t *order = _ints(thread)
    cdef int64_t *stop = _ints(stops)
    cdef Py_ssize_t number = 0, count
    for count in range(cnp.PyArray_SIZE(stops)):
        if count:
            target[cloth.size] = <Target> paragraph
            cloth.size += 1
        cloth.start, cloth.gap = cloth.size, False
        while number < stop[count]:
            _append_any(cloth, target, texts[order[number]])
            number += 1
        while cloth.size > cloth.start and (target[cloth.size - 1] == cloth.line or target[cloth.size - 1] == c" "):
            cloth.size -= 1
    return PyUnicode_FromKindAndData(sizeof(Target), target, cloth.size)


def woven(list texts, thread, stops, str line, str paragraph):
    cdef cnp.ndarray order = _as(thread, cnp.NPY_INT64), ends = _as(stops, cnp.NPY_INT64)
    cdef Py_ssize_t number, n = len(texts), n_thread = cnp.PyArray_SIZE(order)
    cdef Py_ssize_t room = cnp.PyArray_SIZE(ends) + 1
    cdef int64_t place, before = 0
    cdef int kind = max(PyUnicode_KIND(line), PyUnicode_KIND(paragraph))
    cdef Cloth cloth
    cdef void *target
    cdef str text
    for number in range(cnp.PyArray_SIZE(ends)):
        _demand(before <= _ints(ends)[number] <= n_thread)
        before = _ints(ends)[number]
    for number in range(n_thread):
        place = _ints(order)[number]
        _demand(0 <= place < n)
        text = texts[place]
        if text is None:
            raise TypeError("a text is missing")
        kind = max(kind, PyUnicode_KIND(text))
        room += PyUnicode_GET_LENGTH(text) + 1
    target = PyMem_Malloc(room * kind)
    if target is NULL:
        raise MemoryError
    cloth.size, cloth.start, cloth.gap, cloth.line = 0, 0, False, ord(line)
    try:
        if kind == 1:
            return _woven(texts, order, ends, &cloth, <uint8_t *> target, ord(paragraph))
        if kind == 2:
            return _woven(texts, order, ends, &cloth, <uint16_t *> target, ord(paragraph))
        return _woven(texts, order, ends, &cloth, <uint32_t *> target, ord(paragraph))
    finally:
        PyMem_Free(target)
