#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""build.py QUERENT OUT: the documentation site, without a network.

cmark-gfm converts Markdown to HTML, Doxygen makes the API pages. The page of an algorithm combines the opening block of its
header, the parameters listed by the program and the rows of docs/reproduced.tsv. A learner or query rule without a page, and
a link to a missing page, fail the build.
"""
import glob, html, json, os, re, shutil, subprocess, sys

import python_api

SOURCE = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", ".."))
PAGES = [("README.md", "index", "querent"), ("docs/ask.md", "ask", "Labelling a graph"), ("docs/ask/page.md", "ask-page", "The page"),
         ("docs/cookbook.md", "cookbook", "Cookbook"), ("docs/python.md", "python", "From Python"), ("docs/tour.md", "tour", "Ten minutes on Cora"),
         ("docs/choose.md", "choose", "Choosing a learner"), ("docs/auto.md", "auto", "auto"), ("docs/learning.md", "learning", "Linear learners"), ("docs/formats.md", "formats", "Formats"), ("docs/bibliography.md", "bibliography", "From a bibliography"), ("docs/review.md", "review", "Systematic reviews"), ("docs/opinions.md", "opinions", "Opinions of machines"), ("docs/memory.md", "memory", "Graphs from memory"),
         ("docs/options.md", "options", "Options"),
         ("docs/MODELS.md", "models", "Models"),
         ("docs/EMBEDDING.md", "embedding", "Embedding"), ("docs/DISTRIBUTED.md", "distributed", "More than one machine"),
         ("docs/PERFORMANCE.md", "performance", "Performance"),
         ("docs/REPRODUCED.md", "reproduced", "Reproduced papers"),
         ("learners/README.md", "add-a-learner", "Adding a learner"), ("datasets/README.md", "data", "Embedded data"),
         ("HACKING.md", "hacking", "The map"),
         *((f"docs/notes/{name}.md", f"notes-{name}", f"Notes: {title}") for name, title in
           (("auto", "auto"), ("ask", "querent ask"), ("reproduction", "reproduced papers"), ("embedding", "embedding"), ("distributed", "several ranks"), ("performance", "performance"))),
         ("CHANGELOG.md", "changelog", "Changes")]

MENU = 36  # letters of an entry of the menu


def header_with(text, folder="*"):
    """The header below learners/ that contains `text`."""
    found = [path for path in glob.glob(os.path.join(SOURCE, "learners", folder, "*.hpp"))
             if text in open(path, encoding="utf-8").read()]
    return os.path.relpath(found[0], os.path.join(SOURCE, "learners")).removesuffix(".hpp") if len(found) == 1 else None


def header_of(learner):
    """Only the algorithm's file contains its update in quotes: UpdateCard of learners/param.hpp."""
    header = header_with(f'"{learner["update"]}"')
    if not header:
        raise SystemExit(f"{learner['name']}: expected its update \"{learner['update']}\" in one header below learners/")
    return header


def rule_header(name):
    return (header_with(f'kName = "{name}"', "query") or header_with(f'is("{name}")', "query") or header_with(f"`{name}`    ", "query")
            or sys.exit(f"{name}: expected a header of this name in learners/query"))


def opening_block(path):
    lines = open(path, encoding="utf-8").read().split("\n")[1:]
    block = []
    for line in lines:
        if not line.startswith("//"):
            break
        block.append(line[2:].removeprefix(" "))
    return block


def block_markdown(block):
    """Paragraphs unchanged, indented lines (pseudo-code) as code."""
    text, code = [], False
    for line, after in zip(block + [""], block[1:] + ["", ""]):
        indented = line.startswith("  ") or (code and not line and after.startswith("  "))
        if indented != code:
            text.append("```" if indented else "```\n")
            code = indented
        text.append(line[2:] if indented else line.replace("<", "&lt;").replace("*", "\\*").replace("_", "\\_"))
    if code:
        text.append("```")
    return "\n".join(text)


def parameters(spec):
    if not spec["params"]:
        return "No parameters.\n"
    rows = ["| `--param` | default | allowed | meaning |", "| --- | --- | --- | --- |"]
    for p in spec["params"]:
        meaning = p["meaning"].replace("|", "\\|")
        allowed = p["allowed"].replace("|", "\\|")
        default = p["default"] if isinstance(p["default"], str) else f"{p['default']:g}"
        rows.append(f"| `{p['key']}` | {default} | {allowed} | {meaning} |")
    return "\n".join(rows) + "\n"


def reproduced():
    """{learner: [(paper, where, header of the table, row)]} from docs/reproduced.tsv."""
    rows_of, head = {}, "| metric | paper | ours |"
    for line in open(os.path.join(SOURCE, "docs/reproduced.tsv"), encoding="utf-8"):
        if line.startswith("#"):
            continue
        paper, table, dataset, name, metric, *numbers = line.rstrip("\n").split("\t")
        mean, deviation, _, ours, spread, _ = (f"{float(number):.4g}" for number in numbers)
        rows_of.setdefault(name, []).append(
            (f"`querent reproduce {paper}`", f"{table}, {dataset}", head,
             f"| {metric.replace('_', ' ')} | {mean} ± {deviation} | {ours} ± {spread} |"))
    return rows_of


def algorithm_pages(querent):
    """{name of the page: (title, Markdown)}"""
    known = json.loads(subprocess.run([querent, "learners", "--json"], capture_output=True, text=True, check=True).stdout)
    by_header, rows_of = {}, reproduced()
    for learner in known["learners"]:
        by_header.setdefault(header_of(learner), []).append(("learner", learner))
    for rule in known["query_rules"]:
        by_header.setdefault(rule_header(rule["name"]), []).append(("query rule", rule))
    pages = {}
    for header, specs in sorted(by_header.items()):
        path = os.path.join(SOURCE, "learners", header + ".hpp")
        block = opening_block(path)
        end = block.index("") if "" in block else len(block)
        title = " ".join(block[:end])
        text = [f"# {title}\n", f"From [learners/{header}.hpp](api/files.html), the file that is compiled.\n",
                block_markdown(block[end:])]
        for kind, spec in specs:
            text.append(f"\n## {spec['name']}\n\n{spec['summary'].rstrip('.')}. {spec['paper'].rstrip('.')}.\n")
            if kind == "learner":
                rule = spec["query"].split(":")[0]
                text.append(f"Update: {spec['update']}. Asks by [{spec['query']}]({slug(rule_header(rule))}.html).\n\n"
                            f"    querent run SOURCE --learner '{spec['name']}'\n")
            else:
                text.append(f"    querent run SOURCE --learner NAME --query {spec['name']}\n")
            text.append(parameters(spec))
            rows = rows_of.get(spec["name"], [])
            if rows:
                text.append(f"\n### {spec['name']} beside its papers\n")
            last = None
            for paper, heading, head, row in rows:
                if (head, paper) != last:
                    text.append(f"\n{paper}\n\n| where {head}\n|" + " --- |" * (head.count("|")))
                    last = (head, paper)
                text.append(f"| {heading} {row}")
        name = title.split(":")[0].split(";")[0].rstrip(".")
        if len(name) > MENU:  # the title is a sentence, so the menu has the names of its learners
            names = [spec["name"] for _, spec in specs]
            name = ", ".join(names) if len(", ".join(names)) <= MENU else names[0] + ", …"
        pages[slug(header)] = (name, "\n".join(text))
    return pages


def python_pages(querent, site):
    """The reference of the Python module."""
    known = json.loads(subprocess.run([querent, "learners", "--json"], capture_output=True, text=True, check=True).stdout)
    text, left = python_api.python_page(SOURCE, known["learners"])
    site.problems += [f"docs/site/python_api.py: {name} of querent.__all__ is missing in all groups" for name in left]
    return text


def slug(header):
    return header.replace("/", "-").replace("_", "-")


def to_html(markdown):
    return subprocess.run(["cmark-gfm", "--extension", "table", "--extension", "autolink", "--unsafe"], input=markdown,
                          capture_output=True, text=True, check=True).stdout


def anchors(body):
    """Adds anchors to headings, named as on GitHub; a cell that begins with a digit is not broken."""
    def named(match):
        words = html.unescape(re.sub(r"<[^>]*>", "", match[2])).lower()
        return f'<h{match[1]} id="{re.sub(r"[^a-z0-9 -]", "", words).replace(" ", "-")}">{match[2]}</h{match[1]}>'
    body = re.sub(r"<h([1-6])>(.*?)</h\1>", named, body)
    return re.sub(r"<td([^>]*)>([−+-]?[.0-9][^<]{0,24})</td>", r'<td\1 class="number">\2</td>', body)


class Site:
    def __init__(self, out):
        self.out, self.problems, self.written, self.index = out, [], {}, []
        shutil.rmtree(out, ignore_errors=True)
        os.makedirs(out)

    def link(self, target, page_source):
        """The target of a Markdown file's link on the site; files that are not pages are copied to the site."""
        if re.match(r"[a-z]+:|#", target) or target.startswith("api/"):
            return target
        path, _, anchor = target.partition("#")
        if path.endswith(".html"):
            return target
        file = os.path.normpath(os.path.join(os.path.dirname(page_source), path))
        for source, name, _ in self.pages:
            if source == file:
                return f"{name}.html" + (f"#{anchor}" if anchor else "")
        whole = os.path.join(SOURCE, file)
        if not os.path.exists(whole):
            self.problems.append(f"{page_source}: {target} does not exist")
        elif os.path.isfile(whole):
            os.makedirs(os.path.join(self.out, "files", os.path.dirname(file)), exist_ok=True)
            name = file if re.search(r"\.(png|svg)$", file) else file + ".txt"
            shutil.copyfile(whole, os.path.join(self.out, "files", name))
            return f"files/{name}"
        return target

    def write(self, name, title, body, source):
        body = re.sub(r'(href|src)="([^"]*)"', lambda m: f'{m[1]}="{self.link(html.unescape(m[2]), source)}"', body)
        def entry(n, t):
            here = ' class="here"' if n == name else ""
            return f'<a href="{n}.html"{here}>{html.escape(t)}</a>'
        menu = "".join(entry(n, t) for _, n, t in self.pages) + '<a href="python-api.html">API of Python</a><a href="api/index.html">API of C++ (Doxygen)</a>'
        for family, label in (("least-squares", "Least squares"), ("linear", "Linear"), ("multiclass", "Multiclass"),
                              ("kernel", "Kernel"), ("query", "Query rules")):
            menu += f"<p>{label}</p>" + "".join(entry(n, t) for n, (t, _) in self.algorithms.items()
                                                if n.startswith(family + "-"))
        body = anchors(body)
        self.written[name] = body
        plain = lambda marked: html.unescape(re.sub(r"<[^>]*>", " ", marked))
        for section in re.split(r"(?=<h[1-4] id=)", body):
            heading = re.match(r'<h([1-4]) id="([^"]*)">(.*?)</h', section)
            words = set(re.findall(r"[^\s.,:;()=|`]{2,}", plain(section).lower()))
            if not words:
                continue
            first = heading is None or heading[1] == "1"  # of the page
            self.index.append({"page": name + ".html" + ("" if first else "#" + heading[2]), "title": title,
                               "heading": "" if first else plain(heading[3]).strip(), "text": " ".join(sorted(words))})
        page = (f'<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
                f'<title>{html.escape(title)} — querent</title><link rel="stylesheet" href="style.css">'
                f'<input type="checkbox" id="menu"><label for="menu">Menu</label><nav><input type="search" id="search" '
                f'placeholder="Search ( / )" aria-label="Search the documentation"><div id="results" role="status"></div>{menu}</nav>'
                f'<main>{body}</main><script src="search-index.js"></script><script src="search.js"></script></html>\n')
        with open(os.path.join(self.out, name + ".html"), "w", encoding="utf-8") as file:
            file.write(page)


    def finish(self):
        """Writes the index of the search, and checks that every link to a heading finds it."""
        with open(os.path.join(self.out, "search-index.js"), "w", encoding="utf-8") as file:
            file.write("const index = " + json.dumps(self.index, ensure_ascii=False) + ";\n")
        for name in ("search.js", "style.css"):
            shutil.copyfile(os.path.join(SOURCE, "docs/site", name), os.path.join(self.out, name))
        for name, body in self.written.items():
            for page, anchor in re.findall(r'href="(?:([a-z0-9-]+)\.html)?#([^"]+)"', body):
                if f'id="{anchor}"' not in self.written.get(page or name, f'id="{anchor}"'):
                    self.problems.append(f"{name}.html: {page or name}.html has no heading #{anchor}")


def inside():
    """Headers that are not installed: those without an exported namespace (HACKING.md)."""
    for folder in ("datasets", "graph", "spectral", "learners/models", "learners/catalogue", "learners/session"):
        for where, _, names in os.walk(os.path.join(SOURCE, folder)):
            for name in names:
                path = os.path.join(where, name)
                if name.endswith(".hpp") and 'namespace [[gnu::visibility("default")]] querent' not in open(path, encoding="utf-8").read():
                    yield os.path.relpath(path, SOURCE)


def api(out):
    """Doxygen's pages of the public headers; returns its warnings."""
    config = open(os.path.join(SOURCE, "docs/site/Doxyfile"), encoding="utf-8").read() + f"\nOUTPUT_DIRECTORY = {out}\n"
    config += "EXCLUDE = " + " ".join(inside()) + "\n"
    run = subprocess.run(["doxygen", "-"], input=config, capture_output=True, text=True, cwd=SOURCE, check=True)
    return [line for line in run.stderr.split("\n") if "warning:" in line]


def main():
    querent, out = os.path.realpath(sys.argv[1]), os.path.realpath(sys.argv[2])
    site = Site(out)
    site.pages = [page for page in PAGES if os.path.exists(os.path.join(SOURCE, page[0]))]
    site.algorithms = algorithm_pages(querent)
    for source, name, title in site.pages:
        site.write(name, title, to_html(open(os.path.join(SOURCE, source), encoding="utf-8").read()), source)
    site.write("python-api", "API of Python", to_html(python_pages(querent, site)), "docs/python-api")
    for name, (title, markdown) in site.algorithms.items():
        site.write(name, title, to_html(markdown), f"docs/{name}")
    site.finish()
    print(f"{len(site.pages)} pages, {len(site.algorithms)} pages of algorithms")
    if "--no-api" not in sys.argv:
        warnings = api(out)
        by_folder = {}
        for line in warnings:
            folder = os.path.relpath(line.split(":")[0], SOURCE).split("/")[0]
            by_folder[folder] = by_folder.get(folder, 0) + 1
        print("public names without a docstring: " + (", ".join(f"{k} {v}" for k, v in sorted(by_folder.items())) or "none"))
        if "--warnings" in sys.argv:
            print("\n".join(warnings))
    for problem in site.problems:
        print(problem, file=sys.stderr)
    return 1 if site.problems else 0


if __name__ == "__main__":
    sys.exit(main())
