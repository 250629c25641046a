# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The compiled twins of the kernels of `auto` (see `thresher.page.kernels`)."""

include "../../page/twins/arrays.pxi"

import numpy as np

from libc.stdint cimport int16_t, int32_t, uint16_t, uint32_t

cdef extern from *:
    """
    #if defined(__GNUC__)
    #define trailing_zeros(bits) __builtin_ctz(bits)
    #else
    static int trailing_zeros(unsigned int bits) { int count = 0; while (!(bits & 1)) { bits >>= 1; ++count; } return count; }
    #endif

    #if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__gnu_linux__)
    /* The processor that it runs on may do more at once than the least one that it is built for. */
    #define WITH_CLONES __attribute__((target_clones("avx2", "default")))
    #else
    #define WITH_CLONES
    #endif

    WITH_CLONES void rule_out(uint32_t *gone, const float *column, Py_ssize_t rows, float limit, uint32_t leaves) {
        for (Py_ssize_t row = 0; row < rows; ++row) gone[row] |= column[row] > limit ? leaves : 0;
    }

    WITH_CLONES void draw_in(float *drawn, const float *column, Py_ssize_t rows, float mean, float scale, float limit) {
        for (Py_ssize_t row = 0; row < rows; ++row) {
            float value = (column[row] - mean) * scale;
            value = value < -limit ? -limit : value;
            drawn[row] = value > limit ? limit : value;
        }
    }
    """
    int _trailing_zeros "trailing_zeros"(unsigned int bits) noexcept nogil
    void _rule_out "rule_out"(uint32_t *gone, const float *column, Py_ssize_t rows, float limit, uint32_t leaves) noexcept
    void _draw_in "draw_in"(
        float *drawn, const float *column, Py_ssize_t rows, float mean, float scale, float limit
    ) noexcept

include "twins/texts.pxi"


include "twins/outline.pxi"
include "twins/worth.pxi"
include "twins/decision.pxi"
include "twins/lines.pxi"


def numbered_names(list elements, const int64_t[::1] rows, is_container):
    cdef Py_ssize_t number = rows.shape[0], place, size = len(elements)
    cdef const uint8_t[::1] containers = is_container.view(np.uint8)
    cdef dict numbers = {}
    cdef list classes = []
    cdef object element, name, own, role, prop, known
    _demand(containers.shape[0] == number)
    class_of = np.empty(number, dtype=np.int64)
    cdef int64_t[::1] own_numbers = class_of
    for place in range(number):
        _demand(0 <= rows[place] < size)
        name = elements[rows[place]].attr("class") or ""
        known = numbers.get(name)
        if known is None:
            known = numbers[name] = len(numbers)
        classes.append(name)
        own_numbers[place] = known
    name_of = class_of.copy()
    cdef int64_t[::1] all_numbers = name_of
    for place in range(number):
        if containers[place]:
            element, name = elements[rows[place]], classes[place]
            if len(element.attrs) > (1 if name else 0):
                own, role, prop = element.attr("id"), element.attr("role"), element.attr("itemprop")
                if own or role or prop:
                    name = f"{name} {own or ''} {role or ''} {prop or ''}"
                    known = numbers.get(name)
                    if known is None:
                        known = numbers[name] = len(numbers)
                    all_numbers[place] = known
    return class_of, name_of, list(numbers)


def forest_scores(
    const float[:, ::1] columns, const float[::1] shared, feature, const float[:, ::1] threshold, mask, value, output
):
    cdef const int16_t[:, ::1] asked = np.ascontiguousarray(feature, dtype=np.int16)
    cdef const uint32_t[:, ::1] stays = mask
    cdef const float[:, ::1] values = np.ascontiguousarray(value, dtype=np.float32)
    cdef const int16_t[::1] outputs = np.ascontiguousarray(output, dtype=np.int16)
    cdef Py_ssize_t rows = columns.shape[1], trees = asked.shape[0], nodes = asked.shape[1], leaves = values.shape[1]
    cdef Py_ssize_t tree, node, row, own = columns.shape[0]
    _demand(threshold.shape[0] == stays.shape[0] == values.shape[0] == outputs.shape[0] == trees > 0)
    _demand(threshold.shape[1] == stays.shape[1] == nodes and leaves > 0)
    for tree in range(trees):
        _demand(0 <= outputs[tree] and (tree == 0 or outputs[tree] >= outputs[tree - 1]))
        for node in range(nodes):
            _demand(0 <= asked[tree, node] < own + shared.shape[0])
    found = np.zeros((outputs[trees - 1] + 1, rows))
    gone = np.empty(rows, dtype=np.uint32)
    if rows == 0:
        return found
    cdef double[:, ::1] scores = found
    cdef uint32_t[::1] all_gone = gone
    cdef uint32_t *leaves_gone = &all_gone[0]
    cdef uint32_t out
    cdef const float *of_leaf
    cdef double *score
    for tree in range(trees):
        of_leaf, score = &values[tree, 0], &scores[outputs[tree], 0]
        # What all rows answer alike is asked once.
        out = 0
        for node in range(nodes):
            if asked[tree, node] >= own and shared[asked[tree, node] - own] > threshold[tree, node]:
                out |= ~stays[tree, node]
        if rows == 1:
            for node in range(nodes):
                if asked[tree, node] < own:
                    out |= ~stays[tree, node] & -<uint32_t> (columns[asked[tree, node], 0] > threshold[tree, node])
            score[0] += of_leaf[min(_first_left(out), leaves - 1)]
            continue
        for row in range(rows):
            leaves_gone[row] = out
        for node in range(nodes):
            out = ~stays[tree, node]
            if out and asked[tree, node] < own:
                _rule_out(leaves_gone, &columns[asked[tree, node], 0], rows, threshold[tree, node], out)
        for row in range(rows):
            score[row] += of_leaf[min(_first_left(leaves_gone[row]), leaves - 1)]
    return found


def standardised(columns, const float[::1] mean, const float[::1] scale, float limit):
    cdef const float[:, ::1] given = np.ascontiguousarray(columns, dtype=np.float32)
    cdef Py_ssize_t column, lines = given.shape[0], rows = given.shape[1]
    _demand(mean.shape[0] == lines == scale.shape[0])
    drawn = np.empty((lines, rows), dtype=np.float32)
    cdef float[:, ::1] found = drawn
    if rows:
        for column in range(lines):
            _draw_in(&found[column, 0], &given[column, 0], rows, mean[column], scale[column], limit)
    return drawn


cdef inline Py_ssize_t _first_left(uint32_t gone) noexcept nogil:
    """The first leaf that is left; 0 where all are gone, which no tree leads to."""
    cdef uint32_t left = ~gone
    return _trailing_zeros(left) if left else 0
