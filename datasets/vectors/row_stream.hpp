// SPDX-License-Identifier: Apache-2.0
// Reads rows with labels from a vector file of any format, one at a time, in constant memory:
//
//   RowStream stream = RowStream::open("a9a.xz");
//   for (LabelledRow row; stream.next(row);) learn(SparseRow{row.index, row.value}, row.labels);
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <querent/datasets/input.hpp>
#include <querent/datasets/vectors/row_block.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Treatment of a missing value (empty, ?, NA, NaN) in a table.
enum class MissingValues {
  kError,
  kDrop,  ///< the row is left out and counted
  kMean,  ///< replaced by the mean of its feature's values; read_vectors() only
};

/// How to read a vector file. Options that do not apply to the file's format throw
/// std::invalid_argument.
struct VectorOptions {
  std::string format = {};  ///< the name of one of vector_formats(); "": recognised by content
  int index_base = -1;  ///< svmlight: the index of the first feature, 0 or 1; −1: 0 if the first
                        ///< rows have an index 0
  char delimiter = 0;   ///< CSV: column separator; 0: detected
  std::string label_column =
      {};  ///< CSV, ARFF: a name, a number from 1, "first", "last" or "none"; "": the last column
  std::vector<std::string> drop_columns =
      {};  ///< CSV: names, or numbers from 1, of columns to ignore
  MissingValues missing = MissingValues::kError;  ///< CSV, ARFF
  bool one_hot = false;  ///< CSV: a column of words becomes a feature of 0 and 1 for each word;
                         ///< read_vectors() only
  std::filesystem::path labels =
      {};                      ///< IDX, .npy: the label file; "": the one with the matching name
  std::uint64_t features = 0;  ///< declared dimension; larger indices are errors; 0: undeclared
  bool lenient = false;        ///< drop and count bad rows instead of rejecting the file
  unsigned threads = 1;        ///< including the caller's; affects only the speed
  /// Binary copy of the rows, written by a complete pass and read by the next one if the file has
  /// not changed; "": no cache. Only for files of svmlight, CSV or ARFF.
  std::filesystem::path cache = {};
};

/// A row; the views are valid until the next call of RowStream::next().
struct LabelledRow {
  std::span<const std::uint32_t> index;  ///< ascending, from 0; empty for the dense layout
  std::span<const double> value;         ///< finite
  std::span<const std::uint32_t>
      labels;  ///< indices into label_names(); empty if unlabelled, several if multilabel
  std::uint64_t line = 0;  ///< in the file, from 1; the row number for binary formats
};

/// Report of the reading; everything dropped is counted.
struct VectorReport {
  std::string format;                      ///< "svmlight", "CSV", …
  std::uint64_t lines = 0;                 ///< lines read so far
  std::uint64_t rows = 0;                  ///< rows returned
  std::uint64_t features = 0;              ///< one more than the largest feature seen, or declared
  int index_base = -1;                     ///< svmlight: 0 or 1, declared or detected; else -1
  std::uint64_t unlabelled_rows = 0;       ///< without any label
  std::uint64_t multilabel_rows = 0;       ///< with several labels
  std::uint64_t zero_rows = 0;             ///< without a value other than 0
  std::uint64_t dropped_rows = 0;          ///< bad rows, under `lenient`
  RowCounts counts;                        ///< of the rows returned
  std::uint64_t constant_features = 0;     ///< the same value in every row; read_vectors() only
  std::uint64_t empty_features = 0;        ///< 0 in every row; read_vectors() only
  std::vector<std::string> first_dropped;  ///< reasons, at most 20
  std::vector<std::string> notes;          ///< further remarks for the user, one sentence each
};

class RowStream {
 public:
  /// Maximum number of labels; with more, the "labels" are taken for measurements and rejected.
  static constexpr std::size_t kMaxLabels = 65536;

  /// "-" is standard input. Throws DataError if the format is not recognised or not as requested.
  static RowStream open(const std::filesystem::path& path, const VectorOptions& options = {});
  /// The same for an open input; formats of two files need `options.labels`.
  static RowStream open(Input input, const VectorOptions& options = {});

  RowStream(RowStream&&) noexcept;
  RowStream& operator=(RowStream&&) noexcept;
  ~RowStream();

  /// False at the end. Throws DataError listing nearby errors for a bad row, unless `lenient`.
  bool next(LabelledRow& row);

  const std::string& name() const;  ///< source name for messages
  RowLayout layout() const;         ///< layout of every row
  /// The labels seen so far, by first appearance.
  const std::vector<std::string>& label_names() const;
  /// Feature names if the format has them, else empty.
  const std::vector<std::string>& feature_names() const;
  /// Features whose values are word indices, as of the rows read so far.
  std::span<const TextFeature> text_features() const;
  /// Report on the rows returned so far.
  const VectorReport& report() const;

 private:
  struct Impl;
  explicit RowStream(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace querent
