// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/reproduce/papers.hpp>

#include <algorithm>
#include <stdexcept>

#include <fmt/ranges.h>

#include <querent/apps/options/declare.hpp>
#include <querent/apps/output/table.hpp>
#include <querent/apps/reproduce/document.hpp>
#include <querent/apps/reproduce/report.hpp>
#include <querent/apps/terminal/usage_error.hpp>

namespace querent::apps {

namespace {

[[noreturn]] void refuse_dataset(const PaperMaker& paper, bool figure,
                                 const std::vector<std::string>& numbers,
                                 const std::string& dataset) {
  std::vector<std::string> known;
  for (const auto& number : numbers) {
    for (const auto& set : paper.sets(figure, number)) {
      known.push_back(set.dataset);
      known.insert(known.end(), set.sets.begin(), set.sets.end());
    }
  }
  throw UsageError("--dataset {}: not a data set of {} {} of this paper{}", in_quotes(dataset),
                   figure ? "figure" : "table", fmt::join(numbers, ", "), hint(dataset, known));
}

// The parts of these tables or figures.
std::vector<Part> chosen_parts(const PaperMaker& paper, bool figure,
                               const std::vector<std::string>& numbers,
                               const std::string& dataset) {
  std::vector<Part> parts;
  for (const auto& number : numbers) {
    for (auto& part : parts_of(paper, figure, number, dataset)) parts.push_back(std::move(part));
  }
  if (parts.empty()) refuse_dataset(paper, figure, numbers, dataset);
  return parts;
}

int write_document(const ReproduceCommand& asked, Console& console) {
  Player player(asked.output.out, asked.output.figures, console);
  std::vector<std::string> names;
  for (const auto& paper : papers()) {
    if (asked.paper.empty() || asked.paper == paper.name) names.push_back(paper.name);
  }
  const Document text = document(names, player, asked.options, asked.kept);
  if (!asked.output.out.empty()) {
    OutputDirectory directory(asked.output.out);
    directory.stage("REPRODUCED.md", text.page);
    directory.stage("reproduced.tsv", text.numbers);
    directory.commit();
    console.note(fmt::format(
        "{} of the parts were finished by an earlier run; written to {}: REPRODUCED.md, "
        "reproduced.tsv",
        player.kept(), asked.output.out));
  }
  if (asked.markdown) console.print(text.page);
  return kDone;
}

// z of every counted number, for each seed.
std::string seeds_table(const std::vector<Part>& parts, const ReproduceCommand& asked,
                        Player& player) {
  std::vector<Report> reports(asked.seeds);
  std::vector<std::string> head{"table", "data set", "algorithm", "column"};
  for (std::uint64_t k = 0; k < asked.seeds; ++k) {
    ReproduceOptions how = asked.options;
    how.seed += k;
    for (const auto& part : parts) reports[k].add(player.table(part, how));
    head.push_back(fmt::format("z, seed {}", how.seed));
  }
  Table table(std::move(head), 4);
  for (std::size_t row = 0; row < reports.front().rows.size(); ++row) {
    const ReproducedRow& first = reports.front().rows[row];
    if (!first.counted) continue;
    std::vector<std::string> line{first.table, first.dataset, first.algorithm, first.metric};
    for (const auto& report : reports) {
      const auto z = report.rows.at(row).z();
      line.push_back(z ? fmt::format("{:+.1f}", *z) : "–");
    }
    table.add(std::move(line));
  }
  return asked.markdown ? table.markdown() : table.shown();
}

}  // namespace

int make_paper(const ReproduceCommand& asked, Console& console) {
  console.quiet = asked.output.quiet;
  if (asked.reasons) return play_reasons(asked.paper, console);
  if (asked.all) return write_document(asked, console);
  const PaperMaker& maker = maker_of(asked.paper);
  const auto& tables = std::ranges::find(papers(), asked.paper, &Paper::name)->tables;
  const auto& dataset = asked.options.dataset;
  std::vector<Part> table_parts, figure_parts;
  if (asked.as_table())
    table_parts = chosen_parts(maker, false,
                               asked.table.empty() ? tables : std::vector{asked.table}, dataset);
  if (!asked.figure.empty()) figure_parts = chosen_parts(maker, true, {asked.figure}, dataset);

  Player player(asked.output.out, asked.output.figures, console);
  if (asked.seeds > 1) {
    console.print(seeds_table(table_parts, asked, player));
    return kDone;
  }
  Report report{.paper = maker.name, .percent = maker.percent};
  for (const auto& part : table_parts) report.add(player.table(part, asked.options));
  if (const std::string& algorithm = asked.options.algorithm;
      !algorithm.empty() && report.rows.empty() && report.skipped.empty())
    throw UsageError("--algorithm {}: no row of these tables", in_quotes(algorithm));
  if (!table_parts.empty()) report.remarks = maker.remarks(report, asked.options);
  const bool drawn = !asked.output.out.empty();
  std::string csv;  // the points of all parts under one header
  for (const auto& part : figure_parts) {
    const std::string points = player.figure(part, asked.options, drawn);
    csv += csv.empty() ? points : points.substr(points.find('\n') + 1);
  }

  std::string text;
  if (asked.output.json) {
    text = dumped(report_json(report));
  } else {
    if (!table_parts.empty()) text = asked.markdown ? report_markdown(report) : report_text(report);
    if (!figure_parts.empty() && asked.markdown) {
      text += points_markdown(csv);
    } else if (!figure_parts.empty() && !drawn) {
      text += csv;
    }
  }
  if (!drawn) {
    console.print(text);
    return kDone;
  }
  OutputDirectory directory(asked.output.out, asked.output.figures);
  if (!table_parts.empty()) {
    directory.stage("report.json", dumped(report_json(report)));
    directory.stage("report.md", report_markdown(report));
  }
  if (!figure_parts.empty()) directory.stage(fmt::format("figure{}.csv", asked.figure), csv);
  const auto written = directory.names();
  directory.commit();
  if (!figure_parts.empty() && text.empty()) {
    text = fmt::format(
        "figure {} of {}: {} of {} in {}\n", asked.figure, maker.name,
        counted(static_cast<std::uint64_t>(std::count(csv.begin(), csv.end(), '\n')) - 1, "point"),
        counted(figure_parts.size(), "data set"), written.back());
  }
  console.print(text);
  console.note(fmt::format(
      "written to {}: {}{}", directory.path().string(), fmt::join(written, ", "),
      player.kept() == 0
          ? ""
          : fmt::format("; {} finished by an earlier run", counted(player.kept(), "part"))));
  return kDone;
}

void stage_figure(const ReproduceOptions& options, const std::string& name, const Figure& drawing) {
  if (options.drawings == nullptr) return;
  const std::string problem = draw_into(*options.drawings, name, drawing);
  if (!problem.empty()) options.console->note(problem);
}

const PaperMaker& maker_of(const std::string& paper) {
  static const std::vector<PaperMaker> makers{msg::maker(), d_ada::maker(), paa::maker(),
                                              dkm_cbgz::maker(), duol::maker()};
  for (const auto& maker : makers) {
    if (maker.name == paper) return maker;
  }
  throw std::out_of_range("no paper " + paper);
}

}  // namespace querent::apps
