// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/sweep/sealed_json.hpp>

#include <fmt/format.h>

#include <querent/datasets/checksum.hpp>
#include <querent/datasets/json_file.hpp>

namespace querent::apps {

namespace {
constexpr const char* kChecksum = "sha256";
}

std::string sealed(Json json) {
  json.erase(kChecksum);
  json[kChecksum] = sha256(dumped(json, 1));
  return dumped(json, 1);
}

Json read_sealed(const std::filesystem::path& file, const std::string& remedy) {
  Json json = read_json_file(file, remedy);
  const std::string written = JsonField(json, file.string(), remedy)[kChecksum].text();
  json.erase(kChecksum);
  if (sha256(dumped(json, 1)) != written) {
    throw CorruptError(fmt::format("{}: the checksum does not match the content — {}",
                                   printable(file.string()), remedy));
  }
  return json;
}

}  // namespace querent::apps
