# Paragraphs woven together: the twins of the kernels in weave.py.

from libc.stdint cimport uint16_t, uint32_t


def by_paragraph(first, last, once, opens, is_text):
    cdef cnp.ndarray firsts = _as(first, cnp.NPY_INT64), lasts = _as(last, cnp.NPY_INT64)
    cdef cnp.ndarray onces = _as(once, cnp.NPY_BOOL), opening = _as(opens, cnp.NPY_BOOL)
    cdef cnp.ndarray texts = _as(is_text, cnp.NPY_BOOL), paragraphs = prefix(opens)
    cdef Py_ssize_t n = cnp.PyArray_SIZE(firsts), n_atoms = cnp.PyArray_SIZE(opening), number, found = 0, room = 0
    cdef int64_t begin, end, atom
    cdef cnp.ndarray starts, stops, which
    _demand(cnp.PyArray_SIZE(lasts) == n and cnp.PyArray_SIZE(onces) == n and cnp.PyArray_SIZE(texts) == n_atoms)
    for number in range(n):
        begin, end = _ints(firsts)[number], _ints(lasts)[number]
        _demand(0 <= begin <= end < n_atoms)
        room += 1 if _bytes(onces)[number] else _ints(paragraphs)[end + 1] - _ints(paragraphs)[begin + 1] + 1
    starts, stops, which = (_new(room, cnp.NPY_INT64) for _ in range(3))
    for number in range(n):
        begin, end = _ints(firsts)[number], _ints(lasts)[number]
        if _bytes(onces)[number] and _ints(paragraphs)[begin + 1] != _ints(paragraphs)[end + 1]:
            atom = begin
            while atom <= end and not _bytes(texts)[atom]:
                atom += 1
            atom = begin if atom > end else atom
            while begin < atom and _ints(paragraphs)[begin + 1] != _ints(paragraphs)[atom + 1]:
                begin += 1
            while atom < end and not _bytes(opening)[atom + 1]:
                atom += 1
            end = atom
        for atom in range(begin, end + 1):
            if atom == end or _bytes(opening)[atom + 1]:
                _ints(starts)[found], _ints(stops)[found], _ints(which)[found] = begin, atom, number
                found += 1
                begin = atom + 1
    return starts, stops, which


def tie(list texts, list first, list last, list starts, list stops):
    cdef dict before = {}, after = {}
    cdef Py_ssize_t number, begin, end, n = len(first), size = len(texts)
    cdef str text
    cdef list signs
    if not len(last) == len(starts) == len(stops) == n:
        raise ValueError("columns of different length")
    for number in range(n):
        begin, end = first[number], last[number]
        _demand(0 <= begin < size and 0 <= end < size)
        signs = before.setdefault(begin, [])
        text = texts[begin]
        if len(text) and Py_UNICODE_ISSPACE(text[0]):
            texts[begin] = text.lstrip()
            signs.append(" ")
        signs.append(starts[number])
        signs = after.setdefault(end, [])
        text = texts[end]
        if len(text) and Py_UNICODE_ISSPACE(text[len(text) - 1]):
            texts[end] = text.rstrip()
            signs.append(" ")
        signs.append(stops[number])
    for place, signs in before.items():
        signs.append(texts[place])
        texts[place] = "".join(signs)
    for place, signs in after.items():
        signs.append(texts[place])
        signs.reverse()
        texts[place] = "".join(signs)


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


cdef void _append(Cloth *cloth, Target *target, Source *text, Py_ssize_t length) noexcept:
    """Write a text behind what is written, its white space collapsed."""
    cdef Py_ssize_t place, size = cloth.size, start = cloth.start
    cdef bint gap = cloth.gap
    cdef Source char
    for place in range(length):
        char = text[place]
        if char == c" " or (char < 0x21 or char > 0x7e) and Py_UNICODE_ISSPACE(char):
            gap = True
        else:
            if size == start:
                if char == cloth.line:
                    continue
            elif gap:
                target[size] = c" "
                size += 1
            target[size] = <Target> char
            size += 1
            gap = False
    cloth.size, cloth.gap = size, gap


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


cdef str _woven(list texts, list thread, list stops, Cloth *cloth, Target *target, Py_UCS4 paragraph):
    cdef Py_ssize_t number = 0, stop
    cdef bint is_first = True
    for stop in stops:
        if not is_first:
            target[cloth.size] = <Target> paragraph
            cloth.size += 1
        is_first = False
        cloth.start, cloth.gap = cloth.size, False
        while number < stop:
            _append_any(cloth, target, texts[thread[number]])
            number += 1
        while cloth.size > cloth.start and (target[cloth.size - 1] == cloth.line or target[cloth.size - 1] == c" "):
            cloth.size -= 1
    return PyUnicode_FromKindAndData(sizeof(Target), target, cloth.size)


def woven(list texts, list thread, list stops, str line, str paragraph):
    cdef Py_ssize_t number, place, before = 0, room = len(stops) + 1, n = len(texts), n_thread = len(thread)
    cdef int kind = max(PyUnicode_KIND(line), PyUnicode_KIND(paragraph))
    cdef Cloth cloth
    cdef void *target
    cdef str text
    for number in stops:
        _demand(before <= number <= n_thread)
        before = number
    for place in thread:
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
            return _woven(texts, thread, stops, &cloth, <uint8_t *> target, ord(paragraph))
        if kind == 2:
            return _woven(texts, thread, stops, &cloth, <uint16_t *> target, ord(paragraph))
        return _woven(texts, thread, stops, &cloth, <uint32_t *> target, ord(paragraph))
    finally:
        PyMem_Free(target)
