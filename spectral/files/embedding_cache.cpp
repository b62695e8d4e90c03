// SPDX-License-Identifier: Apache-2.0
// One file per embedding, named by its key:
//
//   "querent embedding 7\n", the key, n, d and the length of `solver` (64 bits each), solver,
//   d eigenvalues, d residuals, n × d rows (IEEE doubles), SHA-256 of all before it in hexadecimal
//
// in the byte order of the machine: a cache is not portable. The number in the first line is
// increased with every change of the result of embed(), even in its last digits: results must not
// depend on files of an older program.
#include <querent/spectral/files/embedding_cache.hpp>

#include <algorithm>
#include <chrono>
#include <span>
#include <string_view>

#include <querent/datasets/checksum.hpp>
#include <querent/datasets/input.hpp>
#include <querent/datasets/own_file.hpp>
#include <querent/datasets/write_whole.hpp>
#include <querent/graph/components.hpp>

namespace querent {
namespace {

constexpr std::string_view kMagic = "querent embedding 7\n";
constexpr std::size_t kDigest = 64;  // hexadecimal digits

template <class T>
std::span<const char> bytes_of(std::span<const T> values) {
  const auto bytes = std::as_bytes(values);
  return {static_cast<const char*>(static_cast<const void*>(bytes.data())), bytes.size()};
}
template <class T>
std::span<const char> bytes_of(const T& value) {
  return bytes_of(std::span<const T>(&value, 1));
}
std::span<const char> bytes_of(std::string_view text) {
  return {text.data(), text.size()};
}
std::span<const char> bytes_of(const Eigen::VectorXd& v) {
  return bytes_of(std::span<const double>(v.data(), static_cast<std::size_t>(v.size())));
}
std::span<const char> bytes_of(const Embedding::Rows& m) {
  return bytes_of(std::span<const double>(m.data(), static_cast<std::size_t>(m.size())));
}

void store(const std::filesystem::path& file, const std::string& key, const Embedding& e) {
  std::filesystem::create_directories(file.parent_path());
  WholeFile whole(file, Links::kPrivate);
  Sha256 digest;
  const auto put = [&](std::span<const char> bytes) {
    digest.update(bytes);
    whole.stream().write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  };
  put(bytes_of(kMagic));
  put(bytes_of(std::string_view(key)));
  put(bytes_of(static_cast<std::uint64_t>(e.rows.rows())));
  put(bytes_of(static_cast<std::uint64_t>(e.rows.cols())));
  put(bytes_of(static_cast<std::uint64_t>(e.solver.size())));
  put(bytes_of(std::string_view(e.solver)));
  put(bytes_of(e.eigenvalues));
  put(bytes_of(e.residuals));
  put(bytes_of(e.rows));
  whole.stream() << digest.hex();
  whole.commit();
}

/// d eigenpairs that embed() can have computed: finite, ascending, above 0.
bool plausible(const Embedding& e) {
  const Eigen::VectorXd& values = e.eigenvalues;
  return std::is_sorted(values.begin(), values.end()) && values.allFinite() &&
         (values.size() == 0 || values[0] > 0) && e.residuals.allFinite() &&
         (e.residuals.array() >= 0).all() && e.rows.allFinite() &&
         valid_utf8_prefix(e.solver) == e.solver.size() && e.solver.find('\0') == e.solver.npos;
}

/// The embedding in `file` if it exists, is complete, and belongs to `key`: n × d, any d if none is
/// given. Otherwise `why` is the reason, "" if the file does not exist.
std::optional<Embedding> load(const std::filesystem::path& file, const std::string& key,
                              std::uint64_t n, std::optional<std::uint64_t> of_width,
                              std::string& why) {
  const auto own = OwnFile::open(file, why);
  if (!own) return std::nullopt;
  why = "is damaged";
  Sha256 digest;
  std::uint64_t at = 0;
  const auto get = [&](void* to, std::size_t bytes) {
    if (!own->read(to, bytes, at)) return false;
    at += bytes;
    digest.update({static_cast<const char*>(to), bytes});
    return true;
  };
  std::string head(kMagic.size() + key.size(), '\0');
  std::uint64_t shape[3] = {};  // n, d, length of solver
  if (!get(head.data(), head.size()) || head != std::string(kMagic) + key) return std::nullopt;
  if (!get(shape, sizeof shape)) return std::nullopt;
  constexpr std::uint64_t kLongestText = 4096;
  const std::uint64_t d = of_width.value_or(shape[1]);
  if (shape[0] != n || shape[1] != d || d > n || shape[2] > kLongestText ||
      own->size() != at + shape[2] + sizeof(double) * d * (n + 2) + kDigest)
    return std::nullopt;
  Embedding e;
  e.solver.resize(shape[2]);
  e.eigenvalues.resize(static_cast<Eigen::Index>(d));
  e.residuals.resize(static_cast<Eigen::Index>(d));
  e.rows.resize(static_cast<Eigen::Index>(n), static_cast<Eigen::Index>(d));
  const auto size = [](const auto& m) {
    return static_cast<std::size_t>(m.size()) * sizeof(double);
  };
  std::string stored(kDigest, '\0');
  if (!get(e.solver.data(), e.solver.size()) || !get(e.eigenvalues.data(), size(e.eigenvalues)) ||
      !get(e.residuals.data(), size(e.residuals)) || !get(e.rows.data(), size(e.rows)) ||
      !own->read(stored.data(), kDigest, at) || stored != digest.hex() || !plausible(e))
    return std::nullopt;
  return e;
}

}  // namespace

std::string embedding_key(const Graph& graph, const EmbeddingOptions& options) {
  Sha256 digest;
  digest.update(bytes_of(kMagic));
  digest.update(bytes_of(graph.num_nodes()));
  digest.update(bytes_of(graph.offsets()));
  digest.update(bytes_of(graph.all_neighbours()));
  digest.update(bytes_of(graph.all_weights()));
  digest.update(bytes_of(options.dim));
  digest.update(bytes_of(options.laplacian));
  digest.update(bytes_of(options.solver));
  digest.update(bytes_of(options.tolerance));
  return digest.hex();
}

Embedding embed_cached(const Graph& graph, const EmbeddingOptions& options,
                       const std::filesystem::path& directory) {
  const auto start = std::chrono::steady_clock::now();
  const std::string key = embedding_key(graph, options);
  const std::filesystem::path file = directory / (key + ".embedding");
  const int most = options.dim == kAutoDim ? auto_dim(graph.num_nodes()) : options.dim;
  const std::uint64_t pairs = graph.num_nodes() - connected_components(graph).count();
  const std::uint64_t d = std::min(static_cast<std::uint64_t>(std::max(most, 0)), pairs);
  std::string why;
  if (auto found = load(file, key, graph.num_nodes(), d, why)) {
    found->cache = "hit";
    found->seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return std::move(*found);
  }
  Embedding e = embed(graph, options);
  try {
    store(file, key, e);
    e.cache = why.empty() ? "stored" : "stored again: the file " + why;
  } catch (const IoError& error) {
    e.cache = std::string("not stored: ") + error.what();
  } catch (const std::filesystem::filesystem_error& error) {
    e.cache = std::string("not stored: ") + error.what();
  }
  return e;
}

std::optional<Embedding> cached_embedding(const std::string& key, std::uint64_t n,
                                          const std::filesystem::path& directory) {
  std::string why;
  return load(directory / (key + ".embedding"), key, n, std::nullopt, why);
}

}  // namespace querent
