// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include <querent/apps/experiment/experiment.hpp>
#include <querent/apps/terminal/usage_error.hpp>
#include <querent/learners/models/model.hpp>

namespace querent::apps {

/// The file of one run of one learner configuration, in the format of a model, written atomically.
class Checkpoint {
 public:
  Checkpoint(const CheckpointOptions& options, std::size_t config, std::uint64_t run)
      : fingerprint_(options.fingerprint),
        file_(options.directory /
              ("run-" + std::to_string(config) + "-" + std::to_string(run) + ".checkpoint")) {}

  void write(const auto& state) const {
    CborWriter out;
    FieldWriter field(out);
    out.begin_map();
    field("fingerprint", fingerprint_);
    field("state", state);
    out.end_map();
    write_whole(file_, seal_learned(out.bytes()), Links::kReplace);
  }

  /// Fills `state` from the file, if it exists. Throws UsageError if the file belongs to other
  /// options, data or another version, and ModelError if it is damaged.
  bool read(auto& state) const {
    if (!std::filesystem::exists(file_)) return false;
    const ModelFile file = ModelFile::read(file_);
    std::string of_file;
    const FieldReader field(file.model());
    field("fingerprint", of_file);
    if (of_file != fingerprint_) {
      throw UsageError(
          file_.parent_path().string() +
          " holds a run with other options, data or version of querent — repeat its command to "
          "finish it, remove the directory to start again, or give another directory");
    }
    try {
      field("state", state);
    } catch (const ModelError& error) {
      throw ModelError(file.name() + ": " + error.what() + " — remove it to start again");
    }
    return true;
  }

 private:
  std::string fingerprint_;
  std::filesystem::path file_;
};

}  // namespace querent::apps
