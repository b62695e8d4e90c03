// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/commands/embed.hpp>

#include <cstdlib>
#include <filesystem>
#include <limits>
#include <string>

#include <fmt/format.h>
#include <sched.h>
#include <sys/resource.h>

#include <querent/apps/options/declare.hpp>
#include <querent/apps/output/results_json.hpp>
#include <querent/apps/source/prepared.hpp>
#include <querent/apps/source/source.hpp>
#include <querent/apps/terminal/progress.hpp>
#include <querent/apps/terminal/usage_error.hpp>
#include <querent/spectral/distributed/embed_shared.hpp>

namespace querent::apps {

namespace {

struct EdgeFile {
  std::string name;
  std::filesystem::path path;
  ReadOptions read;
};

EdgeFile find_edges(const EmbedCommand& command, const Console& console) {
  SourceOptions options = command.source;
  options.kind = SourceKind::kGraph;
  if (options.source == "-" || options.edges == "-")
    throw UsageError("standard input cannot be divided among ranks — give a file of edges");
  const OpenedSource opened = open_source(options, console);
  if (!opened.dataset) {
    const std::string& file = options.edges.empty() ? options.source : options.edges;
    return {.name = file, .path = file, .read = read_options_for(options, {})};
  }
  const LocatedDataset located = locate_with_progress(*opened.dataset, console);
  return {.name = opened.dataset->name,
          .path = located.file(FileRole::kEdges),
          .read = read_options_for(options, opened.dataset->read_options)};
}

// The peak memory of this process.
double peak_bytes() {
  struct rusage usage {};
  getrusage(RUSAGE_SELF, &usage);
  return 1024.0 * static_cast<double>(usage.ru_maxrss);
}

// The number of cores that this process may use; 0 if unknown.
int cores_given() {
  cpu_set_t cores;
  return sched_getaffinity(0, sizeof cores, &cores) == 0 ? CPU_COUNT(&cores) : 0;
}

// mpirun binds each rank to one core by default if there are at most two ranks.
void check_cores(int threads, const Console& console) {
  const int cores = cores_given();
  if (cores == 0 || cores >= threads) return;
  console.note(fmt::format(
      "a rank has {} threads and {} core{} to run them on — add mpirun --map-by slot:PE={} "
      "--bind-to core",
      threads, cores, cores == 1 ? "" : "s", threads));
}

/// QUERENT_RANKS_TOGETHER: the maximum number of ranks of a machine that share memory; 0: not set.
int most_together() {
  const char* const setting = std::getenv("QUERENT_RANKS_TOGETHER");
  if (setting == nullptr) return 0;
  std::string number = setting;
  if (!whole_number(1, std::numeric_limits<int>::max())(number).empty())
    throw UsageError("QUERENT_RANKS_TOGETHER: expected a number of ranks from 1 on, found {}",
                     in_quotes(number));
  return std::stoi(number);
}

// The inputs of the model in docs/DISTRIBUTED.md: of the rank with the largest value, and of all.
Json ranks_json(const distributed::Traffic& traffic, int count, double most_reading,
                double all_reading) {
  return {
      {"count", count},
      {"reading_bytes", {{"most", most_reading}, {"all", all_reading}}},
      {"exchanges", traffic.exchanges},
      {"ghosts", {{"most", traffic.most_ghosts}, {"all", traffic.all_ghosts}}},
      {"read_in_place", {{"most", traffic.most_near}, {"all", traffic.all_near}}},
      {"messages_an_exchange", {{"most", traffic.most_messages}, {"all", traffic.all_messages}}},
      {"bytes_of_ghosts", traffic.bytes},
      {"sums", traffic.sums},
      {"bytes_of_sums", 8 * traffic.numbers},
      {"seconds_in_exchanges_and_sums", traffic.seconds}};
}

}  // namespace

int embed_on_ranks(const EmbedCommand& command, Console& console) {
  auto ranks = distributed::Ranks::of_job();
  distributed::together(ranks, [&] { ranks.together = most_together(); });
  console.quiet = command.quiet || !ranks.first();
  EdgeFile edges;
  const auto find_on = [&](bool first) {  // the other ranks find what rank 0 has fetched
    distributed::together(ranks, [&] {
      if (ranks.first() == first) edges = find_edges(command, console);
    });
  };
  find_on(true);
  find_on(false);

  distributed::SharedGraph graph;
  const std::filesystem::path out = std::filesystem::path(command.out).has_filename()
                                        ? std::filesystem::path(command.out)
                                        : std::filesystem::path(command.out).parent_path();
  const double before = peak_bytes();
  {
    Progress progress(console, "reading", 1);
    graph = distributed::read_shared(
        edges.path, edges.read, ranks,
        out.parent_path() / fmt::format(".{}.text", out.filename().string()),
        [&](double share) { progress.set(share); });
  }
  const double reading = peak_bytes() - before;
  const double most_reading = distributed::max(reading), all_reading = distributed::sum(reading);
  GraphData data;  // the whole graph, which must fit into one machine
  data.name = edges.name;
  data.report = graph.report;
  data.report.unlabelled_nodes = graph.ranges.total();
  const Extent extent{.nodes = graph.ranges.total(), .edges = graph.num_edges};

  EmbeddingOptions options = command.embedding.embedding;
  if (!command.source.given.has("--threads"))
    options.threads = 1;  // by default every core has a
                          // rank
  if (ranks.first()) check_cores(options.threads, console);
  distributed::SharedEmbedding embedded;
  {
    Progress progress(console, "embedding", 1);
    embedded = distributed::embed_shared(std::move(graph), edges.name, options, ranks, command.out,
                                         [&](double share) { progress.set(share); });
  }
  const EmbeddingShards& shards = embedded.shards;
  if (!ranks.first()) return kDone;
  Json source = source_json(data);
  source["nodes"] = extent.nodes;
  source["edges"] = extent.edges;
  return report_embedding(command, console, std::move(source), summary_of(data, extent),
                          shards.embedding, shards.laplacian, {command.out},
                          ranks_json(embedded.traffic, ranks.count, most_reading, all_reading));
}

}  // namespace querent::apps
