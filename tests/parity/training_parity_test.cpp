// Recurrent cells and the kernels of a training step against PyTorch: results and gradients.

#include <vector>

#include "kernels/adam.h"
#include "kernels/alignment.h"
#include "kernels/cross_entropy.h"
#include "kernels/embedding.h"
#include "kernels/layer_norm.h"
#include "kernels/matmul.h"
#include "kernels/recurrent.h"
#include "kernels/sgd.h"
#include "parity/fixtures.h"
#include "unit/compare.h"

namespace attn::kernels {
namespace {

using test::close;
using test::Fixture;

constexpr char kFile[] = "training.txt";

Mat row(const Mat& column) { return column.transpose(); }

std::vector<int> whole_numbers(const Mat& m) {
  std::vector<int> all;
  for (Index i = 0; i < m.size(); ++i) all.push_back(static_cast<int>(m.data()[i]));
  return all;
}

Cell cell_of(const Fixture& f) { return f.word(1) == "rnn" ? Cell::rnn : f.word(1) == "gru" ? Cell::gru : Cell::lstm; }

TEST(TorchTraining, Recurrent) {
  for (const Fixture& f : test::fixtures(kFile, "recurrent")) {
    SCOPED_TRACE(f.name);
    const Cell cell = cell_of(f);
    const RecurrentWeights weights{f.at("wx"), f.at("wh"), row(f.at("bx")), row(f.at("bh"))};
    const Mat x = f.at("x"), h0 = f.get("h0"), c0 = f.get("c0");
    const Recurrence forward = recurrent(cell, x, weights, h0, c0);
    EXPECT_TRUE(close(forward.h, f.at("h")));
    EXPECT_EQ(f.has("last_c"), cell == Cell::lstm);
    if (f.has("last_c")) {
      EXPECT_TRUE(close(forward.c.bottomRows(1), f.at("last_c")));
    }
    const RecurrentGrads grads = recurrent_vjp(cell, x, weights, h0, c0, forward, f.at("d_output"));
    EXPECT_TRUE(close(grads.d_x, f.at("d_x")));
    EXPECT_TRUE(close(grads.d_weights.wx, f.at("d_wx")));
    EXPECT_TRUE(close(grads.d_weights.wh, f.at("d_wh")));
    EXPECT_TRUE(close(grads.d_weights.bx, row(f.at("d_bx"))));
    EXPECT_TRUE(close(grads.d_weights.bh, row(f.at("d_bh"))));
    if (h0.size() > 0) {
      EXPECT_TRUE(close(grads.d_h0, f.at("d_h0")));
    }
    if (c0.size() > 0) {
      EXPECT_TRUE(close(grads.d_c0, f.at("d_c0")));
    }
  }
}

TEST(TorchTraining, LayerNorm) {
  for (const Fixture& f : test::fixtures(kFile, "layer_norm")) {
    SCOPED_TRACE(f.name);
    const Mat gamma = row(f.at("gamma")), beta = row(f.at("beta"));
    const LayerNorm forward = layer_norm(f.at("x"), gamma, beta);
    EXPECT_TRUE(close(forward.output, f.at("output")));
    const LayerNormGrads grads = layer_norm_vjp(f.at("x"), gamma, forward, f.at("d_output"));
    EXPECT_TRUE(close(grads.d_x, f.at("d_x")));
    EXPECT_TRUE(close(grads.d_gamma, row(f.at("d_gamma"))));
    EXPECT_TRUE(close(grads.d_beta, row(f.at("d_beta"))));
  }
}

TEST(TorchTraining, CrossEntropy) {
  for (const Fixture& f : test::fixtures(kFile, "cross_entropy")) {
    SCOPED_TRACE(f.name);
    const Mat& logits = f.at("logits");
    const std::vector<int> targets = whole_numbers(f.at("targets"));
    const Real smoothing = f.at("smoothing")(0, 0);
    Mat p(logits.rows(), logits.cols()), d = Mat::Zero(logits.rows(), logits.cols());
    EXPECT_NEAR(cross_entropy_into(logits, targets.data(), smoothing, p), f.at("loss")(0, 0), test::kTolerance);
    add_cross_entropy_vjp(p, targets.data(), smoothing, f.at("d_output")(0, 0), d);
    EXPECT_TRUE(close(d, f.at("d_logits")));
  }
}

TEST(TorchTraining, Embedding) {
  for (const Fixture& f : test::fixtures(kFile, "embedding")) {
    const std::vector<int> ids = whole_numbers(f.at("ids"));
    Mat rows(f.at("rows").rows(), f.at("rows").cols()), d_table = Mat::Zero(f.at("table").rows(), f.at("table").cols());
    embedding_into(f.at("table"), ids.data(), rows);
    EXPECT_TRUE(close(rows, f.at("rows")));
    add_embedding_vjp(ids.data(), f.at("d_output"), d_table);
    EXPECT_TRUE(close(d_table, f.at("d_table")));
  }
}

/// A case with its projections, which are made outside of the kernel.
struct Aligned {
  bool learned;
  Mat query, keys, values, scores, softmax, weights, units, context;
  std::vector<int> lengths, first, last;
  AlignmentInput in;

  explicit Aligned(const Fixture& f)
      : learned(f.has("wk")),
        query(f.has("wq") ? product(f.at("q"), f.at("wq")) : f.at("q")),
        keys(learned ? product(f.at("h"), f.at("wk")) : f.at("h")),
        values(f.at("h")),
        scores(f.at("scores").rows(), f.at("scores").cols()),
        softmax(scores),
        weights(scores),
        units(learned ? Mat(keys.rows(), keys.cols()) : Mat()),
        context(query.rows(), values.cols()),
        lengths(whole_numbers(f.at("lengths"))),
        first(whole_numbers(f.at("first"))),
        last(whole_numbers(f.at("last"))),
        in{.query = query, .keys = keys, .values = values} {
    in.lengths = lengths.data(), in.first = first.data(), in.last = last.data();
    if (learned) in.w = f.at("w").data();
    if (f.has("centre")) in.centre = f.at("centre").data(), in.deviation = f.at("deviation")(0, 0);
  }
  AlignmentOutput out() { return {.scores = scores, .softmax = softmax, .weights = weights, .units = units, .context = context}; }
};

TEST(TorchTraining, Alignment) {
  for (const Fixture& f : test::fixtures(kFile, "alignment")) {
    SCOPED_TRACE(f.name);
    Aligned a(f);
    align_into(a.in, a.out());
    EXPECT_TRUE(close(a.scores, f.at("scores")));
    EXPECT_TRUE(close(a.weights, f.at("weights")));
    EXPECT_TRUE(close(a.context, f.at("context")));
    Mat d_query = Mat::Zero(a.query.rows(), a.query.cols()), d_keys = Mat::Zero(a.keys.rows(), a.keys.cols());
    Mat d_h = Mat::Zero(a.values.rows(), a.values.cols()), d_w = Mat::Zero(a.keys.cols(), 1), d_centre = Mat::Zero(a.query.rows(), 1);
    add_align_vjp(a.in, a.out(), f.at("d_output"),
                  {.d_query = d_query, .d_keys = d_keys, .d_values = d_h, .d_w = d_w.data(), .d_centre = d_centre.data()});
    d_h += a.learned ? product_bt(d_keys, f.at("wk")) : d_keys;
    EXPECT_TRUE(close(d_h, f.at("d_h")));
    EXPECT_TRUE(close(f.has("wq") ? product_bt(d_query, f.at("wq")) : d_query, f.at("d_q")));
    if (f.has("wq")) {
      EXPECT_TRUE(close(product_at(f.at("q"), d_query), f.at("d_wq")));
    }
    if (a.learned) {
      EXPECT_TRUE(close(d_w, f.at("d_w")));
      EXPECT_TRUE(close(product_at(f.at("h"), d_keys), f.at("d_wk")));
    }
    if (f.has("centre")) {
      EXPECT_TRUE(close(d_centre, f.at("d_centre")));
    }
  }
}

TEST(TorchTraining, Adam) {
  for (const Fixture& f : test::fixtures(kFile, "adam")) {
    SCOPED_TRACE(f.name);
    Mat value = f.at("value"), m = Mat::Zero(3, 5), v = m;
    const Mat& gradients = f.at("gradients");
    const Real decay = std::stof(f.word(1)), clip = std::stof(f.word(2));
    for (int step = 1; step <= 10; ++step)
      adam_into({.rate = Real(0.01), .beta2 = Real(0.99), .weight_decay = decay, .gradient_scale = clip, .step = step},
                gradients.middleRows(3 * (step - 1), 3), value, m, v);
    EXPECT_TRUE(close(value, f.at("result")));
    EXPECT_TRUE(close(m, f.at("m")));
    EXPECT_TRUE(close(v, f.at("v")));
  }
}

TEST(TorchTraining, SgdAndMomentum) {
  for (const Fixture& f : test::fixtures("optimisers.txt", "sgd")) {
    SCOPED_TRACE(f.name);
    Mat value = f.at("value"), velocity = Mat::Zero(3, 5);
    const Mat& gradients = f.at("gradients");
    const SgdOptions options{.rate = Real(0.05), .momentum = std::stof(f.word(1)), .gradient_scale = std::stof(f.word(2))};
    for (int step = 0; step < 10; ++step) sgd_into(options, gradients.middleRows(3 * step, 3), value, velocity);
    EXPECT_TRUE(close(value, f.at("result")));
    if (options.momentum != 0) {
      EXPECT_TRUE(close(velocity, f.at("velocity")));
    }
  }
}

}  // namespace
}  // namespace attn::kernels
