// SPDX-License-Identifier: Apache-2.0
// querent embed SOURCE --dim 100 --out FILE: writes the rows that graph learners use to a file.
#include <querent/apps/commands/embed.hpp>

#include <memory>

#include <fmt/ranges.h>

#include <querent/apps/commands/command.hpp>
#include <querent/apps/options/declare.hpp>
#include <querent/apps/output/output_directory.hpp>
#include <querent/apps/output/program_beside.hpp>
#include <querent/apps/output/results_json.hpp>
#include <querent/apps/source/embedded_graph.hpp>
#include <querent/apps/source/source.hpp>
#include <querent/apps/terminal/interrupt.hpp>
#include <querent/apps/terminal/usage_error.hpp>
#include <querent/datasets/write_whole.hpp>
#include <querent/spectral/files/embedding_io.hpp>
#include <querent/spectral/files/embedding_shards.hpp>

namespace querent::apps {

namespace {

// Checked before any work, so that a long embedding does not end at a wrong suffix.
void check_suffix(const EmbedCommand& command) {
  const std::string suffix = std::filesystem::path(command.out).extension().string();
  if (command.engine != EmbedEngine::kLocal) {
    if (suffix == ".shards") return;
    throw UsageError(
        "--out {}: --engine mpi writes a directory of shards, expected a name that ends in "
        ".shards — `querent embed NAME.shards --out FILE` then joins them into one file",
        in_quotes(command.out));
  }
  if (suffix != ".npy" && suffix != ".tsv" && suffix != ".svm")
    throw UsageError("--out " + in_quotes(command.out) +
                     ": expected a name that ends in .npy, .tsv or .svm");
}

}  // namespace

int report_embedding(const EmbedCommand& command, const Console& console, Json source,
                     const std::string& summary, const Embedding& embedding,
                     LaplacianKind laplacian, const std::vector<std::filesystem::path>& written,
                     Json ranks) {
  if (!command.json) {
    std::string text = summary;
    add_embedding(text, embedding, laplacian, command.embedding.verbose);
    console.print(text + fmt::format("eigenvalues: {:.6g} to {:.6g}\n",
                                     embedding.eigenvalues.minCoeff(),
                                     embedding.eigenvalues.maxCoeff()));
    for (const auto& file : written) console.print(fmt::format("written: {}\n", file.string()));
    return kDone;
  }
  Json json{{"querent", QUERENT_VERSION}, {"command", "embed"}, {"source", std::move(source)}};
  json["embedding"] = embedding_json(embedding, laplacian);
  if (!ranks.is_null()) json["ranks"] = std::move(ranks);
  json["eigenvalues"] =
      std::vector<double>(embedding.eigenvalues.begin(), embedding.eigenvalues.end());
  for (const auto& file : written) json["files"].push_back(file.string());
  console.print(dumped(json));
  return kDone;
}

namespace {

// Joins the shards of many ranks into one file.
int merge_shards(const EmbedCommand& command, const Console& console) {
  command.source.given.refuse_groups({kGraphGroup, kEmbeddingGroup}, "an embedding's shards");
  command.source.given.refuse({"--labels", "--lenient", "--engine", "--extend"},
                              "an embedding's shards");
  EmbeddingShards shards = read_embedding_shards(command.source.source);
  GraphData data;
  data.names = std::move(shards.names);
  const auto written = write_embedding(command.out, shards.embedding, data);
  const std::string summary =
      fmt::format("{}: {} in {}\n", shards.source, counted(data.names.size(), "node"),
                  counted(shards.shards.size(), "shard"));
  Json source{{"name", shards.source},
              {"kind", "shards"},
              {"nodes", data.names.size()},
              {"shards", shards.shards.size()}};
  return report_embedding(command, console, std::move(source), summary, shards.embedding,
                          shards.laplacian, written);
}

// New nodes of a grown graph get rows from their neighbours; all others keep theirs.
int extend_source(const EmbedCommand& command, const GraphData& data, std::string summary,
                  const Console& console) {
  const LaplacianKind laplacian = command.embedding.embedding.laplacian;
  const ExtendedEmbedding found = extended_embedding(data, command.extend, laplacian);
  summary += fmt::format(
      "{} not in {}: {} embedded from neighbours, {} without a path to a known "
      "node (rows of zeros)\n",
      counted(found.came, "node"), command.extend, grouped(found.came - found.without),
      grouped(found.without));
  if (found.vanished > 0)
    summary +=
        fmt::format("{} of {} left out: {} not in the graph\n", counted(found.vanished, "row"),
                    command.extend, found.vanished == 1 ? "its node is" : "their nodes are");
  const auto written = write_embedding(command.out, found.embedding, data);
  return report_embedding(command, console, source_json(data), summary, found.embedding, laplacian,
                          written);
}

int embed_source(const EmbedCommand& command, RanksEngine engine, Console& console) {
  console.quiet = command.quiet;
  check_suffix(command);
  const auto inputs = input_files(command.source);
  refuse_input("--out", command.out, inputs);
  refuse_input("--out", std::filesystem::path(command.out).replace_extension(".nodes.tsv"), inputs);
  if (command.engine != EmbedEngine::kLocal) {
    command.source.given.refuse(
        {"--solver", "--null-vector", "--no-cache", "--memory-limit", "--scratch", "--labels",
         "--features", "--nodes-from-labels", "--label-sets", "--extend"},
        "--engine mpi");
    return engine != nullptr ? engine(command, console) : run_ranks_program();
  }
  if (is_embedding_shards(command.source.source)) return merge_shards(command, console);
  if (!command.extend.empty()) {
    command.source.given.refuse({"--dim", "--solver", "--tolerance", "--null-vector", "--no-cache",
                                 "--memory-limit", "--scratch"},
                                "--extend");
    refuse_input("--out", command.out, {command.extend});
  }
  const LoadedGraph loaded = load_graph(command.source, console);
  const GraphData& data = loaded.data;
  if (data.graph.num_edges() == 0)
    throw DataError(
        data.name +
        ": the graph has no edges, so there is nothing to embed — give a graph with edges");
  check_weights(data);
  sweep_leftovers(directory_of(command.out));
  if (!command.extend.empty()) return extend_source(command, data, summary_of(data), console);
  EmbedOptions how = command.embedding;
  EmbeddingFile file(command.out, data);
  const bool regular = std::filesystem::is_regular_file(file.temporary());
  Temporary guard(regular ? file.temporary() : std::filesystem::path());
  // Rows that are not cached are written in parts; a kept null vector needs all rows in memory.
  if (how.null_vector == NullVector::kDrop && (how.no_cache || !how.embedding.scratch.empty())) {
    how.embedding.write = [&](std::uint64_t first, const EmbeddingRows& rows) {
      file.add(first, rows);
    };
  }
  const Embedding embedding = embed_graph(data.graph, how, console);
  if (!how.embedding.write) file.add(0, embedding.rows);
  const auto written = file.commit();
  guard.keep();
  return report_embedding(command, console, source_json(data), summary_of(data), embedding,
                          command.embedding.embedding.laplacian, written);
}

}  // namespace

Command add_embed(CLI::App& program, RanksEngine engine) {
  CLI::App* app = program.add_subcommand(
      "embed", "Compute the spectral embedding of a graph and write it to a file");
  auto command = std::make_shared<EmbedCommand>();
  add_graph_source_options(*app, command->source);
  add_embedding_options(*app, command->embedding);
  add_threads_option(*app, command->embedding.embedding.threads);
  add_choice<EmbedEngine>(
      *app, "--engine", command->engine,
      {{"local", EmbedEngine::kLocal}, {"mpi", EmbedEngine::kMpi}},
      "local: this process; mpi: the processes that `mpirun -n R querent embed …` starts, one "
      "thread each by default");
  add_value(*app, "--out", command->out, "FILE",
            "Output file, .npy, .tsv or .svm; with --engine mpi a directory NAME.shards, "
            "which `querent embed NAME.shards` joins into one file")
      ->required();
  add_value(*app, "--extend", command->extend, "FILE",
            "Embedding of this graph before it grew, .npy or .tsv, written by this command: "
            "its nodes keep their rows, and new nodes get rows from their neighbours, without "
            "embedding the graph again");
  app->add_flag("--json", command->json, "Print JSON on standard output");
  app->add_flag("--quiet,-q", command->quiet, "Print errors only on standard error");
  return {app,
          [command, engine](Console& console) { return embed_source(*command, engine, console); }};
}

}  // namespace querent::apps
