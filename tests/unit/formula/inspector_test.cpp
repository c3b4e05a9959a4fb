#include "formula/inspector.h"

#include <gtest/gtest.h>

#include "canvas/card.h"
#include "unit/canvas/recording_canvas.h"

namespace attn::formula {
namespace {

Explanation long_explanation() {
  std::vector<Expression> terms;
  for (int i = 0; i < 24; ++i) terms.push_back(row({num(0.257 * i, canvas::Role::kQuery), op("*"), num(-1.31 * i, canvas::Role::kKey)}));
  Explanation x;
  x.title = "score of key 2 for query 1";
  x.formula = sum("i", row({sub(sym("q", canvas::Role::kQuery), sym("i")), op("*"), sub(sym("k", canvas::Role::kKey), sym("i"))}));
  x.substituted = total(terms);
  x.value = -3.75;
  x.note = "The sum goes over every component of the query and of the key.";
  return x;
}

bool within(canvas::Rect inner, canvas::Rect outer) {
  return inner.x >= outer.x - 0.5f && inner.y >= outer.y - 0.5f && inner.right() <= outer.right() + 0.5f &&
         inner.bottom() <= outer.bottom() + 0.5f;
}

bool overlap(canvas::Rect a, canvas::Rect b) { return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom(); }

struct InspectorAt : testing::TestWithParam<canvas::Size> {};

TEST_P(InspectorAt, IsNeverCutByTheEdgesAndItsTextStaysOnIt) {
  const canvas::Rect all{0, 0, GetParam().width, GetParam().height};
  for (const float x : {0.0f, 0.3f, 0.5f, 0.97f})
    for (const float y : {0.0f, 0.4f, 0.6f, 0.95f})
      for (const bool buttons : {false, true}) {
        canvas::RecordingCanvas canvas(GetParam());
        std::string copied;
        const canvas::Rect target{x * all.width, y * all.height, 20, 20}, space = all.inset(6, 6);
        const Explanation explanation = long_explanation();
        const canvas::Rect card =
            buttons ? draw_inspector(canvas, explanation, target, space, &copied) : draw_inspector(canvas, explanation, target, space);
        ASSERT_GT(card.width, 0);
        EXPECT_TRUE(within(card, space)) << card.x << " " << card.y << " " << card.width << " " << card.height;
        for (const auto& t : canvas.texts) EXPECT_TRUE(within(t.box, card)) << t.text;
      }
}

INSTANTIATE_TEST_SUITE_P(Sizes, InspectorAt, testing::Values(canvas::Size{320, 300}, canvas::Size{820, 600}, canvas::Size{1280, 800}));

TEST(Inspector, LeavesItsTargetVisibleWhereThereIsRoom) {
  canvas::RecordingCanvas canvas({1280, 800});
  for (const canvas::Point at :
       {canvas::Point{10, 10}, canvas::Point{600, 400}, canvas::Point{1250, 10}, canvas::Point{1250, 770}, canvas::Point{10, 770}}) {
    const canvas::Rect target{at.x, at.y, 20, 20};
    EXPECT_FALSE(overlap(draw_inspector(canvas, long_explanation(), target, canvas.bounds()), target));
  }
}

TEST(Inspector, HasNoPlaceInATinyFigureAndNothingToSayOfNothing) {
  canvas::RecordingCanvas canvas({400, 300});
  EXPECT_EQ(draw_inspector(canvas, long_explanation(), {10, 10, 20, 20}, {0, 0, 190, 300}).width, 0);
  EXPECT_EQ(draw_inspector(canvas, long_explanation(), {10, 10, 20, 20}, {0, 0, 300, 80}).width, 0);
  EXPECT_EQ(draw_inspector(canvas, {}, {10, 10, 20, 20}, {0, 0, 400, 300}).width, 0);
  EXPECT_TRUE(canvas.texts.empty());
}

TEST(Inspector, AButtonCopiesWhatItSays) {
  canvas::RecordingCanvas canvas({820, 600});
  std::string copied;
  draw_inspector(canvas, long_explanation(), {400, 100, 20, 20}, canvas.bounds(), &copied);
  EXPECT_EQ(copied, "");
  canvas::Interaction press;
  press.released = true, press.position = canvas.rect_of("copy-latex").center();
  canvas.hands["copy-latex"] = press;
  draw_inspector(canvas, long_explanation(), {400, 100, 20, 20}, canvas.bounds(), &copied);
  EXPECT_EQ(copied, to_latex(long_explanation()));
}

TEST(PlaceCard, PrefersBelowThenAboveThenTheSides) {
  const canvas::Rect all{0, 0, 400, 300};
  EXPECT_GT(canvas::place_card({100, 80}, {200, 20, 20, 20}, all).y, 40);
  EXPECT_LE(canvas::place_card({100, 80}, {200, 250, 20, 20}, all).bottom(), 250);
  EXPECT_GE(canvas::place_card({100, 200}, {20, 140, 20, 20}, all).x, 40);
  EXPECT_LE(canvas::place_card({100, 200}, {370, 140, 20, 20}, all).right(), 370);
}

}  // namespace
}  // namespace attn::formula
