// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace [[gnu::visibility("default")]] querent {

/// Storage of the entries of a row.
enum class RowLayout {
  kSparse,  ///< ascending feature indices and their values
  kDense    ///< one value per feature
};

/// The end of a row within a block, and its source line.
struct RowEnd {
  std::uint32_t entries;  ///< one past its last entry
  std::uint32_t labels;   ///< one past its last label
  std::uint32_t line;     ///< from 1 within the block; a record number if the source has no lines
};

/// Error of a row and its place; thrown and caught within a parser.
struct FieldError {
  std::uint64_t line;     ///< in the file or in the parsed piece, from 1; in a block, within it
  std::uint64_t column;   ///< in bytes, from 1
  std::string message;    ///< "expected …, found … — remedy"
  bool missing = false;   ///< the error is a missing value
  bool reported = false;  ///< an earlier row was rejected for the same columns
};

/// Counts of irregularities, summed over the blocks.
struct RowCounts {
  std::uint64_t underflows = 0;      ///< numbers too small for a double, read as 0
  std::uint64_t missing_values = 0;  ///< rows with a missing value
  std::uint64_t query_ids = 0;       ///< rows with a qid, which is ignored

  /// Adds the counts of another block.
  RowCounts& operator+=(const RowCounts& other) {
    underflows += other.underflows;
    missing_values += other.missing_values;
    query_ids += other.query_ids;
    return *this;
  }
};

/// Some hundred kilobytes of parsed rows. Blocks are reused: clear() does not free memory.
struct RowBlock {
  std::vector<std::uint32_t> index;      ///< sparse rows only; may be longer than the used entries
  std::vector<double> value;             ///< may be longer than the used entries
  std::vector<RowEnd> rows;              ///< where the entries and labels of each row end
  std::vector<std::uint32_t> labels;     ///< indices into label_names
  std::vector<std::string> label_names;  ///< by first appearance in the block
  std::unordered_map<std::string, std::uint32_t>
      label_ids;                     ///< index of label_names, if there are many
  std::vector<FieldError> bad_rows;  ///< by line
  RowCounts counts;                  ///< counts of this block
  std::uint64_t lines = 0;           ///< lines in the block

  /// Number of used entries in all rows.
  std::size_t entries() const { return rows.empty() ? 0 : rows.back().entries; }
  /// Removes rows, labels and counts; keeps the allocated memory.
  void clear();
  /// Index of a label within the block.
  std::uint32_t intern(std::string_view label);
  /// Makes room for `entries` in total.
  void reserve_entries(std::size_t entries);
};

/// Blocks of rows in the order of the source.
class BlockSource {
 public:
  virtual ~BlockSource() = default;
  /// The next block, valid until the next call; nullptr at the end.
  virtual RowBlock* next() = 0;
};

/// A feature with words as values: value k of a row stands for words[k].
struct TextFeature {
  std::uint64_t feature;           ///< its index, from 0
  std::vector<std::string> words;  ///< by first appearance
};

/// An open vector file.
struct RowSource {
  std::unique_ptr<BlockSource> blocks;     ///< in the order of the file; never nullptr
  RowLayout layout = RowLayout::kSparse;   ///< layout of every row
  std::uint64_t features = 0;              ///< declared by the file; 0: undeclared
  int index_base = -1;                     ///< svmlight: declared or detected; else -1
  std::vector<std::string> feature_names;  ///< one per feature, or empty
  std::vector<std::string> notes;          ///< remarks for the user on how the file is read
  /// With VectorOptions::one_hot, ascending; grows while rows are read. nullptr if there are none.
  std::shared_ptr<const std::vector<TextFeature>> text_features;
};

}  // namespace querent
