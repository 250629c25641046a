# What pictures tell by their attributes: the twins of the kernels in pictures.py.

cdef bint _is_late(element, late) except -1:
    """Whether an element has one of some attributes, or may have it."""
    try:
        for name in element.attrs:
            if name in late:
                return True
    except UnicodeDecodeError:
        # One of its attributes has a name that the parser cannot tell.
        return True
    return False


def picture_attributes(list elements, list rows, tuple names, frozenset late):
    cdef Py_ssize_t row, count = len(elements)
    cdef list found = [], told
    for row in rows:
        _demand(0 <= row < count)
        element, told = elements[row], []
        for name in names:
            told.append(element.attr(name))
        told.append(_is_late(element, late))
        found.append(tuple(told))
    return found
