// SPDX-License-Identifier: Apache-2.0
// Rows with labels from a vector file of any format, one after the other, in memory that does not
// grow:
//
//   RowStream stream = RowStream::open("a9a.xz");
//   for (LabelledRow row; stream.next(row);) learn(SparseRow{row.index, row.value}, row.labels);
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <querent/datasets/input.hpp>
#include <querent/datasets/vectors/row_block.hpp>

namespace [[gnu::visibility("default")]] querent {

/// What becomes of a missing value (nothing, ?, NA, NaN) in a table.
enum class MissingValues {
  kError,
  kDrop,  ///< the row is left out and counted
  kMean,  ///< it becomes the mean of its feature's values; read_vectors() only
};

/// How a vector file is to be read. What has no meaning for the file's format is
/// std::invalid_argument.
struct VectorOptions {
  std::string format = {};  ///< the name of one of vector_formats(); "": recognised by content
  int index_base = -1;  ///< svmlight: the index of the first feature, 0 or 1; −1: 0 if the first
                        ///< rows have an index 0
  char delimiter = 0;   ///< CSV: that separates its columns; 0: by content
  std::string label_column =
      {};  ///< CSV, ARFF: a name, a number from 1, "first", "last" or "none"; "": the last one
  std::vector<std::string> drop_columns =
      {};  ///< CSV: names, or numbers from 1, that are no features
  MissingValues missing = MissingValues::kError;  ///< CSV, ARFF
  bool one_hot = false;  ///< CSV: a column of words becomes a feature of 0 and 1 for each word;
                         ///< read_vectors() only
  std::filesystem::path labels =
      {};  ///< IDX, .npy: the file of the labels; "": the one whose name tells so, beside the rows
  std::uint64_t features = 0;  ///< declared dimension; a feature beyond it is an error; 0: as found
  bool lenient = false;        ///< drop bad rows and count them instead of refusing the file
  unsigned threads = 1;  ///< that read and parse, with the caller's; changes nothing but the speed
  /// Binary copy of the rows, made by a pass that reaches the end and read by the next one if the
  /// file has not changed; "": none. Needs a file of svmlight, CSV or ARFF.
  std::filesystem::path cache = {};
};

/// A row; the views hold until the next call of RowStream::next().
struct LabelledRow {
  std::span<const std::uint32_t> index;  ///< ascending, from 0; empty where the layout is dense
  std::span<const double> value;         ///< finite
  std::span<const std::uint32_t>
      labels;  ///< into label_names(): none of an unlabelled row, several of a multilabel one
  std::uint64_t line = 0;  ///< of the file, from 1; of binary formats the number of the row
};

/// What reading found and did: everything dropped is counted, nothing is silent.
struct VectorReport {
  std::string format;          ///< "svmlight", "CSV", …
  std::uint64_t lines = 0;     ///< of the text read so far
  std::uint64_t rows = 0;      ///< handed out
  std::uint64_t features = 0;  ///< one more than the largest feature seen, or as the file declares
  int index_base = -1;         ///< of svmlight: 0 or 1, as declared or detected; else -1
  std::uint64_t unlabelled_rows = 0;       ///< without any label
  std::uint64_t multilabel_rows = 0;       ///< with several labels
  std::uint64_t zero_rows = 0;             ///< without a value other than 0
  std::uint64_t dropped_rows = 0;          ///< bad rows, under `lenient`
  RowCounts counts;                        ///< of the rows handed out
  std::uint64_t constant_features = 0;     ///< one value in every row; read_vectors() only
  std::uint64_t empty_features = 0;        ///< 0 in every row; read_vectors() only
  std::vector<std::string> first_dropped;  ///< why, at most 20
  std::vector<std::string> notes;  ///< anything else a person should know, one sentence each
};

class RowStream {
 public:
  /// Labels a source may tell apart; beyond it the "labels" are taken for measurements and refused.
  static constexpr std::size_t kMaxLabels = 65536;

  /// "-" is standard input. DataError when the format is not recognised or not the one asked for.
  static RowStream open(const std::filesystem::path& path, const VectorOptions& options = {});
  /// The same for bytes that are already open; formats of two files need `options.labels`.
  static RowStream open(Input input, const VectorOptions& options = {});

  RowStream(RowStream&&) noexcept;
  RowStream& operator=(RowStream&&) noexcept;
  ~RowStream();

  /// False at the end. A bad row is a DataError that lists what is wrong near it, unless `lenient`.
  bool next(LabelledRow& row);

  const std::string& name() const;  ///< of the source, for messages
  RowLayout layout() const;         ///< of every row
  /// The labels seen so far, in the order of their first appearance.
  const std::vector<std::string>& label_names() const;
  /// Names of the features where the format has them, else empty.
  const std::vector<std::string>& feature_names() const;
  /// Features whose values are numbers of words, as far as rows were read.
  std::span<const TextFeature> text_features() const;
  /// Of what was handed out so far.
  const VectorReport& report() const;

 private:
  struct Impl;
  explicit RowStream(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace querent
