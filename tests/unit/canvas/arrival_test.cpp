// Pictures that arrive: what both have under one id moves from the old place to the new one; the rest of another figure comes up.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "unit/canvas/imgui_harness.h"

namespace attn::canvas {
namespace {

constexpr Rect kOld{20, 20, 40, 40}, kNew{220, 120, 80, 20}, kTitle{300, 300, 50, 10};

class ArrivalTest : public ::testing::Test {
 protected:
  ArrivalTest() { canvas.set_motion_ms(300); }
  /// Draws a picture whose key is at `key` for one frame, of a sixtieth of a second.
  void draw(Rect key, bool titled = false) {
    harness.frame([&] {
      canvas.begin({0, 0, 600, 400});
      canvas.rect(key, Color{0, 0, 1, 1});
      canvas.region("key[0]", key, Grip::kDrag, "key 1");
      if (titled) canvas.rect(kTitle, Color{1, 0, 0, 1});
      canvas.end();
    });
  }
  /// What has this colour in the last frame, whatever its alpha; nothing where it is wholly transparent.
  std::vector<ImDrawVert> drawn_in(ImU32 color) const {
    std::vector<ImDrawVert> found;
    for (const ImDrawList* list : ImGui::GetDrawData()->CmdLists)
      for (const ImDrawVert& vertex : list->VtxBuffer)
        if ((vertex.col & ~IM_COL32_A_MASK) == (color & ~IM_COL32_A_MASK)) found.push_back(vertex);
    return found;
  }
  float key_x() const {
    float least = 1e9f;
    for (const ImDrawVert& vertex : drawn_in(IM_COL32(0, 0, 255, 255))) least = std::min(least, vertex.pos.x);
    return least;
  }

  Harness harness;
  ImGuiCanvas canvas;
};

TEST_F(ArrivalTest, WhatStaysMovesFromTheOldPlaceToTheNew) {
  draw(kOld);
  canvas.arrive(false);
  std::vector<float> xs;
  for (int i = 0; i < 40 && canvas.arrives(); ++i) draw(kNew), xs.push_back(key_x());
  ASSERT_GT(xs.size(), 5u);
  EXPECT_LE(xs.size(), 25u) << "at most 400 ms";
  EXPECT_NEAR(xs.front(), kOld.x, 12) << "it begins where it was";
  EXPECT_TRUE(std::is_sorted(xs.begin(), xs.end()));
  EXPECT_NEAR(xs.back(), kNew.x, 1);
}

TEST_F(ArrivalTest, TheRegionIsAtItsNewPlaceFromTheBeginning) {
  draw(kOld);
  canvas.arrive(false);
  draw(kNew);
  EXPECT_FLOAT_EQ(canvas.rect_of("key[0]").x, kNew.x);
}

TEST_F(ArrivalTest, OfAnotherFigureTheRestComesUp) {
  const auto title_alpha = [&] {
    const std::vector<ImDrawVert> title = drawn_in(IM_COL32(255, 0, 0, 255));
    return title.empty() ? -1 : static_cast<int>(title.front().col >> IM_COL32_A_SHIFT);
  };
  draw(kOld);
  canvas.arrive(true);
  draw(kNew, true);
  EXPECT_LT(title_alpha(), 60);
  while (canvas.arrives()) draw(kNew, true);
  EXPECT_EQ(title_alpha(), 255);
  canvas.arrive(false);
  draw(kNew, true);
  EXPECT_EQ(title_alpha(), 255) << "within a figure nothing flickers";
}

TEST_F(ArrivalTest, WithoutMotionItIsThereAtOnce) {
  canvas.set_motion_ms(0);
  draw(kOld);
  canvas.arrive(true);
  EXPECT_FALSE(canvas.arrives());
  draw(kNew);
  EXPECT_NEAR(key_x(), kNew.x, 1);
}

TEST_F(ArrivalTest, WhereNothingHasAnotherPlaceThereIsNoMotion) {
  draw(kOld);
  canvas.arrive(false);
  draw(kOld);
  EXPECT_FALSE(canvas.arrives());
}

TEST_F(ArrivalTest, ARowOfAGridBecomesBars) {
  const auto picture = [&](bool bars) {
    harness.frame([&] {
      canvas.begin({0, 0, 600, 400});
      const Rect place = bars ? Rect{300, 200, 30, 100} : Rect{30, 30, 60, 60}.cell(0, 1, 3, 3);
      canvas.rect(place, Color{0, 0, 1, 1});
      if (bars)
        canvas.region("weights[0,1]", place, Grip::kHover, "weight");
      else
        canvas.grid("weights", {30, 30, 60, 60}, 3, 3, Grip::kHover, "weights");
      canvas.end();
    });
  };
  picture(false);
  canvas.arrive(true);
  picture(true);
  EXPECT_NEAR(key_x(), 50, 14) << "the cell's place in the grid";
}

/// A picture whose key is at `key`, with a line across it, a thick line within it and a word on it.
class ArrivalOfShapesTest : public ArrivalTest {
 protected:
  void draw_shapes(Rect key) {
    TextStyle word;
    word.align = Align::kCenter, word.color = {0, 1, 0, 1};
    harness.frame([&] {
      canvas.begin({0, 0, 600, 400});
      canvas.region("key[0]", key, Grip::kDrag, "key 1");
      canvas.polygon(std::vector<Point>{{10, 130}, {590, 125}, {590, 135}}, Color{1, 0, 0, 1});
      canvas.text(key.center(), "word", word);
      canvas.end();
    });
  }
  Size extent(ImU32 color) const {
    ImVec2 least{1e9f, 1e9f}, most{-1e9f, -1e9f};
    for (const ImDrawVert& v : drawn_in(color)) {
      least = {std::min(least.x, v.pos.x), std::min(least.y, v.pos.y)};
      most = {std::max(most.x, v.pos.x), std::max(most.y, v.pos.y)};
    }
    return {most.x - least.x, most.y - least.y};
  }
};

TEST_F(ArrivalOfShapesTest, AShapeIsNeverTorn) {
  constexpr ImU32 kRed = IM_COL32(255, 0, 0, 255), kGreen = IM_COL32(0, 255, 0, 255);
  draw_shapes(kNew);
  const Size across = extent(kRed), word = extent(kGreen);
  draw_shapes(kOld);
  canvas.arrive(false);
  int moving = 0;
  std::vector<ImU32> opacities;
  for (; moving < 40 && canvas.arrives(); ++moving) {
    draw_shapes(kNew);
    EXPECT_FLOAT_EQ(extent(kRed).height, across.height) << "it only passes the key";
    EXPECT_NEAR(extent(kGreen).width, word.width, 0.01) << "words keep their size";
    opacities.push_back(drawn_in(kGreen).front().col >> IM_COL32_A_SHIFT);
  }
  EXPECT_TRUE(std::is_sorted(opacities.begin(), opacities.end())) << "and come up as there is room for them";
  EXPECT_LT(opacities.front(), 150u);
  EXPECT_GT(moving, 5);
}

}  // namespace
}  // namespace attn::canvas
