// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <querent/apps/options/figure_style.hpp>
#include <querent/apps/options/source_options.hpp>
#include <querent/apps/terminal/interrupt.hpp>
#include <querent/datasets/file_lock.hpp>
#include <querent/datasets/write_whole.hpp>

namespace querent::apps {

/// The files that the user named as SOURCE and in the options beside it.
std::vector<std::filesystem::path> input_files(const SourceOptions& options);

/// Throws UsageError if `output` is one of the inputs, under any name; `flag` is the option that
/// names it.
void refuse_input(std::string_view flag, const std::filesystem::path& output,
                  const std::vector<std::filesystem::path>& inputs);

/// Throws UsageError for a file of the directory of --out that another program wrote.
[[noreturn]] void refuse_foreign(const std::filesystem::path& file);

/// The same for the files of --out DIR, which would replace an input of the same name, or a file of
/// the same name in a directory without a plan.json or run.json of this program.
void refuse_inputs_in(const std::filesystem::path& directory,
                      const std::vector<std::filesystem::path>& inputs);

/// The directory of --out, locked from before the work until after the last file. Files are staged
/// beside their final names and appear at commit(); without commit() nothing remains, not even a
/// directory that was created for them.
class OutputDirectory {
 public:
  /// Creates the directory if it is missing. Throws IoError if another querent is writing there.
  explicit OutputDirectory(std::filesystem::path path, FigureStyle style = {});
  ~OutputDirectory();
  OutputDirectory(const OutputDirectory&) = delete;
  OutputDirectory& operator=(const OutputDirectory&) = delete;

  const std::filesystem::path& path() const { return path_; }
  const FigureStyle& figure_style() const { return style_; }
  void stage(const std::string& name, std::string_view bytes);
  /// The path at which the caller writes the file `name`.
  std::filesystem::path place_for(const std::string& name);
  /// Takes a staged file back.
  void drop(const std::string& name);
  /// The names of the staged files.
  std::vector<std::string> names() const;
  void commit();

 private:
  struct Staged {
    std::string name;
    WholeFile file;
    Temporary guard;  // removes the file at an interrupt that cannot wait for the end of the
                      // program
  };

  WholeFile& add(const std::string& name);

  std::filesystem::path path_;
  FigureStyle style_;
  std::vector<Temporary> made_;  // the directories that were created, outermost first
  DirectoryLock lock_;
  Temporary lock_file_;
  std::vector<Staged> staged_;
};

struct Figure;

/// Writes an SVG as PNG (two pixels per pixel, or 300 per inch if its size is in centimetres) or as
/// PDF, with the program rsvg-convert, whose standard output is read: under a name it would leave a
/// temporary file behind when it is interrupted.
struct Rendered {
  std::string bytes = {};
  std::string problem = {};  ///< an error message; empty: none
};
Rendered rendered(const std::string& svg, FigureFormat format);

/// Stages NAME.svg and NAME.png, or the formats of the directory's look. Returns an error message
/// if one of them cannot be made; the others are staged.
std::string draw_into(OutputDirectory& directory, const std::string& name, const Figure& figure);

}  // namespace querent::apps
