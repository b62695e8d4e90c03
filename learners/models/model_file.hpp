// SPDX-License-Identifier: Apache-2.0
// The envelope of every model: one CBOR document,
//
//   55799({ "format": "querent model", "version": [1, 2], "program": "querent 0.1.0",
//           "model": { … },
//           "sha256": the SHA-256 of every byte before its own 32 })
//
// A later minor version may add names to any map; this reader ignores them. A later major version
// is rejected.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include <querent/learners/models/cbor_value.hpp>

namespace [[gnu::visibility("default")]] querent {

/// The format version that is written. All files of this major version can be read.
inline constexpr std::uint64_t kModelMajor = 1;
inline constexpr std::uint64_t kModelMinor = 2;  ///< see kModelMajor

/// Wraps `model`, the bytes of a CBOR map, into a document.
std::string seal_model(std::string_view model);
/// The same for a learned model. Throws NotFinite if a number in it is not finite, since no reader
/// accepts it.
std::string seal_learned(std::string_view model);

/// Whether a file that begins with these bytes claims to be a model.
bool looks_like_model(std::string_view head);

/// A model's bytes, checked: checksum, version, form, shapes, finite numbers.
class ModelFile {
 public:
  /// `name` stands for the file in messages. Throws ModelError.
  ModelFile(std::string bytes, std::string name);
  /// Throws IoError if the file cannot be read; ModelError.
  static ModelFile read(const std::filesystem::path& path);

  const std::string& name() const { return name_; }   ///< for messages
  std::size_t size() const { return bytes_.size(); }  ///< bytes of the file
  CborValue document() const;                         ///< the outermost map
  CborValue model() const;                            ///< the map passed to seal_model()
  std::string program() const;                        ///< its writer, "querent 0.1.0"
  std::string version() const;                        ///< "1.2"
  std::string checksum() const;                       ///< hexadecimal

 private:
  std::string bytes_, name_;
};

}  // namespace querent
