// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include <querent/datasets/vectors/parse_field.hpp>
#include <querent/datasets/vectors/row_block.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Blocks of a format that is read one row at a time.
class SequentialBlocks : public BlockSource {
 public:
  RowBlock* next() final {
    constexpr std::size_t kRows = 4096, kEntries = 65536;
    const std::uint64_t before = lines_done_;
    block_.clear();
    entries_ = 0;
    bool more = true;
    while (more && block_.rows.size() < kRows && entries_ < kEntries &&
           block_.bad_rows.size() < kRows) {
      const std::size_t entries = entries_, labels = block_.labels.size();
      const RowCounts counts = block_.counts;
      try {
        more = read_row();
      } catch (FieldError& error) {
        error.line -= before;
        block_.bad_rows.push_back(std::move(error));
        const std::uint64_t missing = block_.counts.missing_values;
        entries_ = entries;
        block_.labels.resize(labels);
        block_.counts = counts;
        block_.counts.missing_values = missing;
        continue;
      }
      if (more) {
        block_.rows.push_back({static_cast<std::uint32_t>(entries_),
                               static_cast<std::uint32_t>(block_.labels.size()),
                               static_cast<std::uint32_t>(row_line() - before)});
      }
    }
    lines_done_ = lines_read();
    block_.lines = lines_done_ - before;
    return block_.rows.empty() && block_.bad_rows.empty() ? nullptr : &block_;
  }

 protected:
  /// Reads a row by add() for its entries and add_label() for its labels. False at the end. Throws
  /// FieldError for a bad row, with the line counted from the start of the file.
  virtual bool read_row() = 0;
  /// Lines read so far, and the line at which the last row begins; rows for binary formats.
  virtual std::uint64_t lines_read() const = 0;
  /// See lines_read().
  virtual std::uint64_t row_line() const { return lines_read(); }

  /// Adds an entry to the current row; `index` from 0, ascending.
  void add(std::uint32_t index, double value) {
    block_.reserve_entries(entries_ + 1);
    block_.index[entries_] = index;
    block_.value[entries_] = value;
    ++entries_;
  }
  /// Adds a label to the current row.
  void add_label(std::string_view label) { block_.labels.push_back(block_.intern(label)); }
  /// Counts of the block; those of a bad row are undone except its missing values.
  RowCounts& counts() { return block_.counts; }

 private:
  RowBlock block_;
  std::size_t entries_ = 0;
  std::uint64_t lines_done_ = 0;  // of the previous blocks
};

}  // namespace querent
