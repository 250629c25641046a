# From a parser's nodes to columns: the twins of the kernels in parse.py.

cimport cython
from types import GetSetDescriptorType

cdef enum:
    ELEMENT = 1
    TEXT = 2


cdef inline long _number(dict table, object key) except -1:
    """What a table of numbers says of a key, 0 where it is not in it."""
    cdef PyObject *found = PyDict_GetItem(table, key)
    return <long> (<object> found) if found is not NULL else 0


@cython.final
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

    cdef inline int append(self, int64_t number) except -1:
        if self.size == self.room:
            self.widen()
        self.number[self.size] = number
        self.size += 1
        return 0

    cdef int widen(self) except -1:
        cdef int64_t *moved = <int64_t *> PyMem_Realloc(self.number, 2 * self.room * sizeof(int64_t))
        if moved is NULL:
            raise MemoryError
        self.number, self.room = moved, 2 * self.room
        return 0

    cdef cnp.ndarray column(self, int kind):
        cdef cnp.ndarray whole = _new(self.size, cnp.NPY_INT64)
        memcpy(cnp.PyArray_DATA(whole), self.number, self.size * sizeof(int64_t))
        return whole if kind == cnp.NPY_INT64 else cnp.PyArray_Cast(whole, kind)


cdef extern from "Python.h":
    ctypedef object (*getter)(object, void *)
    ctypedef struct PyGetSetDef:
        getter get
        void *closure
    ctypedef struct PyGetSetDescrObject:
        PyGetSetDef *d_getset


@cython.final
cdef class _Attribute:
    """An attribute of the objects of a type, which is looked up once and not for each of them."""

    cdef str name
    cdef object descriptor
    cdef PyGetSetDef *way  # how a type written in C computes it

    def __cinit__(self, str name):
        self.name, self.way = name, NULL

    cdef int look_up(self, kind) except -1:
        self.descriptor = getattr(kind, self.name, None)
        self.way = NULL
        if type(self.descriptor) is GetSetDescriptorType:
            self.way = (<PyGetSetDescrObject *> self.descriptor).d_getset
        return 0

    cdef inline object of(self, node):
        return getattr(node, self.name) if self.way is NULL else self.way.get(node, self.way.closure)


def flatten(nodes, dict kinds, dict codes, silent):
    cdef _Growing code = _Growing(), parent = _Growing(), end = _Growing(), host = _Growing(), at = _Growing()
    # The nodes that are open: how many children each still expects, and the element that it is or is in.
    cdef _Growing expected = _Growing(), holder = _Growing()
    cdef cnp.ndarray silences = _as(silent, cnp.NPY_BOOL)
    cdef uint8_t *is_silent = _bytes(silences)
    cdef list elements = [], tags = [], texts = [], names = [None, *codes]
    cdef Py_ssize_t children
    cdef int64_t row
    cdef long kind, number
    cdef _Attribute name = _Attribute("tag"), data = _Attribute("data")
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
                data.look_up(type_of_text)
            elif kind == ELEMENT:
                type_of_element = type(node)
                name.look_up(type_of_element)
        if kind == TEXT:
            if not is_silent[code.number[row]]:
                host.append(row)
                at.append(code.size)
                texts.append(data.of(node))
            continue
        children = len(node)
        if kind == ELEMENT:
            tag = name.of(node)
            number = _number(codes, tag)
            elements.append(node)
            # A name that is known is kept once, not once for each element.
            tags.append(names[number] if 0 < number < len(names) and <str> names[number] == <str?> tag else tag)
            parent.append(row)
            row = code.size
            code.append(number)
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
    # The method is looked up once: nearly all elements are of one type.
    kind = ask = None
    for row in rows:
        _demand(0 <= row < len(elements))
        element = elements[row]
        if type(element) is not kind:
            kind = type(element)
            ask = kind.attr
        values.append(ask(element, name))
    return values


def rows_among(list found, list elements):
    cdef list rows = []
    cdef Py_ssize_t row = 0
    for element in found:
        row = _row_of(element, elements, row)
        rows.append(row)
    return rows


cdef Py_ssize_t _row_of(element, list elements, Py_ssize_t row) except -1:
    """The row of an element, which is not before a row that is given."""
    while row < len(elements) and elements[row] is not element:
        row += 1
    if row == len(elements):
        raise ValueError("an element is not among the others, or out of order")
    return row


def given_values(list elements, list found, tuple names):
    cdef list values = [{} for _ in names]
    cdef Py_ssize_t row = 0, place
    kind = ask = None
    for element in found:
        row = _row_of(element, elements, row)
        if type(element) is not kind:
            kind = type(element)
            ask = kind.attr
        for place in range(len(names)):
            value = ask(element, names[place])
            if value is not None:
                (<dict> values[place])[row] = value
    return values


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
