// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/vectors/vector_data.hpp>

#include "../target.hpp"

namespace querent::fuzz {

namespace {

template <VectorFormat format>
void rows(std::string_view bytes) {
  VectorOptions options;
  options.format = format;
  try {
    read_vectors(RowStream::open(Input::from_memory(bytes, "fuzz"), options));
    return;
  } catch (const DataError&) {  // lenient reading may still like it
  }
  options.lenient = true;
  options.one_hot = format == VectorFormat::kCsv;
  if (format == VectorFormat::kCsv || format == VectorFormat::kArff)
    options.missing = MissingValues::kMean;
  read_vectors(RowStream::open(Input::from_memory(bytes, "fuzz"), options));
}

}  // namespace

std::vector<Target> row_targets() {
  return {{"rows-svmlight", rows<VectorFormat::kSvmlight>}, {"rows-csv", rows<VectorFormat::kCsv>},
          {"rows-arff", rows<VectorFormat::kArff>},         {"rows-idx", rows<VectorFormat::kIdx>},
          {"rows-npy", rows<VectorFormat::kNpy>},           {"rows-npz", rows<VectorFormat::kNpz>}};
}

}  // namespace querent::fuzz
