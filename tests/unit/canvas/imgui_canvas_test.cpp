#include "canvas/imgui_canvas.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "canvas/fallback_text.h"
#include "canvas/stand_in_font.h"
#include "unit/canvas/imgui_harness.h"

namespace attn::canvas {
namespace {

constexpr Rect kArea{0, 0, 600, 400};

/// A figure with two overlapping handles, a grid to paint, and a record of what happened to each.
struct Scene {
  ImGuiCanvas canvas;
  Point a{100, 100}, b{110, 100};
  std::vector<std::vector<bool>> painted = std::vector<std::vector<bool>>(4, std::vector<bool>(6));
  Interaction last_a, last_b, last_grid;

  Rect around(Point p) const { return {p.x - 12, p.y - 12, 24, 24}; }
  void draw() {
    canvas.begin(kArea);
    last_grid = canvas.grid("mask", {300, 200, 240, 160}, 4, 6, Grip::kPaint, "mask");
    if (last_grid.held && last_grid.row >= 0) painted[static_cast<size_t>(last_grid.row)][static_cast<size_t>(last_grid.col)] = true;
    last_a = canvas.region("a", around(a), Grip::kDrag, "a");
    if (last_a.held) a = a + last_a.delta;
    a = a + Point{static_cast<float>(last_a.nudge_x), static_cast<float>(last_a.nudge_y)};
    last_b = canvas.region("b", around(b), Grip::kDrag, "b");
    if (last_b.held) b = b + last_b.delta;
    canvas.text({300, 40}, "weights", {canvas.color(Role::kInk)});
    canvas.end();
  }
};

struct ImGuiCanvasTest : testing::Test {
  Harness ui;
  Scene scene;
  void frame() {
    ui.frame([this] { scene.draw(); });
  }
  void move_and_draw(Point p) {
    ui.move(p);
    frame();
  }
  void tap(ImGuiKey key) {
    ui.key(key, true);
    frame();
    ui.key(key, false);
    frame();
  }
};

TEST_F(ImGuiCanvasTest, DragMovesTheHandleUnderThePointerByThePointersMovement) {
  frame();
  move_and_draw({92, 100});
  EXPECT_EQ(scene.canvas.hot(), "a");
  ui.press(true);
  frame();
  EXPECT_TRUE(scene.last_a.pressed);
  move_and_draw({122, 140});
  EXPECT_TRUE(scene.last_a.held);
  ui.press(false);
  frame();
  EXPECT_TRUE(scene.last_a.released);
  EXPECT_FLOAT_EQ(scene.a.x, 130);
  EXPECT_FLOAT_EQ(scene.a.y, 140);
  EXPECT_FLOAT_EQ(scene.b.x, 110);
}

/// A plane that can be dragged and zoomed, with a handle on it.
TEST_F(ImGuiCanvasTest, AZoomRegionHasTheWheelAndTheStepKeysForItself) {
  ImGuiCanvas canvas;
  Interaction plane, handle;
  const auto draw = [&] {
    ui.frame([&] {
      canvas.begin(kArea);
      plane = canvas.region("plane", {100, 100, 300, 200}, Grip::kZoom, "plane");
      handle = canvas.region("handle", {140, 140, 24, 24}, Grip::kDrag, "handle");
      canvas.end();
    });
  };
  draw();
  ui.move({300, 200}), draw();
  EXPECT_EQ(canvas.grip_at({300, 200}), Grip::kZoom);
  ImGui::GetIO().AddMouseWheelEvent(0, 2);
  draw();
  EXPECT_FLOAT_EQ(plane.zoom, 2);
  draw();
  EXPECT_FLOAT_EQ(plane.zoom, 0) << "a notch counts once";
  ui.press(true), draw();
  ui.move({310, 205}), draw();
  EXPECT_FLOAT_EQ(plane.delta.x, 10) << "it is dragged, too";
  ui.press(false), draw();
  ui.key(ImGuiKey_Equal, true), draw();
  EXPECT_FLOAT_EQ(plane.zoom, 1);
  EXPECT_EQ(plane.nudge_y, 0) << "the step zooms and moves nothing";
  ui.key(ImGuiKey_Equal, false), draw();
  ui.move({150, 150}), draw();
  ImGui::GetIO().AddMouseWheelEvent(0, 1);
  draw();
  EXPECT_FLOAT_EQ(handle.zoom, 0);
  EXPECT_EQ(canvas.grip_at({150, 150}), Grip::kDrag) << "a handle lies above it";
}

TEST_F(ImGuiCanvasTest, SegmentsTakeFourCornersEachAndNoMoreThanThereIsRoomFor) {
  ImGuiCanvas canvas;
  const auto vertices_of = [&](size_t count) {
    const std::vector<Segment> lines(count, {{10, 10}, {50, 30}, canvas.color(Role::kInk), 1});
    ui.frame([&] {
      canvas.begin(kArea);
      canvas.segments(lines);
      canvas.line({0, 0}, {9, 9}, {canvas.color(Role::kInk)});
      canvas.end();
    });
    return ui.vertices();
  };
  const int none = vertices_of(0);
  EXPECT_EQ(vertices_of(1000), none + 4000);
  EXPECT_LT(vertices_of(50000), 1 << 16) << "what indices of 16 bits can name";
  EXPECT_GT(vertices_of(50000), 50000);
}

TEST_F(ImGuiCanvasTest, TwoDoubleClicksInAQuickRowAreTwo) {
  frame();
  move_and_draw({92, 100});
  int doubles = 0;
  for (int click = 0; click < 4; ++click) {
    ui.press(true);
    frame();
    doubles += scene.last_a.double_clicked;
    ui.press(false);
    frame();
  }
  EXPECT_EQ(doubles, 2);
}

TEST_F(ImGuiCanvasTest, AClickIsTheCanvassToTellOnceAndOnlyWhereItEnds) {
  ImGuiCanvas canvas;
  std::vector<std::string> clicks;
  const auto draw = [&] {
    ui.frame([&] {
      canvas.begin(kArea);
      canvas.region("button", {100, 100, 80, 20}, Grip::kClick, "a button");
      canvas.region("handle", {300, 100, 80, 20}, Grip::kDrag, "no button");
      canvas.end();
    });
    if (!canvas.clicked().empty()) clicks.emplace_back(canvas.clicked());
  };
  const auto press_at = [&](Point down, Point up) {
    ui.move(down), draw();
    ui.press(true), draw();
    ui.move(up), draw();
    ui.press(false), draw();
    draw();
  };
  draw();
  press_at({340, 110}, {340, 110});
  press_at({140, 110}, {140, 300});
  EXPECT_TRUE(clicks.empty()) << "a drag handle, and a press taken back";
  press_at({140, 110}, {150, 112});
  EXPECT_EQ(clicks, std::vector<std::string>{"button"});
  ui.key(ImGuiKey_Enter, true), draw();
  EXPECT_EQ(clicks.size(), 2u) << "by key";
}

TEST_F(ImGuiCanvasTest, WhereRegionsOverlapTheLastDeclaredIsOnTop) {
  frame();
  move_and_draw({105, 100});
  EXPECT_TRUE(scene.last_b.hovered);
  EXPECT_FALSE(scene.last_a.hovered);
}

TEST_F(ImGuiCanvasTest, ADragGoesOnOutsideTheFigure) {
  frame();
  move_and_draw({92, 100});
  ui.press(true);
  frame();
  move_and_draw({-50, 700});
  EXPECT_TRUE(scene.last_a.held);
  ui.press(false);
  frame();
  EXPECT_FALSE(scene.last_a.held);
}

TEST_F(ImGuiCanvasTest, PaintingFollowsThePointerFromCellToCell) {
  frame();
  move_and_draw({310, 210});
  ui.press(true);
  frame();
  move_and_draw({430, 330});
  EXPECT_EQ(scene.last_grid.row, 3);
  EXPECT_EQ(scene.last_grid.col, 3);
  EXPECT_EQ(scene.last_grid.first_row, 0);
  EXPECT_EQ(scene.last_grid.first_col, 0);
  EXPECT_EQ(scene.canvas.hot(), "mask[3,3]");
  EXPECT_TRUE(scene.canvas.is_hot("mask"));
  EXPECT_TRUE(scene.painted[0][0]);
  EXPECT_TRUE(scene.painted[3][3]);
  EXPECT_FALSE(scene.painted[1][1]);
}

TEST_F(ImGuiCanvasTest, ArrowKeysNudgeWhatWasPressedLast) {
  frame();
  move_and_draw({92, 100});
  ui.press(true);
  frame();
  ui.press(false);
  frame();
  tap(ImGuiKey_RightArrow);
  tap(ImGuiKey_UpArrow);
  EXPECT_FLOAT_EQ(scene.a.x, 101);
  EXPECT_FLOAT_EQ(scene.a.y, 99);
}

TEST_F(ImGuiCanvasTest, KeysCycleThroughRegionsAndMoveBetweenCells) {
  frame();
  move_and_draw({20, 20});
  ui.press(true);
  frame();
  ui.press(false);
  frame();
  tap(ImGuiKey_N);
  EXPECT_EQ(scene.canvas.selected(), "mask[0,0]");
  tap(ImGuiKey_RightArrow);
  tap(ImGuiKey_DownArrow);
  EXPECT_EQ(scene.canvas.selected(), "mask[1,1]");
  tap(ImGuiKey_N);
  EXPECT_EQ(scene.canvas.selected(), "a");
  tap(ImGuiKey_Escape);
  EXPECT_FALSE(scene.canvas.has_keyboard());
}

TEST(KeysOfTheCanvas, StopAtARegionWithTheNameOfACell) {
  Harness harness;
  ImGuiCanvas canvas;
  canvas.take_keyboard();
  const auto tap_next = [&] {
    for (const bool down : {true, false}) {
      harness.key(ImGuiKey_N, down);
      harness.frame([&] {
        canvas.begin({0, 0, 400, 200});
        canvas.region("w[0,1]", {10, 10, 20, 60}, Grip::kHover, "a bar");
        canvas.grid("w", {100, 10, 60, 60}, 2, 2, Grip::kHover, "its table");
        canvas.end();
      });
    }
  };
  tap_next();
  tap_next();
  EXPECT_EQ(canvas.selected(), "w[0,1]");
  tap_next();
  EXPECT_EQ(canvas.selected(), "w[0,0]") << "the table's first cell";
}

TEST_F(ImGuiCanvasTest, RectOfFindsRegionsAndCells) {
  frame();
  const Rect cell = scene.canvas.rect_of("mask[1,2]");
  EXPECT_FLOAT_EQ(cell.x, 380);
  EXPECT_FLOAT_EQ(cell.y, 240);
  EXPECT_FLOAT_EQ(cell.width, 40);
  EXPECT_FLOAT_EQ(scene.canvas.rect_of("b").x, 98);
  EXPECT_FLOAT_EQ(scene.canvas.rect_of("nothing").width, 0);
}

TEST_F(ImGuiCanvasTest, AThingInFrontKeepsThePointerFromTheFigure) {
  const auto covered = [this] {
    scene.draw();
    ImGui::SetNextWindowPos({80, 80});
    ImGui::SetNextWindowSize({60, 60});
    ImGui::Begin("card", nullptr, ImGuiWindowFlags_NoDecoration);
    ImGui::End();
  };
  ui.frame(covered);
  ui.move({100, 100});
  ui.frame(covered);
  ui.frame(covered);
  EXPECT_EQ(scene.canvas.hot(), "");
}

TextBitmap fake_raster(std::string_view text, float size, bool, Color) {
  TextBitmap bitmap;
  bitmap.width = static_cast<int>(text.size()), bitmap.height = static_cast<int>(size);
  bitmap.advance = size * 2;
  bitmap.pixels.assign(4 * static_cast<size_t>(bitmap.width) * static_cast<size_t>(bitmap.height), 255);
  return bitmap;
}

TEST_F(ImGuiCanvasTest, OtherScriptsAreDrawnAndMeasuredByTheSystem) {
  set_text_rasterizer(fake_raster);
  const TextStyle style{scene.canvas.color(Role::kInk), 20};
  EXPECT_FLOAT_EQ(scene.canvas.measure("注意", style).width, 40);
  const auto draw = [&] {
    scene.canvas.begin(kArea);
    scene.canvas.text({50, 50}, "注意", style);
    scene.canvas.end();
  };
  ui.frame(draw);
  ui.frame(draw);
  EXPECT_EQ(ui.vertices(), 4);
  set_text_rasterizer(nullptr);
}

TEST_F(ImGuiCanvasTest, ALargeGridIsOnePictureAndASmallOneMergesEqualCells) {
  const auto grid = [&](int n) {
    ui.frame([&] {
      scene.canvas.begin(kArea);
      scene.canvas.cells({0, 0, 300, 300}, n, n, std::vector<Color>(static_cast<size_t>(n * n), {0.5f, 0, 0, 1}));
      scene.canvas.end();
    });
    return ui.vertices();
  };
  EXPECT_EQ(grid(100), 4);
  EXPECT_EQ(grid(10), 40);
}

TEST_F(ImGuiCanvasTest, WhereNoFontHasComeOneWithoutLettersIsReadAsAnyOther) {
  const std::string file = stand_in_font();
  ImFontConfig config;
  config.FontDataOwnedByAtlas = false;
  ImFont* font = ImGui::GetIO().Fonts->AddFontFromMemoryTTF(const_cast<char*>(file.data()), static_cast<int>(file.size()), 20, &config);
  ASSERT_NE(font, nullptr);
  ui.frame([&] {
    for (const ImWchar letter : {'A', '0', 'x'}) EXPECT_FALSE(font->IsGlyphInFont(letter));
    EXPECT_GT(font->GetFontBaked(20)->Ascent, 10);
  });
}

}  // namespace
}  // namespace attn::canvas
