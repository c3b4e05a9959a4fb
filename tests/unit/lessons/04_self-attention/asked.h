// The trained network of lesson 04 and what a word of a sentence finds in it.
#pragma once

#include <algorithm>
#include <string>

#include "lessons/lesson_under_test.h"

namespace attn {

inline constexpr const char* kTooSmall = "The trophy did not fit in the suitcase because it was too small";

/// The lesson with its shipped weights and a sentence for the trained network.
inline LessonUnderTest asked(const std::string& sentence) {
  LessonUnderTest lesson("self-attention");
  if (!sentence.empty()) lesson.set("sentence=" + sentence);
  EXPECT_TRUE(lesson.load_weights());
  return lesson;
}

/// The word on which the word that is asked about has its largest weight.
inline std::string found(const LessonUnderTest& lesson) {
  const course::Tensor w = lesson.read("looking");
  const auto largest = std::max_element(w.data.begin(), w.data.end());
  return w.cols[static_cast<size_t>(largest - w.data.begin())];
}

inline std::string meant(const std::string& sentence) { return found(asked(sentence)); }

}  // namespace attn
