// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/ask/web/secret.hpp>

#include <array>

#include <fmt/format.h>

#include <querent/datasets/error.hpp>
#include <querent/datasets/platform/machine.hpp>

namespace querent::apps::web {

std::string new_secret() {
  std::array<unsigned char, 16> bytes{};
  if (!platform::fill_with_secrets(bytes))
    throw IoError("the kernel returned no random bytes for the token of the page");
  return fmt::format("{:02x}", fmt::join(bytes, ""));
}

bool same_secret(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  volatile unsigned char differs = 0;  // volatile, so that the compiler does not end the loop early
  for (std::size_t i = 0; i < a.size(); ++i)
    differs = static_cast<unsigned char>(differs | (a[i] ^ b[i]));
  return differs == 0;
}

}  // namespace querent::apps::web
