# cython: language_level=3, boundscheck=False, wraparound=False
"""The compiled twins of the kernels of this package (see `thresher.page.kernels`)."""

include "../page/twins/arrays.pxi"


from thresher.page._kernels import collapse


def contents(list elements, list rows, Py_ssize_t body, Py_ssize_t most):
    cdef dict found = {}
    cdef list held
    cdef Py_ssize_t row
    for row in rows:
        _demand(0 <= row < len(elements))
        attribute = elements[row].attr
        name = attribute("property") or attribute("name") or attribute("http-equiv")
        if not name and row < body:
            name = attribute("itemprop")
        if not name:
            continue
        content = attribute("content")
        content = collapse(content[:most]) if content else ""
        if content:
            name = name.strip().lower()
            held = found.get(name)
            if held is None:
                held = found[name] = []
            held.append(content)
    return found


def marks(list elements, list rows, list is_link, tuple folders):
    cdef dict properties = {}
    cdef list scopes = [], typed = [], authors = [], licences = [], relations
    cdef Py_ssize_t place, row
    _demand(len(rows) == len(is_link))
    for place in range(len(rows)):
        row = rows[place]
        _demand(0 <= row < len(elements))
        attribute = elements[row].attr
        names = attribute("itemprop")
        if names:
            properties[row] = names
        if attribute("itemscope") is not None:
            scopes.append(row)
        if attribute("typeof") is not None:
            typed.append(row)
        if is_link[place]:
            names = attribute("rel")
            relations = (<str> names).lower().split() if names else []
            if "author" in relations:
                authors.append(row)
            address = attribute("href")
            if address and ("license" in relations or _has_one(address.lower(), folders)):
                licences.append(address)
    return properties, scopes, typed, authors, licences


cdef bint _has_one(str text, tuple words) except -1:
    for word in words:
        if word in text:
            return True
    return False


def set_aside(code, end, hidden, outside, inside, never):
    cdef cnp.ndarray codes = _as(code, cnp.NPY_UINT8), ends = _as(end, cnp.NPY_INT64), unseen = _as(hidden, cnp.NPY_BOOL)
    cdef cnp.ndarray outer = _as(outside, cnp.NPY_BOOL), inner = _as(inside, cnp.NPY_BOOL), no = _as(never, cnp.NPY_BOOL)
    cdef Py_ssize_t row, n = cnp.PyArray_SIZE(codes)
    cdef cnp.ndarray aside = _new(n, cnp.NPY_BOOL)
    cdef int64_t out = 0, story = 0, shut = 0, stop
    cdef uint8_t name
    _demand(cnp.PyArray_SIZE(ends) == n and cnp.PyArray_SIZE(unseen) == n)
    for flags in (outer, inner, no):
        _demand(cnp.PyArray_SIZE(flags) == 256)
    for row in range(n):
        name, stop = _bytes(codes)[row], _ints(ends)[row]
        if _bytes(outer)[name]:
            out = max(out, stop)
        if _bytes(inner)[name]:
            story = max(story, stop)
        if _bytes(no)[name]:
            shut = max(shut, stop)
        _bytes(aside)[row] = _bytes(unseen)[row] or (story <= row < out) or row < shut
    return aside
