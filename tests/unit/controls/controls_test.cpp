#include "controls/controls.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "canvas/svg_canvas.h"
#include "unit/canvas/imgui_harness.h"
#include "unit/canvas/recording_canvas.h"

namespace attn::controls {
namespace {

struct P {
  Real temperature = 1;
  int heads = 2;
  int step = 39;
  bool scaled = false;
  int score = 0;
  Mask mask = Mask::Constant(3, 3, true);
};

const params::Rows& rows() {
  static const auto table =
      params::Table<P>{}
          .number(&P::temperature, {.id = "temperature", .label = "Temperature", .help = "h", .min = 0, .max = 2, .step = 0.1})
          .integer(&P::heads, {.id = "heads", .label = "Heads", .help = "h", .min = 1, .max = 8, .step = 1})
          .integer(&P::step, {.id = "step", .label = "Step shown", .help = "h", .min = 1, .max = 40, .step = 1, .walked = true})
          .boolean(&P::scaled, {.id = "scaled", .label = "Scaled", .help = "h"})
          .choice(&P::score, {.id = "score", .label = "Score", .help = "h"}, {{"dot", "dot"}, {"distance", "distance"}})
          .mask(&P::mask, {.id = "mask", .label = "Mask", .help = "h"});
  return table.rows();
}

struct ControlsTest : testing::Test {
  canvas::Harness ui;
  canvas::ImGuiCanvas canvas;
  P params, defaults;
  ControlsResult result;
  bool locked = false;
  std::vector<std::string_view> ids = {"temperature", "heads", "scaled", "score", "step", "mask"};

  void frame() {
    ui.frame([this] {
      canvas.begin({0, 0, 300, 400});
      result = draw_controls(canvas, {10, 10, 260, 380}, {rows(), ids, &params, &defaults, [this](std::string_view) { return locked; }});
      canvas.end();
    });
  }
  void click(canvas::Point p) {
    ui.move(p);
    frame();
    ui.press(true);
    frame();
    ui.press(false);
    frame();
  }
};

TEST_F(ControlsTest, ASliderFollowsThePointerInSteps) {
  frame();
  const canvas::Rect r = canvas.rect_of("temperature");
  click({r.x + 0.75f * r.width, r.center().y});
  EXPECT_NEAR(params.temperature, 1.5, 0.11);
  EXPECT_LE(params::print(rows()[0], rows()[0].get(&params)).size(), 3u) << "a round number";
  click({r.right() - 1, r.center().y});
  EXPECT_FLOAT_EQ(params.temperature, 2);
}

TEST(Controls, ATextThatComesFirstTakesTheColumnsThatNoOtherWidgetNeeds) {
  struct Q {
    std::string sentence = "the cat sleeps";
    int stepped = 2;
  } params, defaults;
  const auto table = params::Table<Q>{}
                         .text(&Q::sentence, {.id = "sentence", .label = "Sentence", .help = "h"})
                         .integer(&Q::stepped, {.id = "stepped", .label = "Stepped", .help = "h", .min = 1, .max = 4, .step = 1});
  const auto right_end = [&](const std::vector<std::string_view>& ids, float width) {
    canvas::SvgCanvas canvas({width, 200}, canvas::Theme());
    draw_controls(canvas, {0, 0, width, 200}, {table.rows(), ids, &params, &defaults, {}});
    return canvas.rect_of("sentence").right();
  };
  EXPECT_NEAR(right_end({"sentence"}, 720), 720, 1);
  EXPECT_NEAR(right_end({"sentence", "stepped"}, 720), 470, 30) << "two of three columns";
  EXPECT_LT(right_end({"stepped", "sentence"}, 720), 480) << "where it does not come first it has one";
  EXPECT_NEAR(right_end({"sentence"}, 300), 300, 1);
}

TEST(Controls, NegativeNumbersStandWithATrueMinus) {
  struct Q {
    Real slid = Real(-0.5);
    int stepped = -2;
  } params, defaults;
  const auto table = params::Table<Q>{}
                         .number(&Q::slid, {.id = "slid", .label = "Slid", .help = "h", .min = -1, .max = 1, .step = 0.1})
                         .integer(&Q::stepped, {.id = "stepped", .label = "Stepped", .help = "h", .min = -4, .max = 4, .step = 1});
  const std::vector<std::string_view> ids = {"slid", "stepped"};
  canvas::RecordingCanvas canvas({300, 200});
  draw_controls(canvas, {10, 10, 260, 180}, {table.rows(), ids, &params, &defaults});
  EXPECT_TRUE(canvas.find("\u22120.5"));
  EXPECT_TRUE(canvas.find("\u22122"));
}

TEST_F(ControlsTest, ButtonsSwitchesAndChoicesTakeAPress) {
  frame();
  click(canvas.rect_of("heads:more").center());
  EXPECT_EQ(params.heads, 3);
  click(canvas.rect_of("scaled").center());
  EXPECT_TRUE(params.scaled);
  click(canvas.rect_of("score[0,1]").center());
  EXPECT_EQ(params.score, 1);
}

TEST_F(ControlsTest, WhatIsWalkedThroughIsSteppedBackAndOnAndItsMainButtonPlays) {
  frame();
  const canvas::Rect back = canvas.rect_of("step:less"), play = canvas.rect_of("step:play"), next = canvas.rect_of("step:more"),
                     track = canvas.rect_of("step");
  EXPECT_LT(track.right(), back.x);
  EXPECT_LT(back.right(), play.x);
  EXPECT_LT(play.right(), next.x);
  click(next.center());
  EXPECT_EQ(params.step, 40);
  click(next.center());
  EXPECT_EQ(params.step, 40) << "the last one";
  click(back.center());
  EXPECT_EQ(params.step, 39);
  ui.move(play.center());
  frame();
  ui.press(true);
  frame();
  ui.press(false);
  ui.frame([this] {
    canvas.begin({0, 0, 300, 400});
    result = draw_controls(canvas, {10, 10, 260, 380}, {rows(), ids, &params, &defaults});
    canvas.end();
  });
  EXPECT_EQ(result.play, "step");
}

TEST(WalkButtons, AreOfOneSizeForAStoryAndForAProcess) {
  struct Clocks {
    Real walk = 2;
    int step = 3;
  };
  const auto table =
      params::Table<Clocks>{}
          .number(&Clocks::walk, {.id = "walk", .label = "Walk", .help = "h", .min = 0, .max = 6, .step = 0.05, .walked = true})
          .integer(&Clocks::step, {.id = "step", .label = "Step", .help = "h", .min = 1, .max = 40, .step = 1, .walked = true});
  const Clocks defaults;
  const std::vector<std::string_view> ids = {"walk", "step"};
  Clocks edit;
  canvas::RecordingCanvas paper({600, 100});
  draw_controls(paper, {10, 10, 560, 80}, {.rows = table.rows(), .ids = ids, .params = &edit, .defaults = &defaults});
  const canvas::Rect walk = paper.rect_of("walk:play"), step = paper.rect_of("step:play");
  EXPECT_GE(walk.height, 24);
  EXPECT_FLOAT_EQ(walk.height, step.height);
  EXPECT_FLOAT_EQ(walk.y, step.y);
  EXPECT_FLOAT_EQ(paper.rect_of("walk").center().y, walk.center().y) << "the slider is beside them";
}

TEST_F(ControlsTest, WhatIsWalkedThroughEndsWhereItsProcessDoes) {
  const std::vector<std::string_view> only = {"step"};
  for (const bool plays : {false, true}) {
    P edit;
    edit.step = 7;
    canvas::RecordingCanvas paper({300, 100});
    draw_controls(paper, {10, 10, 260, 80},
                  {.rows = rows(),
                   .ids = only,
                   .params = &edit,
                   .defaults = &defaults,
                   .last_step = [](const params::Row&) { return 7.0; },
                   .playing = plays ? "step" : ""});
    ASSERT_TRUE(paper.find(plays ? "Pause" : "Play"));
    EXPECT_EQ(paper.find("\u203a")->style.color.r, paper.color(canvas::Role::kFaint).r) << "there is no next one";
  }
}

TEST_F(ControlsTest, WhatWouldChangeNothingHasNoControl) {
  params::Rows declared = rows();
  for (params::Row& row : declared)
    if (row.id == "step") row.matters = [](const void* p) { return static_cast<const P*>(p)->scaled; };
  const std::vector<std::string_view> both = {"step", "scaled"};
  for (const bool scaled : {false, true}) {
    P edit;
    edit.scaled = scaled;
    canvas::RecordingCanvas paper({300, 200});
    EXPECT_EQ(draw_controls(paper, {10, 10, 260, 180}, {declared, both, &edit, &defaults}).drawn, scaled ? 2 : 1);
  }
}

TEST_F(ControlsTest, LockedOnesDoNotChange) {
  locked = true;
  frame();
  for (const char* id : {"temperature", "heads:more", "step:more", "scaled", "score[0,1]", "mask[1,1]"}) click(canvas.rect_of(id).center());
  for (const params::Row& row : rows()) EXPECT_TRUE(params::equal(row, &params, &defaults)) << row.id;
}

TEST_F(ControlsTest, ADoubleClickOnTheNameRestoresTheDefault) {
  params.temperature = Real(0.3);
  frame();
  const canvas::Point name = canvas.rect_of("temperature:label").center();
  click(name);
  click(name);
  EXPECT_FLOAT_EQ(params.temperature, 1);
}

TEST_F(ControlsTest, PressingTheNumberAsksForText) {
  frame();
  ui.move(canvas.rect_of("temperature:value").center());
  frame();
  ui.press(true);
  frame();
  ui.press(false);
  frame();
  EXPECT_EQ(result.request.id, "temperature");
  EXPECT_EQ(result.request.value, "1");
  EXPECT_EQ(apply_typed(rows(), "temperature", "0.5", &params), "");
  EXPECT_NE(apply_typed(rows(), "temperature", "5", &params), "");
  EXPECT_FLOAT_EQ(params.temperature, Real(0.5));
}

TEST(Controls, StayInsideTheirAreaAtEveryWidth) {
  const P params, defaults;
  std::vector<std::string_view> ids = {"temperature", "heads", "scaled", "score", "mask"};
  for (const float width : {220.0f, 300.0f, 900.0f}) {
    P edit = params;
    canvas::SvgCanvas canvas({width, 800}, canvas::Theme());
    const ControlsResult result = draw_controls(canvas, {0, 0, width, 800}, {rows(), ids, &edit, &defaults});
    EXPECT_FALSE(result.edited);
    for (const canvas::Region& region : canvas.regions().all()) {
      EXPECT_GE(region.rect.x, -0.5f) << region.id;
      EXPECT_LE(region.rect.right(), width + 0.5f) << region.id;
      EXPECT_LE(region.rect.bottom(), result.height) << region.id;
    }
  }
}

}  // namespace
}  // namespace attn::controls
