#include "course/lesson.h"

#include <gtest/gtest.h>

#include <set>

namespace attn::course {
namespace {

TEST(Lessons, AreInOrderUnderSlugsOfTheirOwn) {
  int last = 0;
  std::set<std::string_view> slugs;
  for (const Entry& entry : lessons()) {
    EXPECT_GT(entry.number, last);
    last = entry.number;
    EXPECT_TRUE(slugs.insert(entry.about.slug).second);
    EXPECT_EQ(find(entry.about.slug), &entry.lesson());
    EXPECT_FALSE(entry.about.title.empty());
    EXPECT_FALSE(entry.about.summary.empty());
  }
}

TEST(Lessons, AnUnknownSlugIsNull) { EXPECT_EQ(find("no-such-lesson"), nullptr); }

}  // namespace
}  // namespace attn::course
