// What the reader has answered so far in the open lesson: a prediction is locked in before the answer shows, checked by computing, and
// may be retried. The wording lives in the lesson's text; what is right is computed by the lesson.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "course/lesson.h"

namespace attn::app {

class Exercises {
 public:
  struct State {
    std::string_view id;
    int predictions = 0;  ///< 0: the reader brings the picture into the asked state
    int locked = -1;      ///< index of the locked prediction, -1: none
    bool answered = false;
    bool correct = false;
    std::string message;  ///< of the last check
  };

  /// Starts afresh with the exercises of `lesson`.
  void open(const course::Lesson& lesson);

  const std::vector<State>& states() const { return states_; }

  /// Locks prediction `k`. Returns an empty string, or why not: unknown exercise, no such prediction, or one is locked already.
  std::string predict(std::string_view id, int k);

  /// Computes the answer. Returns an empty string and the verdict, or why it cannot be checked yet.
  std::string check(std::string_view id, const course::Lesson& lesson, const void* params, const void* result,
                    const compute::Backend& backend, course::Verdict* verdict);

  /// Forgets prediction and answer. Returns an empty string, or that there is no such exercise.
  std::string retry(std::string_view id);

 private:
  /// Null with a message that names the exercises there are.
  State* find(std::string_view id, std::string* error);
  std::vector<State> states_;
};

}  // namespace attn::app
