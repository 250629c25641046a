# Addresses: the twin of the kernel in addresses.py.

cdef inline bint _begins_with(str text, bytes start) noexcept:
    """Whether a text begins with some characters of ASCII."""
    cdef Py_ssize_t place
    cdef const char *wanted = start
    if PyUnicode_GET_LENGTH(text) < len(start):
        return False
    for place in range(len(start)):
        if PyUnicode_READ(PyUnicode_KIND(text), PyUnicode_DATA(text), place) != <Py_UCS4> wanted[place]:
            return False
    return True


def plain_addresses(list addresses, str origin, str unsafe):
    cdef uint8_t[256] stops
    cdef list found = []
    cdef Py_ssize_t size
    cdef str address
    cdef bint has_origin = PyUnicode_GET_LENGTH(origin) > 0
    _mark_signs(stops, unsafe)
    for address in addresses:
        if address is None:
            raise TypeError("an address is missing")
        size = PyUnicode_GET_LENGTH(address)
        if _next_sign(PyUnicode_KIND(address), PyUnicode_DATA(address), 0, size, stops) < size:
            found.append(None)
        elif _begins_with(address, b"https://") or _begins_with(address, b"http://"):
            found.append(address)
        elif has_origin and _begins_with(address, b"/") and not _begins_with(address, b"//") and "/." not in address:
            found.append(origin + address)
        else:
            found.append(None)
    return found
