// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <querent/graph/graph_data.hpp>
#include <querent/spectral/embedding.hpp>

namespace [[gnu::visibility("default")]] querent {

/// The file that write_embedding() writes, made of slabs of rows as they come.
class EmbeddingFile {
 public:
  /// std::invalid_argument for a suffix that write_embedding() does not know, DataError for names
  /// that it cannot write, IoError. `data` must outlive it.
  EmbeddingFile(const std::filesystem::path& file, const GraphData& data);
  EmbeddingFile(EmbeddingFile&&) noexcept;
  ~EmbeddingFile();

  /// The rows from node `first` on, which is the one after those before.
  void add(std::uint64_t first, const EmbeddingRows& rows);
  /// Ends the file, which is there from then on. Returns the files written.
  std::vector<std::filesystem::path> commit();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Writes the rows as the suffix of `file` says, whole or not at all, one row a node in the graph's
/// order:
///
///   .npy   n × d doubles; ids and labels in a second file beside it, FILE with .nodes.tsv for .npy
///   .tsv   a header, then: node id, label (empty when there is none), d numbers
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

/// λ_k = 1/‖column k‖², since v_k has length 1 over all nodes. DataError with the name of the file
/// if a column is not that of an eigenvector: zeros, or a null vector that was kept.
Eigen::VectorXd eigenvalues_of(const Embedding::Rows& rows, const std::string& file);

}  // namespace querent
