# cython: language_level=3, boundscheck=False, wraparound=False
"""The compiled twins of the kernels of this package (see `thresher.page.kernels`)."""

include "../page/twins/arrays.pxi"


#: Figures of a year.
cdef enum:
    FIGURES = 4


cdef class _Look:
    """How much of a date has been seen: figures in a row, a sign behind figures, an apostrophe and what follows it."""

    cdef int figures, behind_quote
    cdef bint is_behind_figure, is_behind_sign

    cdef void begin(self) noexcept:
        self.figures, self.behind_quote = 0, -1
        self.is_behind_figure = self.is_behind_sign = False

    cdef bint at(self, Py_UCS4 sign) noexcept:
        """Whether the next character makes a date likely."""
        if Py_UNICODE_ISDECIMAL(sign):
            self.figures += 1
            self.behind_quote += self.behind_quote >= 0
            if self.figures == FIGURES or self.behind_quote == 2 or self.is_behind_sign:
                return True
            self.is_behind_figure = True
            return False
        self.figures = 0
        self.behind_quote = 0 if sign == 0x27 or sign == 0x2019 else -1
        if Py_UNICODE_ISSPACE(sign):
            return False
        self.is_behind_sign = self.is_behind_figure and (sign == 0x2E or sign == 0x2F or sign == 0x2D)
        self.is_behind_figure = False
        return sign == 0x5E74  # the year in Chinese and Japanese

    cdef bint through(self, str text):
        """Whether a text that follows what was seen makes a date likely."""
        cdef int kind = PyUnicode_KIND(text)
        cdef void *data = PyUnicode_DATA(text)
        cdef Py_ssize_t place
        for place in range(PyUnicode_GET_LENGTH(text)):
            if self.at(PyUnicode_READ(kind, data, place)):
                return True
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
