# Pictures: the twins of the kernels in media/captions.py and media/sources.py.

cdef enum:
    MEDIUM = 1
    FIGURE = 2
    FIGCAPTION = 3
    NOSCRIPT = 4
    PLAIN_DIGITS = 4  # of what is read without a second look


def caption_rows(list elements, kinds, parent, end, list rows, Py_ssize_t body, tuple words, limits):
    cdef cnp.ndarray kind = _as(kinds, cnp.NPY_UINT8), around = _as(parent, cnp.NPY_INT64)
    cdef cnp.ndarray ends = _as(end, cnp.NPY_INT64)
    cdef _Words asked = _Words(words)
    cdef Py_ssize_t n = len(elements), row, inside, stop, searched, searched_stop, levels, most, most_of_figure, level
    cdef int64_t holder, found
    cdef bint is_alone
    cdef list captions = []
    levels, most, most_of_figure = limits
    _demand(cnp.PyArray_SIZE(kind) == n and cnp.PyArray_SIZE(around) == n and cnp.PyArray_SIZE(ends) == n)
    for row in range(n):
        _demand(-1 <= _ints(around)[row] < n and 0 <= _ints(ends)[row] <= n)
    for row in rows:
        _demand(0 <= row < n)
        holder, found, searched, searched_stop = row, -1, 0, 0
        for level in range(levels):
            holder = _ints(around)[holder]
            if holder <= body or holder < 0:
                break
            stop = _ints(ends)[holder]
            if _bytes(kind)[holder] != FIGURE:
                is_alone = stop - holder - 1 <= most
                inside = holder + 1
                while is_alone and inside < stop:
                    if _bytes(kind)[inside] == MEDIUM and inside != row:
                        is_alone = _ints(around)[inside] >= 0 and _bytes(kind)[_ints(around)[inside]] == NOSCRIPT
                    inside += 1
                if not is_alone:
                    break
            stop = min(stop, holder + 1 + most_of_figure)
            inside = holder + 1
            while inside < stop and found < 0:
                # What was searched at the last level has no caption.
                if searched <= inside < searched_stop:
                    inside = searched_stop
                    continue
                if _bytes(kind)[inside] == FIGCAPTION:
                    found = inside
                else:
                    name = elements[inside].attr("class")
                    if name is not None and asked.are_in(name.lower()):
                        found = inside
                inside += 1
            if found >= 0:
                break
            searched, searched_stop = holder + 1, stop
        captions.append(found)
    return captions


cdef bint _is_plain(text) except -1:
    """Whether an attribute is a number of pixels and nothing else, or missing."""
    return text is None or (len(<str> text) <= PLAIN_DIGITS and (<str> text).isdecimal())


cdef object _asked_for(ask, element, set held, str name):
    """An attribute of an element, which is asked only for those that it has, as far as they are known."""
    return ask(element, name) if held is None or name in held else None


def attributes_of_pictures(list elements, list rows, tuple own, is_real, size):
    cdef list found = []
    cdef Py_ssize_t row
    # The method is looked up once: nearly all elements are of one type.
    kind = ask = None
    for row in rows:
        _demand(0 <= row < len(elements))
        element = elements[row]
        if type(element) is not kind:
            kind = type(element)
            ask = kind.attr
        try:
            held = set(element.attrs)
        except UnicodeDecodeError:
            # One of its attributes has a name that the parser cannot tell.
            held = None
        width = _asked_for(ask, element, held, "width")
        height = _asked_for(ask, element, held, "height")
        style = _asked_for(ask, element, held, "style")
        if _is_plain(width) and _is_plain(height) and (style is None or "px" not in (<str> style).lower()):
            width, height = None if width is None else int(width), None if height is None else int(height)
        else:
            width, height = size(width, height, style)
        source = ""
        for names, read in own:
            # Few pictures have any of what late loaders look for, which is much.
            if held is not None and held.isdisjoint(names):
                continue
            for name in names:
                value = _asked_for(ask, element, held, name)
                if value:
                    address = read(value)
                    if is_real(address):
                        source = address
                        break
            if source:
                break
        alt = ""
        for name in ("alt", "title", "aria-label"):
            alt = alt or _asked_for(ask, element, held, name) or ""
        names = (_asked_for(ask, element, held, "class") or "") + " " + (_asked_for(ask, element, held, "id") or "")
        found.append((width, height, source, names, alt))
    return found


def largest(str candidates):
    cdef str best = "", address = ""
    cdef double most = -1, size
    cdef Py_ssize_t stop
    cdef str word
    for word in candidates.split():
        stop = _size_stop(word) if address else -1
        if stop < 0:
            address = word
            continue
        size = float(word[: stop - 1])
        if size > most:
            best, most = address, size
        address = word[stop:]
        if address[:1] == ",":
            address = address[1:]
    if most >= 0:
        return best.lstrip(",")
    return candidates.strip(" ,\t\n\r\f").partition(" ")[0].rstrip(",")


cdef Py_ssize_t _size_stop(str word) except -2:
    """Where the width or density ends that a word begins with, ahead of a comma or the end; -1 where there is none."""
    cdef int kind = PyUnicode_KIND(word)
    cdef void *data = PyUnicode_DATA(word)
    cdef Py_ssize_t place = 0, fraction, size = PyUnicode_GET_LENGTH(word)
    while place < size and Py_UNICODE_ISDECIMAL(PyUnicode_READ(kind, data, place)):
        place += 1
    if place == 0:
        return -1
    if place < size and PyUnicode_READ(kind, data, place) == c".":
        fraction = place + 1
        while fraction < size and Py_UNICODE_ISDECIMAL(PyUnicode_READ(kind, data, fraction)):
            fraction += 1
        if fraction > place + 1:
            place = fraction
    if place == size or PyUnicode_READ(kind, data, place) not in (c"w", c"x"):
        return -1
    place += 1
    return place if place == size or PyUnicode_READ(kind, data, place) == c"," else -1


def plain_address(str url, str site):
    cdef int kind = PyUnicode_KIND(url)
    cdef void *data = PyUnicode_DATA(url)
    cdef Py_ssize_t size = PyUnicode_GET_LENGTH(url), start
    if url.startswith(("http://", "https://")):
        start = 7 if PyUnicode_READ(kind, data, 4) == c":" else 8
        return url if _is_plain_from(kind, data, start, size, False) else ""
    if not site or size < 2 or PyUnicode_READ(kind, data, 0) != c"/" or PyUnicode_READ(kind, data, 1) == c"/":
        return ""
    return site + url if _is_plain_from(kind, data, 1, size, True) else ""


cdef bint _is_plain_from(int kind, void *data, Py_ssize_t start, Py_ssize_t size, bint is_rooted) noexcept:
    """Whether from here on come steps of an address, and perhaps what is asked for, as they would be written anew."""
    cdef Py_ssize_t place
    cdef Py_UCS4 sign
    cdef bint is_asking = False
    for place in range(start, size):
        sign = PyUnicode_READ(kind, data, place)
        if sign <= 0x20 or sign == c"#" or Py_UNICODE_ISSPACE(sign):
            return False
        if is_rooted and sign == c"." and PyUnicode_READ(kind, data, place - 1) == c"/":
            return False
        if is_asking:
            continue
        if sign == c"[" or sign == c"]" or sign == c";":
            return False
        if sign == c"?":
            # Neither the steps nor what is asked for may be empty.
            if place == start or place + 1 == size:
                return False
            is_asking = True
    return size > start
