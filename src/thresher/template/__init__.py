"""Templates: what the pages of one site have in common, learned from several of them, masked before a method looks."""

from __future__ import annotations

from thresher.template.style_tree import StyleTree
from thresher.template.template import Template

__all__ = ["StyleTree", "Template"]
