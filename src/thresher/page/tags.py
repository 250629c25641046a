"""Element names as small numbers, and the sets of names that methods ask about.

A page keeps the number of each element's name in the column ``code``; a set of names is a mask of 256 flags, so
"is it one of these" is one lookup over the whole column: ``INLINE[page.code]``.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from thresher.page.columns import Bools

#: Names that some method or writer asks about; every other name has the code 0.
NAMES = (
    "html head title base link meta style body article section nav aside h1 h2 h3 h4 h5 h6 hgroup header footer "
    "address main search p hr pre blockquote ol ul menu li dl dt dd figure figcaption div a em strong small s cite q "
    "dfn abbr ruby rt rp rb rtc data time code var samp kbd sub sup i b u mark bdi bdo span br wbr ins del picture "
    "source img iframe embed object video audio track map area table caption colgroup col tbody thead tfoot tr td th "
    "form label input button select datalist optgroup option textarea output progress meter fieldset legend details "
    "summary dialog script noscript template slot canvas svg math param acronym applet basefont big center dir font "
    "frame frameset noframes noembed xmp listing plaintext strike tt marquee blink nobr image keygen "
    "amp-img amp-video amp-iframe annotation annotation-xml semantics mrow mi mo mn msup msub mfrac msqrt text "
    "foreignObject"
).split()

#: Numbers of names are below this.
N_CODES = 256
CODES: dict[str, int] = {name: code for code, name in enumerate(NAMES, start=1)}


@lru_cache(maxsize=256)
def tag_set(*names: str) -> Bools:
    """Flags by code: which codes belong to *names*.

    >>> bool(tag_set("a", "area")[CODES["area"]])
    True
    """
    flags = np.zeros(N_CODES, dtype=bool)
    flags[[CODES[name] for name in names]] = True
    flags.setflags(write=False)
    return flags


#: Elements that do not break a line (section A of the specification); every other element is a block.
INLINE = tag_set(
    *"a abbr acronym b bdi bdo big br cite code data del dfn em font i img ins kbd label mark q ruby rb rt rp rtc s "
    "samp small span strike strong sub sup time tt u var wbr nobr".split()
)
#: Elements that begin and end a line in a browser. All others, unknown ones included,
#: stand within a line for writers, while methods hold to the specification (`INLINE`).
BLOCK = tag_set(
    *"html body article section nav aside h1 h2 h3 h4 h5 h6 hgroup header footer address main search p hr pre "
    "blockquote ol ul menu li dl dt dd figure figcaption div table caption colgroup col tbody thead tfoot tr td th "
    "form fieldset legend details summary dialog dir center listing xmp plaintext noframes frameset optgroup option "
    "marquee".split()
)
HEADINGS = tag_set("h1", "h2", "h3", "h4", "h5", "h6")
#: What a reader sees or hears instead of reading.
MEDIA = tag_set(
    "img", "picture", "video", "audio", "iframe", "embed", "object", "svg", "canvas", "amp-img", "amp-video"
)
#: No reader sees their text: code, and what browsers without frames would show; it is not in the run table but in
#: `Page.code_of`.
CODE_TEXT = tag_set("script", "style", "iframe", "noembed")
#: Their content is raw text for an HTML5 parser, so one that is never closed swallows the rest of the page.
RAW_TEXT = tag_set("script", "style", "title", "textarea", "iframe", "xmp", "noembed", "noframes")
#: Their content is for browsers that cannot play or draw them.
FALLBACK = tag_set("video", "audio", "canvas", "amp-video")
#: Form controls: what they show is interaction, not content.
CONTROLS = tag_set(
    "button", "select", "option", "optgroup", "datalist", "input", "textarea", "keygen", "progress", "meter", "output"
)
#: Elements in which white space counts.
PREFORMATTED = tag_set("pre", "textarea", "listing", "xmp", "plaintext")
#: Elements without an end tag.
VOID = tag_set(*"area base basefont br col embed frame hr img input keygen link meta param source track wbr".split())
