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
    """Text that is being collapsed, piece by piece; it may end with what parts words, until another word comes."""

    cdef void *data
    cdef int kind
    cdef Py_ssize_t size
    cdef uint8_t in_word  # whether it ends with a solid character

    def __cinit__(self, int kind, Py_ssize_t room):
        self.kind, self.size, self.in_word = kind, 0, 0
        self.data = PyMem_Malloc((room + 1) * kind)
        if self.data is NULL:
            raise MemoryError

    def __dealloc__(self):
        PyMem_Free(self.data)

    cdef void append(self, str text, Py_UCS4 line_break) noexcept:
        cdef int kind = PyUnicode_KIND(text)
        cdef void *data = PyUnicode_DATA(text)
        cdef Py_ssize_t place, size = PyUnicode_GET_LENGTH(text)
        cdef Py_UCS4 char
        if kind == 1 and self.kind == 1:
            self.append_bytes(<uint8_t *> data, size, line_break)
            return
        for place in range(size):
            char = PyUnicode_READ(kind, data, place)
            if char == line_break:
                self.end_line()
            elif _is_solid(char):
                self.put(char)
                self.in_word = 1
            elif self.in_word:
                self.put(c" ")
                self.in_word = 0

    cdef void append_bytes(self, const uint8_t *signs, Py_ssize_t size, Py_UCS4 line_break) noexcept:
        """The same for characters of a byte each: without a question at the end of each word, which costs most."""
        cdef uint8_t *data = <uint8_t *> self.data
        cdef uint8_t solid
        cdef Py_ssize_t place
        for place in range(size):
            if signs[place] == line_break:
                self.end_line()
                continue
            solid = SOLID[signs[place]]
            data[self.size] = signs[place] if solid else c" "
            self.size += solid | self.in_word
            self.in_word = solid

    cdef inline void put(self, Py_UCS4 char) noexcept:
        PyUnicode_WRITE(self.kind, self.data, self.size, char)
        self.size += 1

    cdef inline void end_line(self) noexcept:
        """Put a line break in the place of a blank, or behind a word."""
        if self.size:
            self.size -= not self.in_word
            self.put(c"\n")
        self.in_word = 0

    cdef str text(self):
        cdef Py_ssize_t size = self.size
        return PyUnicode_FromKindAndData(self.kind, self.data, size if self.in_word or size == 0 else size - 1)


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
