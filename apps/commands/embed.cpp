// SPDX-License-Identifier: Apache-2.0
// querent embed SOURCE --dim 100 --out FILE: the rows that graph learners see, for anyone's use.
#include <memory>

#include <fmt/ranges.h>

#include <querent/apps/commands/command.hpp>
#include <querent/apps/options/embedding_options.hpp>
#include <querent/apps/output/results_json.hpp>
#include <querent/apps/source/prepared.hpp>
#include <querent/apps/usage_error.hpp>
#include <querent/spectral/embedding_io.hpp>

namespace querent::apps {

namespace {

struct EmbedCommand {
  SourceOptions source;
  EmbedOptions embedding;
  std::string out;
  bool json = false, quiet = false;
};

// Said before any work is done: a long embedding must not end at a wrong suffix.
void check_suffix(const std::filesystem::path& file) {
  const std::string suffix = file.extension().string();
  if (suffix != ".npy" && suffix != ".tsv" && suffix != ".svm")
    throw UsageError("--out " + in_quotes(file.string()) +
                     ": expected a name that ends in .npy, .tsv or .svm");
}

int embed_source(const EmbedCommand& command, Console& console) {
  console.quiet = command.quiet;
  check_suffix(command.out);
  const LoadedGraph loaded = load_graph(command.source, console);
  const GraphData& data = loaded.data;
  if (data.graph.num_edges() == 0)
    throw DataError(data.name + ": the graph has no edge, there is nothing to embed");
  const Embedding embedding = embed_graph(data.graph, command.embedding, console);
  const auto written = write_embedding(command.out, embedding, data);
  const LaplacianKind laplacian = command.embedding.embedding.laplacian;
  if (!command.json) {
    console.print(summary_of(data) + summary_of(embedding, laplacian) +
                  fmt::format("eigenvalues: {:.6g} to {:.6g}\n", embedding.eigenvalues.minCoeff(),
                              embedding.eigenvalues.maxCoeff()));
    for (const auto& file : written) console.print(fmt::format("written: {}\n", file.string()));
    return kDone;
  }
  Json json{{"querent", QUERENT_VERSION}, {"command", "embed"}, {"source", source_json(data)}};
  json["embedding"] = embedding_json(embedding, laplacian);
  json["eigenvalues"] =
      std::vector<double>(embedding.eigenvalues.begin(), embedding.eigenvalues.end());
  for (const auto& file : written) json["files"].push_back(file.string());
  console.print(json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
  return kDone;
}

}  // namespace

Command add_embed(CLI::App& program) {
  CLI::App* app = program.add_subcommand("embed", "Spectral embedding of a graph, to a file");
  auto command = std::make_shared<EmbedCommand>();
  add_graph_source_options(*app, command->source);
  add_embedding_options(*app, command->embedding);
  add_threads_option(*app, command->embedding.embedding.threads);
  app->add_option("--out", command->out, "The file: .npy, .tsv or .svm")
      ->required()
      ->type_name("FILE");
  app->add_flag("--json", command->json, "JSON on standard output");
  app->add_flag("--quiet,-q", command->quiet, "Nothing on standard error but errors");
  return {app, [command](Console& console) { return embed_source(*command, console); }};
}

}  // namespace querent::apps
