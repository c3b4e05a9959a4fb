// Claims of lesson 03, through the lesson's public verbs.
#include <gtest/gtest.h>

#include "course/lesson.h"

namespace attn {
namespace {

TEST(ScoringLesson, IsFoundByItsSlug) { EXPECT_NE(course::find("scoring"), nullptr); }

}  // namespace
}  // namespace attn
