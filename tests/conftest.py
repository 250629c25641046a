"""What all tests share: how hypothesis searches."""

from __future__ import annotations

from hypothesis import settings

# A busy machine is no failure, so nothing has to be done by a deadline; and a few dozen examples find what there is.
settings.register_profile("thresher", deadline=None, max_examples=40)
settings.load_profile("thresher")
