// SPDX-License-Identifier: Apache-2.0
// Stream order of the annotation server: one question at a time, each of which depends on all
// answers before it. A learner cannot unlearn a label, so after an undo or a correction the stream
// is replayed with the corrected answers.
#include <algorithm>

#include <querent/apps/ask/annotation_server.hpp>

namespace querent::apps {

void AnnotationServer::apply_to_stream(const Change& change) {
  if (change.kind == Change::Kind::kClass || change.kind == Change::Kind::kForget ||
      change.unlabelled)
    return replay_stream();
  const auto item = items_.find(change.item);
  if (!item) return;
  if (change.kind == Change::Kind::kSkip) return session_->skip(*item);
  if (change.kind == Change::Kind::kUnknown) return session_->do_not_know(*item);
  const auto& answers = session_->answers();
  if (std::any_of(answers.begin(), answers.end(), [&](const Answer& a) { return a.item == *item; }))
    return replay_stream();
  session_->answer(*item, class_index(change.label));
}

// Replays the stream. Labels given without a question are added first; labels of questions that the
// stream no longer asks are added last. Opens the question at which the stream stops.
void AnnotationServer::replay_stream() {
  if (session_->classes() == event_log_.classes())
    *session_ = session_->with_seed(settings_.seed);  // keeps the kernels
  else
    make_session(event_log_.classes());
  const auto give_labels = [&](bool asked) {
    for (const std::string& id : event_log_.answered()) {
      const auto item = items_.find(id);
      const EventLog::ItemAnswers current = event_log_.of(id);
      if (item && current.asked == asked && !current.label.empty())
        session_->answer(*item, class_index(current.label));
    }
  };
  give_labels(false);
  open_.clear();
  for (auto next = session_->next(); const Question* q = std::get_if<Question>(&next);
       next = session_->next()) {
    const std::string id = items_.id(q->item);
    const EventLog::ItemAnswers current = event_log_.of(id);
    if (!current.label.empty()) {
      session_->answer(q->item, class_index(current.label));
    } else if (current.unknown || current.skipped) {
      session_->skip(q->item);
    } else {
      const auto& all = store_.questions();
      const auto asked = std::find_if(all.rbegin(), all.rend(),
                                      [&](const AskedQuestion& p) { return p.item == id; });
      if (asked != all.rend()) open_.emplace(asked->id, q->item);
      break;
    }
  }
  give_labels(true);
}

// Opens the current question of the session, unless it is open already.
bool AnnotationServer::ask_stream() {
  const std::lock_guard lock(writing_);
  const auto next = session_->next();
  const Question* q = std::get_if<Question>(&next);
  if (q == nullptr || std::any_of(open_.begin(), open_.end(),
                                  [&](const auto& entry) { return entry.second == q->item; }))
    return false;
  AskedQuestion asked = asked_question(*q);
  basis_[asked.id] = {.class_probabilities = q->class_probabilities, .labels = num_learned_};
  open_.emplace(asked.id, q->item);
  store_.add_question(std::move(asked));
  return true;
}

}  // namespace querent::apps
