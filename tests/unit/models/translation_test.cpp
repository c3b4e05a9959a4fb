#include "models/translation.h"

#include <cmath>
#include <limits>

#include "unit/compare.h"

namespace attn::models {
namespace {

using test::close;

Seq2SeqSettings tiny_translator() {
  Seq2SeqSettings s;
  s.source_words = 9;
  s.target_words = 10;
  s.embedding = 5;
  s.hidden = 8;
  return s;
}

/// Every kind of model that there is, each with what the others leave out.
std::vector<Seq2SeqSettings> kinds() {
  std::vector<Seq2SeqSettings> out;
  const auto add = [&out](auto change) {
    Seq2SeqSettings s = tiny_translator();
    change(s);
    out.push_back(s);
  };
  using enum AlignmentScore;
  using enum AlignmentReach;
  using kernels::Cell;
  const auto current = AlignmentTiming::current;
  add([](Seq2SeqSettings&) {});
  add([](Seq2SeqSettings& s) { s.score = none, s.cell = Cell::rnn, s.bidirectional = false, s.depth = 4; });
  add([](Seq2SeqSettings& s) { s.score = none, s.cell = Cell::lstm, s.bidirectional = false, s.reverse_source = true; });
  add([](Seq2SeqSettings& s) { s.score = none, s.bidirectional = false, s.shared = true, s.depth = 2; });
  add([](Seq2SeqSettings& s) { s.bidirectional = false, s.shared = true, s.reverse_source = true, s.reach = local_m; });
  add([=](Seq2SeqSettings& s) { s.score = dot, s.timing = current, s.cell = Cell::rnn; });
  add([=](Seq2SeqSettings& s) { s.score = general, s.timing = current, s.input_feeding = true, s.cell = Cell::lstm, s.depth = 2; });
  add([=](Seq2SeqSettings& s) { s.score = concat, s.timing = current, s.reach = local_p; });
  add([](Seq2SeqSettings& s) { s.score = general, s.reach = local_p, s.window = 1, s.reverse_source = true; });
  add([](Seq2SeqSettings& s) { s.score = dot, s.reach = local_m, s.cell = Cell::lstm; });
  return out;
}

/// Weights far from the even ones at the start, so that words differ in probability.
Seq2Seq make(const Seq2SeqSettings& settings, std::uint64_t seed = 3) {
  Rng rng(seed);
  Seq2Seq model(settings, rng);
  for (nn::Parameter& p : model.parameters()) p.value += normal_matrix(p.value.rows(), p.value.cols(), rng, 0.4);
  return model;
}

Tokens random_tokens(Rng& rng, int longest, int words) {
  Tokens out(rng.below(static_cast<std::uint64_t>(longest) + 1));
  for (int& token : out) token = kFirstToken + static_cast<int>(rng.below(static_cast<std::uint64_t>(words - kFirstToken)));
  return out;
}

TEST(Translation, ManyAtOnceSayTheSameAsOneByOne) {
  for (const Seq2SeqSettings& s : kinds()) {
    const Seq2Seq model = make(s);
    Rng rng(5);
    std::vector<Tokens> sources;
    for (int i = 0; i < 9; ++i) sources.push_back(random_tokens(rng, 7, s.source_words));
    std::vector<Mat> alignments;
    const std::vector<Tokens> all = translate_all(model, sources, 12, &alignments);
    for (std::size_t i = 0; i < sources.size(); ++i) {
      const Translation one = translate(model, sources[i], {.max_length = 12, .forced = nullptr, .overrides = {}});
      EXPECT_EQ(one.tokens(), all[i]);
      EXPECT_TRUE(close(one.alignment(), alignments[i]));
    }
  }
}

TEST(Translation, LossIsTheMeanOfLogProbabilities) {
  for (const Seq2SeqSettings& s : kinds()) {
    const Seq2Seq model = make(s);
    Rng rng(7);
    PairBatch batch;
    double sum = 0, words = 0;
    for (int i = 0; i < 6; ++i) {
      batch.sources.push_back(random_tokens(rng, 6, s.source_words));
      batch.targets.push_back(random_tokens(rng, 6, s.target_words));
      sum -= static_cast<double>(log_probability(model, batch.sources.back(), batch.targets.back()));
      words += static_cast<double>(batch.targets.back().size()) + 1;
    }
    autodiff::Tape tape;
    EXPECT_NEAR(static_cast<double>(model.loss(tape, batch, {}).value()(0, 0)), sum / words, 1e-5 * std::max(1.0, sum / words));
  }
}

TEST(Translation, EveryParameterGetsAGradient) {
  for (const Seq2SeqSettings& s : kinds()) {
    Seq2Seq model = make(s);
    autodiff::Tape tape;
    model.parameters().zero_gradients();
    tape.backward(model.loss(tape, {{{3, 4, 5, 6}, {7, 8}}, {{3, 4, 5}, {6, 7, 8, 9}}}, {}));
    for (const nn::Parameter& p : model.parameters()) EXPECT_GT(p.gradient.cwiseAbs().maxCoeff(), 0) << p.name;
    EXPECT_GT(model.parameters().gradient_norm(), 0);
  }
}

TEST(Translation, ProbabilitiesSumToOneAndScoresAreTheirTerms) {
  for (const Seq2SeqSettings& s : kinds()) {
    const Seq2Seq model = make(s);
    const Translation t = translate(model, {3, 4, 5, 6, 7});
    ASSERT_FALSE(t.steps.empty());
    for (const DecoderStep& step : t.steps) {
      EXPECT_NEAR(static_cast<double>(step.probabilities.sum()), 1, 1e-5);
      EXPECT_NEAR(std::exp(static_cast<double>(step.log_probability)), static_cast<double>(step.probabilities(0, step.token)), 1e-5);
      if (s.score == AlignmentScore::none) continue;
      const ScoreTerms terms = score_terms(model, t.encoding, step);
      const Mat scores = terms.left.cwiseProduct(terms.right).rowwise().sum().transpose();
      const Index count = step.last - step.first + 1;
      EXPECT_TRUE(close(step.scores.middleCols(step.first, count), scores.middleCols(step.first, count)));
      EXPECT_TRUE(close(step.context, step.weights * t.encoding.annotations));
      if (s.reach != AlignmentReach::local_p) continue;
      const ScoreTerms centre = centre_terms(model, step);
      const double x = static_cast<double>(centre.left.cwiseProduct(centre.right).sum());
      EXPECT_NEAR(static_cast<double>(step.centre), 5 / (1 + std::exp(-x)), 1e-4);
    }
  }
}

TEST(Translation, WeightsOfOnesOwnGiveExactlyTheirContext) {
  for (const Seq2SeqSettings& s : kinds()) {
    if (s.score == AlignmentScore::none) continue;
    const Seq2Seq model = make(s);
    Mat weights = Mat::Zero(1, 5);
    weights(0, 2) = 1;
    TranslateOptions options;
    options.overrides = {{1, weights}};
    const Tokens target{3, 4, 5};
    options.forced = &target;
    const Translation bent = translate(model, {3, 4, 5, 6}, options);
    options.overrides.clear();
    const Translation own = translate(model, {3, 4, 5, 6}, options);
    EXPECT_EQ(bent.steps[0].logits, own.steps[0].logits);
    EXPECT_EQ(bent.steps[1].context, bent.encoding.annotations.row(2));
    EXPECT_EQ(bent.steps[1].weights, weights);
    EXPECT_EQ(bent.steps[1].aligned, own.steps[1].aligned);
    EXPECT_NE(bent.steps[1].logits, own.steps[1].logits);
  }
}

TEST(Translation, WithoutAttentionTheBridgeIsAllThatPasses) {
  for (const Seq2SeqSettings& s : kinds()) {
    const Seq2Seq model = make(s);
    const Tokens target{3, 4, 5};
    TranslateOptions options;
    options.forced = &target;
    const Translation one = translate(model, {3, 4, 5, 6}, options);
    options.bridge = &one.encoding.bridge;
    const Translation other = translate(model, {7, 8, 7, 6}, options);
    for (std::size_t i = 0; i < one.steps.size(); ++i)
      EXPECT_EQ(one.steps[i].logits == other.steps[i].logits, s.score == AlignmentScore::none);
  }
}

TEST(Translation, ReversedReadingKeepsTheOrderOfThePositions) {
  Seq2SeqSettings s = tiny_translator();
  const Seq2Seq plain = make(s);
  s.reverse_source = true;
  const Seq2Seq reversed = make(s);
  const Tokens source{3, 4, 5, 6}, mirrored{6, 5, 4, 3};
  const Encoding a = translate(plain, mirrored).encoding, b = translate(reversed, source).encoding;
  for (Index j = 0; j < 4; ++j) {
    EXPECT_EQ(a.annotations.row(j), b.annotations.row(3 - j));
    EXPECT_EQ(a.embedded.row(j), b.embedded.row(3 - j));
  }
  EXPECT_EQ(a.annotations.row(4), b.annotations.row(4));
  EXPECT_EQ(a.bridge, b.bridge);
}

TEST(Translation, LocalAttentionStaysInItsWindow) {
  for (const Seq2SeqSettings& s : kinds()) {
    if (s.reach == AlignmentReach::global) continue;
    const Translation t = translate(make(s), {3, 4, 5, 6, 7, 8, 3});
    for (std::size_t i = 0; i < t.steps.size(); ++i) {
      const DecoderStep& step = t.steps[i];
      const auto centre = static_cast<double>(step.centre);
      if (s.reach == AlignmentReach::local_m) {
        EXPECT_EQ(centre, std::min(7.0, static_cast<double>(i)));
      }
      EXPECT_EQ(step.deviation, s.reach == AlignmentReach::local_p ? static_cast<Real>(s.window) / 2 : 0);
      for (Index j = 0; j < step.weights.cols(); ++j)
        EXPECT_EQ(step.weights(0, j) > 0, std::fabs(static_cast<double>(j) - centre) <= s.window) << "step " << i << " position " << j;
      EXPECT_LE(static_cast<double>(step.weights.sum()), 1 + 1e-5);
    }
  }
}

TEST(Translation, WeightsThatAreNoNumbersDoNoHarm) {
  for (const Seq2SeqSettings& s : kinds())
    for (const Real bad : {std::numeric_limits<Real>::quiet_NaN(), std::numeric_limits<Real>::infinity(), Real(1e30)}) {
      Seq2Seq model = make(s);
      for (nn::Parameter& p : model.parameters()) p.value.setConstant(bad);
      const Translation t = translate(model, {3, 4, 5});
      EXPECT_GE(t.steps.size(), 1u);
      EXPECT_LE(t.steps.size(), 40u);
      EXPECT_EQ(translate_all(model, {{3, 4}, {5}, {}}, 7).size(), 3u);
      EXPECT_LE(beam_search(model, {3, 4}, 3, 7).tokens().size(), 7u);
    }
}

TEST(Beam, WidthOneIsGreedySearch) {
  for (const Seq2SeqSettings& s : kinds())
    for (std::uint64_t seed = 1; seed < 6; ++seed) {
      const Seq2Seq model = make(s, seed);
      const Tokens source{3, 5, 4};
      TranslateOptions options;
      options.max_length = 8;
      EXPECT_EQ(beam_search(model, source, 1, 8).tokens(), translate(model, source, options).tokens());
    }
}

/// The likeliest of all targets of at most `longest` words.
Real best_of_all(const Seq2Seq& model, const Tokens& source, Tokens* target, int longest) {
  Real best = log_probability(model, source, *target);
  if (static_cast<int>(target->size()) == longest) return best;
  for (int word = 0; word < model.settings().target_words; ++word) {
    if (word == kEndToken) continue;
    target->push_back(word);
    best = std::max(best, best_of_all(model, source, target, longest));
    target->pop_back();
  }
  return best;
}

TEST(Beam, AWideBeamFindsTheBestOfAll) {
  int narrow_misses = 0;
  for (const Seq2SeqSettings& kind : kinds())
    for (std::uint64_t seed = 1; seed < 4; ++seed) {
      Seq2SeqSettings s = kind;
      s.target_words = 5;
      const Seq2Seq model = make(s, seed);
      const Tokens source{3, 5, 4};
      Tokens none;
      const double best = static_cast<double>(best_of_all(model, source, &none, 3));
      // At most 4^3 hypotheses are open at once, and 4^2 + 4 + 1 finished: nothing is ever cut.
      const Beam wide = beam_search(model, source, 100, 4);
      EXPECT_NEAR(static_cast<double>(wide.nodes[static_cast<std::size_t>(wide.best)].log_probability), best, 1e-4);
      EXPECT_NEAR(static_cast<double>(log_probability(model, source, wide.tokens())), best, 1e-4);
      const Beam narrow = beam_search(model, source, 1, 4);
      const double greedy = static_cast<double>(narrow.nodes[static_cast<std::size_t>(narrow.best)].log_probability);
      narrow_misses += narrow.nodes[static_cast<std::size_t>(narrow.best)].finished && greedy < best - 1e-3;
    }
  EXPECT_GT(narrow_misses, 0);
}

TEST(Beam, TheTreeSaysWhatWasKept) {
  const Beam beam = beam_search(make(tiny_translator()), {3, 5, 4}, 3, 6);
  std::vector<int> kept(8, 0);
  for (std::size_t i = 1; i < beam.nodes.size(); ++i) {
    const BeamNode &node = beam.nodes[i], &parent = beam.nodes[static_cast<std::size_t>(node.parent)];
    EXPECT_TRUE(parent.kept && !parent.finished);
    EXPECT_EQ(node.depth, parent.depth + 1);
    EXPECT_LT(node.log_probability, parent.log_probability);
    kept[static_cast<std::size_t>(node.depth)] += node.kept;
  }
  for (int count : kept) EXPECT_LE(count, 3);
  for (const BeamNode& cut : beam.nodes)
    for (const BeamNode& other : beam.nodes)
      EXPECT_FALSE(!cut.kept && other.kept && cut.depth == other.depth && cut.log_probability > other.log_probability);
  EXPECT_TRUE(beam.nodes[static_cast<std::size_t>(beam.best)].kept);
}

}  // namespace
}  // namespace attn::models
