// The opening of lesson 07 on its way.
#pragma once

#include "lessons/lesson_under_test.h"

namespace attn {

/// The opening of the lesson, trained so far from the random weights of a seed.
inline LessonUnderTest born(int steps, int seed = 1) {
  LessonUnderTest lesson("alignment");
  lesson.set("weights=seed&seed=" + std::to_string(seed) + "&steps=" + std::to_string(steps));
  return lesson;
}

}  // namespace attn
