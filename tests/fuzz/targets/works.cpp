// SPDX-License-Identifier: Apache-2.0
// Exports of bibliographies, strict and lenient. Bytes that show another format are another target's.
#include <algorithm>
#include <initializer_list>

#include <querent/datasets/bibliography/works.hpp>

#include "../target.hpp"

namespace querent::fuzz {

namespace {

void read_as(std::string_view bytes, std::initializer_list<WorksFormat> formats) {
  constexpr std::size_t kHead = 65536;
  const WorksFormat format = recognise_works(bytes.substr(0, kHead));
  if (std::find(formats.begin(), formats.end(), format) == formats.end()) return;
  const TakeWork nobody = [](Work&&) {};
  Input strict = Input::from_memory(bytes, "fuzz");
  try {
    read_works(strict, {}, nobody);
    return;
  } catch (const DataError&) {  // lenient reading may still like it
  }
  Input input = Input::from_memory(bytes, "fuzz");
  read_works(input, {.lenient = true}, nobody);
}

}  // namespace

std::vector<Target> works_targets() {
  return {{"works-json", [](std::string_view bytes) { read_as(bytes, {WorksFormat::kJson}); }},
          {"works-xml",
           [](std::string_view bytes) { read_as(bytes, {WorksFormat::kDblpXml, WorksFormat::kPubmedXml}); }},
          {"works-table",
           [](std::string_view bytes) {
             read_as(bytes, {WorksFormat::kWosTab, WorksFormat::kScopusCsv, WorksFormat::kLensCsv,
                             WorksFormat::kIncidence});
           }},
          {"works-tagged",
           [](std::string_view bytes) {
             read_as(bytes, {WorksFormat::kMedline, WorksFormat::kWosText, WorksFormat::kRis});
           }},
          {"works-bibtex", [](std::string_view bytes) { read_as(bytes, {WorksFormat::kBibtex}); }}};
}

}  // namespace querent::fuzz
