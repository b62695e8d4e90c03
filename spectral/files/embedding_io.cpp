// SPDX-License-Identifier: Apache-2.0
#include <querent/spectral/files/embedding_io.hpp>

#include <array>
#include <charconv>
#include <cmath>
#include <ostream>
#include <stdexcept>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include <querent/datasets/input.hpp>
#include <querent/datasets/text/number.hpp>
#include <querent/datasets/vectors/npy.hpp>
#include <querent/spectral/null_vector.hpp>

namespace querent {
namespace {

using std::filesystem::path;

void write_number(std::ostream& out, double x) {
  std::array<char, 32> text;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), x).ptr;
  out.write(text.data(), end - text.data());
}

std::string_view label_of(const GraphData& data, std::size_t node) {
  if (node >= data.labels.size() || data.labels[node] == kUnlabelled) return {};
  return data.classes[static_cast<std::size_t>(data.labels[node])];
}

/// One line per node: a name with a line end or a tab would break the table.
void check_names(const GraphData& data) {
  constexpr std::string_view kSeparators = "\t\n\r";
  const auto check = [&](std::string_view name, std::string_view what) {
    if (name.find_first_of(kSeparators) == name.npos) return;
    throw DataError({data.name}, fmt::format("expected {} without tabs and line ends, found {} — "
                                             "rename it: the file has one line per node",
                                             what, in_quotes(name)));
  };
  for (std::uint64_t i = 0; i < data.names.size(); ++i) check(data.names[i], "a node id");
  for (const auto& name : data.classes) check(name, "a class");
}

/// Version 1.0 of the format: its header is padded to a multiple of 64 bytes.
void begin_npy(std::ostream& out, std::uint64_t rows, Eigen::Index columns) {
  std::string header =
      fmt::format("{{'descr': '<f8', 'fortran_order': False, 'shape': ({}, {}), }}", rows, columns);
  constexpr std::size_t kBefore = 10;  // magic, version, length
  header.append(63 - (kBefore + header.size()) % 64, ' ');
  header += '\n';
  out.write("\x93NUMPY\x01\x00", 8);
  out.put(static_cast<char>(header.size() % 256)).put(static_cast<char>(header.size() / 256));
  out << header;
}

void add_npy(std::ostream& out, const Embedding::Rows& rows) {
  out.write(static_cast<const char*>(static_cast<const void*>(rows.data())),
            static_cast<std::streamsize>(static_cast<std::size_t>(rows.size()) * sizeof(double)));
}

void add_nodes(std::ostream& out, const GraphData& data) {
  out << "node\tlabel\n";
  for (std::size_t i = 0; i < data.names.size(); ++i)
    out << data.names[i] << '\t' << label_of(data, i) << '\n';
}

void begin_tsv(std::ostream& out, Eigen::Index columns) {
  out << "node\tlabel";
  for (Eigen::Index k = 1; k <= columns; ++k) out << "\tm" << k;
  out << '\n';
}

void add_tsv(std::ostream& out, std::uint64_t first, const Embedding::Rows& rows,
             const GraphData& data) {
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    const auto node = first + static_cast<std::size_t>(i);
    out << data.names[node] << '\t' << label_of(data, node);
    for (Eigen::Index k = 0; k < rows.cols(); ++k) write_number(out << '\t', rows(i, k));
    out << '\n';
  }
}

void add_svm(std::ostream& out, std::uint64_t first, const Embedding::Rows& rows,
             const GraphData& data) {
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    const auto node = first + static_cast<std::size_t>(i);
    out << (node < data.labels.size() ? data.labels[node] + 1 : 0);
    for (Eigen::Index k = 0; k < rows.cols(); ++k) {
      if (rows(i, k) != 0) write_number(out << ' ' << k + 1 << ':', rows(i, k));
    }
    out << " # " << data.names[node] << '\n';
  }
}

Embedding::Rows read_npy(const path& file) {
  Input input = Input::open(file);
  const std::string bytes = input.read_all();
  const NpyArray array(bytes, input.name());
  const auto& shape = array.header().shape;
  if (shape.size() != 2 || array.header().fortran_order) {
    throw DataError(
        {.source = input.name()},
        "expected a matrix by rows, found another array — remedy: np.ascontiguousarray");
  }
  Embedding::Rows rows(static_cast<Eigen::Index>(shape[0]), static_cast<Eigen::Index>(shape[1]));
  for (std::uint64_t k = 0; k < array.size(); ++k) rows.data()[k] = array.number(k);
  return rows;
}

Embedding::Rows read_tsv(const path& file) {
  Input input = Input::open(file);
  LineReader lines(input);
  std::vector<double> values;
  Eigen::Index count = -1;  // rows so far, without the header
  std::size_t width = 0;
  for (std::string_view line; lines.next(line);) {
    std::size_t column = 0;
    for (std::string_view rest = line;; ++column) {
      const std::string_view field = rest.substr(0, rest.find('\t'));
      if (count >= 0 && column >= 2) {
        const auto value = number_in<double>(field);
        if (!value) {
          throw DataError(
              lines.place_of(field),
              fmt::format("expected a number, found {} — embed the graph again", in_quotes(field)));
        }
        values.push_back(*value);
      }
      if (field.size() == rest.size()) break;
      rest.remove_prefix(field.size() + 1);
    }
    if (count < 0) width = column + 1;
    if (column + 1 != width) {
      throw DataError(
          {.source = input.name(), .line = lines.line_number()},
          fmt::format("expected {} columns, found {} — embed the graph again", width, column + 1));
    }
    ++count;
  }
  if (count < 0 || width < 2) {
    throw DataError({.source = input.name()},
                    "expected the header of an embedding, found none — embed the graph again");
  }
  return Eigen::Map<const Embedding::Rows>(values.data(), count,
                                           static_cast<Eigen::Index>(width) - 2);
}

// The first column below the header.
std::vector<std::string> first_column(const path& file) {
  Input input = Input::open(file);
  LineReader lines(input);
  std::vector<std::string> ids;
  bool is_header = true;
  for (std::string_view line; lines.next(line);) {
    if (!std::exchange(is_header, false)) ids.emplace_back(line.substr(0, line.find('\t')));
  }
  return ids;
}

path nodes_beside(const path& file) {
  return path(file).replace_extension(".nodes.tsv");
}

[[noreturn]] void refuse_suffix(const path& file, const char* known) {
  throw std::invalid_argument("embedding: expected a file name ending in " + std::string(known) +
                              ", found " + in_quotes(file.string()));
}

// The name, if a file of this name can be written.
const path& checked(const path& file, const GraphData& data) {
  const path suffix = file.extension();
  check_names(data);
  if (suffix != ".npy" && suffix != ".tsv" && suffix != ".svm")
    refuse_suffix(file, ".npy, .tsv or .svm");
  return file;
}

}  // namespace

void write_nodes(const path& file, const GraphData& data) {
  check_names(data);
  WholeFile whole(file);
  add_nodes(whole.stream(), data);
  whole.commit();
}

void write_npy(const path& file, const Embedding::Rows& rows) {
  WholeFile whole(file);
  begin_npy(whole.stream(), static_cast<std::uint64_t>(rows.rows()), rows.cols());
  add_npy(whole.stream(), rows);
  whole.commit();
}

EmbeddingFile::EmbeddingFile(const path& file, const GraphData& data)
    : file_(file), data_(data), whole_(checked(file, data)) {}

void EmbeddingFile::add(std::uint64_t first, const EmbeddingRows& rows) {
  if (first != added_)
    throw std::invalid_argument("EmbeddingFile: rows are added in the order of the nodes");
  std::ostream& out = whole_.stream();
  const path suffix = file_.extension();
  if (suffix == ".npy") {
    if (first == 0) begin_npy(out, data_.names.size(), rows.cols());
    add_npy(out, rows);
  } else if (suffix == ".tsv") {
    if (first == 0) begin_tsv(out, rows.cols());
    add_tsv(out, first, rows, data_);
  } else {
    add_svm(out, first, rows, data_);
  }
  added_ += static_cast<std::uint64_t>(rows.rows());
}

std::vector<path> EmbeddingFile::commit() {
  if (added_ != data_.names.size())
    throw std::invalid_argument("EmbeddingFile: expected a row of every node");
  if (file_.extension() != ".npy") {
    whole_.commit();
    return {file_};
  }
  // both files or none: a full disk or a long name must fail before the rows are renamed
  if (!whole_.stream().flush()) whole_.commit();  // throws
  const path nodes = nodes_beside(file_);
  write_nodes(nodes, data_);
  whole_.commit();
  return {file_, nodes};
}

std::vector<path> write_embedding(const path& file, const Embedding& embedding,
                                  const GraphData& data) {
  EmbeddingFile out(file, data);
  out.add(0, embedding.rows);
  return out.commit();
}

Embedding::Rows read_embedding_rows(const path& file) {
  if (file.extension() == ".npy") return read_npy(file);
  if (file.extension() == ".tsv") return read_tsv(file);
  refuse_suffix(file, ".npy or .tsv");
}

std::vector<std::string> read_embedding_nodes(const path& file) {
  return first_column(file.extension() == ".npy" ? nodes_beside(file) : file);
}

Eigen::VectorXd eigenvalues_of(const Embedding::Rows& rows, const std::string& file) {
  const Eigen::VectorXd squares = rows.colwise().squaredNorm();
  const auto n = static_cast<double>(rows.rows());
  for (Eigen::Index k = 0; k < squares.size(); ++k) {
    const bool null =
        k == 0 && (std::abs(squares[0] / n / (kNullColumn * kNullColumn) - 1) < 1e-9 ||
                   (rows.col(0).array() == 1).all());
    if (null || !(squares[k] > 0) || !std::isfinite(squares[k])) {
      throw DataError({.source = file},
                      fmt::format("expected v/√λ of an eigenvector in column {}, found {} — embed "
                                  "the graph without --null-vector",
                                  k + 1, null ? "a null vector" : "none"));
    }
  }
  return squares.cwiseInverse();
}

}  // namespace querent
