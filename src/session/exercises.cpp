#include "session/exercises.h"

#include <algorithm>

#include "base/check.h"
#include "session/names.h"

namespace attn::session {

void Exercises::open(const course::Lesson& lesson) {
  states_.clear();
  live_.clear();
  for (const auto& exercise : lesson.exercises) {
    State state;
    state.id = exercise.id;
    state.scene = course::scene_of(lesson, exercise.id);
    state.predictions = exercise.predictions;
    states_.push_back(state);
  }
}

const Exercises::State* Exercises::find(std::string_view id) const {
  const auto at = std::find_if(states_.begin(), states_.end(), [id](const State& state) { return state.id == id; });
  return at == states_.end() ? nullptr : &*at;
}

Exercises::State* Exercises::found(std::string_view id) { return const_cast<State*>(find(id)); }

std::string Exercises::unknown_exercise(std::string_view id) const {
  return unknown("exercise", id, names_of(states_, [](const State& s) { return s.id; }));
}

void Exercises::note_begun(std::string_view id) {
  State* state = found(id);
  CHECK(state, "no exercise ", id);
  state->begun = true;
  live_ = id;
}

std::string Exercises::predict(std::string_view id, int k) {
  State* state = found(id);
  if (!state) return unknown_exercise(id);
  if (state->predictions == 0) return "This exercise is answered with the picture itself, not by a prediction.";
  if (k < 0 || k >= state->predictions) return "There are predictions 0 to " + std::to_string(state->predictions - 1) + " to choose from.";
  if (state->locked >= 0) return "A prediction is locked in already; retry the exercise to choose again.";
  state->locked = k;
  return {};
}

std::string Exercises::why_not_begun() { return "Open the exercise first: it brings the picture that it is about."; }

std::string Exercises::why_not_check(std::string_view id) const {
  const State* state = find(id);
  if (!state) return unknown_exercise(id);
  if (state->predictions > 0 && state->locked < 0) return "Lock a prediction in first.";
  return state->begun ? std::string() : why_not_begun();
}

void Exercises::check(std::string_view id, const course::Lesson& lesson, const void* params, const void* result,
                      const compute::Backend& backend, course::Verdict* verdict) {
  State* state = found(id);
  CHECK(state, "no exercise ", id);
  *verdict = lesson.exercises[static_cast<size_t>(state - states_.data())].check(params, result, state->locked, backend);
  state->answered = true;
  state->correct = verdict->correct;
  state->message = verdict->message;
}

course::Verdict Exercises::judge(std::string_view id, const course::Lesson& lesson, const void* params, const void* result,
                                 const compute::Backend& backend) const {
  const State* state = find(id);
  CHECK(state, "no exercise ", id);
  return lesson.exercises[static_cast<size_t>(state - states_.data())].check(params, result, -1, backend);
}

std::string Exercises::retry(std::string_view id) {
  State* state = found(id);
  if (!state) return unknown_exercise(id);
  state->begun = state->answered = state->correct = false;
  state->locked = -1;
  state->message.clear();
  return {};
}

}  // namespace attn::session
