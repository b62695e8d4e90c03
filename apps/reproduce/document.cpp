// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/reproduce/document.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/ranges.h>

#include <querent/apps/options/papers.hpp>
#include <querent/apps/output/table.hpp>
#include <querent/apps/reproduce/report.hpp>

namespace querent::apps {

namespace {

constexpr double kNear = 2;
constexpr std::size_t kMostPoints = 9;  // maximum number of points of a series on the page

struct PlayedFigure {
  std::string number, csv;
  std::vector<std::string> missing;  // data sets
};

struct PlayedPaper {
  Paper paper;
  std::map<std::string, Report> tables = {};  // by number
  Report all = {};
  std::vector<PlayedFigure> figures = {};
  std::vector<std::string> left = {};  // parts that were not run yet
};

PlayedPaper play(const Paper& paper, Player& player, const ReproduceOptions& options, bool kept) {
  PlayedPaper played{.paper = paper};
  const auto leave = [&](const Part& part, const ReproduceOptions& how) {
    if (!kept || player.ready(part, how)) return false;
    played.left.push_back(part.name());
    return true;
  };
  const PaperMaker& maker = maker_of(paper.name);
  ReproduceOptions how = options;
  how.runs = options.runs == 0 ? paper.runs : options.runs;
  for (const auto& number : paper.tables) {
    Report& table = played.tables[number];
    for (const auto& part : parts_of(maker, false, number, "")) {
      if (!leave(part, how)) table.add(player.table(part, how));
    }
    played.all.add(table);
    table.remarks.clear();
  }
  if (!played.all.rows.empty()) played.all.remarks = maker.remarks(played.all, how);
  how.runs = options.runs == 0 ? kFigureRuns : options.runs;
  for (const auto& number : paper.figures) {
    PlayedFigure figure{.number = number, .csv = {}, .missing = {}};
    for (const auto& part : parts_of(maker, true, number, "")) {
      if (leave(part, how)) continue;
      const std::string csv = player.figure(part, how, false);
      const std::size_t points = csv.find('\n') + 1;
      if (points == csv.size()) figure.missing.push_back(part.set.dataset);
      figure.csv += figure.csv.empty() ? csv : csv.substr(points);
    }
    played.figures.push_back(std::move(figure));
  }
  return played;
}

std::string summary_line(const std::string& name, const std::string& what, const Summary& s) {
  return fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} |\n", name, what, s.played(), s.near,
                     s.far, s.farther, s.other_data, s.skipped);
}

std::string summary_table(const std::vector<PlayedPaper>& papers) {
  std::string text =
      "| paper | tables | numbers played | \\|z\\| ≤ 2 | ≤ 3 | > 3 | other data or share | not "
      "playable |\n| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |\n";
  Report all;
  for (const auto& played : papers) {
    text += summary_line(played.paper.reference,
                         fmt::format("{}", fmt::join(played.paper.tables, ", ")),
                         summary_of(played.all));
    all.add(played.all);
  }
  return text + summary_line("together", "", summary_of(all));
}

// "- REASON: Table 2 MITFace (18 numbers), …", one line per reason.
std::string not_playable(const std::vector<PlayedPaper>& papers) {
  std::vector<std::string> reasons;
  std::map<std::string, std::vector<std::pair<std::string, int>>> of;
  for (const auto& played : papers) {
    for (const auto& row : played.all.skipped) {
      auto& sets = of[row.reason];
      if (sets.empty()) reasons.push_back(row.reason);
      const std::string what = fmt::format("{} {} {}", played.paper.name, row.table, row.dataset);
      if (sets.empty() || sets.back().first != what) sets.emplace_back(what, 0);
      ++sets.back().second;
    }
  }
  std::string text;
  for (const auto& reason : reasons) {
    std::vector<std::string> sets;
    for (const auto& [what, count] : of[reason])
      sets.push_back(fmt::format("{} ({})", what, count));
    std::string line = reason;
    std::replace(line.begin(), line.end(), '\n', ' ');
    text += fmt::format("- {}: {}\n", fmt::join(sets, ", "), line);
  }
  return text;
}

std::string chapter(const PlayedPaper& played, const ReproduceOptions& options) {
  const Paper& paper = played.paper;
  std::string text = fmt::format(
      "## {}\n\n    querent reproduce {} --markdown\n\n{} random orders, seed {}; paper and ours: "
      "mean ± standard deviation.\n\n{}",
      paper.reference, paper.name, options.runs == 0 ? paper.runs : options.runs, options.seed,
      text_of(paper.name, "about"));
  const auto add = [&](const std::string& more) {
    if (!more.empty()) text += "\n" + more;
  };
  for (const auto& number : paper.tables) {
    Report table = played.tables.at(number);
    table.skipped.clear();  // they are listed at the beginning of the page
    add(fmt::format("### Table {}\n", number));
    add(text_of(paper.name, "table " + number));
    std::string tables = report_markdown(table);
    for (std::size_t at = tables.find("### "); at != std::string::npos;
         at = tables.find("### ", at + 5)) {
      if (at == 0 || tables[at - 1] == '\n') tables.insert(at, "#");
    }
    add(tables);
  }
  std::string remarks;
  for (const auto& remark : played.all.remarks) remarks += "- " + remark + "\n";
  if (!remarks.empty()) add("### How it was run\n");
  add(remarks);
  for (const auto& figure : played.figures) {
    add(fmt::format("### Figure {}\n", figure.number));
    add(text_of(paper.name, "figure " + figure.number));
    add(fmt::format("    querent reproduce {} --figure {} --runs {} --markdown\n", paper.name,
                    figure.number, options.runs == 0 ? kFigureRuns : options.runs));
    if (!figure.missing.empty())
      add(fmt::format("Left out: {}.\n", fmt::join(figure.missing, ", ")));
    if (figure.csv.find('\n') + 1 >= figure.csv.size()) continue;
    add(claims_of(paper.name, figure.number, figure.csv));
    add(points_markdown(figure.csv, kMostPoints));
  }
  return text;
}

}  // namespace

std::string played_by(const std::map<std::string, std::vector<std::string>>& commits) {
  if (commits.empty()) return "";
  const auto most = std::ranges::max_element(
      commits, [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
  const auto name = [](const std::string& commit) {
    return commit.empty() ? "an unknown commit" : "commit " + commit;
  };
  std::string text = fmt::format("Run by {}", name(most->first));
  if (commits.size() == 1) return text + ".\n";
  text += fmt::format(", {}, except:\n\n", counted(most->second.size(), "part"));
  for (const auto& [commit, parts] : commits) {
    if (commit != most->first)
      text += fmt::format("- by {}: {}\n", name(commit), fmt::join(parts, "; "));
  }
  return text;
}

Summary summary_of(const Report& report) {
  Summary summary;
  for (const auto& row : report.rows) {
    if (!row.counted) continue;
    const auto z = row.z();
    if (!row.comparable) {
      ++summary.other_data;
    } else if (!z) {
      ++summary.equal;
    } else {
      ++(std::abs(*z) <= kNear  ? summary.near
         : std::abs(*z) <= kFar ? summary.far
                                : summary.farther);
    }
  }
  summary.skipped = report.skipped.size();
  return summary;
}

Document document(const std::vector<std::string>& names, Player& player,
                  const ReproduceOptions& options, bool kept) {
  std::vector<PlayedPaper> played;
  for (const auto& paper : papers()) {
    if (std::find(names.begin(), names.end(), paper.name) != names.end())
      played.push_back(play(paper, player, options, kept));
  }
  std::string text = "# What is reproduced\n\n" + text_of("all", "about") + "\n" +
                     played_by(player.played_by()) + "\n" + summary_table(played) + "\n" +
                     text_of("all", "summary") + "\n";
  const std::string missing = not_playable(played);
  if (!missing.empty()) text += "### Not playable\n\n" + missing + "\n";
  std::vector<std::string> left;
  for (const auto& paper : played) left.insert(left.end(), paper.left.begin(), paper.left.end());
  if (!left.empty())
    text += "### Not run yet\n\n" + fmt::format("{}", fmt::join(left, "; ")) + ".\n\n";
  for (const auto& paper : played) text += chapter(paper, options) + "\n";
  while (text.ends_with("\n\n")) text.pop_back();
  std::vector<Report> reports;
  for (const auto& paper : played) reports.push_back(paper.all);
  return {std::move(text), numbers_tsv(reports)};
}

}  // namespace querent::apps
