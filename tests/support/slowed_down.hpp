// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace querent {

/// Whether this build is ten times slower because of the address sanitizer. Long tests then play
/// fewer of their cases; `./dev test` plays them all.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
inline constexpr bool kSlowedDown = true;
#else
inline constexpr bool kSlowedDown = false;
#endif
#else
inline constexpr bool kSlowedDown = false;
#endif

}  // namespace querent
