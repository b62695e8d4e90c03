// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/readers/matrix_entries.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace querent {
namespace {

/// True if the optional `array` exists and can be read; an array of Python objects is left out,
/// with a note.
bool usable(const Npz& npz, const std::string& array, GraphBuilder& builder) {
  if (!npz.has(array)) return false;
  try {
    npz.array(array);
    return true;
  } catch (const DataError& e) {
    if (std::string_view(e.what()).find("Python objects") == std::string_view::npos) throw;
    builder.report().notes.push_back(
        fmt::format("the array {} holds Python objects and was left out", in_quotes(array)));
    return false;
  }
}

}  // namespace

NpyArray array_of_nodes(const Npz& npz, const std::string& name, std::uint64_t n) {
  NpyArray array = npz.array(name);
  if (array.size() != n) {
    throw DataError(
        array.place_of(0),
        fmt::format("expected one element for each of {} nodes, found {} — is it the array of "
                    "another graph?",
                    n, array.size()));
  }
  return array;
}

void add_npz_nodes(const Npz& npz, std::uint64_t n, GraphBuilder& builder) {
  if (!usable(npz, "node_names", builder)) {
    for (std::uint64_t i = 0; i < n; ++i) builder.node(i);
    return;
  }
  const NpyArray names = array_of_nodes(npz, "node_names", n);
  for (std::uint64_t i = 0; i < n; ++i) {
    const std::string name = names.text(i);
    if (valid_utf8_prefix(name) != name.size() || builder.find(name)) {
      throw DataError(
          names.place_of(i),
          fmt::format("expected a name in UTF-8 that no other node has, found {} — make the "
                      "names unique",
                      in_quotes(name)));
    }
    builder.node(name, names.place_of(i));
  }
}

std::function<std::string(std::uint64_t)> node_labels_in(const NpyArray& labels) {
  const char kind = labels.header().kind;
  bool below = kind == 'S' || kind == 'U', one = false, other = false;
  for (std::uint64_t i = 0; !below && i < labels.size(); ++i) {
    const double label = labels.number(i);
    below = label < 0 && label != -1;
    (label == 1 ? one : other) |= label >= 0;
  }
  return [&labels, unknown = !below && (other || !one)](std::uint64_t i) {
    return unknown && labels.number(i) == -1 ? std::string() : labels.label(i);
  };
}

void set_npz_labels(const Npz& npz, const std::string& of, std::uint64_t n, GraphBuilder& builder) {
  if (!npz.has(of)) return;
  const NpyArray labels = array_of_nodes(npz, of, n);
  if (!usable(npz, "class_names", builder)) {
    const auto label_of = node_labels_in(labels);
    for (std::uint64_t i = 0; i < n; ++i)
      builder.set_label(static_cast<Node>(i), label_of(i), labels.place_of(i));
    return;
  }
  const NpyArray classes = npz.array("class_names");
  for (std::uint64_t i = 0; i < n; ++i) {
    const std::int64_t label = labels.integer(i);
    if (label < 0 || static_cast<std::uint64_t>(label) >= classes.size()) {
      throw DataError(
          labels.place_of(i),
          fmt::format("expected the number of one of {} class names, found {} — is it the array "
                      "of another graph?",
                      classes.size(), label));
    }
    builder.set_label(static_cast<Node>(i), classes.text(static_cast<std::uint64_t>(label)),
                      labels.place_of(i));
  }
}

void set_npz_features(const Npz& npz, std::uint64_t n, GraphBuilder& builder) {
  if (!npz.has("attr_indptr")) return;
  const SparseArrays x(npz, "attr_");
  if (x.rows != n || x.columns > std::numeric_limits<std::uint32_t>::max()) {
    throw DataError(
        x.shape.place_of(0),
        fmt::format("expected features for {} nodes, found {} rows of {} — is it the array of "
                    "another graph?",
                    n, x.rows, x.columns));
  }
  builder.set_feature_dim(x.columns);
  std::vector<std::pair<std::uint32_t, double>> row;
  for (std::uint64_t i = 0; i < n; ++i) {
    row.clear();
    x.for_row(i, [&](std::uint32_t j, std::uint64_t k) {
      if (!std::isfinite(x.data.number(k))) {
        throw DataError(x.data.place_of(k),
                        "expected a finite feature, found NaN or infinity — correct the value");
      }
      row.emplace_back(j, x.data.number(k));
    });
    std::sort(row.begin(), row.end());
    if (const auto twice =
            std::ranges::adjacent_find(row, {}, [](const auto& e) { return e.first; });
        twice != row.end()) {
      throw DataError(x.indices.place_of(static_cast<std::uint64_t>(x.indptr.integer(i))),
                      fmt::format("expected each column once in row {}, found {} twice — call "
                                  "matrix.sum_duplicates()",
                                  i, twice->first));
    }
    builder.set_features(static_cast<Node>(i), row);
  }
}

}  // namespace querent
