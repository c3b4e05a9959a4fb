#include "course/lesson.h"

#include <gtest/gtest.h>

#include <set>

namespace attn::course {
namespace {

TEST(Tensor, HoldsAMatrixRowByRowWithItsLabels) {
  Mat m(2, 3);
  m << 1, 2, 3, 4, 5, 6;
  const Tensor t = tensor(m, {"a", "b"}, {"x", "y", "z"});
  EXPECT_EQ(t.shape, (std::vector<int>{2, 3}));
  EXPECT_EQ(t.data, (std::vector<float>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(t.rows[1], "b");
}

TEST(Tensor, OfABlockTakesItsStrideIntoAccount) {
  Mat m(2, 3);
  m << 1, 2, 3, 4, 5, 6;
  EXPECT_EQ(tensor(m.rightCols(2)).data, (std::vector<float>{2, 3, 5, 6}));
}

TEST(Tensor, AScalarHasOneElement) {
  const Tensor t = scalar(0.25);
  EXPECT_EQ(t.shape, (std::vector<int>{1}));
  EXPECT_EQ(t.data, (std::vector<float>{0.25f}));
}

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
