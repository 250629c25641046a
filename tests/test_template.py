"""The site style tree: importance as specified, learning bit by bit, files, and the mask."""

from __future__ import annotations

import json

import numpy as np
import pytest

from thresher.algorithms import create
from thresher.algorithms.ensemble import Serial
from thresher.errors import InputError
from thresher.page import Page
from thresher.template import StyleTree, Template, file
from thresher.template.importance import composite_importance, leaf_importance, node_importance
from thresher.template.style_tree import MAX_FEATURES, MAX_STYLES

STORIES = (
    "Winter rye went into the ground before the first frost came down from the hills.",
    "Nobody in the valley remembered an oat harvest as poor as that of last summer.",
    "The new mill grinds forty sacks of wheat in an hour and wakes the whole village.",
    "Barley prices fell again when three breweries closed their gates for good.",
)


def page_of(story: str) -> Page:
    """A page of a small site: a menu, a story, a box in the story, a footer."""
    return Page.from_html(
        "<ul><li><a href=/>Home</a><li><a href=/market>Market</a></ul>"
        f"<div><h1>{story[:20]}</h1><p>{story}<p>{story[::-1]}<div>Share this story with your friends</div></div>"
        "<p>All rights reserved by the miller"
    )


PAGES = [page_of(story) for story in STORIES]


def left(page: Page, mask: np.ndarray) -> str:
    return " ".join(text for text, kept in zip(page.text, mask.tolist(), strict=True) if kept)


def test_two_styles_on_four_pages_have_importance_one_half():
    """On four pages, two styles half and half: NodeImp 0.5; one style: 0; one page: 1."""
    assert node_importance([2, 2], 4) == pytest.approx(0.5)
    assert node_importance([4], 4) == 0
    assert node_importance([1], 1) == 1


def test_leaves_are_important_by_what_differs():
    """Words on every page say nothing, words on one page say all, words on half of the pages half."""
    assert leaf_importance([4, 4, 4], 4) == pytest.approx(0)
    assert leaf_importance([1, 1], 4) == 1
    assert leaf_importance([2], 4) == pytest.approx(0.5)
    assert leaf_importance([7], 1) == 1


def test_styles_and_what_is_in_them_are_weighed_by_gamma():
    """(1 - γ^l) NodeImp + γ^l Σ p CompImp(S)."""
    assert composite_importance([3, 1], [0.2, 0.8], 4, 0.9) == pytest.approx(
        (1 - 0.81) * node_importance([3, 1], 4) + 0.81 * (0.75 * 0.2 + 0.25 * 0.8)
    )


def test_the_importance_of_a_small_site_is_as_computed_by_hand():
    """A menu item is 0; a paragraph of a story 1; the element around both γ times their mean."""
    tree = StyleTree()
    for word in ("rye", "oats"):
        tree.learn(Page.from_html(f"<div><p>Home<p>{word}</div>"))
    importance = dict(zip([element.tag for element in tree.elements], Template(tree).importance, strict=True))
    numbers = Template(tree).importance
    assert numbers[-2:].tolist() == pytest.approx([0, 1])
    assert importance["div"] == pytest.approx(0.9 * 0.5)
    assert importance["body"] == pytest.approx(0.9 * 0.9 * 0.5)


def test_what_all_pages_share_is_masked_and_the_stories_are_not():
    """Menu, box and footer go; headings and paragraphs stay."""
    template = Template.learn(PAGES)
    for page, story in zip(PAGES, STORIES, strict=True):
        assert left(page, template.mask(page)) == f"{story[:20]} {story} {story[::-1]}"


def test_a_page_that_was_not_learned_is_masked_alike():
    """The template holds for other pages of the site."""
    unseen = page_of("Spelt bread rises slowly, so the baker gets up at two in the morning.")
    kept = left(unseen, Template.learn(PAGES).mask(unseen))
    assert kept.startswith("Spelt bread")
    assert "Share" not in kept
    assert "Home" not in kept


def test_one_page_teaches_nothing():
    """What was seen once may be anything: all stays."""
    assert Template.learn(PAGES[:1]).mask(PAGES[0]).all()
    assert Template().mask(PAGES[0]).all()


def test_a_page_of_another_site_is_left_alone():
    """Where no style matches, nothing is masked."""
    foreign = Page.from_html("<table><tr><td>Home<td>Market</table><blockquote>All rights reserved</blockquote>")
    assert Template.learn(PAGES).mask(foreign).all()


def test_apply_gives_a_view_without_the_template():
    """The view has the story and its elements only."""
    view = Template.learn(PAGES).apply(PAGES[0])
    assert "ul" not in view.tag
    assert "".join(view.text).startswith(STORIES[0][:20])


def test_a_template_goes_before_any_method():
    """In a row with a method, the template's text is out of reach for it."""
    method = Serial((Template.learn(PAGES), create("cectd-ds")))
    text = " ".join(method.select(PAGES[1]).texts())
    assert STORIES[1] in text
    assert "Share" not in text


def test_learning_bit_by_bit_is_learning_at_once(tmp_path):
    """Two pages, a file, two more pages: the same as four pages."""
    path = tmp_path / "site.json"
    Template.learn(PAGES[:2]).save(path)
    later = Template.learn(PAGES[2:], file.load(path))
    assert later.tree == Template.learn(PAGES).tree


def test_a_file_is_small_readable_and_versioned(tmp_path):
    """One line of JSON for each element, a version, and what was learned comes back."""
    path = tmp_path / "site.json"
    template = Template.learn(PAGES)
    template.save(path)
    data = json.loads(path.read_text(encoding="utf-8"))
    assert (data["format"], data["version"], data["pages"]) == ("thresher-template", 1, 4)
    assert len(path.read_text(encoding="utf-8").splitlines()) == len(data["elements"]) + 2
    assert Template.load(path).tree == template.tree
    assert path.stat().st_size < 20 * sum(map(len, STORIES))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not a thresher template"),
        ("[]", "not a thresher template"),
        ("{}", "not a thresher template"),
        ('{"format": "other", "version": 1}', "not a thresher template"),
        ('{"format": "thresher-template", "version": 2, "pages": 0, "elements": []}', "version 2"),
        ('{"format": "thresher-template", "version": 1, "pages": 0, "elements": []}', "no elements"),
        (
            '{"format": "thresher-template", "version": 1, "pages": 1, "elements": '
            '[{"tag": "html", "pages": 1, "styles": [{"pages": 1, "children": [0]}]}]}',
            "a smaller number",
        ),
        (
            '{"format": "thresher-template", "version": 1, "pages": 1, "elements": '
            '[{"tag": "html", "pages": 1, "features": {"x": 5}}]}',
            "do not add up",
        ),
        (
            '{"format": "thresher-template", "version": 1, "pages": 1, "elements": '
            '[{"tag": "html", "pages": 1, "styles": [{"pages": 1, "children": [7]}]}]}',
            "not a thresher template",
        ),
        ("[" * 200_000, "not a thresher template"),
    ],
)
def test_what_is_no_template_is_refused(tmp_path, text, reason):
    """A broken or foreign file is an error of ours, with the path and the reason."""
    path = tmp_path / "site.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=reason) as caught:
        Template.load(path)
    assert str(path) in str(caught.value)


def test_a_missing_file_is_an_error_of_ours(tmp_path):
    """The path is named."""
    with pytest.raises(InputError, match="none"):
        Template.load(tmp_path / "none.json")


def test_many_pages_do_not_make_the_tree_grow_for_ever():
    """Beyond a number of styles and words, an element only counts; it stays important."""
    tree = StyleTree()
    for number in range(MAX_STYLES + 8):
        tree.learn(Page.from_html("<div>" + "<p>x" * (number + 1) + f"</div><h1>{number} " + f"w{number} " * 20))
    body = tree.elements[1]
    div = tree.elements[next(iter(body.styles.values())).children[0]]
    heading = tree.elements[next(iter(body.styles.values())).children[1]]
    assert (len(div.styles), div.rare) == (MAX_STYLES, 8)
    assert len(heading.features) <= MAX_FEATURES
    assert not Template(tree).noise[tree.elements.index(div)]


def test_deep_nesting_is_no_problem(tmp_path):
    """A page nested 20,000 deep is learned, saved, loaded and masked."""
    page = Page.from_html("<div>" * 20_000 + "Rye")
    path = tmp_path / "deep.json"
    Template.learn([page, page]).save(path)
    assert not Template.load(path).mask(page).any()
