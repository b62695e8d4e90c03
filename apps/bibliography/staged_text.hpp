// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include <querent/apps/output/output_directory.hpp>
#include <querent/datasets/text/fields.hpp>

namespace querent::apps {

/// A file of an OutputDirectory that is too large to be built in memory.
class StagedText {
 public:
  StagedText(OutputDirectory& out, const std::string& name)
      : path_(out.place_for(name)),
        file_(path_, std::ios::binary),
        name_((out.path() / name).string()) {
    waiting_.reserve(kBlock + kBlock / 4);
  }
  /// Where the file is until the directory is committed.
  const std::filesystem::path& path() const { return path_; }
  void add(std::string_view text) {
    waiting_ += text;
    if (waiting_.size() >= kBlock) write();
  }
  /// Throws IoError if any part could not be written.
  void finish() {
    write();
    file_.close();
    if (!file_) throw IoError(name_ + ": cannot be written — is the disk full?");
  }

 private:
  static constexpr std::size_t kBlock = 1 << 18;
  void write() {
    file_.write(waiting_.data(), static_cast<std::streamsize>(waiting_.size()));
    waiting_.clear();
  }

  std::filesystem::path path_;
  std::ofstream file_;
  std::string name_, waiting_;
};

/// Appends a text as a table cell: without tabs, line ends and blanks at its ends.
inline void add_cell(std::string& row, std::string_view text) {
  const std::size_t begin = row.size();
  row += trimmed(text);
  for (std::size_t k = begin; k < row.size(); ++k) {
    if (static_cast<unsigned char>(row[k]) < 0x20 || row[k] == 0x7f) row[k] = ' ';
  }
}

inline std::string one_cell(std::string_view text) {
  std::string cell;
  add_cell(cell, text);
  return cell;
}

}  // namespace querent::apps
