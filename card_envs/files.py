"""Writing files: to a temporary name beside the file, then renamed, so that none is ever half written."""

from __future__ import annotations

import os
import tempfile
from io import BytesIO
from pathlib import Path
from typing import Any


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file whole, or not at all; its folder is made if need be."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def write_text(path: Path, text: str) -> None:
    """Write a text file whole, or not at all."""
    write_bytes(path, text.encode())


def write_figure(path: Path, figure: Any) -> None:
    """Write a matplotlib figure as a .png file whole, or not at all; the same figure gives the same bytes."""
    picture = BytesIO()
    figure.savefig(picture, format="png", dpi=120, metadata={"Software": None})
    write_bytes(path, picture.getvalue())
