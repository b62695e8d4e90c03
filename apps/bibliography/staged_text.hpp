// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fstream>
#include <string>
#include <string_view>

#include <querent/apps/output/output_directory.hpp>

namespace querent::apps {

/// A file of an OutputDirectory that is too long to be built in memory.
class StagedText {
 public:
  StagedText(OutputDirectory& out, const std::string& name)
      : file_(out.place_for(name), std::ios::binary), name_((out.path() / name).string()) {}
  void add(std::string_view text) {
    file_.write(text.data(), static_cast<std::streamsize>(text.size()));
  }
  /// IoError when anything could not be written.
  void finish() {
    file_.close();
    if (!file_) throw IoError(name_ + ": cannot be written — is the disk full?");
  }

 private:
  std::ofstream file_;
  std::string name_;
};

}  // namespace querent::apps
