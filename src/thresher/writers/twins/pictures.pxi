# What pictures tell by their attributes: the twin of the kernel in pictures.py.

def picture_attributes(list elements, list rows, tuple names, tuple own, is_real):
    cdef Py_ssize_t row, count = len(elements)
    cdef list found = [], told
    for row in rows:
        _demand(0 <= row < count)
        element = elements[row]
        held = element.attrs
        told = [element.attr(name) if name in held else None for name in names]
        told.append(_own_source(element, held, own, is_real))
        found.append(tuple(told))
    return found


cdef str _own_source(element, held, tuple own, is_real):
    """The first address of an element in its own attributes that is real."""
    for several, read in own:
        for name in several:
            if name in held:
                value = element.attr(name)
                if value:
                    address = read(value)
                    if is_real(address):
                        return address
    return ""
