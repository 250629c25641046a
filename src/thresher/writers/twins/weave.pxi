# Paragraphs woven together: the twins of the kernels in weave.py.

def tie(list texts, list numbers, list starts, list stops, list once, first, last, source, opens, Py_ssize_t runs):
    cdef cnp.ndarray firsts = _as(first, cnp.NPY_INT64), lasts = _as(last, cnp.NPY_INT64)
    cdef cnp.ndarray sources = _as(source, cnp.NPY_INT64), opening = _as(opens, cnp.NPY_BOOL), ends
    cdef Py_ssize_t number, n = len(numbers), n_atoms = cnp.PyArray_SIZE(sources), n_kept = cnp.PyArray_SIZE(firsts)
    cdef int64_t *paragraph_end  # atom: the last one of its paragraph
    cdef int64_t row, begin, end, atom
    cdef dict before = {}, after = {}
    cdef list signs, order
    if not len(starts) == len(stops) == len(once) == n:
        raise ValueError("columns of different length")
    if not n:
        return
    _demand(cnp.PyArray_SIZE(lasts) == n_kept and cnp.PyArray_SIZE(opening) == n_atoms)
    ends = _new(n_atoms, cnp.NPY_INT64)
    paragraph_end = _ints(ends)
    for atom in range(n_atoms - 1, -1, -1):
        begin = atom == n_atoms - 1 or _bytes(opening)[atom + 1]
        paragraph_end[atom] = atom if begin else paragraph_end[atom + 1]
    # Outer elements first, and those that came first of one that is named twice: a list of numbers is sorted fastest.
    order = [<int64_t> numbers[number] * n + number for number in range(n)]
    order.sort()
    for place in order:
        number = <int64_t> place % n
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
            while paragraph_end[begin] < atom:
                begin = paragraph_end[begin] + 1
            end = min(end, paragraph_end[atom])
        while begin <= end:
            atom = min(end, paragraph_end[begin])
            _put_sign(texts, before, _ints(sources)[begin], starts[number], False)
            _put_sign(texts, after, _ints(sources)[atom], stops[number], True)
            begin = atom + 1
    for place, signs in before.items():
        signs.append(texts[place])
        texts[place] = "".join(signs)
    for place, signs in after.items():
        signs.append(texts[place])
        signs.reverse()
        texts[place] = "".join(signs)


cdef int _put_sign(list texts, dict around, int64_t place, sign, bint behind) except -1:
    """Note a sign before or behind a text; white space there moves out of it."""
    cdef str text
    cdef list signs
    cdef object key = place
    cdef PyObject *held = PyDict_GetItem(around, key)
    _demand(0 <= place < len(texts))
    if held is not NULL:
        (<list> held).append(sign)
        return 0
    text, signs = texts[place], [sign]
    if len(text) and Py_UNICODE_ISSPACE(text[len(text) - 1 if behind else 0]):
        texts[place] = text.rstrip() if behind else text.lstrip()
        signs.insert(0, " ")
    around[key] = signs
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
    bint gap  # whether a blank stands before the next character
    bint marked  # whether a mark is among them
    Py_UCS4 line  # the sign of a line break


cdef enum:
    WORD = 0
    BLANK = 1
    MARK = 2


#: Character of Latin-1: whether it is white space, or a mark.
cdef uint8_t[256] LOOK
for _char in range(256):
    LOOK[_char] = BLANK if chr(_char).isspace() else MARK if _char <= 8 or _char in (0x0E, 0x10, 0x11) else WORD


cdef inline uint8_t _look(Source char) noexcept:
    if Source is uint8_t:
        return LOOK[char]
    else:
        # White space beyond Latin-1 is from the Ogham mark to the ideographic blank.
        return LOOK[char] if char < 256 else 0x1680 <= char <= 0x3000 and Py_UNICODE_ISSPACE(char)


cdef void _append(Cloth *cloth, Target *target, Source *text, Py_ssize_t length) noexcept:
    """Write a text behind what is written, its white space collapsed."""
    cdef Py_ssize_t place = 0, start, number
    cdef uint8_t look, looks
    while place < length:
        if _look(text[place]) == BLANK:
            cloth.gap = True
            place += 1
        elif cloth.size == 0 and text[place] == cloth.line:
            place += 1
        else:
            if cloth.gap and cloth.size > 0:
                target[cloth.size] = c" "
                cloth.size += 1
            # As far as single blanks stand between words, all is copied in one go.
            start, looks = place, 0
            while place < length:
                look = _look(text[place])
                if look == BLANK:
                    if text[place] != c" " or place + 1 == length or _look(text[place + 1]) == BLANK:
                        break
                    look = WORD
                looks |= look
                place += 1
            for number in range(place - start):
                target[cloth.size + number] = <Target> text[start + number]
            cloth.size += place - start
            cloth.gap = False
            cloth.marked |= looks == MARK


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


cdef str _woven(list texts, int64_t *order, Py_ssize_t start, Py_ssize_t stop, Cloth *cloth, Target *target):
    """One paragraph."""
    cdef Py_ssize_t number
    cloth.size, cloth.gap, cloth.marked = 0, False, False
    for number in range(start, stop):
        _append_any(cloth, target, texts[order[number]])
    while cloth.size > 0 and (target[cloth.size - 1] == cloth.line or target[cloth.size - 1] == c" "):
        cloth.size -= 1
    return PyUnicode_FromKindAndData(sizeof(Target), target, cloth.size)


def woven(list texts, thread, stops, str line):
    cdef cnp.ndarray order = _as(thread, cnp.NPY_INT64), ends = _as(stops, cnp.NPY_INT64)
    cdef Py_ssize_t number, room, start = 0, stop, paragraph, most = 0
    cdef Py_ssize_t n = len(texts), n_thread = cnp.PyArray_SIZE(order), count = cnp.PyArray_SIZE(ends)
    cdef int64_t place
    cdef int kind, widest = PyUnicode_KIND(line)
    cdef Cloth cloth
    cdef void *target
    cdef str text
    cdef list paragraphs = [], marked = []
    # Each paragraph is written into the same room, which is large enough for all.
    for paragraph in range(count):
        stop, room = _ints(ends)[paragraph], 1
        _demand(start <= stop <= n_thread)
        for number in range(start, stop):
            place = _ints(order)[number]
            _demand(0 <= place < n)
            text = texts[place]
            if text is None:
                raise TypeError("a text is missing")
            room += PyUnicode_GET_LENGTH(text) + 1
            widest = max(widest, PyUnicode_KIND(text))
        start, most = stop, max(most, room)
    target = PyMem_Malloc(max(most, 1) * widest)
    if target is NULL:
        raise MemoryError
    cloth.line, start = ord(line), 0
    try:
        for paragraph in range(count):
            stop, kind = _ints(ends)[paragraph], 1
            for number in range(start, stop):
                kind = max(kind, PyUnicode_KIND(texts[_ints(order)[number]]))
            if kind == 1:
                text = _woven(texts, _ints(order), start, stop, &cloth, <uint8_t *> target)
            elif kind == 2:
                text = _woven(texts, _ints(order), start, stop, &cloth, <uint16_t *> target)
            else:
                text = _woven(texts, _ints(order), start, stop, &cloth, <uint32_t *> target)
            paragraphs.append(text)
            if cloth.marked:
                marked.append(paragraph)
            start = stop
    finally:
        PyMem_Free(target)
    return paragraphs, marked
