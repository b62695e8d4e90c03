// SPDX-License-Identifier: Apache-2.0
// The options and steps of `querent graph`.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <CLI/App.hpp>

#include <querent/apps/output/output_directory.hpp>
#include <querent/apps/terminal/console.hpp>
#include <querent/apps/terminal/escape.hpp>
#include <querent/datasets/bibliography/works.hpp>
#include <querent/graph/bibliography/doubts.hpp>
#include <querent/graph/bibliography/kinds.hpp>

namespace querent::apps {

/// The options of `querent graph`.
struct GraphCommand {
  std::vector<std::string> files;
  GraphKind kind = GraphKind::kCoauthors;
  PairOptions pairs;
  BibliographyOptions bibliography;
  std::string years, merge, split, keep_apart, out;
  std::vector<std::string> exports;
  std::uint64_t words = 2000;  ///< columns of the features; 0: none
  bool lenient = false, json = false, quiet = false;
  bool for_ask = false;  ///< which has no --kind
};

/// An input file that was read.
struct ReadFile {
  std::string name;
  WorksReport report;
};

/// Everything that is known about a graph when it has been made.
struct Made {
  std::vector<ReadFile> files;
  Bibliography bibliography;
  Incidence papers_of;  ///< the groups are people, the members papers
  MadeGraph graph;
  Doubts doubts;
  std::uint64_t split = 0, merged = 0;    ///< papers, people
  NodeNames ids;                          ///< of the nodes: one line each, unique
  std::uint64_t edges = 0, isolated = 0;  ///< isolated: nodes without an edge
  std::uint64_t labelled = 0;             ///< nodes with a label
  std::uint64_t word_columns = 0;
  std::uint64_t components = 0, largest_component = 0;  ///< largest: its number of nodes
  std::vector<std::string> written;                     ///< names of the files in the folder
  std::string manifest;                                 ///< the text of manifest.json
  std::string kind_because;                             ///< reason for the kind if none was given
};

/// Whether edges come from authors rather than references.
bool of_people(GraphKind kind);

/// The names of the kinds and of the weights, in the order of their enumerations.
inline constexpr std::array<std::string_view, 5> kKindNames{"coauthors", "citations", "cocitations",
                                                            "coupling", "papers-by-author"};
inline constexpr std::array<std::string_view, 5> kWeightNames{"count", "newman", "fractional",
                                                              "cosine", "association"};
inline std::string_view to_string(GraphKind kind) {
  return kKindNames[static_cast<std::size_t>(kind)];
}

/// manifest.json: counts of what was read, used and left out; they add up.
Json manifest_of(const Made& made, const GraphCommand& command, Json options);
/// The same in a few lines of text.
std::string summary_of(const Made& made, const GraphCommand& command);
/// "next: querent ask …", a command that can be typed.
std::string next_command(const Made& made, const GraphCommand& command);

/// Reads the exports of a command, including those in archives, into `made`, and stages
/// records.jsonl if the other ids of works are kept; `out` null: it is not wanted.
void read_files(const GraphCommand& command, Made& made, OutputDirectory* out,
                const Console& console);

// The tables in the folder of a graph.

/// Unique ids of the nodes for tables: without tabs and line ends.
NodeNames ids_of(const Made& made);

/// Stages nodes.tsv, labels.tsv, incidence.tsv, people.tsv, aliases.tsv, citations.tsv, missing.tsv
/// and, if words are wanted, features.svm and words.txt; counts labels and words in `made`.
void write_tables(Made& made, std::uint64_t words, OutputDirectory& out);
/// Stages edges.tsv while the edges are made, so that the graph is never in memory; counts edges
/// and isolated nodes in `made`. `also`, which may be empty, gets each row after it was written.
void write_edges(Made& made, const PairOptions& pairs, OutputDirectory& out, const TakePairs& also);
/// Stages the files of `formats`: graph.graphml ("graphml"), graph.net ("pajek"), vosviewer_map.txt
/// and vosviewer_network.txt ("vosviewer").
void write_exports(const Made& made, const std::vector<std::string>& formats, OutputDirectory& out);

// Tables of works in the folder of a graph, in addition to the graph.

/// Stages aliases.tsv: a node and another id of its work, by which labels are matched, too.
void write_aliases(const Made& made, OutputDirectory& out);

/// Stages duplicates.tsv, if there are any: the records that were merged into another, with what both
/// have, titles and places.
void write_duplicates(const Made& made, OutputDirectory& out);

/// Stages citations.tsv: a node and a node that it cites.
void write_citations(const Made& made, OutputDirectory& out);

/// Stages missing.tsv: cited works without a record, the most cited first, and the lines of
/// labels.tsv, from 1, whose works cite them.
void write_missing(const Made& made, OutputDirectory& out);

/// A kind of graph and its number of edges.
struct KindEdges {
  GraphKind kind;
  std::uint64_t edges = 0;
};

/// The largest group whose members are connected, unless --max-group sets another limit.
std::uint64_t default_max_group(GraphKind kind);

/// All kinds that have edges, most edges first; kinds by references are included only if the
/// references were kept. `options.max_group` is replaced by the default of each kind, unless
/// `own_max_group`.
std::vector<KindEdges> kinds_with_edges(const Bibliography& bibliography, PairOptions options,
                                        bool own_max_group);

struct KindChoice {
  GraphKind kind;
  std::string why;  ///< "196 of 200 records name two or more authors"
};

/// Co-authors if half of the records name at least two authors, else the kind with the most edges.
KindChoice choose_kind(const Bibliography& bibliography, const PairOptions& options,
                       bool own_max_group);

/// Rejects a graph without edges and names the kinds that have edges; `others` is the result of
/// kinds_with_edges().
[[noreturn]] void refuse_no_edges(const Made& made, const GraphCommand& command,
                                  const std::vector<KindEdges>& others);

/// Rejects an output folder whose files would replace inputs.
void refuse_inputs(const GraphCommand& command);
/// The input files with their checksums.
Json inputs_json(const GraphCommand& command);
/// Commits the staged files of a folder, and removes those that an earlier conversion left there.
void commit_folder(OutputDirectory& out);
/// True for a folder whose conversion was stopped before its last file, the manifest.
bool is_unfinished(const std::filesystem::path& folder);
/// True if the folder holds the works of `file` as it is now, false if the file has changed since.
/// UsageError if the folder holds the works of other files.
bool is_made_of(const std::filesystem::path& folder, const std::string& file);

/// `querent graph FILE --kind citations --out FOLDER`, for `querent ask FILE`.
void make_works_folder(const std::string& file, const std::string& folder, bool lenient,
                       Console& console);

/// Declares the arguments and options of `querent graph`.
void add_graph_options(CLI::App& app, GraphCommand& command);

}  // namespace querent::apps
