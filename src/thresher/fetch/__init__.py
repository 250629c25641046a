"""FETCH: a web page from its URL, with the standard library, within limits on size, time, redirects and addresses.

The host of each hop is resolved once and its addresses are vetted if private ones are not allowed. The connection goes
to the vetted address, so a name that points elsewhere a moment later has no effect. All waiting for the network ends at
one deadline, however slowly a server sends.
"""

from __future__ import annotations

from thresher.fetch.exchange import USER_AGENT
from thresher.fetch.limits import FetchLimits
from thresher.fetch.pages import Fetched, fetch

__all__ = ["USER_AGENT", "FetchLimits", "Fetched", "fetch"]
