// SPDX-License-Identifier: Apache-2.0
// querent-slepc: one rank of `mpirun -n R querent embed … --engine mpi`. `querent` starts it; it is
// a separate program because loading MPI, PETSc and their libraries would delay `querent --help`.
#include <mpi.h>
#include <stdlib.h>  // setenv

#include <cstdlib>
#include <cstring>

#include <querent/apps/commands/embed.hpp>
#include <querent/apps/program.hpp>
#include <querent/apps/terminal/usage_error.hpp>
#include <querent/spectral/distributed/petsc.hpp>

namespace {

// Ranks on one machine communicate through shared memory. Open MPI detects that by itself, but
// probes every kind of network first, which takes 0.2 s. A choice by the user (`mpirun --mca pml
// …`) is kept.
void skip_network_search() {
  const char* const all = std::getenv("OMPI_COMM_WORLD_SIZE");
  const char* const here = std::getenv("OMPI_COMM_WORLD_LOCAL_SIZE");
  if (all != nullptr && here != nullptr && std::strcmp(all, here) == 0)
    setenv("OMPI_MCA_pml", "ob1", 0);
}

}  // namespace

int main(int argc, char** argv) {
  using namespace querent;
  skip_network_search();
  int threads = 0;  // one thread of a rank communicates with the others
  if (MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &threads) != MPI_SUCCESS)
    return apps::kIo;
  if (PetscInitializeNoArguments() != 0) MPI_Abort(MPI_COMM_WORLD, apps::kIo);
  distributed::keep_errors();
  const int status = apps::run_program(argc, argv, {.ranks = apps::embed_on_ranks});
  if (status != apps::kDone) MPI_Abort(MPI_COMM_WORLD, status);
  PetscFinalize();
  MPI_Finalize();
  return status;
}
