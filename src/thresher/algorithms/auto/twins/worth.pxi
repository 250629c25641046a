# What words are worth: the twins of the kernels in hashes.py, worth.py, hints.py and names.py.

def numbers_in(const uint32_t[:, ::1] slots, const uint32_t[::1] hashes, int shift):
    cdef Py_ssize_t number = hashes.shape[0], word
    _demand_slots(slots, shift)
    cdef cnp.ndarray found = _new(number, cnp.NPY_INT64)
    cdef int64_t *numbers = _ints(found)
    for word in range(number):
        numbers[word] = _number_of(&slots[0, 0], slots.shape[0] - 1, hashes[word], shift)
    return found


cdef int _demand_slots(const uint32_t[:, ::1] slots, int shift) except -1:
    _demand(slots.shape[0] > 0 and slots.shape[1] == 2 and 0 <= shift < 32)
    return _demand((0xFFFFFFFFu >> shift) <= <uint32_t> (slots.shape[0] - 1))


cdef inline int64_t _number_of(const uint32_t *slots, uint32_t mask, uint32_t word, int shift) noexcept:
    cdef const uint32_t *lower = slots + 2 * <size_t> (word & mask)
    cdef const uint32_t *upper = slots + 2 * <size_t> (word >> shift)
    # Without a question in between, several words are looked for at once; a word is known in one slot at most, but for
    # one whose slots are the same.
    return lower[1] & -<uint32_t> (lower[0] == word) | upper[1] & -<uint32_t> (upper[0] == word)


def text_worth(
    const uint32_t[::1] hashes,
    const int64_t[::1] first,
    const uint32_t[:, ::1] slots,
    int shift,
    const float[:, ::1] table,
    const double[::1] mix,
):
    cdef Py_ssize_t texts = first.shape[0] - 1, sorts = table.shape[1], text, word, line, column
    cdef float[2] value
    cdef double[2] sum
    cdef double mixed
    _demand(texts >= 0 and sorts == mix.shape[0] > 0)
    cdef const int64_t[::1] lines = numbers_in(slots, hashes, shift)
    found = np.zeros((3, 2, texts), dtype=np.float32)
    cdef float[:, :, ::1] worth = found
    for text in range(texts):
        _demand(0 <= first[text] <= first[text + 1] <= hashes.shape[0])
        sum[0] = sum[1] = 0
        for word in range(first[text], first[text + 1]):
            line = lines[word]
            # Most words are not known, and worth nothing.
            if line == 0:
                continue
            _demand(line < table.shape[0])
            mixed = 0
            for column in range(sorts):
                mixed += <double> table[line, column] * mix[column]
            value[0], value[1] = table[line, 0], <float> mixed
            for column in range(2):
                worth[0, column, text] = max(worth[0, column, text], value[column])
                worth[1, column, text] = min(worth[1, column, text], value[column])
                sum[column] += value[column]
        if first[text + 1] > first[text]:
            for column in range(2):
                worth[2, column, text] = <float> (sum[column] / (first[text + 1] - first[text]))
    return found


def label_hashes(const uint32_t[::1] words, const int64_t[::1] first, const int64_t[::1] labels):
    cdef Py_ssize_t number = labels.shape[0], label, place, block
    cdef uint32_t sum
    found = np.empty(number, dtype=np.uint32)
    cdef uint32_t[::1] hashes = found
    for label in range(number):
        block = labels[label]
        _demand(0 <= block < first.shape[0] - 1)
        _demand(0 <= first[block] < first[block + 1] <= words.shape[0])
        sum = 0
        # As many as `hints.LABEL_WORDS`.
        for place in range(min(first[block + 1] - first[block], 3)):
            sum += words[first[block] + place] * <uint32_t> (2 * place + 1)
        hashes[label] = sum
    return found


def lines_of_names(
    const float[:, ::1] value,
    const int64_t[:, ::1] levels,
    end,
    const int64_t[::1] block,
    Py_ssize_t body,
    Py_ssize_t near,
    double most,
):
    cdef cnp.ndarray ends = _as(end, cnp.NPY_INT64)
    cdef Py_ssize_t n = cnp.PyArray_SIZE(ends), count = levels.shape[0], blocks = levels.shape[1]
    cdef Py_ssize_t row, place, level, line
    cdef double sum = 0
    cdef float one
    cdef float[4] extremes = [0, 0, 0, 0]
    _demand(value.shape[0] == 2 and value.shape[1] == n and 0 < near <= count and block.shape[0] == blocks)
    # Each element adds its worth where it begins and takes it away where it ends.
    cdef cnp.ndarray gone = np.zeros(n + 1), lines = _lines(near + 5, blocks)
    cdef float *found = _singles(lines)
    for row in range(n):
        _demand(0 <= _ints(ends)[row] <= n)
        if row > body:
            _floats(gone)[_ints(ends)[row]] += value[0, row]
    for row in range(n):
        sum += (value[0, row] if row > body else 0) - _floats(gone)[row]
        _floats(gone)[row] = sum
    for place in range(blocks):
        _demand(0 <= block[place] < n)
        for level in range(count):
            row = levels[level, place]
            _demand(0 <= row < n)
            for line in range(2):
                one = value[line, row] if row > body else 0
                if level < near and line == 0:
                    found[level * blocks + place] = one
                if level == 0 or one < extremes[line]:
                    extremes[line] = one
                if level == 0 or one > extremes[2 + line]:
                    extremes[2 + line] = one
        found[near * blocks + place] = <float> min(max(_floats(gone)[block[place]], -most), most)
        for line in range(4):
            found[(near + 1 + line) * blocks + place] = extremes[line]
    return lines


def known_lines(
    Py_ssize_t count,
    list declared,
    const uint32_t[::1] names,
    const uint32_t[:, ::1] name_slots,
    int name_shift,
    const uint32_t[::1] labels,
    const uint32_t[:, ::1] label_slots,
    int label_shift,
):
    cdef cnp.npy_intp size = count + 1
    cdef cnp.ndarray flags = cnp.PyArray_ZEROS(1, &size, cnp.NPY_UINT8, 0)
    cdef uint8_t *is_known = _bytes(flags)
    cdef Py_ssize_t word, line, known = 0
    _demand_slots(name_slots, name_shift)
    _demand_slots(label_slots, label_shift)
    for word in range(names.shape[0]):
        line = _number_of(&name_slots[0, 0], name_slots.shape[0] - 1, names[word], name_shift)
        _demand(line < size)
        is_known[line] = 1
    for word in range(labels.shape[0]):
        line = _number_of(&label_slots[0, 0], label_slots.shape[0] - 1, labels[word], label_shift)
        _demand(line < size)
        is_known[line] = 1
    for line in declared:
        _demand(0 <= line < count)
        is_known[line + 1] = 1
    cdef cnp.ndarray lines = _new(size, cnp.NPY_INT64)
    for line in range(1, size):
        _ints(lines)[known] = line - 1
        known += is_known[line]
    return lines[:known].copy()
