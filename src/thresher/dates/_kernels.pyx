# cython: language_level=3, boundscheck=False, wraparound=False
"""The compiled twins of the kernels of this package (see `thresher.page.kernels`)."""

include "../page/twins/arrays.pxi"


#: Figures of a year.
cdef enum:
    FIGURES = 4

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
    """How much of a date has been seen: figures in a row, a sign behind figures, an apostrophe and what follows it."""

    cdef int figures, behind_quote
    cdef bint is_behind_figure, is_behind_sign

    cdef void begin(self) noexcept:
        self.figures, self.behind_quote = 0, -1
        self.is_behind_figure = self.is_behind_sign = False

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
                if self.figures == FIGURES or self.behind_quote == 2 or self.is_behind_sign:
                    return True
                self.is_behind_figure = True
                continue
            self.figures = 0
            self.behind_quote = 0 if kind == QUOTE else -1
            if kind == BLANK:
                continue
            if kind == YEAR:
                return True
            self.is_behind_sign = kind == SIGN and self.is_behind_figure
            self.is_behind_figure = False
        return False


def may_hold_date(str text):
    cdef _Look look = _Look()
    look.begin()
    return look.through(text)


def stretches_with_dates(texts, list starts, list stops):
    cdef _Look look = _Look()
    cdef list found = [], pieces = texts if isinstance(texts, list) else list(texts)
    cdef Py_ssize_t number, piece, stop
    _demand(len(starts) == len(stops))
    for number in range(len(starts)):
        look.begin()
        piece, stop = starts[number], stops[number]
        _demand(0 <= piece and stop <= len(pieces))
        while piece < stop:
            if look.through(pieces[piece]):
                found.append(number)
                break
            piece += 1
    return found
