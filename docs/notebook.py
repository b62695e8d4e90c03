#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""notebook.py FILE.ipynb: runs the cells of a notebook in a folder of its own and stores their outputs: text, tables, figures.

  PYTHONPATH=build/release/python /usr/bin/python3 docs/notebook.py docs/tour.ipynb
"""
import ast, base64, contextlib, io, json, os, pathlib, sys, tempfile


def run(cell, names, number):
    """The outputs of a cell, as nbformat 4 has them."""
    tree = ast.parse("".join(cell["source"]))
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    silent = "".join(cell["source"]).rstrip().endswith(";")
    printed, value = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, f"cell {number}", "exec"), names)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), names)
    outputs = []
    if printed.getvalue():
        outputs.append({"output_type": "stream", "name": "stdout", "text": printed.getvalue().splitlines(True)})
    if value is not None and not silent:
        data = {"text/plain": repr(value).splitlines(True)}
        html = getattr(value, "_repr_html_", lambda: None)()
        if html:
            data["text/html"] = html.splitlines(True)
        outputs.append({"output_type": "execute_result", "execution_count": number, "metadata": {}, "data": data})
    if "plt" in names:
        for figure in names["plt"].get_fignums():
            picture = io.BytesIO()
            names["plt"].figure(figure).savefig(picture, format="png", dpi=72, metadata={"Software": None})
            outputs.append({"output_type": "display_data", "metadata": {},
                            "data": {"image/png": base64.b64encode(picture.getvalue()).decode(), "text/plain": ["<Figure>"]}})
        names["plt"].close("all")
    return outputs


def main(path):
    path = pathlib.Path(path).resolve()
    notebook, names, number = json.loads(path.read_text(encoding="utf-8")), {}, 0
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for cell in notebook["cells"]:
            if cell["cell_type"] == "code":
                number += 1
                cell["outputs"], cell["execution_count"] = run(cell, names, number), number
        os.chdir(path.parent)
    path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


main(sys.argv[1])
