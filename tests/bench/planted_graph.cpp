// SPDX-License-Identifier: Apache-2.0
// bench_planted_graph NODES power_law|blocks [SEED]: the edges of a random graph with planted
// classes, five per node, as text; 10⁷ nodes and 5·10⁷ edges take seconds. The class of node i is i
// mod K.
//
//   power_law    K = 50, inside 0.8,  degrees ∝ rank^(−1/1.8): a tail of exponent 2.8, unbounded hubs
//   blocks       K = 10, inside 0.85, degrees ∝ (rank + c)^(−1/1.5): a tail of exponent 2.5, all
//                expected degrees below about 10 √n
//
// One end of an edge has a uniformly drawn class; the other has the same class with probability
// `inside`, otherwise a uniformly drawn one. The node of the class is drawn by its degree (Karrer,
// Newman, Phys. Rev. E 83 (2011), edge by edge). With s the exponent of the rank, N nodes per class
// and u uniform on [0, 1):
//
//   rank = (c^(1−s) + u ((N + c)^(1−s) − c^(1−s)))^(1/(1−s)) − c
//
// The place of a rank in its class is rank·p mod N, p coprime to N, so that neighbouring numbers
// are independent of degrees. The bytes depend only on the arguments.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <string>
#include <string_view>

namespace {

struct Family {
  std::uint64_t classes;
  double inside;
  double s;      // degrees ∝ (rank + c)^−s
  bool bounded;  // c > 0
};

/// xorshift64* (Vigna, ACM Transactions on Mathematical Software 42, 2016).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15ULL + 1) {
    for (int k = 0; k < 16; ++k) uniform();
  }
  double uniform() {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    return static_cast<double>((state_ * 0x2545F4914F6CDD1DULL) >> 11) * 0x1p-53;
  }
  std::uint64_t below(std::uint64_t n) {
    return static_cast<std::uint64_t>(uniform() * static_cast<double>(n));
  }

 private:
  std::uint64_t state_;
};

/// Nodes of one class, drawn by their degrees.
class Places {
 public:
  Places(std::uint64_t N, double s, double c) : N_(N), c_(c), power_(1 / (1 - s)) {
    least_ = std::pow(c, 1 - s);
    range_ = std::pow(static_cast<double>(N) + c, 1 - s) - least_;
    prime_to_N_ = static_cast<std::uint64_t>(0.618 * static_cast<double>(N)) | 1U;
    while (std::gcd(prime_to_N_, N) != 1) prime_to_N_ += 2;
  }
  std::uint64_t draw(Random& random) const {
    const double rank = std::pow(least_ + random.uniform() * range_, power_) - c_;
    const auto r = static_cast<std::uint64_t>(std::max(0.0, rank));
    return std::min(r, N_ - 1) * prime_to_N_ % N_;
  }

 private:
  std::uint64_t N_;
  double c_, power_, least_ = 0, range_ = 0;
  std::uint64_t prime_to_N_ = 1;
};

void write_edges(std::uint64_t n, const Family& family, std::uint64_t seed) {
  constexpr std::uint64_t kEdgesANode = 5;
  const std::uint64_t N = n / family.classes;
  // the first rank's share of a class, (1 − s) c^−s / N^(1−s) of 10 N ends, is to be 10 √n
  const double c = family.bounded ? static_cast<double>(N) *
                                        std::pow((1 - family.s) / std::sqrt(static_cast<double>(n)),
                                                 1 / family.s)
                                  : 0;
  Random random(seed);
  const Places places(N, family.s, c);
  std::string text;
  const auto put = [&](std::uint64_t id, char end) {
    char digits[20];
    text.append(digits, std::to_chars(digits, digits + sizeof digits, id).ptr);
    text.push_back(end);
  };
  for (std::uint64_t e = 0; e < kEdgesANode * n;) {
    const std::uint64_t a = random.below(family.classes);
    const std::uint64_t b = random.uniform() < family.inside ? a : random.below(family.classes);
    const std::uint64_t u = places.draw(random) * family.classes + a;
    const std::uint64_t v = places.draw(random) * family.classes + b;
    if (u == v) continue;
    put(u, ' ');
    put(v, '\n');
    ++e;
    if (text.size() < (1U << 20)) continue;
    std::fwrite(text.data(), 1, text.size(), stdout);
    text.clear();
  }
  std::fwrite(text.data(), 1, text.size(), stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view name = argc > 2 ? argv[2] : "";
  const std::uint64_t n = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 0;
  if (n < 1000 || (name != "power_law" && name != "blocks")) {
    std::fputs("bench_planted_graph NODES power_law|blocks [SEED], NODES from 1000 on\n", stderr);
    return 2;
  }
  const Family family =
      name == "blocks" ? Family{10, 0.85, 1 / 1.5, true} : Family{50, 0.8, 1 / 1.8, false};
  write_edges(n, family, argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 1);
  return std::fflush(stdout) == 0 && std::ferror(stdout) == 0 ? 0 : 4;
}
