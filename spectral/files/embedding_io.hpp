// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <querent/datasets/write_whole.hpp>
#include <querent/graph/graph_data.hpp>
#include <querent/spectral/embedding.hpp>

namespace [[gnu::visibility("default")]] querent {

/// The file of write_embedding(), written in parts as the rows are computed.
class EmbeddingFile {
 public:
  /// std::invalid_argument for a suffix unknown to write_embedding(), DataError for names that it
  /// cannot write, IoError. `data` must outlive the object.
  EmbeddingFile(const std::filesystem::path& file, const GraphData& data);

  /// The rows from node `first` on, which follow the rows of the last call.
  void add(std::uint64_t first, const EmbeddingRows& rows);
  /// The path of the unfinished file.
  const std::filesystem::path& temporary() const { return whole_.temporary(); }
  /// Finishes and renames the file. Returns the files written.
  std::vector<std::filesystem::path> commit();

 private:
  std::filesystem::path file_;
  const GraphData& data_;
  WholeFile whole_;
  std::uint64_t added_ = 0;
};

/// Writes the rows in the format of the suffix of `file`, completely or not at all, one row per
/// node in the graph's order:
///
///   .npy   n × d doubles; ids and labels in a second file beside it, FILE with .nodes.tsv for .npy
///   .tsv   a header, then: node id, label (empty if unknown), d numbers
///   .svm   class number (from 1 by `classes`, 0 without a label), 1:… to d:…, # node id
///
/// Numbers are written so that reading gives the same doubles. Returns the files written.
/// std::invalid_argument for another suffix, IoError.
std::vector<std::filesystem::path> write_embedding(const std::filesystem::path& file,
                                                   const Embedding& embedding,
                                                   const GraphData& data);

/// An n × d matrix as .npy, and a table of ids and labels: the two files of write_embedding's .npy.
void write_npy(const std::filesystem::path& file, const Embedding::Rows& rows);
void write_nodes(const std::filesystem::path& file, const GraphData& data);

/// The rows of an .npy or .tsv file that write_embedding wrote. DataError, IoError.
Embedding::Rows read_embedding_rows(const std::filesystem::path& file);

/// The node ids of such a file, one per row; of an .npy file, those of the table beside it.
std::vector<std::string> read_embedding_nodes(const std::filesystem::path& file);

/// λ_k = 1/‖column k‖², since v_k has length 1 over all nodes. Throws DataError with the name of the
/// file if a column is not an eigenvector over √λ: zeros, or a null vector.
Eigen::VectorXd eigenvalues_of(const Embedding::Rows& rows, const std::string& file);

}  // namespace querent
