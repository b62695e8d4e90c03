// SPDX-License-Identifier: Apache-2.0
// Stream order of the annotation server: one question at a time, each of which depends on all
// answers before it. A learner cannot unlearn a label, so after an undo or a correction the stream
// is replayed with the corrected answers.
#include <algorithm>

#include <querent/apps/ask/server_state.hpp>

namespace querent::apps {

void AnnotationServer::Impl::apply_to_stream(const Change& change) {
  if (change.kind == Change::Kind::kClass || change.kind == Change::Kind::kForget ||
      change.unlabelled)
    return replay_stream();
  const auto item = items.find(change.item);
  if (!item) return;
  if (change.kind == Change::Kind::kSkip) return session->skip(*item);
  if (change.kind == Change::Kind::kUnknown) return session->do_not_know(*item);
  const auto& answers = session->answers();
  if (std::any_of(answers.begin(), answers.end(), [&](const Answer& a) { return a.item == *item; }))
    return replay_stream();
  session->answer(*item, class_index(change.label));
}

// Replays the stream. Labels given without a question are added first; labels of questions that the
// stream no longer asks are added last. Opens the question at which the stream stops.
void AnnotationServer::Impl::replay_stream() {
  if (session->classes() == event_log.classes())
    *session = session->with_seed(settings.seed);  // keeps the kernels
  else
    make_session(event_log.classes());
  const auto give_labels = [&](bool asked) {
    for (const std::string& id : event_log.answered()) {
      const auto item = items.find(id);
      const EventLog::ItemAnswers current = event_log.of(id);
      if (item && current.asked == asked && !current.label.empty())
        session->answer(*item, class_index(current.label));
    }
  };
  give_labels(false);
  open.clear();
  for (auto next = session->next(); const Question* q = std::get_if<Question>(&next);
       next = session->next()) {
    const std::string id = items.id(q->item);
    const EventLog::ItemAnswers current = event_log.of(id);
    if (!current.label.empty()) {
      session->answer(q->item, class_index(current.label));
    } else if (current.unknown || current.skipped) {
      session->skip(q->item);
    } else {
      const auto asked = std::find_if(questions.rbegin(), questions.rend(),
                                      [&](const AskedQuestion& p) { return p.item == id; });
      if (asked != questions.rend()) open.emplace(asked->id, q->item);
      break;
    }
  }
  give_labels(true);
}

// Opens the current question of the session, unless it is open already.
bool AnnotationServer::Impl::ask_stream() {
  const std::lock_guard lock(writing);
  const auto next = session->next();
  const Question* q = std::get_if<Question>(&next);
  if (q == nullptr || std::any_of(open.begin(), open.end(),
                                  [&](const auto& entry) { return entry.second == q->item; }))
    return false;
  questions.push_back(asked_question(*q));
  basis[questions.back().id] = {q->class_probabilities, {}, num_learned};
  open.emplace(questions.back().id, q->item);
  keep_questions();
  return true;
}

}  // namespace querent::apps
