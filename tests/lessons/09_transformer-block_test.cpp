// What the text of lesson 09 claims, one claim per test.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "lesson_by_hand.h"
#include "lesson_under_test.h"
#include "live_claims.h"

namespace attn {
namespace {

constexpr int kTokens = 4, kWidth = 8;  // of the default sentence and block
enum Stack { kPost, kPre, kNone, kPostAlone, kPreAlone, kNoneAlone };

LessonUnderTest transformer_block() { return LessonUnderTest("transformer-block"); }

Mat mat(const LessonUnderTest& lesson, std::string_view name) { return lesson.read(name).matrix(); }

double apart(const Mat& a, const Mat& b) { return static_cast<double>((a - b).cwiseAbs().maxCoeff()); }
double rms(const Mat& row) { return std::sqrt(static_cast<double>(row.squaredNorm()) / static_cast<double>(row.size())); }

TEST(TransformerBlock, EveryStationOfTheStreamHasARowForEachTokenAndKeepsItsWidth) {
  auto lesson = transformer_block();
  for (const int width : {4, 8, 12, 16}) {
    lesson.set("width=" + std::to_string(width));
    for (const char* name : {"embeddings", "positions", "input", "attention", "sum1", "norm1", "feed-forward", "sum2", "norm2", "output"})
      EXPECT_EQ(lesson.read(name).shape, (std::vector<int>{kTokens, width})) << name;
  }
  lesson.set("hidden=32");
  EXPECT_EQ(lesson.read("hidden").shape, (std::vector<int>{kTokens, 32}));
}

TEST(TransformerBlock, ASumIsTheStreamPlusWhatAPartPutOut) {
  auto lesson = transformer_block();
  EXPECT_LT(apart(mat(lesson, "sum1"), mat(lesson, "input") + mat(lesson, "attention")), 1e-5);
  EXPECT_LT(apart(mat(lesson, "sum2"), mat(lesson, "norm1") + mat(lesson, "feed-forward")), 1e-5);
  lesson.set("norm=pre");
  EXPECT_LT(apart(mat(lesson, "sum2"), mat(lesson, "sum1") + mat(lesson, "feed-forward")), 1e-5);
  lesson.set("residual=false");
  EXPECT_EQ(apart(mat(lesson, "sum1"), mat(lesson, "attention")), 0);
}

TEST(TransformerBlock, OnlyAttentionLetsRowsSeeEachOther) {
  auto lesson = transformer_block();
  const Mat before = mat(lesson, "attention");
  lesson.set("nudge=1");  // of the first token
  EXPECT_GT(apart(mat(lesson, "attention").bottomRows(3), before.bottomRows(3)), 0.01);
  auto causal = transformer_block();
  causal.set("causal=true");  // then only the later rows may see the last token
  const Mat sum = mat(causal, "output");
  causal.set("nudge=0;0;0;1");
  EXPECT_EQ(apart(mat(causal, "output").topRows(3), sum.topRows(3)), 0);
  EXPECT_GT(apart(mat(causal, "output").bottomRows(1), sum.bottomRows(1)), 0.01);
}

TEST(TransformerBlock, PostNormGivesEveryRowARootMeanSquareOfOneAndPreNormDoesNot) {
  auto lesson = transformer_block();
  for (int token = 1; token <= kTokens; ++token) {
    lesson.set("norm=post&token=" + std::to_string(token));
    EXPECT_NEAR(lesson.at("row-out"), 1, 1e-4);
    EXPECT_NEAR(lesson.at("row-in"), rms(mat(lesson, "input").row(token - 1)), 1e-5);
  }
  lesson.set("norm=pre");
  EXPECT_GT(std::abs(lesson.at("row-out") - 1), 0.1);
}

TEST(TransformerBlock, TheFormulaIsWhatTheHeadComputes) {
  auto lesson = transformer_block();
  const Mat products = mat(lesson, "head-queries") * mat(lesson, "head-keys"), scores = products / std::sqrt(Real(4));
  EXPECT_LT(apart(mat(lesson, "products"), products), 1e-5);
  EXPECT_GT(LessonByHand(&lesson, "formula").rect("products").width, 0) << "the product has not met the root yet";
  EXPECT_EQ(LessonByHand(&lesson.set("part=root"), "formula").rect("products").width, 0);
  EXPECT_LT(apart(mat(lesson, "scores"), scores), 1e-5);
  const Mat powers = scores.array().exp();
  const Mat weights = powers.array().colwise() / powers.rowwise().sum().array().col(0);
  EXPECT_LT(apart(mat(lesson, "weights"), weights), 1e-5);
  EXPECT_LT(apart(mat(lesson, "head-output"), weights * mat(lesson, "head-values")), 1e-5);
  for (const char* width : {"width=4", "width=16"}) {
    lesson.set(width);
    EXPECT_EQ(lesson.read("scores").shape, (std::vector<int>{kTokens, kTokens}));
  }
}

TEST(TransformerBlock, AHeadsOwnMatrixIsABandOfColumns) {
  auto lesson = transformer_block();
  for (const int heads : {1, 2, 4})
    for (int head = 1; head <= heads; ++head) {
      lesson.set("heads=" + std::to_string(heads) + "&head=" + std::to_string(head));
      const int width = kWidth / heads;
      EXPECT_EQ(lesson.at("head-width"), width);
      const Mat own = mat(lesson, "attention-input") * mat(lesson, "wq").middleCols((head - 1) * width, width);
      EXPECT_LT(apart(mat(lesson, "head-queries"), own), 1e-5);
    }
}

TEST(TransformerBlock, ThePartsOfTheHeadsSumToTheOutput) {
  auto lesson = transformer_block();
  lesson.set("heads=4");
  Mat sum = Mat::Zero(kTokens, kWidth);
  for (int h = 1; h <= 4; ++h) sum += mat(lesson, "part-" + std::to_string(h));
  EXPECT_LT(apart(sum, mat(lesson, "attention")), 1e-5);
}

TEST(TransformerBlock, WithoutAHeadItsPartIsMissingFromTheSum) {
  auto lesson = transformer_block();
  const Mat all = mat(lesson, "attention"), part = mat(lesson, "part-1");
  lesson.set("cut=1");
  EXPECT_LT(apart(mat(lesson, "attention"), all - part), 1e-5);
  EXPECT_EQ(apart(mat(lesson, "part-1"), 0 * part), 0);
  EXPECT_GT(apart(all, all - part), 0.1);
}

TEST(TransformerBlock, UnderTheRootStandsTheWidthOfAHead) {
  auto lesson = transformer_block();
  for (const char* state : {"heads=1&width=4", "heads=2&width=8", "heads=4&width=16", "heads=4&width=8", "heads=1&width=16"}) {
    lesson.set(state);
    const double root = std::sqrt(lesson.at("head-width"));
    EXPECT_NEAR(lesson.at("score-spread", 0), root, 0.08 * root) << state;
    EXPECT_NEAR(lesson.at("score-spread", 1), 1, 0.08) << state;
  }
  lesson.set("heads=4&width=16");
  EXPECT_NEAR(lesson.at("score-spread", 2) / lesson.at("score-spread", 1), 0.5, 1e-5);
}

TEST(TransformerBlock, ANormSubtractsTheMeanAndDividesByTheDeviation) {
  const auto lesson = transformer_block();
  const Mat in = mat(lesson, "sum1"), out = mat(lesson, "norm1");
  for (int i = 0; i < kTokens; ++i) {
    EXPECT_NEAR(static_cast<double>(out.row(i).mean()), 0, 1e-5);
    EXPECT_NEAR(rms(out.row(i)), 1, 1e-4);
    EXPECT_NEAR(lesson.at("mean1", i), static_cast<double>(in.row(i).mean()), 1e-5);
  }
}

TEST(TransformerBlock, ReluMakesNegativeNumbersZeroAndGeluLetsSomeThrough) {
  auto lesson = transformer_block();
  const Mat before = mat(lesson, "hidden-before");
  EXPECT_EQ(apart(mat(lesson, "hidden"), before.cwiseMax(0)), 0);
  lesson.set("activation=gelu");
  const Mat bent = mat(lesson, "hidden");
  EXPECT_LT(static_cast<double>(bent.minCoeff()), -0.05);
  EXPECT_GT(static_cast<double>(bent.minCoeff()), -0.2);
}

TEST(TransformerBlock, TheBlockBesideDiffersInOneThing) {
  auto lesson = transformer_block();
  EXPECT_EQ(lesson.at("difference"), 0);
  for (const char* beside : {"scale", "residual", "norm", "norm-place", "heads", "activation", "causal", "positions"}) {
    lesson.set(std::string("beside=") + beside);
    EXPECT_GT(lesson.at("difference"), 0.01) << beside;
  }
  lesson.set("beside=residual");
  const Mat other = mat(lesson, "other-sum1");
  lesson.set("beside=nothing&residual=false");
  EXPECT_EQ(apart(mat(lesson, "sum1"), other), 0);
}

TEST(TransformerBlock, WithoutTheResidualRowsBeginToLookAlike) {
  auto lesson = transformer_block();
  lesson.set("beside=residual");
  const auto spread = [&](const char* name) {
    const Mat m = mat(lesson, name);
    return static_cast<double>((m.rowwise() - m.colwise().mean()).norm() / m.norm());
  };
  EXPECT_LT(spread("other-sum1"), 0.6 * spread("sum1"));
}

TEST(TransformerBlock, WithoutTheRootWeightsAreSharper) {
  auto lesson = transformer_block();
  const auto sharpest = [&] {
    const course::Tensor w = lesson.read("all-weights");
    double sum = 0;
    for (float x : w.data) sum += static_cast<double>(x * x);
    return sum;
  };
  const double with = sharpest();
  lesson.set("scale=false");
  EXPECT_GT(sharpest(), 1.1 * with);
}

TEST(TransformerBlock, CausalLeavesTheLastRowAndChangesAllOthers) {
  auto lesson = transformer_block();
  const Mat open = mat(lesson, "output");
  lesson.set("causal=true");
  const Mat causal = mat(lesson, "output");
  EXPECT_LT(apart(open.bottomRows(1), causal.bottomRows(1)), 1e-5);
  for (int i = 0; i + 1 < kTokens; ++i) EXPECT_GT(apart(open.row(i), causal.row(i)), 0.01) << i;
}

TEST(TransformerBlock, WithoutPositionsTheBlockCannotTellWhoStandsWhere) {
  auto lesson = transformer_block();
  lesson.set("positions=false&text=dog bites man");
  const Mat dog = mat(lesson, "output").row(0);
  lesson.set("text=man bites dog");
  EXPECT_LT(apart(mat(lesson, "output").row(2), dog), 1e-5);
  lesson.set("positions=true");
  const Mat last = mat(lesson, "output").row(2);
  lesson.set("text=dog bites man");
  EXPECT_GT(apart(mat(lesson, "output").row(0), last), 0.05);
}

TEST(TransformerBlock, WithoutResidualConnectionsTokensBecomeTheSame) {
  auto lesson = transformer_block();
  lesson.set("curves=residual");
  for (const Stack stack : {kPostAlone, kPreAlone, kNoneAlone}) EXPECT_GT(lesson.at("likeness", stack, 3), 0.999) << stack;
  EXPECT_NEAR(lesson.at("likeness", kPost, 3), 0.61, 0.005);
  EXPECT_NEAR(lesson.at("likeness", kPre, 3), 0.43, 0.005);
  EXPECT_NEAR(lesson.at("likeness", kPre, 12), 0.74, 0.005);
  EXPECT_GT(lesson.at("likeness", kPost, 12), 0.99);
}

TEST(TransformerBlock, EitherPartAloneMakesTokensAlikeAndAttentionSooner) {
  auto lesson = transformer_block();
  lesson.set("curves=parts");
  enum { kWhole, kAttention, kFeedForward, kWholeBare, kAttentionBare, kFeedForwardBare };
  EXPECT_GT(lesson.at("likeness", kAttentionBare, 3), 0.99);
  EXPECT_NEAR(lesson.at("likeness", kFeedForwardBare, 3), 0.65, 0.01);
  EXPECT_NEAR(lesson.at("likeness", kFeedForwardBare, 12), 0.92, 0.01);
  for (const int bare : {kWholeBare, kAttentionBare, kFeedForwardBare})
    EXPECT_GT(lesson.at("likeness", bare, 3), lesson.at("likeness", bare - 3, 3)) << "with residual connections, later";
  EXPECT_EQ(lesson.read("gradient").shape[0], 0) << "attention alone has none of these weights";
  const double whole = lesson.at("likeness", kWhole, 5), bare = lesson.at("likeness", kWholeBare, 2);
  lesson.set("curves=residual");
  EXPECT_EQ(lesson.at("likeness", kPost, 5), whole);
  EXPECT_EQ(lesson.at("likeness", kPostAlone, 2), bare);
}

TEST(TransformerBlock, WithNormsTheGradientDoesNotVanishWithoutResidualConnections) {
  auto lesson = transformer_block();
  lesson.set("curves=residual");
  EXPECT_NEAR(lesson.at("gradient", kPostAlone, 0), 1.1, 0.05);
  EXPECT_NEAR(lesson.at("gradient", kPost, 0), 1.5, 0.05);
  EXPECT_NEAR(lesson.at("gradient", kNoneAlone, 0), 0.006, 0.0005);
  for (const char* seed : {"seed=2", "seed=3"}) {
    lesson.set(seed);
    for (const Stack stack : {kPostAlone, kPreAlone}) EXPECT_GT(lesson.at("gradient", stack, 0), 0.5) << seed;
    EXPECT_LT(lesson.at("gradient", kNoneAlone, 0), 0.02) << seed;
  }
}

TEST(TransformerBlock, NormsKeepTheNumbersInReachWithAndWithoutResidualConnections) {
  auto lesson = transformer_block();
  lesson.set("curves=residual");
  EXPECT_NEAR(lesson.at("stream", kNoneAlone, 12), 0.003, 0.0005);
  for (const Stack stack : {kPostAlone, kPreAlone}) EXPECT_NEAR(lesson.at("stream", stack, 12), 1, 0.5) << stack;
  EXPECT_LT(lesson.at("gradient", kNoneAlone, 0), 0.05);
  EXPECT_GT(lesson.at("stream", kNone, 12), 100);
  EXPECT_GT(lesson.at("gradient", kNone, 0), 1e4);
  EXPECT_NEAR(lesson.at("stream", kPost, 12), 1, 1e-3);
  EXPECT_LT(lesson.at("stream", kPre, 12), 10);
}

TEST(TransformerBlock, TheLastGradientOfPreNormShrinksWithTheDepthAndThatOfPostNormDoesNot) {
  auto lesson = transformer_block();
  for (const char* seed : {"seed=1", "seed=2", "seed=3"}) {
    lesson.set(std::string("depth=2&") + seed);
    const double post = lesson.at("gradient", kPost, 1), pre = lesson.at("gradient", kPre, 1);
    lesson.set("depth=12");
    EXPECT_NEAR(lesson.at("gradient", kPost, 11) / post, 1, 0.4) << seed;
    EXPECT_LT(lesson.at("gradient", kPre, 11), 0.6 * pre) << seed;
    EXPECT_GT(lesson.at("stream", kPre, 12), 2 * lesson.at("stream", kPre, 0)) << seed;
  }
}

TEST(TransformerBlock, TheHeadThatSaysLeastIsFoundByTakingItOut) {
  auto lesson = transformer_block();
  lesson.set("heads=4&width=8&token=2");
  EXPECT_FALSE(lesson.check("least-head").correct);
  std::vector<double> sizes;
  for (int h = 1; h <= 4; ++h) sizes.push_back(rms(mat(lesson, "part-" + std::to_string(h)).row(1)));
  const auto least = std::min_element(sizes.begin(), sizes.end()) - sizes.begin() + 1;
  for (int h = 1; h <= 4; ++h) EXPECT_EQ(lesson.set("cut=" + std::to_string(h)).check("least-head").correct, h == least) << h;
}

TEST(TransformerBlock, AStageThatTheBlockHasNotIsNotOpened) {
  auto lesson = transformer_block();
  lesson.set("norm=none&stage=norm2");
  EXPECT_EQ(params::print(*params::find(lesson.lesson().rows, "stage"), params::find(lesson.lesson().rows, "stage")->get(lesson.params())),
            "sum2");
  lesson.set("heads=2&head=4&cut=4&token=8");
  EXPECT_EQ(lesson.read("head-queries").shape, (std::vector<int>{kTokens, 4}));
}

// ---- in training -----------------------------------------------------------------------------------------------------------------------

// ---- by hand ---------------------------------------------------------------------------------------------------------------------------

std::string value_of(LessonUnderTest& lesson, std::string_view id) {
  const params::Row* row = params::find(lesson.lesson().rows, id);
  return params::print(*row, row->get(lesson.params()));
}

TEST(TransformerBlockByHand, APressOnAWordFollowsItAndOneOnAStationOpensIt) {
  auto lesson = transformer_block();
  LessonByHand hand(&lesson, "block");
  hand.click("token[3]");
  EXPECT_EQ(value_of(lesson, "token"), "4");
  hand.click("stage[3]");  // embeddings, positions, sum, attention
  EXPECT_EQ(value_of(lesson, "stage"), "attention");
  const canvas::Rect station = hand.rect("stage[3]");
  hand.drag({station.center().x, station.y + 2}, {station.center().x, station.y + 2});
  EXPECT_EQ(value_of(lesson, "token"), "1");
}

TEST(TransformerBlockByHand, AnEmbeddingIsDraggedAndTheBlockFollows) {
  auto lesson = transformer_block();
  lesson.set("stage=input");
  const double before = lesson.at("embeddings", 1, 2);
  const Mat output = mat(lesson, "output");
  LessonByHand hand(&lesson, "block");
  hand.drag_by("embeddings[1,2]", {0, -30});
  EXPECT_NEAR(lesson.at("embeddings", 1, 2), before + 1, 0.11);
  EXPECT_GT(apart(mat(lesson, "output"), output), 0.01);
}

TEST(TransformerBlockByHand, APressOnALetterBringsItsMatrices) {
  auto lesson = transformer_block();
  LessonByHand hand(&lesson, "formula");
  hand.click("symbol[1]");
  EXPECT_EQ(value_of(lesson, "part"), "queries");
}

TEST(TransformerBlockByHand, AHeadIsTakenOutAndPutBack) {
  auto lesson = transformer_block();
  LessonByHand hand(&lesson, "heads");
  hand.click("head[1]");
  EXPECT_EQ(value_of(lesson, "head"), "2");
  hand.click("cut");
  EXPECT_EQ(value_of(lesson, "cut"), "2");
  hand.click("cut");
  EXPECT_EQ(value_of(lesson, "cut"), "0");
  hand.click("head-part[1]");
  EXPECT_EQ(value_of(lesson, "cut"), "2") << "by its part of the sum";
}

TEST(TransformerBlockByHand, ACellOfTheBlockBesideFollowsItsToken) {
  auto lesson = transformer_block();
  lesson.set("beside=residual");
  LessonByHand hand(&lesson, "block");
  hand.click("other-sum1[2,3]");
  EXPECT_EQ(value_of(lesson, "token"), "3");
}

const LiveClaims kLive({
    {"{width} columns"},
    {"{row-in}"},
    {"into {heads} bands of {head-width}", [](const LiveNumbers& live) { return live("heads") * live("head-width") == live("width"); }},
    {"{score-spread[0,0]}; over the root of the head's width it is {score-spread[1,0]}",
     [](const LiveNumbers& live) {
       return std::abs(live("score-spread[0,0]") - std::sqrt(live("head-width")) * live("score-spread[1,0]")) < 1e-2;
     }},
    {"{hidden}"},
    {"{difference}; it is 0 where nothing stands beside"},
});

}  // namespace
}  // namespace attn
