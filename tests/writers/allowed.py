"""What may come out of the HTML writer, told independently of it: elements, their attributes, schemes of addresses."""

from __future__ import annotations

#: All that may come out: elements, and attributes of each.
ELEMENTS = frozenset(
    "html head body article section aside header footer nav hgroup address figure figcaption blockquote ul ol li dl dt "
    "dd table caption thead tbody tfoot tr td th details summary h1 h2 h3 h4 h5 h6 div p span pre hr br strong b em i "
    "u s del ins mark small sub sup code kbd samp var cite dfn abbr q time ruby rt rp rb bdi bdo a img video audio "
    "math mrow mi mn mo mtext ms mspace msup msub msubsup mfrac msqrt mroot mover munder munderover mtable mtr mtd "
    "mstyle mpadded menclose merror mmultiscripts mprescripts".split()
)
ATTRIBUTES = {
    "a": {"href"},
    "img": {"src", "alt"},
    "video": {"src", "controls"},
    "audio": {"src", "controls"},
    "ol": {"start", "reversed"},
    "li": {"value"},
    "td": {"colspan", "rowspan"},
    "th": {"colspan", "rowspan"},
    "details": {"open"},
    "time": {"datetime"},
    "math": {"display"},
    "code": {"class"},
}
EVERYWHERE = {"lang", "dir"}
#: Schemes of the addresses in the vectors that may be left; relative addresses have none.
SCHEMES = frozenset(("http", "https", "mailto", "tel", "sms"))
