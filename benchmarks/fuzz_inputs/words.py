"""Words, signs and values that inputs of several kinds are made of."""

from __future__ import annotations

WORDS = (
    "oats rye mill grain sown farmers | and, the. of; a: - » by Ada Müller 12 2024-03-05 5. März 2024 © Read more "
    "Share Comments (3) Reply #1 قمح طاحونة חיטה 小麦は収穫 燕麦。 ข้าวสาลี гречка पीसना 👩\u200d🌾 Za\u0301\u0302 "
    "\U0001d54f "
    "sum\u00admer a\u200bb \u202eabc\u202c \u2066x\u2069 \ufeff \U000e0041 \u0085 \u2028 \u3000 \ufffd \uffff ﷽ İ ß ﬀ ǅ"
).split(" ")
#: Characters that are no text: NUL and controls, halves of characters, non-characters.
CONTROLS = ("\0", "\x01", "\x08", "\x0b", "\x0c", "\x1b", "\x7f", "\x80", "\x9f", "\ud800", "\udfff", "\ufffe")
#: Runs of these are what regular expressions stumble over.
TRAPS = (
    *" .-<&'\"[](){}*_#|\\/=,;:!?~`\n\t\r>$%@",
    "\u00a0",
    "\u3000",
    "a",
    "0",
    "&#",
    "<a ",
    "<!--",
    "](",
    "**",
    "\r\n",
)
ENTITIES = (
    "&amp; &lt; &gt; &quot; &nbsp; &#0; &#x110000; &#xD800; &notit; &copy &ngE; &#; &#x; & &&amp;amp; &shy; &#128;"
).split()

VALUES = (
    "comment comments post author byline date article-body nav menu footer share related ad sponsor cookies modal "
    "sr-only tab hidden footnote reference highlight language-python katex mw-parser-output thread quote signature "
    "display:none visibility:hidden opacity:0 font-size:0 color:#fff;background:#fff position:absolute;left:-9999px "
    "text-indent:-9999px width:0;height:0;overflow:hidden clip:rect(0,0,0,0) white-space:pre color:rgb( "
    "display:none!important;;:: style:expression(1) {} /* url(javascript:1) "
    "/rye https://mill.example/rye?a=1&b=2#c http://[ http://[::1 //: #n1 #fn:1 javascript:alert(1) data:text/html,x "
    "mailto:a@b http://mill.example:99999/ http://\u2100.example/ HTTP:///x ../x ?x file:///etc/passwd a.jpg 1x,b.jpg "
    "2w, -1 0 1 99999999999999999999 1e999 NaN 3.7 ٣ ² 65534 en de-DE x-klingon ar rtl auto ltr true false "
    "2024-02-31 2024-03-05T10:00:00+99:99 0000-00-00 last-modified refresh 0;url=/x utf-16 og:title article:author "
    "description generator application/ld+json math/tex text/x-template https://schema.org/Article "
    "https://schema.org/Recipe stylesheet alternate next canonical open closed checkbox navigation main complementary"
).split(" ")
