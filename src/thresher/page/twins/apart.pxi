# Words that touch: the twin of the kernel in apart.py.

cdef enum:
    # Bits of `apart.ROLES`.
    IS_BLOCK = 1
    AS_WRITTEN = 2
    IS_LINK = 4

cdef extern from "Python.h":
    int Py_UNICODE_ISLOWER(Py_UCS4 char)
    int Py_UNICODE_ISUPPER(Py_UCS4 char)


cdef inline bint _is_stop(Py_UCS4 char) noexcept:
    """As `apart.STOPS`; a literal is compared in C."""
    return char in ".!?:;,…)]»”%™®"


cdef inline bint _is_money(Py_UCS4 char) noexcept:
    """As `apart.MONEY`."""
    return char in "$€£¥₹"


cdef inline Py_UCS4 _sign_at(str text, Py_ssize_t place) noexcept:
    return PyUnicode_READ(PyUnicode_KIND(text), PyUnicode_DATA(text), place)


def meetings(list text, host, code, parent, end, roles):
    cdef cnp.ndarray hosts = _as(host, cnp.NPY_INT64), codes = _as(code, cnp.NPY_UINT8)
    cdef cnp.ndarray parents = _as(parent, cnp.NPY_INT64), ends = _as(end, cnp.NPY_INT64)
    cdef cnp.ndarray bits = _as(roles, cnp.NPY_UINT8), as_written = None
    cdef Py_ssize_t run, n_runs = len(text), n = cnp.PyArray_SIZE(codes)
    cdef int64_t before, own, left_link, right_link, left_steps, right_steps
    cdef str left, right
    cdef list apart = [], linked = []
    _demand(cnp.PyArray_SIZE(hosts) == n_runs and cnp.PyArray_SIZE(bits) == 256)
    _demand(cnp.PyArray_SIZE(parents) == n and cnp.PyArray_SIZE(ends) == n)
    for run in range(1, n_runs):
        before, own = _ints(hosts)[run - 1], _ints(hosts)[run]
        if before == own:
            continue
        left, right = text[run - 1], text[run]
        if not _touch(left, right):
            continue
        _demand(0 <= before < n and 0 <= own < n)
        if as_written is None:
            as_written = _as_written(codes, parents, bits)
        if _bytes(as_written)[before] or _bytes(as_written)[own]:
            continue
        left_steps = _steps(before, own, codes, parents, ends, bits, &left_link)
        if left_steps < 0:
            continue
        right_steps = _steps(own, before, codes, parents, ends, bits, &right_link)
        if right_steps < 0:
            continue
        if _are_apart(left, right, left_steps > 0 and right_steps > 0):
            apart.append(run)
        elif left_link >= 0 and right_link >= 0 and _may_be_words(left, right):
            linked.append((run, left_link, right_link))
    return apart, linked


cdef inline bint _touch(str left, str right) noexcept:
    cdef Py_ssize_t size = PyUnicode_GET_LENGTH(left)
    return size and PyUnicode_GET_LENGTH(right) and _is_solid(_sign_at(right, 0)) and _is_solid(_sign_at(left, size - 1))


cdef bint _may_be_words(str left, str right) noexcept:
    """Whether two texts of several signs meet as letters."""
    cdef Py_ssize_t size = PyUnicode_GET_LENGTH(left)
    if size < 2 or PyUnicode_GET_LENGTH(right) < 2:
        return False
    return Py_UNICODE_ISALNUM(_sign_at(left, size - 1)) and Py_UNICODE_ISALNUM(_sign_at(right, 0))


cdef bint _are_apart(str left, str right, bint side_by_side) noexcept:
    cdef Py_ssize_t size = PyUnicode_GET_LENGTH(left), other_size = PyUnicode_GET_LENGTH(right)
    cdef Py_UCS4 last = _sign_at(left, size - 1), first = _sign_at(right, 0)
    if size == 1 and other_size == 1:
        return False
    if Py_UNICODE_ISLOWER(last) and (Py_UNICODE_ISUPPER(first) or Py_UNICODE_ISDECIMAL(first)):
        return True
    if not side_by_side:
        return False
    if Py_UNICODE_ISUPPER(first):
        if Py_UNICODE_ISDECIMAL(last):
            return True
        return (Py_UNICODE_ISUPPER(last) or _is_stop(last)) and other_size > 1 and Py_UNICODE_ISLOWER(_sign_at(right, 1))
    if Py_UNICODE_ISDECIMAL(first):
        if Py_UNICODE_ISUPPER(last):
            return size > 1 and Py_UNICODE_ISUPPER(_sign_at(left, size - 2))
        return Py_UNICODE_ISDECIMAL(last)
    return _is_money(first) and Py_UNICODE_ISALNUM(last)


cdef cnp.ndarray _as_written(cnp.ndarray codes, cnp.ndarray parents, cnp.ndarray bits):
    """Element: whether it is, or is in, one whose letters stand as they are written."""
    cdef Py_ssize_t row, n = cnp.PyArray_SIZE(codes)
    cdef cnp.ndarray flags = _new(n, cnp.NPY_UINT8)
    cdef int64_t around
    for row in range(n):
        around = _ints(parents)[row]
        _demand(around < row)
        _bytes(flags)[row] = _bytes(bits)[_bytes(codes)[row]] & AS_WRITTEN or (around >= 0 and _bytes(flags)[around])
    return flags


cdef int64_t _steps(
    int64_t row, int64_t other, cnp.ndarray codes, cnp.ndarray parents, cnp.ndarray ends, cnp.ndarray bits, int64_t *link
) except -2:
    """How many elements from a row outwards the other row is not in, -1 where one of them is a block."""
    cdef int64_t steps = 0
    cdef uint8_t role
    link[0] = -1
    while not row <= other < _ints(ends)[row]:
        role = _bytes(bits)[_bytes(codes)[row]]
        if role & IS_BLOCK:
            return -1
        if role & IS_LINK and link[0] < 0:
            link[0] = row
        row = _ints(parents)[row]
        _demand(row >= 0)
        steps += 1
    return steps
