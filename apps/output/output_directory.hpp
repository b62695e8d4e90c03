// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <querent/apps/options/figure_look.hpp>
#include <querent/apps/terminal/interrupt.hpp>
#include <querent/datasets/file_lock.hpp>
#include <querent/datasets/write_whole.hpp>

namespace querent::apps {

/// The directory of --out, locked from before the work until after the last file. Files are staged
/// beside their names and appear at commit(); without it nothing is left, not even a directory that
/// was made for them.
class OutputDirectory {
 public:
  /// Makes the directory where it is missing. IoError when another querent is writing there.
  explicit OutputDirectory(std::filesystem::path path, FigureLook look = {});
  ~OutputDirectory();
  OutputDirectory(const OutputDirectory&) = delete;
  OutputDirectory& operator=(const OutputDirectory&) = delete;

  const std::filesystem::path& path() const { return path_; }
  const FigureLook& figure_look() const { return look_; }
  void stage(const std::string& name, std::string_view bytes);
  /// Where to write the file `name` by other means; drop() takes the place back when that failed.
  std::filesystem::path place_for(const std::string& name);
  void drop(const std::string& name);
  /// What is staged.
  std::vector<std::string> names() const;
  void commit();

 private:
  struct Staged {
    std::string name;
    WholeFile file;
    Temporary guard;  // an interrupt that cannot wait for the program's own end takes it away
  };

  WholeFile& add(const std::string& name);

  std::filesystem::path path_;
  FigureLook look_;
  std::vector<Temporary> made_;  // the directories that were missing, outermost first
  DirectoryLock lock_;
  Temporary lock_file_;
  std::vector<Staged> staged_;
};

struct Figure;

/// Stages NAME.svg and NAME.png, or what the directory's look says, and NAME.gnuplot, the script
/// with its data that draws them again; nothing, and what is in the way, when they cannot be drawn.
std::string draw_into(OutputDirectory& directory, const std::string& name, const Figure& figure);

}  // namespace querent::apps
