"""Files that are written completely or not at all: interrupted work keeps the old file, and errors name the file."""

from __future__ import annotations

import contextlib
import errno
import os
import uuid
from collections.abc import Iterator
from pathlib import Path

#: Error codes for a lack of disk space; the system gives no file name with them.
NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


@contextlib.contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """A temporary path to write to; it is renamed to *path* afterwards, unless an error occurs.

    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> with whole_file(folder / "rye.txt") as draft:
    ...     _ = draft.write_text("half a l")
    ...     list(folder.glob("*.txt"))
    []
    >>> (folder / "rye.txt").read_text()
    'half a l'
    """
    target = Path(os.path.realpath(path))
    is_special = target.exists() and not target.is_file()
    # A pipe or a device is written to directly: it must not be replaced by a file.
    draft = target if is_special else target.with_name(f".thresher-{uuid.uuid4().hex}")
    try:
        if target.is_file() and not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        yield draft
        if not is_special:
            draft.replace(target)
    except OSError as error:
        if error.filename == str(draft) or (error.filename is None and error.errno in NO_ROOM):
            error.filename = str(path)
        raise
    finally:
        if not is_special:
            with contextlib.suppress(OSError):
                draft.unlink()


def write_whole(path: Path, text: str, errors: str = "strict") -> None:
    """Write a text in UTF-8; *errors* says how to handle characters that UTF-8 cannot encode."""
    with whole_file(path) as draft:
        draft.write_text(text, encoding="utf-8", errors=errors)
