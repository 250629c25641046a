# Where paragraphs stand: the twin of the kernel in settings.py.

cdef enum:
    RAW = 1
    ITEM = 2
    LIST = 4
    LINE = 8
    CELL = 16
    TABLE = 32


cdef struct _Setting:
    uint8_t raw
    int64_t item, lists, line, cell, table, outer


def standing(kinds, end, rows):
    cdef cnp.ndarray kind = _as(kinds, cnp.NPY_UINT8), ends = _as(end, cnp.NPY_INT64), asked = _as(rows, cnp.NPY_INT64)
    cdef Py_ssize_t row, place, count = 0, n = cnp.PyArray_SIZE(ends), size = cnp.PyArray_SIZE(asked)
    cdef cnp.ndarray raw = _new(size, cnp.NPY_BOOL), item = _new(size, cnp.NPY_INT64), lists = _new(size, cnp.NPY_INT64)
    cdef cnp.ndarray line = _new(size, cnp.NPY_INT64), cell = _new(size, cnp.NPY_INT64), table = _new(size, cnp.NPY_INT64)
    cdef cnp.ndarray nearest = _new(n, cnp.NPY_INT64), held
    cdef int64_t around = 0
    cdef uint8_t flags
    cdef _Setting *settings
    _demand(cnp.PyArray_SIZE(kind) == n)
    for row in range(n):
        count += _bytes(kind)[row] != 0
    held = _new((count + 1) * sizeof(_Setting), cnp.NPY_UINT8)
    settings = <_Setting *> cnp.PyArray_DATA(held)
    # The first is that of what stands nowhere; each other one is that of an element which decides something.
    settings[0] = _Setting(raw=0, item=-1, lists=0, line=-1, cell=-1, table=-1, outer=n)
    count = 0
    cdef cnp.ndarray stops = _new(cnp.PyArray_SIZE(held) // sizeof(_Setting), cnp.NPY_INT64)
    cdef int64_t *stop = _ints(stops)
    stop[0] = n
    for row in range(n):
        while stop[around] <= row and around:
            around = settings[around].outer
        flags = _bytes(kind)[row]
        if flags:
            count += 1
            settings[count] = settings[around]
            settings[count].outer = around
            stop[count] = _ints(ends)[row]
            around = count
            if flags & RAW:
                settings[count].raw = 1
            if flags & ITEM:
                settings[count].item = row
            if flags & LIST:
                settings[count].lists += 1
            if flags & LINE:
                settings[count].line = row
            if flags & CELL:
                settings[count].cell = row
            if flags & TABLE:
                settings[count].table = row
        _ints(nearest)[row] = around
    for place in range(size):
        row = _ints(asked)[place]
        _demand(0 <= row < n)
        around = _ints(nearest)[row]
        _bytes(raw)[place] = settings[around].raw
        _ints(item)[place], _ints(lists)[place] = settings[around].item, settings[around].lists
        _ints(line)[place], _ints(cell)[place] = settings[around].line, settings[around].cell
        _ints(table)[place] = settings[around].table
    return raw, item, lists, line, cell, table
