// SPDX-License-Identifier: Apache-2.0
// What surrounds every model: one CBOR document,
//
//   55799({ "format": "querent model", "version": [1, 1], "program": "querent 0.1.0",
//           "model": { … },
//           "sha256": the SHA-256 of every byte before its own 32 })
//
// A later minor version may add names to any map; a reader of this one does not look at them. A
// later major version is refused.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include <querent/learners/models/cbor_value.hpp>

namespace [[gnu::visibility("default")]] querent {

/// The format that is written. Files of this major version are read.
inline constexpr std::uint64_t kModelMajor = 1;
inline constexpr std::uint64_t kModelMinor = 1;  ///< see kModelMajor

/// The document around `model`, the bytes of a CBOR map.
std::string seal_model(std::string_view model);
/// The same of what a learner has learned. NotFinite where a number in it is not finite: no reader
/// takes it.
std::string seal_learned(std::string_view model);

/// Whether a file that begins with these bytes claims to be a model.
bool looks_like_model(std::string_view head);

/// A model's bytes, checked: checksum, version, form, shapes, finite numbers.
class ModelFile {
 public:
  /// `name` is what messages call it. ModelError.
  ModelFile(std::string bytes, std::string name);
  /// IoError when it cannot be read; ModelError.
  static ModelFile read(const std::filesystem::path& path);

  const std::string& name() const { return name_; }   ///< for messages
  std::size_t size() const { return bytes_.size(); }  ///< bytes of the file
  CborValue document() const;                         ///< the outermost map
  CborValue model() const;                            ///< what was sealed
  std::string program() const;                        ///< what wrote it, "querent 0.1.0"
  std::string version() const;                        ///< "1.1"
  std::string checksum() const;                       ///< hexadecimal

 private:
  std::string bytes_, name_;
};

}  // namespace querent
