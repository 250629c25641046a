"""CUTER: the body of a news article by the text and link percentages of its blocks, and by neighbourhood.

George Adam, Christos Bouras and Vassilis Poulopoulos: CUTER: an Efficient Useful Text Extraction Mechanism. 2009.
`measures` has the two percentages, `merging` unites neighbours, `choosing` finds the article among the groups;
`titles` and `algorithms.comments` hold hints; `articles`, `pieces` and `bodies` tell what is one article and what are
several; `classes` says what kind of node each element is, and `method` puts them in order.
"""

from __future__ import annotations

from thresher.algorithms.cuter.method import Cuter

__all__ = ["Cuter"]
