# White space: the twins of the kernels in whitespace.py.

#: Character of Latin-1: 1 unless it is white space.
cdef uint8_t[256] SOLID
for _char in range(256):
    SOLID[_char] = not chr(_char).isspace()


cdef inline bint _is_solid(Py_UCS4 char) noexcept:
    return SOLID[char] if char < 256 else not Py_UNICODE_ISSPACE(char)


def collapsed_lengths(texts):
    cdef Py_ssize_t number = 0
    cdef cnp.ndarray lengths = _new(len(texts), cnp.NPY_INT64)
    for text in texts:
        _ints(lengths)[number] = _collapsed_length(text)
        number += 1
    return lengths


cdef Py_ssize_t _collapsed_length(str text) except -1:
    """Solid characters, and a blank between each two words."""
    cdef int kind = PyUnicode_KIND(text)
    cdef void *data = PyUnicode_DATA(text)
    cdef Py_ssize_t place, solids = 0, words = 0
    cdef uint8_t solid, before = 0
    if kind == 1:
        for place in range(PyUnicode_GET_LENGTH(text)):
            solid = SOLID[(<uint8_t *> data)[place]]
            solids += solid
            words += solid > before
            before = solid
    else:
        for place in range(PyUnicode_GET_LENGTH(text)):
            solid = _is_solid(PyUnicode_READ(kind, data, place))
            solids += solid
            words += solid > before
            before = solid
    return solids + words - (words > 0)


cdef class _Collapsing:
    """Text that is being collapsed, piece by piece."""

    cdef void *data
    cdef int kind
    cdef Py_ssize_t size
    cdef Py_UCS4 gap  # what stands before the next solid character

    def __cinit__(self, int kind, Py_ssize_t room):
        self.kind, self.size, self.gap = kind, 0, 0
        self.data = PyMem_Malloc(max(room, 1) * kind)
        if self.data is NULL:
            raise MemoryError

    def __dealloc__(self):
        PyMem_Free(self.data)

    cdef void append(self, str text, Py_UCS4 line_break) noexcept:
        cdef int kind = PyUnicode_KIND(text)
        cdef void *data = PyUnicode_DATA(text)
        cdef Py_ssize_t place, size = PyUnicode_GET_LENGTH(text), start
        cdef Py_UCS4 char
        place = 0
        while place < size:
            char = PyUnicode_READ(kind, data, place)
            if char == line_break:
                self.gap = c"\n"
            elif not _is_solid(char):
                self.gap = self.gap or c" "
            else:
                if self.gap and self.size:
                    PyUnicode_WRITE(self.kind, self.data, self.size, self.gap)
                    self.size += 1
                self.gap = 0
                start = place
                place = _word_end(kind, data, place, size, line_break)
                self.take(kind, data, start, place)
                continue
            place += 1

    cdef void take(self, int kind, void *data, Py_ssize_t start, Py_ssize_t stop) noexcept:
        cdef Py_ssize_t place
        if kind == self.kind:
            memcpy(<uint8_t *> self.data + self.size * kind, <uint8_t *> data + start * kind, (stop - start) * kind)
            self.size += stop - start
        else:
            for place in range(start, stop):
                PyUnicode_WRITE(self.kind, self.data, self.size, PyUnicode_READ(kind, data, place))
                self.size += 1

    cdef str text(self):
        return PyUnicode_FromKindAndData(self.kind, self.data, self.size)


cdef Py_ssize_t _word_end(int kind, void *data, Py_ssize_t place, Py_ssize_t size, Py_UCS4 line_break) noexcept:
    """Where a stretch of solid characters ends."""
    cdef uint8_t *bytes = <uint8_t *> data
    if kind == 1:
        while place < size and SOLID[bytes[place]] and bytes[place] != line_break:
            place += 1
    else:
        while place < size and _is_solid(PyUnicode_READ(kind, data, place)) and (
            PyUnicode_READ(kind, data, place) != line_break
        ):
            place += 1
    return place


cdef bint _is_collapsed(str text, Py_UCS4 line_break) noexcept:
    """Whether a text has no white space but single blanks between its words, and no line breaks."""
    cdef int kind = PyUnicode_KIND(text)
    cdef void *data = PyUnicode_DATA(text)
    cdef Py_ssize_t place = 0, size = PyUnicode_GET_LENGTH(text), stop
    while True:
        stop = _word_end(kind, data, place, size, line_break)
        if stop == size:
            return place < size or size == 0
        if stop == place or PyUnicode_READ(kind, data, stop) != c" ":
            return False
        place = stop + 1


def collapse(str text):
    if _is_collapsed(text, NO_SIGN):
        return text
    cdef _Collapsing collapsed = _Collapsing(PyUnicode_KIND(text), PyUnicode_GET_LENGTH(text))
    collapsed.append(text, NO_SIGN)
    return collapsed.text()


def collapse_stretches(list pieces, list starts, list stops, str line_break):
    cdef list texts = []
    cdef Py_ssize_t start, stop, place, room
    cdef int kind
    cdef Py_UCS4 mark = ord(line_break)
    cdef _Collapsing collapsed
    for start, stop in zip(starts, stops):
        _demand(0 <= start <= stop <= len(pieces))
        if stop == start + 1 and _is_collapsed(pieces[start], mark):
            texts.append(pieces[start])
            continue
        kind, room = 1, 0
        for place in range(start, stop):
            kind = max(kind, PyUnicode_KIND(pieces[place]))
            room += PyUnicode_GET_LENGTH(pieces[place])
        collapsed = _Collapsing(kind, room)
        for place in range(start, stop):
            collapsed.append(pieces[place], mark)
        texts.append(collapsed.text())
    return texts
