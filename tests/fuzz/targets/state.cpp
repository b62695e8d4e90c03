// SPDX-License-Identifier: Apache-2.0
// Files that outlive a run: models (whose checksum is made to fit), registrations, the manifests of
// an embedding's shards.
#include <querent/apps/model/describe.hpp>
#include <querent/datasets/locate.hpp>
#include <querent/datasets/user_datasets.hpp>
#include <querent/spectral/embedding_shards.hpp>

#include "../../support/with_checksum.hpp"
#include "../target.hpp"
#include "file.hpp"

namespace querent::fuzz {

namespace {

void model(std::string_view bytes) {
  const ModelFile file(testing::with_checksum(std::string(bytes)), "fuzz");
  apps::model_text(file, apps::TrainedModel::read(file));
}

void registration(std::string_view bytes) {
  static const bool here = setenv("QUERENT_CACHE", scratch().c_str(), 1) == 0;
  put(scratch() / "added/fuzz.json", bytes);
  LocateOptions options;
  options.allow_network = !here;
  locate(*find_user_dataset("fuzz"), options);
}

void shards(std::string_view bytes) {
  put(scratch() / "fuzz.shards/manifest.json", bytes);
  read_embedding_shards(scratch() / "fuzz.shards");
}

}  // namespace

std::vector<Target> state_targets() {
  return {{"model", model}, {"registration", registration}, {"shards", shards}};
}

}  // namespace querent::fuzz
