#include "kernels/sentence_heads.h"

#include "kernels/multi_head.h"
#include "unit/compare.h"
#include "unit/kernels/sentence_heads_case.h"

namespace attn::kernels {
namespace {

using test::close;
using test::SentenceCase;

struct Result {
  Mat weights, scores, output;
  std::int64_t cells = 0;
};

template <class F>
Result result_of(const SentenceCase& c, const F& f) {
  const SentenceHeads batch = c.batch();
  Result out{Mat(1, weights_size(batch)), Mat(1, weights_size(batch)), Mat::Zero(c.q.rows(), c.q.cols())};
  out.cells = f(batch, c.q, c.k, c.v, out.weights.data(), out.scores.data(), out.output);
  return out;
}

TEST(SentenceHeads, LikeTheReference) {
  for (const SentenceCase& c : test::sentence_cases()) {
    const Result fast = result_of(c, sentence_heads_into), plain = result_of(c, sentence_heads_reference);
    EXPECT_TRUE(close(fast.output, plain.output));
    EXPECT_TRUE(close(fast.weights, plain.weights));
    EXPECT_TRUE(close(fast.scores, plain.scores));
    EXPECT_EQ(fast.cells, plain.cells);
    Mat output = Mat::Zero(c.q.rows(), c.q.cols());
    EXPECT_EQ(sentence_heads_into(c.batch(), c.q, c.k, c.v, nullptr, nullptr, output), plain.cells);
    EXPECT_TRUE((output.array() == fast.output.array()).all());
  }
}

TEST(SentenceHeads, OneSentenceIsMultiHeadAttention) {
  for (const bool causal : {false, true}) {
    SentenceCase c({7}, {7}, 4, 5, causal);
    SentenceHeads batch = c.batch();
    batch.scale = 1 / std::sqrt(Real(5));
    Mat output = Mat::Zero(c.q.rows(), c.q.cols());
    sentence_heads_into(batch, c.q, c.k, c.v, nullptr, nullptr, output);
    EXPECT_TRUE(close(output.topRows(7), heads_output(c.q.topRows(7), c.k.topRows(7), c.v.topRows(7), 4, nullptr, causal)));
  }
}

TEST(SentenceHeads, ASentenceContinuedRowByRowIsTheSameToTheLastBit) {
  for (const int width : {2, 8, 16, 33}) {
    SentenceCase c({45}, {45}, 2, width, true, 6);
    const Result whole = result_of(c, sentence_heads_into);
    for (int i = 0; i < 45; ++i) {
      SentenceHeads step = c.batch();
      const int one = 1, seen = i + 1;
      step.queries = {1, &i, &one};
      step.keys.length = &seen;
      Mat output = Mat::Zero(c.q.rows(), c.q.cols());
      EXPECT_EQ(sentence_heads_into(step, c.q, c.k, c.v, nullptr, nullptr, output), 2 * seen);
      EXPECT_TRUE((output.row(i).array() == whole.output.row(i).array()).all()) << "row " << i << ", width " << width;
    }
  }
}

TEST(SentenceHeads, WhatIsBesideASentenceInTheBatchDoesNotMatter) {
  SentenceCase c({4, 20, 9}, {6, 20, 30}, 2, 8, false);
  const Result all = result_of(c, sentence_heads_into);
  for (int s = 0; s < 3; ++s) {
    SentenceHeads one = c.batch();
    one.queries = {1, &c.first_q[s], &c.length_q[s]};
    one.keys = {1, &c.first_k[s], &c.length_k[s]};
    Mat output = Mat::Zero(c.q.rows(), c.q.cols());
    sentence_heads_into(one, c.q, c.k, c.v, nullptr, nullptr, output);
    const auto rows = [&](const Mat& x) { return x.middleRows(c.first_q[s], c.length_q[s]).array(); };
    EXPECT_TRUE((rows(output) == rows(all.output)).all()) << "sentence " << s;
  }
}

TEST(SentenceHeads, HiddenKeysAreNotRead) {
  SentenceCase c({6}, {6}, 2, 4, true);
  const Result before = result_of(c, sentence_heads_into);
  c.k.row(5).setConstant(1e30f), c.v.row(5).setConstant(-1e30f);
  const Result after = result_of(c, sentence_heads_into);
  EXPECT_TRUE((before.output.topRows(5).array() == after.output.topRows(5).array()).all());
  EXPECT_EQ(before.cells, 2 * 21);
}

}  // namespace
}  // namespace attn::kernels
