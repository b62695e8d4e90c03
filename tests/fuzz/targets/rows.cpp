// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/vectors/vector_data.hpp>

#include "../target.hpp"

namespace querent::fuzz {

namespace {

struct Name {
  char text[13];
};

template <Name format>
void rows(std::string_view bytes) {
  VectorOptions options;
  options.format = format.text;
  try {
    read_vectors(RowStream::open(Input::from_memory(bytes, "fuzz"), options));
    return;
  } catch (const DataError&) {  // lenient reading may still succeed
  }
  options.lenient = true;
  options.one_hot = options.format == "CSV";
  if (options.format == "CSV" || options.format == "ARFF") options.missing = MissingValues::kMean;
  read_vectors(RowStream::open(Input::from_memory(bytes, "fuzz"), options));
}

}  // namespace

std::vector<Target> row_targets() {
  return {{"rows-svmlight", rows<Name{"svmlight"}>},
          {"rows-csv", rows<Name{"CSV"}>},
          {"rows-arff", rows<Name{"ARFF"}>},
          {"rows-idx", rows<Name{"IDX"}>},
          {"rows-npy", rows<Name{".npy"}>},
          {"rows-npz", rows<Name{".npz"}>},
          {"rows-counted", rows<Name{"counted rows"}>}};
}

}  // namespace querent::fuzz
