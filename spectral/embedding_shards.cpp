// SPDX-License-Identifier: Apache-2.0
#include <querent/spectral/embedding_shards.hpp>

#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <querent/datasets/checksum.hpp>
#include <querent/datasets/error.hpp>
#include <querent/datasets/input.hpp>
#include <querent/datasets/write_whole.hpp>
#include <querent/graph/bibliography/folder.hpp>
#include <querent/spectral/embedding_io.hpp>

namespace querent {
namespace {

using std::filesystem::path;
using Json = nlohmann::ordered_json;

constexpr std::string_view kFormat = "querent embedding shards 1";
constexpr const char* kManifest = "manifest.json";

path rows_file(const path& directory, std::size_t index) {
  return directory / fmt::format("rows-{:04}.npy", index);
}
path nodes_file(const path& directory, std::size_t index) {
  return directory / fmt::format("nodes-{:04}.tsv", index);
}

[[noreturn]] void refuse(const path& file, std::string_view what) {
  throw CorruptError(fmt::format("{}: {} — remedy: embed the graph again", file.string(), what));
}

void compare(const path& file, const std::string& sha256) {
  if (!std::filesystem::exists(file)) refuse(file, "expected a shard of the embedding, found none");
  const std::string found = sha256_of_file(file);
  if (found != sha256)
    refuse(file, fmt::format("expected the SHA-256 {}, found {}", sha256, found));
}

/// The ids of a nodes file: its first column.
void read_names(const path& file, NodeNames& names) {
  Input input = Input::open(file);
  LineReader lines(input);
  std::string_view line;
  lines.next(line);
  while (lines.next(line)) names.push_back(line.substr(0, line.rfind('\t')));
}

std::vector<double> numbers(const Eigen::VectorXd& v) {
  return {v.begin(), v.end()};
}
Eigen::VectorXd numbers(const Json& json) {
  const auto values = json.get<std::vector<double>>();
  return Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

EmbeddingShards read_manifest(const path& file) {
  EmbeddingShards shards;
  try {
    Input input = Input::open(file);
    const Json json = Json::parse(input.read_all());
    if (json.at("format") != kFormat)
      refuse(file, fmt::format("expected {:?}, found another version", kFormat));
    shards.source = json.at("source");
    for (const LaplacianKind kind : {LaplacianKind::kNormalized, LaplacianKind::kCombinatorial}) {
      if (json.at("laplacian") == to_string(kind)) shards.laplacian = kind;
    }
    if (json.at("laplacian") != to_string(shards.laplacian))
      refuse(file, "expected the Laplacian normalized or combinatorial, found another");
    shards.embedding.solver = json.at("solver");
    shards.embedding.seconds = json.at("seconds");
    shards.embedding.eigenvalues = numbers(json.at("eigenvalues"));
    shards.embedding.residuals = numbers(json.at("residuals"));
    for (const Json& shard : json.at("shards")) {
      shards.shards.push_back({.nodes = shard.at("nodes"),
                               .rows_sha256 = shard.at("rows_sha256"),
                               .nodes_sha256 = shard.at("nodes_sha256")});
    }
  } catch (const Json::exception& error) {
    refuse(file, fmt::format("expected the manifest of an embedding ({})", error.what()));
  }
  return shards;
}

}  // namespace

EmbeddingShard write_shard(const path& directory, std::size_t index, const Embedding::Rows& rows,
                           const NodeNames& names) {
  const path row_path = rows_file(directory, index), node_path = nodes_file(directory, index);
  GraphData data;
  data.names = names;
  write_npy(row_path, rows);
  write_nodes(node_path, data);
  return {.nodes = names.size(),
          .rows_sha256 = sha256_of_file(row_path),
          .nodes_sha256 = sha256_of_file(node_path)};
}

void write_manifest(const path& directory, const EmbeddingShards& shards) {
  Json json{{"format", kFormat},
            {"source", shards.source},
            {"laplacian", to_string(shards.laplacian)},
            {"solver", shards.embedding.solver},
            {"seconds", shards.embedding.seconds},
            {"eigenvalues", numbers(shards.embedding.eigenvalues)},
            {"residuals", numbers(shards.embedding.residuals)},
            {"shards", Json::array()}};
  for (const EmbeddingShard& shard : shards.shards) {
    json["shards"].push_back({{"nodes", shard.nodes},
                              {"rows_sha256", shard.rows_sha256},
                              {"nodes_sha256", shard.nodes_sha256}});
  }
  write_whole(directory / kManifest,
              json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
}

bool is_embedding_shards(const path& path) {
  return std::filesystem::is_regular_file(path / kManifest) && !is_graph_folder(path);
}

EmbeddingShards read_embedding_shards(const path& directory) {
  EmbeddingShards result = read_manifest(directory / kManifest);
  const path manifest = directory / kManifest;
  const Eigen::Index d = result.embedding.eigenvalues.size();
  if (!result.embedding.eigenvalues.allFinite() || !result.embedding.residuals.allFinite() ||
      result.embedding.residuals.size() != d)
    refuse(manifest, "expected finite eigenvalues and a residual each, found others");
  // nothing is made room for before the shards hold what the manifest claims
  std::vector<Embedding::Rows> parts;
  std::unordered_set<std::string> seen;
  Eigen::Index n = 0;
  for (std::size_t k = 0; k < result.shards.size(); ++k) {
    const EmbeddingShard& shard = result.shards[k];
    const path row_path = rows_file(directory, k), node_path = nodes_file(directory, k);
    compare(row_path, shard.rows_sha256);
    compare(node_path, shard.nodes_sha256);
    parts.push_back(read_embedding_rows(row_path));
    const std::uint64_t before = result.names.size();
    read_names(node_path, result.names);
    if (static_cast<std::uint64_t>(parts.back().rows()) != shard.nodes || parts.back().cols() != d ||
        result.names.size() - before != shard.nodes)
      refuse(row_path, "the shard has another shape than the manifest says");
    if (!parts.back().allFinite()) refuse(row_path, "expected finite numbers, found others");
    for (std::uint64_t i = before; i < result.names.size(); ++i) {
      if (!seen.emplace(result.names[i]).second)
        refuse(node_path, fmt::format("expected each node once, found {} again",
                                      in_quotes(result.names[i])));
    }
    n += parts.back().rows();
  }
  result.embedding.rows.resize(n, d);
  Eigen::Index first = 0;
  for (const auto& part : parts) {
    result.embedding.rows.middleRows(first, part.rows()) = part;
    first += part.rows();
  }
  return result;
}

}  // namespace querent
