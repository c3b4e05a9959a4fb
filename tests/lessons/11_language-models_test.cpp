// Claims of lesson 11, through its public verbs.
#include <gtest/gtest.h>

#include "lesson_under_test.h"

namespace attn {
namespace {

LessonUnderTest language_models() { return LessonUnderTest("language-models"); }

TEST(LanguageModels, Opens) {
  auto lesson = language_models();
  EXPECT_GT(lesson.at("weights", 0), 0);
}

}  // namespace
}  // namespace attn
