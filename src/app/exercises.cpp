#include "app/exercises.h"

#include "app/names.h"

namespace attn::app {

void Exercises::open(const course::Lesson& lesson) {
  states_.clear();
  for (const auto& exercise : lesson.exercises) {
    State state;
    state.id = exercise.id;
    state.predictions = exercise.predictions;
    states_.push_back(state);
  }
}

Exercises::State* Exercises::find(std::string_view id, std::string* error) {
  for (State& state : states_)
    if (state.id == id) return &state;
  *error = unknown("exercise", id, names_of(states_, [](const State& s) { return s.id; }));
  return nullptr;
}

std::string Exercises::predict(std::string_view id, int k) {
  std::string error;
  State* state = find(id, &error);
  if (!state) return error;
  if (state->predictions == 0) return "This exercise is answered with the picture itself, not by a prediction.";
  if (k < 0 || k >= state->predictions) return "There are predictions 0 to " + std::to_string(state->predictions - 1) + " to choose from.";
  if (state->locked >= 0) return "A prediction is locked in already; retry the exercise to choose again.";
  state->locked = k;
  return {};
}

std::string Exercises::check(std::string_view id, const course::Lesson& lesson, const void* params, const void* result,
                             const compute::Backend& backend, course::Verdict* verdict) {
  std::string error;
  State* state = find(id, &error);
  if (!state) return error;
  if (state->predictions > 0 && state->locked < 0) return "Lock a prediction in first.";
  const auto index = static_cast<size_t>(state - states_.data());
  *verdict = lesson.exercises[index].check(params, result, state->locked, backend);
  state->answered = true;
  state->correct = verdict->correct;
  state->message = verdict->message;
  return {};
}

std::string Exercises::retry(std::string_view id) {
  std::string error;
  State* state = find(id, &error);
  if (!state) return error;
  state->locked = -1;
  state->answered = state->correct = false;
  state->message.clear();
  return {};
}

}  // namespace attn::app
