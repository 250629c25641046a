"""Pages that try to run, load or send something, by family, as one can find them in what is published about it.

The families are those of filter evasion cheat sheets and of papers on mutation: obfuscated addresses, handlers, foreign
elements, second parses, clobbered names. Each calls ``alert`` or reaches for an address where it survives, and each
has a word that is nothing but text.
"""

from __future__ import annotations

from .addresses import ADDRESSES
from .attributes import ATTRIBUTES
from .elements import ELEMENTS
from .foreign import FOREIGN
from .parsing import PARSING
from .texts import TEXTS

FAMILIES: dict[str, tuple[str, ...]] = {**ADDRESSES, **ATTRIBUTES, **ELEMENTS, **FOREIGN, **PARSING, **TEXTS}
#: All of them.
VECTORS: tuple[str, ...] = tuple(vector for family in FAMILIES.values() for vector in family)
