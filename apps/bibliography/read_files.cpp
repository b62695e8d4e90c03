// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/bibliography/graph_command.hpp>

#include <fmt/format.h>

#include <querent/apps/terminal/interrupt.hpp>
#include <querent/apps/terminal/progress.hpp>
#include <querent/datasets/archive.hpp>
#include <querent/datasets/bibliography/kept_works.hpp>
#include <querent/datasets/text/printable.hpp>

namespace querent::apps {

namespace {

// Reads a file, or each file of an archive; `take` receives the records.
void read_export(const std::string& name, const WorksOptions& options, const TakeWork& take,
                 Made& made, const Console& console) {
  Input input = Input::open(name);
  input.accept_utf16();  // Web of Science, Excel
  const ReadingProgress progress(input, console,
                                 fmt::format("reading {}", printable(input.name())));
  const auto read = [&](Input& one) {
    made.files.push_back({one.name(), read_works(one, options, take)});
  };
  if (!is_archive(input.peek())) return read(input);
  const std::size_t before = made.files.size();
  for_each_file(
      input,
      [](std::string_view path) {  // skips the files that macOS adds to archives
        return !path.starts_with("__MACOSX/") && path[path.rfind('/') + 1] != '.';
      },
      [&](UnpackedFile&& file) {
        check_interrupt();
        Input one = Input::from_memory(file.bytes, file.name);
        one.accept_utf16();
        read(one);
      });
  if (made.files.size() == before)
    throw DataError({input.name()},
                    "expected exports in this archive, found no file — give another archive");
}

}  // namespace

void read_files(const GraphCommand& command, Made& made, StagedText* records,
                const Console& console) {
  made.bibliography = Bibliography(command.bibliography);
  const WorksOptions options{.lenient = command.lenient,
                             .references = command.bibliography.references,
                             .abstracts = command.bibliography.abstracts || command.words > 0};
  const TakeWork take = [&](Work&& work) {
    const auto paper = made.bibliography.add(work);
    if (records == nullptr || !paper) return;
    work.id = one_cell(made.bibliography.paper_id(*paper));  // the id of its node
    records->add(work_line(work) + '\n');
  };
  for (const auto& name : command.files) read_export(name, options, take, made, console);
  if (command.bibliography.references) made.bibliography.match_references();
}

}  // namespace querent::apps
