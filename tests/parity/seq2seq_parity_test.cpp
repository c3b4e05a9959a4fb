// Whole encoder-decoders against PyTorch: the loss, the gradient of every parameter, and the first ten training losses.

#include <initializer_list>
#include <string>
#include <utility>

#include "models/seq2seq.h"
#include "nn/adam.h"
#include "parity/fixtures.h"
#include "unit/compare.h"

namespace attn::models {
namespace {

using test::close;
using test::Fixture;

constexpr double kAllowed = 1e-4;

bool says(const Fixture& f, const char* word) { return (f.name + " ").find(std::string(" ") + word + " ") != std::string::npos; }

/// The alternative that the case's name has; the last of them where it has none.
template <class T>
T chosen(const Fixture& f, std::initializer_list<std::pair<const char*, T>> alternatives) {
  for (const auto& [word, value] : alternatives)
    if (says(f, word)) return value;
  return std::data(alternatives)[alternatives.size() - 1].second;
}

Seq2SeqSettings settings_of(const Fixture& f) {
  using kernels::Cell;
  Seq2SeqSettings s;
  s.source_words = static_cast<int>(f.at("source.table").rows());
  s.target_words = static_cast<int>(f.at("target.table").rows());
  s.embedding = static_cast<int>(f.at("source.table").cols());
  s.hidden = static_cast<int>(f.at("bridge.0.w").rows());
  s.cell = chosen<Cell>(f, {{"rnn", Cell::rnn}, {"gru", Cell::gru}, {"lstm", Cell::lstm}});
  s.score = chosen<AlignmentScore>(f, {{"additive", AlignmentScore::additive},
                                       {"dot", AlignmentScore::dot},
                                       {"general", AlignmentScore::general},
                                       {"concat", AlignmentScore::concat},
                                       {"none", AlignmentScore::none}});
  s.timing = chosen<AlignmentTiming>(f, {{"current", AlignmentTiming::current}, {"previous", AlignmentTiming::previous}});
  s.reach = chosen<AlignmentReach>(
      f, {{"local_m", AlignmentReach::local_m}, {"local_p", AlignmentReach::local_p}, {"global", AlignmentReach::global}});
  s.window = static_cast<int>(f.at("window")(0, 0));
  s.depth = says(f, "depth2") ? 2 : 1;
  s.bidirectional = says(f, "both");
  s.input_feeding = says(f, "feeding");
  s.reverse_source = says(f, "reversed");
  s.shared = says(f, "shared");
  return s;
}

std::vector<Tokens> tokens(const Mat& rows) {
  std::vector<Tokens> out;
  for (Index i = 0; i < rows.rows(); ++i) {
    out.push_back({});
    for (Index j = 0; j < rows.cols() && rows(i, j) != 0; ++j) out.back().push_back(static_cast<int>(rows(i, j)));
  }
  return out;
}

TEST(Torch, WholeEncoderDecoders) {
  for (const Fixture& f : test::fixtures("seq2seq.txt", "seq2seq")) {
    SCOPED_TRACE(f.name);
    Rng rng(1);
    Seq2Seq model(settings_of(f), rng);
    for (nn::Parameter& p : model.parameters()) {
      ASSERT_EQ(shape(p.value), shape(f.at(p.name))) << p.name;
      p.value = f.at(p.name);
    }
    const PairBatch batch{tokens(f.at("sources")), tokens(f.at("targets"))};
    autodiff::Tape tape;
    nn::Adam adam(model.parameters(), {.weight_decay = Real(0.1)});
    const Mat& losses = f.at("losses");
    ASSERT_EQ(losses.rows(), 10);
    for (Index step = 0; step < losses.rows(); ++step) {
      tape.clear();
      model.parameters().zero_gradients();
      const autodiff::Var loss = model.loss(tape, batch, {});
      EXPECT_TRUE(step > 0 || close(loss.value(), f.at("loss"), kAllowed));
      tape.backward(loss);
      for (const nn::Parameter& p : model.parameters()) EXPECT_TRUE(step > 0 || close(p.gradient, f.at("d_" + p.name), kAllowed)) << p.name;
      adam.step(Real(0.02), Real(0.5));
      EXPECT_TRUE(close(loss.value(), losses.row(step), kAllowed)) << "step " << step;
    }
  }
}

}  // namespace
}  // namespace attn::models
