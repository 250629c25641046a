# What elements tell by attributes: the twin of the kernel in attributes.py.

def told_by(list elements, list rows, tuple names):
    cdef dict found = {}
    cdef list values
    cdef Py_ssize_t row, place, number, count = len(names), n = len(elements)
    # The method is looked up once: nearly all elements are of one type.
    kind = ask = None
    for place in range(len(rows)):
        row = rows[place]
        _demand(0 <= row < n)
        element, values = elements[row], None
        if type(element) is not kind:
            kind = type(element)
            ask = kind.attr
        for number in range(count):
            value = ask(element, names[number])
            if value is not None:
                if values is None:
                    values = [None] * count
                values[number] = value
        if values is not None:
            found[place] = tuple(values)
    return found
