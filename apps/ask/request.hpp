// SPDX-License-Identifier: Apache-2.0
// Requests of an annotator as JSON objects: the lines of `ask --json` and the POST requests of the
// page.
//
//   {"id":17,"answer":"DM"}                        the class for a question
//   {"id":17,"yes":true,"is_it":"DM"}, "no"        --yes-no; is_it protects against another class
//   {"id":17,"skip":true}, {"id":17,"unknown":true}
//   {"item":"0b11","answer":"DB"}                  the label of any item
//   {"undo":true}, {"class":"IR"}
//
// With both "id" and "item" an answer is never assigned to another item: if a killed server has
// lost the question, the answer becomes a label of the item. Each object may have "by", "key" and
// "seconds", and an answer "if_open":true, with which it is refused if the item has got a label and
// no second answer is wanted.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <querent/apps/ask/annotation_server.hpp>

namespace querent::apps {

/// Refused because the object is malformed.
class MalformedRequest : public Refused {
 public:
  using Refused::Refused;
};
/// Refused because the source has no such item.
class NoSuchItem : public Refused {
 public:
  using Refused::Refused;
};

/// Performs the request; `by` is the annotator if the object names none. Refused; IoError.
Receipt handle(AnnotationServer& server, const nlohmann::ordered_json& request,
               const std::string& by);

/// {"width":28,"height":28,"channels":1,"pixels":"…"}: one byte per channel, in base64.
nlohmann::ordered_json picture_json(const Picture& picture);

/// {"error":0.21,"low":0.12,"high":0.33}. With few checks "error" is null; without checks the whole
/// value is null.
nlohmann::ordered_json estimate_json(const Estimate& estimate);

/// {"found":78,"known_before":3,"low":80,"high":92,"unread":1204,"more":310}: the interval of the
/// number of relevant items, and the number of further questions until the goal if none finds
/// another. The goal is about the items that were not known before. Null without --find.
nlohmann::ordered_json recall_json(const AnnotationProgress& progress);
/// The same as text: "found 78; between 80 and 92 exist"; empty without --find.
std::string recall_text(const AnnotationProgress& progress);

/// Whether the object has this field with the value true. MalformedRequest if it is not a Boolean.
bool is_set(const nlohmann::ordered_json& request, const char* field);

}  // namespace querent::apps
