// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/manual/topics.hpp>

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include <querent/apps/terminal/visible_text.hpp>
#include <querent/learners/catalogue/catalogue.hpp>

namespace querent::apps {

namespace {

constexpr std::size_t kNameColumn = 18, kTextWidth = 120;

// "  family          A, B, C"; a full line continues under A.
std::string listed(const std::string& family, const std::vector<std::string>& names) {
  std::string text, line = fmt::format("  {:<16}", family);
  for (const auto& name : names) {
    const std::string word = name + (&name == &names.back() ? "" : ",");
    if (line.size() + 1 + word.size() > kTextWidth) {
      text += line + "\n";
      line = std::string(kNameColumn + 1, ' ') + word;
    } else {
      line += (line.size() < kNameColumn ? "" : " ") + word;
    }
  }
  return text + line + "\n";
}

// Learners have the names of their papers; the lists come from the catalogue.
std::string learners_text() {
  std::string text =
      R"(A learner updates the model from a label; a query rule decides whether to ask for the label. Each learner has the query
rule of its paper, and --query selects another. `querent learners` lists all learners with their papers, and `querent
learners NAME` shows the update, the rule and the parameters of one; --param KEY=VALUE sets a parameter.

)";
  std::vector<std::pair<std::string, std::vector<std::string>>> families;
  for (const auto& spec : learners()) {
    auto known = std::find_if(families.begin(), families.end(),
                              [&](const auto& family) { return family.first == spec.family; });
    if (known == families.end()) known = families.insert(known, {spec.family, {}});
    known->second.push_back(spec.name);
  }
  for (const auto& [family, names] : families) text += listed(family, names);
  std::vector<std::string> rules;
  for (const auto& spec : query_rules()) rules.push_back(spec.name);
  return text + listed("query rules", rules) + R"(
auto combines several views of a graph and its node features, and asks by the rule thrifty. With more than two classes,
linear and kernel learners use their multiclass form; for learners without one, --positive merges the classes into two.

  querent run cora --learner CMOG --query random:0.2
  querent run digits --learner MPAA-I --param C=0.1 --scale unit
)";
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

// The column of the meaning in "  name    meaning" (bytes: names are ASCII), else the indent.
std::size_t hanging(std::string_view line) {
  const std::size_t own = std::min(line.find_first_not_of(' '), line.size());
  const std::size_t gap = line.find("  ", own);
  if (own == 0 || gap == std::string_view::npos) return own;
  return std::min(line.find_first_not_of(' ', gap), line.size());
}

}  // namespace

const std::vector<Topic>& topics() {
  static const std::vector<Topic> kTopics{
      {"sources", R"(SOURCE is one of
  a name        the name of a data set: `querent datasets` lists them
  a file        its format is recognised by content: `querent help formats`
  --edges FILE --labels FILE [--features FILE]
  -             standard input, also in place of any FILE
A source is a graph or a set of vectors. querent decides by its content, and --as graph|vectors overrides the decision
(a table of two or three columns is read as edges, a table of more columns as vectors).

Graphs are undirected and simple. Reading counts and reports everything that it drops or merges:
  --component largest|all      keep the largest connected component, or all of them
  --self-loops drop|error      drop edges from a node to itself, or stop
  --duplicates equal|sum|max|first|error   how to merge several records of one edge
  --symmetrize refuse|or|and|sum           how to make a directed graph undirected
  --lenient                    skip and count damaged lines instead of stopping at the first

Vectors are rows of features with a label:
  --scale none|unit|minmax|standard   fitted to all rows, with --stream incrementally; standard,unit: both in turn
  --bias                       add a constant feature
  --classes 4,7                keep the rows of these classes only
  --positive 1,4,7 [--negative rest]   a binary task; without it the larger label is the positive class
  --stream                     process the rows once as they arrive, in constant memory
  --cache                      store a binary copy of the parsed rows for the next reading

The rounds skip nodes and rows without a label; the final model classifies them.
)"},
      {"formats",
       R"(Every format is recognised by its content, not by its name, and may be compressed with gzip, bzip2, xz or zstd.
Damaged input is rejected with file, line, column and a remedy. Dropped or merged records are counted and reported.

Graphs
  edge list        one edge per line, two ids and optionally a weight, separated by tab, space, comma or
                   --delimiter; comments begin with # or %; headers of SNAP and KONECT
  GML, GraphML     labels from a node attribute named label or class, if there is one
  Matrix Market    a square coordinate matrix, general or symmetric: pattern, integer or real
  .npz             a CSR adjacency matrix as written by scipy.sparse.save_npz or by a citation benchmark
  .npy             a dense adjacency matrix, with --as graph or as --edges
  LINQS            cora.cites with cora.content in the same folder: cited and citing paper; words and class
  Pubmed-Diabetes  the DIRECTED .tab of citations with the NODE .tab of papers
Labels of nodes
  label file       one node per line, id and label separated by tab, space or comma; "?" or an empty label
                   means unknown; "DM,IR" with --label-sets
Vectors
  svmlight         label index:value index:value ..., indices from 0 or from 1 (LIBSVM)
  CSV, TSV         with or without a header; the label is in the last column, or in --label-column
  ARFF             dense or sparse; the class is the last attribute, or --label-column
  counted rows     the number of rows, the number of features, then one row per line, label last (CBCL's faces)
  IDX              images, with their labels in the same folder or in --labels FILE
  .npy             rows, with --labels FILE
  .npz             arrays X and y

  querent run --edges edges.tsv --labels labels.tsv --learner MSG
  zcat rows.csv.gz | querent run - --positive spam --stream --learner PAA-I
)"},
      {"learners", learners_text()},
      {"output",
       R"(--json prints one object on standard output: source, embedding, learner, runs, mean, std;
with several --learner options it has "results", one entry per learner, on the same orders. std is the sample standard
deviation.

--out DIR writes these files, all of them or none:
  run.json          all options, versions, checksums, seed, machine, results
  curve.csv         learner, t, error_rate_mean, error_rate_std, queries_mean, queries_std
  curve.svg .png    a plot of curve.csv; png and pdf need the program rsvg-convert. --figure-format svg,png,pdf chooses,
                    --figure-width column is for a paper
  predictions.csv   learner, id, predicted, margin, queried, label, round, final, probability, of run 0. `predicted` and `margin` are the
                    prediction in the node's round, before its label was known; for nodes without a label, the
                    prediction of the final model. `final` is the class predicted by the final model, `probability` that
                    of `predicted`. Nodes outside the largest component have a row without a prediction.

Only one process can write into a directory; a second ends with exit code 4.

sweep --out DIR saves every finished cell in DIR/cells, under a name with a hash of everything the cell depends on; several
processes can share the directory. At the end it writes sweep.json, sweep.csv, sweep.md, sweep.tex, sweep.svg, sweep.png.
The same command continues a stopped sweep; a different sweep is refused in that directory. On several machines:

  srun --ntasks 8 sh -c 'querent sweep a9a --learner PAA-I --learner RPA-I --out a9a --shard $((SLURM_PROCID + 1))/8'
  seq 8 | xargs -P 8 -I{} querent sweep a9a --learner PAA-I --learner RPA-I --out part{} --shard {}/8
  querent merge part* --out a9a
)"},
      {"mirror",
       R"(Data sets are searched for in this order: in the program, in the cache ($QUERENT_CACHE, by default
$XDG_CACHE_HOME/querent or ~/.cache/querent), in the mirror, at their public address. To work offline, fetch what you need
while there is a network, or set QUERENT_MIRROR to the root of a copy of the data: a folder or an address.

  querent datasets fetch pubmed
  QUERENT_MIRROR=file:///media/data querent run pubmed --learner auto --budget 100
  QUERENT_MIRROR=https://example.org/data querent datasets fetch a9a

Every file is verified with a checksum that is built into the program; `querent datasets verify NAME` verifies it again.
)"},
      {"reproducibility",
       R"(The same program, data, options and --seed give the same bytes for any number of threads, except measured seconds.
Run r draws random numbers from its own stream of (seed, r): the runs of --runs 5 are the first five of --runs 20.
All learners of one command use the same orders.
)"},
      {"exit-codes", R"(  0    done
  1    a requested check failed
  2    wrong command line
  3    bad input data, or data without anything to learn
  4    error of a file or the network
  5    limit exceeded: memory, line length, convergence of an eigensolver
  6    damaged or incompatible model
  70   defect of querent: please report it
  130  interrupted by SIGINT;  143  by SIGTERM
)"}};
  return kTopics;
}

std::string folded(std::string_view text, std::size_t columns) {
  const auto all = lines_of(text);
  if (std::all_of(all.begin(), all.end(),
                  [&](const auto& line) { return width_of(line) <= columns; }))
    return std::string(text);
  std::string result;
  for (std::size_t k = 0; k < all.size();) {
    if (all[k].empty()) {
      result += "\n";
      ++k;
      continue;
    }
    const std::size_t hang = hanging(all[k]);
    const std::size_t own = std::min(all[k].find_first_not_of(' '), all[k].size());
    // a line continues a paragraph or a meaning
    std::string whole(all[k]);
    for (++k; k < all.size() && !all[k].empty(); ++k) {
      const std::size_t indent = all[k].find_first_not_of(' ');
      const bool goes_on = own == 0 ? indent == 0 : hang > own && indent == hang;
      if (!goes_on) break;
      whole += " " + std::string(all[k].substr(indent));
    }
    if (width_of(whole) <= columns) {
      result += whole + "\n";
      continue;
    }
    // a command continues after a backslash, a meaning below itself
    const std::string_view goes_on = own > 0 && hang == own ? " \\\n  " : "\n";
    const std::size_t deep = std::min(hang, columns / 3);
    const std::string name = whole.substr(0, hang);
    const std::string indent(deep, ' ');
    const auto parts =
        wrapped(std::string_view(whole).substr(hang), columns - deep - goes_on.size(),
                std::numeric_limits<std::size_t>::max());
    const bool beside = hang <= deep;
    if (!beside) result += name.substr(0, name.find_last_not_of(' ') + 1) + "\n";
    for (std::size_t line = 0; line < parts.size(); ++line) {
      result += (line == 0 && beside ? name : indent) + parts[line];
      result += line + 1 < parts.size() ? goes_on : "\n";
    }
  }
  return result;
}

}  // namespace querent::apps
