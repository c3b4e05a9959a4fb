// The first figure on a small phone: its columns are high enough to be watched.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "canvas/svg_canvas.h"
#include "lessons/lesson_by_hand.h"

namespace attn {
namespace {

constexpr float kLeastColumn = 60;  ///< height in px of a column whose weight is 1

/// The height of the highest rectangle that has the colour `fill`; 0 where there is none.
float highest(const std::string& svg, canvas::Color fill) {
  float most = 0;
  for (size_t at = svg.find("<rect"); at != std::string::npos; at = svg.find("<rect", at + 1)) {
    const std::string rect = svg.substr(at, svg.find("/>", at) - at);
    if (rect.find("fill=\"" + canvas::to_hex(fill) + "\"") == std::string::npos) continue;
    const std::string name = " height=\"";
    most = std::max(most, std::stof(rect.substr(rect.find(name) + name.size())));
  }
  return most;
}

TEST(ScoringGrow, AColumnThatTakesAllIsHighOnASmallPhoneToo) {
  LessonUnderTest lesson("scoring");
  lesson.set("likeness=2,-2,-2,-2,-2&width=512");
  ASSERT_NEAR(lesson.at("grown-weights", 0, 0), 1, 1e-6);
  for (const canvas::Size size : {canvas::Size{377, 300}, canvas::Size{377, 319}, canvas::Size{377, 346}, canvas::Size{881, 642}}) {
    canvas::SvgCanvas canvas(size, canvas::Theme());
    const auto edit = lesson.lesson().copy(lesson.params());
    named("figure", "grow", lesson.lesson().figures, kId).draw(canvas, lesson.params(), lesson.result(), edit.get());
    EXPECT_GE(highest(canvas.svg(), canvas.theme().sequential(1)), kLeastColumn) << size.width << " x " << size.height;
  }
}

TEST(ScoringGrow, ABarIsCalledByItsKey) {
  LessonUnderTest lesson("scoring");
  EXPECT_EQ(lesson.explain("likeness", 0, 1).title, "q\u00b7k2 / \u221ad");
}

}  // namespace
}  // namespace attn
