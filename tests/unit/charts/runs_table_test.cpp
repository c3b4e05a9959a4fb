#include "charts/runs_table.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "unit/canvas/recording_canvas.h"

namespace attn::charts {
namespace {

struct RunsTableTest : testing::Test {
  std::vector<RunRow> rows{{"now", "", {"Adam", "0.003"}, {"120", "1.23", "50 %"}},
                           {"2", "run:2", {"momentum", "0.1"}, {"600", "0.4", "97 %"}},
                           {"1", "run:1", {"SGD", "0.3"}, {"20", "\u2013", "\u2013"}}};
  RunsPicture picture{{"Optimiser", "Learning rate"}, {"steps", "loss", "right"}, rows};

  canvas::RecordingCanvas drawn(canvas::Size size) {
    canvas::RecordingCanvas canvas{size};
    draw_runs(canvas, {0, 0, size.width, runs_height(picture, size.height, 12)}, picture, 12);
    return canvas;
  }
};

TEST_F(RunsTableTest, EachRunIsARowToPressAndToForget) {
  const auto canvas = drawn({600, 400});
  for (const char* text : {"Optimiser", "Learning rate", "steps", "momentum", "0.1", "97 %", "now"})
    EXPECT_NE(canvas.find(text), nullptr) << text;
  EXPECT_LT(canvas.rect_of("run:2").y, canvas.rect_of("run:1").y);
  EXPECT_LE(canvas.rect_of("run:2").right(), canvas.rect_of("run:2:remove").x) << "no press means both";
  EXPECT_GT(canvas.rect_of("runs:clear").width, 0);
}

TEST_F(RunsTableTest, WhereColumnsDoNotFitWhatDiffersIsOneText) {
  EXPECT_NE(drawn({420, 400}).find("momentum"), nullptr);
  const auto narrow = drawn({300, 400});
  EXPECT_EQ(narrow.find("momentum"), nullptr);
  EXPECT_NE(narrow.find("momentum, 0.1"), nullptr);
}

TEST_F(RunsTableTest, AsManyRowsAsFit) {
  EXPECT_EQ(drawn({600, 64}).find("SGD"), nullptr);
  EXPECT_NE(drawn({600, 64}).find("momentum"), nullptr);
  EXPECT_LE(runs_height(picture, 64, 12), 64);
}

TEST_F(RunsTableTest, NoTextCoversAnotherAndNoneLeavesTheArea) {
  for (const float width : {200.0f, 250.0f, 300.0f, 390.0f, 500.0f, 900.0f}) {
    const auto canvas = drawn({width, 300});
    for (size_t i = 0; i < canvas.texts.size(); ++i) {
      const canvas::Rect a = canvas.texts[i].box.inset(0, 2);
      EXPECT_LE(a.right(), width + 0.5f) << canvas.texts[i].text << " at " << width;
      for (size_t j = 0; j < i; ++j) {
        const canvas::Rect b = canvas.texts[j].box.inset(0, 2);
        EXPECT_FALSE(a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom())
            << canvas.texts[i].text << " and " << canvas.texts[j].text << " at " << width;
      }
    }
  }
}

TEST(RunsTable, APressIsReadFromTheRegionsThatTheTableMakes) {
  using Act = RunPress::Act;
  const auto is = [](std::string_view region, Act act, int number) {
    const RunPress press = run_press(region);
    return press.act == act && press.number == number;
  };
  EXPECT_TRUE(is(run_region(12), Act::kBring, 12));
  EXPECT_TRUE(is(run_region(12) + ":remove", Act::kRemove, 12));
  EXPECT_TRUE(is("runs:clear", Act::kClear, 0));
  for (const char* other : {"", "run:", "run:x", "run:0", "run:-1", "weights[0,1]", "train:run"})
    EXPECT_TRUE(is(other, Act::kNothing, 0)) << other;
}

}  // namespace
}  // namespace attn::charts
