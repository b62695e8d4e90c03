// SPDX-License-Identifier: Apache-2.0
#include <querent/spectral/distributed/petsc.hpp>

#include <stdexcept>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include <querent/datasets/error.hpp>

namespace querent::distributed {

namespace {

/// The first error of a chain: its callers report only that an error occurred.
struct First {
  bool memory = false;
  std::string words;
};
First& first_error() {
  static First first;
  return first;
}

PetscErrorCode keep(MPI_Comm, int, const char* function, const char*, PetscErrorCode code,
                    PetscErrorType type, const char* words, void*) {
  if (type == PETSC_ERROR_INITIAL) {
    // PetscMallocAlign reports a line number of its caller instead of a code
    const std::string_view name = function == nullptr ? "" : function;
    first_error() = {.memory = code == PETSC_ERR_MEM || name.starts_with("PetscMalloc"),
                     .words = std::string(function == nullptr ? "" : function) + ": " +
                              (words == nullptr ? "" : words)};
  }
  return code;
}

}  // namespace

void keep_errors() {
  PetscPopSignalHandler();
  PetscPushErrorHandler(keep, nullptr);
}

void check(PetscErrorCode error, const char* what) {
  if (error == 0) return;
  const First& first = first_error();
  if (error == PETSC_ERR_MEM || first.memory)
    throw LimitError(std::string("out of memory in ") + what);
  throw std::runtime_error(
      fmt::format("{}: error {} of PETSc, {}", what, static_cast<int>(error), first.words));
}

}  // namespace querent::distributed
