"""Fetching pages that a client names by URL from the public internet, if that is allowed, some at a time."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

from fastapi import HTTPException

from thresher.errors import FetchError, PrivateHost
from thresher.fetch import Fetched, FetchLimits, fetch
from thresher.service.settings import Settings


class Fetcher:
    """Fetches pages in threads of its own, so that slow servers do not block workers."""

    def __init__(self, settings: Settings) -> None:
        self._is_on = settings.fetch
        self._limits = FetchLimits(settings.max_body, settings.seconds, settings.redirects, allow_private=False)
        self._threads = ThreadPoolExecutor(settings.fetches, thread_name_prefix="thresher-fetch")

    async def get(self, url: str) -> Fetched:
        """The page at *url*; an error for the client if there is none."""
        if not self._is_on:
            raise HTTPException(403, "this service does not fetch pages: send the HTML, or start it with --fetch")
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, fetch, url, self._limits)
        except PrivateHost:
            # The address itself is not disclosed: it would reveal names in a private network.
            raise HTTPException(403, "the URL leads to a host that is not on the public internet") from None
        except FetchError as error:
            raise HTTPException(502, str(error)) from None

    def stop(self) -> None:
        """Stop fetching."""
        self._threads.shutdown(wait=False, cancel_futures=True)
