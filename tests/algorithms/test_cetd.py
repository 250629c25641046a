"""CETD: the worked examples of the specification with their numbers, and its counts against a slow reading."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.algorithms.cetd import (
    CectdDs,
    CectdS,
    CetdDs,
    composite_text_density,
    count,
    own_text_weights,
    smoothed,
    text_density,
)
from thresher.page import Cleaning, Page

#: Example 2 of the paper, its outer element being the body here.
EXAMPLE = (
    "<body id=main><div id=article><div id=headline>South Korea to Hold Artillery Drills on Island</div>"
    "<div id=articleBody>The announcement came as<a id=a>Bill Richardson</a></div></div></body>"
)
NODES = ("main", "article", "headline", "articleBody", "a")
#: Three links and a paragraph: the body and the paragraph have the same density sum.
TIE = "<body><ul>" + f"<li><a>{'x' * 10}</a></li>" * 3 + f"</ul><p>{'y' * 120}</p></body>"


def view_of(html):
    return Page.from_html(html).view(Cleaning())


def densities(html, **switches):
    view = view_of(html)
    return view, count(view), composite_text_density(count(view), **switches)


def chosen(method, html):
    """The selected texts."""
    page = Page.from_html(html)
    return [page.text[run] for run in np.flatnonzero(method.select(page).runs)]


class TestExampleTwo:
    """The table of the specification for the paper's second example."""

    def test_counts(self):
        """Characters, tags, link characters and link tags."""
        counts = count(view_of(EXAMPLE))
        assert counts.chars.tolist() == [85, 85, 46, 39, 15]
        assert counts.tags.tolist() == [4, 3, 0, 1, 0]
        assert counts.link_chars.tolist() == [15, 15, 0, 15, 15]
        assert counts.link_tags.tolist() == [1, 1, 0, 1, 0]

    def test_text_density(self):
        """Characters per tag."""
        assert text_density(count(view_of(EXAMPLE))) == pytest.approx([21.25, 28.3333, 46, 39, 15], abs=5e-5)

    @pytest.mark.parametrize(
        ("switches", "expected"),
        [
            ({}, [51.9814, 62.9197, 202.8292, 29.5739, 0]),
            ({"repo_compat": True}, [51.9814, 62.9197, 194.6739, 29.5739, 0]),
        ],
        ids=["paper", "repo_compat"],
    )
    def test_composite_text_density(self, switches, expected):
        """Density weighed by links, as printed and as in the authors' program."""
        assert densities(EXAMPLE, **switches)[2] == pytest.approx(expected, abs=5e-5)

    def test_plain_density_sums(self):
        """With plain densities the article has the greatest sum, 46 + 39."""
        view = view_of(EXAMPLE)
        counts = count(view)
        sums = CetdDs(strict_paper=True).density_sums(view, counts, text_density(counts))
        assert sums[1] == 85 == sums.max()

    def test_strict_density_sums(self):
        """Without the text directly in elements."""
        view, counts, density = densities(EXAMPLE)
        sums = CectdDs(strict_paper=True).density_sums(view, counts, density)
        assert sums[:2] == pytest.approx([62.9197, 232.4031], abs=5e-5)

    def test_density_sums_with_runs(self):
        """A run of 24 characters adds its weight; a leaf's sum is its own density."""
        view, counts, density = densities(EXAMPLE)
        assert own_text_weights(np.array([24]), counts, composite=True) == pytest.approx([115.1635], abs=5e-5)
        sums = CectdDs().density_sums(view, counts, density)
        assert sums == pytest.approx([62.9197, 232.4031, 202.8292, 115.1635, 0], abs=5e-5)

    @pytest.mark.parametrize(("method", "threshold"), [(CetdDs(), 21.25), (CectdDs(), 51.9814)])
    def test_threshold_and_extraction(self, method, threshold):
        """The lowest density on the way to the body decides, and the article is extracted."""
        page = Page.from_html(EXAMPLE)
        selection = method.select(page)
        assert selection.threshold == pytest.approx(threshold, abs=5e-5)
        assert selection.runs.all()

    def test_smoothing(self):
        """Headline and body of the article are averaged with each other, with weights of two to one."""
        view, _, density = densities(EXAMPLE)
        parent, end = view.parent - view.body, view.end - view.body
        found = smoothed(density, parent[view.body :], end[view.body :])
        assert found[2:4] == pytest.approx([145.0774, 87.3257], abs=1e-4)
        assert found[[0, 1, 4]] == pytest.approx(density[[0, 1, 4]])


class TestLinkTags:
    """The rule that makes a subtree of nothing but links have no density."""

    LIST = f"<ul>{'<li><a>0123456789</a></li>' * 3}</ul>"

    def test_links_only(self):
        """In a list of links, the items count as link tags too, so that its density is 0."""
        html = f"<body>{self.LIST}<p>{'y' * 120}</p></body>"
        view, counts, density = densities(html)
        row = view.tag.index("ul") - view.body
        assert counts.link_share == 0.2
        assert (counts.tags[row], counts.link_tags[row], density[row]) == (6, 6, 0)

    def test_plain_reading(self):
        """Counting only the anchors would give the list a density of 1.806."""
        counts = count(view_of(f"<body>{self.LIST}<p>{'y' * 120}</p></body>"))
        row = 1
        plain = type(counts)(counts.chars, counts.tags, counts.link_chars, np.where(np.arange(9) == row, 3, 0))
        assert composite_text_density(plain)[row] == pytest.approx(1.806, abs=5e-4)

    @pytest.mark.parametrize("name", ["button", "select"])
    def test_buttons_and_lists_are_links(self, name):
        """Buttons and drop-down lists count as hyperlinks."""
        inside = "<option>Go there" if name == "select" else "Go there"
        counts = count(view_of(f"<p>{'y' * 50}<{name}>{inside}</{name}></p>"))
        assert counts.link_chars[0] == 8


class TestTies:
    """A body whose one dense child is a leaf ties with it."""

    def test_densities(self):
        """The numbers of the specification: the list has none, the body little, both sums are the same."""
        view, counts, density = densities(TIE)
        sums = CectdDs().density_sums(view, counts, density)
        paragraph = view.tag.index("p") - view.body
        assert density[[0, 1]] == pytest.approx([22.5805, 0], abs=5e-5)
        assert sums[[0, paragraph]] == pytest.approx([482.9863, 482.9863], abs=5e-5)

    def test_the_deepest_wins(self):
        """By default the paragraph is content and the menu is not."""
        assert chosen(CectdDs(), TIE) == ["y" * 120]

    def test_the_first_wins_in_the_program(self):
        """As in the authors' program, the body itself wins, and the menu comes back."""
        view, counts, density = densities(TIE, repo_compat=True)
        sums = CectdDs(repo_compat=True).density_sums(view, counts, density)
        assert sums[[0, view.tag.index("p") - view.body]] == pytest.approx([478.5120, 478.5120], abs=5e-5)
        assert chosen(CectdDs(repo_compat=True), TIE) == ["x" * 10] * 3 + ["y" * 120]


MENU = "<ul>" + "".join(f"<li><a href=/{n}>Section {n}</a></li>" for n in range(12)) + "</ul>"
STORY = "".join(f"<p>{'Rye is sown in autumn and cut in the summer of the next year. ' * 3}</p>" for _ in range(4))
LINK = "<a href=/x>see there</a>"


class TestSwitches:
    """What each parameter does."""

    @pytest.mark.parametrize("method", [CetdDs, CectdDs, CectdS])
    def test_lambda_of_zero_keeps_everything(self, method):
        """λ = 0 keeps everything, and a smaller λ never keeps less."""
        page = Page.from_html(f"{MENU}<div>{STORY}</div><p>Short {LINK}</p>")
        sizes = [int(method(lam=lam).select(page).runs.sum()) for lam in (2, 1, 0.5, 0)]
        assert sizes == sorted(sizes)
        assert sizes[-1] == len(page.text)

    def test_several_content_blocks(self):
        """Content in two places is found in both, without the menu between them."""
        found = chosen(CectdDs(), f"<div>{STORY}{LINK}</div>{MENU}<div>{STORY}</div>")
        assert sum("Rye" in text for text in found) == 8
        assert not any("Section" in text for text in found)

    def test_content_is_not_looked_for_below_sparse_elements(self):
        """A dense paragraph in an element that is not dense enough is not visited (the paper's second algorithm)."""
        dense = f"<p>{'Dense it may be, and yet it is not found. ' * 9}</p>"
        html = f"<div>{STORY}{LINK}</div><div id=sparse>{MENU * 9}{dense}</div>"
        page = Page.from_html(html)
        selection = CectdDs().select(page)
        sparse, last = page.tag.index("div", page.tag.index("div") + 1), len(page.tag) - 1
        assert selection.score[sparse] < selection.threshold < selection.score[last]
        assert not any("Dense" in text for text in chosen(CectdDs(), html))

    def test_path_text(self):
        """Text directly in elements on the way to content is kept if asked for."""
        html = f"<div>Loose {MENU}<div>{STORY}</div></div>"
        assert "Loose " not in chosen(CectdDs(), html)
        assert "Loose " in chosen(CectdDs(keep_path_text=True), html)

    def test_a_page_without_links(self):
        """Without links all is content, as the paper says; or plain densities decide."""
        html = f"<div>{'<i>x</i>' * 30}</div><div>{STORY}</div>"
        assert len(chosen(CectdDs(), html)) == 34
        assert len(chosen(CectdDs(no_links="td"), html)) == 4

    def test_line_breaks(self):
        """Text parted by line breaks counts though it stands in no paragraph, unless the paper is taken strictly."""
        lines = "Rye is sown in autumn and cut in the summer of the next year.<br><br>" * 9
        html = f"<div>{MENU}</div><div id=c>{lines}{LINK}</div><div><p>Short one.</p><p>Short two.</p></div>"
        assert sum("Rye" in text for text in chosen(CectdDs(), html)) == 9

    def test_controls_in_content(self):
        """Buttons within content are left out of the text, unless they are asked for."""
        html = f"{MENU}<div>{STORY}<button>Share</button></div>"
        assert "Share" not in chosen(CectdDs(), html)
        assert "Share" in chosen(CectdDs(keep_controls=True), html)

    @pytest.mark.parametrize("method", [CetdDs(), CectdDs(), CectdS()])
    @pytest.mark.parametrize("html", ["", "<p> </p>", "<script>x</script>", "<p hidden>x</p>" * 3])
    def test_no_text(self, method, html):
        """A page without text has an empty selection with a reason."""
        selection = method.select(Page.from_html(html))
        assert (selection.outcome.value, selection.reason) == ("empty", "the page has no text")

    @pytest.mark.parametrize("method", [CetdDs(), CectdDs(), CectdS(), CectdDs(repo_compat=True, strict_paper=True)])
    @pytest.mark.parametrize("html", ["<a>x</a>", "x", "<p>x</p>", "<a>x</a>y", f"<a>{STORY}</a>"])
    def test_smallest_pages(self, method, html):
        """Zeros in every place of the formula give numbers, not warnings; text there is may be found or not."""
        selection = method.select(Page.from_html(html))
        assert selection.reason or selection.runs.any()
        assert not np.isinf(selection.score[~np.isnan(selection.score)]).any()


PIECES = [
    "<div>",
    "</div>",
    "<p>",
    "<a>",
    "</a>",
    "<ul>",
    "<li>",
    "</ul>",
    "text ",
    "<b>",
    "</b>",
    "<button>",
    "</button>",
    "<br>",
]


@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
def test_counts_against_a_slow_reading(html):
    """Link tags are those of a sweep from the last row to the first, as in the authors' program."""
    view = view_of(html)
    counts = count(view)
    body, n = view.body, len(view.tag)
    links = [view.tag[row] in ("a", "button", "select") for row in range(n)]
    inside = [any(links[other] for other in range(row + 1) if view.end[other] > row) for row in range(n)]
    chars = [int(view.own[row : view.end[row]].sum()) for row in range(n)]
    link_chars = [sum(int(view.own[other]) for other in range(row, view.end[row]) if inside[other]) for row in range(n)]
    tags = [int(view.end[row]) - row - 1 for row in range(n)]
    link_tags = [0] * n
    for row in range(n - 1, -1, -1):
        pure = tags[row] == link_tags[row] != 0 and chars[row] == link_chars[row]
        if inside[row]:
            link_tags[row] = tags[row]
        if view.parent[row] >= 0:
            link_tags[view.parent[row]] += link_tags[row] + (inside[row] or pure)
    assert counts.chars.tolist() == chars[body:]
    assert counts.link_chars.tolist() == link_chars[body:]
    assert counts.link_tags.tolist() == link_tags[body:]


@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join), st.booleans(), st.sampled_from([0.5, 1.0]))
def test_extraction_against_a_slow_reading(html, repo_compat, lam):
    """Content is what the paper's second algorithm marks, visiting elements one by one."""
    method = CectdDs(repo_compat=repo_compat, lam=lam, no_links="td", keep_controls=True)
    view = view_of(html)
    counts = count(view)
    if not counts.chars[0]:
        return
    density = method._density(counts)
    sums = method.density_sums(view, counts, density)
    body = view.body
    parent, end, depth = view.parent[body:] - body, view.end[body:] - body, view.depth[body:]

    def best(row):
        rows = list(range(row, end[row]))
        top = max(sums[rows])
        equal = [each for each in rows if sums[each] == pytest.approx(top, rel=2e-9, abs=0)]
        return equal[0] if repo_compat else max(equal, key=lambda each: (depth[each], -each))

    path, row = [], best(0)
    while row >= 0:
        path.append(row)
        row = int(parent[row])
    threshold = lam * min(density[path])
    marked = set()
    waiting = [0]
    while waiting:
        row = waiting.pop(0)
        if row not in marked and density[row] >= threshold:
            top = best(row)
            marked.update(range(top, end[top]))
            waiting.extend(child for child in range(len(parent)) if parent[child] == row)
    runs = {run for run, host in enumerate(view.host.tolist()) if host - body in marked}
    selection = method.select(view.origin)
    expected = runs if any(view.length[run] for run in runs) else set()
    assert set(np.flatnonzero(selection.runs)) == {int(view.runs[run]) for run in expected}
