"""A process that writes records to a store: ``writer.py URL FIRST STOP``; after each batch it says so."""

from __future__ import annotations

import sys

from thresher.store import Store, StoredExtraction, StoredMedia
from thresher.store.store import BATCH


def made(number):
    """The record of a number, with a word of its own and a picture."""
    text = f"Sheaf number{number} stands in the barn. " * 5
    return StoredExtraction(f"https://barn.example/{number}", text, media=(StoredMedia("image", f"{number}.jpg"),))


def main(url, first, stop):
    """Write the records with the numbers from *first* to *stop*."""
    with Store.open(url) as store:
        for start in range(first, stop, BATCH):
            store.put_many(made(number) for number in range(start, min(start + BATCH, stop)))
            sys.stdout.write(f"{start}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
