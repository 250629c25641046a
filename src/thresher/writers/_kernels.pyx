# cython: language_level=3, boundscheck=False, wraparound=False
"""The compiled twins of the kernels of this package (see `thresher.page.kernels`)."""

include "../page/twins/arrays.pxi"
include "twins/settings.pxi"

from thresher.page._kernels import nesting, prefix

include "twins/text.pxi"
include "twins/escape.pxi"
include "twins/addresses.pxi"
include "twins/attributes.pxi"
include "twins/emphasis.pxi"
include "twins/markup.pxi"
include "twins/nests.pxi"
include "twins/outline.pxi"
include "twins/lead.pxi"
include "twins/weave.pxi"
include "twins/walker.pxi"
include "twins/pictures.pxi"
include "twins/alternatives.pxi"
include "twins/elements.pxi"
include "twins/markdown_blocks.pxi"
include "twins/xml_document.pxi"
