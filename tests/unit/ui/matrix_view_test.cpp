#include "ui/matrix_view.h"

#include <gtest/gtest.h>

#include "unit/ui/recording_canvas.h"

namespace attn::ui {
namespace {

Mat counted(Index n, Index m) {
  Mat out(n, m);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < m; ++j) out(i, j) = static_cast<Real>(10 * i + j) - Real(5.5);
  return out;
}

TEST(MatrixView, IsAsLargeAsItSaysAndHoldsItsNumbers) {
  RecordingCanvas canvas({600, 400});
  const Mat m = counted(3, 4);
  const MatrixView view{.name = "Wq", .id = "wq"};
  const Size size = matrix_view_size(canvas, m, view);
  const Rect r = draw_matrix_view(canvas, {20, 30}, m, view);
  EXPECT_FLOAT_EQ(r.width, size.width);
  EXPECT_FLOAT_EQ(r.height, size.height);
  for (const auto& t : canvas.texts) {
    EXPECT_GE(t.box.x, r.x - 0.5f) << t.text;
    EXPECT_LE(t.box.right(), r.right() + 0.5f) << t.text;
  }
  EXPECT_TRUE(canvas.find("Wq  3 \u00d7 4"));
  EXPECT_TRUE(canvas.find("\u22125.50")) << "a true minus";
  EXPECT_GT(canvas.rect_of("wq[1,2]").width, 0);
  EXPECT_LT(canvas.rect_of("wq[1,2]").x, canvas.rect_of("wq[1,3]").x);
}

TEST(MatrixView, LargeOnesAreCutInTheMiddleAndKeepTheirLastRowAndColumn) {
  RecordingCanvas canvas({600, 400});
  const Mat m = counted(20, 9);
  draw_matrix_view(canvas, {0, 0}, m, {.name = "", .id = "m", .digits = 1, .most_rows = 4, .most_cols = 3});
  EXPECT_EQ(canvas.texts.size(), 5u * 4u) << "four rows and dots, three columns and dots";
  EXPECT_TRUE(canvas.find("\u22ee"));
  EXPECT_TRUE(canvas.find("\u22ef"));
  EXPECT_TRUE(canvas.find("\u22f1"));
  EXPECT_TRUE(canvas.find("192.5")) << "the last entry";
  EXPECT_EQ(canvas.rect_of("m[10,5]").width, 0);
}

}  // namespace
}  // namespace attn::ui
