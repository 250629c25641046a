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
    const float[:, ::1] columns, const float[::1] shared, feature, threshold, mask, value, output
):
    cdef const float[:, ::1] values = np.ascontiguousarray(value, dtype=np.float32)
    cdef const int16_t[::1] outputs = np.ascontiguousarray(output, dtype=np.int16)
    cdef Py_ssize_t rows = columns.shape[1], trees = values.shape[0], tree, start = 0, last = values.shape[1] - 1
    _demand(len(feature) == outputs.shape[0] == trees > 0 and last >= 0)
    for tree in range(trees):
        _demand(0 <= outputs[tree] and (tree == 0 or outputs[tree] >= outputs[tree - 1]))
    # There is room for a whole portion more than there are rows.
    room = np.zeros((outputs[trees - 1] + 1, rows + PORTION))
    found = room[:, :rows]
    cdef double[:, ::1] scores = room
    if rows == 1:
        _score_one(np.concatenate([columns[:, 0], shared]), feature, threshold, mask, values, outputs, scores)
        return found
    cdef _Questions questions = _questions_of((feature, threshold, mask), columns.shape[0], shared.shape[0])
    questions.share(shared)
    while start < rows:
        questions.look_at(columns, start)
        for tree in range(trees):
            questions.answer(tree, &scores[outputs[tree], start], &values[tree, 0], last)
        start += PORTION
    return found


cdef int _score_one(
    const float[::1] row,
    feature,
    const float[:, ::1] threshold,
    const uint32_t[:, ::1] stays,
    const float[:, ::1] values,
    const int16_t[::1] outputs,
    double[:, ::1] scores,
) except -1:
    """Add what trees say of the only row."""
    cdef const int16_t[:, ::1] asked = np.ascontiguousarray(feature, dtype=np.int16)
    cdef Py_ssize_t trees = asked.shape[0], nodes = asked.shape[1], last = values.shape[1] - 1, tree, node
    cdef cnp.ndarray answers = _new(trees * nodes, cnp.NPY_UINT32)
    cdef uint32_t *answer = <uint32_t *> cnp.PyArray_DATA(answers)
    cdef uint32_t gone
    _demand(threshold.shape[0] == stays.shape[0] == values.shape[0] == trees)
    _demand(threshold.shape[1] == stays.shape[1] == nodes)
    _demand(_are_below(&asked[0, 0], trees * nodes, row.shape[0]))
    _ask_for_one(answer, &row[0], &asked[0, 0], &threshold[0, 0], &stays[0, 0], trees * nodes)
    for tree in range(trees):
        gone = 0
        for node in range(nodes):
            gone |= answer[node]
        answer += nodes
        scores[outputs[tree], 0] += values[tree, _first_left(gone, last)]
    return 0


cdef struct _Node:
    # A question to what all rows have in common, and the leaves that are gone where the answer is "greater".
    int32_t feature
    float limit
    uint32_t leaves


@cython.final
cdef class _Questions:
    """The nodes of trees, those of a tree side by side: those that are asked of each row, and those of all at once."""

    cdef tuple arrays  # what it was made of
    cdef Py_ssize_t features, shares, trees  # how many of a row, of all rows, and trees
    cdef int32_t *feature  # node: the feature that it asks for
    cdef float *limit
    cdef uint32_t *leaves  # node: leaves that are gone where the answer is "greater"
    cdef Py_ssize_t *first  # tree: its first node
    cdef _Node *shared  # the nodes that ask for what all rows have in common
    cdef Py_ssize_t *first_shared
    cdef uint32_t *gone  # tree: leaves that are gone anyway
    cdef float *portion  # feature, row: those rows that are looked at

    def __cinit__(self, tuple arrays, Py_ssize_t features, Py_ssize_t shares):
        cdef const int16_t[:, ::1] asked = np.ascontiguousarray(arrays[0], dtype=np.int16)
        cdef const float[:, ::1] threshold = arrays[1]
        cdef const uint32_t[:, ::1] stays = arrays[2]
        cdef Py_ssize_t trees = asked.shape[0], nodes = asked.shape[1], room = trees * nodes, tree
        _demand(threshold.shape[0] == stays.shape[0] == trees and threshold.shape[1] == stays.shape[1] == nodes)
        self.arrays, self.features, self.shares = arrays, features, shares
        self.feature = <int32_t *> PyMem_Malloc(room * sizeof(int32_t))
        self.limit = <float *> PyMem_Malloc(room * sizeof(float))
        self.leaves = <uint32_t *> PyMem_Malloc(room * sizeof(uint32_t))
        self.first = <Py_ssize_t *> PyMem_Malloc((trees + 1) * sizeof(Py_ssize_t))
        self.shared = <_Node *> PyMem_Malloc(room * sizeof(_Node))
        self.first_shared = <Py_ssize_t *> PyMem_Malloc((trees + 1) * sizeof(Py_ssize_t))
        self.gone = <uint32_t *> PyMem_Malloc(trees * sizeof(uint32_t))
        self.portion = <float *> PyMem_Malloc(features * PORTION * sizeof(float))
        if not (self.feature and self.limit and self.leaves and self.first):
            raise MemoryError
        if not (self.shared and self.first_shared and self.gone and self.portion):
            raise MemoryError
        self.first[0] = self.first_shared[0] = 0
        for tree in range(trees):
            self.add(&asked[tree, 0], &threshold[tree, 0], &stays[tree, 0], nodes)

    def __dealloc__(self):
        PyMem_Free(self.feature)
        PyMem_Free(self.limit)
        PyMem_Free(self.leaves)
        PyMem_Free(self.first)
        PyMem_Free(self.shared)
        PyMem_Free(self.first_shared)
        PyMem_Free(self.gone)
        PyMem_Free(self.portion)

    cdef int add(self, const int16_t *asked, const float *limit, const uint32_t *stays, Py_ssize_t nodes) except -1:
        cdef Py_ssize_t node, feature, own = self.first[self.trees], shared = self.first_shared[self.trees]
        for node in range(nodes):
            feature = asked[node]
            _demand(0 <= feature < self.features + self.shares)
            if feature < self.features:
                self.feature[own], self.limit[own], self.leaves[own] = feature, limit[node], ~stays[node]
                own += 1
            else:
                self.shared[shared].feature = feature - self.features
                self.shared[shared].limit, self.shared[shared].leaves = limit[node], ~stays[node]
                shared += 1
        self.trees += 1
        self.first[self.trees], self.first_shared[self.trees] = own, shared
        return 0

    cdef void share(self, const float[::1] shared) noexcept:
        """Ask for what all rows have in common."""
        cdef Py_ssize_t tree, node
        cdef _Node *asked
        for tree in range(self.trees):
            self.gone[tree] = 0
            for node in range(self.first_shared[tree], self.first_shared[tree + 1]):
                asked = self.shared + node
                self.gone[tree] |= asked.leaves & -<uint32_t> (shared[asked.feature] > asked.limit)

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


#: Those that were asked last: nearly always the same ones.
cdef _Questions _known_questions = None


cdef _Questions _questions_of(tuple arrays, Py_ssize_t features, Py_ssize_t shares):
    global _known_questions
    cdef _Questions known = _known_questions
    if known is not None and known.features == features and known.shares == shares:
        if known.arrays[0] is arrays[0] and known.arrays[1] is arrays[1] and known.arrays[2] is arrays[2]:
            return known
    _known_questions = _Questions(arrays, features, shares)
    return _known_questions
