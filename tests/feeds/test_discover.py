"""Feeds are found from a page, and outlines of feeds are read and written."""

from __future__ import annotations

import pytest

from thresher.errors import InputError
from thresher.feeds.discover import USUAL_PLACES, candidates
from thresher.feeds.lookup import look_up
from thresher.feeds.opml import read_opml, write_opml
from thresher.page import Page

DECLARED = """<base href="http://mill.example/en/"><link rel="stylesheet alternate" type="text/css" href="s.css">
<link rel=ALTERNATE type="application/atom+xml; charset=utf-8" href="news.xml" title=" All  news ">
<link rel=alternate hreflang=de href="/de/"><link rel=alternate type=application/rss+xml href="feed://mill.example/c">
<a href="/rss">RSS</a>"""


def urls(html):
    return [[place.url for place in group] for group in candidates(Page.from_html(html, "http://mill.example/en/a"))]


def test_what_a_page_declares_comes_first():
    """Declared feeds are a group of their own, ahead of links and of usual places."""
    declared, linked, usual = urls(DECLARED)
    assert declared == ["http://mill.example/en/news.xml", "http://mill.example/c"]
    assert linked == ["http://mill.example/rss"]
    assert len(usual) == len(USUAL_PLACES)


@pytest.mark.parametrize("href", ["/feed/", "/blog/feed.xml", "/?feed=rss2", "news.rss", "/atom.xml", "x/index.json"])
def test_links_that_look_like_feeds(href):
    """Addresses of feeds are known by their looks."""
    assert len(urls(f'<a href="{href}">All of it</a>')) == 2


@pytest.mark.parametrize(
    "link",
    [
        '<a href="/feedback">Write to us</a>',
        '<a href="/x">We feed</a>' * 0,
        '<a href="mailto:rss@mill.example">RSS</a>',
    ],
)
def test_links_that_are_no_feeds(link):
    """Other links are not asked for."""
    assert len(urls(link)) == 1


def test_candidates_are_looked_at(served, settings):
    """A page's feeds are those that really are feeds; a feed is its own."""
    site = served(hosts=1, feeds=1, articles=2)
    [itself] = look_up(site.feed_url(0), settings)
    assert (itself.format, itself.entries, itself.source) == ("rss", 3, "itself")
    assert look_up(f"http://{site.host(0)}/a/1", settings) == []


def test_outlines():
    """Feeds come out of an outline once each, folders or not, broken or not; and into one."""
    outline = b"""<?xml version="1.0" encoding="ISO-8859-1"?><opml><body><outline text="Mills">
    <outline TEXT="M\xfchle & Co" xmlUrl="http://a.example/f"/><outline text="again" xmlUrl="http://a.example/f"/>
    <outline text="no" xmlUrl="mailto:x"/></outline><outline title="B" type="rss" xmlurl="https://b.example/"/>"""
    feeds = read_opml(outline)
    assert feeds == [("http://a.example/f", "again"), ("https://b.example/", "B")]
    assert read_opml(write_opml(feeds).encode()) == feeds


@pytest.mark.parametrize("body", [b"<html><p>Rye", b"", b"<opml><body/></opml>"])
def test_what_is_no_outline_is_refused(body):
    """There must be feeds in it."""
    with pytest.raises(InputError, match="outline"):
        read_opml(body)
