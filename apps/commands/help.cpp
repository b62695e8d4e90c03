// SPDX-License-Identifier: Apache-2.0
// querent help [TOPIC]: a command's options, or one of the pages below.
#include <array>
#include <memory>
#include <string_view>

#include <querent/apps/commands/command.hpp>
#include <querent/apps/options/choice.hpp>

namespace querent::apps {

namespace {

struct Topic {
  std::string_view name, text;
};

constexpr std::array kTopics{
    Topic{"sources", R"(SOURCE is one of
  a name        of a data set: `querent datasets` lists them
  a file        its format is recognised by content: `querent help formats`
  --edges FILE --labels FILE [--features FILE]
  -             standard input, also in place of any FILE
It is a graph or a set of vectors, as its content shows; --as graph|vectors decides where that leaves a doubt
(a table of two or three columns is taken for edges, one of more for vectors).

Graphs are undirected and simple. What reading drops or merges is counted and shown:
  --component largest|all      the largest connected component, or all of them
  --self-loops drop|error
  --duplicates equal|sum|max|first|error   records of an edge that is already there
  --symmetrize refuse|or|and|sum           of a source that says it is directed
  --lenient                    leaves out and counts what strict reading refuses

Vectors are rows of features with a label:
  --scale none|unit|minmax|standard   fitted to all rows in one pass, with --stream on the way
  --bias                       a constant feature in front
  --classes 4,7                the rows of these classes only
  --positive 1,4,7 [--negative rest]   a binary task; without it the larger label is the positive class
  --stream                     one pass as the rows come, in memory that does not grow
  --cache                      keeps a binary copy of the parsed rows for the next reading

Nodes and rows without a label take no part in the rounds; the final model classifies them.
)"},
    Topic{
        "formats",
        R"(Graphs: edge lists (two or three columns by space, tab or comma; # and % comments; SNAP and KONECT headers),
GML, GraphML, Matrix Market, CSR arrays in .npz, LINQS .cites with .content, Pubmed-Diabetes .tab.
Labels: id and label by tab, space or comma; "?" or nothing is no label.
Vectors: svmlight (LIBSVM) rows, indices from 0 or from 1; CSV and TSV with or without a header, the label in the last column
unless --label-column says otherwise; ARFF; IDX images with their labels beside them (or --labels); .npy with --labels;
.npz with X and y.
Each may be compressed with gzip, bzip2, xz or zstd. All are recognised by content, not by their names.

  querent run --edges edges.tsv --labels labels.tsv --learner MSG
  zcat rows.csv.gz | querent run - --positive spam --stream --learner PAA-I
)"},
    Topic{
        "output",
        R"(--json prints one object on standard output: source, embedding, learner, runs, mean, std;
with several --learner "results", one entry each, on the same orders. std is the sample standard deviation.

--out DIR keeps, whole or not at all:
  run.json          options after defaults, versions, checksums, seed, machine, results
  curve.csv         learner,t,error_rate_mean,error_rate_std,queries_mean,queries_std
  curve.svg .png    the same drawn (needs gnuplot)
  predictions.csv   learner,id,predicted,margin,queried,label,round,final: of run 0. `predicted` and `margin` are what
                    was said in the node's round, before its label was known; for nodes without a label what the
                    final model says. `final` is the class by the final model.

A directory has one writer at a time; the second ends with exit code 4.

sweep --out DIR keeps every finished cell in DIR/cells, whole or not at all, under a name that holds a hash of all it depends on;
several processes may share the directory. When all are finished: sweep.json, sweep.csv, sweep.md, sweep.tex, sweep.svg, sweep.png.
The same command goes on where it was stopped. On many machines:

  srun --ntasks 8 sh -c 'querent sweep a9a --learner PAA-I --learner RPA-I --out a9a --shard $((SLURM_PROCID + 1))/8'
  seq 8 | xargs -P 8 -I{} querent sweep a9a --learner PAA-I --learner RPA-I --out part{} --shard {}/8
  querent merge part* --out a9a
)"},
    Topic{
        "reproducibility",
        R"(Same program, data, options and --seed give the same bytes, whatever --threads is (but for measured seconds).
Run r draws from its own stream of (seed, r): runs 0 to 4 of --runs 5 are the first five of --runs 20.
All learners of one command play the same orders.
)"},
    Topic{"exit-codes", R"(  0    done
  1    a requested check failed
  2    usage: the command line
  3    bad input data, or nothing can be learned from it
  4    a file or the network
  5    a limit was hit: memory, a line's length, an eigensolver that did not converge
  6    a corrupt or incompatible model
  70   a defect of querent: please report it
  130  interrupted by SIGINT;  143  by SIGTERM
)"}};

int show(const CLI::App& program, const std::string& topic, Console& console) {
  std::vector<std::string> known;
  for (const auto& page : kTopics) known.emplace_back(page.name);
  if (topic.empty()) {
    console.print(program.help());
    console.print(fmt::format("\nTopics of `querent help TOPIC`: a command's name, {}\n",
                              fmt::join(known, ", ")));
    return kDone;
  }
  for (const auto& page : kTopics) {
    if (page.name == topic) {
      console.print(page.text);
      return kDone;
    }
  }
  for (const auto* command : program.get_subcommands([](const CLI::App*) { return true; })) {
    if (command->get_name() == topic) {
      console.print(command->help(program.get_name()));
      return kDone;
    }
    known.push_back(command->get_name());
  }
  throw UsageError(fmt::format("no help on {}{} — `querent help` lists the topics",
                               in_quotes(topic), hint(topic, known)));
}

}  // namespace

Command add_help(CLI::App& program) {
  CLI::App* app = program.add_subcommand(
      "help", "Help on a command or a topic: sources, formats, output, exit-codes, …");
  auto topic = std::make_shared<std::string>();
  app->add_option("TOPIC", *topic, "A command or a topic");
  return {app, [topic, &program](Console& console) { return show(program, *topic, console); }};
}

}  // namespace querent::apps
