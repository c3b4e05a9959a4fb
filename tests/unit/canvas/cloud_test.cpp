// Clouds on the screen go to the keeper, which the window sets, with the clip and the opacity that they are to be drawn with.
#include "canvas/cloud.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "canvas/part.h"
#include "canvas/svg_canvas.h"
#include "unit/canvas/imgui_harness.h"

namespace attn::canvas {
namespace {

/// Remembers what it was given.
class Keeper : public CloudKeeper {
 public:
  Keeper() { set_cloud_keeper(this); }
  ~Keeper() override { set_cloud_keeper(nullptr); }
  bool draw(ImDrawList& list, const std::shared_ptr<const Cloud>& cloud, const CloudView& view, float opacity) override {
    clouds.push_back(cloud), views.push_back(view), opacities.push_back(opacity), clips.push_back(list._CmdHeader.ClipRect);
    return able;
  }

  bool able = true;
  std::vector<std::shared_ptr<const Cloud>> clouds;
  std::vector<CloudView> views;
  std::vector<float> opacities;
  std::vector<ImVec4> clips;
};

class CloudTest : public testing::Test {
 protected:
  /// Draws a frame with the cloud in the left half; returns whether the canvas kept it.
  bool draw() {
    bool kept = false;
    CloudView view;
    view.radius = 7;
    harness.frame([&] {
      canvas.begin({0, 0, 600, 400});
      canvas.push_clip({0, 0, 300, 400});
      kept = canvas.cloud(cloud, view);
      canvas.pop_clip();
      canvas.end();
    });
    return kept;
  }

  Harness harness;
  ImGuiCanvas canvas;
  std::shared_ptr<const Cloud> cloud = std::make_shared<const Cloud>();
};

TEST_F(CloudTest, WithoutAKeeperNothingIsKept) {
  EXPECT_FALSE(draw());
  EXPECT_FALSE(SvgCanvas({10, 10}, Theme()).cloud(cloud, {}));
}

TEST_F(CloudTest, AKeeperMayBeUnable) {
  Keeper keeper;
  keeper.able = false;
  EXPECT_FALSE(draw());
}

TEST_F(CloudTest, TheKeeperIsGivenTheCloudTheViewAndTheClip) {
  const Keeper keeper;
  EXPECT_TRUE(draw());
  ASSERT_EQ(keeper.clouds.size(), 1u);
  EXPECT_EQ(keeper.clouds[0], cloud);
  EXPECT_EQ(keeper.views[0].radius, 7);
  EXPECT_EQ(keeper.opacities[0], 1);
  EXPECT_EQ(keeper.clips[0].z, 300);
}

TEST_F(CloudTest, APartOfACanvasPassesItOn) {
  const Keeper keeper;
  harness.frame([&] {
    canvas.begin({0, 0, 600, 400});
    EXPECT_TRUE(PartCanvas(canvas, {300, 0, 300, 400}, kKeptPrefix, true).cloud(cloud, {}));
    canvas.end();
  });
  ASSERT_EQ(keeper.clips.size(), 1u);
  EXPECT_EQ(keeper.clips[0].x, 300) << "and draws within itself";
}

TEST_F(CloudTest, ItComesUpWithAFigureThatArrives) {
  const Keeper keeper;
  canvas.set_motion_ms(300);
  draw();
  canvas.arrive(true);
  for (int i = 0; i < 40; ++i) draw();
  EXPECT_LT(keeper.opacities[1], 0.2f);
  EXPECT_TRUE(std::is_sorted(keeper.opacities.begin() + 1, keeper.opacities.end()));
  EXPECT_EQ(keeper.opacities.back(), 1);
}

TEST_F(CloudTest, ItIsThereAtOnceWhereOnlyThePictureChanges) {
  const Keeper keeper;
  canvas.set_motion_ms(300);
  draw();
  canvas.arrive(false);
  draw();
  EXPECT_EQ(keeper.opacities[1], 1);
}

}  // namespace
}  // namespace attn::canvas
