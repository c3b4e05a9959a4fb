#include "formula/explanation_card.h"

#include <gtest/gtest.h>

#include "canvas/card.h"
#include "formula/cells.h"
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

struct InspectorAt : testing::TestWithParam<canvas::Size> {};

CardUse from_another() {
  return {.goes_back = true, .leads_on = [](const std::string&) { return true; }};
}

TEST_P(InspectorAt, FitsWithItsButtons) {
  const Explanation x = long_explanation();
  const CardUse use = from_another();
  for (const float height : {120.0f, 200.0f, 290.0f}) {
    canvas::RecordingCanvas canvas(GetParam());
    const canvas::Size most{GetParam().width - 12, height};
    const Card card(canvas, x, most, use);
    EXPECT_LE(card.size().width, most.width + 0.5f);
    EXPECT_LE(card.size().height, most.height + 0.5f);
    const canvas::Rect r{6, 5, card.size().width, card.size().height};
    card.draw(canvas, r);
    for (const auto& t : canvas.texts) EXPECT_TRUE(within(t.box, r)) << t.text;
    for (const char* id : {"copy-text", "copy-latex", "copy-numpy", "inspector:back", "inspector:close"})
      EXPECT_TRUE(within(canvas.rect_of(id), r)) << id;
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, InspectorAt, testing::Values(canvas::Size{320, 300}, canvas::Size{820, 600}, canvas::Size{1280, 800}));

canvas::Interaction press_at(canvas::Rect r) {
  canvas::Interaction press;
  press.released = true, press.position = r.center();
  return press;
}

TEST(Inspector, AButtonCopiesWhatItSaysAndOthersCloseAndGoBack) {
  canvas::RecordingCanvas canvas({820, 600});
  const Explanation x = long_explanation();
  const CardUse use = from_another();
  const canvas::Rect r{10, 10, 700, 300};
  const Card card(canvas, x, {r.width, r.height}, use);
  const CardAnswer untouched = card.draw(canvas, r);
  EXPECT_TRUE(untouched.copied.empty() && untouched.followed.empty() && !untouched.back && !untouched.closed);
  canvas.hands["copy-latex"] = press_at(canvas.rect_of("copy-latex"));
  EXPECT_EQ(card.draw(canvas, r).copied, to_latex(x));
  canvas.hands["inspector:back"] = press_at(canvas.rect_of("inspector:back"));
  canvas.hands["inspector:close"] = press_at(canvas.rect_of("inspector:close"));
  const CardAnswer pressed = card.draw(canvas, r);
  EXPECT_TRUE(pressed.back && pressed.closed);
}

TEST(Inspector, ANumberThatStandsSomewhereLeadsThere) {
  canvas::RecordingCanvas canvas({820, 600});
  Explanation x;
  x.title = "weight";
  x.substituted =
      frac(call("exp", {num_at(5.91e-7, {"scores", 0}, 2)}), total({num(1), num_at(3, {"other", 1}), num_at(2, {"scores", 0}, 1)}));
  const CardUse use{.leads_on = [](const std::string& cell) { return cell.starts_with("scores"); }};
  const Card card(canvas, x, {400, 300}, use);
  EXPECT_EQ(card.cells(), (std::vector<std::string>{"scores[0,2]", "scores[0,1]"}));
  card.draw(canvas, {0, 0, 400, 300});
  EXPECT_GT(canvas.rect_of("term:0").width, canvas.rect_of("term:1").width) << "a number with an exponent is one";
  canvas.hands["term:1"] = press_at(canvas.rect_of("term:1"));
  EXPECT_EQ(card.draw(canvas, {0, 0, 400, 300}).followed, "scores[0,1]");
}

TEST(Inspector, AllTermsAreWrittenWhereThereIsRoomAndElseItSaysHowManyAreNot) {
  canvas::RecordingCanvas canvas({1280, 800});
  const Explanation x = long_explanation();
  const CardUse use;
  const auto left_out = [&](canvas::Size most) {
    canvas.texts.clear();
    const Card card(canvas, x, most, use);
    card.draw(canvas, {0, 0, card.size().width, card.size().height});
    for (const auto& t : canvas.texts)
      if (t.text.find("more term") != std::string::npos) return std::stoi(t.text);
    return 0;
  };
  EXPECT_EQ(left_out({900, 400}), 0);
  const int some = left_out({400, 160});
  EXPECT_GT(some, 0);
  EXPECT_GT(left_out({220, 160}), some);
  EXPECT_EQ(left_out({200, 100}), 22) << "two are always written";
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
