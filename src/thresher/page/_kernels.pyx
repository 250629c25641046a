# cython: language_level=3, boundscheck=False, wraparound=False
"""The compiled twins of the kernels (see `thresher.page.kernels`): the same answers as the Python functions of their names.

The Python functions are the definition and work on whole columns; these go through the rows one by one, once, with a
stack where a tree asks for one.
"""

cimport numpy as cnp
from cpython.dict cimport PyDict_GetItem
from cpython.mem cimport PyMem_Free, PyMem_Malloc, PyMem_Realloc
from cpython.object cimport PyObject
from libc.stdint cimport int64_t, uint8_t
from libc.string cimport memcpy

cnp.import_array()

cdef extern from "Python.h":
    int PyUnicode_KIND(object text)
    void *PyUnicode_DATA(object text)
    Py_UCS4 PyUnicode_READ(int kind, void *data, Py_ssize_t place)
    void PyUnicode_WRITE(int kind, void *data, Py_ssize_t place, Py_UCS4 char)
    Py_ssize_t PyUnicode_GET_LENGTH(object text)
    object PyUnicode_FromKindAndData(int kind, const void *data, Py_ssize_t size)
    int Py_UNICODE_ISSPACE(Py_UCS4 char)
    int Py_UNICODE_ISALNUM(Py_UCS4 char)
    Py_ssize_t PyUnicode_FindChar(object text, Py_UCS4 char, Py_ssize_t start, Py_ssize_t stop, int way) except -2


# Columns as C arrays.

cdef inline cnp.ndarray _new(cnp.npy_intp size, int kind):
    return cnp.PyArray_EMPTY(1, &size, kind, 0)


cdef inline cnp.ndarray _as(column, int kind):
    """The column as contiguous numbers of a kind; itself where it is that."""
    return cnp.PyArray_FROMANY(column, kind, 1, 1, cnp.NPY_ARRAY_CARRAY_RO)


cdef inline int64_t *_ints(cnp.ndarray column):
    return <int64_t *> cnp.PyArray_DATA(column)


cdef inline double *_floats(cnp.ndarray column):
    return <double *> cnp.PyArray_DATA(column)


cdef inline uint8_t *_bytes(cnp.ndarray column):
    return <uint8_t *> cnp.PyArray_DATA(column)


cdef int _demand(bint holds) except -1:
    """Rows outside of a table are an error, not a crash."""
    if not holds:
        raise IndexError("a row lies outside of its table")
    return 0


# Trees as columns (thresher.page.columns).

def prefix(column):
    cdef cnp.ndarray given = column
    cdef Py_ssize_t row, n = cnp.PyArray_SIZE(given)
    cdef cnp.ndarray sums
    if cnp.PyArray_ISFLOAT(given):
        given, sums = _as(column, cnp.NPY_FLOAT64), _new(n + 1, cnp.NPY_FLOAT64)
        _float_sums(_floats(given), n, _floats(sums))
    else:
        given, sums = _as(column, cnp.NPY_INT64), _new(n + 1, cnp.NPY_INT64)
        _int_sums(_ints(given), n, _ints(sums))
    return sums


cdef void _float_sums(double *column, Py_ssize_t n, double *sums) noexcept:
    cdef Py_ssize_t row
    sums[0] = 0
    for row in range(n):
        sums[row + 1] = sums[row] + column[row]


cdef void _int_sums(int64_t *column, Py_ssize_t n, int64_t *sums) noexcept:
    cdef Py_ssize_t row
    sums[0] = 0
    for row in range(n):
        sums[row + 1] = sums[row] + column[row]


def subtree_sum(column, end):
    cdef cnp.ndarray sums = prefix(column), ends = _as(end, cnp.NPY_INT64), result
    cdef Py_ssize_t row, n = cnp.PyArray_SIZE(ends)
    cdef int64_t *stop = _ints(ends)
    _demand(cnp.PyArray_SIZE(sums) == n + 1)
    for row in range(n):
        _demand(0 <= stop[row] <= n)
    if cnp.PyArray_ISFLOAT(sums):
        result = _new(n, cnp.NPY_FLOAT64)
        for row in range(n):
            _floats(result)[row] = _floats(sums)[stop[row]] - _floats(sums)[row]
    else:
        result = _new(n, cnp.NPY_INT64)
        for row in range(n):
            _ints(result)[row] = _ints(sums)[stop[row]] - _ints(sums)[row]
    return result


def child_sum(column, parent):
    cdef cnp.ndarray values = _as(column, cnp.NPY_FLOAT64), parents = _as(parent, cnp.NPY_INT64), sums
    cdef Py_ssize_t row, n = cnp.PyArray_SIZE(parents)
    cdef double *value = _floats(values)
    cdef double *total
    cdef int64_t *above = _ints(parents)
    sums = cnp.PyArray_ZEROS(1, cnp.PyArray_DIMS(parents), cnp.NPY_FLOAT64, 0)
    total = _floats(sums)
    _demand(cnp.PyArray_SIZE(values) == n)
    for row in range(n):
        if above[row] >= 0:
            _demand(above[row] < n)
            total[above[row]] += value[row]
    return sums


def sum_by_row(rows, column, Py_ssize_t count):
    cdef cnp.ndarray places = _as(rows, cnp.NPY_INT64), values = _as(column, cnp.NPY_INT64), sums
    cdef cnp.npy_intp size = count
    cdef Py_ssize_t place
    cdef int64_t row
    sums = cnp.PyArray_ZEROS(1, &size, cnp.NPY_INT64, 0)
    _demand(cnp.PyArray_SIZE(places) == cnp.PyArray_SIZE(values))
    for place in range(cnp.PyArray_SIZE(places)):
        row = _ints(places)[place]
        _demand(0 <= row < count)
        _ints(sums)[row] += _ints(values)[place]
    return sums


def nesting(mask, end):
    cdef cnp.ndarray flags = _as(mask, cnp.NPY_BOOL), ends = _as(end, cnp.NPY_INT64), result
    cdef Py_ssize_t row, n = cnp.PyArray_SIZE(ends)
    cdef uint8_t *is_in = _bytes(flags)
    cdef int64_t *stop = _ints(ends)
    cdef int64_t *level
    cdef int64_t around = 0
    result = cnp.PyArray_ZEROS(1, cnp.PyArray_DIMS(ends), cnp.NPY_INT64, 0)
    level = _ints(result)
    _demand(cnp.PyArray_SIZE(flags) == n)
    for row in range(n):
        if is_in[row]:
            _demand(row <= stop[row] <= n)
            level[row] += 1
            if stop[row] < n:
                level[stop[row]] -= 1
        around += level[row]
        level[row] = around
    return result


def mark_subtrees(rows, end):
    cdef cnp.ndarray given = rows, ends = _as(end, cnp.NPY_INT64), marked
    cdef Py_ssize_t row, place, n = cnp.PyArray_SIZE(ends)
    cdef int64_t *stop = _ints(ends)
    cdef int64_t reach = 0
    cdef uint8_t *mark
    if cnp.PyArray_ISBOOL(given):
        _demand(cnp.PyArray_SIZE(given) == n)
        marked = cnp.PyArray_NewCopy(given, cnp.NPY_CORDER)
        mark = _bytes(marked)
    else:
        given = _as(rows, cnp.NPY_INT64)
        marked = cnp.PyArray_ZEROS(1, cnp.PyArray_DIMS(ends), cnp.NPY_BOOL, 0)
        mark = _bytes(marked)
        for place in range(cnp.PyArray_SIZE(given)):
            row = _ints(given)[place]
            row += n if row < 0 else 0
            _demand(0 <= row < n)
            mark[row] = 1
    for row in range(n):
        if mark[row] and stop[row] > reach:
            reach = stop[row]
        mark[row] = row < reach
    return marked


def subtree_argmax(column, end):
    cdef cnp.ndarray values = _as(column, cnp.NPY_INT64), ends = _as(end, cnp.NPY_INT64), result
    cdef Py_ssize_t row, n = cnp.PyArray_SIZE(ends)
    cdef int64_t *value = _ints(values)
    cdef int64_t *stop = _ints(ends)
    cdef int64_t *best
    cdef int64_t child
    _demand(cnp.PyArray_SIZE(values) == n)
    result = _new(n, cnp.NPY_INT64)
    best = _ints(result)
    for row in range(n - 1, -1, -1):
        _demand(row < stop[row] <= n)
        best[row] = row
        child = row + 1
        while child < stop[row]:
            if value[best[child]] > value[best[row]]:
                best[row] = best[child]
            child = stop[child]
    return result


def depths(end):
    cdef cnp.ndarray ends = _as(end, cnp.NPY_INT64), result
    cdef Py_ssize_t row, n = cnp.PyArray_SIZE(ends)
    cdef int64_t *stop = _ints(ends)
    cdef int64_t *level
    cdef int64_t closed = 0
    result = cnp.PyArray_ZEROS(1, cnp.PyArray_DIMS(ends), cnp.NPY_INT64, 0)
    level = _ints(result)
    for row in range(n):
        _demand(0 <= stop[row] <= n)
        if stop[row] < n:
            level[stop[row]] += 1
    for row in range(n):
        closed += level[row]
        level[row] = row - closed
    return result


def parents(depth):
    cdef cnp.ndarray levels = _as(depth, cnp.NPY_INT64), result
    cdef Py_ssize_t row, n = cnp.PyArray_SIZE(levels)
    cdef int64_t *level = _ints(levels)
    cdef int64_t *parent
    cdef int64_t last
    result = _new(n, cnp.NPY_INT64)
    parent = _ints(result)
    for row in range(n):
        # The parent is the row before, or as many steps above that one as this row is above its child.
        last = row - 1
        while last >= 0 and level[last] >= level[row]:
            last = parent[last]
        parent[row] = last
    return result


def nearest(mask, end, rows=None):
    cdef cnp.ndarray flags = _as(mask, cnp.NPY_BOOL), ends = _as(end, cnp.NPY_INT64), result, outers
    cdef Py_ssize_t row, n = cnp.PyArray_SIZE(ends)
    cdef uint8_t *is_in = _bytes(flags)
    cdef int64_t *stop = _ints(ends)
    cdef int64_t *found
    cdef int64_t *outer  # marked row: the marked one around it
    cdef int64_t around = -1
    _demand(cnp.PyArray_SIZE(flags) == n)
    result, outers = _new(n, cnp.NPY_INT64), _new(n, cnp.NPY_INT64)
    found, outer = _ints(result), _ints(outers)
    for row in range(n):
        while around >= 0 and stop[around] <= row:
            around = outer[around]
        if is_in[row]:
            outer[row] = around
            around = row
        found[row] = around
    return result if rows is None else result[rows]


# Views (thresher.page.view).

def compacted(elements, runs, parent, end, host, at):
    cdef cnp.ndarray is_kept = _as(elements, cnp.NPY_BOOL), is_run = _as(runs, cnp.NPY_BOOL)
    cdef cnp.ndarray parents = _as(parent, cnp.NPY_INT64), ends = _as(end, cnp.NPY_INT64)
    cdef cnp.ndarray hosts = _as(host, cnp.NPY_INT64), ats = _as(at, cnp.NPY_INT64)
    cdef cnp.ndarray starts = prefix(is_kept)
    cdef Py_ssize_t row, run, n = cnp.PyArray_SIZE(is_kept), n_runs = cnp.PyArray_SIZE(is_run), place = 0
    cdef int64_t *started = _ints(starts)
    cdef uint8_t *kept = _bytes(is_kept)
    cdef uint8_t *kept_run = _bytes(is_run)
    cdef int64_t above
    _demand(n > 0 and kept[0] and cnp.PyArray_SIZE(parents) == n and cnp.PyArray_SIZE(ends) == n)
    _demand(cnp.PyArray_SIZE(hosts) == n_runs and cnp.PyArray_SIZE(ats) == n_runs)
    cdef cnp.ndarray holders = _new(n, cnp.NPY_INT64)  # element: the nearest one that is kept, as its new row
    cdef int64_t *holder = _ints(holders)
    cdef cnp.ndarray rows = _new(started[n], cnp.NPY_INT64), new_parent = _new(started[n], cnp.NPY_INT64)
    cdef cnp.ndarray new_end = _new(started[n], cnp.NPY_INT64)
    for row in range(n):
        above = _ints(parents)[row]
        _demand(above < row and (above >= 0 or row == 0) and 0 <= _ints(ends)[row] <= n)
        above = holder[above] if row else -1
        holder[row] = above
        if kept[row]:
            holder[row] = place
            _ints(rows)[place] = row
            _ints(new_parent)[place] = above
            _ints(new_end)[place] = started[_ints(ends)[row]]
            place += 1
    cdef Py_ssize_t count = 0
    for run in range(n_runs):
        count += kept_run[run]
    cdef cnp.ndarray kept_runs = _new(count, cnp.NPY_INT64)
    cdef cnp.ndarray new_host = _new(count, cnp.NPY_INT64), new_at = _new(count, cnp.NPY_INT64)
    place = 0
    for run in range(n_runs):
        if kept_run[run]:
            _demand(0 <= _ints(hosts)[run] < n and 0 <= _ints(ats)[run] <= n)
            _ints(kept_runs)[place] = run
            _ints(new_host)[place] = holder[_ints(hosts)[run]]
            _ints(new_at)[place] = started[_ints(ats)[run]]
            place += 1
    return rows, kept_runs, new_parent, new_end, new_host, new_at


# Paragraphs (thresher.writers.text).

def boundaries(blocks, breaks, end, host, at):
    cdef cnp.ndarray around = nesting(blocks, end), started = prefix(blocks), broken = prefix(breaks)
    cdef cnp.ndarray hosts = _as(host, cnp.NPY_INT64), ats = _as(at, cnp.NPY_INT64)
    cdef Py_ssize_t run, n = cnp.PyArray_SIZE(around), n_runs = cnp.PyArray_SIZE(hosts)
    cdef cnp.ndarray opens = _new(n_runs, cnp.NPY_BOOL), follows = _new(n_runs, cnp.NPY_BOOL)
    cdef int64_t here, place, blocks_here, depth_here, breaks_here
    cdef int64_t blocks_before = -1, depth_before = -1, breaks_before = -1
    _demand(cnp.PyArray_SIZE(ats) == n_runs and cnp.PyArray_SIZE(broken) == n + 1)
    for run in range(n_runs):
        here, place = _ints(hosts)[run], _ints(ats)[run]
        _demand(0 <= here < n and 0 <= place <= n)
        blocks_here, depth_here, breaks_here = _ints(started)[place], _ints(around)[here], _ints(broken)[place]
        _bytes(opens)[run] = (
            run == 0
            or blocks_here != blocks_before
            or depth_here != depth_before
            or breaks_here > breaks_before + 1
        )
        _bytes(follows)[run] = run > 0 and breaks_here > breaks_before
        blocks_before, depth_before, breaks_before = blocks_here, depth_here, breaks_here
    return opens, follows


def gaps_between(item, line):
    cdef cnp.ndarray items = _as(item, cnp.NPY_INT64), lines = _as(line, cnp.NPY_INT64)
    cdef Py_ssize_t place, n = cnp.PyArray_SIZE(items)
    cdef int64_t *in_item = _ints(items)
    cdef int64_t *in_line = _ints(lines)
    cdef list gaps = []
    _demand(cnp.PyArray_SIZE(lines) == n)
    for place in range(n):
        if place == 0:
            gaps.append(2)
        elif in_line[place] >= 0 and in_line[place] == in_line[place - 1]:
            gaps.append(0)
        elif (in_item[place] >= 0 and in_item[place - 1] >= 0) or (in_line[place] >= 0 and in_line[place - 1] >= 0):
            gaps.append(1)
        else:
            gaps.append(2)
    return gaps


# Text and tags in links (thresher.algorithms.cetd).

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


# From a parser's nodes to columns (thresher.page.parse).

cdef enum:
    ELEMENT = 1
    TEXT = 2


cdef inline long _number(dict table, object key) except -1:
    """What a table of numbers says of a key, 0 where it is not in it."""
    cdef PyObject *found = PyDict_GetItem(table, key)
    return <long> (<object> found) if found is not NULL else 0


cdef class _Growing:
    """A column of numbers that is not yet complete."""

    cdef int64_t *number
    cdef Py_ssize_t size, room

    def __cinit__(self):
        self.room, self.size = 1024, 0
        self.number = <int64_t *> PyMem_Malloc(self.room * sizeof(int64_t))
        if self.number is NULL:
            raise MemoryError

    def __dealloc__(self):
        PyMem_Free(self.number)

    cdef int append(self, int64_t number) except -1:
        cdef int64_t *moved
        if self.size == self.room:
            moved = <int64_t *> PyMem_Realloc(self.number, 2 * self.room * sizeof(int64_t))
            if moved is NULL:
                raise MemoryError
            self.number, self.room = moved, 2 * self.room
        self.number[self.size] = number
        self.size += 1
        return 0

    cdef cnp.ndarray column(self, int kind):
        cdef cnp.ndarray whole = _new(self.size, cnp.NPY_INT64)
        memcpy(cnp.PyArray_DATA(whole), self.number, self.size * sizeof(int64_t))
        return whole if kind == cnp.NPY_INT64 else cnp.PyArray_Cast(whole, kind)


def flatten(nodes, dict kinds, dict codes, silent):
    cdef _Growing code = _Growing(), parent = _Growing(), end = _Growing(), host = _Growing(), at = _Growing()
    # The nodes that are open: how many children each still expects, and the element that it is or is in.
    cdef _Growing expected = _Growing(), holder = _Growing()
    cdef cnp.ndarray silences = _as(silent, cnp.NPY_BOOL)
    cdef uint8_t *is_silent = _bytes(silences)
    cdef list elements = [], tags = [], texts = []
    cdef Py_ssize_t children
    cdef int64_t row
    cdef long kind
    type_of_element = type_of_text = None
    # A node is let go of before the next one is made, unless it is an element: most of a page's nodes are text.
    for node in nodes:
        while expected.size and expected.number[expected.size - 1] == 0:
            expected.size -= 1
            holder.size -= 1
            end.number[holder.number[holder.size]] = code.size
        row = -1
        if expected.size:
            expected.number[expected.size - 1] -= 1
            row = holder.number[holder.size - 1]
        # Most nodes are of the type of the last element or of the last text.
        if type(node) is type_of_text:
            kind = TEXT
        elif type(node) is type_of_element:
            kind = ELEMENT
        else:
            kind = _number(kinds, type(node))
            if kind == TEXT:
                type_of_text = type(node)
            elif kind == ELEMENT:
                type_of_element = type(node)
        if kind == TEXT:
            if not is_silent[code.number[row]]:
                host.append(row)
                at.append(code.size)
                texts.append(node.data)
            continue
        children = len(node)
        if kind == ELEMENT:
            tag = node.tag
            elements.append(node)
            tags.append(tag)
            parent.append(row)
            row = code.size
            code.append(_number(codes, tag))
            end.append(row + 1)
        if children:
            expected.append(children)
            holder.append(row)
    while holder.size:
        holder.size -= 1
        end.number[holder.number[holder.size]] = code.size
    return (
        elements,
        tags,
        code.column(cnp.NPY_UINT8),
        parent.column(cnp.NPY_INT64),
        end.column(cnp.NPY_INT64),
        host.column(cnp.NPY_INT64),
        at.column(cnp.NPY_INT64),
        texts,
    )


def attributes_at(list elements, list rows, str name):
    cdef list values = []
    cdef Py_ssize_t row
    for row in rows:
        _demand(0 <= row < len(elements))
        values.append(elements[row].attr(name))
    return values


def rows_among(list found, list elements):
    cdef list rows = []
    cdef Py_ssize_t row = 0, n = len(elements)
    for element in found:
        while row < n and elements[row] is not element:
            row += 1
        if row == n:
            raise ValueError("an element is not among the others, or out of order")
        rows.append(row)
    return rows


def start_tags_in(str markup, tuple unescaped):
    cdef list tags = []
    cdef Py_ssize_t place = 0, stop, size = len(markup)
    cdef Py_UCS4 sign
    while True:
        place = PyUnicode_FindChar(markup, c"<", place, size, 1)
        if place < 0 or place + 1 >= size:
            return tags
        sign = markup[place + 1]
        if sign == c"!" and markup.startswith("<!--", place):
            place = markup.find("-->", place)
            if place < 0:
                return tags
            continue
        stop = PyUnicode_FindChar(markup, c">", place, size, 1)
        if stop < 0:
            return tags
        if c"a" <= sign <= c"z" or c"A" <= sign <= c"Z":
            tag = markup[place : stop + 1]
            tags.append(tag)
            for name in unescaped:
                if tag.startswith(name, 1) and tag[len(name) + 1] in " >":
                    stop = markup.find("</" + name + ">", stop)
                    if stop < 0:
                        return tags
                    break
        place = stop


# The source of a view (thresher.page.source).

def source_tokens(list start_tags, list tags, list texts, end, host, at, is_empty):
    cdef cnp.ndarray ends = _as(end, cnp.NPY_INT64), hosts = _as(host, cnp.NPY_INT64), ats = _as(at, cnp.NPY_INT64)
    cdef cnp.ndarray is_void = _as(is_empty, cnp.NPY_BOOL)
    cdef Py_ssize_t n = len(tags), n_runs = len(texts), count = 0, place = 0, element, written = 0, top = -1
    _demand(len(start_tags) == n == cnp.PyArray_SIZE(ends) == cnp.PyArray_SIZE(is_void))
    _demand(n_runs == cnp.PyArray_SIZE(hosts) == cnp.PyArray_SIZE(ats))
    for element in range(n):
        count += 2 - (_bytes(is_void)[element] != 0)
    cdef cnp.ndarray row = _new(count + n_runs, cnp.NPY_INT64), run = _new(count + n_runs, cnp.NPY_INT64)
    cdef cnp.ndarray closing = _new(count + n_runs, cnp.NPY_BOOL), opened = _new(n, cnp.NPY_INT64)
    cdef int64_t *open_row = _ints(opened)
    cdef int64_t holder
    cdef list tokens = []
    cdef dict end_tags = {}
    for element in range(n + 1):
        while True:
            # Ahead of the next element stand the texts up to there, each in its host, and the ends of what is over.
            if written < n_runs and _ints(ats)[written] <= element:
                holder = _ints(hosts)[written]
            elif element < n and top >= 0 and _ints(ends)[open_row[top]] <= element:
                holder = -1
            elif element == n and top >= 0:
                holder = -1
            else:
                break
            if top >= 0 and open_row[top] != holder:
                if not _bytes(is_void)[open_row[top]]:
                    tag = tags[open_row[top]]
                    token = end_tags.get(tag)
                    if token is None:
                        token = end_tags[tag] = f"</{tag}>"
                    tokens.append(token)
                    _ints(row)[place], _ints(run)[place], _bytes(closing)[place] = open_row[top], -1, True
                    place += 1
                top -= 1
                continue
            _demand(top >= 0)
            tokens.append(texts[written])
            _ints(row)[place], _ints(run)[place], _bytes(closing)[place] = holder, written, False
            place += 1
            written += 1
        if element < n:
            tokens.append(start_tags[element])
            _ints(row)[place], _ints(run)[place], _bytes(closing)[place] = element, -1, False
            place += 1
            top += 1
            open_row[top] = element
    return tokens, row, run, closing


# Words (thresher.page.words).

def count_words(texts):
    cdef Py_ssize_t number = 0
    cdef cnp.ndarray counts = _new(len(texts), cnp.NPY_INT64)
    for text in texts:
        _ints(counts)[number] = _words(text)
        number += 1
    return counts


cdef Py_ssize_t _words(str text) except -1:
    cdef int kind = PyUnicode_KIND(text)
    cdef void *data = PyUnicode_DATA(text)
    cdef Py_ssize_t place, words = 0
    cdef Py_UCS4 char
    cdef bint in_word = False
    for place in range(PyUnicode_GET_LENGTH(text)):
        char = PyUnicode_READ(kind, data, place)
        if char < 128:
            if ALPHANUMERIC[char]:
                words += not in_word
                in_word = True
            else:
                in_word = False
        elif char >= 0x20000 or (_is_unspaced(char) and Py_UNICODE_ISALNUM(char)):
            words += 1
            in_word = False
        elif char < 0x10000 and Py_UNICODE_ISALNUM(char):
            words += not in_word
            in_word = True
        else:
            in_word = False
    return words


#: Character of ASCII: whether it is part of a word.
cdef uint8_t[128] ALPHANUMERIC
for _char in range(128):
    ALPHANUMERIC[_char] = chr(_char).isalnum() or chr(_char) == "_"


cdef inline bint _is_unspaced(Py_UCS4 char) noexcept:
    """The ranges of `words.UNSPACED`."""
    return (
        0x0E00 <= char <= 0x0E7F
        or 0x3040 <= char <= 0x30FF
        or 0x3400 <= char <= 0x4DBF
        or 0x4E00 <= char <= 0x9FFF
        or 0xF900 <= char <= 0xFAFF
    )


# White space (thresher.page.whitespace).

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
        cdef Py_ssize_t place
        cdef Py_UCS4 char
        for place in range(PyUnicode_GET_LENGTH(text)):
            char = PyUnicode_READ(kind, data, place)
            if char == line_break:
                self.gap = c"\n"
            elif not _is_solid(char):
                self.gap = self.gap or c" "
            else:
                if self.gap and self.size:
                    PyUnicode_WRITE(self.kind, self.data, self.size, self.gap)
                    self.size += 1
                PyUnicode_WRITE(self.kind, self.data, self.size, char)
                self.size += 1
                self.gap = 0

    cdef str text(self):
        return PyUnicode_FromKindAndData(self.kind, self.data, self.size)


#: No character.
cdef Py_UCS4 NO_BREAK = 0x110000


def collapse(str text):
    cdef _Collapsing collapsed = _Collapsing(PyUnicode_KIND(text), PyUnicode_GET_LENGTH(text))
    collapsed.append(text, NO_BREAK)
    return collapsed.text()


def collapse_stretches(list pieces, list starts, list stops, str line_break):
    cdef list texts = []
    cdef Py_ssize_t start, stop, place, room
    cdef int kind
    cdef _Collapsing collapsed
    for start, stop in zip(starts, stops):
        _demand(0 <= start <= stop <= len(pieces))
        kind, room = 1, 0
        for place in range(start, stop):
            kind = max(kind, PyUnicode_KIND(pieces[place]))
            room += PyUnicode_GET_LENGTH(pieces[place])
        collapsed = _Collapsing(kind, room)
        for place in range(start, stop):
            collapsed.append(pieces[place], ord(line_break))
        texts.append(collapsed.text())
    return texts


# Style sheets (thresher.page.stylesheet).

def hiding_places(str css):
    cdef list gone = [], tricked = []
    cdef int kind = PyUnicode_KIND(css)
    cdef void *data = PyUnicode_DATA(css)
    cdef Py_ssize_t colon = -1, value, size = PyUnicode_GET_LENGTH(css)
    cdef Py_UCS4 first
    while (colon := PyUnicode_FindChar(css, c":", colon + 1, size, 1)) >= 0:
        value = colon + 1
        value += value < size and PyUnicode_READ(kind, data, value) == c" "
        first = PyUnicode_READ(kind, data, value) if value < size else 0
        if first == c"n":
            if css.startswith("none", value) and css.endswith("display", 0, colon):
                gone.append(colon)
        elif first == c"h":
            if css.startswith("hidden", value) and css.endswith("visibility", 0, colon):
                gone.append(colon)
        elif first == c"-":
            if css.startswith("-9999", value) and css.endswith(("left", "indent"), 0, colon):
                tricked.append(colon)
        elif first == c"r" or first == c"i":
            if css.startswith(("rect(0", "rect(1px", "inset(50%"), value):
                tricked.append(colon)
    return gone, tricked


# Characters that nobody sees (thresher.page.tricks).

def have_unseen(texts):
    for text in texts:
        if _has_unseen(text):
            return True
    return False


cdef bint _has_unseen(str text) noexcept:
    cdef int kind = PyUnicode_KIND(text)
    cdef void *data = PyUnicode_DATA(text)
    cdef Py_ssize_t place
    if kind == 1:
        return False
    for place in range(PyUnicode_GET_LENGTH(text)):
        if _is_unseen(PyUnicode_READ(kind, data, place)):
            return True
    return False


cdef inline bint _is_unseen(Py_UCS4 char) noexcept:
    """The ranges of `tricks._UNSEEN`, and what begins with the unit 0xDB40 in UTF-16: tags, and variants beside them."""
    if char < 0x180E:
        return False
    return (
        char == 0x180E
        or 0x200B <= char <= 0x200F
        or 0x202D <= char <= 0x202E
        or 0x2060 <= char <= 0x2064
        or 0xFE00 <= char <= 0xFE0F
        or char == 0xFEFF
        or char == 0xDB40
        or 0xE0000 <= char <= 0xE03FF
    )
