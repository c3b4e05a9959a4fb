// What a language model shows of a text, in whichever way it reads it: the numbers of a place are the same to the last bit.
#include <cmath>

#include "kernels/elementwise.h"
#include "models/gpt.h"
#include "unit/compare.h"
#include "unit/models/gpt_kinds.h"
#include "unit/training/refusing_engine.h"

namespace attn::models {
namespace {

using test::close;
using test::gpt_kinds;
using test::make_gpt;
using test::random_text;
using test::same_bits;
using test::small_gpt;

const HeadPlace kHead{AttentionPart::decoder_self, 0, 1};
Bending cut(const HeadPlace& head) { return {.cut = {head}, .overrides = {}}; }
Bending own(const HeadPlace& head, int query, const Mat& weights) { return {.cut = {}, .overrides = {{head, query, weights}}}; }

/// The columns of a head of small_gpt().
Mat columns(const Mat& all, int head) { return all.middleCols(2 * head, 2); }

/// x [n,d] as the model's norm `name` makes it, written out.
Mat normed(const Gpt& model, const Mat& x, const std::string& name) {
  const Mat &weight = model.parameters().find(name + ".weight")->value, &bias = model.parameters().find(name + ".bias")->value;
  Mat y(x.rows(), x.cols());
  for (Index i = 0; i < x.rows(); ++i) {
    const Real mean = x.row(i).mean(), variance = (x.row(i).array() - mean).square().mean();
    y.row(i) = (x.row(i).array() - mean) / std::sqrt(variance + Real(1e-5)) * weight.array() + bias.array();
  }
  return y;
}

TEST(GptRun, ShowsWhatItComputed) {
  for (const int hidden : {10, 0}) {
    const Gpt model = make_gpt(small_gpt(hidden));
    const Tokens text{3, 1, 4, 1, 5};
    const GptRun r = run(model, text);
    const auto value = [&](const std::string& name) { return model.parameters().find(name)->value; };
    const auto linear = [&](const Mat& x, const std::string& name) {
      return Mat((x * value(name + ".weight")).rowwise() + value(name + ".bias").row(0));
    };
    EXPECT_EQ(r.tokens, text);
    ASSERT_EQ(r.layers.size(), 2u);
    for (Index i = 0; i < 5; ++i)
      EXPECT_TRUE(close(r.layers[0].input.row(i), value("wte.weight").row(text[static_cast<std::size_t>(i)]) + value("wpe.weight").row(i)));
    for (std::size_t l = 0; l < 2; ++l) {
      const BlockRun& block = r.layers[l];
      const std::string name = "h." + std::to_string(l);
      EXPECT_TRUE(close(block.self_normed, normed(model, block.input, name + ".ln_1"), 1e-4));
      const Mat all = linear(block.self_normed, name + ".attn.c_attn");
      EXPECT_TRUE(close(block.self.q, all.leftCols(6)) && close(block.self.k, all.middleCols(6, 6)) &&
                  close(block.self.v, all.rightCols(6)));
      ASSERT_EQ(block.self.weights.size(), 3u);
      for (int h = 0; h < 3; ++h) {
        const Mat& weights = block.self.weights[static_cast<std::size_t>(h)];
        const Mat scores = columns(block.self.q, h) * columns(block.self.k, h).transpose() / std::sqrt(Real(2));
        EXPECT_TRUE(close(weights.rowwise().sum(), Mat::Ones(5, 1)));
        for (Index i = 0; i < 5; ++i)
          for (Index j = 0; j < 5; ++j) EXPECT_NEAR(block.self.scores[static_cast<std::size_t>(h)](i, j), j > i ? 0 : scores(i, j), 1e-4);
        EXPECT_TRUE(close(columns(block.self.concat, h), weights * columns(block.self.v, h)));
      }
      EXPECT_TRUE(close(block.self.output, linear(block.self.concat, name + ".attn.c_proj")));
      EXPECT_TRUE(close(block.after_self, block.input + block.self.output));
      EXPECT_TRUE(close(block.output, l == 0 ? r.layers[1].input : block.output));
      EXPECT_EQ(block.self.q.rows() + block.cross.q.rows() + block.after_cross.rows(), 5) << "no cross-attention";
      if (hidden == 0) {
        EXPECT_TRUE(same_bits(block.output, block.after_self));
        EXPECT_EQ(block.feed_normed.size() + block.hidden.size() + block.feed.size(), 0);
        continue;
      }
      EXPECT_TRUE(close(block.feed_normed, normed(model, block.after_self, name + ".ln_2"), 1e-4));
      EXPECT_TRUE(close(block.hidden, kernels::gelu_reference(linear(block.feed_normed, name + ".mlp.c_fc")), 1e-4));
      EXPECT_TRUE(close(block.feed, linear(block.hidden, name + ".mlp.c_proj")));
      EXPECT_TRUE(close(block.output, block.after_self + block.feed));
    }
    EXPECT_TRUE(close(r.output, normed(model, r.layers[1].output, "ln_f"), 1e-4));
    EXPECT_TRUE(close(r.logits, r.output * value("wte.weight").transpose()));
  }
}

TEST(GptRun, ManyTextsAtOnceChangeNoBit) {
  Rng rng(3);
  for (const GptSettings& s : gpt_kinds()) {
    const Gpt model = make_gpt(s);
    for (const Bending& bending : {Bending{}, cut({AttentionPart::decoder_self, 0, s.heads - 1})}) {
      std::vector<Tokens> texts;
      for (int i = 0; i < 120; ++i)  // more than are passed over at once
        texts.push_back(random_text(rng, 1 + static_cast<int>(rng.below(static_cast<std::uint64_t>(s.context))), s.vocabulary));
      const Mat all = logits_of(model, texts, bending), next = next_logits_of(model, texts, bending);
      ASSERT_EQ(next.rows(), static_cast<Index>(texts.size()));
      Index row = 0;
      for (std::size_t i = 0; i < texts.size(); ++i) {
        const Mat alone = run(model, texts[i], bending).logits;
        ASSERT_LE(row + alone.rows(), all.rows());
        EXPECT_TRUE(same_bits(all.middleRows(row, alone.rows()), alone));
        EXPECT_TRUE(same_bits(next.row(static_cast<Index>(i)), alone.bottomRows(1)));
        row += alone.rows();
      }
      EXPECT_EQ(row, all.rows());
    }
  }
}

TEST(GptRun, AnEngineChangesNoBit) {
  for (const int hidden : {10, 0}) {
    const Gpt model = make_gpt(small_gpt(hidden));
    for (const Bending& bending : {Bending{}, cut(kHead)}) {
      const GptRun here = run(model, {1, 2, 3, 4}, bending);
      const GptRun there = run(model, {1, 2, 3, 4}, bending, training::testing::RefusingEngine::make);
      EXPECT_TRUE(same_bits(there.logits, here.logits));
      EXPECT_TRUE(same_bits(there.layers[1].self.weights[2], here.layers[1].self.weights[2]));
    }
  }
}

TEST(GptRun, ACutHeadIsSilent) {
  Gpt model = make_gpt(small_gpt());
  const Tokens text{3, 1, 4, 1, 5};
  const GptRun whole = run(model, text), without = run(model, text, cut(kHead));
  EXPECT_EQ(columns(without.layers[0].self.concat, 1), Mat::Zero(5, 2));
  for (const int head : {0, 2})
    EXPECT_TRUE(same_bits(columns(without.layers[0].self.concat, head), columns(whole.layers[0].self.concat, head)));
  EXPECT_FALSE(close(without.logits, whole.logits, 1e-2));
  model.parameters().find("h.0.attn.c_proj.weight")->value.middleRows(2, 2).setZero();
  EXPECT_TRUE(close(run(model, text).logits, without.logits)) << "as if the projection did not read it";
  EXPECT_TRUE(same_bits(run(model, text, cut({AttentionPart::encoder_self, 0, 1})).logits, run(model, text).logits));
}

TEST(GptRun, OwnWeightsAreUsed) {
  const Gpt model = make_gpt(small_gpt());
  const Tokens text{3, 1, 4, 1, 5};
  const Mat first = (Mat(1, 3) << 1, 0, 0).finished();
  const GptRun free = run(model, text), bent = run(model, text, own(kHead, 2, first));
  const BlockRun &before = free.layers[0], &after = bent.layers[0];
  EXPECT_TRUE(same_bits(after.self.weights[1].row(2).leftCols(3), first));
  EXPECT_TRUE(close(columns(after.self.concat, 1).row(2), columns(before.self.v, 1).row(0)));
  EXPECT_TRUE(same_bits(columns(after.self.concat, 0), columns(before.self.concat, 0)));
  EXPECT_TRUE(same_bits(bent.logits.topRows(2), free.logits.topRows(2)));
  EXPECT_FALSE(close(bent.logits.row(2), free.logits.row(2), 1e-3));
  EXPECT_FALSE(close(bent.logits.row(3), free.logits.row(3), 1e-4)) << "the second layer looks back at the place";
  EXPECT_TRUE(close(run(model, text, own(kHead, 2, before.self.weights[1].row(2).leftCols(3))).logits, free.logits));
  EXPECT_TRUE(same_bits(run(model, text, own(kHead, 2, Mat::Ones(1, 4))).logits, free.logits)) << "of another width: passed over";
}

TEST(GptRun, ALensIsTheLastNormAndTheTable) {
  for (const GptSettings& s : gpt_kinds()) {
    const Gpt model = make_gpt(s);
    Rng rng(6);
    const GptRun r = run(model, random_text(rng, s.context, s.vocabulary));
    EXPECT_TRUE(same_bits(lens(model, r.layers.back().output), r.logits));
    const Mat& x = r.layers[0].input;
    EXPECT_TRUE(close(lens(model, x),
                      normed(model, x, "ln_f") * model.parameters().find(s.tied ? "wte.weight" : "lm_head.weight")->value.transpose(),
                      1e-4));
  }
}

/// Reads `text` in pieces of these lengths, again and again from the first.
Mat read_in_pieces(GptReader* reader, const Tokens& text, const std::vector<int>& pieces) {
  Mat last;
  std::size_t at = 0;
  for (std::size_t i = 0; at < text.size(); ++i) {
    const std::size_t count = std::min(static_cast<std::size_t>(pieces[i % pieces.size()]), text.size() - at);
    last = reader->read(std::span(text).subspan(at, count));
    at += count;
  }
  return last;
}

TEST(GptReader, ReadsOnWithoutChangingABit) {
  Rng rng(5);
  for (const GptSettings& s : gpt_kinds()) {
    const Gpt model = make_gpt(s);
    const HeadPlace head{AttentionPart::decoder_self, s.layers - 1, 0};
    for (const Bending& bending : {Bending{}, cut(head), own(head, 0, Mat::Constant(1, 1, Real(0.5)))}) {
      const Tokens text = random_text(rng, s.context, s.vocabulary);
      const Mat whole = run(model, text, bending).logits;
      GptReader by_token(model, &bending);
      for (Index i = 0; i < whole.rows(); ++i)
        EXPECT_TRUE(same_bits(by_token.read(std::span(text).subspan(static_cast<std::size_t>(i), 1)), whole.row(i)));
      for (const std::vector<int>& pieces : {std::vector<int>{s.context}, {1, 2}, {3}, {4, 1}}) {
        GptReader reader(model, &bending);
        EXPECT_TRUE(same_bits(read_in_pieces(&reader, text, pieces), whole.bottomRows(1)));
      }
    }
    GptReader reader(model);
    const Tokens text = random_text(rng, s.context, s.vocabulary);
    EXPECT_TRUE(same_bits(reader.read(text), run(model, text).logits.bottomRows(1))) << "without a bending";
  }
}

TEST(GptReader, WhereTheContextIsFullItForgetsTheOlderHalf) {
  Rng rng(7);
  for (const GptSettings& s : gpt_kinds()) {
    const Gpt model = make_gpt(s);
    const Tokens text = random_text(rng, 3 * s.context + 2, s.vocabulary);
    const std::size_t context = static_cast<std::size_t>(s.context), half = (context + 1) / 2;
    GptReader reader(model);
    reader.read(std::span(text).first(context));
    std::size_t begin = 0;  // of what it should remember
    for (std::size_t end = context + 1; end <= text.size(); ++end) {
      if (end - begin > context) begin = end - half;
      const Tokens remembered(text.begin() + static_cast<std::ptrdiff_t>(begin), text.begin() + static_cast<std::ptrdiff_t>(end));
      const Mat there = reader.read(std::span(text).subspan(end - 1, 1));
      GptReader fresh(model);
      EXPECT_TRUE(same_bits(there, fresh.read(remembered))) << end;
      EXPECT_TRUE(same_bits(there, run(model, remembered).logits.bottomRows(1))) << end;
    }
    GptReader at_once(model), newer(model);
    EXPECT_TRUE(same_bits(at_once.read(text), newer.read(std::span(text).last(half)))) << "a piece longer than the context";
  }
}

}  // namespace
}  // namespace attn::models
