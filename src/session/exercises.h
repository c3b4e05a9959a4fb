// What the reader has answered so far in the open lesson.
//
// An exercise is opened on its scene. A prediction is locked in before the answer shows, then it is checked by computing, and it may be
// retried. The lesson's text has the wording and the scene; the lesson computes what is right.
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
  /// The exercise `id`, or null where there is none.
  const State* find(std::string_view id) const;

  /// The exercise's scene was brought, so it is the live one now.
  void note_begun(std::string_view id);
  /// The live exercise: the one whose scene was brought last, or that the reader took up. Empty after a picture was brought that belongs to
  /// none.
  const std::string& live() const { return live_; }
  void set_live(std::string_view id) { live_ = id; }

  /// Locks prediction `k`. Returns an empty string, or why not: unknown exercise, no such prediction, or one is locked already.
  std::string predict(std::string_view id, int k);

  std::string unknown_exercise(std::string_view id) const;
  static std::string why_not_begun();
  /// Returns an empty string, or why the exercise cannot be checked yet.
  std::string why_not_check(std::string_view id) const;
  /// Computes the answer, where why_not_check() has nothing against it.
  void check(std::string_view id, const course::Lesson& lesson, const void* params, const void* result, const compute::Backend& backend,
             course::Verdict* verdict);

  /// How far the picture is from what `id`, an exercise without predictions, asks for. This answers nothing.
  course::Verdict judge(std::string_view id, const course::Lesson& lesson, const void* params, const void* result,
                        const compute::Backend& backend) const;

  /// Forgets that the exercise was begun, its prediction and its answer. Returns an empty string, or that there is no such exercise.
  std::string retry(std::string_view id);

 private:
  State* found(std::string_view id);
  std::vector<State> states_;
  std::string live_;
};

}  // namespace attn::session
