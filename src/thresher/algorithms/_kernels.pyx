# cython: language_level=3, boundscheck=False, wraparound=False
"""The compiled twins of the kernels of this package (see `thresher.page.kernels`)."""

include "../page/twins/arrays.pxi"

from thresher.page._kernels import mark_subtrees, subtree_sum


def link_counts(own, is_link, end):
    cdef cnp.ndarray in_link = mark_subtrees(is_link, end), ends = _as(end, cnp.NPY_INT64)
    cdef cnp.ndarray chars = _as(own, cnp.NPY_INT64), link_chars, link_tags, tags
    cdef Py_ssize_t row, n = cnp.PyArray_SIZE(ends)
    cdef cnp.ndarray spoilt = _new(n, cnp.NPY_BOOL)
    link_chars = subtree_sum(chars * in_link, ends)
    chars = subtree_sum(chars, ends)
    tags = _new(n, cnp.NPY_INT64)
    for row in range(n):
        _ints(tags)[row] = _ints(ends)[row] - row - 1
        _bytes(spoilt)[row] = not _bytes(in_link)[row] and (
            _ints(tags)[row] == 0 or _ints(chars)[row] != _ints(link_chars)[row]
        )
    cdef cnp.ndarray spoilers = subtree_sum(spoilt, ends)
    for row in range(n):
        _bytes(spoilt)[row] = _bytes(in_link)[row] or _ints(spoilers)[row] == 0
    link_tags = subtree_sum(spoilt, ends)
    for row in range(n):
        _ints(link_tags)[row] -= _bytes(spoilt)[row]
    return chars, tags, link_chars, link_tags
