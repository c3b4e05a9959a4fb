// The inspector on a stage: a card beside the cell or on a sheet, what is followed and gone back to by hand and by key, what is told.
#include "window/inspector.h"

#include "base/json.h"
#include "canvas/card.h"
#include "course/definition.h"
#include "formula/attention_explanation.h"
#include "formula/product_explanation.h"
#include "unit/window/stage_harness.h"
#include "window/inspector_places.h"

namespace attn::window {
namespace {

constexpr int kKeys = 3;

struct SmallParams {
  Mat query = Mat::Constant(1, 2, 1);
  Mat keys = (Mat(kKeys, 2) << 1, 0, 0, 1, 1, 1).finished();

  static params::Table<SmallParams> table() {
    using P = SmallParams;
    return params::Table<P>{}
        .matrix(&P::query, {.id = "query", .label = "Query", .help = "Asks.", .min = -9, .max = 9, .rows = {1, 1}, .cols = {2, 2}})
        .matrix(&P::keys,
                {.id = "keys", .label = "Keys", .help = "Answer.", .min = -9, .max = 9, .rows = {3, 3}, .cols = {2, 2}, .handle = "key"});
  }
};

struct SmallResult {
  Mat scores, weights;
};

void settle(const SmallParams&, SmallParams&) {}

std::string describe(const SmallParams&, const SmallResult&) { return "It is small."; }

SmallResult compute(const SmallParams& p, const compute::Backend&) {
  SmallResult r;
  r.scores = p.query * p.keys.transpose();
  const Mat raised = r.scores.array().exp();
  r.weights = raised / raised.sum();
  return r;
}

formula::Explanation explain_score(const SmallParams& p, const SmallResult& r, int, int j) {
  formula::Explanation x = formula::explain_product("score", {p.query, "q", canvas::Role::kQuery, {"query"}},
                                                    {p.keys.row(j), "k", canvas::Role::kKey, {"keys", j}}, r.scores(0, j));
  x.substituted = formula::row({x.substituted, formula::op("+"), formula::num_at(0, {"offset"})});
  return x;
}

/// Drawn nowhere.
formula::Explanation explain_offset(const SmallParams&, const SmallResult&, int, int) {
  return {"offset", formula::sym("b"), formula::num(0), 0, ""};
}

formula::Explanation explain_weight(const SmallParams&, const SmallResult& r, int, int j) {
  return formula::explain_softmax("weight", r.scores, r.weights, nullptr, 1, j, {"scores"});
}

/// Weights and scores in a corner, or over all of the figure; keys to drag.
template <bool full>
void draw(canvas::Canvas& canvas, const SmallParams& p, const SmallResult&, SmallParams&) {
  const canvas::Rect all = canvas.bounds();
  const canvas::Rect corner{all.x, all.y, full ? all.width : 240, full ? all.height : 160};
  if (p.query(0, 0) > -5) canvas.grid("weights", corner.cell(0, 0, 2, 1), 1, kKeys, canvas::Grip::kHover, "weights");
  canvas.grid("scores", corner.cell(1, 0, 2, 1), 1, kKeys, canvas::Grip::kHover, "scores");
  canvas.region("key[1]", {all.right() - 30, all.bottom() - 30, 20, 20}, canvas::Grip::kDrag, "a key");
}

/// The query alone.
void draw_query(canvas::Canvas& canvas, const SmallParams&, const SmallResult&, SmallParams&) {
  const canvas::Rect all = canvas.bounds();
  canvas.grid("query", {all.x, all.y, 120, 60}, 1, 2, canvas::Grip::kHover, "query");
}

const course::Lesson& small_lesson() {
  using P = SmallParams;
  static const course::Lesson lesson = course::define<SmallParams, SmallResult>({
      .about = {"small", "Small", "For tests."},
      .results = {{"weights", "weights", [](const P&, const SmallResult& r) { return course::tensor(r.weights); }, explain_weight},
                  {"scores", "scores", [](const P&, const SmallResult& r) { return course::tensor(r.scores); }, explain_score},
                  {"offset", "offset", [](const P&, const SmallResult&) { return course::scalar(0); }, explain_offset}},
      .figures = {{"roomy", "Roomy", {}, 1.4f, draw<false>},
                  {"full", "Full", {}, 1.4f, draw<true>},
                  {"query", "Query", {}, 1.4f, draw_query}},
      .exercises = {},
  });
  return lesson;
}

class InspectorTest : public StageTest {
 protected:
  InspectorTest() : StageTest(small_lesson()) {
    resize({800, 600});
    lab.view.parts = api::Parts::kFigure;
    lab.listener = [this](std::string_view type, const std::string& json) {
      if (type == "sheet") sheets.push_back(json);
      if (type == "explain") said = json;
      if (type == "copy") copied = json;
    };
    settle();
  }

  canvas::Rect place(std::string_view id) const { return stage->rect_of(id); }
  bool says(std::string_view words) const { return said.find(words) != std::string::npos; }
  void show(std::string_view figure) {
    lab.session.figures().show(figure);
    settle();
  }

  std::vector<std::string> sheets;
  std::string said, copied;
};

bool overlap(canvas::Rect a, canvas::Rect b) { return canvas::hidden_area(a, std::vector{b}) > 0; }

TEST_F(InspectorTest, StandsBesideTheCellWhereThatHidesNothing) {
  press("weights[0,1]");
  const canvas::Rect card = place("inspector");
  ASSERT_GT(card.width, 0);
  for (const char* id : {"weights", "scores", "key[1]"}) EXPECT_FALSE(overlap(card, place(id))) << id;
  EXPECT_TRUE(sheets.empty());
  EXPECT_TRUE(says("weight: "));
}

TEST_F(InspectorTest, OnAFullFigureASheetBelowItHidesNothing) {
  show("full");
  press("weights[0,1]");
  const canvas::Rect card = place("inspector");
  ASSERT_GT(card.width, 0);
  for (const char* id : {"weights", "scores", "key[1]"}) EXPECT_FALSE(overlap(card, place(id))) << id;
  EXPECT_GE(place("scores").height, 99) << "the figure stays large enough";
  EXPECT_EQ(sheets.size(), 1u);
}

TEST_F(InspectorTest, RoomThatThePageAddsLeavesTheFigureAsItIs) {
  show("full");
  const canvas::Rect before = place("weights");
  press("weights[0,1]");
  lab.view.sheet = 300;
  ImGui::GetIO().DisplaySize.y += 300;
  settle();
  EXPECT_EQ(place("weights").height, before.height);
  EXPECT_GE(place("inspector").y, 600);
  press("inspector:close");
  EXPECT_EQ(place("inspector").width, 0);
  EXPECT_EQ(sheets.back(), R"({"height":0})");
}

TEST_F(InspectorTest, PinnedItLeavesTheControlsWhereTheyAre) {
  lab.view.parts = api::Parts::kFull;
  ImGui::GetIO().DisplaySize = {600, 800};
  lab.session.set("query[0,0]=2", session::Origin::kApi);  // so that there is something to undo
  show("full");
  const canvas::Rect undo = place("undo");
  ASSERT_GT(undo.width, 0);
  press("weights[0,1]");
  ASSERT_GT(place("inspector").width, 0);
  EXPECT_EQ(place("undo").y, undo.y);
  EXPECT_FALSE(overlap(place("inspector"), place("undo")));
  for (const char* id : {"weights", "scores"}) EXPECT_FALSE(overlap(place("inspector"), place(id))) << id;
  EXPECT_TRUE(sheets.empty()) << "nor does it ask the page for the room of the page's own buttons";
}

TEST_F(InspectorTest, ClosesWhenTheFigureHasItsNumberNoMore) {
  press("weights[0,1]");
  EXPECT_GT(place("inspector").width, 0);
  lab.session.set("query[0,0]=3", session::Origin::kApi);
  settle();
  EXPECT_GT(place("inspector").width, 0) << "another value is followed";
  lab.session.set("query[0,0]=-6", session::Origin::kApi);
  settle();
  EXPECT_EQ(place("inspector").width, 0);
}

TEST_F(InspectorTest, APressOnANumberExplainsThatOneAndBackReturns) {
  for (const char* figure : {"roomy", "full"}) {
    show(figure);
    press("weights[0,1]");
    EXPECT_EQ(place("inspector:back").width, 0);
    press("term:2");  // of the terms below the fraction the second, behind the one above it
    EXPECT_TRUE(says("score: ")) << said;
    press("term:1");
    EXPECT_TRUE(says("Keys, row 2")) << said;
    press("inspector:back");
    EXPECT_TRUE(says("score: ")) << said;
    press("inspector:back");
    EXPECT_TRUE(says("weight: ")) << said;
    press("copy-numpy");
    EXPECT_NE(copied.find("np.exp"), std::string::npos);
    press("inspector:close");
    EXPECT_EQ(place("inspector").width, 0);
    press("weights[0,1]");
    EXPECT_GT(place("inspector").width, 0) << "the same cell opens it again";
    press("inspector:close");
  }
}

TEST_F(InspectorTest, WhereFiguresHaveTabsItOpensTheOneThatHasTheNumber) {
  press("scores[0,1]");
  press("term:0");
  EXPECT_EQ(lab.session.figures().index(), 0) << "a figure that stands alone stays";
  press("inspector:close");
  lab.view.parts = api::Parts::kFull;
  settle();
  press("scores[0,1]");
  press("term:0");
  EXPECT_EQ(lab.session.figures().index(), 2);
  EXPECT_TRUE(says("Query, row 1")) << said;
  tap(ImGuiKey_Enter);
  EXPECT_GT(place("inspector").width, 0) << "keys are the card's, though nothing is selected in this figure";
  EXPECT_GT(place("inspector").width, 0);
  press("inspector:back");
  EXPECT_EQ(lab.session.figures().index(), 0);
  EXPECT_TRUE(says("score: ")) << said;
  press("term:4");
  EXPECT_TRUE(says("offset: ")) << said << ", drawn nowhere";
  EXPECT_EQ(lab.session.figures().index(), 0);
  EXPECT_GT(place("inspector").width, 0);
}

TEST_F(InspectorTest, IsFollowedByKeysAlone) {
  tap(ImGuiKey_N);
  EXPECT_TRUE(says("weight: ")) << said;
  EXPECT_TRUE(stage->wants_key("Escape"));
  tap(ImGuiKey_RightArrow);
  EXPECT_TRUE(stage->wants_key("ArrowRight"));
  tap(ImGuiKey_Enter);
  EXPECT_TRUE(says("score: ") && says("Enter explains it")) << said;
  tap(ImGuiKey_RightArrow);
  tap(ImGuiKey_Enter);
  EXPECT_TRUE(says("score: ") && says("Backspace")) << said;
  tap(ImGuiKey_Backspace);
  EXPECT_TRUE(says("weight: ")) << said;
  tap(ImGuiKey_Escape);
  EXPECT_GT(place("inspector").width, 0) << "first the arrows go back to the figure";
  tap(ImGuiKey_Escape);
  EXPECT_EQ(place("inspector").width, 0);
  EXPECT_FALSE(stage->wants_key("Escape")) << "the next one leaves the figure";
  tap(ImGuiKey_RightArrow);
  EXPECT_GT(place("inspector").width, 0) << "the cell is still selected, and the next one answers";
}

TEST_F(InspectorTest, ATapOnACellToDragOpensItAndADragDoesNot) {
  press("key[1]");
  EXPECT_TRUE(says("Keys, row 2")) << said;
  press("inspector:close");
  point(place("key[1]").center());
  button(true);
  point({place("key[1]").x - 60, place("key[1]").y});
  button(false);
  EXPECT_EQ(place("inspector").width, 0);
}

TEST_F(InspectorTest, AnotherFigureAndAPressBesideCloseIt) {
  press("weights[0,1]");
  point({700, 300});
  button(true);
  button(false);
  EXPECT_EQ(place("inspector").width, 0);
  press("weights[0,1]");
  show("full");
  EXPECT_EQ(place("inspector").width, 0);
}

TEST(InspectorPlaces, AreCellsMembersAndWholes) {
  canvas::Regions regions;
  regions.add({"scores", "", {0, 0, 30, 20}, 2, 3, canvas::Grip::kHover});
  regions.add({"key[2]", "", {50, 0, 10, 10}, 0, 0, canvas::Grip::kDrag});
  regions.add({"query", "", {70, 0, 10, 10}, 0, 0, canvas::Grip::kDrag});
  const HandleOf handle_of = [](std::string_view result) {
    return result == "keys" ? std::string_view("key") : result == "queries" ? std::string_view("query") : std::string_view();
  };
  const Places places(regions, handle_of);
  EXPECT_EQ(places.of("scores[1,2]").x, 20);
  EXPECT_EQ(places.of("keys[2,1]").x, 50);
  EXPECT_EQ(places.of("keys[1,1]").width, 0);
  EXPECT_EQ(places.of("query[0,1]").x, 70);
  EXPECT_EQ(places.of("queries[0,1]").x, 70);
  EXPECT_EQ(places.of("querys[0,1]").width, 0) << "not by adding an s";
  EXPECT_EQ(places.of("other[0,1]").width, 0);
  const std::vector<canvas::Rect> lines = places.lines_through("scores[1,2]");
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_LT(lines[1].x, 0) << "with room for the rows' names";
  EXPECT_EQ(lines[1].right(), 30);
  EXPECT_EQ(lines[2].bottom(), 20);
}

}  // namespace
}  // namespace attn::window
