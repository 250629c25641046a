# The blocks of a Markdown document: the twin of the kernel in markdown_blocks.py.

cdef enum:
    QUOTE_PART = 1
    NOTE_PART = 2
    LIST_PART = 3
    ITEM_PART = 4
    HEADING_PART = 5
    TERM_PART = 6
    DEFINITION_PART = 7
    BLOCK_PART = 8
    RULE_PART = 9
    BOX_PART = 10
    POST_PART = 11
    MAX_COLUMNS = 60


cdef bint _is_box(str text) except -1:
    """Whether a text begins with what would be taken for a box to tick."""
    return text[:1] == "[" and text[1:2] in (" ", "x", "X") and text[2:3] == "]" and text[3:4] in ("", " ")


cdef str _heading_text(list words):
    """The line of a heading, whose last word is escaped if it is made of hashes."""
    cdef str text = (<str> words[0] if len(words) == 1 else " ".join(words)).replace("\x0e", " ")
    cdef Py_ssize_t start = PyUnicode_GET_LENGTH(text)
    while start > 0 and text[start - 1] == "#":
        start -= 1
    if start == PyUnicode_GET_LENGTH(text) or (start > 0 and text[start - 1] != " "):
        return text
    return f"{text[:start]}\\{text[start:]}"


cdef class _Blocks(_Pen):
    """Writes blocks: `Lines` and the pen of the definition in one."""

    cdef list paragraphs, blocks, parts, around, line, lists, defines, outer_definitions
    cdef str lead, prefix, shared  # as `Lines` has them
    cdef Py_ssize_t written, headings, last_blocks, last_turn, term_end, ruled
    cdef bint tight, in_definition, has_posts

    def __cinit__(self, list paragraphs, list blocks):
        self.paragraphs, self.blocks = paragraphs, blocks
        self.parts, self.around, self.line, self.lists = [], [], [], []
        self.defines, self.outer_definitions = [], []
        self.lead = self.prefix = self.shared = ""
        self.written = self.headings = self.last_turn = self.ruled = 0
        self.last_blocks = self.term_end = -1
        self.tight = self.in_definition = self.has_posts = False

    cdef int open(self, tuple written, int64_t around) except -1:
        cdef int kind
        for part in written:
            _demand(isinstance(part, tuple) and len(<tuple> part) == 3)
            kind = (<tuple> part)[0]
            if kind == HEADING_PART:
                self.headings += 1
            elif kind == LIST_PART:
                self.open_list()
            elif kind == ITEM_PART and not self.headings:
                self.open_item((<tuple> part)[1])
            elif kind == QUOTE_PART and not self.headings:
                self.drop_definition_mark()
                self.begin("> ", "> ", False)
            elif kind == NOTE_PART and not self.headings:
                self.begin((<tuple> part)[1], "    ", False)
            elif kind == DEFINITION_PART and not self.headings:
                self.open_definition()
            elif kind == RULE_PART:
                self.rule()
            elif kind == BOX_PART and not self.headings and self.lead != self.prefix:
                self.lead += <str> (<tuple> part)[1]
            elif kind == POST_PART:
                self.post((<tuple> part)[1])
        return 0

    cdef int close(self, tuple written) except -1:
        cdef int kind
        for part in reversed(written):
            kind = (<tuple> part)[0]
            if kind == HEADING_PART:
                self.headings -= 1
                if not self.headings and self.line:
                    self.structure(f"{(<tuple> part)[1]} {_heading_text(self.line)}")
                    self.line = []
            elif kind == LIST_PART:
                self.last_blocks, self.last_turn = self.written, self.lists.pop()[0]
            elif kind == TERM_PART:
                self.term_end = self.written
            elif kind == BLOCK_PART:
                if self.headings:
                    if (<tuple> part)[2]:
                        self.line.append((<tuple> part)[2])
                elif (<tuple> part)[1]:
                    self.structure((<tuple> part)[1])
            elif kind <= ITEM_PART or kind == DEFINITION_PART:
                if not self.headings:
                    self.end()
                    if kind == DEFINITION_PART and self.defines.pop():
                        self.term_end = self.written
        return 0

    cdef int paragraph(self, Py_ssize_t number, int64_t around) except -1:
        cdef str text
        if self.headings:
            if self.paragraphs[number]:
                self.line.append(self.paragraphs[number])
            return 0
        text = self.blocks[number]
        if text:
            if self.lists and self.lead != self.prefix and _is_box(text):
                text = f"\\{text}"
            self.write(text)
        return 0

    cdef int write(self, str block) except -1:
        """Add a block, after an empty line unless it is tight."""
        cdef str ahead = ""
        if self.parts:
            ahead = "\n" if self.tight else f"\n{self.shared.rstrip()}\n" if self.shared else "\n\n"
        if self.prefix and "\n" in block:
            block = block.replace("\n", "\n" + self.prefix)
        self.parts.append(ahead)
        self.parts.append(self.lead)
        self.parts.append(block)
        self.lead = self.shared = self.prefix
        self.written += 1
        self.tight = False
        return 0

    cdef int structure(self, str block) except -1:
        """Write a block that is no paragraph."""
        self.drop_definition_mark()
        return self.write(block)

    cdef int drop_definition_mark(self) except -1:
        cdef Py_ssize_t start
        if self.lead != self.prefix and self.lead.endswith(": "):
            start = PyUnicode_GET_LENGTH(self.lead) - 2
            self.lead = self.lead[:start] + self.prefix[start:]
            self.tight = False
        return 0

    cdef int begin(self, str first, str rest, bint in_definition) except -1:
        """Open what text is set in for."""
        self.outer_definitions.append(self.in_definition)
        self.in_definition = in_definition
        self.around.append((self.lead, self.prefix, self.written))
        if PyUnicode_GET_LENGTH(self.prefix) < MAX_COLUMNS:
            self.lead += first
            self.prefix += rest
        else:
            self.lead = self.prefix + first
        return 0

    cdef int end(self) except -1:
        """Close what was opened last; an item without blocks leaves no mark."""
        cdef str lead, prefix
        self.in_definition = self.outer_definitions.pop()
        lead, prefix, written = self.around.pop()
        self.lead = prefix if self.written > <Py_ssize_t> written else lead
        self.prefix = prefix
        if PyUnicode_GET_LENGTH(prefix) < PyUnicode_GET_LENGTH(self.shared):
            self.shared = prefix
        return 0

    cdef int open_list(self) except -1:
        cdef bint turns = self.last_blocks == self.written > 0 and not self.headings
        self.lists.append((1 - self.last_turn if turns else 0, self.written))
        return 0

    cdef int open_item(self, str number) except -1:
        cdef Py_ssize_t turn = 0, blocks = 0, outer = len(self.lists)
        cdef str mark
        if outer:
            turn, blocks = self.lists[outer - 1]
        if number:
            mark = f"{number}{')' if turn else '.'} "
        else:
            mark = "* " if turn else "- "
        if self.lead != self.prefix:
            self.drop_definition_mark()
        if self.lead == self.prefix:
            self.tight = (outer > 0 and self.written > blocks) or (outer > 1 and (not number or number == "1"))
        return self.begin(mark, " " * PyUnicode_GET_LENGTH(mark), False)

    cdef int open_definition(self) except -1:
        cdef bint follows = self.term_end == self.written and self.lead == self.prefix
        self.tight = follows
        self.defines.append(follows)
        return self.begin(": " if follows else "", "  " if follows and not self.in_definition else "", True)

    cdef int rule(self) except -1:
        if not self.headings and self.ruled != self.written:
            self.structure("---")
            self.ruled = self.written
        return 0

    cdef int post(self, str byline) except -1:
        if self.has_posts:
            self.rule()
        self.has_posts = True
        if byline:
            self.write(byline)
            self.ruled = self.written
        return 0


def blocks_around(outlined, list paragraphs, list blocks, list known, dict own):
    cdef _Blocks written = _Blocks(paragraphs, blocks)
    _demand(len(blocks) == len(paragraphs))
    _walk(written, outlined, known, own, len(paragraphs))
    return "".join(written.parts)
