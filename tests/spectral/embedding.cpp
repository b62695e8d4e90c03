// SPDX-License-Identifier: Apache-2.0
#include <querent/spectral/embedding.hpp>

#include <doctest/doctest.h>

TEST_CASE("the default Laplacian is the normalized one") {
  CHECK(querent::EmbeddingOptions{}.laplacian == querent::LaplacianKind::kNormalized);
}
