// SPDX-License-Identifier: Apache-2.0
// Learners and query rules as files:
//
//   save_model("cora.model", learner);
//   Msg learner = load_model("cora.model", Msg(d, K));
//
// Any value with fields (learners/state.hpp) can be saved. It is restored exactly: its predictions
// and its further learning have the same bits.
#pragma once

#include <filesystem>
#include <string>
#include <utility>

#include <querent/datasets/write_whole.hpp>
#include <querent/learners/models/field_reader.hpp>
#include <querent/learners/models/field_writer.hpp>
#include <querent/learners/models/model_file.hpp>
#include <querent/learners/state.hpp>

namespace [[gnu::visibility("default")]] querent {

/// The bytes of the file that save_model() writes; equal states give equal bytes.
template <Stateful M>
std::string model_bytes(const M& model) {
  CborWriter out;
  out.begin_map();
  M::fields(model, FieldWriter(out));
  out.end_map();
  return seal_learned(out.bytes());
}

/// `fresh`, filled with the contents of `file`. Throws ModelError.
template <Stateful M>
M restored(const ModelFile& file, M fresh) {
  try {
    M::fields(fresh, FieldReader(file.model()));
  } catch (const ModelError& error) {
    throw ModelError(file.name() + ": " + error.what());
  }
  return fresh;
}

/// Writes `model` to the file `path`, completely or not at all. Throws IoError.
void save_model(const std::filesystem::path& path, const Stateful auto& model) {
  write_whole(path, model_bytes(model));
}

/// The model saved as `path`. `fresh` must be constructed with the same parameters; it is filled
/// and returned. Throws ModelError if the file is damaged or its learner, shape or parameters
/// differ from `fresh`; IoError if it cannot be read.
template <Stateful M>
M load_model(const std::filesystem::path& path, M fresh) {
  return restored(ModelFile::read(path), std::move(fresh));
}

}  // namespace querent
