# The network: the twins of the kernels in network.py. Rows are taken in portions, as trees take them.

cdef extern from *:
    """
    static void pass_on_units(
        float *out, const float *in, const float *weight, const float *bias, Py_ssize_t ins, Py_ssize_t outs
    ) {
        for (Py_ssize_t unit = 0; unit < outs; ++unit) {
            float *sum = out + unit * PORTION;
            for (int row = 0; row < PORTION; ++row) sum[row] = bias[unit];
            for (Py_ssize_t from = 0; from < ins; ++from)
                for (int row = 0; row < PORTION; ++row)
                    sum[row] += weight[from * outs + unit] * in[from * PORTION + row];
        }
    }

    #if defined(__GNUC__)
    /* Sums of four units for sixteen rows stay in registers from the first input to the last. */
    WITH_FUSED_CLONES void pass_on_four_units(
        float *out, const float *in, const float *weight, const float *bias, Py_ssize_t ins, Py_ssize_t outs
    ) {
        for (int start = 0; start < PORTION; start += 16) {
            floats none = {0}, a = none + bias[0], b = none + bias[1], c = none + bias[2], d = none + bias[3];
            floats e = a, f = b, g = c, h = d;
            for (Py_ssize_t from = 0; from < ins; ++from) {
                const floats *row = (const floats *) (in + from * PORTION + start);
                const float *own = weight + from * outs;
                a += own[0] * row[0], b += own[1] * row[0], c += own[2] * row[0], d += own[3] * row[0];
                e += own[0] * row[1], f += own[1] * row[1], g += own[2] * row[1], h += own[3] * row[1];
            }
            floats sums[4][2] = {{a, e}, {b, f}, {c, g}, {d, h}};
            for (int unit = 0; unit < 4; ++unit) memcpy(out + unit * PORTION + start, sums[unit], sizeof sums[unit]);
        }
    }
    #endif

    /* What a layer makes of a portion of rows: for each of its units the weighted sum of what comes in, if above 0. */
    static void pass_on(
        float *out, const float *in, const float *weight, const float *bias, Py_ssize_t ins, Py_ssize_t outs
    ) {
        Py_ssize_t unit = 0;
    #if defined(__GNUC__)
        for (; unit + 4 <= outs; unit += 4)
            pass_on_four_units(out + unit * PORTION, in, weight + unit, bias + unit, ins, outs);
    #endif
        if (unit < outs) pass_on_units(out, in, weight, bias, ins, outs);
        for (Py_ssize_t sum = 0; sum < outs * PORTION; ++sum) out[sum] = out[sum] > 0 ? out[sum] : 0;
    }

    WITH_CLONES void draw_in(float *drawn, const float *column, Py_ssize_t rows, float mean, float scale, float limit) {
        for (Py_ssize_t row = 0; row < rows; ++row) {
            float value = (column[row] - mean) * scale;
            value = value < -limit ? -limit : value;
            drawn[row] = value > limit ? limit : value;
        }
    }
    """
    void _pass_on "pass_on"(
        float *out, const float *coming, const float *weight, const float *bias, Py_ssize_t ins, Py_ssize_t outs
    ) noexcept
    void _draw_in "draw_in"(
        float *drawn, const float *column, Py_ssize_t rows, float mean, float scale, float limit
    ) noexcept


def hidden_layer(
    columns,
    const float[::1] mean,
    const float[::1] scale,
    float limit,
    const float[:, ::1] weights,
    const float[::1] bias,
):
    cdef const float[:, ::1] given = np.ascontiguousarray(columns, dtype=np.float32)
    cdef Py_ssize_t ins = given.shape[0], count = given.shape[1], outs = weights.shape[1], start = 0, rows, line
    _demand(mean.shape[0] == ins == scale.shape[0] and weights.shape[0] == ins and bias.shape[0] == outs)
    _demand(ins > 0 and outs > 0)
    cdef cnp.ndarray hidden = _lines(outs, count)
    cdef float[:, ::1] coming = np.zeros((ins, PORTION), dtype=np.float32)
    cdef float[:, ::1] going = np.empty((outs, PORTION), dtype=np.float32)
    while start < count:
        rows = min(<Py_ssize_t> PORTION, count - start)
        for line in range(ins):
            _draw_in(&coming[line, 0], &given[line, start], rows, mean[line], scale[line], limit)
        _pass_on(&going[0, 0], &coming[0, 0], &weights[0, 0], &bias[0], ins, outs)
        for line in range(outs):
            memcpy(_singles(hidden) + line * count + start, &going[line, 0], rows * sizeof(float))
        start += PORTION
    return hidden


def judgement(
    const float[:, ::1] hidden,
    const float[:, ::1] weights,
    const float[::1] bias,
    last,
    float last_bias,
):
    cdef const float[::1] weight = np.ascontiguousarray(last, dtype=np.float32)
    cdef Py_ssize_t ins = hidden.shape[0], count = hidden.shape[1], outs = weights.shape[1], start = 0, rows, row, line
    _demand(weights.shape[0] == ins > 0 and bias.shape[0] == outs == weight.shape[0] and outs > 0)
    cdef cnp.ndarray scores = _new(count, cnp.NPY_FLOAT32)
    cdef float[:, ::1] coming = np.zeros((ins, PORTION), dtype=np.float32)
    cdef float[:, ::1] going = np.empty((outs, PORTION), dtype=np.float32)
    cdef float score
    while start < count:
        rows = min(<Py_ssize_t> PORTION, count - start)
        for line in range(ins):
            memcpy(&coming[line, 0], &hidden[line, start], rows * sizeof(float))
        _pass_on(&going[0, 0], &coming[0, 0], &weights[0, 0], &bias[0], ins, outs)
        for row in range(rows):
            score = last_bias
            for line in range(outs):
                score += weight[line] * going[line, row]
            _singles(scores)[start + row] = score
        start += PORTION
    return scores
