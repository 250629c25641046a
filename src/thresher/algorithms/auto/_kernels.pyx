# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The compiled twins of the kernels of `auto` (see `thresher.page.kernels`)."""

include "../../page/twins/arrays.pxi"

import numpy as np

from libc.stdint cimport int16_t, int32_t, uint16_t, uint32_t

cdef extern from *:
    """
    #if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__gnu_linux__)
    /* The processor that it runs on may do more at once than the least one that it is built for. */
    #define WITH_CLONES __attribute__((target_clones("avx2", "default")))
    #define WITH_FUSED_CLONES __attribute__((target_clones("fma", "default")))
    #else
    #define WITH_CLONES
    #define WITH_FUSED_CLONES
    #endif
    """

include "twins/texts.pxi"


include "twins/outline.pxi"
include "twins/worth.pxi"
include "twins/decision.pxi"
include "twins/lines.pxi"
include "twins/trees.pxi"
include "twins/network.pxi"


def numbered_names(list elements, const int64_t[::1] rows, is_container):
    cdef Py_ssize_t number = rows.shape[0], place, size = len(elements)
    cdef const uint8_t[::1] containers = is_container.view(np.uint8)
    cdef dict numbers = {}
    cdef list classes = []
    cdef object element, name, own, role, prop, known
    _demand(containers.shape[0] == number)
    class_of = np.empty(number, dtype=np.int64)
    cdef int64_t[::1] own_numbers = class_of
    # The method is looked up once: nearly all elements are of one type.
    kind = ask = None
    for place in range(number):
        _demand(0 <= rows[place] < size)
        element = elements[rows[place]]
        if type(element) is not kind:
            kind = type(element)
            ask = kind.attr
        name = ask(element, "class") or ""
        known = numbers.get(name)
        if known is None:
            known = numbers[name] = len(numbers)
        classes.append(name)
        own_numbers[place] = known
    name_of = class_of.copy()
    cdef int64_t[::1] all_numbers = name_of
    for place in range(number):
        if containers[place]:
            element, name = elements[rows[place]], classes[place]
            if len(element.attrs) > (1 if name else 0):
                own, role, prop = ask(element, "id"), ask(element, "role"), ask(element, "itemprop")
                if own or role or prop:
                    name = f"{name} {own or ''} {role or ''} {prop or ''}"
                    known = numbers.get(name)
                    if known is None:
                        known = numbers[name] = len(numbers)
                    all_numbers[place] = known
    return class_of, name_of, list(numbers)
