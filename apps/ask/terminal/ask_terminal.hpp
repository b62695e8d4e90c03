// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <querent/apps/ask/annotation_server.hpp>

namespace querent::apps {

/// Asks the annotator at the terminal until they quit. Throws Interrupted.
void ask_at_terminal(AnnotationServer& server);

}  // namespace querent::apps
