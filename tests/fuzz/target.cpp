// SPDX-License-Identifier: Apache-2.0
#include "target.hpp"

#include <new>
#include <stdexcept>

#include <querent/datasets/error.hpp>
#include <querent/learners/learner.hpp>

namespace querent::fuzz {

std::vector<Target> targets() {
  std::vector<Target> all;
  for (const auto& some : {graph_targets(), row_targets(), stream_targets(), sweep_targets(),
                           state_targets(), works_targets(), ask_targets()})
    all.insert(all.end(), some.begin(), some.end());
  return all;
}

void play(const Target& target, std::string_view bytes) {
  try {
    target.read(bytes);
  } catch (const DataError&) {
  } catch (const LimitError&) {
  } catch (const CorruptError&) {
  } catch (const IoError&) {
  } catch (const NotFinite&) {
  } catch (const std::invalid_argument&) {
  } catch (const std::bad_alloc&) {
  } catch (const std::length_error&) {
  }
}

}  // namespace querent::fuzz
