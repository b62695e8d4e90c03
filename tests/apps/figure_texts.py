# SPDX-License-Identifier: Apache-2.0
"""In a browser, no text of a figure covers another or leaves the picture, and dark mode has light texts: figure_texts.py QUERENT

Draws a curve, the recall of a class and a sweep for each width, and lets Chromium measure its own letters."""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SCRIPT = """
const found = [...document.querySelectorAll("body > svg")].map((svg) => {
  const edge = svg.getBoundingClientRect();
  const texts = [...svg.querySelectorAll("text")].map((text) => [text.textContent, text.getBoundingClientRect()]);
  const bad = [];
  texts.forEach(([text, a], k) => {
    if (a.left < edge.left || a.right > edge.right || a.top < edge.top || a.bottom > edge.bottom) bad.push(`${text} is cut off`);
    for (const [other, b] of texts.slice(0, k))
      if (a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom) bad.push(`${text} covers ${other}`);
  });
  const style = (name) => getComputedStyle(svg.querySelector(name)).fill;
  return { texts: texts.length, bad, ground: style(".q-ground"), ink: style(".q-ink") };
});
document.body.textContent = "found " + JSON.stringify(found) + " end";
"""


def measured(folder, pictures, *options):
    page = folder / "page.html"
    page.write_text('<!doctype html><meta charset="utf-8"><meta name="color-scheme" content="light dark"><body>'
                    + "".join(svg.read_text() for svg in pictures) + f"<script>{SCRIPT}</script>")
    command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/chromium", *options, "--dump-dom", page.as_uri()]
    shown = subprocess.run(command, check=True, capture_output=True, text=True, timeout=120).stdout
    return json.loads(re.search(r"found (\[.*\]) end", shown)[1])


def lightness(colour):
    return sum(int(channel) for channel in re.findall(r"\d+", colour)[:3])


def main():
    if shutil.which("chromium") is None:
        print("skipped: chromium is not installed")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        text = "".join(f"{1 if (i * 7919 % 97) % 3 else -1} 1:{i * 7919 % 97} 2:{i * 104729 % 89}\n" for i in range(120))
        (folder / "rows.svm").write_text(text)
        pictures = []
        for width in ("screen", "page", "column"):
            figures = ["--figure-format", "svg", "--figure-width", width, "--runs", "2", "-q"]
            for command in (["sweep", folder / "rows.svm", "--learner", "PA-I", "--learner", "AROW", "--out", folder / f"sweep-{width}"],
                            ["run", "karate", "--learner", "MSG", "--learner", "RLS-all", "--out", folder / f"curve-{width}"],
                            ["run", "karate", "--find", "Officer", "--seeds", "one-per-class", "--out", folder / f"run-{width}"]):
                subprocess.run([sys.argv[1], *command, *figures], check=True, stdout=subprocess.DEVNULL)
        pictures = sorted(folder.glob("*/*.svg"))
        light = measured(folder, pictures)
        dark = measured(folder, pictures, "--blink-settings=preferredColorScheme=0")
    assert len(light) == len(dark) == len(pictures) == 9, (len(light), len(dark), pictures)
    bad = [(picture.name, *one["bad"]) for picture, one in zip(pictures, light) if one["bad"] or one["texts"] < 10]
    assert not bad, bad
    assert all(lightness(one["ground"]) > 700 and lightness(one["ink"]) < 150 for one in light), light
    assert all(lightness(one["ground"]) < 150 and lightness(one["ink"]) > 600 for one in dark), dark
    print(f"{len(light)} figures, {sum(one['texts'] for one in light)} texts, none covers another")


main()
