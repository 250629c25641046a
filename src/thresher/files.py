"""Files that are there whole or not at all: work that breaks off leaves the old one, and errors name the file."""

from __future__ import annotations

import contextlib
import errno
import os
import uuid
from collections.abc import Iterator
from pathlib import Path

#: Codes of errors that say that there is no room for what was to be written; the system gives no name with them.
NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


@contextlib.contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """A temporary name to write to; what was written has the name *path* afterwards, unless an error came between.

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
    is_other = target.exists() and not target.is_file()
    # A pipe or a device is written to: it must not be replaced by a file.
    draft = target if is_other else target.with_name(f".thresher-{uuid.uuid4().hex}")
    try:
        if target.is_file() and not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        yield draft
        if not is_other:
            draft.replace(target)
    except OSError as error:
        if error.filename == str(draft) or (error.filename is None and error.errno in NO_ROOM):
            error.filename = str(path)
        raise
    finally:
        if not is_other:
            with contextlib.suppress(OSError):
                draft.unlink()


def write_whole(path: Path, text: str, errors: str = "strict") -> None:
    """Write a text in UTF-8; *errors* says what becomes of what UTF-8 cannot hold."""
    with whole_file(path) as draft:
        draft.write_text(text, encoding="utf-8", errors=errors)
