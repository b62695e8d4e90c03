// SPDX-License-Identifier: Apache-2.0
// Finds sections by words. build.py writes `index` into search-index.js: for each section its link, the title of its
// page, its heading and its words.
"use strict";
const field = document.getElementById("search");
const results = document.getElementById("results");

function rank(section, words) {
  let sum = 0;
  for (const word of words) {
    if (section.heading.toLowerCase().includes(word)) sum += 100;
    else if (section.title.toLowerCase().includes(word)) sum += section.heading === "" ? 100 : 10;
    else if (section.text.includes(word)) sum += 1;
    else return 0;
  }
  return sum;
}

function show() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = words.length === 0 ? [] : index.map((section) => ({ section, points: rank(section, words) }))
    .filter((one) => one.points > 0)
    .sort((a, b) => b.points - a.points)
    .slice(0, 12);
  results.replaceChildren(...found.map(({ section }) => {
    const link = document.createElement("a");
    link.href = section.page;
    link.textContent = section.heading === "" ? section.title : section.title + " › " + section.heading;
    return link;
  }));
  if (words.length > 0 && found.length === 0) results.textContent = "nothing found";
}

field.addEventListener("input", show);
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && document.activeElement !== field) {
    event.preventDefault();
    field.focus();
  }
});
