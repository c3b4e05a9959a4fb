// Layers: names, initial weights, and that a padded batch is its examples one by one.

#include "nn/layers.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "kernels/attention.h"
#include "nn/attention.h"
#include "nn/recurrent.h"
#include "unit/compare.h"

namespace attn::nn {
namespace {

using autodiff::Tape;
using autodiff::Var;
using kernels::Cell;
using test::close;

std::vector<std::string> names(const Parameters& parameters) {
  std::vector<std::string> all;
  for (const Parameter& p : parameters) all.push_back(p.name);
  return all;
}

TEST(Initial, OrthogonalColumnsOrRows) {
  Rng rng(1);
  const Mat square = orthogonal(6, 6, rng), wide = orthogonal(3, 7, rng), tall = orthogonal(7, 3, rng);
  EXPECT_TRUE(close(square * square.transpose(), Mat::Identity(6, 6)));
  EXPECT_TRUE(close(wide * wide.transpose(), Mat::Identity(3, 3)));
  EXPECT_TRUE(close(tall.transpose() * tall, Mat::Identity(3, 3)));
}

TEST(Initial, GlorotFillsItsInterval) {
  Rng rng(1);
  const Mat w = glorot_uniform(30, 60, rng);
  const double reach = std::sqrt(6.0 / 90);
  EXPECT_LE(w.cwiseAbs().maxCoeff(), reach);
  EXPECT_GT(w.cwiseAbs().maxCoeff(), 0.95 * reach);
  EXPECT_NEAR(w.mean(), 0, 0.02);
}

TEST(Initial, OneSeedOneModel) {
  const auto make = [](std::uint64_t seed) {
    Rng rng(seed);
    Parameters parameters;
    Recurrent(parameters, "r", {.cell = Cell::lstm, .inputs = 3, .units = 4, .depth = 2, .bidirectional = true}, rng);
    return parameters.find("r.1.backward.wx")->value;
  };
  EXPECT_EQ(make(1), make(1));
  EXPECT_NE(make(1), make(2));
}

TEST(Initial, TheForgetGateStartsOpen) {
  Rng rng(1);
  Parameters parameters;
  RecurrentLayer(parameters, "cell", Cell::lstm, 2, 3, rng);
  const Mat total = parameters.find("cell.bx")->value + parameters.find("cell.bh")->value;
  EXPECT_EQ(total, (Mat(1, 12) << 0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0).finished());
}

TEST(Names, ArePathsOfLayers) {
  Rng rng(1);
  Parameters parameters;
  Embedding(parameters, "source", 5, 3, rng);
  Recurrent(parameters, "encoder", {.cell = Cell::gru, .inputs = 3, .units = 4, .depth = 1, .bidirectional = true}, rng);
  Recurrent(parameters, "decoder", {.cell = Cell::rnn, .inputs = 3, .units = 4, .depth = 1}, rng);
  Alignment(parameters, "additive", AlignmentScore::additive, 4, 6, 2, rng);
  Alignment(parameters, "concat", AlignmentScore::concat, 4, 6, 2, rng);
  Alignment(parameters, "general", AlignmentScore::general, 4, 6, 2, rng);
  Alignment(parameters, "dot", AlignmentScore::dot, 4, 4, 2, rng);
  Linear(parameters, "word", 4, 5, rng);
  LayerNorm(parameters, "norm", 4);
  const std::vector<std::string> expected{"source.table",
                                          "encoder.0.forward.wx",
                                          "encoder.0.forward.wh",
                                          "encoder.0.forward.bx",
                                          "encoder.0.forward.bh",
                                          "encoder.0.backward.wx",
                                          "encoder.0.backward.wh",
                                          "encoder.0.backward.bx",
                                          "encoder.0.backward.bh",
                                          "decoder.0.wx",
                                          "decoder.0.wh",
                                          "decoder.0.bx",
                                          "decoder.0.bh",
                                          "additive.wq",
                                          "additive.wk",
                                          "additive.v",
                                          "concat.w",
                                          "concat.v",
                                          "general.wq",
                                          "word.w",
                                          "word.b",
                                          "norm.gamma",
                                          "norm.beta"};
  EXPECT_EQ(names(parameters), expected);
  EXPECT_EQ(shape(parameters.find("concat.w")->value), "[10,2]");
  EXPECT_EQ(parameters.find("word"), nullptr);
}

TEST(Parameters, CountAndNorm) {
  Parameters parameters;
  Parameter& a = parameters.add("a", Mat::Ones(2, 3));
  Parameter& b = parameters.add("b", Mat::Ones(1, 1));
  EXPECT_EQ(parameters.count(), 7);
  a.gradient(0, 0) = 3;
  b.gradient(0, 0) = 4;
  EXPECT_NEAR(parameters.gradient_norm(), 5, 1e-6);
  parameters.zero_gradients();
  EXPECT_EQ(parameters.gradient_norm(), 0);
#ifdef GTEST_HAS_DEATH_TEST
#if GTEST_HAS_DEATH_TEST
  EXPECT_DEATH(parameters.add("a", Mat()), "a is there already");
#endif
#endif
}

TEST(Alignment, EveryScoreIsItsKernel) {
  Rng rng(2);
  const Index width = 4, positions = 5;
  const Mat q = normal_matrix(1, width, rng), h = normal_matrix(positions, width, rng);
  for (const AlignmentScore score : {AlignmentScore::dot, AlignmentScore::general, AlignmentScore::additive, AlignmentScore::concat}) {
    SCOPED_TRACE(static_cast<int>(score));
    Parameters parameters;
    const Alignment layer(parameters, "a", score, width, width, 3, rng);
    kernels::AttentionOptions options{.score = kernels::Score::dot};
    if (score == AlignmentScore::general) {
      options.score = kernels::Score::bilinear;
      options.weights.m = parameters.find("a.wq")->value;
    } else if (score == AlignmentScore::additive) {
      options.score = kernels::Score::additive;
      options.weights = {{}, parameters.find("a.wq")->value, parameters.find("a.wk")->value, parameters.find("a.v")->value};
    } else if (score == AlignmentScore::concat) {
      options.score = kernels::Score::additive;
      const Mat& w = parameters.find("a.w")->value;
      options.weights = {{}, w.topRows(width), w.bottomRows(width), parameters.find("a.v")->value};
    }
    const kernels::Attention expected = kernels::attention_reference(q, h, h, options);
    Tape tape;
    Alignment::Prepared prepared = layer.prepare(tape, tape.constant(h), 1, nullptr, 1);
    const autodiff::Aligned aligned = prepared(tape.constant(q));
    EXPECT_TRUE(close(aligned.scores.value(), expected.scores));
    EXPECT_TRUE(close(aligned.weights.value(), expected.weights));
    EXPECT_TRUE(close(aligned.context.value(), expected.output));
  }
}

// ---- a padded batch is its examples ----------------------------------------------------------------------------------------------------

/// A tagger: embedding, bidirectional stack, alignment of every state, words.
struct Tagger {
  Parameters parameters;
  Embedding embedding;
  Recurrent recurrent;
  Alignment alignment;
  Linear words;

  explicit Tagger(Cell cell) {
    Rng rng(5);
    embedding = Embedding(parameters, "e", 6, 3, rng);
    recurrent = Recurrent(parameters, "r", {.cell = cell, .inputs = 3, .units = 4, .depth = 2, .bidirectional = true}, rng);
    alignment = Alignment(parameters, "a", AlignmentScore::additive, 4, 4, 3, rng);
    words = Linear(parameters, "w", 8, 6, rng);
    for (Parameter& p : parameters) p.value *= 2;  // far enough from 0 that every parameter matters
  }

  /// The mean loss of all tokens; each token is to be named after its alignment to the whole sentence.
  Var loss(Tape& tape, const std::vector<std::vector<int>>& examples) const {
    const std::size_t count = examples.size();
    std::size_t longest = 0;
    int* lengths = tape.scratch_array<int>(count);
    for (std::size_t i = 0; i < count; ++i) {
      lengths[i] = static_cast<int>(examples[i].size());
      longest = std::max(longest, examples[i].size());
    }
    std::vector<int> ids(count * longest, -1);
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t s = 0; s < examples[i].size(); ++s) ids[s * count + i] = examples[i][s];
    const auto batch = static_cast<Index>(count);
    const Var states = recurrent(tape, embedding(tape, ids), batch, lengths).output;
    Alignment::Prepared align = alignment.prepare(tape, states, batch, lengths, static_cast<int>(longest));
    std::vector<Var> contexts;
    for (std::size_t s = 0; s < longest; ++s)
      contexts.push_back(align(autodiff::slice_rows(states, static_cast<Index>(s) * batch, batch)).context);
    return autodiff::cross_entropy(words(tape, autodiff::concat_cols({states, autodiff::concat_rows(contexts)})), ids);
  }
};

TEST(Batch, WithPaddingIsItsExamplesAlone) {
  const std::vector<std::vector<int>> examples{{1, 4, 0, 2, 5}, {3}, {2, 2, 1}};
  for (const Cell cell : {Cell::rnn, Cell::gru, Cell::lstm}) {
    SCOPED_TRACE(gate_count(cell));
    Tagger together(cell), alone(cell);
    Tape tape;
    const Var loss = together.loss(tape, examples);
    tape.backward(loss);
    const double mean = loss.value()(0, 0);
    double sum = 0;
    for (const std::vector<int>& example : examples) {
      tape.clear();
      const Real tokens = static_cast<Real>(example.size());
      const Var own = autodiff::scale(alone.loss(tape, {example}), tokens / 9);
      tape.backward(own);
      sum += own.value()(0, 0);
    }
    EXPECT_NEAR(mean, sum, 1e-5);
    for (const Parameter& p : together.parameters) {
      EXPECT_TRUE(close(p.gradient, alone.parameters.find(p.name)->gradient)) << p.name;
      EXPECT_GT(p.gradient.norm(), 1e-5) << p.name;
    }
  }
}

TEST(Recurrent, DropoutActsBetweenLayersOnly) {
  for (const int depth : {1, 2}) {
    Rng rng(3), dropping(4);
    Parameters parameters;
    const Recurrent layer(parameters, "r", {.inputs = 3, .units = 8, .depth = depth}, rng);
    Tape tape;
    const Var x = tape.constant(normal_matrix(6, 3, rng));
    const Mat plain = layer(tape, x, 2).output.value(), dropped = layer(tape, x, 2, nullptr, Real(0.5), &dropping).output.value();
    EXPECT_EQ(plain == dropped, depth == 1);
  }
}

}  // namespace
}  // namespace attn::nn
