// SPDX-License-Identifier: Apache-2.0
#include <querent/spectral/files/embedding_shards.hpp>

#include <algorithm>
#include <span>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <querent/datasets/checksum.hpp>
#include <querent/datasets/error.hpp>
#include <querent/datasets/input.hpp>
#include <querent/datasets/vectors/npy.hpp>
#include <querent/datasets/write_whole.hpp>
#include <querent/graph/bibliography/folder.hpp>
#include <querent/graph/node_ids.hpp>
#include <querent/spectral/files/embedding_io.hpp>

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

[[noreturn]] void refuse_shape(const path& rows) {
  refuse(rows, "the shard has another shape than the manifest says");
}

/// The ids of a nodes file: its first column.
void read_names(const path& file, NodeIds& ids) {
  Input input = Input::open(file);
  LineReader lines(input);
  std::string_view line;
  lines.next(line);
  while (lines.next(line)) {
    const std::string_view id = line.substr(0, line.rfind('\t'));
    if (id.empty() || id.size() > NodeIds::kMaxBytes)
      refuse(file, fmt::format("expected ids of 1 to {} bytes, found one of {}", NodeIds::kMaxBytes,
                               id.size()));
    const std::uint64_t before = ids.size();
    ids.find_or_add(id);
    if (ids.size() == before)
      refuse(file, fmt::format("expected each node once, found {} again", in_quotes(id)));
  }
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

EmbeddingShards open_embedding_shards(const path& directory) {
  EmbeddingShards result = read_manifest(directory / kManifest);
  const path manifest = directory / kManifest;
  const Eigen::Index d = result.embedding.eigenvalues.size();
  if (d == 0) refuse(manifest, "expected one eigenvalue or more, found none");
  if (!result.embedding.eigenvalues.allFinite() || !result.embedding.residuals.allFinite() ||
      result.embedding.residuals.size() != d)
    refuse(manifest, "expected finite eigenvalues and a residual each, found others");
  NodeIds ids;
  for (std::size_t k = 0; k < result.shards.size(); ++k) {
    const EmbeddingShard& shard = result.shards[k];
    compare(rows_file(directory, k), shard.rows_sha256);
    compare(nodes_file(directory, k), shard.nodes_sha256);
    const std::uint64_t before = ids.size();
    read_names(nodes_file(directory, k), ids);
    if (ids.size() - before != shard.nodes) refuse_shape(rows_file(directory, k));
  }
  if (ids.size() == 0) refuse(manifest, "expected shards with nodes, found none");
  result.names = ids.names();
  return result;
}

Embedding::Rows read_shard(const path& directory, const EmbeddingShards& shards,
                           std::size_t index) {
  const path file = rows_file(directory, index);
  Input input = Input::open(file);
  const NpyHeader header = parse_npy_header(input.peek(), input.name());
  const std::uint64_t n = shards.shards[index].nodes;
  const auto d = static_cast<std::uint64_t>(shards.embedding.eigenvalues.size());
  const bool doubles =
      header.kind == 'f' && header.item_size == sizeof(double) && !header.big_endian;
  // no memory is allocated before the file is known to hold the rows that the manifest claims
  if (header.shape != std::vector<std::uint64_t>{n, d} || header.fortran_order || !doubles ||
      input.bytes_total() != header.data_offset + header.count * sizeof(double))
    refuse_shape(file);
  Embedding::Rows rows(static_cast<Eigen::Index>(n), static_cast<Eigen::Index>(d));
  const std::span<char> to(static_cast<char*>(static_cast<void*>(rows.data())),
                           header.count * sizeof(double));
  std::size_t skipped = 0, filled = 0;
  for (std::span<const char> block = input.read(); !block.empty(); block = input.read()) {
    const std::size_t before = std::min(block.size(), header.data_offset - skipped);
    skipped += before;
    block = block.subspan(before);
    if (block.size() > to.size() - filled) refuse_shape(file);
    std::copy(block.begin(), block.end(), to.begin() + static_cast<std::ptrdiff_t>(filled));
    filled += block.size();
  }
  if (filled != to.size()) refuse_shape(file);
  if (!rows.allFinite()) refuse(file, "expected finite numbers, found others");
  return rows;
}

std::vector<std::uint32_t> first_rows(const EmbeddingShards& shards) {
  std::vector<std::uint32_t> first;
  std::uint64_t row = 0;
  for (const EmbeddingShard& shard : shards.shards) {
    if (shard.nodes > 0) first.push_back(static_cast<std::uint32_t>(row));
    row += shard.nodes;
  }
  return first;
}

EmbeddingShards read_embedding_shards(const path& directory) {
  EmbeddingShards result = open_embedding_shards(directory);
  std::vector<Embedding::Rows> parts;
  for (std::size_t k = 0; k < result.shards.size(); ++k)
    parts.push_back(read_shard(directory, result, k));
  result.embedding.rows.resize(static_cast<Eigen::Index>(result.names.size()),
                               result.embedding.eigenvalues.size());
  Eigen::Index first = 0;
  for (auto& part : parts) {
    result.embedding.rows.middleRows(first, part.rows()) = part;
    first += part.rows();
    part.resize(0, 0);
  }
  return result;
}

}  // namespace querent
