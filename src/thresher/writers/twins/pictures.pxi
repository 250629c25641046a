# What pictures tell by their attributes: the twin of the kernel in pictures.py.

cdef dict _places_of(tuple names, tuple own):
    """The places of attributes: those of some names, then one for each that may have an address, the surest first."""
    cdef dict places = {}
    for several in (names, *[several for several, read in own]):
        for name in several:
            places[name] = len(places)
    return places


def picture_attributes(list elements, list rows, tuple names, tuple own, is_real):
    cdef Py_ssize_t row, place, n = len(elements), asked = len(names)
    cdef dict places = _places_of(names, own)
    cdef list reads = [read for several, read in own for name in several]
    cdef list columns = [[] for _ in range(asked + 1)], values
    cdef str source
    for row in rows:
        _demand(0 <= row < n)
        element = elements[row]
        values, source = [None] * len(places), ""
        # Few of those that are looked for are there, so it is told what is there.
        for name in _names_of(element, places):
            place = places.get(name, -1)
            if place >= 0:
                values[place] = element.attr(name)
        for place in range(asked):
            (<list> columns[place]).append(values[place] or "")
        for place in range(asked, len(places)):
            if values[place]:
                address = reads[place - asked](values[place])
                if is_real(address):
                    source = address
                    break
        (<list> columns[asked]).append(source)
    return tuple(columns)


cdef _names_of(element, dict asked):
    """The names of the attributes of an element, or what is asked for where one of them is none that can be told."""
    try:
        return list(element.attrs)
    except UnicodeDecodeError:
        return asked
