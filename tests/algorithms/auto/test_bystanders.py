"""What opens over a page, stands in its footer or below every post of a writer is no part of what it says."""

from __future__ import annotations

from thresher import Page, extract
from thresher.algorithms.auto.bystanders import bystander_blocks
from thresher.algorithms.auto.features import look

STORY = [
    "The mill at the lower bridge grinds spelt again, four days a week, and sells the flour from its own door.",
    "Its stones were cut in the valley two hundred years ago, and the wheel is fed by a channel dug by monks.",
    "Whoever brings a sack of grain may watch, help with the sieves, and carry the flour home an hour later.",
]
TERMS = [
    "We keep what you tell us for as long as the law asks, and we show it to nobody who does not need it for our work.",
    "You may ask at any time what we know about you, have it mended where it is wrong, and have it deleted as a whole.",
]
POSTS = [
    "Has anybody dressed a pair of stones of this size, and how long did it take you from the first cut to the last?",
    "Two weeks with a helper, in winter, and I would not do it again without a crane to turn the upper stone over.",
    "Three weeks here, but ours had not been touched for forty years, and the furrows were hardly to be seen at all.",
    "Ask the people at the museum, they lend their tools, and one of them came over and showed us how to hold them.",
]
SIGNATURE = "Spelt is the future, rye is the past, and oats are for horses who have never tasted either of them."


def paragraphs(texts):
    return "".join(f"<p>{text}</p>" for text in texts)


def text_of(body, title="The mill at the lower bridge"):
    return extract(f"<!doctype html><title>{title}</title><body>{body}", algorithm="auto").text


def test_a_dialog_beside_the_text_is_left_out():
    """A dialog reads like the text, and is none of it."""
    dialog = f"<div class='info-modal' id=terms><h2>What we keep</h2>{paragraphs(TERMS)}</div>"
    text = text_of(f"<main><h1>The mill at the lower bridge</h1>{paragraphs(STORY)}{dialog}</main>")
    assert all(line in text for line in STORY)
    assert "as long as the law asks" not in text


def test_the_footer_of_a_page_is_left_out():
    """A footer may read like the text; that of an article may be a part of it, and is left to the model."""
    head, footer = (
        f"<h1>The mill at the lower bridge</h1>{paragraphs(STORY)}",
        f"<footer>{paragraphs(TERMS)}</footer>",
    )
    assert TERMS[0] not in text_of(f"<div>{head}{footer}</div>")
    assert bystander_blocks(look(Page.from_html(f"<div>{head}{footer}</div>"))).any()
    assert not bystander_blocks(look(Page.from_html(f"<article>{head}{footer}</article>"))).any()


def test_a_page_in_a_dialog_is_read():
    """A page of which most is in a dialog is about what the dialog says."""
    aside = f"<div class=lead><p>{TERMS[0]}</p></div>"
    text = text_of(f"{aside}<div role=dialog><h1>The mill at the lower bridge</h1>{paragraphs(STORY)}</div>")
    assert all(line in text for line in STORY)


def test_signatures_are_no_part_of_posts():
    """What stands below every post of a writer is left out of the thread."""
    posts = "".join(
        f"<li class=post><b class=author>Ann</b><div class=post-body><p>{text}</p></div>"
        f"<div class=signature><p>{SIGNATURE}</p></div></li>"
        for text in POSTS
    )
    text = text_of(f"<h1>Dressing stones</h1><ol class=thread-posts>{posts}</ol>", "Dressing stones - Millers' forum")
    assert all(post in text for post in POSTS)
    assert SIGNATURE not in text
