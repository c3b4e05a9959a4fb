#include "kernels/scores.h"

#include "base/rng.h"
#include "unit/compare.h"
#include "unit/kernels/random_weights.h"

namespace attn::kernels {
namespace {

using test::close;
using test::random_score_weights;

TEST(Scores, EqualTheReferenceForEveryWidth) {
  Rng rng(1);
  for (int s = 0; s < kScoreCount; ++s)
    for (Index d = 1; d <= 67; d += d < 10 ? 1 : 7) {
      const Score score = static_cast<Score>(s);
      const Index e = score == Score::bilinear || score == Score::additive ? (d + 3) / 2 : d;
      const Mat q = normal_matrix(13, d, rng), k = normal_matrix(1 + d % 37, e, rng);
      const ScoreWeights weights = random_score_weights(score, d, e, 1 + d % 9, rng);
      ASSERT_TRUE(close(scores(q, k, score, weights), scores_reference(q, k, score, weights))) << to_name(score) << " " << d;
    }
}

TEST(Scores, DistanceIsDotLessHalfTheNorms) {
  Rng rng(2);
  const Mat q = normal_matrix(5, 4, rng), k = normal_matrix(6, 4, rng);
  const Mat dot = scores(q, k, Score::dot), distance = scores(q, k, Score::distance);
  for (Index i = 0; i < 5; ++i)
    for (Index j = 0; j < 6; ++j) EXPECT_NEAR(distance(i, j), dot(i, j) - (q.row(i).squaredNorm() + k.row(j).squaredNorm()) / 2, 1e-5);
}

TEST(Scores, ScaledDotDividesByTheRootOfTheWidth) {
  Rng rng(3);
  const Mat q = normal_matrix(3, 16, rng), k = normal_matrix(4, 16, rng);
  EXPECT_TRUE(close(scores(q, k, Score::scaled_dot) * 4, scores(q, k, Score::dot)));
}

TEST(Scores, BilinearWithTheIdentityIsDot) {
  Rng rng(4);
  const Mat q = normal_matrix(3, 5, rng), k = normal_matrix(4, 5, rng);
  EXPECT_TRUE(close(scores(q, k, Score::bilinear, {.m = Mat::Identity(5, 5), .wq = {}, .wk = {}, .w = {}}), scores(q, k, Score::dot)));
}

TEST(Scores, HugeDistancesStayExactWhereDotsCancel) {
  Mat q(1, 2), k(1, 2);
  q << 10000, 1;
  k << 10000, 3;
  EXPECT_NEAR(scores(q, k, Score::distance)(0, 0), -2, 1e-6);
}

TEST(Scores, SaturatedTanhStaysFinite) {
  Rng rng(5);
  ScoreWeights weights = random_score_weights(Score::additive, 3, 3, 5, rng);
  weights.wq *= Real(1e4);
  const Mat q = normal_matrix(4, 3, rng), k = normal_matrix(20, 3, rng);
  EXPECT_TRUE(close(scores(q, k, Score::additive, weights), scores_reference(q, k, Score::additive, weights)));
}

TEST(Scores, EachHasANameOfItsOwn) {
  std::set<std::string_view> names;
  for (int s = 0; s < kScoreCount; ++s) EXPECT_TRUE(names.insert(to_name(static_cast<Score>(s))).second) << s;
}

TEST(Scores, CostCountsLearnedNumbersAndProducts) {
  EXPECT_EQ(score_cost(Score::dot, 2, 3, 4, 4, 0).multiply_adds, 24);
  EXPECT_EQ(score_cost(Score::bilinear, 2, 3, 4, 5, 0).parameters, 20);
  EXPECT_EQ(score_cost(Score::bilinear, 2, 3, 4, 5, 0).multiply_adds, 2 * 4 * 5 + 2 * 3 * 5);
  EXPECT_EQ(score_cost(Score::additive, 2, 3, 4, 5, 6).parameters, 24 + 30 + 6);
  EXPECT_EQ(score_cost(Score::additive, 2, 3, 4, 5, 6).multiply_adds, 48 + 90 + 36);
  EXPECT_EQ(score_cost(Score::additive, 2, 3, 4, 5, 6).tanh_evaluations, 36);
}

}  // namespace
}  // namespace attn::kernels
