// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/models/model_file.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>

#include <fmt/format.h>

#include <querent/datasets/checksum.hpp>
#include <querent/datasets/error.hpp>
#include <querent/learners/learner.hpp>

namespace querent {

namespace {

constexpr std::size_t kSumBytes = 32;
// tag 55799, an open map, and the first entry of every model
constexpr std::string_view kBegin =
    "\xd9\xd9\xf7\xbf\x66"
    "format\x6d"
    "querent model";
constexpr std::string_view kVersion =
    "\x67"
    "version\x82";
constexpr std::string_view kSumKey =
    "\x66"
    "sha256\x58\x20";

std::string sum_of(std::string_view bytes) {
  const std::string hex = sha256(bytes);
  std::string raw;
  for (std::size_t i = 0; i < hex.size(); i += 2)
    raw.push_back(static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16)));
  return raw;
}

// The checksum stands before the last byte, which ends the map.
std::string_view summed(std::string_view bytes) {
  return bytes.substr(0, bytes.size() - kSumBytes - 1);
}

}  // namespace

std::string seal_model(std::string_view model) {
  CborWriter out;
  out.tag(kSelfDescribed);
  out.begin_map();
  out.text("format");
  out.text("querent model");
  out.text("version");
  out.array(2);
  out.unsigned_integer(kModelMajor);
  out.unsigned_integer(kModelMinor);
  out.text("program");
  out.text("querent " QUERENT_VERSION);
  out.text("model");
  std::string bytes = out.take();
  bytes += model;
  bytes += kSumKey;
  bytes += sum_of(bytes);
  bytes.push_back('\xff');
  return bytes;
}

std::string seal_learned(std::string_view model) {
  std::string bytes = seal_model(model);
  try {
    check_cbor(bytes);
  } catch (const ModelError&) {  // a reader would reject it: a weight has overflowed
    throw NotFinite("the model");
  }
  return bytes;
}

// Half of the first bytes identifies a damaged model: other files share fewer.
bool looks_like_model(std::string_view head) {
  std::size_t equal = 0;
  for (std::size_t i = 0; i < std::min(head.size(), kBegin.size()); ++i)
    equal += head[i] == kBegin[i];
  return equal >= kBegin.size() / 2;
}

ModelFile::ModelFile(std::string bytes, std::string name)
    : bytes_(std::move(bytes)), name_(std::move(name)) {
  const std::string_view all = bytes_;
  const auto refuse = [&](const std::string& what) {
    throw ModelError(fmt::format("{}: {}", name_, what));
  };
  const std::string again = " — take a whole copy, or train it again";
  if (!all.starts_with(kBegin)) {
    refuse(looks_like_model(all)
               ? "expected a model of querent, found a damaged beginning of one" + again
               : "expected a model or a session, found something else — `querent train` writes "
                 "models");
  }
  const std::string_view version = all.substr(kBegin.size());
  if (version.starts_with(kVersion) && version.size() > kVersion.size()) {
    const auto major = static_cast<unsigned char>(version[kVersion.size()]);
    if (major > kModelMajor && major < 24) {
      refuse(
          fmt::format("expected a model of format {}.x, found one of format {}.x — use a newer "
                      "querent (this is {})",
                      kModelMajor, major, QUERENT_VERSION));
    }
  }
  if (all.size() < kBegin.size() + kVersion.size() + 2 + kSumKey.size() + kSumBytes + 1 ||
      !summed(all).ends_with(kSumKey) || all.back() != '\xff') {
    refuse("expected a checksum at the end: the model is cut or damaged" + again);
  }
  if (sum_of(summed(all)) != all.substr(summed(all).size(), kSumBytes)) {
    refuse("expected another checksum: the model is damaged" + again);
  }
  try {
    check_cbor(all);
    if (document().find("version").value().array(2).at(0).unsigned_integer() != kModelMajor)
      refuse(fmt::format("expected format {}.x", kModelMajor));
    if (!model().is_map()) refuse("expected a map of names");
  } catch (const std::bad_optional_access&) {
    refuse("expected version, program and model" + again);
  } catch (const std::out_of_range&) {
    refuse("expected a version of two numbers" + again);
  } catch (const ModelError& error) {
    if (std::string_view(error.what()).starts_with(name_)) throw;
    refuse(error.what() + again);
  }
}

ModelFile ModelFile::read(const std::filesystem::path& path) {
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  const auto failed = [&] {
    return IoError(fmt::format("cannot read {}: {}", path.string(),
                               errno == 0 ? "input/output error" : std::strerror(errno)));
  };
  if (!in || std::filesystem::is_directory(path)) throw failed();
  std::error_code none;
  const auto size = std::filesystem::file_size(path, none);
  std::string bytes;
  if (!none) bytes.reserve(size + 1);
  std::array<char, 1 << 16> block;
  while (in.read(block.data(), block.size()), in.gcount() > 0) {
    bytes.append(block.data(), static_cast<std::size_t>(in.gcount()));
    if (bytes.size() >= kBegin.size() && !looks_like_model(bytes)) break;
  }
  if (in.bad()) throw failed();
  return ModelFile(std::move(bytes), path.string());
}

CborValue ModelFile::document() const {
  return CborValue(bytes_).tagged(kSelfDescribed);
}

CborValue ModelFile::model() const {
  return document().find("model").value();
}

std::string ModelFile::program() const {
  const auto program = document().find("program");
  return program ? std::string(program->text()) : "";
}

std::string ModelFile::version() const {
  const auto version = document().find("version").value().array(2);
  return fmt::format("{}.{}", version.at(0).unsigned_integer(), version.at(1).unsigned_integer());
}

std::string ModelFile::checksum() const {
  std::string hex;
  for (const char c : std::string_view(bytes_).substr(summed(bytes_).size(), kSumBytes))
    hex += fmt::format("{:02x}", static_cast<unsigned char>(c));
  return hex;
}

}  // namespace querent
