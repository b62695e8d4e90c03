// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/program.hpp>
#include <querent/apps/terminal/interrupt.hpp>

int main(int argc, char** argv) {
  querent::apps::hold_standard_descriptors();
  querent::apps::watch_for_interrupts();
  return querent::apps::run_program(argc, argv);
}
