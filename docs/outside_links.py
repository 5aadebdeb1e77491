"""A hook of MkDocs: a link that leaves docs/ leads to the file in the repository instead.

On a forge the pages are read beside the code they link to; the site has the pages only. A link to a file that
does not exist is left as it is, so that a strict build refuses it.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any

_LINK = re.compile(r"\]\((?P<up>(?:\.\./)+)(?P<rest>[^)\s#]*)(?P<anchor>#[^)\s]*)?\)")
_ROOT = Path(__file__).resolve().parent.parent


def on_page_markdown(markdown: str, *, page: Any, config: Any, **_: Any) -> str:
    """The page's text with those links made absolute; the rest is as it was."""
    folder = posixpath.dirname("docs/" + page.file.src_uri)

    def outside(match: re.Match[str]) -> str:
        path = posixpath.normpath(posixpath.join(folder, match["up"] + match["rest"]))
        if path.startswith(("docs/", "../")) or not (_ROOT / path).exists():
            return match[0]
        kind = "tree" if (_ROOT / path).is_dir() else "blob"
        return f"]({config.extra['repository']}/{kind}/main/{path}{match['anchor'] or ''})"

    return _LINK.sub(outside, markdown)
