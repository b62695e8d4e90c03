// SPDX-License-Identifier: Apache-2.0
// Stream order of the annotation server: one question at a time, each of which depends on all
// answers before it. A learner cannot unlearn a label, so after an undo or a correction the stream
// is replayed with the corrected answers.
#include <algorithm>

#include <querent/apps/ask/desk_state.hpp>

namespace querent::apps {

void Desk::Impl::tell_stream(const Change& change) {
  if (change.kind == Change::Kind::kClass || change.kind == Change::Kind::kForget ||
      change.unlabelled)
    return play_stream_again();
  const auto item = items.find(change.item);
  if (!item) return;
  if (change.kind == Change::Kind::kSkip) return session->skip(*item);
  if (change.kind == Change::Kind::kUnknown) return session->do_not_know(*item);
  const auto& answers = session->answers();
  if (std::any_of(answers.begin(), answers.end(), [&](const Answer& a) { return a.item == *item; }))
    return play_stream_again();
  session->answer(*item, class_index(change.label));
}

// Replays the stream. Labels given without a question are added first; labels of questions that the
// stream no longer asks are added last. Opens the question at which the stream stops.
void Desk::Impl::play_stream_again() {
  make_session(book.classes());
  const auto tell_labels = [&](bool asked) {
    for (const std::string& id : book.answered()) {
      const auto item = items.find(id);
      const AnswerBook::Said said = book.said(id);
      if (item && said.asked == asked && !said.label.empty())
        session->answer(*item, class_index(said.label));
    }
  };
  tell_labels(false);
  open.clear();
  for (auto next = session->next(); const Question* q = std::get_if<Question>(&next);
       next = session->next()) {
    const std::string id = items.id(q->item);
    const AnswerBook::Said said = book.said(id);
    if (!said.label.empty()) {
      session->answer(q->item, class_index(said.label));
    } else if (said.unknown || said.skipped) {
      session->skip(q->item);
    } else {
      const auto posed = std::find_if(questions.rbegin(), questions.rend(),
                                      [&](const PosedQuestion& p) { return p.item == id; });
      if (posed != questions.rend()) open.emplace(posed->id, q->item);
      break;
    }
  }
  tell_labels(true);
}

// Opens the current question of the session, unless it is open already.
bool Desk::Impl::pose_of_stream() {
  const std::lock_guard lock(desk);
  const auto next = session->next();
  const Question* q = std::get_if<Question>(&next);
  if (q == nullptr || std::any_of(open.begin(), open.end(),
                                  [&](const auto& entry) { return entry.second == q->item; }))
    return false;
  questions.push_back(posed_of(*q));
  class_probabilities[questions.back().id] = q->class_probabilities;
  posed_after[questions.back().id] = heard;
  open.emplace(questions.back().id, q->item);
  keep_questions();
  return true;
}

}  // namespace querent::apps
