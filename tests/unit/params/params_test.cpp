#include "params/params.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "unit/params/print_params.h"

namespace attn::params {
namespace {

enum class Score { kDot, kScaled };

struct P {
  Real temperature = Real(0.1);
  int heads = 4;
  bool scaled = true;
  Score score = Score::kScaled;
  std::string sentence = "the cat";
  Mat weights = (Mat(2, 3) << Real(0.1), Real(-2), 0, Real(1e-3), 1, 2).finished();
  Mask mask = Mask::Constant(2, 2, true);
  Mat data = Mat(0, 2);
};

const Rows& rows() {
  static const auto table =
      Table<P>{}
          .number(&P::temperature, {.id = "temperature", .label = "Temperature", .help = "h", .min = 0.1, .max = 0.7})
          .integer(&P::heads, {.id = "heads", .label = "Heads", .help = "h", .min = 1, .max = 8, .step = 1})
          .boolean(&P::scaled, {.id = "scaled", .label = "Scaled", .help = "h"})
          .choice(&P::score, {.id = "score", .label = "Score", .help = "h"}, {{"dot", "dot product"}, {"scaled", "scaled"}})
          .text(&P::sentence, {.id = "sentence", .label = "Sentence", .help = "h", .max_length = 12})
          .matrix(&P::weights, {.id = "weights", .label = "Weights", .help = "h", .min = -2, .max = 2, .rows = {1, 3}, .cols = {1, 4}})
          .mask(&P::mask, {.id = "mask", .label = "Mask", .help = "h", .rows = {1, 4}, .cols = {1, 4}})
          .points(&P::data, {.id = "data", .label = "Data", .help = "h", .min = -10, .max = 10, .rows = {0, 5}});
  return table.rows();
}

std::string refusal(std::string_view id, std::string_view text) {
  P p;
  const Row& row = *find(rows(), id);
  const std::string before = print(row, row.get(&p)), why = set_text(row, &p, text);
  if (!why.empty()) {
    EXPECT_EQ(print(row, row.get(&p)), before) << "a refused value changed something: " << text;
  }
  return why;
}

TEST(Params, AChoiceMayOfferSomeValuesOfAnEnumerationInAnOrderOfItsOwn) {
  enum class Shape { kRound, kSquare, kLong };
  struct Q {
    Shape shape = Shape::kLong;
  };
  const auto table = Table<Q>{}.choice(&Q::shape, {.id = "shape", .label = "Shape", .help = "h"},
                                       {{Shape::kLong, {"long", "long"}}, {Shape::kRound, {"round", "round"}}});
  const Row& row = table.rows().front();
  Q q;
  EXPECT_EQ(print(row, row.get(&q)), "long");
  EXPECT_EQ(set_text(row, &q, "round"), "");
  EXPECT_EQ(q.shape, Shape::kRound);
  EXPECT_NE(set_text(row, &q, "square"), "") << "not offered";
  EXPECT_EQ(q.shape, Shape::kRound);
}

struct Window {
  int reach = 0, width = 3;
};

const Table<Window>& window_table() {
  static const auto table =
      Table<Window>{}
          .integer(&Window::reach, {.id = "reach", .label = "Reach", .help = "h", .min = 0, .max = 1, .step = 1})
          .integer(&Window::width,
                   {.id = "width", .label = "Width", .help = "h", .min = 1, .max = 6, .step = 1, .matters = [](const void* p) {
                      return static_cast<const Window*>(p)->reach == 1;
                    }});
  return table;
}

/// Whether `width` matters as long as there is no reach, and with one.
template <class Outer>
std::pair<bool, bool> width_matters(const Rows& rows) {
  Outer p;
  const Row &reach = *find(rows, "reach"), &width = *find(rows, "width");
  const bool without = matters(width, &p);
  EXPECT_EQ(set_text(reach, &p, "1"), "");
  return {without, matters(width, &p)};
}

TEST(Params, WhatIsIncludedAsksItsOwnStructWhetherItMatters) {
  struct Member {
    int first[4] = {1, 1, 1, 1};
    Window window;
  };
  struct First {
    int first[4] = {1, 1, 1, 1};
  };
  struct Derived : First, Window {};
  const std::pair<bool, bool> with_reach_alone(false, true);
  EXPECT_EQ(width_matters<Window>(window_table().rows()), with_reach_alone);
  EXPECT_EQ(width_matters<Member>(Table<Member>{}.include(&Member::window, window_table()).rows()), with_reach_alone);
  EXPECT_EQ(width_matters<Derived>(Table<Derived>{}.include(window_table()).rows()), with_reach_alone);
}

TEST(Params, EveryTypeReadsBackWhatItPrints) {
  const std::vector<std::pair<std::string, std::vector<std::string>>> legal = {{"temperature", {"0.1", "0.7", "0.33333334"}},
                                                                               {"heads", {"1", "8"}},
                                                                               {"scaled", {"true", "false"}},
                                                                               {"score", {"dot", "scaled"}},
                                                                               {"sentence", {"", "a b", "wé: 注意 & =%"}},
                                                                               {"weights", {"1", "0.1,0.2;-2,1e-7", "0,0,0,0"}},
                                                                               {"mask", {"1", "110;011", "0"}},
                                                                               {"data", {"", "1,2", "0.5,-10;10,3"}}};
  for (const auto& [id, texts] : legal)
    for (const std::string& text : texts) {
      P p, q;
      const Row& row = *find(rows(), id);
      ASSERT_EQ(set_text(row, &p, text), "") << id << " " << text;
      EXPECT_EQ(print(row, row.get(&p)), text) << id;
      ASSERT_EQ(set_value(row, &q, row.get(&p)), "");
      EXPECT_TRUE(equal(row, &p, &q)) << id;
    }
}

TEST(Params, ALimitIsLegalAlthoughItIsNoFloat) {
  EXPECT_EQ(refusal("temperature", "0.1"), "");
  EXPECT_EQ(refusal("temperature", "0.7"), "");
}

TEST(Params, RefusalsNameTheParameterAndWhatIsLegal) {
  EXPECT_EQ(refusal("temperature", "0.8"), "Temperature has to be a number from 0.1 to 0.7.");
  EXPECT_EQ(refusal("heads", "2.5"), "Heads has to be a whole number from 1 to 8.");
  EXPECT_EQ(refusal("score", "cosine"), "Score has to be one of dot, scaled; not \"cosine\".");
  EXPECT_EQ(refusal("scaled", "maybe"), "Scaled has to be true or false.");
  EXPECT_EQ(refusal("sentence", "thirteen char"), "Sentence may have 0 to 12 characters; this has 13.");
  EXPECT_EQ(refusal("weights", "1,3"), "Weights: every number has to be from -2 to 2 (row 1, column 2).");
  EXPECT_NE(refusal("mask", "12").find("0 and 1"), std::string::npos);
}

TEST(Params, WhatIsNoNumberNeverEnters) {
  for (const char* text : {"nan", "NaN", "inf", "-inf", "1e999", "", " ", "0x1", "0.2abc", "--1"}) {
    EXPECT_NE(refusal("temperature", text), "") << text;
    EXPECT_NE(refusal("weights", std::string("0,") + text), "") << text;
  }
  EXPECT_NE(refusal("temperature", "0,2"), "");
  const Row& row = *find(rows(), "temperature");
  for (const double value : {std::nan(""), std::numeric_limits<double>::infinity(), 1e300, -1e300}) EXPECT_NE(validate(row, value), "");
  EXPECT_NE(validate(*find(rows(), "weights"), Mat(Mat::Constant(1, 1, std::numeric_limits<Real>::quiet_NaN()))), "");
}

TEST(Params, ValuesOfAnotherTypeAreRefused) {
  EXPECT_EQ(validate(*find(rows(), "heads"), std::string("4")), "Heads takes a value of type integer.");
  EXPECT_NE(validate(*find(rows(), "weights"), 1.0), "");
  EXPECT_NE(validate(*find(rows(), "scaled"), Mat(1, 1)), "");
}

TEST(Params, ShapesAreRefusedInTheSingularWhereItIsOne) {
  EXPECT_EQ(refusal("weights", "1,1,1,1,1"), "Weights: at most 3 rows of 4; this has 1 row of up to 5.");
  EXPECT_EQ(refusal("data", "1;2"), "Data has to have 0 to 5 points of 2 numbers; this has 2 points of 1 number.");
  EXPECT_EQ(validate(*find(rows(), "weights"), Mat(Mat::Zero(1, 0))),
            "Weights has to have 1 to 3 rows of 1 to 4 numbers; this has 1 row of 0 numbers.");
}

TEST(Params, ShapesOutsideTheDeclaredOnesAreRefusedBeforeTheyAreMade) {
  EXPECT_NE(refusal("weights", "1;1;1;1"), "");
  EXPECT_NE(refusal("weights", "1,1;1"), "");
  EXPECT_NE(refusal("mask", "11;1"), "");
  EXPECT_NE(refusal("data", "1,2,3"), "");
  EXPECT_NE(refusal("data", "1"), "");
  EXPECT_NE(refusal("weights", std::string(50'000'000, ';')), "");
  EXPECT_NE(refusal("mask", std::string(50'000'000, '1')), "");
}

TEST(Params, TextHasToBeUtf8WithoutControlCharacters) {
  EXPECT_NE(refusal("sentence", "a\xff"), "");
  EXPECT_NE(refusal("sentence", std::string_view("a\0b", 3)), "");
  EXPECT_EQ(refusal("sentence", "注意注意注意注意注意注意"), "");  // 12 characters, 36 bytes
}

TEST(Query, GivesBackWhatWasPutIn) {
  P p, fresh;
  p.sentence = "a&b=c %+#é";
  p.heads = 2;
  p.mask(0, 1) = false;
  const std::string query = to_query(rows(), &p, &fresh);
  EXPECT_EQ(query, "heads=2&sentence=a%26b%3Dc%20%25%2B%23%C3%A9&mask=10;11");
  P q;
  EXPECT_TRUE(apply_query(rows(), "?" + query, &q).empty());
  for (const Row& row : rows()) EXPECT_TRUE(equal(row, &p, &q)) << row.id;
  EXPECT_EQ(to_query(rows(), &fresh, &fresh), "");
}

TEST(Query, UnknownKeysAreIgnoredAndIllegalValuesReported) {
  P p;
  const auto refusals = apply_query(rows(), "colour=red&heads=99&heads=3&&=&temperature", &p);
  ASSERT_EQ(refusals.size(), 2u);
  EXPECT_EQ(refusals[0].id, "heads");
  EXPECT_EQ(refusals[1].id, "temperature");
  EXPECT_EQ(p.heads, 3);
}

TEST(Query, DecodesAsBrowsersDo) {
  const auto pairs = parse_query("?a=1+2&b=%41%zz%4&c&d=x=y#e=f");
  ASSERT_EQ(pairs.size(), 4u);
  EXPECT_EQ(pairs[0].second, "1 2");
  EXPECT_EQ(pairs[1].second, "A%zz%4");
  EXPECT_EQ(pairs[2], std::make_pair(std::string("c"), std::string()));
  EXPECT_EQ(pairs[3].second, "x=y");
}

TEST(Query, JunkNeitherCrashesNorEnters) {
  Rng rng(7);
  constexpr std::string_view kAlphabet = "0123456789.,;-+e%&=?#naif \xff\xc3\x00 1";
  P p;
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    const int length = static_cast<int>(rng.below(24));
    for (int i = 0; i < length; ++i) text += kAlphabet[static_cast<size_t>(rng.below(kAlphabet.size()))];
    const Row& row = rows()[static_cast<size_t>(rng.below(rows().size()))];
    apply_query(rows(), std::string(row.id) + "=" + text, &p);
    ASSERT_EQ(validate(row, row.get(&p)), "") << row.id << " after " << percent_encode(text);
  }
}

}  // namespace
}  // namespace attn::params
