# What XML forbids: the twin of the kernel in xml_document.py.

cdef bint _has_controls(Source *text, Py_ssize_t size) noexcept:
    """Whether a text has controls but for white space, or what is no character; without a way out, so that it is fast."""
    cdef Py_ssize_t place
    cdef uint8_t found = 0
    for place in range(size):
        found |= (text[place] < 0x20) & (text[place] != 9) & (text[place] != 10) & (text[place] != 13)
        if Source is not uint8_t:
            found |= ((text[place] >= 0xD800) & (text[place] <= 0xDFFF)) | (text[place] == 0xFFFE) | (text[place] == 0xFFFF)
    return found


def is_forbidden(str text):
    cdef Py_ssize_t size = PyUnicode_GET_LENGTH(text)
    if PyUnicode_KIND(text) == 1:
        return bool(_has_controls(<uint8_t *> PyUnicode_DATA(text), size))
    if PyUnicode_KIND(text) == 2:
        return bool(_has_controls(<uint16_t *> PyUnicode_DATA(text), size))
    return bool(_has_controls(<uint32_t *> PyUnicode_DATA(text), size))
