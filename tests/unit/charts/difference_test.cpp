#include "charts/difference.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "canvas/svg_canvas.h"

namespace attn::charts {
namespace {

const double kNone = std::numeric_limits<double>::quiet_NaN();

TEST(HeightAt, IsBetweenTwoPointsOnTheLineAndNowhereBeyondTheEnds) {
  const Series s{"", {0, 1, 3}, {2, 4, 0}};
  EXPECT_EQ(height_at(s, 0), 2);
  EXPECT_EQ(height_at(s, 0.5), 3);
  EXPECT_EQ(height_at(s, 2), 2);
  EXPECT_EQ(height_at(s, 3), 0);
  EXPECT_TRUE(std::isnan(height_at(s, -0.1)));
  EXPECT_TRUE(std::isnan(height_at(s, 3.1)));
  EXPECT_TRUE(std::isnan(height_at({}, 0)));
}

TEST(DifferenceMap, HasItsCellsAndTheScaleOfItsLimit) {
  canvas::SvgCanvas sheet({400, 200}, canvas::Theme());
  Mat values(2, 3);
  values << Real(0.5), 0, Real(-0.25), 0, Real(kNone), 0;
  draw_difference_map(sheet, sheet.bounds(), {.id = "difference:w", .values = values, .limit = 0.5f});
  EXPECT_GT(sheet.rect_of("difference:w[1,2]").width, 20);
  EXPECT_LE(sheet.rect_of("difference:w[1,2]").bottom(), 200 - 18) << "above the scale";
  const std::string svg = sheet.svg();
  EXPECT_NE(svg.find("+0.5<"), std::string::npos);
  EXPECT_EQ(svg.find("nan"), std::string::npos) << "what is not known is hatched";
}

TEST(DifferenceMap, OfNoDifferenceHasNoScale) {
  canvas::SvgCanvas sheet({400, 200}, canvas::Theme());
  const Mat values = Mat::Zero(2, 2);
  draw_difference_map(sheet, sheet.bounds(), {.id = "d", .values = values, .limit = 0, .note = "none"});
  EXPECT_EQ(sheet.svg().find("+"), std::string::npos);
  EXPECT_NE(sheet.svg().find(">none<"), std::string::npos);
}

TEST(ComparedCurves, TakeTheColourOfTheSideThatIsHigherOnEitherSideOfACrossing) {
  canvas::SvgCanvas sheet({400, 200}, canvas::Theme());
  const Series a{"", {0, 1}, {0, 1}}, b{"", {0, 1}, {1, 0}};
  draw_compared_curves(sheet, sheet.bounds(), {&a, 1}, {&b, 1}, "y");
  const std::string svg = sheet.svg();
  std::vector<std::string> fills;  // from left to right
  for (size_t at = 0; (at = svg.find("<polygon", at)) != std::string::npos; ++at) {
    const size_t fill = svg.find("fill=\"", at) + 6;
    fills.push_back(svg.substr(fill, svg.find('"', fill) - fill));
  }
  const canvas::Theme theme;
  EXPECT_EQ(fills, (std::vector{canvas::to_hex(theme.diverging(0.5f)), canvas::to_hex(theme.diverging(-0.5f))})) << "B above, then below";
}

}  // namespace
}  // namespace attn::charts
