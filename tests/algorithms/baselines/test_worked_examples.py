"""The worked examples of the specification, and what follows from the definitions of each system."""

from __future__ import annotations

import numpy as np
import pytest

from thresher.algorithms import create
from thresher.algorithms.baselines.blurring import blurred_means, gaussian
from thresher.algorithms.baselines.bte import best_stretch
from thresher.algorithms.baselines.cetr import derivatives, off_origin, smoothed
from thresher.algorithms.baselines.density import region
from thresher.algorithms.baselines.dsc import piece_size, slopes
from thresher.algorithms.baselines.kmeans import cluster, spread
from thresher.algorithms.baselines.wrapping import word_spans, wrapped_density
from thresher.page import Page

LONG = "Winter wheat is sown in autumn, lies under the snow, and ripens in the heat of the next July. " * 3
MENU = (
    "<ul>" + "".join(f"<li><a href=/{name}>{name}</a>" for name in ("mills", "ovens", "fields", "silos")) * 6 + "</ul>"
)


def kept(name: str, html: str, **parameters: object) -> list[str]:
    """The texts that a method keeps, without white space around them."""
    selection = create(name, parameters).select(Page.from_html(html))
    return [text.strip() for text in selection.texts() if text.strip()]


def test_bte_finds_the_printed_stretch():
    """Tokens 3 to 8 of the specification's sequence score 4, and no stretch scores more."""
    values = np.array([-1, -1, 1, 1, 1, -1, 1, 1, -1, -1, 1])
    start, stop = best_stretch(values)
    assert (start + 1, stop, values[start:stop].sum()) == (3, 8, 4)


@pytest.mark.parametrize("seed", range(30))
def test_bte_equals_the_quadratic_search(seed):
    """One pass finds what trying every start and stop finds, the first maximum winning."""
    values = np.random.default_rng(seed).integers(-3, 4, 40)
    sums = [(values[start:stop].sum(), -stop, -start) for start in range(40) for stop in range(start + 1, 41)]
    best, stop, start = max(sums)
    if best > 0:
        assert best_stretch(values) == (-start, -stop)


def test_bte_reads_tokens_in_the_order_of_the_page():
    """Words are +1 and tags -1, end tags included, so a list of single words loses against a sentence."""
    html = "<ul><li>a<li>b<li>c</ul><p>one two three four<p>five six seven<hr><hr><hr><i>x</i>"
    assert kept("bte", html) == ["one two three four", "five six seven"]


def test_bte_counts_characters_of_scripts_without_blanks_as_words():
    """A Chinese sentence outweighs more tags than a single word does."""
    assert kept("bte", "<i>a</i><b></b><b></b><b></b><p>小麦是一种粮食作物</p><b></b><b></b><b></b><i>b</i>") == [
        "小麦是一种粮食作物"
    ]


def test_gaussian_kernel_is_the_printed_one():
    """σ = 1, radius 1: .2741 .4519 .2741."""
    assert gaussian(1, 1.0).round(4).tolist() == [0.2741, 0.4519, 0.2741]


@pytest.mark.parametrize("seed", range(5))
def test_blurring_at_edges_equals_blurring_the_whole_vector(seed):
    """Means from sums at token edges are those of the vector blurred entry by entry."""
    random = np.random.default_rng(seed)
    sizes, is_text = random.integers(1, 30, 50), random.random(50) < 0.5
    kernel = gaussian(7, 3.0)
    vector = np.repeat(is_text, sizes).astype(float)
    blurred = np.convolve(vector, kernel, mode="same")
    edges = np.append(0, np.cumsum(sizes))
    expected = [blurred[edges[token] : edges[token + 1]].mean() for token in np.flatnonzero(is_text)]
    assert blurred_means(sizes, is_text, kernel) == pytest.approx(expected)


def test_anchors_do_not_darken_an_article_for_accb():
    """Text between links with long addresses is lost to CCB and kept by ACCB, which leaves anchor tags out."""
    link = f"<a href='/{'long-address/' * 12}'>oats</a>"
    html = f"<p>{LONG}{link} and rye, {link}{LONG}"
    assert "and rye," not in kept("ccb", html)
    assert "and rye," in kept("accb", html)


def test_tag_ratio_derivatives_are_the_printed_ones():
    """2 3 80 90 1 gives 55.667 54 34.5 89 44.5."""
    assert derivatives(np.array([2.0, 3, 80, 90, 1])).round(3).tolist() == [55.667, 54, 34.5, 89, 44.5]


@pytest.mark.parametrize("count", [1, 2, 3])
def test_tag_ratios_of_few_lines_are_numbers(count):
    """One, two or three lines have neighbours that are missing, and still finite values."""
    ratio = np.arange(1.0, count + 1)
    assert np.isfinite(derivatives(ratio)).all()
    assert np.isfinite(smoothed(ratio)).all()


def test_smoothing_leaves_a_constant_as_it_is():
    """At the ends the kernel is made up to 1, so that no line darkens for want of neighbours."""
    assert smoothed(np.full(5, 3.0)) == pytest.approx(np.full(5, 3.0))


def test_the_cluster_at_the_origin_is_noise():
    """Small ratios stay with the centroid that is fixed at the origin; the others are content."""
    assert off_origin(np.array([[0.0, 1], [2, 0], [1, 1], [80, 60], [150, 10]])).tolist() == [False] * 3 + [True] * 2


@pytest.mark.parametrize("name", ["cetr", "cetr-km", "cetr-tm"])
def test_cetr_keeps_paragraphs_and_drops_menus(name):
    """Far from the article, lines of a menu go; the article stays whole."""
    found = kept(name, f"{MENU}{MENU}" + f"<p>{LONG}" * 6)
    assert found.count(LONG.strip()) == 6
    assert len(found) <= 6 + 4, "at most the last menu lines are near enough to be smoothed into the article"


def test_cetr_lines_can_be_wrapped():
    """With `wrap`, a line of any length becomes several, and the text stays the same."""
    html = f"{MENU}<p>{LONG}{LONG}"
    assert kept("cetr", html, wrap=65)[-1].split()[:3] == LONG.split()[:3]


@pytest.mark.parametrize(("tokens", "size"), [(10, 4), (200, 4), (2600, 14), (5000, 25), (10**6, 25)])
def test_dsc_windows_grow_linearly(tokens, size):
    """Half a window: 4 tokens up to 200 tokens, 25 from 5,000 on."""
    assert piece_size(tokens) == size


def test_dsc_slopes_are_least_squares():
    """The slope of each piece is that of the line which fits its points best."""
    tags = np.append(0, np.cumsum([1, 0, 1, 1, 0, 0, 0, 1]))
    expected = [np.polyfit(np.arange(4), tags[start + 1 : start + 5], 1)[0] for start in (0, 4)]
    assert slopes(tags, np.array([0, 4, 8])) == pytest.approx(expected)


def test_dsc_drops_a_menu_ahead_of_an_article():
    """Pieces of a menu are steep, those of an article flat."""
    found = kept("dsc", f"{MENU}{MENU}" + f"<p>{LONG}" * 5)
    assert sum(LONG[:40] in text for text in found) >= 4
    assert len(found) <= 8


def test_dsc_keeps_a_page_of_few_tokens_whole():
    """With fewer than three pieces there is no curve to speak of."""
    assert kept("dsc", "<p>Rye") == ["Rye"]


def test_lqf_spares_the_block_with_most_of_the_text():
    """A wrapper whose links outweigh its text is not deleted if it holds the page's unlinked text."""
    links = "".join(f"<a href=/{number}>A headline of another story, number {number}</a> " for number in range(20))
    html = f"<div><div>{links}</div><p>A short note.</div>"
    assert kept("lqf", html) == ["A short note."]
    assert kept("lqf", html, spared=1) == []


@pytest.mark.parametrize(("quota", "texts"), [(0.25, []), (0.75, ["See", "rye"])])
def test_lqf_quota_is_the_limit(quota, texts):
    """Half of this block is linked: it goes at 0.25 and stays at 0.75."""
    assert kept("lqf", "<p>See <a href=/>rye</a></p><h1>" + "x" * 9 + "</h1>", quota=quota)[: len(texts)] == texts


def test_fe_takes_one_block_and_kfe_a_cluster():
    """FE has the longest block of pure text; KFE every block like it."""
    html = f"{MENU}<p>{LONG}<p>{LONG}And more.<p>{LONG}<p><img src=a><a href=/>Photo</a> of a field"
    assert kept("fe", html) == [f"{LONG}And more."]
    assert set(kept("kfe", html)) >= {LONG.strip(), f"{LONG}And more."}


def test_numwords_follows_its_tree():
    """A short block is content beside long text; after links, a block must be longer or stand before a long one."""
    words = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    assert kept("numwords", f"<p>Title<p>{words}<p>a b<p>c<p>d") == ["Title", words, "a b"]
    assert kept("numwords", f"<p><a href=/>Home</a><p>{words}<p>d") == ["d"]
    assert kept("numwords", f"<p><a href=/>Home</a><p>Title<p>{words} eighteen<p>d") == [
        "Title",
        f"{words} eighteen",
        "d",
    ]


def test_density_rules_ask_for_text_after_dense_text():
    """A dense block is content if any text follows it; the last one of a page is not."""
    assert kept("density-rules", f"<p>{LONG}<p>{LONG} Twice.") == [LONG.strip()]


def test_words_per_line_leave_the_last_line_out():
    """Lines of ten characters: two full ones of two words each, and a last one that does not count."""
    blocks = Page.from_html("<p>one two three four five").blocks
    assert wrapped_density(blocks, np.array([5]), 10).tolist() == [2.0]
    assert wrapped_density(blocks, np.array([5]), 80).tolist() == [5.0]


def test_word_spans_cut_unspaced_scripts_into_characters():
    """Each Han character is a word of its own, also beside Latin letters."""
    starts, stops = word_spans("ab麦粉 c")
    assert list(zip(starts.tolist(), stops.tolist(), strict=True)) == [(0, 2), (2, 3), (3, 4), (5, 6)]


def test_density_region_stops_at_a_wide_gap():
    """More short texts than the window holds end the region, exactly as many do not."""
    lengths = np.array([50, 0, 0, 0, 60, 0, 0, 90])
    assert region(lengths, cutoff=30, window=2) == (4, 7)
    assert region(lengths, cutoff=30, window=3) == (0, 7)


def test_crunch_reattaches_links_when_asked():
    """A list of links goes; with `reattach` its links come back, the words around them do not."""
    html = f"<div>More: <a href=/a>Mills</a> <a href=/b>Ovens</a></div><div>{LONG}</div>"
    assert kept("crunch", html) == [LONG.strip()]
    assert kept("crunch", html, reattach=True) == ["Mills", "Ovens", LONG.strip()]


def test_crunch_drops_what_advertisement_servers_are_linked_from():
    """A link to an advertisement server goes, wherever it stands."""
    html = f"<div>{LONG}<a href='https://ad.doubleclick.net/x'>Buy flour</a></div>"
    assert kept("crunch", html) == [LONG.strip()]
    assert kept("crunch", html, ads=False) == [LONG.strip(), "Buy flour"]


def test_clusters_without_points_keep_their_place():
    """A seed that no point is nearest to stays, and nothing divides by zero."""
    labels = cluster(np.array([[1.0], [2.0]]), np.array([[1.5], [50.0]]))
    assert labels.tolist() == [0, 0]


def test_seeds_are_spread_out():
    """The first seed is given; each further one is the point farthest from those before."""
    points = np.array([[0.0, 0], [1, 0], [10, 0], [10, 9]])
    assert spread(points, 0, 3).tolist() == [[0, 0], [10, 9], [10, 0]]
