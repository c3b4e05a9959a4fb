// A memory's heads and whole Neural Turing Machines against PyTorch: results, all gradients, and the first ten training losses.
#include "kernels/memory_reference.h"
#include "models/sequence_lstm.h"
#include "models/turing_machine.h"
#include "parity/training_fixture.h"

namespace attn::models {
namespace {

using test::close;
using test::Fixture;

Mat row(const Mat& column) { return column.transpose(); }
Mat one(Real x) { return Mat::Constant(1, 1, x); }
Real number(const Fixture& f, const char* key) { return f.at(key)(0, 0); }

TEST(Torch, MemoryAddresses) {
  for (const Fixture& f : test::fixtures("memory.txt", "ntm_address")) {
    SCOPED_TRACE(f.name);
    const kernels::Addressing head{row(f.at("key")), number(f, "strength"), number(f, "gate"), row(f.at("shift")), number(f, "sharpen")};
    const Mat& memory = f.at("memory");
    const Mat previous = row(f.at("previous"));
    const kernels::Address a = kernels::address(memory, head, previous);
    EXPECT_TRUE(close(a.content, row(f.at("content"))));
    EXPECT_TRUE(close(a.gated, row(f.at("gated"))));
    EXPECT_TRUE(close(a.shifted, row(f.at("shifted"))));
    EXPECT_TRUE(close(a.weights, row(f.at("weights"))));
    const kernels::AddressGrads d = kernels::address_vjp_reference(memory, head, previous, a, row(f.at("d_output")));
    EXPECT_TRUE(close(d.d_memory, f.at("d_memory")));
    EXPECT_TRUE(close(d.d_previous, row(f.at("d_previous"))));
    EXPECT_TRUE(close(d.d_head.key, row(f.at("d_key"))));
    EXPECT_TRUE(close(d.d_head.shift, row(f.at("d_shift"))));
    EXPECT_TRUE(close(one(d.d_head.strength), f.at("d_strength")));
    EXPECT_TRUE(close(one(d.d_head.gate), f.at("d_gate")));
    EXPECT_TRUE(close(one(d.d_head.sharpen), f.at("d_sharpen")));
  }
}

TEST(Torch, MemoryReads) {
  for (const Fixture& f : test::fixtures("memory.txt", "ntm_read")) {
    SCOPED_TRACE(f.name);
    const Mat w = row(f.at("weights"));
    EXPECT_TRUE(close(kernels::read_memory(f.at("memory"), w), row(f.at("read"))));
    const kernels::ReadGrads d = kernels::read_memory_vjp_reference(f.at("memory"), w, row(f.at("d_output")));
    EXPECT_TRUE(close(d.d_memory, f.at("d_memory")));
    EXPECT_TRUE(close(d.d_weights, row(f.at("d_weights"))));
  }
}

TEST(Torch, MemoryWrites) {
  for (const Fixture& f : test::fixtures("memory.txt", "ntm_write")) {
    SCOPED_TRACE(f.name);
    const Mat &memory = f.at("memory"), &w = f.at("weights"), &erase = f.at("erase"), &add = f.at("add");
    EXPECT_TRUE(close(kernels::write_memory(memory, w, erase, add), f.at("written")));
    const kernels::WriteGrads d = kernels::write_memory_vjp_reference(memory, w, erase, add, f.at("d_output"));
    EXPECT_TRUE(close(d.d_memory, f.at("d_memory")));
    EXPECT_TRUE(close(d.d_weights, f.at("d_weights")));
    EXPECT_TRUE(close(d.d_erase, f.at("d_erase")));
    EXPECT_TRUE(close(d.d_add, f.at("d_add")));
  }
}

/// Weights of the fixture, logits, loss, gradients, then ten steps of Adam.
void expect_same_training(const Fixture& f, SequenceModel* model) {
  test::take_weights(model->parameters(), f);
  const SequenceBatch batch{3, f.at("inputs"), f.at("targets"), f.at("mask")};
  EXPECT_TRUE(close(model->answer(batch.inputs, 3), f.at("logits"), test::kTrained));
  test::expect_training(model->parameters(), {}, Real(0.02), f, [&](autodiff::Tape& tape) { return model->loss(tape, batch); });
}

TEST(Torch, WholeTuringMachines) {
  for (const Fixture& f : test::fixtures("memory.txt", "turing_machine")) {
    SCOPED_TRACE(f.name);
    const auto size = [&](Index i) { return static_cast<int>(f.at("sizes")(0, i)); };
    const bool lstm = f.word(1) == "lstm", learned = f.has("first.memory"), uniform = f.says("uniform");
    Rng rng(1);
    TuringMachine model({.inputs = 3,
                         .outputs = 2,
                         .controller = lstm ? Controller::lstm : Controller::feed_forward,
                         .units = 5,
                         .cells = size(0),
                         .width = size(1),
                         .read_heads = size(2),
                         .write_heads = size(3),
                         .shifts = size(4),
                         .first_memory = learned ? FirstMemory::learned : FirstMemory::constant,
                         .first_weights = learned   ? FirstWeights::learned
                                          : uniform ? FirstWeights::uniform
                                                    : FirstWeights::first_cell,
                         .first_read = f.has("first.reads") ? FirstRead::learned : FirstRead::zeros},
                        rng);
    expect_same_training(f, &model);
  }
}

TEST(Torch, SequenceLstms) {
  for (const Fixture& f : test::fixtures("memory.txt", "sequence_lstm")) {
    SCOPED_TRACE(f.name);
    Rng rng(1);
    SequenceLstm model(
        {.inputs = 3, .outputs = 2, .units = static_cast<int>(f.at("sizes")(0, 0)), .depth = static_cast<int>(f.at("sizes")(0, 1))}, rng);
    expect_same_training(f, &model);
  }
}

}  // namespace
}  // namespace attn::models
