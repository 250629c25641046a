# cython: language_level=3, boundscheck=False, wraparound=False
"""The compiled twins of the kernels of this package (see `thresher.page.kernels`)."""

include "../page/twins/arrays.pxi"

from thresher.page._kernels import holding


def telling_rows(list elements, list rows, str name, tuple words):
    cdef list having = [], values = []
    cdef Py_ssize_t row, number
    for row in rows:
        _demand(0 <= row < len(elements))
        value = elements[row].attr(name)
        if value is not None:
            having.append(row)
            values.append(value.lower())
    return {having[number]: values[number] for number in holding(values, words)}
