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
    # What is yet to be asked.
    ASK_FRAME = 1
    ASK_TYPE = 2
    ASK_BUTTON = 4


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
    # Characters of the rows before each: selected, seen, all.
    cdef cnp.ndarray picked = _zeros(n + 1), visible = _zeros(n + 1), whole = _zeros(n + 1)
    cdef cnp.ndarray runs, chosen = _new(n, cnp.NPY_INT64), seen = _new(n, cnp.NPY_INT64)
    cdef cnp.ndarray rows, asks
    cdef int64_t holder, inner, first, last, stop, machinery = 0
    cdef uint8_t *name = _bytes(names)
    cdef uint8_t *number = _bytes(codes)
    cdef uint8_t kind
    cdef int64_t *total = _ints(whole)
    cdef bint between
    _demand(cnp.PyArray_SIZE(flags) == n_runs and cnp.PyArray_SIZE(lengths) == n_runs)
    _demand(cnp.PyArray_SIZE(ats) == n_runs and cnp.PyArray_SIZE(names) == N_NAMES and cnp.PyArray_SIZE(codes) == n)
    _demand(cnp.PyArray_SIZE(causes) == n and cnp.PyArray_SIZE(parents) == n)
    for run in range(n_runs):
        row = _ints(hosts)[run]
        _demand(0 <= row < n)
        total[row + 1] += _ints(lengths)[run]
        if not _bytes(causes)[row] & invisible:
            _ints(visible)[row + 1] += _ints(lengths)[run]
        if _bytes(flags)[run]:
            _ints(picked)[row + 1] += _ints(lengths)[run]
            n_selected += 1
    for row in range(n):
        _ints(picked)[row + 1] += _ints(picked)[row]
        _ints(visible)[row + 1] += _ints(visible)[row]
        total[row + 1] += total[row]
        found += name[number[row]] & SHOWN_NAME
    for row in range(n):
        stop = _ints(ends)[row]
        _demand(row < stop <= n)
        _ints(chosen)[row] = _ints(picked)[stop] - _ints(picked)[row]
        _ints(seen)[row] = _ints(visible)[stop] - _ints(visible)[row]
    runs = _new(n_selected, cnp.NPY_INT64)
    n_selected = 0
    for run in range(n_runs):
        if _bytes(flags)[run]:
            _ints(runs)[n_selected] = run
            n_selected += 1
    found = found if n_selected else 0
    rows, asks = _new(found, cnp.NPY_INT64), _new(found, cnp.NPY_UINT8)
    if not found:
        return runs, chosen, seen, rows, asks
    first, last = _ints(ats)[_ints(runs)[0]], _ints(ats)[_ints(runs)[n_selected - 1]]
    found = 0
    for row in range(n):
        kind = name[number[row]]
        if kind & MACHINERY_NAME:
            machinery = max(machinery, _ints(ends)[row])
        if not kind & SHOWN_NAME or _bytes(causes)[row] & hides or row < machinery:
            continue
        holder = _holder(row, _ints(seen), _ints(chosen), _ints(parents), n, most_signs, most_steps)
        share = <double> _ints(chosen)[holder] / <double> max(_ints(seen)[holder], 1)
        between = first <= row < last
        _bytes(asks)[found] = 0
        if not ((share >= least_share and between) or (share >= 1 and holder > body)):
            # A caption may be too short for whoever selected the text: its picture belongs to the text around both.
            if not between or share != 0 or _ints(seen)[holder] > most_caption or kind & SILENT_NAME:
                continue
            for step in range(steps_to_frame):
                if holder <= body or holder == 0:
                    break
                inner = _holder(holder, _ints(seen), _ints(chosen), _ints(parents), n, most_signs, most_steps)
                if <double> _ints(chosen)[inner] / <double> max(_ints(seen)[inner], 1) >= least_share:
                    _bytes(asks)[found] = ASK_FRAME
                    break
                holder = _ints(parents)[holder]
            if not _bytes(asks)[found]:
                continue
        if kind & SILENT_NAME:
            _bytes(asks)[found] |= ASK_TYPE
        holder = _ints(parents)[row]
        if kind & IMAGE_NAME and name[number[holder]] & LINK_NAME and total[_ints(ends)[holder]] == total[holder]:
            _bytes(asks)[found] |= ASK_BUTTON
        _ints(rows)[found] = row
        found += 1
    return runs, chosen, seen, rows[:found], asks[:found]


cdef inline Py_ssize_t _runs_ahead(int64_t *at, Py_ssize_t run, Py_ssize_t n_runs, int64_t row) noexcept:
    """How many runs come before an element, *run* of them for sure."""
    while run < n_runs and at[run] <= row:
        run += 1
    return run


cdef struct _Tree:
    int64_t *parent
    int64_t *end
    int64_t *host
    int64_t *at
    int64_t *nested  # element: how many blocks are around it, itself included
    int64_t *started  # element, and the end: how many blocks come before
    int64_t *broken  # ... and how many line breaks that divide
    uint8_t *kind
    Py_ssize_t n, n_runs


cdef tuple _atoms(_Tree *tree, cnp.ndarray selected, cnp.ndarray lengths, cnp.ndarray others):
    """The columns of atoms."""
    cdef Py_ssize_t n = tree.n, n_runs = tree.n_runs
    cdef Py_ssize_t n_selected = cnp.PyArray_SIZE(selected), n_shown = cnp.PyArray_SIZE(others)
    cdef cnp.ndarray place = _new(n_selected + n_shown, cnp.NPY_INT64), source = _new(n_selected + n_shown, cnp.NPY_INT64)
    cdef cnp.ndarray opens = _new(n_selected + n_shown, cnp.NPY_BOOL), around = _new(n_selected + n_shown, cnp.NPY_INT64)
    cdef int64_t *run_at = tree.at
    cdef int64_t *run_length = _ints(lengths)
    cdef int64_t *to_place = _ints(place)
    cdef int64_t *to_source = _ints(source)
    cdef int64_t *to_around = _ints(around)
    cdef uint8_t *to_opens = _bytes(opens)
    cdef Py_ssize_t atom = 0, number = 0, other = 0, ahead = 0
    cdef int64_t run, row, here, start, line, holder, start_before = -1, line_before = -1, around_before = -1
    while number < n_selected or other < n_shown:
        run = row = here = -1
        if number < n_selected:
            run = _ints(selected)[number]
            _demand(0 <= run < n_runs)
            if run_length[run] == 0:
                number += 1
                continue
            here = run_at[run] + run
        if other < n_shown:
            row = _ints(others)[other]
            _demand(0 <= row < n)
            ahead = _runs_ahead(run_at, ahead, n_runs, row)
            if here < 0 or row + ahead < here:
                here, run = row + ahead, -1
        if run >= 0:
            row, holder = run_at[run], tree.host[run]
            _demand(0 <= row <= n and 0 <= holder < n)
            start = tree.started[row] * 2
            to_source[atom] = number
            number += 1
        else:
            holder = tree.parent[row]
            holder += n if holder < 0 else 0
            _demand(0 <= holder < n)
            start = tree.started[row] * 2 + (tree.kind[row] & BLOCK_NAME)
            to_source[atom] = n_selected + other
            other += 1
        line = tree.broken[row]
        to_place[atom], to_around[atom] = here, tree.nested[holder]
        to_opens[atom] = (
            atom == 0
            or start != start_before
            or to_around[atom] != around_before
            or line > line_before + 1
        )
        start_before, around_before, line_before = start, to_around[atom], line
        atom += 1
    return place[:atom], source[:atom], opens[:atom], around[:atom]


cdef tuple _thread(_Tree *tree, cnp.ndarray selected, cnp.ndarray others, cnp.ndarray breaks, atoms, opening):
    """The thread, and where paragraphs stop in it."""
    cdef Py_ssize_t n_runs = tree.n_runs, n_atoms = cnp.PyArray_SIZE(atoms)
    cdef Py_ssize_t n_selected = cnp.PyArray_SIZE(selected), n_shown = cnp.PyArray_SIZE(others)
    cdef Py_ssize_t n_lines = cnp.PyArray_SIZE(breaks)
    cdef cnp.ndarray thread = _new(n_selected + n_shown + n_lines, cnp.NPY_INT64), stops = _new(n_atoms, cnp.NPY_INT64)
    cdef int64_t *run_at = tree.at
    cdef int64_t *atom_place = _ints(atoms)
    cdef Py_ssize_t number = 0, other = 0, line = 0, ahead = 0, atom = 0, size = 0, paragraphs = 0
    cdef int64_t run, row, here, found
    cdef bint is_line
    while number < n_selected or other < n_shown or line < n_lines:
        here, found = -1, -1
        if number < n_selected:
            run = _ints(selected)[number]
            _demand(0 <= run < n_runs)
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
    return thread, stops[:paragraphs]


cdef cnp.ndarray _atoms_ahead(cnp.ndarray atoms, Py_ssize_t n_places):
    """How many atoms are ahead of each place."""
    cdef cnp.ndarray ahead = _new(n_places + 1, cnp.NPY_INT64)
    cdef int64_t *atom = _ints(atoms)
    cdef int64_t *count = _ints(ahead)
    cdef Py_ssize_t place, number = 0, n_atoms = cnp.PyArray_SIZE(atoms)
    for place in range(n_places + 1):
        while number < n_atoms and atom[number] < place:
            number += 1
        count[place] = number
    return ahead


cdef list _kept(_Tree *tree, cnp.ndarray counts, cnp.ndarray others, cnp.ndarray before, cnp.ndarray atoms, atom_opens):
    """The columns of kept elements but for the first."""
    cdef Py_ssize_t n = tree.n, n_runs = tree.n_runs, n_atoms = cnp.PyArray_SIZE(atoms)
    cdef cnp.ndarray atom_counts = _atoms_ahead(atoms, n + n_runs), opened = prefix(atom_opens)
    cdef int64_t *atoms_ahead = _ints(atom_counts)
    cdef int64_t *paragraphs = _ints(opened)
    cdef cnp.ndarray hosted = _zeros(n + 1)  # runs in the rows before each
    cdef cnp.ndarray showing = _zeros(n + 1)  # shown elements before each
    cdef cnp.ndarray has_atom = _new(n, cnp.NPY_BOOL)
    cdef Py_ssize_t row, place, ahead = 0, found = 0
    cdef int64_t stop, above, first
    cdef int64_t *stops = tree.end
    cdef int64_t *runs_in = _ints(hosted)
    cdef int64_t *shown_in = _ints(showing)
    cdef uint8_t *has = _bytes(has_atom)
    cdef list columns
    cdef int64_t *column[11]
    for place in range(n_runs):
        _demand(0 <= tree.host[place] < n)
        runs_in[tree.host[place] + 1] += 1
    for place in range(cnp.PyArray_SIZE(others)):
        shown_in[_ints(others)[place] + 1] += 1
    for row in range(n):
        runs_in[row + 1] += runs_in[row]
        shown_in[row + 1] += shown_in[row]
    for row in range(n):
        has[row] = _ints(counts)[row] > 0 or shown_in[stops[row]] > shown_in[row]
        found += has[row] or tree.kind[row] & CELL_NAME
    columns = [_new(found, cnp.NPY_INT64) for _ in range(11)]
    for place in range(11):
        column[place] = _ints(columns[place])
    found = 0
    for row in range(n):
        if not has[row]:
            above = tree.parent[row]
            above += n if above < 0 else 0
            _demand(0 <= above < n)
            # An empty cell holds a place in its row.
            if not (tree.kind[row] & CELL_NAME and has[above]):
                continue
        ahead = _runs_ahead(tree.at, ahead, n_runs, row)
        stop = ahead + runs_in[stops[row]] - runs_in[row]
        _demand(stop <= n_runs)
        first = atoms_ahead[row + ahead]
        column[0][found], column[1][found] = row, stops[row]
        column[2][found], column[3][found] = row + ahead, stops[row] + stop
        column[4][found], column[5][found] = _ints(before)[ahead], _ints(before)[stop]
        column[6][found], column[7][found] = first, atoms_ahead[stops[row] + stop] - 1
        column[8][found] = paragraphs[min(first + 1, n_atoms)] - 1 if n_atoms else first
        column[9][found], column[10][found] = _ints(counts)[row], tree.nested[row]
        found += 1
    return [each[:found] for each in columns]


def outline_columns(columns, selected, runs, chosen, shown, kinds):
    cdef cnp.ndarray picked = _as(runs, cnp.NPY_INT64), lengths = _as(columns.length, cnp.NPY_INT64)
    cdef cnp.ndarray others = _as(shown, cnp.NPY_INT64), counts = _as(chosen, cnp.NPY_INT64), before = prefix(selected)
    cdef cnp.ndarray codes = _as(columns.code, cnp.NPY_UINT8), names = _as(kinds, cnp.NPY_UINT8)
    cdef cnp.ndarray parents = _as(columns.parent, cnp.NPY_INT64), ends = _as(columns.end, cnp.NPY_INT64)
    cdef cnp.ndarray hosts = _as(columns.host, cnp.NPY_INT64), ats = _as(columns.at, cnp.NPY_INT64)
    cdef Py_ssize_t row, n = cnp.PyArray_SIZE(ends), n_runs = cnp.PyArray_SIZE(ats), n_lines = 0, found = 0
    cdef cnp.ndarray nested = _zeros(n + 1), started = _new(n + 1, cnp.NPY_INT64), broken = _new(n + 1, cnp.NPY_INT64)
    cdef cnp.ndarray kind = _new(n, cnp.NPY_UINT8), lines, kept_codes
    cdef int64_t around = 0, in_code = 0
    cdef _Tree tree
    _demand(cnp.PyArray_SIZE(lengths) == n_runs and cnp.PyArray_SIZE(hosts) == n_runs)
    _demand(cnp.PyArray_SIZE(before) == n_runs + 1 and cnp.PyArray_SIZE(counts) == n)
    _demand(cnp.PyArray_SIZE(codes) == n and cnp.PyArray_SIZE(names) == N_NAMES and cnp.PyArray_SIZE(parents) == n)
    tree.parent, tree.end, tree.host, tree.at = _ints(parents), _ints(ends), _ints(hosts), _ints(ats)
    tree.nested, tree.started, tree.broken = _ints(nested), _ints(started), _ints(broken)
    tree.kind, tree.n, tree.n_runs = _bytes(kind), n, n_runs
    tree.started[0] = tree.broken[0] = 0
    for row in range(n):
        _demand(row < tree.end[row] <= n)
        tree.kind[row] = _bytes(names)[_bytes(codes)[row]]
        tree.started[row + 1], tree.broken[row + 1] = tree.started[row], tree.broken[row]
        if tree.kind[row] & BLOCK_NAME:
            tree.started[row + 1] += 1
            tree.nested[row] += 1
            tree.nested[tree.end[row]] -= 1
        if tree.kind[row] & CODE_NAME:
            in_code = max(in_code, tree.end[row])
        if tree.kind[row] & BREAK_NAME:
            n_lines += 1
            # No line break divides code.
            tree.broken[row + 1] += row >= in_code
        around += tree.nested[row]
        tree.nested[row] = around
    lines = _new(n_lines, cnp.NPY_INT64)
    for row in range(n if n_lines else 0):
        if tree.kind[row] & BREAK_NAME:
            _ints(lines)[found] = row
            found += 1
    cdef tuple atoms = _atoms(&tree, picked, lengths, others)
    cdef list kept = _kept(&tree, counts, others, before, atoms[0], atoms[2])
    kept_codes = _new(len(kept[0]), cnp.NPY_UINT8)
    for row in range(cnp.PyArray_SIZE(kept_codes)):
        _bytes(kept_codes)[row] = _bytes(codes)[_ints(kept[0])[row]]
    return (lines, *_thread(&tree, picked, others, lines, atoms[0], atoms[2]), *atoms, kept_codes, *kept)
