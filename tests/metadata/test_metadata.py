"""What a page tells about itself: from where each fact comes, which one wins, and what nobody must pay for."""

from __future__ import annotations

import json

import pytest

from thresher import extract
from thresher.errors import BadParameter
from thresher.metadata import FIELDS, Metadata
from thresher.metadata import languages as languages_module
from thresher.metadata.languages import script_language
from thresher.metadata.site_names import without_site
from thresher.page import Page

URL = "https://www.mill.example/news/2025/rye"


def metadata_of(html, url=URL, **options):
    return Metadata(Page.from_html(html, url), **options)


def ld(**thing):
    return f'<script type="application/ld+json">{json.dumps({"@context": "https://schema.org", **thing})}</script>'


@pytest.mark.parametrize(
    ("html", "fact", "value", "source"),
    [
        ("<title>Rye</title>", "title", "Rye", "title"),
        ("<meta property=og:title content=Rye>", "title", "Rye", "meta:og:title"),
        ("<h1>Rye <a href=#x>¶</a></h1>", "title", "Rye", "h1"),
        ("<h1>Rye<br>and oats</h1>", "title", "Rye and oats", "h1"),
        ("<title>Rye is back | Mill</title><h1>Rye is back!</h1>", "title", "Rye is back!", "h1"),
        ("<title>Rye is back | Mill</title><h1>Welcome</h1>", "title", "Rye is back", "title"),
        # What follows in the headline is no part of the title: comments, editions, the site.
        ("<title>Rye is back - Mill</title><h1><a>Rye is back</a> (oats) 87</h1>", "title", "Rye is back", "h1"),
        ("<title>Rye: back again | Mill</title><h1><b>Rye: </b>back again</h1>", "title", "Rye: back again", "h1"),
        ("<title>土豆不土 土豆无土 松花江网</title><h1>松花江网</h1>", "title", "土豆不土 土豆无土 松花江网", "title"),
        ("<svg><title>Icon</title></svg><title>Rye</title>", "title", "Rye", "title"),
        ("<title>Rye is back | Opinion</title>", "title", "Rye is back", "title"),
        ("<title>MILL NEWS | Grain | Rye comes back to stay</title>", "title", "Rye comes back to stay", "title"),
        ("<title>Rye is back | Grain | The Mill of the Valley</title>", "title", "Rye is back", "title"),
        ("<title>Rye is back</title><h1>Rye is back | Opinion</h1>", "title", "Rye is back", "h1"),
        ("<title>| Mill</title><h1>Rye</h1>", "title", "Rye", "h1"),
        (
            "<title>Rye and oats - Docs</title><h1>Rye and oats <button>Copy</button></h1>",
            "title",
            "Rye and oats",
            "h1",
        ),
        ("<title>Rye &amp; oats</title><h1>Rye &amp;amp; oats</h1>", "title", "Rye & oats", "h1"),
        ("<title>Oats: Barley</title><h1>Bar&shy;ley</h1>", "title", "Barley", "h1"),
        ("<title>Rye is back : grain</title><h1>Grain</h1>", "title", "Rye is back : grain", "title"),
        ("<title>麦子回来了_磨坊网</title><h1>磨坊网</h1><p>麦子回来了", "title", "麦子回来了", "title"),
        ("<title>Rye is back</title><h1>Thread: Rye is back</h1>", "title", "Rye is back", "title"),
        # A thread's own headline has neither the label nor the sections that programs of forums add.
        (
            ld(**{"@type": "DiscussionForumPosting", "headline": "Rye is back"})
            + "<title>News - Rye is back</title><h1><span>News</span> Rye is back</h1>",
            "title",
            "Rye is back",
            "json-ld:headline",
        ),
        (
            ld(**{"@type": "DiscussionForumPosting", "headline": "Rye is back"})
            + "<title>Rye is back - Grain - Valley</title>",
            "title",
            "Rye is back",
            "json-ld:headline",
        ),
        (
            ld(**{"@type": "DiscussionForumPosting", "headline": "Rye is back"}) + "<title>Threads on grain</title>",
            "title",
            "Threads on grain",
            "title",
        ),
        (
            "<title>The best rye for your bread</title><h1>The Mill Awards of 2025: The best rye for your bread</h1>",
            "title",
            "The Mill Awards of 2025: The best rye for your bread",
            "h1",
        ),
        ("<meta name=author content='Ann Rye'>", "authors", ("Ann Rye",), "meta:author"),
        ("<meta itemprop=author content='Ann Rye'><p>x", "authors", ("Ann Rye",), "meta:author"),
        ("<meta name=citation_author content='Rye, Ann'>", "authors", ("Ann Rye",), "meta:citation_author"),
        (
            "<meta name=twitter:label1 content='Written by'><meta name=twitter:data1 content='Ann Rye'>",
            "authors",
            ("Ann Rye",),
            "meta:twitter:data1",
        ),
        ("<meta name=parsely-author content='Ann Rye'>", "authors", ("Ann Rye",), "meta:parsely-author"),
        ("<meta name=sailthru.author content='Ann Rye'>", "authors", ("Ann Rye",), "meta:sailthru.author"),
        ("<meta name=dc.creator content='Ann Rye'>", "authors", ("Ann Rye",), "meta:dc.creator"),
        ("<h1>Rye</h1><a rel=author href=/ann>Ann Rye</a>", "authors", ("Ann Rye",), "byline:element"),
        ("<h1>Rye</h1><div class=byline>By<b>Ann Rye</b></div>", "authors", ("Ann Rye",), "byline:line"),
        ("<h1>Rye</h1><p>By</p><p>Ann Rye</p>", "authors", ("Ann Rye",), "byline:line"),
        ("<h1>Rye</h1><p>May 4, 2025 | by Ann Rye</p>", "authors", ("Ann Rye",), "byline:line"),
        (
            "<meta property=article:published_time content=2025-05-04>",
            "published",
            "2025-05-04",
            "meta:article:published_time",
        ),
        ("<meta name=published-on content='May 4, 2025'>", "published", "2025-05-04", "meta:published-on"),
        ("<h1>Rye</h1><time datetime=2025-05-04>today</time>", "published", "2025-05-04", "time"),
        ("<h1>Rye</h1><p>Posted on May 4, 2025</p>", "published", "2025-05-04", "line"),
        ("<h1>Rye</h1><p>Updated on May 4, 2025</p>", "modified", "2025-05-04", "line"),
        ("<meta property=og:updated_time content=2025-05-04>", "modified", "2025-05-04", "meta:og:updated_time"),
        ("<meta property=og:updated_time content=2025-05-04>", "published", "2025-05-04", "meta:og:updated_time"),
        ("<meta property=og:site_name content='The Mill'>", "site", "The Mill", "meta:og:site_name"),
        ("<link rel=canonical href=/rye>", "canonical", "https://www.mill.example/rye", "link:canonical"),
        ("<p>x", "canonical", URL, "url"),
        ("<meta name=keywords content='rye, oats,rye'>", "tags", ("rye", "oats"), "meta:keywords"),
        (
            "<meta property=article:tag content=rye><meta property=article:tag content=oats>",
            "tags",
            ("rye", "oats"),
            "meta:article:tag",
        ),
        (
            "<a rel=license href=https://creativecommons.org/licenses/by/4.0/>CC</a>",
            "licence",
            "https://creativecommons.org/licenses/by/4.0/",
            "a:license",
        ),
        ("<meta property=og:image content=/i.jpg>", "image", "https://www.mill.example/i.jpg", "meta:og:image"),
        (
            "<meta property=og:image content=/a/mill-logo.png><link rel=image_src href=/rye.jpg>",
            "image",
            "https://www.mill.example/rye.jpg",
            "link:image_src",
        ),
        ("<meta property=og:image content=/logo.png>", "image", "https://www.mill.example/logo.png", "meta:og:image"),
        ("<meta name=description content='Ann&amp;#8217;s rye'>", "description", "Ann’s rye", "meta:description"),
        ("<meta name=description content=' All  about rye '>", "description", "All about rye", "meta:description"),
        ("<html lang=pt-BR>", "language", "pt-BR", "declared"),
    ],
)
def test_sources(html, fact, value, source):
    """Each way of telling a fact is read, and named."""
    found = getattr(metadata_of(html), fact)
    assert (found.value, found.source) == (value, source)
    assert metadata_of(html).value(fact) == value


@pytest.mark.parametrize("name", FIELDS)
def test_empty_pages(name):
    """A page that tells nothing has empty facts."""
    found = getattr(metadata_of("", url=None), name)
    assert (found.value, found.source, found.alternatives) == (None, None, ())


def test_date_of_the_address():
    """A day in the address counts where the page tells none."""
    assert metadata_of("<p>x", "https://mill.example/2025/05/04/rye").published.value == "2025-05-04"
    assert metadata_of("<p>x", "https://mill.example/a/20250504/1").published.value == "2025-05-04"
    assert metadata_of("<p>x", "https://mill.example/product-2025-99").published.value is None


def test_an_address_without_a_host_is_none():
    """A canonical address that is relative to nothing is not told."""
    assert metadata_of("<link rel=canonical href=/8003098>", url=None).canonical.value is None


def test_json_ld_of_a_graph():
    """Things of a graph know each other; people count before organisations, and degrees are dropped."""
    graph = [
        {"@type": "Person", "@id": "#ann", "name": "Ann Rye, PhD"},
        {
            "@type": ["NewsArticle"],
            "headline": "Rye",
            "author": [{"@id": "#ann"}, {"@type": "Organization", "name": "Mill"}],
        },
    ]
    assert metadata_of(ld(**{"@graph": graph})).authors.value == ("Ann Rye",)


@pytest.mark.parametrize(
    "text",
    [
        '<!-- {"@type": "Article", "author": "Ann Rye"} -->',
        '{"@type": "Article", "author": "Ann Rye",}',
        '//<![CDATA[\n{"@type": "Article", "author": "Ann\tRye"}\n//]]>',
        '[{"@type": "Article", "author": {"name": "Ann Rye"}}];',
    ],
)
def test_json_ld_that_is_broken_a_little(text):
    """Comments, commas too many and raw white space do not make JSON-LD unreadable."""
    assert metadata_of(f'<script type="application/ld+json">{text}</script>').authors.value == ("Ann Rye",)


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "[" * 100_000, "null", "7", '"x"', '{"@type": 7, "author": [null, 7, [], {}]}'),
        '{"@type": "Article", "author": {"@id": []}}',
    ],
)
def test_json_ld_that_is_broken_for_good(text):
    """What is no JSON-LD tells nothing and harms nothing."""
    assert metadata_of(f'<script type="application/ld+json">{text}</script><title>Rye</title>').title.value == "Rye"


def test_a_list_of_articles_is_not_the_page():
    """Articles that a page lists do not sign it, unless one says that it stands at the page's address."""
    articles = [{"@type": "Article", "author": f"Ann {name}", "url": f"/{name}"} for name in ("Rye", "Oats", "Spelt")]
    assert metadata_of(ld(**{"@graph": articles})).authors.value is None
    articles[1]["url"] = URL
    assert metadata_of(ld(**{"@graph": articles})).authors.value == ("Ann Oats",)


def test_a_person_counts_before_the_site():
    """Where the page declares its site as the author, a person whom a reader sees is the author."""
    html = (
        "<meta property=og:site_name content='The Mill'><meta name=author content='The Mill'><h1>Rye</h1><p>By Ann Rye"
    )
    found = metadata_of(html).authors
    assert (found.value, [other.value for other in found.alternatives]) == (("Ann Rye",), [("The Mill",)])


def test_comments_and_other_stories_do_not_sign():
    """Authors and dates of comments, sidebars and teasers are not the page's."""
    html = (
        "<h1>Rye</h1><p>Rye is back.</p><div class=comments><span class=author>Eve</span>"
        "<time datetime=2020-01-01>x</time></div>"
        "<aside><p>By Bob Oats, May 4, 2021</p></aside><div class='related'><a rel=author>Cy</a></div>"
    )
    assert metadata_of(html).authors.value is None
    assert metadata_of(html).published.value is None


@pytest.mark.parametrize(("kind", "authors"), [("product", None), ("article", ("Ann Rye",)), (None, ("Ann Rye",))])
def test_names_on_a_product_are_of_customers(kind, authors):
    """On kinds of pages that nobody signs, an element named for a user tells no author; what is declared does."""
    page = Page.from_html("<h1>A pair of stones</h1><a class=author href=/user/ann>Ann Rye</a><p>They grind well.")
    assert Metadata(page, kind=kind).authors.value == authors
    declared = Page.from_html("<meta name=author content='Bob Oats'><h1>A pair of stones</h1>")
    assert Metadata(declared, kind=kind).authors.value == ("Bob Oats",)


def test_alternatives():
    """What else a page says of the same is kept with its source, each value once."""
    html = "<title>Rye - Mill</title><meta property=og:title content='Rye!'><meta name=title content='Rye!'>"
    found = metadata_of(html).title
    assert [(other.value, other.source) for other in found.alternatives] == [
        ("Rye!", "meta:og:title"),
        ("Rye - Mill", "title"),
    ]


@pytest.mark.parametrize(
    ("html", "path", "value"),
    [
        (
            "<title>Grain of the year</title><h1>Rye is back in the valley</h1>",
            "rye-is-back-in-the-valley",
            "Rye is back in the valley",
        ),
        (
            "<title>Grain of the year</title><h1>Rye is back in the valley</h1>",
            "grain-of-the-year",
            "Grain of the year",
        ),
        ("<title>Grain of the year</title><h1>Rye is back in the valley</h1>", "rye", "Grain of the year"),
        (
            "<title>Where to buy rye in May</title><h1>Where to go in May</h1><h1>The best rye of May</h1>",
            "the-best-rye-of-may",
            "The best rye of May",
        ),
        ("<title>On rye | A book of grains</title><h1>A book of grains</h1>", "on-rye", "On rye"),
        ("<title>On rye | A book of grains</title><h1>A book of grains</h1>", "chapter-2", "A book of grains"),
    ],
)
def test_address_names_the_title(html, path, value):
    """Where titles and headings disagree, the words of the address decide; a few words, or other ones, do not."""
    assert metadata_of(html, f"https://www.mill.example/{path}").title.value == value


@pytest.mark.parametrize(
    ("title", "lines", "value"),
    [
        ("麦子回来了_粮食频道_磨坊网", ["磨坊网", "粮食频道", "麦子回来了"], "麦子回来了"),
        ("麦子回来了--磨坊网", ["麦子回来了"], "麦子回来了"),
        (
            "磨坊网 » 山谷里的麦子今年秋天又回来了",
            ["磨坊网", "山谷里的麦子今年秋天又回来了"],
            "山谷里的麦子今年秋天又回来了",
        ),
        ("Rye is back / Grain / Farmers", ["Farmers", "Grain", "Rye is back"], "Rye is back"),
        ("Rye is back: a history", ["Rye is back"], "Rye is back: a history"),
        ("Rye - a history", ["a history of rye", "Oats"], "Rye - a history"),
        ("Rye - Farmers", ["Farmers"], "Rye - Farmers"),
    ],
)
def test_title_ends_where_the_page_shows_it_to_end(title, lines, value):
    """A line of the page tells where the title ends, whatever signs stand ahead of the names of sections and sites."""
    found = metadata_of(f"<title>{title}</title>" + "".join(f"<p>{line}" for line in lines)).title
    assert (found.value, found.source) == (value, "title")


def test_hidden_lines_end_no_title():
    """What a reader cannot see does not tell where a title ends."""
    page = f"<title>Rye is back - Grain</title><p>{'Oats are sown in spring. ' * 9}<p hidden>Rye is back"
    assert metadata_of(page).title.value == "Rye is back - Grain"
    assert metadata_of(page.replace(" hidden", "")).title.value == "Rye is back"


@pytest.mark.parametrize(
    ("title", "names", "url", "cut"),
    [
        ("Rye is back | The Mill", ["The Mill"], None, "Rye is back"),
        ("The Mill: Rye is back", ["The Mill"], None, "The Mill: Rye is back"),
        ("The Mill - Rye - a history", ["The Mill"], None, "Rye - a history"),
        ("Rye - a history", ["The Mill"], "https://mill.example/x", "Rye - a history"),
        ("Rye — Grain News — GrainNews.example", [], "https://grainnews.example/x", "Rye"),
        ("Rye « News « The Mill Gazette", ["The Mill Gazette"], None, "Rye « News"),
        ("The Mill", ["The Mill"], "https://mill.example/", "The Mill"),
        ("Rye is back | Farm Bureau Services", [], "https://fbs.example/x", "Rye is back"),
        ("Rye is back | Rust Blog", [], "https://blog.rust-lang.example/x", "Rye is back"),
        ("Rye is back - Mill9's Forum", [], "https://forum.mill9.example/x", "Rye is back"),
        ("Mill Community - Rye is back", [], "https://mill.example/x", "Mill Community - Rye is back"),
        ("ライ麦 - 水車新聞", ["水車新聞"], None, "ライ麦"),
        ("", [], None, ""),
        ("Rye | Mill", [], "http://[broken", "Rye | Mill"),
    ],
)
def test_without_site(title, names, url, cut):
    """The name of the site goes from either end of a title, and nothing else does."""
    assert without_site(title, names, url) == cut


def test_the_first_page_of_a_site_keeps_its_name():
    """On a home page, the name of the site is the title."""
    html = "<title>The Mill - Flour and bread</title><meta property=og:site_name content='The Mill'>"
    assert metadata_of(html, "https://mill.example/").title.value == "The Mill - Flour and bread"
    assert metadata_of(html, "https://mill.example/a").title.value == "Flour and bread"


def test_a_host_ahead_of_a_title_needs_no_sign():
    """A whole host is the name of the site, whatever parts it from the title; another site's is a subject."""
    html = "<title>mill.example Rye is back</title>"
    assert metadata_of(html, "https://mill.example/rye").title.value == "Rye is back"
    assert metadata_of(html, "https://bakery.example/rye").title.value == "mill.example Rye is back"


def test_thorough_dates():
    """Dates in the data that programs leave in a page are found where they are asked for."""
    html = '<p>Rye</p><div data-props="{&quot;publishedAt&quot;:&quot;2025-05-04T10:00:00Z&quot;}"></div>'
    assert metadata_of(html).published.value is None
    assert metadata_of(html, dates="thorough").published.value == "2025-05-04T10:00:00+00:00"
    assert extract(html, dates="thorough").metadata.published.source == "embedded data"
    with pytest.raises(BadParameter, match="one of fast, thorough"):
        extract(html, dates="slow")


TEXTS = {
    "ru": "Рожь стоит высоко, и скоро её уберут с полей.",
    "uk": "Жито стоїть високо, і скоро його зберуть з полів.",
    "bg": "Ръжта е висока и скоро ще бъде прибрана от нивите.",
    "sr": "Раж стоји високо и ускоро ће бити убрана, ђаче.",
    "el": "Η σίκαλη στέκεται ψηλά στην κοιλάδα.",
    "ar": "يقف الجاودار عاليا في الوادي",
    "fa": "چاودار در دره بلند ایستاده است و گندم",
    "ur": "رائی وادی میں اونچی کھڑی ہے",
    "he": "השיפון עומד גבוה בעמק הירוק",
    "ja": "ライ麦は谷に高く立っている。もうすぐ刈り取られる。",
    "zh": "黑麦高高地立在山谷里,很快就要收割了,大家都很高兴",
    "ko": "호밀이 골짜기에 높이 서 있고 곧 거둘 것이다",
    "th": "ข้าวไรย์ยืนสูงในหุบเขา",
    "hi": "राई घाटी में ऊँची खड़ी है और जल्द कटेगी",
    "ka": "ჭვავი მაღლა დგას ხეობაში",
    "hy": "Տարեկանը բարձր է կանգնած հովտում",
}


@pytest.mark.parametrize("language", TEXTS)
def test_script_tells_the_language(language):
    """Without any detector, a script tells the language, and letters tell those that share one."""
    assert script_language(TEXTS[language]) == language


def test_script_beats_a_wrong_declaration(monkeypatch):
    """A page in Greek that declares English, as templates do, is in Greek."""
    monkeypatch.setattr(languages_module, "DETECTOR", "no_such_package")
    languages_module._is_installed.cache_clear()
    found = metadata_of(f"<html lang=en-US><p>{TEXTS['el'] * 3}").language
    languages_module._is_installed.cache_clear()
    assert (found.value, found.source) == ("el", "script")
    assert [other.source for other in found.alternatives] == ["declared"]


def test_detected_language(missing):
    """Where the extra is installed, an undeclared language is detected in the text."""
    if not languages_module._is_installed():
        missing("the extra detect")
    found = metadata_of("<p>" + "Der Roggen steht hoch im Tal, und bald wird er geschnitten. " * 3).language
    assert (found.value, found.source) == ("de", "text")


def test_nothing_is_done_before_it_is_asked_for(monkeypatch):
    """An extraction whose metadata nobody asks for does not look for any."""
    from thresher.metadata import sources

    monkeypatch.setattr(sources.Sources, "_metas", property(lambda _: pytest.fail("looked at")))
    assert extract("<title>Rye</title><p>" + "Rye is sown in autumn. " * 9).text.startswith("Rye is sown")


@pytest.mark.parametrize(
    "html",
    [
        "<div itemscope itemprop=a>" * 20_000 + "x",
        "<meta name=author content=x>" * 20_000,
        "<h1>" + "<b>x</b>" * 20_000 + "</h1>",
        "<time datetime=2020>x</time>" * 20_000,
        "<p class=author>By x</p>" * 20_000,
        "<div class=byline>" * 20_000 + "By Ann",
        "<title>" + " - a" * 20_000 + "</title>",
        "<script type='application/ld+json'>" + '{"@type":"Article","author":' * 500 + '"x"' + "}" * 500 + "</script>",
    ],
    ids=lambda html: html[:24],
)
def test_hard_pages(html):
    """Floods and depths of elements that tell something are answered, within bounds."""
    found = Metadata(Page.from_html(html, URL), dates="thorough").as_dict()
    assert set(found) == set(FIELDS)
    assert json.dumps(found)
