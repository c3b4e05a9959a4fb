// The opening of lesson 17 on its way.
#pragma once

#include "lessons/lesson_under_test.h"

namespace attn {

/// The opening, trained so far from the random weights of a seed.
inline LessonUnderTest begun(int steps, int seed) {
  LessonUnderTest lesson("neural-turing-machine");
  lesson.set("weights=seed&seed=" + std::to_string(seed) + "&steps=" + std::to_string(steps));
  return lesson;
}

}  // namespace attn
