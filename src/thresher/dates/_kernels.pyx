# cython: language_level=3, boundscheck=False, wraparound=False
"""The compiled twins of the kernels of this package (see `thresher.page.kernels`)."""

include "../page/twins/arrays.pxi"


#: Figures of a year.
cdef enum:
    FIGURES = 4
    TURNS = 4  # of figures and signs ahead of the last figures

#: What a character is to a date.
cdef enum:
    OTHER, FIGURE, BLANK, SIGN, QUOTE, YEAR

cdef uint8_t[128] KINDS
for _char in range(128):
    KINDS[_char] = OTHER
    if chr(_char).isdecimal():
        KINDS[_char] = FIGURE
    elif chr(_char).isspace():
        KINDS[_char] = BLANK
    elif chr(_char) in "./-":
        KINDS[_char] = SIGN
    elif chr(_char) == "'":
        KINDS[_char] = QUOTE


cdef inline int _kind(Py_UCS4 char) noexcept:
    if char < 128:
        return KINDS[<int> char]
    if Py_UNICODE_ISDECIMAL(char):
        return FIGURE
    if Py_UNICODE_ISSPACE(char):
        return BLANK
    if char == 0x2019:
        return QUOTE
    return YEAR if char == 0x5E74 else OTHER


cdef class _Look:
    """How much of a date has been seen: figures in a row, figures and signs in turn, what follows an apostrophe."""

    cdef int figures, behind_quote, turns
    cdef bint is_behind_blank

    cdef void begin(self) noexcept:
        self.figures, self.behind_quote, self.turns, self.is_behind_blank = 0, -1, 0, False

    cdef bint through(self, str text):
        """Whether a text that follows what was seen makes a date likely."""
        cdef int width = PyUnicode_KIND(text), kind
        cdef void *data = PyUnicode_DATA(text)
        cdef Py_ssize_t place
        for place in range(PyUnicode_GET_LENGTH(text)):
            kind = _kind(PyUnicode_READ(width, data, place))
            if kind == FIGURE:
                self.figures += 1
                self.behind_quote += self.behind_quote >= 0
                if self.figures == FIGURES or self.behind_quote == 2 or self.turns == TURNS:
                    return True
                # Turns are odd behind figures, even behind signs.
                if self.turns % 2 == 0:
                    self.turns += 1
                elif self.is_behind_blank:
                    self.turns = 1
                self.is_behind_blank = False
                continue
            self.figures = 0
            self.behind_quote = 0 if kind == QUOTE else -1
            if kind == BLANK:
                self.is_behind_blank = True
                continue
            if kind == YEAR:
                return True
            self.turns = self.turns + 1 if kind == SIGN and self.turns % 2 else 0
            self.is_behind_blank = False
        return False


def may_hold_date(str text):
    cdef _Look look = _Look()
    look.begin()
    return look.through(text)


cdef bint _has_figure(str text) noexcept:
    """Whether a text has a figure, or a sign that may be one; without one, there is no date."""
    cdef Py_ssize_t place, size = PyUnicode_GET_LENGTH(text)
    cdef const uint8_t *data = <const uint8_t *> PyUnicode_DATA(text)
    cdef uint8_t found = 0
    if PyUnicode_KIND(text) != 1:
        return True
    # Without a way out, the compiler looks at many characters at once.
    for place in range(size):
        found |= <uint8_t> (data[place] - c"0") < 10
    return found


def stretches_with_dates(texts, starts, stops, lengths, int64_t most):
    cdef _Look look = _Look()
    cdef list found = [], pieces = texts if isinstance(texts, list) else list(texts)
    cdef cnp.ndarray first = _as(starts, cnp.NPY_INT64), last = _as(stops, cnp.NPY_INT64)
    cdef cnp.ndarray length = _as(lengths, cnp.NPY_INT64)
    cdef Py_ssize_t number, piece, stop
    _demand(cnp.PyArray_SIZE(first) == cnp.PyArray_SIZE(last) == cnp.PyArray_SIZE(length))
    for number in range(cnp.PyArray_SIZE(first)):
        if _ints(length)[number] > most:
            continue
        piece, stop = _ints(first)[number], _ints(last)[number]
        _demand(0 <= piece and stop <= len(pieces))
        while piece < stop and not _has_figure(pieces[piece]):
            piece += 1
        if piece < stop:
            # What stands ahead of the first figure counts too: an apostrophe.
            piece = _ints(first)[number]
        look.begin()
        while piece < stop:
            if look.through(pieces[piece]):
                found.append(number)
                break
            piece += 1
    return found
