#include "charts/cell_matrix.h"
#include "canvas/paragraph.h"

#include <gtest/gtest.h>

#include "unit/canvas/recording_canvas.h"

namespace attn::charts {
namespace {

struct CellMatrixTest : testing::Test {
  canvas::RecordingCanvas canvas{{600, 400}};
  Mat values = Mat::Constant(3, 3, Real(-1.5));
  Mask allowed = Mask::Constant(3, 3, true);
};

/// Strokes that are neither level nor upright lie inside `cell`.
int slanted_in(const canvas::RecordingCanvas& canvas, canvas::Rect cell) {
  int count = 0;
  for (const auto& line : canvas.lines) {
    const bool slanted = std::abs(line.a.x - line.b.x) > 0.5f && std::abs(line.a.y - line.b.y) > 0.5f;
    count += slanted && cell.contains(0.5f * (line.a + line.b));
  }
  return count;
}

TEST_F(CellMatrixTest, OnlyCellsThatMayNotAttendAreHatchedAndHaveNoNumber) {
  allowed(0, 2) = false;
  draw_cell_matrix(canvas, {0, 0, 300, 300}, {.id = "w", .values = values, .allowed = &allowed});
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const canvas::Rect cell = canvas.rect_of("w[" + std::to_string(i) + "," + std::to_string(j) + "]");
      EXPECT_EQ(slanted_in(canvas, cell) > 0, i == 0 && j == 2) << i << "," << j;
    }
  EXPECT_EQ(canvas.texts.size(), 8u);
}

TEST_F(CellMatrixTest, NumbersStandOnlyWhereTheyFit) {
  for (const float side : {20.0f, 40.0f, 60.0f, 90.0f, 150.0f, 300.0f})
    for (const int digits : {0, 1, 2}) {
      canvas.texts.clear();
      const canvas::Rect cells = cells_in(canvas, {0, 0, side, side}, {.id = "m", .values = values});
      draw_cell_matrix(canvas, {0, 0, side, side}, {.id = "m", .values = values, .colors = CellMatrix::Colors::kSigned, .digits = digits});
      for (const auto& t : canvas.texts) {
        EXPECT_LE(t.box.width, cells.width / 3) << side << ": " << t.text;
        EXPECT_EQ(t.text.substr(0, 3), "\u2212") << "a true minus";
      }
      if (side <= 40) {
        EXPECT_TRUE(canvas.texts.empty()) << side;
      }
      if (side >= 150) {
        EXPECT_EQ(canvas.texts.size(), 9u) << side;
      }
    }
}

TEST_F(CellMatrixTest, LongNamesDoNotReachOverTheCells) {
  const std::vector<std::string> names{"internationalisation", "b", "c"};
  const CellMatrix m{.id = "m", .values = values, .rows = names, .cols = names};
  const canvas::Rect area{0, 0, 200, 300}, cells = cells_in(canvas, area, m);
  draw_cell_matrix(canvas, area, m);
  EXPECT_GT(cells.width, 100);
  for (const auto& t : canvas.texts)
    if (t.style.align == canvas::Align::kRight) {
      EXPECT_LE(t.box.right(), cells.x) << t.text;
    }
}

TEST_F(CellMatrixTest, ColumnNamesGetSmallerBeforeTheyRunUpwards) {
  const std::vector<std::string> names{"leave", "one", "out"};
  int smaller = 0, upwards = 0;
  for (float width = 40; width <= 300; width += 10) {
    canvas.texts.clear();
    const CellMatrix m{.id = "m", .values = values, .cols = names};
    draw_cell_matrix(canvas, {0, 0, width, 300}, m);
    const float cell = cells_in(canvas, {0, 0, width, 300}, m).width / 3;
    for (const auto& t : canvas.texts) {
      if (t.text != "leave") continue;
      EXPECT_GE(t.style.size, 10) << width;
      upwards += t.style.angle != 0;
      if (t.style.angle != 0) continue;
      EXPECT_LE(t.box.width, cell) << width;
      smaller += t.style.size < 13;
    }
  }
  EXPECT_GT(smaller, 0);
  EXPECT_GT(upwards, 0);
}

TEST_F(CellMatrixTest, PaintTogglesTheFirstCellAndMakesTheOthersLikeIt) {
  const canvas::Rect cells{0, 0, 300, 300};
  canvas::Interaction press;
  press.pressed = press.held = true, press.row = press.first_row = 0, press.col = press.first_col = 0;
  press.position = {50, 50};
  EXPECT_TRUE(paint_cells(press, cells, &allowed));
  EXPECT_FALSE(allowed(0, 0));
  canvas::Interaction drag = press;
  drag.pressed = false, drag.position = {250, 50}, drag.delta = {200, 0}, drag.col = 2;
  EXPECT_TRUE(paint_cells(drag, cells, &allowed));
  EXPECT_FALSE(allowed(0, 1)) << "also where the hand was too quick to be seen";
  EXPECT_FALSE(allowed(0, 2));
  EXPECT_TRUE(allowed(1, 1));
  EXPECT_FALSE(paint_cells(drag, cells, &allowed)) << "nothing new";
  EXPECT_FALSE(paint_cells({}, cells, &allowed));
}

TEST_F(CellMatrixTest, AnEntryIsDraggedInStepsWithinItsLimit) {
  Mat entries = Mat::Zero(2, 2);
  canvas::Interaction drag;
  drag.held = true, drag.row = drag.first_row = 1, drag.col = drag.first_col = 0;
  drag.position = {0, 90}, drag.delta = {0, -9};
  EXPECT_TRUE(edit_cells(drag, entries, &entries, Real(0.1), 2));
  EXPECT_NEAR(entries(1, 0), 0.3, 1e-6) << "up is more";
  drag.position = {0, -900}, drag.delta = {0, -990};
  EXPECT_TRUE(edit_cells(drag, entries, &entries, Real(0.1), 2));
  EXPECT_NEAR(entries(1, 0), 2, 1e-6);
  EXPECT_EQ(entries(0, 0), 0);
  EXPECT_FALSE(edit_cells({}, entries, &entries, Real(0.1), 2));
}

TEST_F(CellMatrixTest, AnElidedTextFitsAndAShortOneIsLeft) {
  const canvas::TextStyle style{.color = {}, .size = 12};
  EXPECT_EQ(canvas::elided(canvas, "short", style, 200), "short");
  const std::string cut = canvas::elided(canvas, "a very long caption indeed", style, 70);
  EXPECT_LE(canvas.measure(cut, style).width, 70);
  EXPECT_TRUE(cut.ends_with("\u2026"));
}

}  // namespace
}  // namespace attn::charts
