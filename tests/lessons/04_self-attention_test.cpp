// Claims of lesson 04, through the lesson's public verbs.
#include <gtest/gtest.h>

#include "course/lesson.h"

namespace attn {
namespace {

TEST(SelfAttentionLesson, IsFoundByItsSlug) { EXPECT_NE(course::find("self-attention"), nullptr); }

}  // namespace
}  // namespace attn
