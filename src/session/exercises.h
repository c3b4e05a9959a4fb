// What the reader has answered so far in the open lesson: an exercise is opened on its scene, a prediction is locked in before the answer
// shows, checked by computing, and may be retried. Wording and scene are in the lesson's text; what is right is computed by the lesson.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "course/lesson.h"

namespace attn::session {

class Exercises {
 public:
  struct State {
    std::string_view id;
    std::string_view scene;  ///< where it begins: a query on top of the lesson's defaults
    int predictions = 0;     ///< 0: the reader brings the picture into the asked state
    bool begun = false;      ///< its scene was brought since the last retry
    int locked = -1;         ///< index of the locked prediction, -1: none
    bool answered = false;
    bool correct = false;
    std::string message;  ///< of the last check
  };

  /// Starts afresh with the exercises of `lesson`.
  void open(const course::Lesson& lesson);

  const std::vector<State>& states() const { return states_; }
  /// Null for an unknown id.
  const State* find(std::string_view id) const;

  /// Its scene was brought: it is the live one now.
  void note_begun(std::string_view id);
  /// The one whose scene was brought last, or that the reader took up; empty after another picture was brought than an exercise's.
  const std::string& live() const { return live_; }
  void set_live(std::string_view id) { live_ = id; }

  /// Locks prediction `k`. Returns an empty string, or why not: unknown exercise, no such prediction, or one is locked already.
  std::string predict(std::string_view id, int k);

  std::string unknown_exercise(std::string_view id) const;
  static std::string why_not_begun();
  /// Empty, or why it cannot be checked yet.
  std::string why_not_check(std::string_view id) const;
  /// Computes the answer; why_not_check() is empty.
  void check(std::string_view id, const course::Lesson& lesson, const void* params, const void* result, const compute::Backend& backend,
             course::Verdict* verdict);

  /// How far the picture is from what an exercise without predictions asks for; answers nothing. `id` is one.
  course::Verdict judge(std::string_view id, const course::Lesson& lesson, const void* params, const void* result,
                        const compute::Backend& backend) const;

  /// Forgets that it was begun, prediction and answer. Returns an empty string, or that there is no such exercise.
  std::string retry(std::string_view id);

 private:
  State* found(std::string_view id);
  std::vector<State> states_;
  std::string live_;
};

}  // namespace attn::session
