# What is kept of a page: the twins of the kernels in outline.py, shown.py, atoms.py and kept.py.

def gaps_in_lines(runs, at, visible, blocks):
    cdef cnp.ndarray selected = _as(runs, cnp.NPY_INT64), ats = _as(at, cnp.NPY_INT64)
    cdef cnp.ndarray flags = _as(visible, cnp.NPY_BOOL), block_flags = _as(blocks, cnp.NPY_BOOL)
    cdef uint8_t *is_seen = _bytes(flags)
    cdef uint8_t *is_block = _bytes(block_flags)
    cdef Py_ssize_t place, n_runs = cnp.PyArray_SIZE(ats), n = cnp.PyArray_SIZE(block_flags)
    cdef int64_t before, after, between, row
    cdef bint parted
    cdef list gaps = []
    _demand(cnp.PyArray_SIZE(flags) == n_runs)
    for place in range(1, cnp.PyArray_SIZE(selected)):
        before, after = _ints(selected)[place - 1], _ints(selected)[place]
        if after == before + 1:
            continue
        _demand(0 <= before < after < n_runs)
        _demand(0 <= _ints(ats)[before] <= _ints(ats)[after] <= n)
        parted = False
        for between in range(before + 1, after):
            if is_seen[between]:
                parted = True
                break
        if parted:
            for row in range(_ints(ats)[before], _ints(ats)[after]):
                if is_block[row]:
                    parted = False
                    break
        if parted:
            gaps.append(place)
    return gaps


def content_shares(rows, seen, chosen, parent, int64_t most_signs, Py_ssize_t most_steps):
    cdef cnp.ndarray given = _as(rows, cnp.NPY_INT64), seens = _as(seen, cnp.NPY_INT64)
    cdef cnp.ndarray chosens = _as(chosen, cnp.NPY_INT64), parents = _as(parent, cnp.NPY_INT64)
    cdef int64_t *in_sight = _ints(seens)
    cdef int64_t *selected = _ints(chosens)
    cdef int64_t *above = _ints(parents)
    cdef Py_ssize_t place, steps, found = cnp.PyArray_SIZE(given), n = cnp.PyArray_SIZE(parents)
    cdef cnp.ndarray holders = _new(found, cnp.NPY_INT64), shares = _new(found, cnp.NPY_FLOAT64)
    cdef int64_t row
    _demand(cnp.PyArray_SIZE(seens) == n and cnp.PyArray_SIZE(chosens) == n)
    for place in range(found):
        row = _ints(given)[place]
        _demand(0 <= row < n)
        row = above[row]
        _demand(0 <= row < n)
        steps = 0
        while in_sight[row] == 0 or (in_sight[row] <= most_signs and selected[row] <= 0):
            row = max(above[row], 0)
            _demand(row < n)
            steps += 1
            if steps >= most_steps:
                row = 0
                break
        _ints(holders)[place] = row
        _floats(shares)[place] = <double> selected[row] / <double> max(in_sight[row], 1)
    return holders, shares


cdef inline Py_ssize_t _runs_ahead(int64_t *at, Py_ssize_t run, Py_ssize_t n_runs, int64_t row) noexcept:
    """How many runs come before an element, *run* of them for sure."""
    while run < n_runs and at[run] <= row:
        run += 1
    return run


def atom_columns(runs, length, shown, blocks, breaks, parent, end, host, at):
    cdef cnp.ndarray selected = _as(runs, cnp.NPY_INT64), lengths = _as(length, cnp.NPY_INT64)
    cdef cnp.ndarray others = _as(shown, cnp.NPY_INT64), block_flags = _as(blocks, cnp.NPY_BOOL)
    cdef cnp.ndarray parents = _as(parent, cnp.NPY_INT64), hosts = _as(host, cnp.NPY_INT64), ats = _as(at, cnp.NPY_INT64)
    cdef cnp.ndarray nested = nesting(blocks, end), started = prefix(blocks), broken = prefix(breaks)
    cdef Py_ssize_t n = cnp.PyArray_SIZE(nested), n_runs = cnp.PyArray_SIZE(ats)
    cdef Py_ssize_t n_selected = cnp.PyArray_SIZE(selected), n_shown = cnp.PyArray_SIZE(others)
    cdef cnp.ndarray place = _new(n_selected + n_shown, cnp.NPY_INT64), source = _new(n_selected + n_shown, cnp.NPY_INT64)
    cdef cnp.ndarray opens = _new(n_selected + n_shown, cnp.NPY_BOOL), around = _new(n_selected + n_shown, cnp.NPY_INT64)
    cdef int64_t *run_at = _ints(ats)
    cdef int64_t *run_host = _ints(hosts)
    cdef int64_t *run_length = _ints(lengths)
    cdef int64_t *blocks_ahead = _ints(started)
    cdef int64_t *lines_ahead = _ints(broken)
    cdef int64_t *depth = _ints(nested)
    cdef int64_t *to_place = _ints(place)
    cdef int64_t *to_source = _ints(source)
    cdef int64_t *to_around = _ints(around)
    cdef uint8_t *to_opens = _bytes(opens)
    cdef Py_ssize_t atom = 0, number = 0, other = 0, ahead = 0
    cdef int64_t run, row, here, start, line, holder, start_before = -1, line_before = -1, around_before = -1
    _demand(cnp.PyArray_SIZE(lengths) == n_runs and cnp.PyArray_SIZE(hosts) == n_runs)
    _demand(cnp.PyArray_SIZE(parents) == n and cnp.PyArray_SIZE(broken) == n + 1)
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
            row, holder = run_at[run], run_host[run]
            _demand(0 <= row <= n and 0 <= holder < n)
            start = blocks_ahead[row] * 2
            to_source[atom] = number
            number += 1
        else:
            holder = _ints(parents)[row]
            holder += n if holder < 0 else 0
            _demand(0 <= holder < n)
            start = blocks_ahead[row] * 2 + _bytes(block_flags)[row]
            to_source[atom] = n_selected + other
            other += 1
        line = lines_ahead[row]
        to_place[atom], to_around[atom] = here, depth[holder]
        to_opens[atom] = (
            atom == 0
            or start != start_before
            or to_around[atom] != around_before
            or line > line_before + 1
        )
        start_before, around_before, line_before = start, to_around[atom], line
        atom += 1
    return place[:atom], source[:atom], opens[:atom], around[:atom]


def thread_of(runs, shown, lines, at, places, opens):
    cdef cnp.ndarray selected = _as(runs, cnp.NPY_INT64), others = _as(shown, cnp.NPY_INT64)
    cdef cnp.ndarray breaks = _as(lines, cnp.NPY_INT64), ats = _as(at, cnp.NPY_INT64)
    cdef cnp.ndarray atoms = _as(places, cnp.NPY_INT64), opening = _as(opens, cnp.NPY_BOOL)
    cdef Py_ssize_t n_runs = cnp.PyArray_SIZE(ats), n_atoms = cnp.PyArray_SIZE(atoms)
    cdef Py_ssize_t n_selected = cnp.PyArray_SIZE(selected), n_shown = cnp.PyArray_SIZE(others)
    cdef Py_ssize_t n_lines = cnp.PyArray_SIZE(breaks)
    cdef cnp.ndarray thread = _new(n_selected + n_shown + n_lines, cnp.NPY_INT64), stops = _new(n_atoms, cnp.NPY_INT64)
    cdef int64_t *run_at = _ints(ats)
    cdef int64_t *atom_place = _ints(atoms)
    cdef Py_ssize_t number = 0, other = 0, line = 0, ahead = 0, atom = 0, size = 0, paragraphs = 0
    cdef int64_t run, row, here, found
    cdef bint is_line
    _demand(cnp.PyArray_SIZE(opening) == n_atoms)
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


def kept_columns(chosen, shown, cells, selected, places, parent, end, host, at):
    cdef cnp.ndarray counts = _as(chosen, cnp.NPY_INT64), others = _as(shown, cnp.NPY_INT64)
    cdef cnp.ndarray cell_flags = _as(cells, cnp.NPY_BOOL), atoms = _as(places, cnp.NPY_INT64)
    cdef cnp.ndarray parents = _as(parent, cnp.NPY_INT64), ends = _as(end, cnp.NPY_INT64)
    cdef cnp.ndarray hosts = _as(host, cnp.NPY_INT64), ats = _as(at, cnp.NPY_INT64), before = prefix(selected)
    cdef Py_ssize_t n = cnp.PyArray_SIZE(ends), n_runs = cnp.PyArray_SIZE(ats)
    cdef cnp.ndarray atom_counts = _atoms_ahead(atoms, n + n_runs)
    cdef int64_t *atoms_ahead = _ints(atom_counts)
    cdef cnp.npy_intp size = n + 1
    cdef cnp.ndarray hosted = cnp.PyArray_ZEROS(1, &size, cnp.NPY_INT64, 0)  # runs in the rows before each
    cdef cnp.ndarray showing = cnp.PyArray_ZEROS(1, &size, cnp.NPY_INT64, 0)  # shown elements before each
    cdef cnp.ndarray has_atom = _new(n, cnp.NPY_BOOL)
    cdef Py_ssize_t row, place, ahead = 0, found = 0
    cdef int64_t stop, above
    cdef int64_t *stops = _ints(ends)
    cdef int64_t *run_at = _ints(ats)
    cdef int64_t *run_host = _ints(hosts)
    cdef int64_t *runs_in = _ints(hosted)
    cdef int64_t *shown_in = _ints(showing)
    cdef uint8_t *has = _bytes(has_atom)
    cdef uint8_t *is_cell = _bytes(cell_flags)
    cdef list columns
    cdef int64_t *column[8]
    _demand(cnp.PyArray_SIZE(counts) == n and cnp.PyArray_SIZE(cell_flags) == n and cnp.PyArray_SIZE(parents) == n)
    _demand(cnp.PyArray_SIZE(hosts) == n_runs and cnp.PyArray_SIZE(before) == n_runs + 1)
    for place in range(n_runs):
        _demand(0 <= run_host[place] < n)
        runs_in[run_host[place] + 1] += 1
    for place in range(cnp.PyArray_SIZE(others)):
        _demand(0 <= _ints(others)[place] < n)
        shown_in[_ints(others)[place] + 1] += 1
    for row in range(n):
        _demand(row < stops[row] <= n)
        runs_in[row + 1] += runs_in[row]
        shown_in[row + 1] += shown_in[row]
    for row in range(n):
        has[row] = _ints(counts)[row] > 0 or shown_in[stops[row]] > shown_in[row]
        found += has[row] | is_cell[row]
    columns = [_new(found, cnp.NPY_INT64) for _ in range(8)]
    for place in range(8):
        column[place] = _ints(columns[place])
    found = 0
    for row in range(n):
        if not has[row]:
            above = _ints(parents)[row]
            above += n if above < 0 else 0
            _demand(0 <= above < n)
            if not (is_cell[row] and has[above]):
                continue
        ahead = _runs_ahead(run_at, ahead, n_runs, row)
        stop = ahead + runs_in[stops[row]] - runs_in[row]
        _demand(stop <= n_runs)
        column[0][found], column[1][found] = row, stops[row]
        column[2][found], column[3][found] = row + ahead, stops[row] + stop
        column[4][found], column[5][found] = _ints(before)[ahead], _ints(before)[stop]
        column[6][found], column[7][found] = atoms_ahead[row + ahead], atoms_ahead[stops[row] + stop] - 1
        found += 1
    return tuple([each[:found] for each in columns])
