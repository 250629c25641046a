# Elements around paragraphs: the twin of the kernel in elements.py.

cdef class _Elements(_Pen):
    """Writes elements and paragraphs."""

    cdef list paragraphs, out, names, stops, arounds, betweens
    cdef str top, section, headed, begun  # the element that was opened last, empty where none is; names of the grammar
    cdef str tag  # the start tag of paragraphs
    cdef Py_ssize_t most, left_out, bare_end
    cdef int64_t around  # how many blocks are around that element
    cdef bint in_one_line, has_section
    cdef dict between, fillings, made
    cdef object one_line, bare

    def __cinit__(self, list paragraphs, grammar):
        self.paragraphs = paragraphs
        self.one_line, self.bare, self.between, self.fillings, self.section, self.headed, begun, self.most = grammar
        self.begun = f"<{begun}>"
        self.made = {}
        self.out, self.names, self.stops, self.arounds, self.betweens = [], [], [], [], []
        self.top, self.tag, self.around, self.left_out, self.bare_end = "", "<p>", -1, 0, -1
        self.in_one_line = self.has_section = False

    cdef str last(self):
        """What was written last."""
        return self.out[len(self.out) - 1] if self.out else ""

    cdef int open(self, tuple written, int64_t around) except -1:
        """Open what an element is written as."""
        cdef str name, attributes, section
        cdef Py_ssize_t number
        for number in range(len(written)):
            element = written[number]
            _demand(isinstance(element, tuple) and len(<tuple> element) == 5)
            name, attributes, section = (<tuple> element)[0], (<tuple> element)[1], (<tuple> element)[4]
            if section and not self.names and not self.left_out:
                self.end_section()
                self.begin_section(section)
                if name:
                    self.start("head", "", around)
                else:
                    self.block((<tuple> element)[2], "")
            elif name:
                if name == "head" and self.top != self.headed and self.last() != self.begun:
                    name = "p"
                self.start(name, attributes, around)
            elif not section:
                if attributes:
                    self.tag = f"<p{attributes}>"
                self.block((<tuple> element)[2], (<tuple> element)[3])
        return 0

    cdef int close(self, tuple written) except -1:
        """Close what an element is written as."""
        cdef Py_ssize_t number, count
        for number in range(len(written) - 1, -1, -1):
            name, attributes = written[number][0], written[number][1]
            if name:
                filling = self.fillings.get(name) if self.fillings else None
                if filling is not None and self.last().startswith(f"<{name}"):
                    self.out.append(filling)
                for count in range(<Py_ssize_t> self.betweens.pop() + 1):
                    self.pop()
            elif attributes:
                self.tag = "<p>"
        return 0

    cdef int paragraph(self, Py_ssize_t number, int64_t around) except -1:
        """Write a paragraph, with a tag of its own unless it stands directly in an element that may have text."""
        cdef str text = self.paragraphs[number]
        if not text:
            return 0
        if self.in_one_line:
            self.out.append(text)
            self.out.append(" ")
        elif self.around == around and len(self.out) != self.bare_end and self.top in self.bare:
            self.out.append(text)
            self.bare_end = len(self.out)
        else:
            self.put(text, False)
        return 0

    cdef int block(self, str block, str in_line) except -1:
        """Write a block, or what stands for it where only text may stand."""
        if self.in_one_line:
            if in_line:
                self.out.append(in_line)
        elif block:
            self.put(block, True)
        return 0

    cdef int put(self, str text, bint is_block) except -1:
        """Write a block, or a text as a paragraph, and what it needs around it."""
        self.begin_section("")
        between = self.between.get((self.top, "p")) if self.between else None
        if between is not None:
            text = text if is_block else f"{self.tag}{text}</p>"
            starts, stops = [f"<{name}>" for name in between], [f"</{name}>" for name in reversed(between)]
            self.out.append(f"{''.join(starts)}{text}{''.join(stops)}\n")
        elif is_block:
            self.out.append(f"{text}\n")
        else:
            # Most of a document is paragraphs, so these are not copied twice.
            self.out.append(self.tag)
            self.out.append(text)
            self.out.append("</p>\n")
        return 0

    cdef int start(self, str name, str attributes, int64_t around) except -1:
        """Open an element and what it needs around it."""
        self.begin_section("")
        between = self.between.get((self.top, name)) if self.between else None
        if between is None:
            self.betweens.append(0)
        else:
            for each in between:
                self.push(each, "", around)
            self.betweens.append(len(between))
        self.push(name, attributes, around)
        return 0

    cdef int push(self, str name, str attributes, int64_t around) except -1:
        """Open an element, unless it is too deep or inside of one that holds only text."""
        if self.left_out or len(self.names) >= self.most or self.in_one_line:
            self.left_out += 1
            return 0
        start, stop = self.tags(name)
        self.names.append(name)
        self.stops.append(stop)
        self.arounds.append(around)
        self.top, self.around, self.in_one_line = name, around, name in self.one_line
        self.out.append(f"<{name}{attributes}>" if attributes else start)
        return 0

    cdef tuple tags(self, str name):
        """The tags of an element without attributes, which are made once."""
        made = self.made.get(name)
        if made is None:
            made = self.made[name] = f"<{name}>", f"</{name}>\n"
        return <tuple> made

    cdef int pop(self) except -1:
        """Close the element that was opened last."""
        cdef Py_ssize_t depth
        if self.left_out:
            self.left_out -= 1
            return 0
        if self.in_one_line and self.last() == " ":
            self.out.pop()
        self.out.append(self.stops.pop())
        self.names.pop()
        self.arounds.pop()
        depth = len(self.names)
        self.top, self.around = (self.names[depth - 1], self.arounds[depth - 1]) if depth else ("", -1)
        self.in_one_line = False
        return 0

    cdef int begin_section(self, str attributes) except -1:
        """Begin a section unless there is one, or a format has none."""
        if self.section and not self.has_section:
            self.out.append(f"<{self.section}{attributes}>\n")
            self.has_section = True
        return 0

    cdef int end_section(self) except -1:
        """End the section that is open; one without more than a heading gets an empty paragraph."""
        if self.has_section:
            if self.last() == "</head>\n":
                self.out.append("<p/>\n")
            self.out.append(f"</{self.section}>\n")
            self.has_section = False
        return 0


def elements_around(outlined, list paragraphs, list known, dict own, grammar):
    cdef _Elements pen = _Elements(paragraphs, grammar)
    _walk(pen, outlined, known, own, len(paragraphs))
    pen.end_section()
    return "".join(pen.out)
