"""A picture of a method's decision on a page: a bar for each text block in document order, kept or left out."""

from __future__ import annotations

import math
from html import escape

from thresher import extract
from thresher.evidence import Block

#: Measures of the picture, in pixels.
ROW, BAR, LEFT, WIDTH = 15, 10, 8, 720
#: Width of a bar for a block of this many characters, from which widths grow with the logarithm.
UNIT = 26
#: Characters of a block that are shown beside its bar.
SHOWN = 58
KEPT, LEFT_OUT = "#2e8b57", "#c8c8c8"


def decision(name: str, html: bytes) -> str:
    """The picture as SVG."""
    extraction = extract(html, algorithm=name)
    blocks = [block for block in extraction.blocks if block.text]
    rows = "\n".join(_row(place, block) for place, block in enumerate(blocks))
    height = ROW * len(blocks) + ROW
    title = escape(f"What {name} keeps of a sample page")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'role="img" font-family="sans-serif" font-size="10">\n<title>{title}</title>\n'
        f'<rect width="{WIDTH}" height="{height}" fill="white"/>\n{rows}\n</svg>\n'
    )


def _row(place: int, block: Block) -> str:
    top = ROW * place + ROW // 2
    width = round(UNIT * math.log2(1 + len(block.text) / 8), 1)
    colour, ink = (KEPT, "black") if block.kept else (LEFT_OUT, "#777777")
    text = escape(block.text[:SHOWN] + ("…" if len(block.text) > SHOWN else ""))
    return (
        f'<rect x="{LEFT}" y="{top}" width="{width}" height="{BAR}" fill="{colour}"/>'
        f'<text x="{LEFT + 300}" y="{top + BAR - 1}" fill="{ink}">{escape(block.tag)}: {text}</text>'
    )


def reference(name: str) -> str:
    """What a page says to show the picture."""
    return (
        f"![What {name} keeps of a sample page](../pictures/{name}.svg)\n\n"
        "Each bar is a text block of `examples/article.html`, in document order; green blocks are kept. "
        "The length of a bar grows with the logarithm of the length of the text."
    )
