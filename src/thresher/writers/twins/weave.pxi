# Paragraphs woven together: the twins of the kernels in weave.py.

cdef struct _Link:
    Py_ssize_t sign  # its number
    Py_ssize_t next  # the next link of the chain, -1 where there is none


cdef class _Signs:
    """What stands before and after each text: chains of signs, those of outer elements outside."""

    cdef list starts, stops
    cdef cnp.ndarray first_before, last_before, first_after  # text: links of its chains, -1 where there is none
    cdef _Link *link
    cdef Py_ssize_t size, room

    def __cinit__(self, list starts, list stops, Py_ssize_t n):
        cdef Py_ssize_t place
        self.starts, self.stops = starts, stops
        self.first_before, self.last_before = _new(n, cnp.NPY_INT64), _new(n, cnp.NPY_INT64)
        self.first_after = _new(n, cnp.NPY_INT64)
        for place in range(n):
            _ints(self.first_before)[place] = _ints(self.first_after)[place] = -1
        self.room, self.size = 2 * len(starts) + 2, 0
        self.link = <_Link *> PyMem_Malloc(self.room * sizeof(_Link))
        if self.link is NULL:
            raise MemoryError

    def __dealloc__(self):
        PyMem_Free(self.link)

    cdef int put(self, Py_ssize_t sign, int64_t begin, int64_t end) except -1:
        """Put a sign before one text and behind another."""
        cdef Py_ssize_t n = cnp.PyArray_SIZE(self.first_before)
        cdef _Link *moved
        _demand(0 <= begin < n and 0 <= end < n)
        if self.size + 2 > self.room:
            moved = <_Link *> PyMem_Realloc(self.link, 2 * self.room * sizeof(_Link))
            if moved is NULL:
                raise MemoryError
            self.link, self.room = moved, 2 * self.room
        self.link[self.size] = _Link(sign=sign, next=-1)
        if _ints(self.first_before)[begin] < 0:
            _ints(self.first_before)[begin] = self.size
        else:
            self.link[_ints(self.last_before)[begin]].next = self.size
        _ints(self.last_before)[begin] = self.size
        self.link[self.size + 1] = _Link(sign=sign, next=_ints(self.first_after)[end])
        _ints(self.first_after)[end] = self.size + 1
        self.size += 2
        return 0

    cdef int measure(self, int64_t place, Py_ssize_t *room, int *kind) except -1:
        """Make room for the signs of a text."""
        cdef int64_t link = _ints(self.first_before)[place]
        while link >= 0:
            _measure(self.starts[self.link[link].sign], room, kind)
            link = self.link[link].next
        link = _ints(self.first_after)[place]
        while link >= 0:
            _measure(self.stops[self.link[link].sign], room, kind)
            link = self.link[link].next
        return 0


cdef int _measure(str text, Py_ssize_t *room, int *kind) except -1:
    """Make room for a text."""
    if text is None:
        raise TypeError("a text is missing")
    room[0] += PyUnicode_GET_LENGTH(text) + 1
    kind[0] = max(kind[0], PyUnicode_KIND(text))
    return 0


cdef int _put_all(_Signs signs, list numbers, list once, first, last, source, opens, Py_ssize_t runs) except -1:
    """Put the signs of elements beside their first and last atoms, in each of the paragraphs that they are in."""
    cdef cnp.ndarray firsts = _as(first, cnp.NPY_INT64), lasts = _as(last, cnp.NPY_INT64)
    cdef cnp.ndarray sources = _as(source, cnp.NPY_INT64), opening = _as(opens, cnp.NPY_BOOL), ends
    cdef Py_ssize_t number, n = len(numbers), n_atoms = cnp.PyArray_SIZE(sources), n_kept = cnp.PyArray_SIZE(firsts)
    cdef int64_t *paragraph_end  # atom: the last one of its paragraph
    cdef int64_t row, begin, end, atom
    cdef bint ends_there
    cdef list order
    if not len(signs.starts) == len(signs.stops) == len(once) == n:
        raise ValueError("columns of different length")
    _demand(cnp.PyArray_SIZE(lasts) == n_kept and cnp.PyArray_SIZE(opening) == n_atoms)
    ends = _new(n_atoms, cnp.NPY_INT64)
    paragraph_end = _ints(ends)
    for atom in range(n_atoms - 1, -1, -1):
        ends_there = atom == n_atoms - 1 or _bytes(opening)[atom + 1]
        paragraph_end[atom] = atom if ends_there else paragraph_end[atom + 1]
    # Outer elements first, and of one that is named twice what came first: a list of numbers is sorted fastest.
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
            signs.put(number, _ints(sources)[begin], _ints(sources)[atom])
            begin = atom + 1
    return 0


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


cdef bint _is_regular(Source *text, Py_ssize_t size) noexcept:
    """Whether a text has neither white space but single blanks nor marks; without a way out, so that it is fast."""
    cdef Py_ssize_t place
    cdef uint8_t odd = 0
    for place in range(size - 1):
        odd |= (text[place] < 0x20) | ((text[place] == 0x20) & (text[place + 1] == 0x20))
        odd |= (text[place] == 0x85) | (text[place] == 0xA0)
        if Source is not uint8_t:
            odd |= ((text[place] >= 0x2000) & (text[place] <= 0x200A)) | (text[place] == 0x2028) | (text[place] == 0x2029)
            odd |= (text[place] == 0x202F) | (text[place] == 0x205F) | (text[place] == 0x3000) | (text[place] == 0x1680)
    return not odd


cdef void _append(Cloth *cloth, Target *target, Source *text, Py_ssize_t length) noexcept:
    """Write a text behind what is written, its white space collapsed."""
    cdef Py_ssize_t place = 0, start, number
    cdef uint8_t look, looks
    while place < length:
        look = _look(text[place])
        if look == BLANK:
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
            if _look(text[length - 1]) == WORD and _is_regular(text + place, length - place):
                place = length
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


cdef void _append_any(Cloth *cloth, Target *target, object text, Py_ssize_t start, Py_ssize_t stop) noexcept:
    """Write a part of a text of any kind."""
    cdef int kind = PyUnicode_KIND(text)
    if kind == 1:
        _append(cloth, target, <uint8_t *> PyUnicode_DATA(text) + start, stop - start)
    elif kind == 2:
        _append(cloth, target, <uint16_t *> PyUnicode_DATA(text) + start, stop - start)
    else:
        _append(cloth, target, <uint32_t *> PyUnicode_DATA(text) + start, stop - start)


cdef inline bint _is_blank_at(str text, Py_ssize_t place) noexcept:
    return Py_UNICODE_ISSPACE(PyUnicode_READ(PyUnicode_KIND(text), PyUnicode_DATA(text), place))


cdef int _append_signed(Cloth *cloth, Target *target, str text, int64_t place, _Signs signs) except -1:
    """Write a text with the signs before and after it; white space there moves out of them."""
    cdef int64_t before = _ints(signs.first_before)[place], after = _ints(signs.first_after)[place]
    cdef Py_ssize_t start = 0, stop = PyUnicode_GET_LENGTH(text), size = stop
    while before >= 0 and start < stop and _is_blank_at(text, start):
        start += 1
    while after >= 0 and start < stop and _is_blank_at(text, stop - 1):
        stop -= 1
    _append_any(cloth, target, text, 0, start)
    while before >= 0:
        sign = signs.starts[signs.link[before].sign]
        _append_any(cloth, target, sign, 0, PyUnicode_GET_LENGTH(sign))
        before = signs.link[before].next
    _append_any(cloth, target, text, start, stop)
    while after >= 0:
        sign = signs.stops[signs.link[after].sign]
        _append_any(cloth, target, sign, 0, PyUnicode_GET_LENGTH(sign))
        after = signs.link[after].next
    _append_any(cloth, target, text, stop, size)
    return 0


cdef str _paragraph(
    list texts, int64_t *order, Py_ssize_t start, Py_ssize_t stop, _Signs signs, Cloth *cloth, Target *target
):
    cdef Py_ssize_t number
    cdef int64_t place
    cloth.size, cloth.gap, cloth.marked = 0, False, False
    for number in range(start, stop):
        place = order[number]
        if _ints(signs.first_before)[place] < 0 and _ints(signs.first_after)[place] < 0:
            _append_any(cloth, target, texts[place], 0, PyUnicode_GET_LENGTH(texts[place]))
        else:
            _append_signed(cloth, target, texts[place], place, signs)
    while cloth.size > 0 and (target[cloth.size - 1] == cloth.line or target[cloth.size - 1] == c" "):
        cloth.size -= 1
    return PyUnicode_FromKindAndData(sizeof(Target), target, cloth.size)


def woven(list texts, signs, atoms, Py_ssize_t runs, thread, stops, str line):
    cdef cnp.ndarray order = _as(thread, cnp.NPY_INT64), ends = _as(stops, cnp.NPY_INT64)
    cdef Py_ssize_t number, room, start = 0, stop, paragraph, most = 0
    cdef Py_ssize_t n = len(texts), n_thread = cnp.PyArray_SIZE(order), count = cnp.PyArray_SIZE(ends)
    cdef int64_t place
    cdef int kind, widest = 1
    cdef Cloth cloth
    cdef void *target
    cdef str text
    cdef list paragraphs = [], marked = [], kinds = []
    _demand(len(signs) == 4 and len(atoms) == 4)
    cdef _Signs around = _Signs(signs[1], signs[2], n)
    _put_all(around, signs[0], signs[3], atoms[0], atoms[1], atoms[2], atoms[3], runs)
    # Each paragraph is written into the same room, which is large enough for all.
    for paragraph in range(count):
        stop, room, kind = _ints(ends)[paragraph], 1, 1
        _demand(start <= stop <= n_thread)
        for number in range(start, stop):
            place = _ints(order)[number]
            _demand(0 <= place < n)
            _measure(texts[place], &room, &kind)
            around.measure(place, &room, &kind)
        kinds.append(kind)
        start, most, widest = stop, max(most, room), max(widest, kind)
    target = PyMem_Malloc(max(most, 1) * widest)
    if target is NULL:
        raise MemoryError
    cloth.line, start = ord(line), 0
    try:
        for paragraph in range(count):
            stop, kind = _ints(ends)[paragraph], kinds[paragraph]
            if kind == 1:
                text = _paragraph(texts, _ints(order), start, stop, around, &cloth, <uint8_t *> target)
            elif kind == 2:
                text = _paragraph(texts, _ints(order), start, stop, around, &cloth, <uint16_t *> target)
            else:
                text = _paragraph(texts, _ints(order), start, stop, around, &cloth, <uint32_t *> target)
            paragraphs.append(text)
            if cloth.marked:
                marked.append(paragraph)
            start = stop
    finally:
        PyMem_Free(target)
    return paragraphs, marked
