// Whole encoder-decoders against PyTorch: the loss, the gradient of every parameter, and the first ten training losses.

#include <initializer_list>
#include <string>
#include <utility>

#include "models/seq2seq.h"
#include "parity/training_fixture.h"

namespace attn::models {
namespace {

using test::Fixture;

/// The alternative that the case's name has; the last of them where it has none.
template <class T>
T chosen(const Fixture& f, std::initializer_list<std::pair<const char*, T>> alternatives) {
  for (const auto& [word, value] : alternatives)
    if (f.says(word)) return value;
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
  s.depth = f.says("depth2") ? 2 : 1;
  s.bidirectional = f.says("both");
  s.input_feeding = f.says("feeding");
  s.reverse_source = f.says("reversed");
  s.shared = f.says("shared");
  return s;
}

TEST(Torch, WholeEncoderDecoders) {
  for (const Fixture& f : test::fixtures("seq2seq.txt", "seq2seq")) {
    SCOPED_TRACE(f.name);
    Rng rng(1);
    Seq2Seq model(settings_of(f), rng);
    test::take_weights(model.parameters(), f);
    const PairBatch batch{test::tokens(f.at("sources")), test::tokens(f.at("targets"))};
    test::expect_training(model.parameters(), {.weight_decay = Real(0.1)}, Real(0.02), f,
                          [&](autodiff::Tape& tape) { return model.loss(tape, batch, {}); });
  }
}

}  // namespace
}  // namespace attn::models
