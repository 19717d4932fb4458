"""Tables and small figures for notebooks."""

from __future__ import annotations

import html
from typing import Any, Iterable, List, Sequence, Tuple

_BLUE = "#3b6ea5"
_GREY = "#e5e7eb"


def text(value: Any) -> str:
    """A value as it is shown.

    >>> text(0.123456), text(None), text("a<b")
    ('0.1235', '', 'a&lt;b')
    """
    if value is None:
        return ""
    return html.escape("%.4g" % value if isinstance(value, float) else str(value))


def table(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """A table; values that begin with ``<svg`` are inserted as they are.

    >>> table(["a"], [[1]])
    '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>'
    """
    head = "".join("<th>" + html.escape(name) + "</th>" for name in header)
    body = "".join("<tr>" + "".join("<td>" + (value if isinstance(value, str) and value.startswith("<svg") else text(value)) + "</td>"
                                    for value in row) + "</tr>" for row in rows)
    return "<table><thead><tr>" + head + "</tr></thead><tbody>" + body + "</tbody></table>"


def bar(share: float, width: int = 160, height: int = 12) -> str:
    """A bar that is filled to a share.

    >>> 'width="80"' in bar(0.5)
    True
    """
    filled = round(width * min(1.0, max(0.0, share)))
    return ('<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" role="img" aria-label="%d %%">'
            '<rect width="%d" height="%d" fill="%s"/><rect width="%d" height="%d" fill="%s"/></svg>'
            % (width, height, round(100 * share), width, height, _GREY, filled, height, _BLUE))


def bars(values: Sequence[Tuple[str, float]]) -> str:
    """A row with a bar for each value; the largest fills its bar."""
    largest = max([value for _, value in values] + [0.0])
    rows: List[Sequence[Any]] = [[name, bar(value / largest if largest > 0 else 0.0), value] for name, value in values]
    return table(["symbol", "", "probability"], rows)
