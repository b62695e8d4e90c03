// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/output/output_directory.hpp>

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include <querent/apps/output/child_lines.hpp>
#include <querent/apps/output/figure/figure.hpp>
#include <querent/apps/terminal/usage_error.hpp>
#include <querent/datasets/error.hpp>
#include <querent/datasets/text/printable.hpp>
#include <querent/graph/bibliography/folder.hpp>

namespace querent::apps {

namespace fs = std::filesystem;

std::vector<fs::path> input_files(const SourceOptions& options) {
  std::vector<fs::path> files;
  std::error_code error;
  for (const std::string& name :
       {options.source, options.edges, options.labels, options.features}) {
    if (!name.empty() && fs::is_regular_file(name, error)) files.emplace_back(name);
  }
  if (!is_graph_folder(options.source)) return files;
  for (const auto& entry : fs::directory_iterator(options.source, error))
    files.push_back(entry.path());
  return files;
}

void refuse_input(std::string_view flag, const fs::path& output,
                  const std::vector<fs::path>& inputs) {
  std::error_code missing;
  const bool same = std::ranges::any_of(
      inputs, [&](const fs::path& input) { return fs::equivalent(input, output, missing); });
  if (same) {
    throw UsageError(
        "{} {}: this file is an input of the command and would be overwritten — give another name",
        flag, printable(output.string()));
  }
}

void refuse_inputs_in(const fs::path& directory, const std::vector<fs::path>& inputs) {
  constexpr std::array kStems{"run", "curve", "predictions", "plan", "sweep"};
  const auto ours = [&](const fs::path& file) {
    return std::any_of(kStems.begin(), kStems.end(),
                       [&](const char* stem) { return file.stem() == stem; });
  };
  for (const fs::path& input : inputs) {
    if (ours(input)) refuse_input("--out", directory / input.filename(), {input});
  }
  std::error_code error;
  if (fs::exists(directory / "run.json") || fs::exists(directory / "plan.json")) return;
  for (const auto& entry : fs::directory_iterator(directory, error)) {
    if (ours(entry.path())) refuse_foreign(entry.path());
  }
}

void refuse_foreign(const fs::path& file) {
  throw UsageError(
      "--out {}: it holds {}, which querent has not written there — give another directory",
      printable(file.parent_path().string()), printable(file.filename().string()));
}

namespace {

std::vector<Temporary> missing_directories(const fs::path& path) {
  if (path == "-") throw UsageError("--out -: expected a directory, since there are several files");
  std::vector<fs::path> missing;
  for (fs::path p = fs::absolute(path).lexically_normal(); p.has_relative_path() && !fs::exists(p);
       p = p.parent_path()) {
    if (p.has_filename()) missing.push_back(p);
  }
  return {missing.rbegin(), missing.rend()};
}

}  // namespace

OutputDirectory::OutputDirectory(fs::path path, FigureStyle style)
    : path_(std::move(path)),
      style_(std::move(style)),
      made_(missing_directories(path_)),
      lock_(path_),
      lock_file_(path_ / DirectoryLock::kFileName) {
  sweep_leftovers(path_);
}

OutputDirectory::~OutputDirectory() {
  lock_file_.keep();
}  // the lock file goes with the lock

WholeFile& OutputDirectory::add(const std::string& name) {
  WholeFile file(path_ / name, Links::kReplace);
  // a device is written in place and must not be removed
  Temporary guard(fs::is_regular_file(file.temporary()) ? file.temporary() : fs::path());
  return staged_.emplace_back(Staged{name, std::move(file), std::move(guard)}).file;
}

void OutputDirectory::stage(const std::string& name, std::string_view bytes) {
  add(name).stream().write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

fs::path OutputDirectory::place_for(const std::string& name) {
  return add(name).temporary();
}

void OutputDirectory::drop(const std::string& name) {
  std::erase_if(staged_, [&](const auto& staged) { return staged.name == name; });
}

std::vector<std::string> OutputDirectory::names() const {
  std::vector<std::string> names;
  for (const auto& staged : staged_) names.push_back(staged.name);
  return names;
}

void OutputDirectory::commit() {
  check_interrupt();
  // a full disk shows before the first file is replaced
  for (auto& staged : staged_) staged.file.finish();
  for (auto& [name, file, guard] : staged_) {
    file.commit();
    guard.keep();
  }
  staged_.clear();
  for (auto& directory : made_) directory.keep();
  made_.clear();
}

Rendered rendered(const std::string& svg, FigureFormat format) {
  std::vector<std::string> command{"rsvg-convert", "--format", std::string(ending_of(format))};
  if (format == FigureFormat::kPng)
    command.insert(command.end(), {"--zoom", "2", "--dpi-x", "150", "--dpi-y", "150"});
  ChildResult converter;
  try {
    converter = run_child(command, svg);
  } catch (const IoError& error) {  // a system without a folder for temporary files, for example
    return {.bytes = {}, .problem = error.what()};
  }
  if (!converter.found)
    return {.bytes = {},
            .problem = "rsvg-convert is not installed — install the package librsvg2-bin"};
  if (converter.status != 0)
    return {.bytes = {},
            .problem =
                fmt::format("rsvg-convert ended with {}: {}", converter.status, converter.errors)};
  return {.bytes = std::move(converter.output), .problem = {}};
}

std::string draw_into(OutputDirectory& directory, const std::string& name, const Figure& figure) {
  if (is_empty(figure)) return fmt::format("no {}.svg: the figure has no values", name);
  const FigureStyle& style = directory.figure_style();
  const std::string svg = svg_of(figure, style.width);
  std::string problem;
  for (const FigureFormat format : style.formats) {
    const std::string file = fmt::format("{}.{}", name, ending_of(format));
    if (format == FigureFormat::kSvg) {
      directory.stage(file, svg);
      continue;
    }
    const Rendered picture = rendered(svg, format);
    if (picture.problem.empty())
      directory.stage(file, picture.bytes);
    else
      problem = fmt::format("no {}: {}", file, picture.problem);
  }
  return problem;
}

}  // namespace querent::apps
