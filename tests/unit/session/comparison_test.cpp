// A state kept beside the present one: its own numbers, what differs, its address, both pictures on the same scales.
#include <gtest/gtest.h>

#include "api/calls.h"
#include "base/later.h"
#include "canvas/svg_canvas.h"
#include "charts/axes.h"
#include "charts/cell_matrix.h"
#include "session/comparison_late.h"
#include "session/export.h"
#include "session/open_figure.h"
#include "unit/session/trained_sample.h"

namespace attn::session {
namespace {

struct Params {
  Real factor = 1, lift = 0;
  int size = 2;

  static params::Table<Params> table() {
    return params::Table<Params>{}
        .number(&Params::factor, {.id = "factor", .label = "Factor", .help = "F.", .min = 0, .max = 9})
        .number(&Params::lift, {.id = "lift", .label = "Lift", .help = "L.", .min = 0, .max = 9})
        .integer(&Params::size, {.id = "size", .label = "Size", .help = "S.", .min = 1, .max = 9, .step = 1});
  }
};
struct Result {
  Mat products;  ///< [n,n], every entry `factor`
  Mat curve;     ///< [6,1] multiples of it, lifted
};

void settle(const Params&, Params&) {}
Result compute(const Params& p, const compute::Backend&) {
  Result r{Mat::Constant(p.size, p.size, p.factor), Mat(6, 1)};
  for (Index i = 0; i < 6; ++i) r.curve(i, 0) = p.factor * static_cast<Real>(i) + p.lift;
  return r;
}
std::string describe(const Params&, const Result&) { return "Numbers."; }

void draw(canvas::Canvas& canvas, const Params&, const Result& r, Params& edit) {
  canvas::Rect area = canvas.bounds().inset(4, 4);
  charts::draw_cell_matrix(canvas, area.cut_left(area.width / 2), {.id = "products", .values = r.products, .label = "products"});
  const charts::Axes axes = charts::draw_axes(canvas, area, {.label = "x", .min = 0, .max = 5},
                                              {.label = "y", .min = 0, .max = static_cast<double>(r.curve.maxCoeff())});
  const canvas::Point one = axes.to_pixel(1, 1);
  if (canvas.region("one", {one.x - 5, one.y - 5, 10, 10}, canvas::Grip::kDrag, "one").held) edit.factor = 9;
}

const course::Lesson& sample() {
  static const course::Lesson lesson = course::define<Params, Result>({
      .about = {"compared", "Compared", "For tests."},
      .results = {{"products", "Products", [](const Params&, const Result& r) { return course::tensor(r.products); },
                   [](const Params&, const Result& r, int i, int j) {
                     formula::Explanation x;
                     x.title = "a product";
                     x.formula = formula::sym("w");
                     x.substituted = formula::num(static_cast<double>(r.products(i, j)));
                     x.substituted.name = "products[0,0]";
                     x.value = static_cast<double>(r.products(i, j));
                     return x;
                   }},
                  {"curve", "Curve",
                   [](const Params&,
                      const Result& r) { return course::tensor(r.curve, {"x = 0", "x = 1", "x = 2", "x = 3", "x = 4", "x = 5"}); }}},
      .figures = {{.id = "both", .title = "Both", .controls = {"factor"}, .draw = draw, .curves = "curve"}},
      .exercises = {},
  });
  return lesson;
}

/// All code is here in a test.
LateComparison& late(Session& session) { return static_cast<LateComparison&>(session.comparison()); }

class CompareTest : public ::testing::Test {
 protected:
  std::vector<float> data(std::string_view name) {
    course::Tensor tensor;
    EXPECT_EQ(session.read(name, &tensor), "");
    return tensor.data;
  }
  canvas::Regions drawn(canvas::Size size) {
    canvas::SvgCanvas sheet(size, canvas::Theme());
    const course::Lesson::Params edit = session.document().draft();
    draw_open_figure(sheet, session, edit.get());
    return sheet.regions();
  }
  Session session{sample()};
};

constexpr canvas::Size kWide{800, 600}, kNarrowPair{380, 350}, kLow{670, 400};

TEST_F(CompareTest, BeforeItsCodeIsHereItSaysSoAndThatItWasMissed) {
  Comparison before(session);
  take_missed();
  EXPECT_NE(before.keep().find("not been loaded"), std::string::npos);
  EXPECT_TRUE(take_missed());
  std::vector<params::Refusal> refused;
  before.set("a", "factor=2", &refused);
  EXPECT_EQ(refused.size(), 1u);
  EXPECT_TRUE(take_missed());
  EXPECT_EQ(before.report(), "null");
  EXPECT_FALSE(take_missed()) << "to ask how things stand needs no code";
}

TEST_F(CompareTest, WhatIsKeptStaysWhileThePresentStateGoesOn) {
  EXPECT_NE(session.comparison().show("products"), "") << "nothing is kept yet";
  EXPECT_EQ(session.comparison().keep(), "");
  session.set("factor=3", Origin::kApi);
  EXPECT_EQ(data("products"), std::vector<float>(4, 3));
  EXPECT_EQ(data("a:products"), std::vector<float>(4, 1));
  EXPECT_EQ(data("difference:products"), std::vector<float>(4, 2));
  ASSERT_EQ(late(session).differing_settings().size(), 1u);
  EXPECT_EQ(late(session).differing_settings()[0].label, "Factor");
  EXPECT_NE(session.describe().find("Factor 1 in A, 3 in B"), std::string::npos) << session.describe();
  EXPECT_NE(session.describe().find("1 in A and 3 in B"), std::string::npos);
}

TEST_F(CompareTest, ReadingOnLeavesWhatIsCompared) {
  session.scenes().add({{"three", "Three", "", "factor=3"}});
  session.comparison().keep();
  EXPECT_NE(session.scenes().go_to("three", Way::kReading), "");
  EXPECT_EQ(data("products"), std::vector<float>(4, 1));
  EXPECT_EQ(session.scenes().go_to("three", Way::kPress), "");
  EXPECT_EQ(data("products"), std::vector<float>(4, 3)) << "a press goes there";
}

TEST_F(CompareTest, TheAddressHasBothStates) {
  session.set("factor=2&size=3", Origin::kApi);
  session.comparison().keep();
  session.set("factor=5", Origin::kApi);
  const std::string query = session.query();
  EXPECT_EQ(query, "factor=5&size=3&a=factor%3D2%26size%3D3");
  Session other(sample());
  EXPECT_TRUE(other.open(sample(), query).empty());
  EXPECT_EQ(other.query(), query);
  course::Tensor difference;
  EXPECT_EQ(other.read("difference:products", &difference), "");
  EXPECT_EQ(difference.data, std::vector<float>(9, 3));
  EXPECT_TRUE(other.open(sample(), "a=").empty()) << "A at the defaults";
  EXPECT_EQ(other.query(), "a=");
  EXPECT_TRUE(other.open(sample(), "").empty());
  EXPECT_EQ(other.comparison().kept(), nullptr);
}

TEST_F(CompareTest, TheAddressSaysWhichResultIsCompared) {
  session.comparison().keep();
  session.set("factor=3", Origin::kApi);
  session.comparison().show("curve");
  EXPECT_EQ(session.query(), "factor=3&a=&compare=curve");
  Session other(sample());
  EXPECT_TRUE(other.open(sample(), session.query()).empty());
  EXPECT_NE(other.describe().find("Curve: the largest difference"), std::string::npos) << other.describe();
  EXPECT_EQ(other.query(), session.query());
  EXPECT_TRUE(other.set("a=", Origin::kApi).empty());
  EXPECT_EQ(other.query(), "factor=3&a=") << "the same A, and nothing chosen";
  EXPECT_NE(other.describe().find("Products: the largest difference"), std::string::npos) << other.describe();
  const auto strange = other.open(sample(), "a=&compare=nothing"), alone = other.open(sample(), "compare=curve");
  ASSERT_EQ(strange.size(), 1u);
  EXPECT_NE(strange[0].message.find("products, curve"), std::string::npos) << strange[0].message;
  ASSERT_EQ(alone.size(), 1u);
  EXPECT_EQ(alone[0].id, "compare");
  EXPECT_EQ(other.query(), "");
}

TEST_F(CompareTest, WhatIsWrongInAnAddressIsSaidAndTheRestHolds) {
  const auto refused = session.open(sample(), "factor=4&a=factor%3D99%26size%3D3%26x%3D1");
  ASSERT_EQ(refused.size(), 2u);
  EXPECT_EQ(refused[0].id, "a");
  EXPECT_NE(refused[0].message.find("A: "), std::string::npos);
  EXPECT_NE(refused[1].message.find("\"x\" is no parameter"), std::string::npos) << refused[1].message;
  EXPECT_EQ(session.query(), "factor=4&a=size%3D3");
}

TEST_F(CompareTest, SwappingIsOneStepOfUndo) {
  session.comparison().keep();
  session.set("factor=3", Origin::kApi);
  EXPECT_EQ(session.comparison().swap(), "");
  EXPECT_EQ(session.query(), "a=factor%3D3");
  EXPECT_EQ(data("difference:products"), std::vector<float>(4, -2));
  session.document().undo();
  EXPECT_EQ(session.query(), "factor=3&a=factor%3D3");
  session.comparison().leave();
  EXPECT_EQ(session.query(), "factor=3");
  EXPECT_NE(session.comparison().swap(), "");
  EXPECT_NE(session.read("a:products", nullptr), "");
}

TEST_F(CompareTest, ALockedSettingIsNotSwapped) {
  session.comparison().keep();
  session.set("factor=3", Origin::kApi);
  session.document().lock("factor");
  EXPECT_NE(session.comparison().swap(), "");
  EXPECT_EQ(session.query(), "factor=3&a=");
}

TEST_F(CompareTest, BothPicturesStandBesideEachOtherOnTheSameScales) {
  session.comparison().keep();
  session.set("factor=4", Origin::kApi);
  const canvas::Regions regions = drawn(kWide);
  const canvas::Rect a = regions.rect_of("a:products"), b = regions.rect_of("products"), d = regions.rect_of("difference:products[0,1]");
  EXPECT_LT(a.right(), b.x);
  EXPECT_GT(d.y, b.bottom());
  EXPECT_GT(d.width, 20);
  EXPECT_FLOAT_EQ(regions.rect_of("a:one").y, regions.rect_of("one").y) << "the same height for the same number";
  EXPECT_EQ(regions.find("one")->grip, canvas::Grip::kDrag);
  EXPECT_EQ(regions.find("a:one")->grip, canvas::Grip::kHover) << "nothing is changed in A";
}

TEST_F(CompareTest, ANarrowPlaceShowsOneOfTheThree) {
  session.comparison().keep();
  canvas::Regions regions = drawn(kNarrowPair);
  EXPECT_TRUE(regions.find("products"));
  EXPECT_FALSE(regions.find("a:products"));
  EXPECT_TRUE(regions.find("compare:difference"));
  EXPECT_EQ(session.comparison().show("a"), "");
  regions = drawn(kNarrowPair);
  EXPECT_TRUE(regions.find("a:products"));
  EXPECT_FALSE(regions.find("products"));
  EXPECT_EQ(session.comparison().show("difference"), "");
  regions = drawn(kNarrowPair);
  EXPECT_TRUE(regions.find("difference:products"));
  EXPECT_FALSE(regions.find("products"));
}

TEST_F(CompareTest, WhereTheDifferenceHasNoRoomBothStatesStandTogether) {
  session.comparison().keep();
  canvas::Regions regions = drawn(kLow);
  EXPECT_LT(regions.rect_of("a:products").right(), regions.rect_of("products").x);
  EXPECT_FALSE(regions.find("difference:products"));
  EXPECT_LT(regions.rect_of("compare:both").right(), regions.rect_of("compare:a").x + 1);
  EXPECT_EQ(session.comparison().show("a"), "");
  regions = drawn(kLow);
  EXPECT_TRUE(regions.find("a:products"));
  EXPECT_FALSE(regions.find("products")) << "A alone, larger";
  session.comparison().show("difference");
  regions = drawn(kLow);
  EXPECT_TRUE(regions.find("difference:products"));
  EXPECT_FALSE(regions.find("products"));
  EXPECT_TRUE(drawn(kWide).find("difference:products"));
}

TEST_F(CompareTest, CurvesShareOnePairOfAxes) {
  session.comparison().keep();
  session.set("factor=4", Origin::kApi);
  drawn(kWide);
  ASSERT_EQ(session.comparison().kept()->shown.size(), 2u);
  EXPECT_EQ(session.comparison().kept()->compared()->row->name, "products") << "what is drawn as a matrix comes first";
  EXPECT_EQ(session.comparison().show("curve"), "");
  EXPECT_TRUE(session.comparison().kept()->compared()->curve);
  EXPECT_NE(to_svg(session, false).find("B above A"), std::string::npos);
  EXPECT_NE(session.comparison().show("nothing"), "");
  EXPECT_EQ(session.comparison().kept()->compared()->row->name, "curve");
}

TEST_F(CompareTest, WhatDiffersIsShownFirst) {
  session.comparison().keep();
  drawn(kWide);
  EXPECT_EQ(session.comparison().kept()->compared()->row->name, "products");
  session.set("lift=1", Origin::kApi);
  drawn(kWide);
  EXPECT_EQ(session.comparison().kept()->compared()->row->name, "curve") << "the products are the same";
  session.comparison().show("products");
  EXPECT_EQ(session.comparison().kept()->compared()->row->name, "products") << "unless the reader chooses";
}

TEST_F(CompareTest, TablesOfDifferentShapeHaveNoDifference) {
  session.comparison().keep();
  session.set("size=3", Origin::kApi);
  course::Tensor tensor;
  EXPECT_NE(session.read("difference:products", &tensor).find("2 \u00d7 2 in A and 3 \u00d7 3 in B"), std::string::npos);
  EXPECT_FALSE(drawn(kWide).find("difference:products"));
  EXPECT_NE(session.describe().find("nothing to subtract"), std::string::npos);
}

TEST_F(CompareTest, NumbersOfAAndDifferencesAreExplainedAsSuch) {
  session.comparison().keep();
  session.set("factor=3", Origin::kApi);
  formula::Explanation x;
  EXPECT_EQ(session.explain("a:products", 0, 1, &x), "");
  EXPECT_EQ(x.title, "A: a product");
  EXPECT_EQ(x.value, 1);
  EXPECT_EQ(x.substituted.name, "a:products[0,0]") << "leads on within A";
  EXPECT_EQ(session.explain("difference:products", 0, 1, &x), "");
  EXPECT_EQ(x.value, 2);
  EXPECT_EQ(formula::to_text(x.substituted), "3 - 1");
  EXPECT_NE(session.explain("a:products", 7, 0, &x), "");
}

TEST_F(CompareTest, FilesHaveBothAndTheDifference) {
  session.comparison().keep();
  session.set("factor=3", Origin::kApi);
  const std::string csv = to_csv(session), svg = to_svg(session, false);
  EXPECT_NE(csv.find("\r\na:products,0,0,1\r\n"), std::string::npos) << csv;
  EXPECT_NE(csv.find("\r\ndifference:products,0,0,2\r\n"), std::string::npos);
  EXPECT_NE(svg.find("B \u2212 A"), std::string::npos);
  EXPECT_NE(svg.find("Compared with A"), std::string::npos) << "what a screen reader says of it";
}

TEST_F(CompareTest, AJsonFileHasBothStatesWithNamesAndShapes) {
  const std::string alone = to_json(session);
  EXPECT_NE(alone.find(R"("a":null,"difference":null})"), std::string::npos) << alone;
  session.comparison().keep();
  session.set("factor=3", Origin::kApi);
  std::string text = to_json(session);
  EXPECT_TRUE(text.starts_with(R"({"lesson":"compared","title":"Compared","figure":"both","query":"factor=3","settings":{"factor":"3",)"))
      << text;
  const size_t a = text.find(R"("a":{"query":"","settings":{"factor":"1")"), difference = text.find(R"("difference":{"products")");
  ASSERT_LT(a, difference) << text;
  ASSERT_LT(difference, text.size()) << text;
  constexpr std::string_view kShape = R"("products":{"label":"Products","shape":[2,2],"data":)";
  EXPECT_LT(text.find(std::string(kShape) + "[3,3,3,3]}"), a);
  EXPECT_LT(text.find(std::string(kShape) + "[1,1,1,1]}", a), difference);
  EXPECT_NE(text.find(std::string(kShape) + "[2,2,2,2]}", difference), std::string::npos);
  EXPECT_NE(text.find(R"("shape":[6,1],"rows":["x = 0",)", difference), std::string::npos) << text;
  session.set("size=3", Origin::kApi);
  EXPECT_NE(to_json(session).find(R"("difference":{"products":{"label":"Products","why":"Products: 2)"), std::string::npos);
}

TEST_F(CompareTest, IsACall) {
  api::Lab lab(sample());
  EXPECT_EQ(api::call(lab, "compare", "", ""), R"({"ok":true,"value":null})");
  EXPECT_NE(api::call(lab, "compare", "swap", "").find(R"("ok":false)"), std::string::npos);
  api::call(lab, "compare", "keep", "");
  api::call(lab, "set", "factor=3", "");
  const std::string answer = api::call(lab, "compare", "show", "curve");
  EXPECT_NE(answer.find(R"("query":"")"), std::string::npos) << answer;
  EXPECT_NE(answer.find(R"("settings":[{"id":"factor","label":"Factor","a":"1","b":"3"}])"), std::string::npos) << answer;
  EXPECT_NE(answer.find(R"("results":["products","curve"],"result":"curve","side":"both","ready":true)"), std::string::npos) << answer;
  EXPECT_EQ(api::call(lab, "compare", "leave", ""), R"({"ok":true,"value":null})");
}

// ---- a lesson with a model
// ----------------------------------------------------------------------------------------------------------------

class CompareTrained : public ::testing::Test {
 protected:
  void finish() {
    for (int slices = 0; session.busy() && slices < 10000; ++slices) session.work(10);
  }
  float weight(std::string_view name) {
    course::Tensor tensor;
    EXPECT_EQ(session.read(name, &tensor), "");
    return tensor.data.empty() ? 0 : tensor.data[0];
  }
  Session session{testing::trained_sample()};
};

TEST_F(CompareTrained, WhatWasComputedStaysWhileTheModelIsTrainedOn) {
  session.model().train(5);
  finish();
  const float then = weight("weight");
  EXPECT_EQ(session.comparison().keep(), "");
  session.model().train(5);
  finish();
  EXPECT_GT(weight("weight"), then);
  EXPECT_EQ(weight("a:weight"), then);
  EXPECT_EQ(session.query(), "steps=10&a=steps%3D5");
}

TEST_F(CompareTrained, AnAddressTrainsTheModelOfAAsWell) {
  session.open(testing::trained_sample(), "steps=5");
  finish();
  const float five = weight("weight");
  session.open(testing::trained_sample(), "steps=10&a=steps%3D5");
  EXPECT_EQ(late(session).a_result(), nullptr);
  course::Tensor tensor;
  EXPECT_NE(session.read("a:weight", &tensor), "") << "not there yet, and says so";
  EXPECT_NE(session.describe().find("is being made"), std::string::npos);
  EXPECT_NE(session.comparison().swap(), "");
  finish();
  EXPECT_EQ(weight("a:weight"), five);
  EXPECT_GT(weight("weight"), five);
  EXPECT_EQ(session.model().status().step, 10);
}

TEST_F(CompareTrained, WeightsAreAskedForOnBothAccounts) {
  session.open(testing::trained_sample(), "a=shipped%3Dtrue");
  EXPECT_EQ(session.wanted_weights(), (std::vector<std::string>{"tiny", "rival"}));
  session.give_weights("tiny", "2");
  session.give_weights("rival", "1");
  finish();
  EXPECT_EQ(weight("a:weight"), 2);
  EXPECT_EQ(weight("weight"), 0);
  session.open(testing::trained_sample(), "shipped=true");
  session.give_weights("tiny", "2");
  session.give_weights("rival", "1");
  finish();
  EXPECT_EQ(session.comparison().keep(), "");
}

TEST_F(CompareTrained, AStateWhoseWeightsAreNotHereYetCannotBeKept) {
  Session fresh(testing::trained_sample());
  fresh.open(testing::trained_sample(), "shipped=true");
  EXPECT_NE(fresh.comparison().keep(), "");
  EXPECT_EQ(fresh.comparison().kept(), nullptr);
}

}  // namespace
}  // namespace attn::session
