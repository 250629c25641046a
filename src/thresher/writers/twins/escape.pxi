# Signs in texts: the twin of the kernel in escape.py.

def signs_in(list texts, str signs):
    cdef uint8_t[256] wanted
    cdef uint8_t[128] found
    cdef Py_ssize_t number, place, left = 0
    cdef Py_UCS4 char
    cdef int kind
    cdef void *data
    for number in range(256):
        wanted[number] = 0
    for number in range(128):
        found[number] = 0
    for char in signs:
        if char > 127:
            raise ValueError("only signs of ASCII are looked for")
        left += not wanted[char]
        wanted[char] = 1
    for text in texts:
        if not isinstance(text, str):
            raise TypeError("a text is missing")
        kind, data = PyUnicode_KIND(text), PyUnicode_DATA(text)
        if kind == 1:
            for place in range(PyUnicode_GET_LENGTH(text)):
                char = (<uint8_t *> data)[place]
                if wanted[char]:
                    found[char], wanted[char] = 1, 0
                    left -= 1
        else:
            for place in range(PyUnicode_GET_LENGTH(text)):
                char = PyUnicode_READ(kind, data, place)
                if char < 128 and wanted[char]:
                    found[char], wanted[char] = 1, 0
                    left -= 1
        if not left:
            break
    return "".join([sign for sign in signs if found[ord(sign)]])
