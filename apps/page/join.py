#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes querent.html, one file without a server: join.py SOURCE MODULE OUT

SOURCE is the folder of the project, MODULE has querent.js and querent.wasm of emscripten, OUT is the file to write. The
page is that of `querent ask --web` with the modules of apps/page before its own of the same name; the program is in it
as gzip in base64, which the browser unpacks.
"""
import base64
import gzip
import hashlib
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

D3 = [f"/usr/share/nodejs/d3-{name}/dist/d3-{name}.min.js" for name in ("collection", "dispatch", "quadtree", "timer", "force")]
# whose code is in the program; each has a file of Debian with its licence
LIBRARIES = ["libeigen3-dev", "libspectra-dev", "libsqlite3-dev", "libfmt-dev", "nlohmann-json3-dev", "libcli11-dev", "zlib1g-dev", "libexpat1-dev",
             "libutf8proc-dev", "libsimdjson-dev", "emscripten"]  # Boost's licence asks for nothing in a program


def script(source, main, d3):
    """The modules from `main` on, joined by cmake/QuerentPage.cmake."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "script.js"
        subprocess.run(["cmake", f"-DFOLDER={source / 'apps/page'},{source / 'apps/ask/web/page'}", f"-DMAIN={main}", f"-DD3={','.join(d3)}",
                        f"-DSCRIPT={out}", "-P", source / "cmake/QuerentPage.cmake"], check=True)
        return out.read_text()


def digits(source):
    """The embedded digits 1 to 5 as an IDX file of pictures."""
    rows = [line.split(",") for line in gzip.decompress((source / "datasets/embedded/vectors/digits/rows.csv.gz").read_bytes()).decode().split()]
    pictures = [bytes(15 * int(value) for value in row[:-1]) for row in rows if "1" <= row[-1] <= "5"]
    return struct.pack(">IIII", 0x00000803, len(pictures), 8, 8) + b"".join(pictures)


def licences(source):
    """Texts of all licences, compressed."""
    texts = [(source / "LICENSE").read_text(), (source / "apps/ask/web/page/licences.txt").read_text()]
    for library in LIBRARIES:
        file = pathlib.Path("/usr/share/doc") / library / "copyright"
        if file.exists():
            texts.append(f"{library}\n\n{file.read_text(errors='replace')}")
    return gzip.compress(("\n" + 80 * "=" + "\n\n").join(texts).encode(), 9, mtime=0)


def data(name, text):
    """Text for the script, not code. Nothing in it ends the element."""
    text = text.replace("</script", "<\\/script").replace("<!--", "<\\!--")
    return f'<script type="text/plain" id="{name}">{text}</script>\n'


def joined(source, module):
    packed = lambda content: base64.b64encode(content).decode()
    page = (source / "apps/ask/web/page/index.html").read_text()
    style = (source / "apps/ask/web/page/style.css").read_text() + (source / "apps/page/start.css").read_text()
    icon = (source / "apps/ask/web/page/icon.svg").read_bytes()
    code = script(source, "start", D3)
    if re.search(r"</script|<!--", code):
        sys.exit("the script would end its element")
    worker = (module / "querent.js").read_text() + "\n" + script(source, "worker", [])
    style = f"\n{style}"
    allowed = lambda text: f"'sha256-{packed(hashlib.sha256(text.encode()).digest())}'"
    policy = (f"default-src 'none'; script-src {allowed(code)} 'wasm-unsafe-eval'; worker-src blob:; style-src {allowed(style)}; "
              "img-src data:; connect-src 'none'; base-uri 'none'; form-action 'none'")
    replaced = {
        '<meta charset="utf-8">': f'<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<link rel="icon" href="/icon.svg">': f'<link rel="icon" href="data:image/svg+xml;base64,{packed(icon)}">',
        '<link rel="stylesheet" href="/style.css">': f"<style>{style}</style>",
        '<script src="/page.js" defer></script>\n': "",
        "</body>": data("worker", worker) + data("program", packed(gzip.compress((module / "querent.wasm").read_bytes(), 9, mtime=0)))
                   + data("sample-data", packed(digits(source))) + data("licences", packed(licences(source))) + f"<script>{code}</script>\n</body>",
    }
    for old, new in replaced.items():
        if page.count(old) != 1:
            sys.exit(f"index.html: expected one {old}")
        page = page.replace(old, new)
    return page


def main():
    source, module, out = (pathlib.Path(path) for path in sys.argv[1:4])
    page = joined(source.resolve(), module).encode()
    out.write_bytes(page)
    print(f"{out}: {len(page) / 1e6:.2f} MB, {len(gzip.compress(page)) / 1e6:.2f} MB compressed")


if __name__ == "__main__":
    main()
