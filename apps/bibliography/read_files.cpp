// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/bibliography/graph_command.hpp>

#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <querent/apps/bibliography/staged_text.hpp>
#include <querent/apps/terminal/interrupt.hpp>
#include <querent/apps/terminal/progress.hpp>
#include <querent/datasets/archive.hpp>
#include <querent/datasets/bibliography/kept_works.hpp>
#include <querent/datasets/text/printable.hpp>
#include <querent/graph/bibliography/folder.hpp>

namespace querent::apps {

namespace {

// Reads a file, or each file of an archive; `take` receives the records.
void read_export(const std::string& name, const WorksOptions& options, StagedText* records,
                 Made& made, const Console& console) {
  Input input = Input::open(name);
  input.accept_utf16();  // Web of Science, Excel
  const ReadingProgress progress(input, console,
                                 fmt::format("reading {}", printable(input.name())));
  const auto read = [&](Input& one) {
    const TakeWork take = [&](Work&& work) {
      const auto paper = made.bibliography.add(work, one.name());
      if (records == nullptr || !paper) return;
      work.id = one_cell(made.bibliography.paper_id(*paper));
      records->add(work_line(work) + '\n');
    };
    made.files.push_back({one.name(), read_works(one, options, take)});
  };
  if (!is_archive(input.peek())) return read(input);
  const std::size_t before = made.files.size();
  std::vector<UnpackedFile> others;  // Rayyan's log, a README
  for_each_file(
      input,
      [](std::string_view path) {  // skips the files that macOS adds to archives
        return !path.starts_with("__MACOSX/") && path[path.rfind('/') + 1] != '.';
      },
      [&](UnpackedFile&& file) {
        check_interrupt();
        Input one = Input::from_memory(file.bytes, file.name);
        one.accept_utf16();
        const std::string_view format = recognise_works(one.peek());
        if (file.bytes.empty() || (!format.empty() && format != "incidence list")) return read(one);
        others.push_back(std::move(file));
      });
  const bool only_others = made.files.size() == before;
  for (const UnpackedFile& file : others) {
    Input one = Input::from_memory(file.bytes, file.name);
    one.accept_utf16();
    if (only_others) {
      read(one);
    } else {
      console.note(fmt::format("{}: no export of records, left out", printable(file.name)));
    }
  }
  if (made.files.size() == before)
    throw DataError({input.name()},
                    "expected exports in this archive, found no file — give another archive");
}

// Writes the works with the ids of their nodes and with what they take from their duplicates.
void write_records(const Made& made, const std::filesystem::path& read, OutputDirectory& out) {
  const std::map<Node, Work>& changed = made.bibliography.changed();
  StagedText file(out, "records.jsonl");
  std::ifstream lines(read, std::ios::binary);
  Node paper = 0;
  for (std::string line; std::getline(lines, line); ++paper) {
    if (const auto found = changed.find(paper); found != changed.end()) {
      Work work = read_work_line(line, "records.jsonl");
      complete(work, found->second);
      work.id = one_cell(made.bibliography.paper_id(paper));
      line = work_line(work);
    }
    file.add(line + '\n');
  }
  file.finish();
}

// Calls take(first cell, second cell) for every line of a table.
template <class Take>
void for_pairs(const std::filesystem::path& file, Take take) {
  std::ifstream lines(file, std::ios::binary);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t tab = line.find('\t');
    if (tab == std::string::npos) continue;
    take(line.substr(0, tab), line.substr(tab + 1, line.find('\t', tab + 1) - tab - 1));
  }
}

// The titles of the works in a folder that is made again, by id, and by every other id that only one
// of them has.
void take_earlier(const std::filesystem::path& folder, BibliographyOptions& options) {
  for_pairs(folder / "nodes.tsv", [&](std::string id, std::string title) {
    options.earlier.emplace(std::move(id), std::move(title));
  });
  std::map<std::string, std::string> of;  // empty: of several
  for_pairs(folder / "aliases.tsv", [&](const std::string& id, std::string other) {
    const auto [at, is_first] = of.emplace(std::move(other), id);
    if (!is_first && at->second != id) at->second.clear();
  });
  for (const auto& [other, id] : of) {
    if (!id.empty()) options.earlier_aliases.emplace(other, options.earlier[id]);
  }
}

}  // namespace

void read_files(const GraphCommand& command, Made& made, OutputDirectory* out,
                const Console& console) {
  constexpr const char* kAsRead = "records.read";
  BibliographyOptions kept = command.bibliography;
  if (kept.aliases && is_graph_folder(command.out)) take_earlier(command.out, kept);
  made.bibliography = Bibliography(std::move(kept));
  const WorksOptions options{.lenient = command.lenient,
                             .references = command.bibliography.references,
                             .abstracts = command.bibliography.abstracts || command.words > 0};
  std::optional<StagedText> records;
  if (out != nullptr && command.bibliography.aliases) records.emplace(*out, kAsRead);
  for (const auto& name : command.files)
    read_export(name, options, records ? &*records : nullptr, made, console);
  made.bibliography.finish();
  if (!records) return;
  records->finish();
  write_records(made, records->path(), *out);
  out->drop(kAsRead);
}

}  // namespace querent::apps
