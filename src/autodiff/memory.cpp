#include "autodiff/memory.h"

#include <algorithm>

#include "autodiff/op_parts.h"
#include "autodiff/ops.h"
#include "kernels/binary_cross_entropy.h"
#include "kernels/elementwise.h"

namespace attn::autodiff {

using kernels::MemoryShape;

/// The state that all copies of a MemorySteps share; it is kept on the tape. Step k reads slot k of memory and weights and writes slot k +
/// 1. All other matrices have a slot for each step. Without recording the slots are used in turn.
struct MemorySteps::Shared {
  MemoryRecord kept;
  Index batch;
  int steps, done, slots;
  View d_memory, d_weights, d_said;  ///< of one step
  MemoryStepVars* made = nullptr;    ///< [steps] with an engine: the values of each step, and `read` what was read
  Var* read = nullptr;
  Var memory = {}, weights = {};  ///< with an engine: those before the next step

  static Real* slot(View all, Index at, Index batch) { return all.data() + at * batch * all.cols(); }
  Index before(int step) const { return step % (slots + 1); }
  Index after(int step) const { return (step + 1) % (slots + 1); }
  kernels::MemoryStepInput input(int step, Var said) const {
    return {kept.shape, batch, said.value().data(), slot(kept.memory, before(step), batch), slot(kept.weights, before(step), batch)};
  }
  kernels::MemoryStepOutput output(int step, Var reads) const {
    const Index at = step % slots;
    return {.heads = slot(kept.heads, at, batch),
            .lengths = slot(kept.lengths, at, batch),
            .cosines = slot(kept.cosines, at, batch),
            .content = slot(kept.content, at, batch),
            .gated = slot(kept.gated, at, batch),
            .shifted = slot(kept.shifted, at, batch),
            .weights = slot(kept.weights, after(step), batch),
            .reads = reads.value().data(),
            .memory = slot(kept.memory, after(step), batch)};
  }
  void run_back(int step, Var said, Var reads) {
    if (step == done - 1) {
      d_memory.setZero();
      d_weights.setZero();
    }
    kernels::memory_step_vjp_into(
        input(step, said), output(step, reads),
        {.d_reads = reads.gradient().data(), .d_weights = d_weights.data(), .d_memory = d_memory.data(), .d_said = d_said.data()});
    if (said.needs_gradient()) kernels::add_scaled(d_said, 1, said.gradient());
  }
};

namespace {

/// Writes x as a row into `all` for each example.
void fill_rows(Var x, Index batch, View all) {
  const View row(x.value().data(), 1, x.value().size());
  for (Index e = 0; e < batch; ++e) all.row(e) = row;
}

void add_rows(View d_all, Var x) {
  if (x.needs_gradient()) kernels::add_column_sums(d_all, View(x.gradient().data(), 1, d_all.cols()));
}

}  // namespace

MemorySteps::MemorySteps(const MemoryShape& s, Var memory, Var weights, int steps, Index batch)
    : all_(tape_of({memory, weights}).make(steps * batch, s.reads())), shared_(memory.tape->scratch_array<Shared>(1)) {
  CHECK(memory.rows() == s.width && memory.cols() == s.cells && weights.rows() == s.heads() && weights.cols() == s.cells,
        "MemorySteps: memory is ", shape(memory.value()), ", weights are ", shape(weights.value()));
  Tape& tape = *memory.tape;
  const bool recording = tape.recording();
  const int slots = recording ? steps : 1;
  const auto slot = [&](Index cols, Index more = 0) { return tape.scratch((slots + more) * batch, cols); };
  const auto back = [&](Index cols) { return recording ? tape.scratch(batch, cols) : no_view(); };
  new (shared_) Shared{.kept = {.shape = s,
                                .memory = slot(s.memory(), 1),
                                .weights = slot(s.weights(), 1),
                                .heads = slot(s.said()),
                                .lengths = slot(s.cells),
                                .cosines = slot(s.weights()),
                                .content = slot(s.weights()),
                                .gated = slot(s.weights()),
                                .shifted = slot(s.weights())},
                       .batch = batch,
                       .steps = steps,
                       .done = 0,
                       .slots = slots,
                       .d_memory = back(s.memory()),
                       .d_weights = back(s.weights()),
                       .d_said = back(s.said())};
  fill_rows(memory, batch, shared_->kept.memory);
  fill_rows(weights, batch, shared_->kept.weights);
  if (tape.engine_forward()) {
    shared_->made = tape.scratch_array<MemoryStepVars>(static_cast<std::size_t>(steps));
    shared_->read = tape.scratch_array<Var>(static_cast<std::size_t>(steps));
    shared_->memory = tape.constant(View(shared_->kept.memory.data(), batch * s.width, s.cells));
    shared_->weights = tape.constant(View(shared_->kept.weights.data(), batch * s.heads(), s.cells));
  }
  tape.on_backward(all_, [memory, weights, shared = shared_] {
    if (shared->done == 0) return;
    add_rows(shared->d_memory, memory);
    add_rows(shared->d_weights, weights);
  });
}

Var MemorySteps::operator()(Var said) {
  Shared* shared = shared_;
  CHECK(shared->done < shared->steps, "MemorySteps: more than ", shared->steps, " steps");
  CHECK(said.rows() == shared->batch && said.cols() == shared->kept.shape.said(), "MemorySteps: said is ", shape(said.value()),
        ", expected [", shared->batch, ",", shared->kept.shape.said(), "]");
  const int step = shared->done++;
  if (all_.tape->engine_forward()) return step_on_engine(said, step);
  const Var reads = all_.tape->rows_of(all_, step * shared->batch, shared->batch);
  kernels::memory_step_into(shared->input(step, said), shared->output(step, reads));
  all_.tape->on_backward(reads, [shared, step, said, reads] { shared->run_back(step, said, reads); });
  return reads;
}

/// A step whose values are matrices of their own, by the engine or, where that cannot, by the CPU.
Var MemorySteps::step_on_engine(Var said, int step) {
  Shared& s = *shared_;
  const MemoryShape& shape = s.kept.shape;
  Tape& tape = *all_.tape;
  const auto heads = [&] { return tape.make(s.batch * shape.heads(), shape.cells, false); };
  const MemoryStepVars now{.said = said,
                           .memory = s.memory,
                           .previous = s.weights,
                           .heads = tape.make(s.batch, shape.said(), false),
                           .lengths = tape.make(s.batch, shape.cells, false),
                           .cosines = heads(),
                           .content = heads(),
                           .gated = heads(),
                           .shifted = heads(),
                           .weights = heads(),
                           .written = tape.make(s.batch * shape.width, shape.cells, false)};
  const Var reads = tape.make(s.batch, shape.reads(), false);
  if (!tape.engine()->memory_step(shape, now, reads)) {
    const auto at = [](Var x) { return x.value().data(); };
    kernels::memory_step_into({shape, s.batch, at(said), at(now.memory), at(now.previous)}, {.heads = at(now.heads),
                                                                                             .lengths = at(now.lengths),
                                                                                             .cosines = at(now.cosines),
                                                                                             .content = at(now.content),
                                                                                             .gated = at(now.gated),
                                                                                             .shifted = at(now.shifted),
                                                                                             .weights = at(now.weights),
                                                                                             .reads = at(reads),
                                                                                             .memory = at(now.written)});
  }
  s.memory = now.written, s.weights = now.weights;
  s.made[step] = now, s.read[step] = reads;
  return reads;
}

Var MemorySteps::all() const {
  if (shared_->read && shared_->done > 0) return concat_rows({shared_->read, static_cast<std::size_t>(shared_->done)});
  return all_.tape->rows_of(all_, 0, shared_->done * shared_->batch);
}

MemoryRecord MemorySteps::record() const {
  if (!shared_->made) return shared_->kept;
  Tape& tape = *all_.tape;
  std::vector<Var> all;
  for (int step = 0; step < shared_->done; ++step) {
    const MemoryStepVars& made = shared_->made[step];
    all.insert(all.end(), {made.written, made.weights, made.heads, made.lengths, made.cosines, made.content, made.gated, made.shifted});
  }
  tape.bring(all);
  const Index rows = shared_->done * shared_->batch;
  const auto stacked = [&](Var MemoryStepVars::*part, View before, Index cols) {
    View to = tape.scratch(before.rows() + rows, cols);
    Real* next = std::copy(before.data(), before.data() + before.size(), to.data());
    for (int step = 0; step < shared_->done; ++step) {
      const View value = (shared_->made[step].*part).value();
      next = std::copy(value.data(), value.data() + value.size(), next);
    }
    return to;
  };
  const MemoryShape& s = shared_->kept.shape;
  const auto first = [&](const View& kept) { return View(const_cast<Real*>(kept.data()), shared_->batch, kept.cols()); };
  const View none(nullptr, 0, 0);
  return {.shape = s,
          .memory = stacked(&MemoryStepVars::written, first(shared_->kept.memory), s.memory()),
          .weights = stacked(&MemoryStepVars::weights, first(shared_->kept.weights), s.weights()),
          .heads = stacked(&MemoryStepVars::heads, none, s.said()),
          .lengths = stacked(&MemoryStepVars::lengths, none, s.cells),
          .cosines = stacked(&MemoryStepVars::cosines, none, s.weights()),
          .content = stacked(&MemoryStepVars::content, none, s.weights()),
          .gated = stacked(&MemoryStepVars::gated, none, s.weights()),
          .shifted = stacked(&MemoryStepVars::shifted, none, s.weights())};
}

Var binary_cross_entropy(Var logits, In targets, In mask) {
  CHECK(mask.size() == 0 || (mask.rows() == logits.rows() && mask.cols() == 1), "binary_cross_entropy: logits are ", shape(logits.value()),
        ", mask is ", shape(mask));
  const Var y = make_from({logits}, 1, 1);
  Tape& tape = *y.tape;
  View wanted = tape.scratch(targets.rows(), targets.cols()), asked = tape.scratch(mask.rows(), mask.cols());
  wanted = targets;
  asked = mask;
  const Real* rows = mask.size() > 0 ? asked.data() : nullptr;
  y.value()(0, 0) = kernels::binary_cross_entropy(logits.value(), wanted, rows);
  tape.on_backward(y, [=] { kernels::add_binary_cross_entropy_vjp(logits.value(), wanted, rows, y.gradient()(0, 0), logits.gradient()); });
  return y;
}

}  // namespace attn::autodiff
