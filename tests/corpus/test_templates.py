"""Templates of hosts: learned from the first pages of each, the same however often, left out of the text."""

from __future__ import annotations

import pytest
from crawls import page_of, write_warc

from thresher.corpus.records import Record
from thresher.corpus.run import Plan, run
from thresher.corpus.span_job import Settings
from thresher.corpus.templates import BUCKETS, HostTemplates, host_of, learn
from thresher.options import DEFAULTS, Options
from thresher.template import file

BOX = "<div>Subscribe to our letter about the harvest, it comes every Friday and costs you nothing at all.</div>"


def records(count=4):
    return [Record(page_of(number, BOX), f"https://field{number % 2}.example/{number}") for number in range(count)]


def learn_all(folder, pages=2):
    return sum(1 for bucket in range(BUCKETS) for _ in learn(records(6), folder, pages, bucket))


def test_each_host_has_a_template_of_its_first_pages(tmp_path):
    """Two pages of each of two hosts are learned, by whichever bucket has the host."""
    assert learn_all(tmp_path) == 4
    assert sorted(path.name for path in tmp_path.iterdir()) == ["field0.example.json", "field1.example.json"]
    assert all(file.load(path).pages == 2 for path in tmp_path.iterdir())


def test_learning_anew_gives_the_same(tmp_path, monkeypatch):
    """An attempt that was killed leaves nothing behind that counts twice, however few trees fit in memory."""
    learn_all(tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    monkeypatch.setattr("thresher.corpus.templates.TREES_IN_MEMORY", 1)
    learn_all(tmp_path)
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_page_gets_the_template_of_its_host(tmp_path):
    """Others, and pages without an address, get none; one page teaches nothing."""
    learn_all(tmp_path)
    templates = HostTemplates(tmp_path)
    assert templates.options_for("https://field1.example/9", DEFAULTS).template == tmp_path / "field1.example.json"
    assert templates.options_for("https://other.example/9", DEFAULTS) is DEFAULTS
    assert templates.options_for(None, DEFAULTS) is DEFAULTS
    learn_all(tmp_path, pages=1)
    assert HostTemplates(tmp_path).options_for("https://field1.example/9", DEFAULTS) is DEFAULTS


@pytest.mark.parametrize("url", ["https://../x", "https://a/../../b", "https://%2e%2e/", "http://a%2fb/", "//", "x"])
def test_no_address_leads_out_of_the_folder(url):
    """A host is the name of a file, or it is none."""
    host = host_of(url)
    assert host is None or (("/" not in host) and not host.startswith("."))


@pytest.mark.parametrize("name", ["a" * 254, "漢" * 100], ids=["long", "long-in-bytes"])
def test_a_host_of_a_long_name_has_no_template(name, tmp_path):
    """A name that no file can have is no reason to stop: its pages go without a template."""
    url = f"https://{name}/rye"
    assert HostTemplates(tmp_path).options_for(url, DEFAULTS) is DEFAULTS


def test_a_run_learns_and_applies(tmp_path):
    """What all pages of a host share is not in their texts; without templates it is."""
    (tmp_path / "crawl").mkdir()
    write_warc(tmp_path / "crawl" / "a.warc.gz", [page_of(number, BOX) for number in range(9)])
    texts = {}
    for pages in (0, 3):
        settings = Settings(Options(algorithm="cectd-ds", parameters={}), template_pages=pages)
        output = tmp_path / f"out{pages}"
        summary = run(Plan((tmp_path / "crawl",), output, settings=settings, workers=2))
        assert not summary.failed
        from pyarrow import dataset

        texts[pages] = dataset.dataset(output).to_table().column("text").to_pylist()
    assert all("Subscribe" in text for text in texts[0])
    assert not any("Subscribe" in text for text in texts[3])
    assert all("the miller of village" in text for text in texts[3])
