// SPDX-License-Identifier: Apache-2.0
// Damage to models that a checksum does not detect, since it is repaired afterwards as in a hostile
// file.
#pragma once

#include <new>
#include <string>
#include <vector>

#include <querent/learners/models/model_error.hpp>
#include <querent/learners/random.hpp>

#include "kinds.hpp"

namespace querent::testing {

inline const Kind& random_kind(Rng& rng) {
  return kinds()[uniform_below(rng, kinds().size())];
}

/// One to four changes: a bit, a byte with a meaning in CBOR or a double, or bytes that are
/// removed, duplicated, moved, or copied from a model of another kind.
inline std::string mutated(std::string bytes, Rng& rng) {
  static const std::vector<unsigned char> kTelling{0x00, 0x01, 0x17, 0x18, 0x19, 0x1a, 0x1b, 0x20,
                                                   0x3b, 0x40, 0x58, 0x5b, 0x5f, 0x60, 0x7f, 0x80,
                                                   0x9b, 0x9f, 0xa0, 0xbf, 0xc1, 0xd8, 0xf4, 0xf6,
                                                   0xf0, 0xfb, 0xff, 0x28, 0x46, 0x47, 0x56, 0xef};
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(uniform_below(rng, n)); };
  for (std::size_t left = 1 + below(4); left > 0; --left) {
    constexpr std::size_t kHead = 40;  // format and version are rarely worth changing
    const std::size_t first = bytes.size() > 2 * kHead && below(16) != 0 ? kHead : 0;
    const std::size_t at = first + below(bytes.size() - first), size = 1 + below(12);
    switch (below(7)) {
      case 0:
      case 1:
        bytes[at] = static_cast<char>(bytes[at] ^ 1 << below(8));
        break;
      case 2:
      case 3:
        bytes[at] = static_cast<char>(kTelling[below(kTelling.size())]);
        break;
      case 4:
        bytes.erase(at, size);
        break;
      case 5:
        bytes.insert(at, bytes.substr(below(bytes.size()), size));
        break;
      default: {
        const std::string& other = random_kind(rng).bytes;
        bytes.replace(at, size, other.substr(below(other.size()), size));
      }
    }
    if (bytes.empty()) break;
  }
  return bytes;
}

/// Whether a damaged model of the kind loads; a loaded model has also predicted and learned.
inline bool survives(const Kind& kind, Rng& rng) {
  try {
    kind.load(with_checksum(mutated(kind.bytes, rng)));
    return true;
  } catch (const ModelError&) {
  } catch (const std::bad_alloc&) {  // more features of support vectors than memory
  } catch (const std::length_error&) {
  } catch (const std::invalid_argument&) {  // a row longer than the model
  }
  return false;
}

}  // namespace querent::testing
