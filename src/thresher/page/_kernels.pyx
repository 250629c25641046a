# cython: language_level=3, boundscheck=False, wraparound=False
"""The compiled twins of the kernels of this package (see `thresher.page.kernels`).

Each gives the same answers as the Python function of its name. That function is the definition and works on whole
columns; a twin goes through the rows one by one, once, with a stack where a tree asks for one.
"""

include "twins/arrays.pxi"
include "twins/columns.pxi"
include "twins/view.pxi"
include "twins/parse.pxi"
include "twins/source.pxi"
include "twins/words.pxi"
include "twins/whitespace.pxi"
include "twins/apart.pxi"
include "twins/stylesheet.pxi"
include "twins/tricks.pxi"
include "twins/telling.pxi"
include "twins/vocabulary.pxi"
include "twins/pictures.pxi"
