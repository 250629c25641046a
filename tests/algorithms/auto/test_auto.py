"""The learned method as it is shipped: what it finds, what it says, and that its parameters do something."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from thresher import Page, extract
from thresher.algorithms.auto.bare_headings import without_bare_heading
from thresher.algorithms.auto.choice import best_expected_f1
from thresher.algorithms.auto.decision import ARTICLE_SHIFT, BETAS, MIN_EXPECTED_F1, Decision, decide
from thresher.algorithms.auto.feature_columns import FEATURE_SORTS, FEATURES, LINK_SHARE
from thresher.algorithms.auto.features import look
from thresher.algorithms.auto.headline import headline_block
from thresher.algorithms.auto.kinds import page_inputs
from thresher.algorithms.auto.method import Auto
from thresher.algorithms.auto.model import LEAST_SHARE, WEIGHTS, Model, load, tree_rows
from thresher.algorithms.auto.names import name_values
from thresher.algorithms.auto.network import block_weights
from thresher.algorithms.auto.page_kinds import FAMILIES, KINDS
from thresher.algorithms.auto.trees import PORTION
from thresher.algorithms.auto.worth import Worth

ARTICLE = (Path(__file__).parents[3] / "examples" / "article.html").read_text("utf-8")


def words(text):
    return set(text.split())


def test_article_without_its_surroundings():
    """The article of the sample page comes out; menu, cookie bar, related list, comments and footer do not."""
    text = extract(ARTICLE, algorithm="auto").text
    assert "needs no experience, only boots" in text
    for chaff in ("412 partners", "More stories", "My grandfather", "All rights reserved", "Goat elected mayor"):
        assert chaff not in text


def test_an_advertisement_amid_the_story_is_none_of_it():
    """What names itself an advertisement is left out of an article, however close it stands to the story."""
    text = extract(ARTICLE, algorithm="auto").text
    assert "Flour power" not in text and "What the stones can do" in text


def test_a_table_of_data_is_whole():
    """A table that belongs to the story comes out with all its rows and columns, short cells included."""
    table = "| Grain | Weight | Passes |\n| --- | --- | --- |\n| Spelt | 40 kg | 2 |\n| Rye | 25 kg | 1 |"
    assert table in extract(ARTICLE, algorithm="auto").markdown


def test_kind_and_probabilities():
    """The sample page is an article, and the probabilities of the kinds sum to one."""
    selection = extract(ARTICLE, algorithm="auto").selection
    assert selection.kind == "article"
    assert selection.is_overview is False
    assert set(selection.kinds) == set(KINDS)
    assert sum(selection.kinds.values()) == pytest.approx(1, abs=1e-3)


def test_overview_page_is_flagged():
    """A page of teasers that lead elsewhere is an overview page, and says why."""
    teasers = "".join(
        f'<div class="teaser"><h3><a href="/{n}">Story number {n} of the day</a></h3><p>Short words on it. '
        f'<a href="/{n}">Read more</a></p></div>'
        for n in range(60)
    )
    extraction = extract(f"<title>News</title><h1>Latest news</h1><div class=list>{teasers}</div>", algorithm="auto")
    assert extraction.is_overview
    assert extraction.outcome == "overview"
    assert "other pages" in extraction.reason


def test_an_overview_page_without_text_of_its_own_is_one(monkeypatch):
    """A page of headlines of which none is chosen is an overview page and not an empty one; its items are there."""

    def nothing(odds, *_, **__):
        return Decision(np.zeros(len(odds), dtype=bool), np.zeros(len(odds)), 0.0)

    monkeypatch.setattr("thresher.algorithms.auto.method.decide_apart", nothing)
    stories = "".join(f"<li class=headline><a href=/story/{n}>The {n}th mill of the valley</a></li>" for n in range(80))
    menus = "".join(f"<li><a href=/{name}>{name}</a></li>" for name in "News Sport Money Weather Culture".split())
    page = f"<title>The Valley Post</title><nav><ul>{menus}</ul></nav><div class=headlines><ul>{stories}</ul></div>"
    extraction = extract(page, url="https://valley.example/")
    assert extraction.outcome == "overview" and extraction.is_overview and not extraction.text
    assert len(extraction.records) >= 60


def test_favor_moves_the_choice():
    """Who favours recall gets at least as much text as who favours precision, and more on a doubtful page."""
    doubtful = ARTICLE.replace("<section", "<div").replace("</section", "</div")
    texts = [extract(doubtful, algorithm="auto", favor=favor).text for favor in BETAS]
    precision, balanced, recall = map(len, texts)
    assert precision <= balanced <= recall
    assert precision < recall


@pytest.mark.parametrize(
    ("parameter", "phrase"), [("headline", "How a village mill"), ("captions", "What was ground on the first day")]
)
def test_policies_add_what_they_name(parameter, phrase):
    """Headline and captions are in the text exactly if they are asked for."""
    assert phrase not in extract(ARTICLE, algorithm="auto").text
    assert phrase in extract(ARTICLE, algorithm="auto", **{parameter: True}).text


@pytest.mark.parametrize(
    ("kind", "is_named"), [("article", False), ("forum", False), ("product", True), ("home", True)]
)
def test_things_on_offer_are_named(kind, is_named):
    """The headline is part of the text if it names what a page offers, unless it is said whether it is."""
    sight, kinds = look(Page.from_html(ARTICLE)), np.eye(len(KINDS))[KINDS.index(kind)]
    chosen, block = np.ones(len(sight.blocks), dtype=bool), headline_block(sight)
    found = {wanted: Auto(headline=wanted).policy(sight, chosen, kinds)[block] for wanted in (None, True, False)}
    assert found == {None: is_named, True: True, False: False}


def test_quotes_are_left_out_if_asked():
    """What an answer of a thread quotes goes without its own words, however the board marks it."""
    answer = "<p>Rye needs less water than wheat does, and stands the frost of a long winter far better.</p>"
    quotes = (
        "<blockquote>Which grain is hardy?</blockquote>",
        "<div class=bbCodeQuote>And which of them is sweet?</div>",
    )
    thread = f"<div class=post>{quotes[0]}{answer}</div><div class=post>{quotes[1]}{answer * 2}</div>" * 3
    assert "hardy" in extract(thread).text and "sweet" in extract(thread).text
    text = extract(thread, quotes=False).text
    assert "hardy" not in text and "sweet" not in text and text.count("frost") == extract(thread).text.count("frost")


@pytest.mark.parametrize("post", ["blockquote class=postcontent", "div class='body js-selectToQuote'"])
def test_posts_that_are_marked_as_quotes_are_none(post):
    """What a board sets its posts in, or names after the quotes that readers may take from them, is no quote."""
    answer = "<p>{} needs less water than wheat does, and stands the frost of a long winter far better.</p>"
    quote = "<div class=bbCodeQuote>And which of them is sweet?</div>"
    grains, name = ("Rye", "Barley", "Emmer", "Spelt", "Einkorn"), post.partition(" ")[0]
    thread = "".join(f"<div class=post><{post}>{quote}{answer.format(each)}</{name}></div>" for each in grains)
    text = extract(thread, quotes=False).text
    assert "sweet" not in text and text.count("frost") == extract(thread).text.count("frost") > 0


def test_shell_of_a_script_is_told():
    """A page without text whose scripts load it is a shell, not just empty."""
    shell = "<div id=root></div>" + "<script src=a.js></script>" * 4
    assert extract(shell, algorithm="auto").outcome == "js-shell"


def test_a_page_in_doubt_is_read_as_a_story_and_told_as_it_is():
    """Blocks of a page that may be an article are chosen as those of one; the kinds that are told stay as found."""
    page, model = Page.from_html(ARTICLE), load()
    doubtful = np.zeros(len(KINDS))
    doubtful[[KINDS.index("article"), KINDS.index("listing")]] = 0.5
    kinds = SimpleNamespace(hints=model.kinds.hints, row=model.kinds.row, chances=lambda row: doubtful)
    scores = replace(model, kinds=kinds).scores(page, look(page))
    story, other = scores.cases
    assert story.likelihood == pytest.approx(2 * other.likelihood)
    assert scores.kinds.tolist() == doubtful.tolist()


def test_weights_survive_writing_and_reading():
    """The model read back from its own bytes gives the same scores."""
    page = Page.from_html(ARTICLE)
    sight = look(page)
    model = load()
    again = Model.from_bytes(model.to_bytes())
    one, other = model.scores(page, sight), again.scores(page, sight)
    np.testing.assert_allclose(one.kinds, other.kinds, rtol=1e-6)
    for case, again_case in zip(one.cases, other.cases, strict=True):
        np.testing.assert_allclose(case.odds, again_case.odds, rtol=1e-6)


def test_weights_are_small():
    """The file of weights is below two megabytes."""
    file = Path(__file__).parents[3] / "src" / "thresher" / "algorithms" / "auto" / WEIGHTS
    assert file.stat().st_size < 2_000_000


ODD_PAGES = (ARTICLE, "<p>x", "<table><tr><td>a<td>b</table>", "<p>小麦粉。</p>" * 3, "<a>1</a>" * 500, "<p>\u200b</p>")


@pytest.mark.parametrize("html", ODD_PAGES, ids=lambda html: html[:12])
def test_features_are_finite_and_of_one_width(html):
    """Every page, however odd, gives as many finite features per block as the network expects."""
    sight = look(Page.from_html(html))
    worth = Worth(["body", "x"], np.ones((1 + len(FAMILIES), 2)))
    matrix = sight.matrix(worth, worth, np.eye(len(KINDS))[0])
    assert matrix.shape[1] == load().judges.network.block_in.shape[0]
    assert np.isfinite(matrix).all()


def test_sorts_of_features_cover_all_columns():
    """The sorts by which features are left out in an ablation are all columns that the network sees, in order."""
    columns = list(FEATURE_SORTS.values())
    assert [each.start for each in columns] == [0, *(each.stop for each in columns[:-1])]
    assert columns[-1].stop == load().judges.network.block_in.shape[0]


def test_trees_answer_alike_for_many_rows_and_few():
    """A row gets the same score alone as among more rows than are looked at in one go."""
    forest = load().judges.forest
    rows = np.random.default_rng(4).standard_normal((2 * PORTION + 3, int(forest.feature.max()) + 1)).astype(np.float32)
    alone = [forest.scores(rows[place : place + 1])[0, 0] for place in (0, PORTION, 2 * PORTION + 2)]
    np.testing.assert_allclose(forest.scores(rows)[0, [0, PORTION, 2 * PORTION + 2]], alone, rtol=1e-6)


def test_best_expected_f1_beats_every_other_set():
    """No set of blocks has a better expected F1 than the one that is chosen, tried over all sets of eight blocks."""
    random = np.random.default_rng(3)
    chance, size = random.random(8), random.integers(1, 30, 8).astype(float)
    _, best = best_expected_f1(chance, size)
    total = (chance * size).sum()
    for number in range(1, 256):
        chosen = np.array([bool(number >> bit & 1) for bit in range(8)])
        f1 = 2 * (chance * size)[chosen].sum() / (size[chosen].sum() + total)
        assert f1 <= best + 1e-6


def test_blocks_are_judged_by_shape():
    """A post that looks like the others goes with them; elsewhere, a block is drawn towards those that look like it."""
    odds, alike, alone = np.array([3.0, 3.0, -0.5, -4.0]), seen(20, shape=[0, 0, 0, 1]), seen(20, shape=[0, 1, 2, 3])
    forum, article = np.eye(len(KINDS))[[KINDS.index("forum"), KINDS.index("article")]]
    posts = decide(odds, forum, alike)
    assert posts.chosen.tolist() == [True, True, True, False]
    assert posts.chance[0] == posts.chance[2]
    together, apart = decide(odds, article, alike).chance, decide(odds, article, alone).chance
    assert apart[2] < together[2] < together[0] < apart[0]
    assert together[3] == apart[3]


def test_links_are_judged_apart_from_text_of_their_shape():
    """A link between paragraphs is not drawn towards them, nor they towards it; posts of a thread go together."""
    odds, page = np.array([3.0, -3.0, 3.0]), seen(20, shape=[0, 0, 0], link_share=[0.0, 1.0, 0.1])
    forum, article = np.eye(len(KINDS))[[KINDS.index("forum"), KINDS.index("article")]]
    assert decide(odds, article, page).chosen.tolist() == [True, False, True]
    assert decide(odds, article, page).chance[1] == decide(odds[1:2], article, seen(20, shape=[0])).chance[0]
    assert decide(odds, forum, page).chosen.tolist() == [True, True, True]


def test_a_doubtful_story_is_taken_and_a_doubtful_list_is_not():
    """The same poor chances give some text of an article, and nothing of a listing."""
    page, odds = seen(20, shape=[0, 1, 2, 3]), np.array([-1.0, -4.0, -4.0, -4.0])
    article, listing = np.eye(len(KINDS))[[KINDS.index("article"), KINDS.index("listing")]]
    story, listed = decide(odds, article, page), decide(odds + ARTICLE_SHIFT, listing, page)
    assert story.expected_f1 == pytest.approx(listed.expected_f1)
    assert story.expected_f1 < MIN_EXPECTED_F1
    assert story.chosen.tolist() == [True, False, False, False]
    assert not listed.chosen.any()


def test_text_nearly_as_likely_as_the_rest_is_not_left_out():
    """Between chosen blocks and below a heading, what is nearly as likely is chosen; less likely text is not."""
    service, below = np.eye(len(KINDS))[KINDS.index("service")], [False, False, False, True, False, False]
    odds = np.array([1.5, -0.7, 1.5, -0.3, -0.7, -4.0])
    found = decide(odds, service, seen(20, shape=range(6), heading=below))
    assert found.chance[1] == found.chance[4] < found.from_chance == found.chance[3]
    assert found.chosen.tolist() == [True, True, True, True, True, False]
    assert not decide(odds, service, seen(20, shape=range(6))).chosen[4]
    assert not decide(odds - [0, 1, 0, 0, 0, 0], service, seen(20, shape=range(6), heading=below)).chosen[1]


def test_blocks_must_be_surer_the_surer_a_page_is_an_article():
    """The chance of the same scores falls steadily with the probability that the page is an article."""
    page, kinds = seen(20, shape=[0]), np.zeros(len(KINDS))
    chances = []
    for article in (0.1, 0.3, 0.5, 0.7, 0.9):
        kinds[KINDS.index("article")] = article
        chances.append(float(decide(np.array([0.5]), kinds, page).chance[0]))
    assert chances[0] == chances[1] > chances[2] > chances[3] == chances[4]


@pytest.mark.parametrize(("forum", "share"), [(0.1, LEAST_SHARE), (0.9, 0.9)])
def test_trees_have_more_to_say_on_threads(forum, share):
    """The trees have their least share of a score, and on what is likely a thread as much as it is likely."""
    sight, model = look(Page.from_html(ARTICLE)), load()
    chances, hints = np.full(len(KINDS), (1 - forum) / (len(KINDS) - 1)), np.zeros(len(KINDS))
    chances[KINDS.index("forum")] = forum
    features = sight.matrix(model.names, model.words, chances)
    inputs = page_inputs(hints, chances).astype(np.float32)
    by_network = model.judges.network.odds(features, block_weights(sight.words), inputs)
    by_trees = model.judges.forest.scores(tree_rows(features, chances))[0]
    found = model.judges.odds(features, sight.words, hints, chances)
    np.testing.assert_allclose(found, (1 - share) * by_network + share * by_trees, rtol=1e-4, atol=1e-4)


def test_hopeless_pages_give_nothing():
    """Where no choice is expected to be any good, nothing is chosen."""
    assert not decide(np.full(5, -6.0), np.full(len(KINDS), 1 / len(KINDS)), seen(10, shape=[0] * 5)).chosen.any()


def test_no_text_is_taken_from_two_places():
    """Of copies under different elements the likeliest is taken, but for threads; short ones and siblings are kept."""
    odds, product, forum = (
        np.array([2.0, 3.0, 2.5]),
        *np.eye(len(KINDS))[[KINDS.index("product"), KINDS.index("forum")]],
    )
    page = seen(20, shape=[0, 1, 2], copy=[0, 0, 1])
    assert decide(odds, product, page).chosen.tolist() == [False, True, True]
    assert decide(odds, forum, page).chosen.all()
    assert decide(odds, product, seen(3, shape=[0, 1, 2], copy=[0, 0, 1])).chosen.all()
    assert decide(odds, product, seen(20, shape=[0, 1, 2], copy=[0, 0, 1], under=[0, 0, 0])).chosen.all()


def test_copies_are_blocks_of_one_text():
    """Texts that are equal have one number, and no others have it."""
    page = Page.from_html("<div><p>Rye is a grass.</p></div><section><p>Rye is a grass.</p></section><p>Rye is green.")
    first, second, other = look(page).copy.tolist()
    assert first == second != other


def seen(size, shape, copy=None, under=None, heading=None, link_share=0.0):
    """Blocks of *size* words each, of different text, under different elements, no links or headings unless said."""
    own = np.arange(len(shape))
    features = np.zeros((len(shape), FEATURES))
    features[:, LINK_SHARE] = link_share
    levels = np.stack([own, own if under is None else np.array(under)])
    return SimpleNamespace(
        words=np.full(len(shape), float(size)),
        shape=np.array(shape),
        copy=own if copy is None else np.array(copy),
        heading=np.zeros(len(shape), dtype=bool) if heading is None else np.array(heading),
        tree=SimpleNamespace(levels=levels),
        features=features,
    )


def test_name_values_weigh_the_most_telling_words():
    """An element's value is its best word plus its worst; unknown words count nothing."""
    page = Page.from_html('<div class="post-body"><p class="post ads">x</p><p id="zzz">y</p></div>')
    worth = Worth(["post", "body", "ads"], np.tile([2.0, 1.0, -3.0], (1 + len(FAMILIES), 1)))
    values = name_values(look(page).names, worth, np.eye(len(KINDS))[0])
    assert values[:, -3:].tolist() == [[2.0, -1.0, 0.0]] * 2


def test_names_are_worth_what_they_are_on_such_pages():
    """The second value of a name is that of the families of kinds that the page may be of, in proportion."""
    names = look(Page.from_html('<p class="card">x')).names
    worth = Worth(["card"], np.array([[0.5], [-2.0], [0.0], [2.0]]))
    chances = {"article": 0.25, "product": 0.75}
    kinds = np.array([chances.get(kind, 0.0) for kind in KINDS])
    assert name_values(names, worth, kinds)[:, -1].tolist() == [0.5, 1.0]


def test_confidence_follows_doubt():
    """A decision between blocks that are surely in or out is trusted more than one between blocks that may be both."""
    page, article = seen(25, shape=range(40)), np.eye(len(KINDS))[KINDS.index("article")]
    clear, doubtful = (decide(np.repeat([odds, -odds], 20), article, page) for odds in (6.0, 0.3))
    trusted, doubted = (load().confidence(each, article, page.words) for each in (clear, doubtful))
    assert 0 < doubted < trusted < 1
    assert 0 < extract(ARTICLE).confidence < 1


def test_net_text_tells_overview_pages_without_training():
    """With ``overview="net-text"``, TextSweeper's rule decides whether a page is an overview page."""
    links = "".join(f"<li><a href=/{n}>Story number {n} of the day</a>" for n in range(60))
    page = f"<h1>News</h1><ul>{links}</ul>"
    assert extract(page, parameters={"overview": "net-text"}).is_overview
    assert extract(ARTICLE, parameters={"overview": "net-text"}).is_overview is False


def test_deterministic():
    """The same page gives the same scores, bit for bit."""
    one, other = (extract(ARTICLE).selection for _ in range(2))
    assert np.array_equal(one.score, other.score, equal_nan=True)
    assert one.confidence == other.confidence


def test_a_page_larger_than_all_that_taught_it_has_content():
    """Doubt about a whole book is no reason to give nothing of it."""
    page = f"<p>{'Rye is sown in autumn and cut in the summer of the next year. ' * 4}</p>" * 20_000
    assert len(extract(page).text) > len(page) / 2


def test_a_title_above_links_that_is_all_there_is_stays():
    """A heading that heads nothing but links goes with them, unless nothing would be left."""
    sight = look(Page.from_html("<h3>Rye is back, says the mill</h3><p><a href=/o>Oats</a><p><a href=/b>Barley</a>"))
    only = np.array([True, False, False])
    assert without_bare_heading(sight, only).tolist() == only.tolist()
