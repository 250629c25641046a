# What is kept of a page: the twins of the kernels in content.py and outline.py.

def gaps_in_lines(columns, runs, blocks, int invisible):
    cdef cnp.ndarray selected = _as(runs, cnp.NPY_INT64)
    cdef cnp.ndarray ats = _as(columns.at, cnp.NPY_INT64), hosts = _as(columns.host, cnp.NPY_INT64)
    cdef cnp.ndarray causes = _as(columns.hidden, cnp.NPY_UINT8), codes = _as(columns.code, cnp.NPY_UINT8)
    cdef cnp.ndarray block_flags = _as(blocks, cnp.NPY_BOOL)
    cdef uint8_t *is_block = _bytes(block_flags)
    cdef Py_ssize_t place, n_runs = cnp.PyArray_SIZE(ats), n = cnp.PyArray_SIZE(codes)
    cdef int64_t before, after, between, row
    cdef int hiding
    cdef bint parted
    cdef list gaps = []
    _demand(cnp.PyArray_SIZE(hosts) == n_runs and cnp.PyArray_SIZE(causes) == n)
    _demand(cnp.PyArray_SIZE(block_flags) == N_NAMES)
    for place in range(1, cnp.PyArray_SIZE(selected)):
        before, after = _ints(selected)[place - 1], _ints(selected)[place]
        if after == before + 1:
            continue
        _demand(0 <= before < after < n_runs)
        _demand(0 <= _ints(ats)[before] <= _ints(ats)[after] <= n)
        parted = False
        row = _ints(hosts)[before]
        _demand(0 <= row < n)
        hiding = invisible & ~_bytes(causes)[row]
        for between in range(before + 1, after):
            row = _ints(hosts)[between]
            _demand(0 <= row < n)
            if not _bytes(causes)[row] & hiding:
                parted = True
                break
        if parted:
            for row in range(_ints(ats)[before], _ints(ats)[after]):
                if is_block[_bytes(codes)[row]]:
                    parted = False
                    break
        if parted:
            gaps.append(place)
    return gaps


cdef enum:
    N_NAMES = 256
    # What an element's name says, as bits of `content._NAMES` ...
    SHOWN_NAME = 1
    SILENT_NAME = 2
    IMAGE_NAME = 4
    MACHINERY_NAME = 8
    LINK_NAME = 16
    # ... and of `outline._NAMES`.
    BLOCK_NAME = 1
    BREAK_NAME = 2
    CODE_NAME = 4
    CELL_NAME = 8


cdef cnp.ndarray _zeros(cnp.npy_intp size):
    return cnp.PyArray_ZEROS(1, &size, cnp.NPY_INT64, 0)


cdef int64_t _holder(
    int64_t row, int64_t *seen, int64_t *chosen, int64_t *parent, Py_ssize_t n, int64_t most_signs, Py_ssize_t most_steps
) except -1:
    """The nearest element around a row that has text."""
    cdef Py_ssize_t steps = 0
    _demand(0 <= row < n)
    row = parent[row]
    _demand(0 <= row < n)
    while seen[row] == 0 or (seen[row] <= most_signs and chosen[row] <= 0):
        row = max(parent[row], 0)
        _demand(row < n)
        steps += 1
        if steps >= most_steps:
            return 0
    return row


def content_shares(rows, seen, chosen, parent, int64_t most_signs, Py_ssize_t most_steps):
    cdef cnp.ndarray given = _as(rows, cnp.NPY_INT64), seens = _as(seen, cnp.NPY_INT64)
    cdef cnp.ndarray chosens = _as(chosen, cnp.NPY_INT64), parents = _as(parent, cnp.NPY_INT64)
    cdef int64_t *in_sight = _ints(seens)
    cdef int64_t *selected = _ints(chosens)
    cdef Py_ssize_t place, found = cnp.PyArray_SIZE(given), n = cnp.PyArray_SIZE(parents)
    cdef cnp.ndarray holders = _new(found, cnp.NPY_INT64), shares = _new(found, cnp.NPY_FLOAT64)
    cdef int64_t row
    _demand(cnp.PyArray_SIZE(seens) == n and cnp.PyArray_SIZE(chosens) == n)
    for place in range(found):
        row = _holder(_ints(given)[place], in_sight, selected, _ints(parents), n, most_signs, most_steps)
        _ints(holders)[place] = row
        _floats(shares)[place] = <double> selected[row] / <double> max(in_sight[row], 1)
    return holders, shares


# Characters of text in the rows before one.
cdef struct _Chars:
    int64_t selected
    int64_t seen
    int64_t whole


def content_columns(columns, selected, int64_t body, kinds, limits):
    cdef cnp.ndarray flags = _as(selected, cnp.NPY_BOOL), lengths = _as(columns.length, cnp.NPY_INT64)
    cdef cnp.ndarray names = _as(kinds, cnp.NPY_UINT8), codes = _as(columns.code, cnp.NPY_UINT8)
    cdef cnp.ndarray causes = _as(columns.hidden, cnp.NPY_UINT8), parents = _as(columns.parent, cnp.NPY_INT64)
    cdef cnp.ndarray ends = _as(columns.end, cnp.NPY_INT64), hosts = _as(columns.host, cnp.NPY_INT64)
    cdef cnp.ndarray ats = _as(columns.at, cnp.NPY_INT64)
    cdef Py_ssize_t row, run, n = cnp.PyArray_SIZE(ends), n_runs = cnp.PyArray_SIZE(hosts), found = 0, n_selected = 0
    cdef int invisible = limits.invisible, hides = limits.hides_pictures
    cdef int64_t most_signs = limits.signs, most_caption = limits.caption
    cdef Py_ssize_t most_steps = limits.steps_to_text, steps_to_frame = limits.steps_to_frame, step
    cdef double least_share = limits.least_share, share
    cdef cnp.ndarray sums = _zeros((n + 1) * (sizeof(_Chars) // sizeof(int64_t)))
    cdef cnp.ndarray runs, chosen = _new(n, cnp.NPY_INT64), seen = _new(n, cnp.NPY_INT64)
    cdef cnp.ndarray rows
    cdef list of_frame = [], of_type = [], of_button = []
    cdef int64_t holder, inner, first, last, stop, length, machinery = 0
    cdef uint8_t *name = _bytes(names)
    cdef uint8_t *number = _bytes(codes)
    cdef uint8_t *is_selected = _bytes(flags)
    cdef uint8_t *cause = _bytes(causes)
    cdef int64_t *host = _ints(hosts)
    cdef int64_t *end = _ints(ends)
    cdef int64_t *chars_chosen = _ints(chosen)
    cdef int64_t *chars_seen = _ints(seen)
    cdef uint8_t kind
    cdef _Chars *before = <_Chars *> cnp.PyArray_DATA(sums)
    cdef _Chars *here
    cdef bint between, is_framed
    _demand(cnp.PyArray_SIZE(flags) == n_runs and cnp.PyArray_SIZE(lengths) == n_runs)
    _demand(cnp.PyArray_SIZE(ats) == n_runs and cnp.PyArray_SIZE(names) == N_NAMES and cnp.PyArray_SIZE(codes) == n)
    _demand(cnp.PyArray_SIZE(causes) == n and cnp.PyArray_SIZE(parents) == n)
    for run in range(n_runs):
        row, length = host[run], _ints(lengths)[run]
        _demand(0 <= row < n)
        n_selected += is_selected[run]
        # Most runs are white space between blocks.
        if length:
            here = before + row + 1
            here.whole += length
            here.seen += 0 if cause[row] & invisible else length
            here.selected += length if is_selected[run] else 0
    for row in range(n):
        here = before + row
        here[1].selected += here.selected
        here[1].seen += here.seen
        here[1].whole += here.whole
        found += name[number[row]] & SHOWN_NAME
    for row in range(n):
        stop = end[row]
        _demand(row < stop <= n)
        chars_chosen[row] = before[stop].selected - before[row].selected
        chars_seen[row] = before[stop].seen - before[row].seen
    runs = _new(n_selected, cnp.NPY_INT64)
    n_selected = 0
    for run in range(n_runs):
        if is_selected[run]:
            _ints(runs)[n_selected] = run
            n_selected += 1
    found = found if n_selected else 0
    rows = _new(found, cnp.NPY_INT64)
    if not found:
        return runs, chosen, seen, rows, of_frame, of_type, of_button
    first, last = _ints(ats)[_ints(runs)[0]], _ints(ats)[_ints(runs)[n_selected - 1]]
    found = 0
    for row in range(n):
        kind = name[number[row]]
        if not kind:
            continue
        if kind & MACHINERY_NAME:
            machinery = max(machinery, end[row])
        if not kind & SHOWN_NAME or cause[row] & hides or row < machinery:
            continue
        holder = _holder(row, chars_seen, chars_chosen, _ints(parents), n, most_signs, most_steps)
        share = <double> chars_chosen[holder] / <double> max(chars_seen[holder], 1)
        between = first <= row < last
        is_framed = False
        if not ((share >= least_share and between) or (share >= 1 and holder > body)):
            # A caption may be too short for whoever selected the text: its picture belongs to the text around both.
            if not between or share != 0 or chars_seen[holder] > most_caption or kind & SILENT_NAME:
                continue
            for step in range(steps_to_frame):
                if holder <= body or holder == 0:
                    break
                inner = _holder(holder, chars_seen, chars_chosen, _ints(parents), n, most_signs, most_steps)
                if <double> chars_chosen[inner] / <double> max(chars_seen[inner], 1) >= least_share:
                    is_framed = True
                    break
                holder = _ints(parents)[holder]
            if not is_framed:
                continue
            of_frame.append(row)
        if kind & SILENT_NAME:
            of_type.append(row)
        holder = _ints(parents)[row]
        if kind & IMAGE_NAME and name[number[holder]] & LINK_NAME and before[end[holder]].whole == before[holder].whole:
            of_button.append(row)
        _ints(rows)[found] = row
        found += 1
    return runs, chosen, seen, rows[:found], of_frame, of_type, of_button


cdef inline Py_ssize_t _runs_ahead(int64_t *at, Py_ssize_t run, Py_ssize_t n_runs, int64_t row) noexcept:
    """How many runs come before an element, *run* of them for sure."""
    while run < n_runs and at[run] <= row:
        run += 1
    return run


# What comes before an element, and what is around it.
cdef struct _Row:
    int32_t runs  # that stand directly in the rows before
    int32_t selected  # of them
    int32_t atoms  # in the rows before
    int32_t shown  # elements of them
    int32_t started  # blocks that come before
    int32_t broken  # line breaks that divide, and come before
    int32_t nested  # blocks that are around it, itself included
    int32_t kind  # what its name says


cdef struct _Tree:
    int64_t *parent
    int64_t *end
    int64_t *host
    int64_t *at
    uint8_t *is_selected  # run
    _Row *row  # of each element, and of the end
    Py_ssize_t n, n_runs


cdef tuple _atoms(_Tree *tree, cnp.ndarray selected, cnp.ndarray lengths, cnp.ndarray others):
    """The columns of atoms."""
    cdef Py_ssize_t n = tree.n, n_runs = tree.n_runs, n_atoms = tree.row[tree.n].atoms
    cdef Py_ssize_t n_selected = cnp.PyArray_SIZE(selected), n_shown = cnp.PyArray_SIZE(others)
    cdef cnp.ndarray place = _new(n_atoms, cnp.NPY_INT64), source = _new(n_atoms, cnp.NPY_INT64)
    cdef cnp.ndarray opens = _new(n_atoms, cnp.NPY_BOOL), around = _new(n_atoms, cnp.NPY_INT64)
    cdef int64_t *run_at = tree.at
    cdef int64_t *run_length = _ints(lengths)
    cdef int64_t *to_place = _ints(place)
    cdef int64_t *to_source = _ints(source)
    cdef int64_t *to_around = _ints(around)
    cdef uint8_t *to_opens = _bytes(opens)
    cdef Py_ssize_t atom = 0, number = 0, other = 0, ahead = 0
    cdef int64_t run, row, here, start, line, nested, holder, start_before = -1, line_before = -1, around_before = -1
    while number < n_selected or other < n_shown:
        run = row = here = -1
        if number < n_selected:
            run = _ints(selected)[number]
            if run_length[run] == 0:
                number += 1
                continue
            here = run_at[run] + run
        if other < n_shown:
            row = _ints(others)[other]
            ahead = _runs_ahead(run_at, ahead, n_runs, row)
            if here < 0 or row + ahead < here:
                here, run = row + ahead, -1
        if run >= 0:
            row, holder = run_at[run], tree.host[run]
            _demand(0 <= row <= n)
            start = tree.row[row].started * 2
            to_source[atom] = number
            number += 1
        else:
            holder = tree.parent[row]
            holder += n if holder < 0 else 0
            _demand(0 <= holder < n)
            start = tree.row[row].started * 2 + (tree.row[row].kind & BLOCK_NAME)
            to_source[atom] = n_selected + other
            other += 1
        line, nested = tree.row[row].broken, tree.row[holder].nested
        to_place[atom], to_around[atom] = here, nested
        to_opens[atom] = atom == 0 or start != start_before or nested != around_before or line > line_before + 1
        start_before, around_before, line_before = start, nested, line
        atom += 1
    return place, source, opens, around


cdef tuple _thread(_Tree *tree, cnp.ndarray selected, cnp.ndarray others, cnp.ndarray breaks, atoms, opening):
    """The thread, and where paragraphs stop in it."""
    cdef Py_ssize_t n_runs = tree.n_runs, n_atoms = cnp.PyArray_SIZE(atoms)
    cdef Py_ssize_t n_selected = cnp.PyArray_SIZE(selected), n_shown = cnp.PyArray_SIZE(others)
    cdef Py_ssize_t n_lines = cnp.PyArray_SIZE(breaks)
    cdef cnp.ndarray thread = _new(n_selected + n_shown + n_lines, cnp.NPY_INT64), stops
    cdef int64_t *run_at = tree.at
    cdef int64_t *atom_place = _ints(atoms)
    cdef Py_ssize_t number = 0, other = 0, line = 0, ahead = 0, atom = 0, size = 0, paragraphs = 0
    cdef int64_t run, row, here, found
    cdef bint is_line
    for atom in range(n_atoms):
        paragraphs += _bytes(opening)[atom]
    stops = _new(paragraphs, cnp.NPY_INT64)
    atom = paragraphs = 0
    while number < n_selected or other < n_shown or line < n_lines:
        here, found = -1, -1
        if number < n_selected:
            run = _ints(selected)[number]
            here, found = run_at[run] + run, number
        # Of the elements that are next, the first; it comes before the run unless that is ahead of it.
        if other < n_shown or line < n_lines:
            is_line = other == n_shown or (line < n_lines and _ints(breaks)[line] < _ints(others)[other])
            row = _ints(breaks)[line] if is_line else _ints(others)[other]
            ahead = _runs_ahead(run_at, ahead, n_runs, row)
            if found < 0 or row + ahead < here:
                here, found = row + ahead, n_selected + (n_shown + line if is_line else other)
        while atom < n_atoms and atom_place[atom] < here:
            atom += 1
            if atom == n_atoms or _bytes(opening)[atom]:
                _ints(stops)[paragraphs] = size
                paragraphs += 1
        _ints(thread)[size] = found
        size += 1
        if found < n_selected:
            number += 1
        elif found < n_selected + n_shown:
            other += 1
        else:
            line += 1
    while atom < n_atoms:
        atom += 1
        if atom == n_atoms or _bytes(opening)[atom]:
            _ints(stops)[paragraphs] = size
            paragraphs += 1
    return thread, stops


cdef tuple _kept(_Tree *tree, cnp.ndarray counts, cnp.ndarray codes, cnp.ndarray atoms, cnp.ndarray atom_opens):
    """The columns of kept elements."""
    cdef Py_ssize_t n = tree.n, n_runs = tree.n_runs, n_atoms = cnp.PyArray_SIZE(atoms)
    cdef cnp.ndarray has_atom = _new(n, cnp.NPY_BOOL), kept_codes
    cdef Py_ssize_t row, place, ahead = 0, selected = 0, first = 0, opened = 0, found = 0
    cdef int64_t above
    cdef int64_t *atom_place = _ints(atoms)
    cdef uint8_t *opens = _bytes(atom_opens)
    cdef uint8_t *is_kept = _bytes(has_atom)
    cdef _Row *here
    cdef _Row *stop
    cdef int64_t *column[11]
    for row in range(n):
        here, stop = tree.row + row, tree.row + tree.end[row]
        is_kept[row] = _ints(counts)[row] > 0 or stop.shown > here.shown
        found += is_kept[row]
    for row in range(n):
        if tree.row[row].kind & CELL_NAME and not is_kept[row]:
            above = tree.parent[row]
            above += n if above < 0 else 0
            _demand(0 <= above < n)
            # An empty cell holds a place in its row.
            if is_kept[above] == 1:
                is_kept[row] = 2
                found += 1
    cdef list columns = [_new(found, cnp.NPY_INT64) for _ in range(11)]
    for place in range(11):
        column[place] = _ints(columns[place])
    kept_codes = _new(found, cnp.NPY_UINT8)
    place = 0
    for row in range(n):
        if not is_kept[row]:
            continue
        here, stop = tree.row + row, tree.row + tree.end[row]
        while ahead < n_runs and tree.at[ahead] <= row:
            selected += tree.is_selected[ahead]
            ahead += 1
        while first < n_atoms and atom_place[first] < row + ahead:
            opened += opens[first]
            first += 1
        _demand(ahead + stop.runs - here.runs <= n_runs)
        _bytes(kept_codes)[place] = _bytes(codes)[row]
        column[0][place], column[1][place] = row, tree.end[row]
        column[2][place], column[3][place] = row + ahead, tree.end[row] + ahead + stop.runs - here.runs
        column[4][place], column[5][place] = selected, selected + stop.selected - here.selected
        column[6][place], column[7][place] = first, first + stop.atoms - here.atoms - 1
        column[8][place] = opened + (opens[first] if first < n_atoms else 0) - 1 if n_atoms else first
        column[9][place], column[10][place] = _ints(counts)[row], here.nested
        place += 1
    return (kept_codes, *columns)


cdef Py_ssize_t _count(_Tree *tree, cnp.ndarray lengths, cnp.ndarray others, uint8_t *kinds, uint8_t *codes) except -1:
    """Fill the rows of a tree, but for its first and last; how many line breaks there are."""
    cdef Py_ssize_t run, row, n = tree.n, n_lines = 0
    cdef int64_t stop, around = 0, in_code = 0
    cdef int64_t *run_length = _ints(lengths)
    cdef bint is_block, is_break
    cdef _Row *here
    cdef _Row *next
    for run in range(tree.n_runs):
        _demand(0 <= tree.host[run] < n)
        next = tree.row + tree.host[run] + 1
        next.runs += 1
        if tree.is_selected[run]:
            next.selected += 1
            next.atoms += run_length[run] != 0
    for run in range(cnp.PyArray_SIZE(others)):
        row = _ints(others)[run]
        _demand(0 <= row < n)
        tree.row[row + 1].atoms += 1
        tree.row[row + 1].shown += 1
    for row in range(n):
        here, next, stop = tree.row + row, tree.row + row + 1, tree.end[row]
        _demand(row < stop <= n)
        here.kind = kinds[codes[row]]
        is_block, is_break = here.kind & BLOCK_NAME != 0, here.kind & BREAK_NAME != 0
        if is_block:
            here.nested += 1
            tree.row[stop].nested -= 1
        if here.kind & CODE_NAME:
            in_code = max(in_code, stop)
        n_lines += is_break
        around += here.nested
        here.nested = around
        next.runs += here.runs
        next.selected += here.selected
        next.atoms += here.atoms
        next.shown += here.shown
        next.started = here.started + is_block
        # No line break divides code.
        next.broken = here.broken + (is_break and row >= in_code)
    return n_lines


def outline_columns(columns, selected, runs, chosen, shown, kinds):
    cdef cnp.ndarray picked = _as(runs, cnp.NPY_INT64), lengths = _as(columns.length, cnp.NPY_INT64)
    cdef cnp.ndarray others = _as(shown, cnp.NPY_INT64), counts = _as(chosen, cnp.NPY_INT64)
    cdef cnp.ndarray flags = _as(selected, cnp.NPY_BOOL)
    cdef cnp.ndarray codes = _as(columns.code, cnp.NPY_UINT8), names = _as(kinds, cnp.NPY_UINT8)
    cdef cnp.ndarray parents = _as(columns.parent, cnp.NPY_INT64), ends = _as(columns.end, cnp.NPY_INT64)
    cdef cnp.ndarray hosts = _as(columns.host, cnp.NPY_INT64), ats = _as(columns.at, cnp.NPY_INT64)
    cdef Py_ssize_t row, n = cnp.PyArray_SIZE(ends), n_runs = cnp.PyArray_SIZE(ats), n_lines, found = 0
    cdef cnp.ndarray rows = _zeros((n + 1) * (sizeof(_Row) // sizeof(int64_t))), lines
    cdef _Tree tree
    _demand(cnp.PyArray_SIZE(lengths) == n_runs and cnp.PyArray_SIZE(hosts) == n_runs)
    _demand(cnp.PyArray_SIZE(flags) == n_runs and cnp.PyArray_SIZE(counts) == n)
    _demand(cnp.PyArray_SIZE(codes) == n and cnp.PyArray_SIZE(names) == N_NAMES and cnp.PyArray_SIZE(parents) == n)
    for row in range(cnp.PyArray_SIZE(picked)):
        _demand(0 <= _ints(picked)[row] < n_runs and _bytes(flags)[_ints(picked)[row]])
        _demand(row == 0 or _ints(picked)[row - 1] < _ints(picked)[row])
    tree.parent, tree.end, tree.host, tree.at = _ints(parents), _ints(ends), _ints(hosts), _ints(ats)
    tree.is_selected, tree.row, tree.n, tree.n_runs = _bytes(flags), <_Row *> cnp.PyArray_DATA(rows), n, n_runs
    n_lines = _count(&tree, lengths, others, _bytes(names), _bytes(codes))
    _demand(tree.row[n].selected == cnp.PyArray_SIZE(picked))
    lines = _new(n_lines, cnp.NPY_INT64)
    for row in range(n if n_lines else 0):
        if tree.row[row].kind & BREAK_NAME:
            _ints(lines)[found] = row
            found += 1
    cdef tuple atoms = _atoms(&tree, picked, lengths, others)
    cdef tuple kept = _kept(&tree, counts, codes, atoms[0], atoms[2])
    return (lines, *_thread(&tree, picked, others, lines, atoms[0], atoms[2]), *atoms, *kept)
