"""FETCH: a web page from its URL, with the standard library, within limits on size, time, redirects and addresses.

Each hop is resolved once, its addresses are vetted where private ones are not allowed, and the connection
goes to the address that was vetted: a name that points elsewhere a moment later gains nothing. Every wait
for the network ends at one deadline, however slowly a server drips.
"""

from __future__ import annotations

from thresher.fetch.asking import USER_AGENT
from thresher.fetch.limits import FetchLimits
from thresher.fetch.pages import Fetched, fetch

__all__ = ["USER_AGENT", "FetchLimits", "Fetched", "fetch"]
