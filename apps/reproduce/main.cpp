// SPDX-License-Identifier: Apache-2.0
// querent-reproduce: `querent reproduce` replaces itself by this program, which is installed beside
// it. The papers' experiments are a sixth of the code, and users who label a graph do not need
// them.
#include <querent/apps/program.hpp>
#include <querent/apps/reproduce/papers.hpp>
#include <querent/apps/terminal/interrupt.hpp>

int main(int argc, char** argv) {
  querent::apps::watch_for_interrupts();
  return querent::apps::run_program(argc, argv, {.reproduce = querent::apps::make_paper});
}
