# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The compiled twins of the kernels of `auto` (see `thresher.page.kernels`)."""

include "../../page/twins/arrays.pxi"

import numpy as np

from libc.stdint cimport int32_t, uint16_t, uint32_t

cdef extern from *:
    """
    #if defined(__GNUC__)
    #define trailing_zeros(bits) __builtin_ctz(bits)
    #else
    static int trailing_zeros(unsigned int bits) { int count = 0; while (!(bits & 1)) { bits >>= 1; ++count; } return count; }
    #endif
    """
    int _trailing_zeros "trailing_zeros"(unsigned int bits) noexcept nogil

ctypedef fused Codes:
    uint8_t
    uint16_t
    uint32_t


cdef enum:
    # As in `characters.Sort`.
    LETTER = 2
    CAPITAL = 3
    DIGIT = 4
    SORTS = 13


def counted_characters(codes, sizes, table, Py_ssize_t first_words):
    if codes.dtype == np.uint8:
        return _counted[uint8_t](codes, sizes, table, first_words)
    if codes.dtype == np.uint16:
        return _counted[uint16_t](codes, sizes, table, first_words)
    return _counted[uint32_t](codes, sizes, table, first_words)


cdef _counted(const Codes[::1] codes, const int64_t[::1] sizes, const uint8_t[::1] table, Py_ssize_t first_words):
    cdef Py_ssize_t size = codes.shape[0], number = sizes.shape[0], last = table.shape[0] - 1
    cdef Py_ssize_t text, place = 1, stop = 1, started, kept = 0, room = 0
    _demand(last >= 0 and first_words >= 0)
    for text in range(number):
        _demand(0 <= sizes[text] <= size)
        room += min(first_words, sizes[text] // 2 + 1)
    table_of_counts = np.zeros((SORTS, number), dtype=np.int32)
    words = np.empty(number, dtype=np.int64)
    word_start, word_stop = np.empty(room + 1, dtype=np.int64), np.empty(room + 1, dtype=np.int64)
    cdef int32_t[:, ::1] counts = table_of_counts
    cdef int64_t[::1] words_of = words, starts = word_start, stops = word_stop
    cdef uint8_t one
    cdef bint in_word, was_in_word = False
    for text in range(number):
        stop += sizes[text]
        _demand(place <= stop <= size)
        started = 0
        while place < stop:
            one = table[min(<Py_ssize_t> codes[place], last)]
            in_word = LETTER <= one <= DIGIT
            if in_word != was_in_word:
                if in_word:
                    starts[kept] = place
                    started += 1
                elif started <= first_words:
                    stops[kept] = place
                    kept += 1
                was_in_word = in_word
            if one >= CAPITAL:
                _demand(one < SORTS)
                counts[one, text] += 1
            place += 1
        _demand(not was_in_word)
        words_of[text] = started
    return table_of_counts, words, word_start[:kept], word_stop[:kept]


def grouped(const int32_t[:, ::1] table, const int64_t[:] group, Py_ssize_t groups):
    cdef Py_ssize_t lines = table.shape[0], number = table.shape[1], line, place
    _demand(group.shape[0] == number and groups >= 0)
    for place in range(number):
        _demand(0 <= group[place] < groups)
    sums = np.zeros((lines, groups), dtype=np.int64)
    cdef int64_t[:, ::1] sum_of = sums
    for line in range(lines):
        for place in range(number):
            sum_of[line, group[place]] += table[line, place]
    return sums


def name_words(codes, table):
    if codes.dtype == np.uint8:
        return _name_words[uint8_t](codes, table)
    if codes.dtype == np.uint16:
        return _name_words[uint16_t](codes, table)
    return _name_words[uint32_t](codes, table)


cdef _name_words(const Codes[::1] codes, const uint8_t[::1] table):
    cdef Py_ssize_t size = codes.shape[0], last = table.shape[0] - 1, place, started = 0, ended = 0
    _demand(last >= 0)
    start, stop = np.empty(size, dtype=np.int64), np.empty(size, dtype=np.int64)
    cdef int64_t[::1] starts = start, stops = stop
    cdef uint8_t one, before = 0
    cdef bint is_letter, was_letter = False
    for place in range(size):
        one = table[min(<Py_ssize_t> codes[place], last)]
        is_letter = one == LETTER or one == CAPITAL
        if place > 0:
            if was_letter and (not is_letter or (before == LETTER and one == CAPITAL)):
                stops[ended] = place
                ended += 1
            if is_letter and (not was_letter or (before == LETTER and one == CAPITAL)):
                starts[started] = place
                started += 1
        before, was_letter = one, is_letter
    return start[:started], stop[:ended]


def stretch_prints(codes, start, stop, letters, powers, inverses):
    if codes.dtype == np.uint8:
        return _prints[uint8_t](codes, start, stop, letters, powers, inverses)
    if codes.dtype == np.uint16:
        return _prints[uint16_t](codes, start, stop, letters, powers, inverses)
    return _prints[uint32_t](codes, start, stop, letters, powers, inverses)


cdef _prints(
    const Codes[::1] codes,
    const int64_t[:] start,
    const int64_t[:] stop,
    const uint32_t[::1] letters,
    const uint32_t[::1] powers,
    const uint32_t[::1] inverses,
):
    cdef Py_ssize_t number = start.shape[0], size = codes.shape[0], last = letters.shape[0] - 1
    cdef Py_ssize_t word, place, period = powers.shape[0]
    cdef uint32_t sum
    _demand(stop.shape[0] == number and last >= 0 and period > 0 and inverses.shape[0] == period)
    found = np.empty(number, dtype=np.uint32)
    cdef uint32_t[::1] prints = found
    for word in range(number):
        _demand(0 <= start[word] <= stop[word] <= size)
        sum = 0
        for place in range(start[word], stop[word]):
            sum += letters[min(<Py_ssize_t> codes[place], last)] * powers[place % period]
        prints[word] = sum * inverses[start[word] % period]
    return found


def numbers_in(const uint32_t[:, ::1] slots, const uint32_t[::1] prints, int shift):
    cdef Py_ssize_t number = prints.shape[0], word
    cdef uint32_t mask = slots.shape[0] - 1, one
    _demand(slots.shape[0] > 0 and slots.shape[1] == 2 and 0 <= shift < 32)
    _demand((0xFFFFFFFFu >> shift) <= mask)
    found = np.empty(number, dtype=np.int64)
    cdef int64_t[::1] numbers = found
    for word in range(number):
        one = prints[word]
        if slots[one & mask, 0] == one:
            numbers[word] = slots[one & mask, 1]
        elif slots[one >> shift, 0] == one:
            numbers[word] = slots[one >> shift, 1]
        else:
            numbers[word] = 0
    return found


def extremes(const float[:, ::1] values, const int64_t[::1] first):
    cdef Py_ssize_t lines = values.shape[0], texts = first.shape[0] - 1, line, text, word
    cdef float most, least, value
    _demand(texts >= 0)
    greatest, smallest = np.empty((lines, texts), dtype=np.float32), np.empty((lines, texts), dtype=np.float32)
    cdef float[:, ::1] tops = greatest, bottoms = smallest
    for text in range(texts):
        _demand(0 <= first[text] <= first[text + 1] <= values.shape[1])
        for line in range(lines):
            most = least = 0
            for word in range(first[text], first[text + 1]):
                value = values[line, word]
                most, least = max(most, value), min(least, value)
            tops[line, text], bottoms[line, text] = most, least
    return greatest, smallest


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
    const float[:, ::1] columns,
    const int64_t[:, ::1] feature,
    const float[:, ::1] threshold,
    const uint32_t[:, ::1] mask,
    value,
    const int64_t[::1] output,
):
    cdef const float[:, ::1] values = value.astype(np.float32, copy=False)
    cdef Py_ssize_t rows = columns.shape[1], trees = feature.shape[0], nodes = feature.shape[1], leaves = values.shape[1]
    cdef Py_ssize_t tree, node, row
    cdef float limit
    cdef uint32_t ruled_out
    _demand(threshold.shape[0] == mask.shape[0] == values.shape[0] == output.shape[0] == trees > 0)
    _demand(threshold.shape[1] == mask.shape[1] == nodes and leaves > 0)
    for tree in range(trees):
        _demand(0 <= output[tree] and (tree == 0 or output[tree] >= output[tree - 1]))
        for node in range(nodes):
            _demand(0 <= feature[tree, node] < columns.shape[0])
    found = np.zeros((output[trees - 1] + 1, rows))
    gone = np.empty(rows, dtype=np.uint32)
    if rows == 0:
        return found
    cdef double[:, ::1] scores = found
    cdef uint32_t[::1] all_gone = gone
    cdef uint32_t *leaves_gone = &all_gone[0]
    cdef const float *column
    cdef const float *of_leaf
    cdef double *score
    for tree in range(trees):
        for row in range(rows):
            leaves_gone[row] = 0
        for node in range(nodes):
            limit, ruled_out = threshold[tree, node], ~mask[tree, node]
            if not ruled_out:
                continue
            column = &columns[feature[tree, node], 0]
            for row in range(rows):
                leaves_gone[row] |= ruled_out if column[row] > limit else 0
        of_leaf, score = &values[tree, 0], &scores[output[tree], 0]
        for row in range(rows):
            score[row] += of_leaf[min(_first_left(leaves_gone[row]), leaves - 1)]
    return found


cdef inline Py_ssize_t _first_left(uint32_t gone) noexcept nogil:
    """The first leaf that is left; 0 where all are gone, which no tree leads to."""
    cdef uint32_t left = ~gone
    return _trailing_zeros(left) if left else 0


def half_sums(
    const int64_t[::1] host,
    const double[::1] words,
    const int64_t[::1] length,
    in_link,
    is_picture,
    is_inline,
    const int64_t[::1] blocks,
):
    cdef const uint8_t[::1] links = in_link.view(np.uint8), pictures = is_picture.view(np.uint8)
    cdef const uint8_t[::1] inline_ones = is_inline.view(np.uint8)
    cdef Py_ssize_t size = links.shape[0], runs = host.shape[0], row, run, line
    _demand(words.shape[0] == runs and length.shape[0] == runs)
    _demand(pictures.shape[0] == size and inline_ones.shape[0] == size)
    before = np.zeros((8, size + 1), dtype=np.int64)
    cdef int64_t[:, ::1] sums = before
    for run in range(runs):
        row = host[run]
        _demand(0 <= row < size)
        sums[0, row + 1] += <int64_t> (2 * words[run])
        sums[1, row + 1] += 2 * length[run]
    for run in range(blocks.shape[0]):
        _demand(0 <= blocks[run] < size)
        sums[7, blocks[run] + 1] += 2
    for row in range(size):
        if links[row]:
            sums[2, row + 1], sums[3, row + 1] = sums[0, row + 1], sums[1, row + 1]
        sums[4, row + 1] = 2 * links[row]
        sums[5, row + 1] = 2 * pictures[row]
        sums[6, row + 1] = 2 * (not inline_ones[row])
    for line in range(8):
        for row in range(size):
            sums[line, row + 1] += sums[line, row]
    return before
