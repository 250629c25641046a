# Characters that nobody sees: the twins of the kernels in tricks.py.

def have_unseen(texts):
    for text in texts:
        if _has_unseen(text):
            return True
    return False


cdef bint _has_unseen(str text) noexcept:
    cdef int kind = PyUnicode_KIND(text)
    cdef void *data = PyUnicode_DATA(text)
    cdef Py_ssize_t place
    if kind == 1:
        return memchr(data, 0xAD, PyUnicode_GET_LENGTH(text)) != NULL
    for place in range(PyUnicode_GET_LENGTH(text)):
        if _is_unseen(PyUnicode_READ(kind, data, place)):
            return True
    return False


cdef inline bint _is_unseen(Py_UCS4 char) noexcept:
    """The ranges of `tricks._UNSEEN`, and what begins with the unit 0xDB40 in UTF-16: tags, and variants beside them."""
    if char < 0x180E:
        return char == 0xAD
    return (
        char == 0x180E
        or 0x200B <= char <= 0x200F
        or 0x202D <= char <= 0x202E
        or 0x2060 <= char <= 0x2064
        or 0xFE00 <= char <= 0xFE0F
        or char == 0xFEFF
        or char == 0xDB40
        or 0xE0000 <= char <= 0xE03FF
    )
