// SPDX-License-Identifier: Apache-2.0
// Finds pages by words. build.py writes `index` into search-index.js, with the title, headings and words of each page.
"use strict";
const field = document.getElementById("search");
const results = document.getElementById("results");

function rank(page, words) {
  let sum = 0;
  for (const word of words) {
    if (page.title.toLowerCase().includes(word)) sum += 100;
    else if (page.headings.toLowerCase().includes(word)) sum += 10;
    else if (page.text.includes(word)) sum += 1;
    else return 0;
  }
  return sum;
}

function show() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = words.length === 0 ? [] : index.map((page) => ({ page, points: rank(page, words) }))
    .filter((one) => one.points > 0)
    .sort((a, b) => b.points - a.points)
    .slice(0, 12);
  results.replaceChildren(...found.map(({ page }) => {
    const link = document.createElement("a");
    link.href = page.name + ".html";
    link.textContent = page.title;
    return link;
  }));
  if (words.length > 0 && found.length === 0) results.textContent = "no page found";
}

field.addEventListener("input", show);
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && document.activeElement !== field) {
    event.preventDefault();
    field.focus();
  }
});
