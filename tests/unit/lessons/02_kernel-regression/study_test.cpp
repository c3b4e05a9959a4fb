#include "lessons/02_kernel-regression/study.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "lessons/02_kernel-regression/explanations.h"
#include "lessons/02_kernel-regression/figure_fit.h"
#include "unit/canvas/recording_canvas.h"

namespace attn::lessons::kernel_regression {
namespace {

TEST(Study, WithoutTruthThereIsNoErrorAgainstIt) {
  Params p{.width = Real(0.3), .data = Mat(3, 2)};
  p.data << 0, 1, 1, 2, 2, 5;
  const Result r = compute(p, compute::cpu());
  EXPECT_TRUE(std::isnan(r.rmse));
  EXPECT_EQ(r.truth.size(), 0);
  EXPECT_NEAR(r.query, 1, 1e-6);
  EXPECT_NEAR(r.output, r.answer.output(0, 0), 1e-6);
}

TEST(Study, GapsAreNotANumberExactlyWhereNoKeyIsInReach) {
  Params p{.kernel = kernels::RegressionKernel::boxcar, .width = 1, .data = Mat(2, 2)};
  p.data << 0, 1, 4, 3;
  const Result r = compute(p, compute::cpu());
  EXPECT_TRUE(std::isnan(r.output));
  for (Index i = 0; i < r.grid.rows(); ++i)
    EXPECT_EQ(std::isnan(r.fit(i, 0)), r.grid(i, 0) > Real(1.0001) && r.grid(i, 0) < Real(2.9999)) << r.grid(i, 0);
}

TEST(Study, SettlingTwiceChangesNothingMore) {
  Params p{.size = 5, .moved = Mat(4, 3)};
  p.moved << Real(1.5), 2, 3, 7, 0, 0, 1, 1, 4, -1, 0, 0;
  settle(Params(), p);
  ASSERT_EQ(p.moved.rows(), 1);
  EXPECT_EQ(p.moved, (Mat(1, 3) << 1, 1, 4).finished());
  const Mat once = p.moved;
  settle(p, p);
  EXPECT_EQ(p.moved, once);
}

TEST(Study, ANarrowFitBendsAfterAPointThatIsDraggedAndAWideOneHardly) {
  const auto bend = [](Real width, Index point) {
    Params p;
    p.width = width;
    const Result before = compute(p, compute::cpu());
    p.moved = Mat{{static_cast<Real>(point), before.x(point, 0), before.y(point, 0) + 3}};
    const Result after = compute(p, compute::cpu());
    return static_cast<double>((after.fit - before.fit).maxCoeff());
  };
  for (const Index point : {0, 20, 51, 77}) {
    EXPECT_LT(bend(Real(0.8), point), 0.2) << point;
    EXPECT_GT(bend(Real(0.2), point), 2 * bend(Real(0.8), point)) << point;
    EXPECT_GT(bend(Real(0.2), point), 0.2) << point;
  }
}

TEST(Study, APointIsNamedByItsNumberAndByBothOfItsCoordinates) {
  const Params p;
  const Result r = compute(p, compute::cpu());
  canvas::RecordingCanvas canvas{{881, 642}};
  Params edit;
  draw_fit(canvas, p, r, edit);
  const canvas::Region* region = canvas.regions().find("point[51]");
  ASSERT_NE(region, nullptr);
  EXPECT_EQ(region->label, "point 52, drag to move");
  EXPECT_TRUE(explain_point(p, r, 51, 0).title.starts_with("x of point 52 (y = ")) << explain_point(p, r, 51, 0).title;
  EXPECT_TRUE(explain_point(p, r, 51, 1).title.starts_with("y of point 52 (x = ")) << explain_point(p, r, 51, 1).title;
}

}  // namespace
}  // namespace attn::lessons::kernel_regression
