#include "lessons/large_map/large_map.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "base/rng.h"
#include "unit/canvas/recording_canvas.h"

namespace attn::lessons::large_map {
namespace {

Mat random_weights(Index rows, Index cols) {
  Rng rng(static_cast<std::uint64_t>(rows * 1000 + cols));
  return normal_matrix(rows, cols, rng).cwiseAbs();
}

/// The largest of a tile, by looking at every cell.
Real largest_in(const Mat& all, Index row, Index col, const Tiles& tiles) {
  Real most = 0;
  for (Index i = row; i < std::min(all.rows(), row + tiles.row_step); ++i)
    for (Index j = col; j < std::min(all.cols(), col + tiles.col_step); ++j) most = std::max(most, all(i, j));
  return most;
}

TEST(WholeField, TilesHaveTheLargestOfTheirCells) {
  int looked_at = 0;
  for (const auto& [rows, cols] : {std::pair<Index, Index>{1, 1}, {1, 7}, {5, 3}, {64, 17}, {257, 129}}) {
    const Mat all = random_weights(rows, cols);
    const WholeField field{Mat(all)};
    EXPECT_EQ(field.largest(), all.maxCoeff());
    for (const Index down : {1, 2, 4, 16, 512})
      for (const Index across : {1, 2, 8, 64}) {
        Tiles tiles{.row_step = down, .col_step = across};
        tiles.first_row = rows > 2 * down ? down : 0, tiles.first_col = cols > 2 * across ? across : 0;
        tiles.rows = (rows - tiles.first_row + down - 1) / down, tiles.cols = (cols - tiles.first_col + across - 1) / across;
        const Mat got = field.largest_of(tiles);
        for (Index i = 0; i < tiles.rows; ++i)
          for (Index j = 0; j < tiles.cols; ++j, ++looked_at)
            EXPECT_EQ(got(i, j), largest_in(all, tiles.first_row + i * down, tiles.first_col + j * across, tiles))
                << rows << " x " << cols << ", steps " << down << ", " << across;
      }
  }
  EXPECT_GT(looked_at, 50000);
}

/// A map of 2,048 rows and 1,000 columns in which one weight is large.
struct LargeMapTest : testing::Test {
  static constexpr Index kRows = 2048, kCols = 1000, kBrightRow = 1301, kBrightCol = 333;
  static Mat one_bright(Real bright) {
    Mat all = Mat::Constant(kRows, kCols, Real(0.0001) * bright);
    all(kBrightRow, kBrightCol) = bright;
    return all;
  }
  WholeField field{one_bright(Real(0.9))};
  canvas::RecordingCanvas canvas{{700, 600}};
  MapView view;
  double query = 5;

  /// The cells of the last picture.
  struct Grid {
    canvas::Rect area;
    int rows = 0, cols = 0;
    std::vector<canvas::Color> colors;
  };
  struct Seen : canvas::RecordingCanvas {
    using RecordingCanvas::RecordingCanvas;
    Grid grid;
    void cells(canvas::Rect r, int rows, int cols, std::span<const canvas::Color> colors, canvas::Place) override {
      if (rows > 1 && cols > 1) grid = {r, rows, cols, {colors.begin(), colors.end()}};
    }
  };

  MapHand draw(canvas::Canvas& on) {
    return draw_large_map(on, on.bounds(),
                          {.id = "map",
                           .field = field,
                           .row_name = "rows",
                           .col_name = "columns",
                           .row_label = [](Index i) { return "r" + std::to_string(i + 1); },
                           .col_label = [](Index j) { return "c" + std::to_string(j + 1); },
                           .query = query,
                           .query_label = "row"},
                          view);
  }
  MapHand draw() { return draw(canvas); }
  /// A hand on a region: `set` says what it does.
  template <class Set>
  void hand(const char* id, const Set& set) {
    canvas::Interaction it;
    set(it);
    canvas.hands[id] = it;
  }
};

TEST_F(LargeMapTest, NoWeightIsLostFromSightFromAfar) {
  Seen seen({700, 600});
  draw(seen);
  EXPECT_LT(seen.grid.rows, kRows);
  const canvas::Color full = seen.theme().sequential(1);
  const auto is_full = [&full](const canvas::Color& c) { return c.r == full.r && c.g == full.g && c.b == full.b; };
  ASSERT_EQ(std::count_if(seen.grid.colors.begin(), seen.grid.colors.end(), is_full), 1);
  const auto at = std::find_if(seen.grid.colors.begin(), seen.grid.colors.end(), is_full) - seen.grid.colors.begin();
  const canvas::Rect cell =
      seen.grid.area.cell(static_cast<int>(at) / seen.grid.cols, static_cast<int>(at) % seen.grid.cols, seen.grid.rows, seen.grid.cols);
  const canvas::Rect map = seen.rect_of("map");
  const canvas::Point place{map.x + map.width * (kBrightCol + 0.5f) / kCols, map.y + map.height * (kBrightRow + 0.5f) / kRows};
  EXPECT_TRUE(cell.inset(-0.5f, -0.5f).contains(place)) << cell.x << ", " << cell.y << " for " << place.x << ", " << place.y;
}

TEST_F(LargeMapTest, TheWheelKeepsThePlaceUnderThePointer) {
  draw();
  const canvas::Rect map = canvas.rect_of("map");
  const canvas::Point pointer{map.x + 0.3f * map.width, map.y + 0.8f * map.height};
  for (int notch = 0; notch < 14; ++notch) {
    hand("map", [&](canvas::Interaction& it) {
      it.hovered = true;
      it.position = pointer;
      it.zoom = 1;
    });
    const MapHand wanted = draw();
    ASSERT_TRUE(wanted.view);
    EXPECT_GT(wanted.view->zoom, view.zoom);
    view = *wanted.view;
  }
  // The cell under the pointer is named below the map.
  hand("map", [&](canvas::Interaction& it) {
    it.hovered = true;
    it.position = pointer;
  });
  canvas.texts.clear();
  draw();
  const std::string said = canvas.texts.back().text;
  int row = 0, col = 0;
  ASSERT_EQ(std::sscanf(said.c_str(), "r%d to c%d", &row, &col), 2) << said;
  EXPECT_NEAR(row, 0.8 * kRows, 3);
  EXPECT_NEAR(col, 0.3 * kCols, 3);
}

TEST_F(LargeMapTest, NearEnoughCellsHaveNamesAndNumbers) {
  view = {.x = (kBrightCol + Real(0.5)) / kCols, .y = (kBrightRow + Real(0.5)) / kRows, .zoom = kNearestMap};
  draw();
  EXPECT_TRUE(canvas.find("0.9"));
  EXPECT_TRUE(canvas.find("r1302"));
  EXPECT_TRUE(canvas.find("c334"));
  canvas.texts.clear();
  view = {};
  draw();
  EXPECT_FALSE(canvas.find("r1302"));
}

TEST_F(LargeMapTest, DraggingMovesAndStopsAtTheRim) {
  view = {.zoom = 4};
  hand("map", [&](canvas::Interaction& it) {
    it.held = true;
    it.delta = {30, -20};
  });
  const MapHand moved = draw();
  ASSERT_TRUE(moved.view);
  EXPECT_LT(moved.view->x, view.x);
  EXPECT_GT(moved.view->y, view.y);
  hand("map", [&](canvas::Interaction& it) {
    it.held = true;
    it.delta = {9000, 9000};
  });
  const MapHand rim = draw();
  // A quarter is seen, whose middle is an eighth from the rim.
  EXPECT_NEAR(rim.view->x, 0.125, 1e-3);
  EXPECT_NEAR(rim.view->y, 0.125, 1e-3);
  view = {};
  hand("map", [&](canvas::Interaction& it) {
    it.held = true;
    it.delta = {30, 30};
  });
  EXPECT_NEAR(draw().view->x, 0.5, 1e-6) << "all is in view";
}

TEST_F(LargeMapTest, ButtonsAndKeysZoom) {
  hand("map-in", [&](canvas::Interaction& it) { it.pressed = true; });
  EXPECT_NEAR(draw().view->zoom, 1.5, 1e-6);
  canvas.hands.clear();
  view.zoom = Real(1.2);
  hand("map-out", [&](canvas::Interaction& it) { it.pressed = true; });
  EXPECT_EQ(draw().view->zoom, 1);
  canvas.hands.clear();
  view = {.x = Real(0.9), .zoom = 30};
  hand("map-whole", [&](canvas::Interaction& it) { it.pressed = true; });
  EXPECT_EQ(draw().view->zoom, 1);
  canvas.hands.clear();
  hand("map", [&](canvas::Interaction& it) {
    it.selected = true;
    it.zoom = -1;
  });
  EXPECT_LT(draw().view->zoom, 30);
}

TEST_F(LargeMapTest, APressAndTheHandleMarkARow) {
  draw();
  const canvas::Rect map = canvas.rect_of("map");
  hand("map", [&](canvas::Interaction& it) {
    it.released = true;
    it.position = {map.x + 10, map.y + 0.5f * map.height};
  });
  EXPECT_NEAR(*draw().query, kRows / 2, 4);
  canvas.hands.clear();
  hand("map-query", [&](canvas::Interaction& it) {
    it.selected = true;
    it.nudge_y = -1;
  });
  EXPECT_EQ(*draw().query, 4);
  query = 0;
  EXPECT_EQ(*draw().query, 0) << "there is none above";
  canvas.hands.clear();
  EXPECT_FALSE(draw().query);
  EXPECT_FALSE(draw().view);
}

TEST_F(LargeMapTest, SmallPicturesHaveNothingOutside) {
  for (const canvas::Size size : {canvas::Size{320, 300}, {390, 420}, {900, 500}})
    for (const auto& [zoom, bright] : {std::pair<Real, Real>{1, Real(0.9)}, {Real(40), Real(0.00021)}, {kNearestMap, Real(0.0000321)}}) {
      field = WholeField(one_bright(bright));
      canvas::RecordingCanvas small(size);
      view = {.zoom = zoom};
      draw(small);
      for (const auto& text : small.texts) {
        EXPECT_GE(text.box.x, -0.5f) << text.text << " at " << size.width;
        EXPECT_LE(text.box.x + text.box.width, size.width + 0.5f) << text.text << " at " << size.width;
      }
    }
}

}  // namespace
}  // namespace attn::lessons::large_map
