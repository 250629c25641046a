# cython: language_level=3, boundscheck=False, wraparound=False
"""The compiled twins of the kernels of this package (see `thresher.page.kernels`)."""

include "../page/twins/arrays.pxi"


from thresher.page._kernels import collapse


def contents(list elements, list rows, Py_ssize_t body, Py_ssize_t most):
    cdef dict found = {}
    cdef list held
    cdef Py_ssize_t row
    # The method is looked up once: nearly all elements are of one type.
    kind = ask = None
    for row in rows:
        _demand(0 <= row < len(elements))
        element = elements[row]
        if type(element) is not kind:
            kind = type(element)
            ask = kind.attr
        name = ask(element, "property") or ask(element, "name") or ask(element, "http-equiv")
        if not name and row < body:
            name = ask(element, "itemprop")
        if not name:
            continue
        content = ask(element, "content")
        content = collapse(content[:most]) if content else ""
        if content:
            name = name.strip().lower()
            held = found.get(name)
            if held is None:
                held = found[name] = []
            held.append(content)
    return found


def set_aside(code, end, hidden, uint8_t causes, outside, inside, never):
    cdef cnp.ndarray codes = _as(code, cnp.NPY_UINT8), ends = _as(end, cnp.NPY_INT64), unseen = _as(hidden, cnp.NPY_UINT8)
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
        _bytes(aside)[row] = (_bytes(unseen)[row] & causes) != 0 or (story <= row < out) or row < shut
    return aside


def with_short_text(code, chars, aside, int64_t most, uint8_t link):
    cdef cnp.ndarray codes = _as(code, cnp.NPY_UINT8), sizes = _as(chars, cnp.NPY_INT64), no = _as(aside, cnp.NPY_BOOL)
    cdef Py_ssize_t row, n = cnp.PyArray_SIZE(codes)
    cdef list rows = [], links = []
    _demand(cnp.PyArray_SIZE(sizes) == n and cnp.PyArray_SIZE(no) == n)
    for row in range(n):
        if 0 < _ints(sizes)[row] <= most and not _bytes(no)[row]:
            number = row
            rows.append(number)
            if _bytes(codes)[row] == link:
                links.append(number)
    return rows, links


cdef class _Things:
    """One piece of JSON-LD: what is read of it, and its things by their names."""

    cdef object read
    cdef Py_ssize_t depth, left, most
    cdef dict named

    cdef int tops(self, value, Py_ssize_t depth, list found) except -1:
        if isinstance(value, list):
            if depth < self.depth:
                for each in <list> value:
                    self.tops(each, depth + 1, found)
        elif isinstance(value, dict):
            if "@type" in <dict> value or "@graph" not in <dict> value:
                found.append(value)
            if depth < self.depth:
                self.tops((<dict> value).get("@graph"), depth + 1, found)
        return 0

    cdef dict thing(self, dict value, Py_ssize_t depth):
        cdef dict found = {}
        cdef bint is_type
        cdef list held
        self.left -= 1
        for name, content in value.items():
            key = name if name in self.read or (<str> name).startswith("@") else _bare(name)
            if key in self.read and depth < self.depth and self.left > 0:
                is_type, held = name == "@type", []
                for each in <list> content if isinstance(content, list) else (content,):
                    told = self.told(each, depth, is_type)
                    if told is not None:
                        held.append(told)
                found[key] = held
        return found

    cdef told(self, value, Py_ssize_t depth, bint is_type):
        if isinstance(value, str):
            text = collapse((<str> value)[: self.most])
            return _bare(text) if is_type else text or None
        if isinstance(value, dict):
            if len(<dict> value) == 1 and isinstance(value.get("@id"), str):
                value = self.named.get(value["@id"], value)
            if "@value" not in <dict> value:
                return self.thing(value, depth + 1)
            return self.told(value["@value"], depth + 1, is_type) if depth < self.depth else None
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return None
        return self.told(str(value), depth, is_type)


def json_things(value, read, limits):
    cdef _Things reader = _Things()
    cdef list tops = [], found = []
    reader.read, reader.named = read, {}
    reader.depth, reader.left, reader.most = limits
    reader.tops(value, 0, tops)
    for top in tops:
        name = top.get("@id")
        if isinstance(name, str) and len(top) > 1:
            reader.named.setdefault(name, top)
    for top in tops:
        found.append(reader.thing(top, 0))
    return found


cdef str _bare(str name):
    if name.isalnum():
        return name
    return name.rstrip("/").rpartition("/")[2].rpartition("#")[2].rpartition(":")[2]


def squashed(str text):
    cdef str folded = text.casefold()
    cdef int kind = PyUnicode_KIND(folded)
    cdef void *data = PyUnicode_DATA(folded)
    cdef Py_ssize_t place, size = PyUnicode_GET_LENGTH(folded), kept = 0
    cdef void *room = PyMem_Malloc(max(size * kind, 1))
    cdef Py_UCS4 sign
    if room is NULL:
        raise MemoryError
    for place in range(size):
        sign = PyUnicode_READ(kind, data, place)
        if Py_UNICODE_ISALNUM(sign):
            PyUnicode_WRITE(kind, room, kept, sign)
            kept += 1
    try:
        return PyUnicode_FromKindAndData(kind, room, kept)
    finally:
        PyMem_Free(room)


def beginning(texts, lengths, chosen, Py_ssize_t chars):
    cdef cnp.ndarray length = _as(lengths, cnp.NPY_INT64), flags = _as(chosen, cnp.NPY_BOOL)
    cdef list pieces = texts if isinstance(texts, list) else list(texts), found = []
    cdef Py_ssize_t run, total = 0
    _demand(cnp.PyArray_SIZE(length) == len(pieces) and cnp.PyArray_SIZE(flags) == len(pieces))
    for run in range(len(pieces)):
        if _bytes(flags)[run] and _ints(length)[run] > 0:
            found.append((<str?> pieces[run])[: 2 * chars])
            total += _ints(length)[run]
            if total >= chars:
                break
    return collapse(" ".join(found))
