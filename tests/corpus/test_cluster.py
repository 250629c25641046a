"""A corpus on a Ray cluster of several nodes, one of which is killed in the middle."""

from __future__ import annotations

import warnings
from pathlib import Path

import pyarrow.dataset
import pytest
from crawls import page_of, write_warc

from thresher.corpus.run import Plan, run
from thresher.corpus.span_job import Settings
from thresher.errors import MissingExtra
from thresher.options import Options

WARCS, PAGES = 6, 30


@pytest.fixture
def cluster(missing, monkeypatch):
    """Two nodes with a core each, of which the first one leads."""
    # Ray's own warnings, at import and of files that it leaves open, are none of ours.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            import ray
            from ray.cluster_utils import Cluster
        except ImportError:
            missing("ray")
        monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent))
        # A busy machine takes longer than the half minute that Ray allows.
        monkeypatch.setenv("RAY_raylet_start_wait_time_s", "120")
        monkeypatch.setenv("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
        small = {"num_cpus": 1, "object_store_memory": 80_000_000}
        found = Cluster()
        try:
            found.add_node(include_dashboard=False, **small)
            found.add_node(**small)
            ray.init(address=found.address, log_to_driver=False)
            yield found
        finally:
            ray.shutdown()
            found.shutdown()


@pytest.mark.xdist_group("ray")
@pytest.mark.filterwarnings("ignore")
def test_a_node_that_is_killed_loses_and_doubles_nothing(cluster, tmp_path, hostile):
    """Six shards on two nodes; one node is killed after the first pages, and every page has one row in the end."""
    (tmp_path / "crawl").mkdir()
    for number in range(WARCS):
        pages = [page_of(PAGES * number + page, "<!--SLOW-->") for page in range(PAGES)]
        write_warc(tmp_path / "crawl" / f"{number}.warc.gz", pages)
    (victim,) = cluster.worker_nodes

    def kill_one(progress: object) -> None:
        if victim in cluster.worker_nodes and list((tmp_path / "out" / "_thresher").rglob("0.*")):
            cluster.remove_node(victim, allow_graceful=False)

    settings = Settings(Options(algorithm=hostile, parameters={}))
    summary = run(Plan((tmp_path / "crawl",), tmp_path / "out", settings=settings, engine="ray"), kill_one)
    assert victim not in cluster.worker_nodes
    assert not summary.failed
    rows = pyarrow.dataset.dataset(tmp_path / "out").to_table().to_pylist()
    assert [row["outcome"] for row in rows] == ["content"] * WARCS * PAGES
    assert len({(row["source"], row["offset"]) for row in rows}) == WARCS * PAGES


def test_without_ray_it_is_said_in_a_sentence(crawl, tmp_path, monkeypatch):
    """The sentence names the extra."""
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == "ray" else name)
    with pytest.raises(MissingExtra, match=r"thresher\[cluster\]"):
        run(Plan((crawl,), tmp_path / "out", engine="ray"))
