// What the reader has answered so far in the open lesson.
//
// An exercise begins with its scene. The reader locks a prediction in before the answer is shown; then it is checked by computing, and the
// exercise may be tried again. The lesson's text has the wording and the scene, and the lesson computes what is right.
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
    int predictions = 0;     ///< how many there are to choose from; 0: the reader is asked to bring about a picture
    bool begun = false;      ///< whether its scene has been shown since the last retry
    int locked = -1;         ///< index of the locked prediction; -1: none
    bool answered = false;
    bool correct = false;
    std::string message;  ///< of the last check
  };

  /// Starts afresh with the exercises of `lesson`.
  void open(const course::Lesson& lesson);

  const std::vector<State>& states() const { return states_; }
  /// The exercise `id`, or null where there is none.
  const State* find(std::string_view id) const;

  /// The exercise's scene has been shown, which makes it the live exercise.
  void note_begun(std::string_view id);
  /// The live exercise is the one whose scene was shown last, or in which the reader acted last. It is empty once a picture has been shown
  /// that belongs to no exercise.
  const std::string& live() const { return live_; }
  void set_live(std::string_view id) { live_ = id; }

  /// Locks prediction `k`. Returns an empty string, or why not: unknown exercise, no such prediction, or one is locked already.
  std::string predict(std::string_view id, int k);

  std::string unknown_exercise(std::string_view id) const;
  static std::string why_not_begun();
  /// Returns an empty string, or why the exercise cannot be checked yet.
  std::string why_not_check(std::string_view id) const;
  /// Computes the answer. May be called only where why_not_check() is empty.
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
