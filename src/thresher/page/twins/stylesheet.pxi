# Style sheets: the twins of the kernels in stylesheet.py.

def hiding_places(str css):
    cdef list gone = [], tricked = []
    cdef int kind = PyUnicode_KIND(css)
    cdef void *data = PyUnicode_DATA(css)
    cdef Py_ssize_t colon = -1, value, size = PyUnicode_GET_LENGTH(css)
    cdef Py_UCS4 first
    while (colon := PyUnicode_FindChar(css, c":", colon + 1, size, 1)) >= 0:
        value = colon + 1
        value += value < size and PyUnicode_READ(kind, data, value) == c" "
        first = PyUnicode_READ(kind, data, value) if value < size else 0
        if first == c"n":
            if css.startswith("none", value) and css.endswith("display", 0, colon):
                gone.append(colon)
        elif first == c"h":
            if css.startswith("hidden", value) and css.endswith("visibility", 0, colon):
                gone.append(colon)
        elif first == c"-":
            if css.startswith("-9999", value) and css.endswith(("left", "indent"), 0, colon):
                tricked.append(colon)
        elif first == c"r" or first == c"i":
            if css.startswith(("rect(0", "rect(1px", "inset(50%"), value):
                tricked.append(colon)
    return gone, tricked
