// SPDX-License-Identifier: Apache-2.0
// The JSON interface between the page and the annotation server. All paths are under /api; `by` is
// the annotator's name.
//
//   GET  state?by=&held=    source and classes; "closed": those of the held questions, such as 17,18,
//                           that wait for no answer of this annotator
//   GET  questions?by=&k=   {"questions":[…]} leased to this annotator, or {"done":"budget"}
//   GET  item?item=         one item: text, label, prediction
//   GET  neighbourhood?item= the graph around it, at most 150 nodes
//   GET  progress           counts, estimate, curve, annotators
//   GET  answers?most=&by=  the last answers, newest first
//   GET  review             answers by decreasing probability of being wrong
//   GET  search?text=
//   GET  export             list of the files at /export/NAME
//   GET  places             binary: x and y of each item as 32-bit floats
//   GET  predictions        binary, per item: class (16 bits), probability (8 bits, of 255), and
//                           1 if an annotator labelled it (8 bits)
//   POST answer             a request of request.hpp → {"event":12,"repeated":false} when on disk
//   LIVE live               {"version":n} after each change
//
// Errors have the form {"error":"…"}. 400: malformed; 404: unknown path or item; 409: refused,
// nothing was changed (also for a key used for something else); 503: too many downloads are
// waiting; 507: could not be stored.
#pragma once

#include <string>

#include <querent/apps/ask/annotation_server.hpp>
#include <querent/apps/ask/web/server.hpp>

namespace querent::apps::web {

/// Path of the downloads, which can take seconds to create.
inline constexpr const char* kDownloads = "/export/";

/// Handles all requests for the page's files and data. `store` identifies the answers: those that
/// wait in a page belong to it alone. The annotation server must outlive it.
Handler page_and_data(AnnotationServer& server, std::string store);

/// The message broadcast after a change.
std::string changed_message(AnnotationServer& server);

}  // namespace querent::apps::web
