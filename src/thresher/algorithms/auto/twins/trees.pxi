# Trees: the twin of the kernel in trees.py.

cimport cython

cdef extern from *:
    """
    /* Rows that are looked at in one go: their features fit into the processor's nearest cache. */
    #define PORTION 32

    #if defined(__GNUC__)
    /* Eight rows at once; what is gone of all 32 stays in registers from the first node to the last. */
    typedef uint32_t lanes __attribute__((vector_size(32), aligned(4), may_alias));
    typedef float floats __attribute__((vector_size(32), aligned(4), may_alias));

    WITH_CLONES void rule_out(
        uint32_t *gone, const float *portion, const int32_t *feature, const float *limit, const uint32_t *leaves,
        Py_ssize_t nodes
    ) {
        lanes *rows = (lanes *) gone, a = rows[0], b = rows[1], c = rows[2], d = rows[3];
        for (Py_ssize_t node = 0; node < nodes; ++node) {
            const floats *of = (const floats *) (portion + feature[node] * PORTION);
            a |= (lanes) (of[0] > limit[node]) & leaves[node];
            b |= (lanes) (of[1] > limit[node]) & leaves[node];
            c |= (lanes) (of[2] > limit[node]) & leaves[node];
            d |= (lanes) (of[3] > limit[node]) & leaves[node];
        }
        rows[0] = a, rows[1] = b, rows[2] = c, rows[3] = d;
    }
    #else
    static void rule_out(
        uint32_t *gone, const float *portion, const int32_t *feature, const float *limit, const uint32_t *leaves,
        Py_ssize_t nodes
    ) {
        for (Py_ssize_t node = 0; node < nodes; ++node)
            for (int row = 0; row < PORTION; ++row)
                gone[row] |= -(uint32_t) (portion[feature[node] * PORTION + row] > limit[node]) & leaves[node];
    }
    #endif

    /* The first leaf that is left; 0 where all are gone, which no tree leads to. */
    static inline int32_t first_left(uint32_t gone, int32_t last) {
        /* A power of two is exact as a float, and its exponent is the number of its bit. */
        union { float number; uint32_t bits; } lowest;
        lowest.number = (float) (int32_t) (~gone & (gone + 1));
        int32_t leaf = (int32_t) (lowest.bits >> 23 & 255) - 127;
        leaf = leaf < 0 ? 0 : leaf;
        return leaf > last ? last : leaf;
    }

    /* Every row of a portion has a score, also those behind the last row, which nobody reads. */
    WITH_CLONES void add_leaves(
        double *restrict score, const uint32_t *restrict gone, const float *restrict value, int32_t last
    ) {
        int32_t leaf[PORTION];
        for (int row = 0; row < PORTION; ++row) leaf[row] = first_left(gone[row], last);
        for (int row = 0; row < PORTION; ++row) score[row] += value[leaf[row]];
    }

    WITH_CLONES int are_below(const int16_t *number, Py_ssize_t count, Py_ssize_t limit) {
        uint16_t most = 0;
        for (Py_ssize_t place = 0; place < count; ++place)
            most = (uint16_t) number[place] > most ? (uint16_t) number[place] : most;
        return most < limit;
    }

    WITH_CLONES void ask_for_one(
        uint32_t *restrict answer, const float *restrict row, const int16_t *restrict feature,
        const float *restrict limit, const uint32_t *restrict stays, Py_ssize_t nodes
    ) {
        for (Py_ssize_t node = 0; node < nodes; ++node)
            answer[node] = -(uint32_t) (row[feature[node]] > limit[node]) & ~stays[node];
    }
    """
    const int PORTION
    void _rule_out "rule_out"(
        uint32_t *gone, const float *portion, const int32_t *feature, const float *limit, const uint32_t *leaves,
        Py_ssize_t nodes
    ) noexcept
    void _add_leaves "add_leaves"(double *score, const uint32_t *gone, const float *value, int32_t last) noexcept
    bint _are_below "are_below"(const int16_t *number, Py_ssize_t count, Py_ssize_t limit) noexcept
    void _ask_for_one "ask_for_one"(
        uint32_t *answer, const float *row, const int16_t *feature, const float *limit, const uint32_t *stays,
        Py_ssize_t nodes
    ) noexcept
    int32_t _first_left "first_left"(uint32_t gone, int32_t last) noexcept


def forest_scores(
    const float[:, ::1] columns, const float[::1] shared, feature, const float[:, ::1] threshold, mask, value, output
):
    cdef const int16_t[:, ::1] asked = np.ascontiguousarray(feature, dtype=np.int16)
    cdef const uint32_t[:, ::1] stays = mask
    cdef const float[:, ::1] values = np.ascontiguousarray(value, dtype=np.float32)
    cdef const int16_t[::1] outputs = np.ascontiguousarray(output, dtype=np.int16)
    cdef Py_ssize_t rows = columns.shape[1], trees = asked.shape[0], nodes = asked.shape[1], own = columns.shape[0]
    cdef Py_ssize_t tree, node, start, last = values.shape[1] - 1
    _demand(threshold.shape[0] == stays.shape[0] == values.shape[0] == outputs.shape[0] == trees > 0)
    _demand(threshold.shape[1] == stays.shape[1] == nodes and last >= 0)
    for tree in range(trees):
        _demand(0 <= outputs[tree] and (tree == 0 or outputs[tree] >= outputs[tree - 1]))
    # There is room for a whole portion more than there are rows.
    room = np.zeros((outputs[trees - 1] + 1, rows + PORTION))
    found = room[:, :rows]
    cdef double[:, ::1] scores = room
    if rows == 1:
        _score_one(np.concatenate([columns[:, 0], shared]), asked, threshold, stays, values, outputs, scores)
        return found
    cdef _Questions questions = _Questions(trees, nodes, own)
    for tree in range(trees):
        questions.add(&asked[tree, 0], &threshold[tree, 0], &stays[tree, 0], nodes, shared)
    start = 0
    while start < rows:
        questions.look_at(columns, start)
        for tree in range(trees):
            questions.answer(tree, &scores[outputs[tree], start], &values[tree, 0], last)
        start += PORTION
    return found


cdef int _score_one(
    const float[::1] row,
    const int16_t[:, ::1] asked,
    const float[:, ::1] threshold,
    const uint32_t[:, ::1] stays,
    const float[:, ::1] values,
    const int16_t[::1] outputs,
    double[:, ::1] scores,
) except -1:
    """Add what trees say of the only row."""
    cdef Py_ssize_t trees = asked.shape[0], nodes = asked.shape[1], last = values.shape[1] - 1, tree, node
    cdef cnp.ndarray answers = _new(trees * nodes, cnp.NPY_UINT32)
    cdef uint32_t *answer = <uint32_t *> cnp.PyArray_DATA(answers)
    cdef uint32_t gone
    _demand(_are_below(&asked[0, 0], trees * nodes, row.shape[0]))
    _ask_for_one(answer, &row[0], &asked[0, 0], &threshold[0, 0], &stays[0, 0], trees * nodes)
    for tree in range(trees):
        gone = 0
        for node in range(nodes):
            gone |= answer[node]
        answer += nodes
        scores[outputs[tree], 0] += values[tree, _first_left(gone, last)]
    return 0


@cython.final
cdef class _Questions:
    """The nodes of trees that have to be asked about each row, those of a tree side by side."""

    cdef int32_t *feature  # node: the feature that it asks for
    cdef float *portion  # feature, row: those rows that are looked at
    cdef float *limit
    cdef uint32_t *leaves  # node: leaves that are gone where the answer is "greater"
    cdef Py_ssize_t *first  # tree: its first node
    cdef uint32_t *gone  # tree: leaves that are gone anyway
    cdef Py_ssize_t count, trees, features

    def __cinit__(self, Py_ssize_t trees, Py_ssize_t nodes, Py_ssize_t features):
        cdef Py_ssize_t room = trees * nodes
        self.features = features
        self.feature = <int32_t *> PyMem_Malloc(room * sizeof(int32_t))
        self.portion = <float *> PyMem_Malloc(features * PORTION * sizeof(float))
        self.limit = <float *> PyMem_Malloc(room * sizeof(float))
        self.leaves = <uint32_t *> PyMem_Malloc(room * sizeof(uint32_t))
        self.first = <Py_ssize_t *> PyMem_Malloc((trees + 1) * sizeof(Py_ssize_t))
        self.gone = <uint32_t *> PyMem_Malloc(trees * sizeof(uint32_t))
        if not (self.feature and self.portion and self.limit and self.leaves and self.first and self.gone):
            raise MemoryError

    def __dealloc__(self):
        PyMem_Free(self.feature)
        PyMem_Free(self.portion)
        PyMem_Free(self.limit)
        PyMem_Free(self.leaves)
        PyMem_Free(self.first)
        PyMem_Free(self.gone)

    cdef int add(
        self, const int16_t *asked, const float *limit, const uint32_t *stays, Py_ssize_t nodes, const float[::1] shared
    ) except -1:
        """Add a tree: what all rows have in common is asked now, the rest of each row."""
        cdef Py_ssize_t node, feature, count = self.count
        cdef uint32_t gone = 0
        for node in range(nodes):
            feature = asked[node]
            if feature < self.features:
                _demand(feature >= 0)
                self.feature[count], self.limit[count], self.leaves[count] = feature, limit[node], ~stays[node]
                count += 1
            else:
                _demand(feature < self.features + shared.shape[0])
                gone |= ~stays[node] & -<uint32_t> (shared[feature - self.features] > limit[node])
        self.first[self.trees], self.gone[self.trees] = self.count, gone
        self.trees, self.count = self.trees + 1, count
        self.first[self.trees] = count
        return 0

    cdef void look_at(self, const float[:, ::1] columns, Py_ssize_t start) noexcept:
        """Fetch a portion of the rows; behind the last one stand zeros, whose answers nobody reads."""
        cdef Py_ssize_t feature, rows = min(PORTION, columns.shape[1] - start)
        if rows < PORTION:
            memset(self.portion, 0, columns.shape[0] * PORTION * sizeof(float))
        for feature in range(columns.shape[0]):
            memcpy(self.portion + feature * PORTION, &columns[feature, start], rows * sizeof(float))

    cdef void answer(self, Py_ssize_t tree, double *score, const float *value, Py_ssize_t last) noexcept:
        """Add what a tree says of the rows that are looked at."""
        cdef uint32_t gone[32]  # as many as `PORTION`
        cdef Py_ssize_t row, first = self.first[tree]
        for row in range(PORTION):
            gone[row] = self.gone[tree]
        _rule_out(
            gone, self.portion, self.feature + first, self.limit + first, self.leaves + first,
            self.first[tree + 1] - first,
        )
        _add_leaves(score, gone, value, last)
