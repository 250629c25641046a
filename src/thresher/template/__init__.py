"""TEMPLATE: what all pages of a site have in common, learned from some of them and removed before a method runs."""

from __future__ import annotations

from thresher.template.style_tree import StyleTree
from thresher.template.template import Template

__all__ = ["StyleTree", "Template"]
