"""Pages made of two: what stands where in them, and what is known of them."""

from __future__ import annotations

import numpy as np

from thresher.evaluate.datasets import LabelledPage
from thresher.page import Page
from thresher.training.examples import example_of, site_of
from thresher.training.folds import fold_of_site
from thresher.training.made_pages import made_pages
from thresher.training.validation import CrossValidation

STORY = [f"Grain number {line} is sown in autumn and cut in summer, said the farmer." for line in range(4)]
POSTS = [f"In my garden post number {line} grew rye that was taller than me." for line in range(4)]
TEASERS = "".join(f"<div><a href=/{item}>Short news number {item}</a></div>" for item in range(30))


def paragraphs(lines, name):
    return f'<div class="{name}">' + "".join(f"<p>{line}</p>" for line in lines) + "</div>"


ARTICLES = [
    LabelledPage(
        "own",
        f"article{number}",
        f"<title>Grain</title><ul><li>Menu</ul><main>{paragraphs(STORY, 'story')}<p>Imprint</p></main>",
        "\n".join(STORY),
        url=f"https://mill{number}.example/{number}",
        kind="article",
        title="Grain",
    )
    for number in range(12)
]
HOMES = [
    LabelledPage(
        "homes", f"home{n}", f"<title>News</title><div>{TEASERS}</div>", None, host=f"n{n}.example", kind="home"
    )
    for n in range(5)
]
THREADS = [
    LabelledPage(
        "threads", f"thread{n}", f"<h1>Rye</h1>{paragraphs(POSTS, 'posts')}", "\n".join(POSTS), host=f"t{n}.example",
        kind="forum",
    )
    for n in range(20)
]  # fmt: skip


def test_stories_stand_among_the_links_of_a_home_page():
    """The story is the content, the teasers around it are not; the page is one of the story's site, with its title."""
    made = list(made_pages(ARTICLES + HOMES, seed=1))
    assert 0 < len(made) <= len(HOMES)
    for page in made:
        example = example_of(page)
        assert (page.kind, page.url) == ("article", None)
        assert site_of(page) in {site_of(article) for article in ARTICLES}
        assert Page.from_html(page.html).title == "Grain"
        assert example.found == 1
        assert int((example.labels > 0.5).sum()) == len(STORY) < len(example.labels) / 2


def test_threads_stand_below_stories():
    """The story is the content, the posts below it are not; both are of one fold."""
    made = list(made_pages(ARTICLES + THREADS, seed=1))
    assert made
    for page in made:
        example = example_of(page)
        assert page.html.index(POSTS[0]) > page.html.index(STORY[-1])
        assert page.kind == "article"
        assert int((example.labels > 0.5).sum()) == len(STORY)
        assert any(fold_of_site(site_of(thread)) == fold_of_site(example.site) for thread in THREADS)


def test_same_seed_same_pages():
    """One seed makes the same pages, another one others."""
    one, again, other = ([page.html for page in made_pages(ARTICLES + HOMES, seed)] for seed in (1, 1, 2))
    assert one == again
    assert one != other


def test_made_pages_only_teach(monkeypatch):
    """Nobody is asked about a made page, and no model is taught one of a site that it is asked about."""
    taught = []
    monkeypatch.setattr(
        "thresher.training.validation.teach", lambda pages, _: taught.append({page.id for page in pages})
    )
    monkeypatch.setattr("thresher.training.validation.judge", lambda page, _: page)
    monkeypatch.setattr("thresher.training.validation.mean_f1", lambda _: np.nan)
    pages = [example_of(page) for page in ARTICLES]
    made = [example_of(page) for page in made_pages(ARTICLES + HOMES, seed=1)]
    asked = list(CrossValidation(pages, made, None).verdicts())
    assert sorted(page.id for page in asked) == sorted(page.id for page in pages)
    assert set.union(*taught) == {page.id for page in pages + made}
    for ids in taught:
        own = {each.split(" ")[0] for each in ids if " " in each}
        assert own <= ids
