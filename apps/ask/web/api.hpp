// SPDX-License-Identifier: Apache-2.0
// The JSON interface between the page and the annotation server. All paths are under /api; `by` is
// the annotator's name.
//
//   GET  state              source, classes and number of labels
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

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <querent/apps/ask/annotation_server.hpp>
#include <querent/apps/ask/web/server.hpp>

namespace querent::apps::web {

/// A file offered by the page; it is created when it is requested.
struct Download {
  std::string name;   ///< file name
  std::string about;  ///< short description
  std::string type;   ///< MIME type
  std::function<std::string()> bytes;
};

struct PageOptions {
  std::string store;    ///< identifies the store: answers waiting in a page belong to it alone
  std::string command;  ///< writes the same files
  std::vector<Download> downloads;
};

/// Path of the downloads, which can take seconds to create.
inline constexpr const char* kDownloads = "/export/";

/// Handles all requests for the page's files and data. The annotation server must outlive it.
Handler page_and_data(AnnotationServer& server, PageOptions options);

/// The message broadcast after a change.
std::string changed_message(AnnotationServer& server);

/// The text files of `querent ask DIR --export`, computed when they are requested. The annotation
/// server must outlive them.
std::vector<Download> downloads_of(AnnotationServer& server);

/// The command that writes all of them, with the directory quoted for a shell.
std::string command_of(const std::filesystem::path& directory);

}  // namespace querent::apps::web
