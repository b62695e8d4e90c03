// SPDX-License-Identifier: Apache-2.0
// Guesses the roles of the dropped files by their names and first lines, and writes the commands that read them.
import { kOut, words } from "/commands.js";

export const kRoles = {
  edges: "graph: a list of edges, or a graph file",
  publications: "publications: an export of a database",
  rows: "table: one item per row",
  texts: "texts to show, by id",
  known: "known classes, by id",
  answers: "answers of querent",
  folder: "graph of `querent graph`",
  none: "not used, or named in more options",
};

export const kKinds = {
  "": "authors or publications, as the records suggest", citations: "publications, by citations", coauthors: "authors, by shared publications",
  coupling: "publications, by shared references", cocitations: "publications, by shared citing works", "papers-by-author": "publications, by shared authors",
};

const kPublications = ["ris", "bib", "nbib", "ciw", "enw"];
const kGraphs = ["graphml", "gexf", "gml", "net", "mtx", "edges", "edgelist", "el"];
const kRowFiles = ["npy", "npz", "arff", "svm", "svmlight", "libsvm"];
const kFirst = 1 << 16;  // bytes of a file that are looked at

const isNumber = (word) => word.trim() !== "" && !Number.isNaN(Number(word));

// Lines of the beginning, without a last one that may be cut off.
function beginning(bytes) {
  const text = new TextDecoder().decode(bytes.subarray(0, kFirst));
  const lines = text.split(/\r?\n/);
  if (bytes.length > kFirst || lines.at(-1) === "") lines.pop();
  return lines.filter((line) => line !== "" && !/^[#%]/.test(line));
}

function cells(lines) {
  const delimiter = ["\t", ";", ","].find((one) => lines[0].includes(one)) ?? " ";
  return lines.map((line) => line.split(delimiter));
}

function isPublications(name, text) {
  return kPublications.some((ending) => name.endsWith(`.${ending}`)) || /^\s*@\w+\s*{/.test(text) || /^(FN |PT[ \t]|TY {2}- |PMID- )/m.test(text.slice(0, 2000)) ||
    text.includes("<PubmedArticle") || text.includes("<dblp") || /"(id|ids)":\s*"?(https:\/\/openalex|\{"openalex)/.test(text) || /"(DOI|paperId|referenced_works)":/.test(text) ||
    /\b(Lens ID|EID|Source title)\b|title.*abstract|abstract.*title/i.test(text.split("\n", 1)[0]);
}

// The part of a table of texts: ids in the first column, words in another.
function ofTable(table) {
  const [header, ...rows] = table;
  const columns = header.length;
  const sample = rows.length > 0 ? rows : table;
  const numeric = header.map((_, column) => sample.every((row) => row[column] === undefined || row[column] === "" || isNumber(row[column])));
  const distinct = (column) => new Set(sample.map((row) => row[column])).size;
  const areNodes = columns >= 2 && columns <= 3 && (columns < 3 || numeric[2]);
  if (areNodes && /source|from|node1|:START_ID/i.test(header[0])) return "edges";
  if (columns >= 2 && distinct(0) === sample.length) {  // an id per line
    if (columns === 2 && distinct(1) <= Math.max(2, sample.length / 3) && sample.length > 5) return "known";
    if (numeric.filter(Boolean).length <= 1 && !areNodes) return "texts";
    if (/^(id|node|key)$/i.test(header[0].trim()) && /title|name|text|label/i.test(header[1])) return "texts";
  }
  if (areNodes) return "edges";
  return numeric.filter(Boolean).length >= columns / 2 ? "rows" : "texts";
}

function roleOf({ path, bytes }, isInGraphFolder) {
  const name = path.toLowerCase().split("/").at(-1);
  if (/^(answers\.(sqlite|head)|web\.json$)/.test(name)) return "answers";
  if (isInGraphFolder) return "folder";
  if (kGraphs.some((ending) => name.endsWith(`.${ending}`))) return "edges";
  if (kRowFiles.some((ending) => name.endsWith(`.${ending}`)) || /-idx3-ubyte$/.test(name)) return "rows";
  const text = new TextDecoder().decode(bytes.subarray(0, kFirst));
  if (isPublications(name, text)) return "publications";
  if (/\.gz$/.test(name)) return /edge|graph/.test(name) ? "edges" : "publications";
  if (/^\s*[<{[]/.test(text)) return "edges";
  const lines = beginning(bytes);
  return lines.length === 0 ? "none" : ofTable(cells(lines));
}

/** Gives every file a role. Folders of `querent graph` have a manifest. */
export function guess(files) {
  const folders = files.filter(({ path }) => path.endsWith("/manifest.json")).map(({ path }) => path.slice(0, -"manifest.json".length));
  for (const file of files) file.role = roleOf(file, folders.some((folder) => file.path.startsWith(folder)));
  // one source is enough: without edges, a table of texts is a table of rows
  const has = (role) => files.some((file) => file.role === role);
  if (!has("edges") && !has("publications") && !has("rows") && !has("folder")) {
    const texts = files.find((file) => file.role === "texts" || file.role === "known");
    if (texts) texts.role = "rows";
  }
  const edges = files.filter((file) => file.role === "edges");
  for (const file of edges.slice(1)) file.role = "none";
}

// Columns of a table of rows that have other values than numbers.
function columnsOfWords({ path, bytes }) {
  if (!/\.(csv|tsv|txt)$/i.test(path)) return [];
  const [header, ...rows] = cells(beginning(bytes));
  if (rows.length === 0) return [];
  return header.map((_, column) => column + 1).filter((column) => rows.some((row) => row[column - 1] !== undefined && row[column - 1] !== "" && !isNumber(row[column - 1])));
}

/** The commands of the program, each as its words; `fields` are those of the form. */
export function commandsOf(files, { classes, kind, find, seed, more }) {
  const of = (role) => files.filter((file) => file.role === role).map(({ path }) => path);
  const commands = [];
  const ask = ["ask"];
  const [edges] = of("edges"), publications = of("publications"), [rows] = files.filter((file) => file.role === "rows"), [folder] = of("folder");
  if (publications.length > 0) {
    commands.push(["graph", ...publications, ...(kind ? ["--kind", kind] : find ? ["--kind", "citations"] : []), "--out", "graph"]);
    ask.push("graph");
  } else if (folder) ask.push(folder.slice(0, folder.lastIndexOf("/")));
  else if (edges) ask.push("--edges", edges);
  else if (rows) {
    ask.push(rows.path);
    if (/\.(csv|tsv|txt|arff)$/i.test(rows.path)) ask.push("--label-column", "none");
    for (const column of columnsOfWords(rows)) ask.push("--drop-column", `${column}`);
  }
  const [texts] = of("texts"), [known] = of("known");
  if (texts) ask.push("--show", texts);
  if (known) ask.push("--seeds", known);
  const names = classes.split(",").map((name) => name.trim()).filter(Boolean);
  if (names.length > 0) ask.push("--classes", names.join(","));
  if (find) ask.push("--find", "relevant");
  if (seed) ask.push("--seed", seed);
  commands.push([...ask, ...words(more), "--out", kOut]);
  return commands;
}
