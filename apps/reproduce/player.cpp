// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/reproduce/player.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <querent/apps/reproduce/points.hpp>
#include <querent/apps/reproduce/report_json.hpp>
#include <querent/apps/sweep/sealed_json.hpp>
#include <querent/apps/sweep/store.hpp>
#include <querent/datasets/checksum.hpp>
#include <querent/datasets/locate.hpp>
#include <querent/datasets/lowered.hpp>

namespace querent::apps {

namespace {

constexpr const char* kRemedy = "remove it, and reproduce again";
constexpr std::size_t kKeyDigits = 16;
constexpr std::size_t kLongestCsv = std::size_t{1} << 25;

/// The checksums of a data set's files; empty where it is not here. Nothing is fetched for this.
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

// A file name that a person recognises: "d-ada-table-5-Mnist-0123456789abcdef".
std::string file_name(const std::string& name, const Json& identity) {
  std::string plain;
  for (const char c : name) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (letter || c == '-' || c == '_') plain += c;
    if (c == ' ') plain += '-';
  }
  return fmt::format("{}-{}.json", plain, sha256(identity.dump()).substr(0, kKeyDigits));
}

bool has_points(const std::string& csv) {
  return csv.find('\n') + 1 < csv.size();
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

Player::Player(std::filesystem::path directory, FigureLook look, const Console& console)
    : directory_(std::move(directory)), look_(std::move(look)), console_(console) {
  if (!directory_.empty()) CellStore(directory_).make();
}

std::filesystem::path Player::place_of(const Part& part, const ReproduceOptions& options,
                                       bool drawn) const {
  Json identity{{"querent", QUERENT_VERSION},
                {"part", part.name()},
                {"runs", options.runs},
                {"seed", options.seed}};
  for (const auto& name : part.set.sets) identity["data"].push_back(files_of(name));
  if (drawn) {
    identity["width"] = look_.width;
    for (const auto format : look_.formats) identity["formats"].push_back(format);
  }
  return directory_ / "cells" / file_name(part.name(), identity);
}

std::optional<Json> Player::find(const std::filesystem::path& file) const {
  if (!std::filesystem::exists(file)) return std::nullopt;
  return read_sealed(file, kRemedy);
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
    Report report = part.paper->report(part.number, one, console_);
    report.percent = part.paper->percent;
    return report;
  };
  if (directory_.empty()) return play();
  const auto file = place_of(part, options, false);
  if (const auto found = find(file)) {
    ++kept_;
    Report report = report_of(JsonField(*found, file.string(), kRemedy)["report"]);
    report.percent = part.paper->percent;
    return report;
  }
  Report report = play();
  if (!report.rows.empty()) {
    report.remarks.clear();
    write_whole(file, sealed({{"part", part.name()}, {"report", report_json(report)}}),
                Links::kReplace);
  }
  return report;
}

std::string Player::figure(const Part& part, const ReproduceOptions& options, bool drawn) {
  const auto play = [&](OutputDirectory* drawings) {
    ReproduceOptions one = options;
    one.dataset = part.set.dataset;
    return part.paper->figure(part.number, one, console_, drawings);
  };
  if (directory_.empty()) return play(nullptr);
  const auto file = place_of(part, options, drawn);
  if (const auto found = find(file)) {
    ++kept_;
    const JsonField kept(*found, file.string(), kRemedy);
    std::string csv = kept["csv"].text(kLongestCsv);
    if (!are_points(csv)) kept["csv"].refuse("points: a header, and lines of as many fields, a mean and its deviation among them");
    return csv;
  }
  std::string csv;
  if (drawn) {
    OutputDirectory drawings(directory_, look_);
    csv = play(&drawings);
    drawings.commit();
  } else {
    csv = play(nullptr);
  }
  if (has_points(csv))
    write_whole(file, sealed({{"part", part.name()}, {"csv", csv}}), Links::kReplace);
  return csv;
}

}  // namespace querent::apps
