// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/reproduce/make_paper.hpp>

#include <algorithm>
#include <optional>

#include <fmt/ranges.h>

#include <querent/apps/terminal/exit_codes.hpp>
#include <querent/apps/reproduce/papers.hpp>
#include <querent/apps/terminal/usage_error.hpp>

namespace querent::apps {

int make_paper(const ReproduceCommand& asked, Console& console) {
  console.quiet = asked.output.quiet;
  const PaperMaker& maker = maker_of(asked.paper);
  const std::vector<std::string>& tables =
      std::find_if(papers().begin(), papers().end(), [&](const Paper& paper) {
        return paper.name == asked.paper;
      })->tables;
  std::optional<OutputDirectory> directory;
  if (!asked.output.out.empty()) directory.emplace(asked.output.out, asked.output.figures);
  std::string text;
  if (asked.as_table()) {
    const Report report = maker.report(
        asked.table.empty() ? tables : std::vector{asked.table}, asked.options, console);
    if (report.rows.empty() && report.skipped.empty()) {
      throw UsageError(
          fmt::format("--dataset {}: not in {}", in_quotes(asked.options.dataset),
                      asked.table.empty() ? "this paper's tables" : "table " + asked.table));
    }
    const std::string json = dumped(report_json(report)), markdown = report_markdown(report);
    text = asked.output.json ? json : asked.markdown ? markdown : report_text(report);
    if (directory) {
      directory->stage("report.json", json);
      directory->stage("report.md", markdown);
    }
  }
  if (!asked.figure.empty()) {
    const std::string csv =
        maker.figure(asked.figure, asked.options, console, directory ? &*directory : nullptr);
    if (asked.markdown) {
      text += points_markdown(csv);
    } else if (!asked.output.json && !(directory && asked.as_table())) {
      text += csv;
    }
  }
  std::vector<std::string> written;
  if (directory) {
    written = directory->names();
    directory->commit();
  }
  console.print(text);
  if (directory)
    console.note(
        fmt::format("written to {}: {}", directory->path().string(), fmt::join(written, ", ")));
  return kDone;
}

}  // namespace querent::apps
