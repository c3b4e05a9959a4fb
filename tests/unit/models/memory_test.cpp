// Training takes no memory once its arenas have grown to the size of a step.
#include "models/seq2seq.h"
#include "models/sequence_lstm.h"
#include "nn/adam.h"
#include "unit/count_news.h"
#include "unit/models/graph_kinds.h"
#include "unit/models/transformer_kinds.h"
#include "unit/models/turing_kinds.h"

namespace attn::models {
namespace {

/// Requests for memory in the third of three equal steps; `loss` puts a step's on the tape.
template <class Loss>
std::size_t requests(nn::Parameters& parameters, const Loss& loss) {
  nn::Adam adam(parameters, {});
  autodiff::Tape tape;
  std::size_t before = 0;
  for (int step = 0; step < 3; ++step) {
    before = test::news;
    tape.clear();
    parameters.zero_gradients();
    tape.backward(loss(tape));
    adam.step(Real(0.01), 1);
  }
  return test::news - before;
}

/// Of a model that learns from pairs.
template <class Model>
std::size_t requests_of(Model model, const Seq2Seq::LossOptions& options) {
  const PairBatch few{{{3, 4, 5}, {6}, {7, 7}}, {{5, 4, 3}, {6}, {7, 7}}};
  PairBatch batch;
  for (std::size_t i = 0; i < 32; ++i) {
    batch.sources.push_back(few.sources[i % 3]);
    batch.targets.push_back(few.targets[i % 3]);
  }
  return requests(model.parameters(), [&](autodiff::Tape& tape) { return model.loss(tape, batch, options); });
}

/// Of a model of sequences.
std::size_t requests_of(SequenceModel& model, const SequenceBatch& batch) {
  return requests(model.parameters(), [&](autodiff::Tape& tape) { return model.loss(tape, batch); });
}

TEST(SecondEqualStep, OfASeq2SeqTakesNoMemory) {
  Seq2SeqSettings tiny{.source_words = 8, .target_words = 8, .embedding = 4, .hidden = 6};
  std::vector<Seq2SeqSettings> kinds(4, tiny);
  kinds[0].depth = 3;
  kinds[1].score = AlignmentScore::general, kinds[1].timing = AlignmentTiming::current, kinds[1].input_feeding = true;
  kinds[1].reach = AlignmentReach::local_p;
  kinds[2].score = AlignmentScore::none, kinds[2].cell = kernels::Cell::lstm, kinds[2].reverse_source = true;
  kinds[3].embedding = 32, kinds[3].hidden = 64;  // as the lessons have them
  for (const Seq2SeqSettings& settings : kinds) {
    Rng rng(1);
    EXPECT_EQ(requests_of(Seq2Seq(settings, rng), {}), 0u);
  }
}

TEST(SecondEqualStep, OfATransformerTakesNoMemory) {
  std::vector<TransformerSettings> kinds = test::transformer_kinds();
  kinds.push_back({.source_words = 30, .target_words = 30});  // as the lessons have them
  for (const TransformerSettings& settings : kinds) {
    Rng rng(1), drops(2);
    EXPECT_EQ(requests_of(Transformer(settings, rng), {.dropout = Real(0.1), .rng = &drops}), 0u);
  }
}

TEST(SecondEqualStep, OfAGraphNetworkTakesNoMemory) {
  const test::Triangles data;
  for (const GraphNetworkSettings& s : test::graph_kinds(data.two.edges())) {
    Rng rng(6), drops(7);
    GraphNetwork model(s, rng);
    const auto loss = [&](autodiff::Tape& tape) {
      return test::loss_of(s, model.run(tape, data.input(), {.dropout = Real(0.5), .attention_dropout = Real(0.5), .rng = &drops}));
    };
    EXPECT_EQ(requests(model.parameters(), loss), 0u) << to_name(s.kind) << static_cast<int>(s.answer);
  }
}

TEST(SecondEqualStep, OfATuringMachineTakesNoMemory) {
  Rng rng(8);
  std::vector<TuringMachineSettings> kinds = test::turing_kinds();
  kinds.push_back({.inputs = 3, .outputs = 2});  // as it was published
  const SequenceBatch batch = test::turing_batch(16, 12, rng);
  for (const TuringMachineSettings& s : kinds) {
    TuringMachine model(s, rng);
    EXPECT_EQ(requests_of(model, batch), 0u) << s.units;
    TuringSession session(model);
    const Mat input = batch.inputs.row(0);
    session.step(input);
    const std::size_t before = test::news;
    session.step(input);
    EXPECT_EQ(test::news - before, 0u) << s.units;
  }
  SequenceLstm lstm({.inputs = 3, .outputs = 2, .depth = 2}, rng);
  EXPECT_EQ(requests_of(lstm, batch), 0u);
}

}  // namespace
}  // namespace attn::models
