"""Metrics for Prometheus: requests, outcomes, times, and the state of the workers."""

from __future__ import annotations

from prometheus_client import (
    GC_COLLECTOR,
    PLATFORM_COLLECTOR,
    PROCESS_COLLECTOR,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from starlette.responses import Response

#: Upper bounds of the buckets in seconds: extraction takes milliseconds, and limits are some tens of seconds.
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)


class Metrics:
    """The metrics of one service."""

    def __init__(self) -> None:
        self._registry = registry = CollectorRegistry()
        for collector in (PROCESS_COLLECTOR, PLATFORM_COLLECTOR, GC_COLLECTOR):
            registry.register(collector)
        self.requests = Counter("thresher_requests", "Requests answered.", ("path", "status"), registry=registry)
        self.seconds = Histogram(
            "thresher_request_seconds", "Seconds per request.", ("path",), buckets=SECONDS, registry=registry
        )
        self.outcomes = Counter("thresher_pages", "Pages extracted.", ("outcome",), registry=registry)
        self.lost = Counter("thresher_workers_lost", "Workers that were lost.", ("cause",), registry=registry)
        self.ready = Gauge("thresher_workers", "Workers that have started.", registry=registry)
        self.busy = Gauge("thresher_workers_busy", "Workers with a job.", registry=registry)
        self.inside = Gauge("thresher_requests_inside", "Requests being processed or waiting.", registry=registry)

    def answer(self) -> Response:
        """All metrics in the format of Prometheus."""
        return Response(generate_latest(self._registry), media_type=CONTENT_TYPE_LATEST)
