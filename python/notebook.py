"""Runs the cells of a notebook in this process and fails with the first one that fails; writes nothing.

    python3 notebook.py tour.ipynb
"""

import ast
import json
import sys


def run(path):
    """Runs the notebook; returns the last values of its cells, as a notebook shows them."""
    with open(path, encoding="utf-8") as file:
        cells = [cell for cell in json.load(file)["cells"] if cell["cell_type"] == "code"]
    names = {"__name__": "__main__"}
    shown = []
    for number, cell in enumerate(cells, 1):
        source = "".join(cell["source"])
        tree = ast.parse(source, "%s, code cell %d" % (path, number))
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, "%s, code cell %d" % (path, number), "exec"), names)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), "%s, code cell %d" % (path, number), "eval"), names)
            html = getattr(value, "_repr_html_", lambda: None)()
            shown.append(html if html is not None else repr(value))
    return shown


if __name__ == "__main__":
    print("%d cells showed a result" % len(run(sys.argv[1])))
