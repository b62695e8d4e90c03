// SPDX-License-Identifier: Apache-2.0
// Facts about real files in $QUERENT_SHARED; tests are skipped by name without them. The sums are
// those of scikit-learn 1.2.1's load_svmlight_file (zero_based="auto"), added by NumPy.
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <querent/datasets/vectors/vector_data.hpp>

#include "datasets/scratch.hpp"

using namespace querent;

namespace {

// False, with a message, if the file is missing.
bool present(const std::string& name) {
  if (std::filesystem::exists(shared_directory() / "data/vectors" / name)) return true;
  MESSAGE(name << " is absent: skipped");
  return false;
}

struct Fact {
  std::string name;
  std::uint64_t rows, features;
  std::size_t classes;
  std::uint64_t entries;
  double sum, index_sum;  // of the values; of each value times its feature index
};

}  // namespace

TEST_CASE("svmlight files have the rows, features, classes and sums that scikit-learn finds") {
  for (const Fact& fact : std::vector<Fact>{
           {"a9a", 32561, 123, 2, 451592, 451592, 22061765},
           {"mushrooms", 8124, 112, 2, 170604, 170604, 9266112},
           {"spambase", 4601, 57, 2, 59231, 1613082.5379999999, 88495948.516000003},
           {"w8a", 49749, 300, 2, 579586, 579586, 87496141},
           {"letter", 20000, 16, 26, 311613, 1896149, 14813965},
           {"splice", 1000, 60, 2, 60000, 151001, 4419457},
           {"splice.t", 2175, 60, 2, 130500, 327986, 9611466},
           {"german.numer", 1000, 24, 2, 24000, 118363, 671436},
           {"sonar", 208, 60, 2, 12471, 3510.8896999999997, 90007.4614},
           {"satimage.scale", 4435, 36, 6, 158048, -5121.3162056099991, -86120.419026910022},
           {"dna", 2000, 180, 3, 91233, 91233, 8225862},
           {"vehicle.scale", 846, 18, 4, 14927, -4557.6657515999996, -40131.101907639997},
           {"usps.t", 2007, 256, 10, 513650, -238801.15799999997, -30109833.594000004},
       }) {
    CAPTURE(fact.name);
    if (!present(fact.name + ".xz")) continue;
    const VectorData data = read_vectors(shared_directory() / "data/vectors" / (fact.name + ".xz"));
    CHECK(data.rows() == fact.rows);
    CHECK(data.features == fact.features);
    CHECK(data.classes.size() == fact.classes);
    CHECK(data.value.size() == fact.entries);
    double sum = 0, index_sum = 0;
    for (std::size_t k = 0; k < data.value.size(); ++k) {
      sum += data.value[k];
      index_sum += data.value[k] * data.index[k];
    }
    CHECK(sum == doctest::Approx(fact.sum).epsilon(1e-11));
    CHECK(index_sum == doctest::Approx(fact.index_sum).epsilon(1e-11));
  }
}

TEST_CASE("MNIST has 60,000 and 10,000 digits of 784 pixels in ten classes") {
  const auto rows_of = [](const std::string& name) {
    RowStream stream = RowStream::open(shared_directory() / "data/vectors" / "mnist-idx" / name);
    for (LabelledRow row; stream.next(row);) {
    }
    CHECK(stream.report().features == 784);
    CHECK(stream.report().unlabelled_rows == 0);
    CHECK(stream.label_names().size() == 10);
    return stream.report().rows;
  };
  if (!present("mnist-idx/train-images-idx3-ubyte.xz")) return;
  CHECK(rows_of("train-images-idx3-ubyte.xz") == 60000);
  CHECK(rows_of("t10k-images-idx3-ubyte.xz") == 10000);
}
