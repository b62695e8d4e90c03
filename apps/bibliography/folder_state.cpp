// SPDX-License-Identifier: Apache-2.0
// The inputs of a folder of `querent graph`, and the files of an earlier or stopped conversion in it.
#include <querent/apps/bibliography/graph_command.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>

#include <fmt/ranges.h>

#include <querent/apps/terminal/usage_error.hpp>
#include <querent/datasets/checksum.hpp>
#include <querent/datasets/text/printable.hpp>
#include <querent/graph/bibliography/folder.hpp>

namespace querent::apps {

namespace fs = std::filesystem;

namespace {

constexpr const char* kFirstFile = "records.jsonl";  // of those that commit() renames
constexpr std::array kConverted{"manifest.json", "edges.tsv",      "nodes.tsv",    "labels.tsv",
                                kFirstFile,      "incidence.tsv",  "people.tsv",   "missing.tsv",
                                "citations.tsv", "aliases.tsv",    "features.svm", "words.txt",
                                "terms.svm",     "references.svm", "terms.txt",    "references.txt",
                                "duplicates.tsv"};

}  // namespace

Json inputs_json(const GraphCommand& command) {
  Json inputs = Json::array();
  for (const std::string& file : command.files) {
    std::error_code error;
    if (fs::is_regular_file(file, error))
      inputs.push_back({{"file", file}, {"sha256", sha256_of_file(file)}});
  }
  return inputs;
}

void refuse_inputs(const GraphCommand& command) {
  std::vector<fs::path> inputs(command.files.begin(), command.files.end());
  for (const std::string& corrections : {command.merge, command.split, command.keep_apart}) {
    if (!corrections.empty()) inputs.emplace_back(corrections);
  }
  for (const char* name : kConverted) refuse_input("--out", fs::path(command.out) / name, inputs);
  if (is_graph_folder(command.out) || is_unfinished(command.out)) return;
  for (const char* name : kConverted) {
    if (fs::exists(fs::path(command.out) / name)) refuse_foreign(fs::path(command.out) / name);
  }
}

bool is_unfinished(const fs::path& folder) {
  return fs::exists(folder / kFirstFile) && !fs::exists(folder / "manifest.json");
}

void commit_folder(OutputDirectory& out) {
  const std::vector<std::string> names = out.names();
  if (is_graph_folder(out.path()) || is_unfinished(out.path())) {
    // without its manifest the folder counts as unfinished until the last file is in place
    for (const std::string name : kConverted) {
      if (name == kConverted.front() || std::ranges::find(names, name) == names.end())
        fs::remove(out.path() / name);
    }
  }
  out.commit();
}

bool is_made_of(const fs::path& folder, const std::string& file) {
  std::vector<std::string> names;
  std::string sum;
  try {
    std::ifstream text(folder / "manifest.json", std::ios::binary);
    const Json manifest = Json::parse(text);
    // a folder of an earlier version has no checksums
    names = manifest.at("options").at("FILES").get<std::vector<std::string>>();
    if (const auto inputs = manifest.find("inputs"); inputs != manifest.end() && names.size() == 1)
      sum = inputs->at(0).at("sha256");
  } catch (const Json::exception&) {
    return false;  // a damaged manifest
  }
  if (names.empty()) return false;
  if (!sum.empty() && sum == sha256_of_file(file)) return true;
  std::error_code error;
  const bool same_name = names.front() == file || fs::equivalent(names.front(), file, error) ||
                         (folder.parent_path() == fs::path(file).parent_path() &&
                          fs::path(names.front()).filename() == fs::path(file).filename());
  if (names.size() > 1 || !same_name)
    throw UsageError("{} holds the works of {}, not those of {} — give another --out DIR",
                     in_quotes(folder.string()),
                     printable(fmt::format("{}", fmt::join(names, ", "))), printable(file));
  return sum.empty() && fs::last_write_time(folder / "manifest.json") >= fs::last_write_time(file);
}

}  // namespace querent::apps
