// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/reproduce/document.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <querent/apps/output/provenance.hpp>
#include <querent/apps/reproduce/report.hpp>
#include <querent/apps/sweep/sweep.hpp>
#include <querent/datasets/checksum.hpp>
#include <querent/datasets/locate.hpp>
#include <querent/datasets/text/lowered.hpp>

namespace querent::apps {

namespace {

constexpr const char* kRemedy = "remove it, and reproduce again";
constexpr std::size_t kKeyDigits = 16;
constexpr std::size_t kLongestCommit = 80;
constexpr std::size_t kLongestCsv = std::size_t{1} << 25;

/// The checksums of a data set's files; empty if they are missing. Fetches nothing.
Json files_of(const std::string& name) {
  Json sums = Json::array();
  try {
    for (const auto& file : locate(find_dataset(name), {.allow_network = false}).files)
      sums.push_back(file.sha256);
  } catch (const IoError&) {
    return nullptr;
  }
  return sums;
}

// A readable file name: "d-ada-table-5-Mnist-0123456789abcdef".
std::string file_name(const std::string& name, const Json& identity) {
  std::string plain;
  for (const char c : name) {
    const bool letter = is_letter(c) || is_digit(c);
    if (letter || c == '-' || c == '_') plain += c;
    if (c == ' ') plain += '-';
  }
  return fmt::format("{}-{}.json", plain, sha256(identity.dump()).substr(0, kKeyDigits));
}

bool has_points(const std::string& csv) {
  return csv.find('\n') + 1 < csv.size();
}

// "246112d0b0", "246112d0b0 and changes"; "" in a part stored by a version that did not record it.
std::string commit_of(const JsonField& kept) {
  if (!kept.has("commit")) return "";
  const JsonField field = kept["commit"];
  std::string commit = field.text(kLongestCommit);
  const bool plain = std::ranges::all_of(
      commit, [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == ' '; });
  if (!plain) field.refuse("a commit");
  return commit;
}

}  // namespace

std::string Part::name() const {
  return fmt::format("{}, {} {}, {}", paper->name, figure ? "figure" : "table", number,
                     set.dataset);
}

std::vector<Part> parts_of(const PaperMaker& paper, bool figure, const std::string& number,
                           const std::string& dataset) {
  std::vector<Part> parts;
  for (auto& set : paper.sets(figure, number)) {
    bool meant = dataset.empty() || lowered(set.dataset) == lowered(dataset);
    for (const auto& name : set.sets) meant |= lowered(name) == lowered(dataset);
    if (meant) parts.push_back({&paper, figure, number, std::move(set)});
  }
  return parts;
}

Player::Player(std::filesystem::path directory, FigureStyle style, const Console& console)
    : directory_(std::move(directory)), style_(std::move(style)), console_(console) {
  if (!directory_.empty()) CellStore(directory_).make();
}

std::filesystem::path Player::place_of(const Part& part, const ReproduceOptions& options,
                                       bool drawn) const {
  Json identity{{"querent", QUERENT_VERSION},
                {"part", part.name()},
                {"runs", options.runs},
                {"seed", options.seed}};
  if (!options.algorithm.empty()) identity["algorithm"] = lowered(options.algorithm);
  for (const auto& name : part.set.sets) identity["data"].push_back(files_of(name));
  if (drawn) {
    identity["width"] = style_.width;
    for (const auto format : style_.formats) identity["formats"].push_back(format);
  }
  return directory_ / "cells" / file_name(part.name(), identity);
}

std::optional<Json> Player::find(const std::filesystem::path& file, const Part& part) {
  if (!std::filesystem::exists(file)) return std::nullopt;
  Json kept = read_sealed(file, kRemedy);
  played_by_[commit_of(JsonField(kept, file.string(), kRemedy))].push_back(part.name());
  ++kept_;
  return kept;
}

void Player::keep(const std::filesystem::path& file, const Part& part, const char* what,
                  Json played) const {
  write_whole(
      file, sealed({{"part", part.name()}, {"commit", built_commit()}, {what, std::move(played)}}),
      Links::kReplace);
}

bool Player::ready(const Part& part, const ReproduceOptions& options) const {
  if (!directory_.empty() && std::filesystem::exists(place_of(part, options, false))) return true;
  return std::all_of(part.set.sets.begin(), part.set.sets.end(),
                     [](const auto& name) { return files_of(name).is_null(); });
}

Report Player::table(const Part& part, const ReproduceOptions& options) {
  const auto play = [&] {
    ReproduceOptions one = options;
    one.dataset = part.set.dataset;
    one.console = &console_;
    Report report = part.paper->report(part.number, one);
    report.percent = part.paper->percent;
    if (!report.rows.empty()) played_by_[std::string(built_commit())].push_back(part.name());
    return report;
  };
  if (directory_.empty()) return play();
  const auto file = place_of(part, options, false);
  if (const auto found = find(file, part)) {
    Report report = report_of(JsonField(*found, file.string(), kRemedy)["report"]);
    report.percent = part.paper->percent;
    return report;
  }
  Report report = play();
  if (!report.rows.empty()) {
    report.remarks.clear();
    keep(file, part, "report", report_json(report));
  }
  return report;
}

std::string Player::figure(const Part& part, const ReproduceOptions& options, bool drawn) {
  const auto play = [&](OutputDirectory* drawings) {
    ReproduceOptions one = options;
    one.dataset = part.set.dataset;
    one.console = &console_;
    one.drawings = drawings;
    std::string csv = part.paper->header(part.number);
    try {
      csv += part.paper->figure(part.number, one);
    } catch (const MissingData& missing) {
      console_.note(fmt::format("{} skipped: {}", part.set.dataset, missing.what()));
    }
    if (has_points(csv)) played_by_[std::string(built_commit())].push_back(part.name());
    return csv;
  };
  if (directory_.empty()) return play(nullptr);
  const auto file = place_of(part, options, drawn);
  if (const auto found = find(file, part)) {
    const JsonField kept(*found, file.string(), kRemedy);
    std::string csv = kept["csv"].text(kLongestCsv);
    if (!are_points(csv))
      kept["csv"].refuse(
          "points: a header, and lines with the same number of fields, including a mean and its "
          "deviation");
    return csv;
  }
  std::string csv;
  if (drawn) {
    OutputDirectory drawings(directory_, style_);
    csv = play(&drawings);
    drawings.commit();
  } else {
    csv = play(nullptr);
  }
  if (!has_points(csv)) return csv;
  keep(file, part, "csv", csv);
  // a page has no drawings and uses the points
  if (drawn) keep(place_of(part, options, false), part, "csv", csv);
  return csv;
}

}  // namespace querent::apps
