"""Teaching the model: labels from gold, slopes that are slopes, a fixed seed, and data that may not be used."""

from __future__ import annotations

import json
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from thresher.algorithms.auto import network
from thresher.algorithms.auto.cases import Case, Scores
from thresher.algorithms.auto.page_kinds import KINDS, family_of
from thresher.algorithms.auto.trees import MAX_LEAVES
from thresher.cli import main
from thresher.errors import InputError, UsageError
from thresher.evaluate.datasets import LabelledPage
from thresher.evaluate.datasets.page import Post
from thresher.page.kernels import KERNELS
from thresher.training import fit as fitting
from thresher.training.alignment import content_shares
from thresher.training.boost import averaged, forest_of, grow, joined
from thresher.training.examples import example_of
from thresher.training.fit import Lesson, NetworkRecipe, fit
from thresher.training.folds import fold_of
from thresher.training.lessons import MIN_SITES_NAME, Tables
from thresher.training.quality import calibration_error, quality_report
from thresher.training.tables import ContentCounter, Counter
from thresher.training.teaching import Recipe, teach
from thresher.training.teaching import lesson as lesson_of
from thresher.training.threads import posts_report
from thresher.training.trainer import trainable
from thresher.training.validation import CrossValidation, judge

SMALL = NetworkRecipe(hidden=6, page=4, middle=5, epochs=3, batch=4, blocks=12, dropout=0.0)
EVEN = np.full(8, 1 / 8)


def a_judge(odds, kind):
    """A model that gives every page the same scores and takes it for the same kind."""
    kinds = np.eye(len(KINDS))[KINDS.index(kind)]
    return SimpleNamespace(scores=lambda _: Scores([Case(1.0, kinds, odds)], kinds))


def labelled(number, site=None):
    """A page with a menu and an article, of a site of its own unless one is given."""
    text = [f"Grain number {number} is sown in autumn and cut in summer, said farmer {line}." for line in range(4)]
    menu = "".join(f"<li><a href=/{item}>Item {item}</a></li>" for item in range(6))
    body = "".join(f"<p>{line}</p>" for line in text)
    html = f'<ul class="menu-main">{menu}</ul><div class="story-text">{body}</div>'
    url = f"https://{site or f'site{number}.example'}/{number}"
    return LabelledPage("set", str(number), html, "\n".join(text), url=url, kind="article")


@pytest.fixture(scope="module")
def pages():
    return [example_of(labelled(number)) for number in range(8)]


def test_labels_follow_the_gold():
    """Blocks whose words are in the gold are content, others are not, in whatever order the gold has them."""
    blocks = ["Home News Sport", "The second part of the tale is long.", "The first part comes here, too.", "Imprint"]
    shares, found = content_shares(blocks, "The first part comes here, too. The second part of the tale is long.")
    assert (shares > 0.8).tolist() == [False, True, True, False]
    assert found > 0.8


def test_labels_ignore_chance_matches():
    """Single common words that the gold happens to have do not make a menu content."""
    shares, _ = content_shares(
        ["the shop and more things to buy here", "A tale."], "The miller and the more the merrier"
    )
    assert shares[0] < 0.5


@pytest.mark.parametrize("name", ["block_in", "page_in", "kind_out", "block_mid", "block_mid_page", "block_out"])
def test_slopes_are_slopes(name, monkeypatch):
    """The slope of each layer's weights is the change of the loss that a small change of them makes."""
    # The weights are of double width here, which compiled kernels do not take.
    for kernel in ("hidden_layer", "judgement"):
        monkeypatch.setattr(network, kernel, KERNELS[kernel].definition)
    random = np.random.default_rng(5)
    lessons = [lesson(random, kind) for kind in (0, 3, -1)]
    weights = fitting._start(lessons, SMALL, random)
    weights |= {key: value.astype(np.float64) for key, value in weights.items() if key not in ("mean", "scale")}
    slope = fitting._slopes(weights, lessons, SMALL, np.random.default_rng(0))[name]
    place = np.unravel_index(np.argmax(np.abs(slope)), slope.shape)
    losses = []
    for step in (1e-4, -1e-4):
        moved = {key: value.copy() for key, value in weights.items()}
        moved[name][place] += step
        losses.append(loss(moved, lessons))
    assert (losses[0] - losses[1]) / 2e-4 == pytest.approx(float(slope[place]), rel=1e-2)


def lesson(random, kind):
    weight = random.random(7).astype(np.float32)
    weight /= weight.sum()
    features, labels = random.standard_normal((7, 9)).astype(np.float32), random.random(7).astype(np.float32)
    return Lesson(features, weight, labels, weight, random.standard_normal(8).astype(np.float32), kind)


def loss(weights, lessons):
    """The loss by the shipped forward pass."""
    judge_of = fitting.Network(**weights)
    total = 0.0
    for each in lessons:
        odds, kinds = judge_of.forward(each.features, each.weight, each.hints)
        chance = 1 / (1 + np.exp(-odds))
        entropy = each.labels * np.log(chance) + (1 - each.labels) * np.log(1 - chance)
        total -= float((entropy * each.label_weight).sum())
        if each.kind >= 0:
            total -= SMALL.kind_weight * float(kinds[each.kind] - np.log(np.exp(kinds).sum()))
    return total / len(lessons)


def test_same_seed_same_weights(pages):
    """Two runs from one seed give the same network; another seed gives another."""
    tables = Tables.learn(pages)
    lessons = [lesson_of(page, tables, EVEN) for page in pages]
    one, again, other = (fit(lessons, replace(SMALL, seed=seed)) for seed in (1, 1, 2))
    assert np.array_equal(one.block_in, again.block_in)
    assert not np.array_equal(one.block_in, other.block_in)


def test_what_is_taught_is_learned(pages):
    """Taught enough, the model tells the article from the menu on a page of a site that it has not seen."""
    taught = teach(pages, Recipe(network=replace(SMALL, epochs=60), trees=3))
    assert judge(example_of(labelled(99)), taught).f1 > 0.95


def test_own_site_is_left_out_of_the_names(pages):
    """A word that only one site has is never learned, and a page is taught without the counts of its own site."""
    tables = Tables.learn(pages[:MIN_SITES_NAME])
    assert "story" in tables.names().words
    assert "story" not in tables.names(without=pages[0].site).words


def test_words_are_worth_more_where_their_family_says_so():
    """What pages of one family say about a word moves its worth there, and less so on other pages."""
    counter = ContentCounter()
    for number in range(8):
        of_offers = number % 2
        counts = np.array([[1.0, 0.0]]) if of_offers else np.array([[0.0, 1.0]])
        counter.add(f"site{number}", family_of("product" if of_offers else "article"), ["card"], counts, np.ones(2))
    everywhere, article, forum, product = counter.tally().worth(["card"], None, 3, 1.0).value[:, 0]
    assert article < everywhere < product
    assert everywhere == pytest.approx(forum)


def test_tally_leaves_a_site_out():
    """Counts without a site are those of the others, and words that then have too few sites are not known."""
    counter = Counter(2)
    for site, words in (("a", ["x", "y"]), ("b", ["x"]), ("a", ["x"])):
        counter.add(site, words, np.ones((len(words), 2)))
    tally = counter.tally()
    assert tally.counts(["x", "y", "z"], None, 1)[0][:, 0].tolist() == [3, 1, 0]
    counts, enough = tally.counts(["x", "y", "z"], "a", 1)
    assert counts[:, 0].tolist() == [1, 0, 0]
    assert enough.tolist() == [True, False, False]


def test_forest_answers_as_the_library_that_grew_it():
    """Trees read into arrays give the scores that LightGBM gives, for one output and for several."""
    import lightgbm

    random = np.random.default_rng(2)
    rows = random.standard_normal((400, 6)).astype(np.float32)
    for target, how in ((rows[:, 0] > 0, {"objective": "binary"}), (random.integers(0, 3, 400), MULTICLASS)):
        data = lightgbm.Dataset(rows, target, params={"verbose": -1})
        model = lightgbm.train({"num_leaves": MAX_LEAVES, "verbose": -1, **how}, data, 7)
        expected = model.predict(rows, raw_score=True)
        found = forest_of(model.dump_model()).scores(rows).T
        np.testing.assert_allclose(found.reshape(expected.shape), expected, atol=1e-5)


MULTICLASS = {"objective": "multiclass", "num_class": 3}


def test_forests_are_joined_and_averaged():
    """One forest has the outputs of both one after the other, or the means of both."""
    random = np.random.default_rng(3)
    rows, target = random.standard_normal((200, 4)).astype(np.float32), random.integers(0, 3, 200)
    one, other = (grow(rows, target, 5, num_leaves=leaves, **MULTICLASS) for leaves in (4, 9))
    scores = [one.scores(rows), other.scores(rows)]
    np.testing.assert_allclose(joined(one, other).scores(rows), np.concatenate(scores), atol=1e-6)
    np.testing.assert_allclose(averaged([one, other]).scores(rows), np.mean(scores, axis=0), atol=1e-6)


def test_confidence_is_judged_by_what_came_true():
    """Perfect confidence has no calibration error and finds every poor page; one that is turned round finds none."""
    f1 = np.array([0.1, 0.3, 0.5, 0.8, 0.9, 1.0])
    assert calibration_error(f1, f1) == pytest.approx(0)
    assert quality_report(f1, f1)["auroc_poor"] == 1
    assert quality_report(1 - f1, f1)["auroc_poor"] == 0


def test_folds_keep_sites_together():
    """Pages of one site are in one fold, whatever their address."""
    one, other = (example_of(labelled(number, "news.mill.example")) for number in (1, 2))
    assert fold_of(one) == fold_of(other)


def test_data_must_allow_it(tmp_path):
    """A set that its sets.toml does not mark as trainable is refused, with its name."""
    file = tmp_path / "secret.jsonl"
    file.write_text("")
    (tmp_path / "sets.toml").write_text('[secret]\nfile = "secret.jsonl"\ntrainable = false\n')
    with pytest.raises(UsageError, match=r"secret\.jsonl"):
        trainable([file])


def test_data_must_be_there(tmp_path):
    """A file that is not there is told as that, and not as one that may not be used."""
    with pytest.raises(InputError, match=r"no such data: .*typo\.jsonl"):
        trainable([tmp_path / "typo.jsonl"])


def test_command_writes_weights_that_load(tmp_path, capsys):
    """``thresher train`` makes a file that the model reads, and reports what it did."""
    from thresher.algorithms.auto.model import Model

    file = tmp_path / "own.jsonl"
    records = [labelled(number) for number in range(24)]
    lines = [
        {"id": page.id, "html": page.html, "gold_text": page.gold, "url": page.url, "page_type": "article"}
        for page in records
    ]
    file.write_text("\n".join(map(json.dumps, lines)))
    (tmp_path / "sets.toml").write_text('[own]\nfile = "own.jsonl"\ntrainable = true\n')
    output = tmp_path / "weights.npz"
    code = main(["train", str(file), "-o", str(output), "--epochs", "2", "--workers", "1"])
    assert code == 0
    assert json.loads(capsys.readouterr().out)["pages"] == 24
    assert Model.from_bytes(output.read_bytes()).judges.network.block_in.any()


def test_several_processes_validate_alike(pages):
    """Verdicts are the same whether one process makes them all or several do."""
    recipe = Recipe(network=SMALL, trees=2, leaves=3)
    validation = CrossValidation(pages, (), recipe)
    alone, shared = ([(each.page.id, each.f1) for each in validation.verdicts(workers)] for workers in (1, 2))
    assert alone == shared and len(alone) == len(pages)


def test_verdicts_are_on_what_the_method_decides(pages):
    """Comments that stand apart from a story are none of the choice that is judged, whatever their scores."""
    page = pages[0]
    taught = a_judge(np.full(len(page.words), 3.0), "article")
    comments = np.arange(len(page.words)) >= len(page.words) - 2
    chosen = judge(replace(page, comments=comments), taught).decision.chosen
    assert chosen[~comments].all() and not chosen[comments].any()
    thread = replace(page, comments=comments, address="https://forum.mill.example/1")
    assert judge(thread, taught).decision.chosen.all()


def test_posts_are_those_of_the_verdict():
    """Posts are scored as the verdict's choice and kind lead to them: no thread, no posts."""
    said = [
        "The rye is ripe, and the weather holds until the week is out.",
        "Then let us reap it before the rain comes.",
    ]
    post = "<li class=post><a href=/u/{0}>{0}</a> <time>2026-07-0{1}</time><div>{2}</div>"
    html = (
        f"<ul>{''.join(post.format(name, day, text) for name, day, text in zip('AB', (1, 2), said, strict=True))}</ul>"
    )
    marked = tuple(Post(text, date=f"2026-07-0{day}") for day, text in enumerate(said, 1))
    page = example_of(LabelledPage("set", "1", html, "\n".join(said), kind="forum", posts=marked))
    odds = np.where(page.words > 3, 4.0, -4.0)
    verdicts = {kind: judge(page, a_judge(odds, kind)) for kind in ("forum", "article")}
    assert posts_report([verdicts["forum"]]) == {"posts": 2, "answered": 2, "found": 1.0, "told": 1.0}
    assert posts_report([verdicts["article"]])["found"] == 0


def test_without_threads_there_is_no_word_on_posts(pages):
    """Pages whose posts are not known say nothing about posts."""
    taught = a_judge(np.zeros(len(pages[0].words)), "article")
    assert posts_report([judge(page, taught) for page in pages]) == {}
