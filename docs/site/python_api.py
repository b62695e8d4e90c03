# SPDX-License-Identifier: Apache-2.0
"""The pages of `import querent`, made of its docstrings: read as text, nothing is imported."""
import ast
import os
import re

PACKAGE = "apps/python/querent"
GROUPS = [("Asking", ["GraphClassifier", "GraphSession", "RowSession", "Question", "Recall", "Served"]),
          ("Graphs and embeddings", ["SpectralEmbedding", "as_graph", "NamedGraph", "label_spreading", "spread_scores",
                                     "label_walks", "correct_and_smooth", "propagated_features"]),
          ("Learners and rules", ["OnlineClassifier", "learner", "learner_names", "QueryRule", "Prediction", "query_rule_names"]),
          ("Experiments", ["play", "Play", "sweep", "Sweep"]),
          ("Files and data sets", ["read_graph", "GraphFile", "read_rows", "RowsFile", "datasets", "find_program",
                                   "ProgramNotFound"])]
ERRORS = {"DataError": ("ValueError", "bad data, with file, line and column"),
          "CorruptError": ("ValueError", "a damaged model or session, or one of other items"),
          "LimitError": ("MemoryError", "a limit was hit"), "NotConverged": ("RuntimeError", "eigenpairs were not found")}


def definitions(source):
    """{name: node} of all modules, with the functions of datasets as datasets.NAME; the names in __all__."""
    found, listed = {}, []
    folder = os.path.join(source, PACKAGE)
    for name in sorted(os.listdir(folder)):
        if not name.endswith(".py"):
            continue
        tree = ast.parse(open(os.path.join(folder, name), encoding="utf-8").read())
        for node in tree.body:
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                found[("datasets." if name == "datasets.py" else "") + node.name] = node
            if name == "__init__.py" and isinstance(node, ast.Assign) and node.targets[0].id == "__all__":
                listed = ast.literal_eval(node.value)
    return found, listed


def numpy_sections(text):
    """A docstring in NumPy's style as Markdown: underlined headings, `name : type` as a list."""
    lines, out, section = text.split("\n"), [], ""
    for k, line in enumerate(lines):
        after = lines[k + 1] if k + 1 < len(lines) else ""
        if line and re.fullmatch("-{3,}", after.strip()) and len(after.strip()) >= len(line.strip()) - 1:
            section = line.strip()
            out.append(f"\n*{section}*\n")
        elif re.fullmatch("-{3,}", line.strip()) and section:
            continue
        elif section and section != "Examples" and line and not line.startswith(" "):
            name, colon, kind = line.partition(" : ")
            out.append(f"- `{name}`" + (f" : {escaped(kind)}" if colon else ""))
        elif section == "Examples":
            out.append("    " + line if line else "")
        else:
            out.append(("  " if section else "") + escaped(line.strip()) if line.strip() else "")
    return "\n".join(out) + "\n"


def escaped(text):
    """Escapes Markdown's special characters outside of code."""
    parts = re.split(r"(``[^`]*``|`[^`]*`)", text)
    return "".join(part if k % 2 else re.sub(r"([*_<])", r"\\\1", part) for k, part in enumerate(parts))


def entry(name, node, level="##"):
    if isinstance(node, ast.ClassDef):
        made = [f for f in node.body if isinstance(f, ast.FunctionDef) and f.name == "__init__"]
        signature = f"class {name}" + (f"({arguments(made[0])})" if made else "")
    else:
        plain = any(isinstance(d, ast.Name) and d.id == "property" for d in node.decorator_list)
        signature = name if plain else f"{name}({arguments(node)})"
    text = f"\n{level} {name}\n\n```\n{signature}\n```\n\n" + numpy_sections(ast.get_docstring(node) or "")
    if isinstance(node, ast.ClassDef):
        for part in node.body:
            if isinstance(part, ast.FunctionDef) and not part.name.startswith("_") and ast.get_docstring(part):
                text += entry(part.name, part, level + "#")
    return text


def arguments(function):
    return re.sub(r"^(self|cls)(, )?", "", ast.unparse(function.args))


def python_page(source, learners):
    """(Markdown, names of __all__ that are missing on the page)."""
    found, listed = definitions(source)
    text = ["# Python\n\n`import querent`. [From Python](python.md) explains its use, and there is "
            "[a notebook](tour.ipynb). Every estimator has `get_params` and `set_params`.\n"]
    left = set(listed) - {"__version__"} - set(ERRORS)
    for title, names in GROUPS:
        text.append(f"\n# {title}\n")
        for name in names:
            left.discard(name)
            if name == "datasets":
                text += [entry(f"datasets.{n.partition('.')[2]}", node) for n, node in found.items() if n.startswith("datasets.")]
            else:
                text.append(entry(name, found[name]))
    text.append("\n# Learners by name\n\nEach is a class with the methods of `OnlineClassifier`; `querent learners NAME` lists "
                "its parameters.\n\n")
    word = lambda name: "".join(c if c.isalnum() else "_" for c in name)  # noqa: E731
    text += [f"- `querent.{word(spec['name'])}({', '.join(word(p['key']) for p in spec['params'])})`: "
             f"{escaped(spec['summary'])}\n" for spec in learners if spec["name"] != "auto"]
    text.append("\n# Errors\n\n")
    text += [f"- `{name}`, a `{base}`: {what}\n" for name, (base, what) in ERRORS.items()]
    return "".join(text), sorted(left)
