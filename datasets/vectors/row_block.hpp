// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace [[gnu::visibility("default")]] querent {

/// How the entries of a row are stored.
enum class RowLayout {
  kSparse,  ///< ascending feature indices and their values
  kDense    ///< one value for each feature
};

/// Where one row of a block ends, and the line it came from.
struct RowEnd {
  std::uint32_t entries;  ///< one behind its last entry
  std::uint32_t labels;   ///< one behind its last label
  std::uint32_t
      line;  ///< from 1, counted within the block (of records where the source has no lines)
};

/// A row that could not be read. Lines count within the block.
struct BadRow {
  std::uint32_t line;     ///< from 1
  std::uint64_t column;   ///< in bytes, from 1
  std::string message;    ///< "expected …, found … — remedy"
  bool missing = false;   ///< what is wrong is that a value is missing
  bool reported = false;  ///< a row before was refused for the same columns
};

/// What was seen beside the rows, added up over the blocks.
struct RowCounts {
  std::uint64_t underflows = 0;      ///< numbers too small for a double, read as 0
  std::uint64_t missing_values = 0;  ///< rows with a missing value
  std::uint64_t query_ids = 0;       ///< rows with a qid, which is not used

  /// Adds the counts of another part.
  RowCounts& operator+=(const RowCounts& other) {
    underflows += other.underflows;
    missing_values += other.missing_values;
    query_ids += other.query_ids;
    return *this;
  }
};

/// Some hundred kilobytes of parsed rows. Kept and filled again: clear() frees nothing.
struct RowBlock {
  std::vector<std::uint32_t> index;      ///< of sparse rows; may be longer than the entries in use
  std::vector<double> value;             ///< may be longer than the entries in use
  std::vector<RowEnd> rows;              ///< where the entries and labels of each row end
  std::vector<std::uint32_t> labels;     ///< into label_names
  std::vector<std::string> label_names;  ///< by first appearance in the block
  std::unordered_map<std::string, std::uint32_t> label_ids;  ///< of label_names, once they are many
  std::vector<BadRow> bad_rows;                              ///< by line
  RowCounts counts;                                          ///< of this block
  std::uint64_t lines = 0;                                   ///< lines that the block covers

  /// Entries in use, of all rows.
  std::size_t entries() const { return rows.empty() ? 0 : rows.back().entries; }
  /// No rows, labels or counts; what was allocated stays.
  void clear();
  /// The number of a label within the block.
  std::uint32_t intern(std::string_view label);
  /// Makes room for `entries` in all.
  void reserve_entries(std::size_t entries);
};

/// A source of rows, block after block in the order of the source.
class BlockSource {
 public:
  virtual ~BlockSource() = default;
  /// The next block, valid until the next call; nullptr at the end.
  virtual RowBlock* next() = 0;
};

/// A feature whose values are words: the value k of a row is words[k].
struct TextFeature {
  std::uint64_t feature;           ///< its number, from 0
  std::vector<std::string> words;  ///< by first appearance
};

/// An open vector file.
struct RowSource {
  std::unique_ptr<BlockSource> blocks;     ///< in the order of the file; never null
  RowLayout layout = RowLayout::kSparse;   ///< of every row
  std::uint64_t features = 0;              ///< as the file declares; 0: it does not
  int index_base = -1;                     ///< of svmlight, as declared or detected; else -1
  std::vector<std::string> feature_names;  ///< one a feature, or none
  std::vector<std::string> notes;          ///< what a person should know of how the file is read
  /// Under VectorOptions::one_hot, ascending; grows while rows are read. Null: there is none.
  std::shared_ptr<const std::vector<TextFeature>> text_features;
};

}  // namespace querent
