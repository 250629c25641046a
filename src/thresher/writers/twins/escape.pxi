# Signs in texts: the twins of the kernels in escape.py.

from libc.stdint cimport uint16_t, uint32_t

ctypedef fused Source:
    uint8_t
    uint16_t
    uint32_t

ctypedef fused Target:
    uint8_t
    uint16_t
    uint32_t


cdef bint _has_marks(Source *text, Py_ssize_t size) noexcept:
    """Whether a text has marks; without a way out, so that it is fast."""
    cdef Py_ssize_t place
    cdef uint8_t low = 0, line = 0, code = 0
    for place in range(size):
        # Counted apart, since compilers make one look at bits of all of them, which goes character by character.
        low |= text[place] < 9
        line |= text[place] == 0x0E
        code |= text[place] & 0xFE == 0x10 if Source is uint8_t else text[place] & 0xFFFE == 0x10
    return low | line | code


def have_marks(list texts):
    cdef Py_ssize_t size
    cdef bint found
    for text in texts:
        if not isinstance(text, str):
            raise TypeError("a text is missing")
        size = PyUnicode_GET_LENGTH(text)
        if PyUnicode_KIND(text) == 1:
            found = _has_marks(<uint8_t *> PyUnicode_DATA(text), size)
        elif PyUnicode_KIND(text) == 2:
            found = _has_marks(<uint16_t *> PyUnicode_DATA(text), size)
        else:
            found = _has_marks(<uint32_t *> PyUnicode_DATA(text), size)
        if found:
            return True
    return False


cdef void _mark_signs(uint8_t *table, str signs) except *:
    """Note which characters of Latin-1 are among some of ASCII."""
    cdef Py_ssize_t number
    cdef Py_UCS4 char
    for number in range(256):
        table[number] = 0
    for char in signs:
        if char > 127:
            raise ValueError("only signs of ASCII are looked for")
        table[char] = 1


cdef inline Py_ssize_t _next_sign(int kind, void *data, Py_ssize_t place, Py_ssize_t size, uint8_t *table) noexcept:
    """Where the next character of a table is, or the end."""
    cdef uint8_t *text = <uint8_t *> data
    if kind == 1:
        # Most text has few of them, so it is looked through in steps.
        while place + 4 <= size and not (
            table[text[place]] | table[text[place + 1]] | table[text[place + 2]] | table[text[place + 3]]
        ):
            place += 4
        while place < size and not table[text[place]]:
            place += 1
    elif kind == 2:
        while place < size and not ((<uint16_t *> data)[place] < 128 and table[(<uint16_t *> data)[place]]):
            place += 1
    else:
        while place < size and not ((<uint32_t *> data)[place] < 128 and table[(<uint32_t *> data)[place]]):
            place += 1
    return place


def beginning_with(list texts, str signs):
    cdef uint8_t[256] begins
    cdef list found = []
    cdef Py_ssize_t number
    cdef Py_UCS4 first
    cdef str text
    _mark_signs(begins, signs)
    for number in range(len(texts)):
        text = texts[number]
        if text is None:
            raise TypeError("a text is missing")
        if PyUnicode_GET_LENGTH(text):
            first = PyUnicode_READ(PyUnicode_KIND(text), PyUnicode_DATA(text), 0)
            if first < 128 and begins[first]:
                found.append(number)
    return found


def stretches_with(list texts, str signs, starts, stops):
    cdef cnp.ndarray begins = _as(starts, cnp.NPY_INT64), ends = _as(stops, cnp.NPY_INT64)
    cdef uint8_t[256] wanted
    cdef list found = []
    cdef Py_ssize_t number, place, size, n = len(texts)
    cdef str text
    _mark_signs(wanted, signs)
    _demand(cnp.PyArray_SIZE(begins) == cnp.PyArray_SIZE(ends))
    for number in range(cnp.PyArray_SIZE(begins)):
        _demand(0 <= _ints(begins)[number] and _ints(ends)[number] <= n)
        for place in range(_ints(begins)[number], _ints(ends)[number]):
            text = texts[place]
            if text is None:
                raise TypeError("a text is missing")
            size = PyUnicode_GET_LENGTH(text)
            if _next_sign(PyUnicode_KIND(text), PyUnicode_DATA(text), 0, size, wanted) < size:
                found.append(number)
                break
    return found


def enclosed(list texts, str before, str after, str odd, mend):
    cdef uint8_t[256] wanted
    cdef list found = []
    cdef Py_ssize_t size
    cdef str text
    _mark_signs(wanted, odd)
    for text in texts:
        if text is None:
            raise TypeError("a text is missing")
        size = PyUnicode_GET_LENGTH(text)
        if _next_sign(PyUnicode_KIND(text), PyUnicode_DATA(text), 0, size, wanted) < size:
            text = mend(text)
        found.append(f"{before}{text}{after}")
    return found


cdef bint _ends_at(str text, Py_ssize_t place) noexcept:
    """Whether a text or its line ends at a place."""
    cdef Py_ssize_t size = PyUnicode_GET_LENGTH(text)
    return place == size or (place == size - 1 and text[place] == c"\n")


cdef bint _ruled(str text, Py_ssize_t place, bint has_dash) noexcept:
    """Whether all that comes from a place on is what lines below headings and in tables are made of, with a dash."""
    while not _ends_at(text, place):
        if text[place] == c"-":
            has_dash = True
        elif text[place] != c":" and text[place] != c"|" and text[place] != c" ":
            return False
        place += 1
    return has_dash


cdef bint _is_meant(str text) noexcept:
    """Whether the beginning of a text means something, a number aside."""
    cdef Py_UCS4 first = text[0]
    cdef Py_ssize_t size = PyUnicode_GET_LENGTH(text), place = 1
    cdef bint parted = _ends_at(text, 1) or text[1] == c" "
    if first == c"#":
        while place < size and place < 7 and text[place] == c"#":
            place += 1
        return place < 7 and (_ends_at(text, place) or text[place] == c" ")
    if first == c"=":
        while place < size and text[place] == c"=":
            place += 1
        while place < size and text[place] == c" ":
            place += 1
        return _ends_at(text, place)
    if first == c"-":
        return parted or _ruled(text, 1, True)
    if first == c"+" or first == c"*":
        return parted
    if first == c"|" or first == c":":
        return (first == c":" and size > 1 and text[1] == c" ") or _ruled(text, 1, False)
    return first == c">" or (first == c"~" and size > 1 and text[1] == c" ")


cdef str _escaped_start(str text):
    """A line, escaped where it begins."""
    cdef Py_ssize_t size = PyUnicode_GET_LENGTH(text), place = 0
    if not size:
        return text
    if c"0" <= text[0] <= c"9":
        while place < size and place < 10 and Py_UNICODE_ISDECIMAL(text[place]):
            place += 1
        if place < 10 and place < size and (text[place] == c"." or text[place] == c")"):
            if _ends_at(text, place + 1) or text[place + 1] == c" ":
                return f"{text[:place]}\\{text[place:]}"
        return text
    return f"\\{text}" if text[0] < 128 and _is_meant(text) else text


def escape_starts(list texts, str line, str line_end):
    cdef list escaped = []
    cdef Py_UCS4 sign = ord(line)
    cdef str text
    for text in texts:
        if text is None:
            raise TypeError("a text is missing")
        if PyUnicode_FindChar(text, sign, 0, PyUnicode_GET_LENGTH(text), 1) < 0:
            escaped.append(_escaped_start(text))
        else:
            escaped.append(line_end.join([_escaped_start(each) for each in text.split(line)]))
    return escaped


cdef bint _has_markup(Source *text, Py_ssize_t size, bint quotes) noexcept:
    """Whether a text has signs that mean something in markup; without a way out, so that it is fast."""
    cdef Py_ssize_t place
    cdef uint8_t found = 0, quoted = 0
    for place in range(size):
        found |= (text[place] == 0x26) | (text[place] == 0x3C) | (text[place] == 0x3E)
        quoted |= (text[place] == 0x22) | (text[place] == 0x27)
    return found or (quotes and quoted)


def escape_markup(list texts, bint quotes=False):
    cdef list escaped = []
    cdef Py_ssize_t size
    cdef bint found
    cdef str text
    for text in texts:
        if text is None:
            raise TypeError("a text is missing")
        size = PyUnicode_GET_LENGTH(text)
        if PyUnicode_KIND(text) == 1:
            found = _has_markup(<uint8_t *> PyUnicode_DATA(text), size, quotes)
        elif PyUnicode_KIND(text) == 2:
            found = _has_markup(<uint16_t *> PyUnicode_DATA(text), size, quotes)
        else:
            found = _has_markup(<uint32_t *> PyUnicode_DATA(text), size, quotes)
        if found:
            text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
            if quotes:
                text = text.replace('"', "&quot;").replace("'", "&#x27;")
        escaped.append(text)
    return escaped


cdef class _Joined:
    """Runs joined by edges, and which of their signs mean something to a reader of Markdown."""

    cdef int kind
    cdef void *data
    cdef Py_ssize_t size
    cdef uint8_t[256] looked_at  # character of Latin-1: whether text is escaped for it, or it is an edge

    def __cinit__(self, str joined):
        self.kind, self.data, self.size = PyUnicode_KIND(joined), PyUnicode_DATA(joined), PyUnicode_GET_LENGTH(joined)
        _mark_signs(self.looked_at, "\\`*_<&][!~$")
        self.looked_at[0] = 1

    cdef inline Py_UCS4 at(self, Py_ssize_t place) noexcept:
        """The character at a place; an edge before the first and after the last."""
        return PyUnicode_READ(self.kind, self.data, place) if 0 <= place < self.size else 0

    cdef inline Py_ssize_t past_edges(self, Py_ssize_t place) noexcept:
        while place < self.size and self.at(place) == 0:
            place += 1
        return place

    cdef inline Py_ssize_t past_blanks(self, Py_ssize_t place) noexcept:
        while place < self.size and (self.at(place) == c" " or self.at(place) == c"\n" or self.at(place) == c"\t"):
            place += 1
        return place

    cdef inline bint is_text(self, Py_ssize_t place) noexcept:
        """Whether there is a character that is neither white space nor an edge."""
        return self.at(place) != 0 and not Py_UNICODE_ISSPACE(self.at(place))

    cdef bint backslash(self, Py_ssize_t place) noexcept:
        cdef Py_UCS4 after = self.at(place + 1)
        if c"!" <= after <= c"/" or c":" <= after <= c"@" or c"[" <= after <= c"`" or c"{" <= after <= c"~":
            return True
        place += 1
        while place < self.size and Py_UNICODE_ISSPACE(self.at(place)):
            place += 1
        return self.at(place) == 0

    cdef bint star(self, Py_ssize_t place) noexcept:
        cdef Py_ssize_t after = self.past_blanks(place + 1)
        cdef bint blank_before = self.at(place - 1) == c" " or self.at(place - 1) == c"\n" or self.at(place - 1) == c"\t"
        return not (blank_before and self.is_text(place - 2)) or after == place + 1 or not self.is_text(after)

    cdef bint underscore(self, Py_ssize_t place) noexcept:
        return not Py_UNICODE_ISALNUM(self.at(place - 1)) or not Py_UNICODE_ISALNUM(self.at(place + 1))

    cdef bint less(self, Py_ssize_t place) noexcept:
        cdef Py_UCS4 after = self.at(place + 1)
        if place + 1 >= self.size:
            return False
        return c"a" <= after <= c"z" or c"A" <= after <= c"Z" or after == c"/" or after == c"!" or after == c"?" or not after

    cdef bint ampersand(self, Py_ssize_t place) noexcept:
        """Whether an entity follows, its end at most so many characters away; it has no escaped underscore."""
        cdef Py_ssize_t after = place + 1
        cdef Py_UCS4 char
        while after < self.size and after <= place + 33:
            char = self.at(after)
            if char == c"_" and self.looked_at[c"_"] and self.underscore(after):
                return False
            if char != 0 and char != c"#" and char != c"_" and not Py_UNICODE_ISALNUM(char):
                break
            after += 1
        return after > place + 1 and self.at(after) == c";"

    cdef bint closing_bracket(self, Py_ssize_t place) noexcept:
        cdef Py_UCS4 after = self.at(self.past_edges(place + 1))
        return after == c"(" or after == c"[" or after == c":"

    cdef bint opening_bracket(self, Py_ssize_t place) noexcept:
        return self.at(self.past_edges(place + 1)) == c"^"

    cdef bint bang(self, Py_ssize_t place) noexcept:
        """Whether a bracket follows that is not escaped itself."""
        cdef Py_ssize_t after = self.past_edges(place + 1)
        return self.at(after) == c"[" and not (self.looked_at[c"["] and self.opening_bracket(after))

    cdef bint tilde(self, Py_ssize_t place, bint strikes) noexcept:
        if self.at(place - 1) == c"~" or (self.at(place - 1) == 0 and self.at(place - 2) == c"~"):
            return True
        if self.at(place + 1) == c"~" or (self.at(place + 1) == 0 and self.at(place + 2) == c"~"):
            return True
        return strikes and self.at(place - 1) != c"\\"

    cdef bint is_escaped(self, Py_ssize_t place, bint formulas, bint strikes) noexcept:
        cdef Py_UCS4 sign = self.at(place)
        if sign == c"\\":
            return self.backslash(place)
        if sign == c"*":
            return self.star(place)
        if sign == c"_":
            return self.underscore(place)
        if sign == c"<":
            return self.less(place)
        if sign == c"&":
            return self.ampersand(place)
        if sign == c"]":
            return self.closing_bracket(place)
        if sign == c"[":
            return self.opening_bracket(place)
        if sign == c"!":
            return self.bang(place)
        if sign == c"~":
            return self.tilde(place, strikes)
        return sign == c"`" or (sign == c"$" and formulas)


def escape_runs(list texts, *, bint formulas=False, bint strikes=False):
    cdef str joined = "\x00".join(texts)
    cdef _Joined runs = _Joined(joined)
    cdef Py_ssize_t place = -1, start = 0, number = 0
    cdef list escaped = [], pieces = []
    while number < len(texts):
        place = _next_sign(runs.kind, runs.data, place + 1, runs.size, runs.looked_at)
        if place >= runs.size or runs.at(place) == 0:
            if pieces:
                pieces.append(joined[start:place])
                escaped.append("".join(pieces))
                pieces = []
            else:
                escaped.append(texts[number])
            number += 1
            start = place + 1
        elif runs.is_escaped(place, formulas, strikes):
            pieces.append(joined[start:place])
            pieces.append("\\")
            start = place
    return escaped
