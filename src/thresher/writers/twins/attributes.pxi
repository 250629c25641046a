# What elements tell by attributes: the twin of the kernel in attributes.py.

def told_by(list elements, list rows, tuple names):
    cdef dict found = {}
    cdef list values
    cdef Py_ssize_t row, place, number, count = len(names), n = len(elements)
    for place in range(len(rows)):
        row = rows[place]
        _demand(0 <= row < n)
        # Few elements have what is asked for, and to ask what they have takes much less time than to ask for it.
        held, values = elements[row].attrs, None
        if not len(held):
            continue
        for number in range(count):
            if names[number] in held:
                if values is None:
                    values = [None] * count
                values[number] = elements[row].attr(names[number])
        if values is not None:
            found[place] = tuple(values)
    return found
