// One sequence through a Turing machine, step by step without a tape, and the record of it.
#include <algorithm>

#include "base/check.h"
#include "kernels/elementwise.h"
#include "kernels/matmul.h"
#include "kernels/recurrent.h"
#include "models/turing_machine.h"

namespace attn::models {

/// Working memory, with the matrices of one example (kernels/memory_step.h). What a step reads and what it writes take turns.
struct TuringSession::State {
  kernels::MemoryShape shape;
  const Mat *controller_w, *controller_b, *wh = nullptr, *bh = nullptr, *heads_w, *heads_b, *bits_w, *bits_b;
  Mat first_memory, first_weights, first_reads;
  Mat input, projected, gates;  ///< [1, i + R M] x_t and r_{t-1}, [1, g u], [1, g u]
  Mat h[2], c[2], memory[2], weights[2];
  Mat said, heads, lengths, cosines, content, gated, shifted;
  Mat output, logits;  ///< [1, u + R M] h_t and r_t, [1,o]
  int steps = 0;

  State(const TuringMachine& model, int cells);
  void control();
  int now() const { return steps % 2; }  ///< what the last step wrote
};

TuringSession::State::State(const TuringMachine& model, int cells) : shape(model.memory_shape()) {
  const TuringMachineSettings& s = model.settings();
  const auto weight = [&](const char* name) {
    const nn::Parameter* found = model.parameters().find(name);
    CHECK(found, "TuringSession: no parameter ", name);
    return &found->value;
  };
  const bool lstm = s.controller == Controller::lstm;
  controller_w = weight(lstm ? "controller.wx" : "controller.w"), controller_b = weight(lstm ? "controller.bx" : "controller.b");
  if (lstm) wh = weight("controller.wh"), bh = weight("controller.bh");
  heads_w = weight("heads.w"), heads_b = weight("heads.b"), bits_w = weight("bits.w"), bits_b = weight("bits.b");
  CHECK(cells == 0 || cells == s.cells || (cells > 0 && model.can_set_cells()), "TuringSession: ", cells, " cells where ", s.cells,
        " have learned numbers");
  if (cells > 0) shape.cells = cells;
  first_memory = kernels::memory_columns(model.first_memory(cells)), first_weights = model.first_weights(cells);
  first_weights.resize(1, shape.weights());
  first_reads = model.first_reads();
  const Index gate_columns = controller_w->cols(), units = s.units, all = shape.weights();
  input.resize(1, s.inputs + shape.reads()), projected.resize(1, gate_columns), gates.resize(1, gate_columns);
  for (Mat& m : h) m = Mat::Zero(1, units);
  for (Mat& m : c) m = Mat::Zero(1, lstm ? units : 0);
  for (Mat& m : memory) m = first_memory;
  for (Mat& m : weights) m = first_weights;
  said.resize(1, shape.said()), heads = Mat::Zero(1, shape.said()), lengths.resize(1, shape.cells);
  for (Mat* m : {&cosines, &content, &gated, &shifted}) *m = Mat::Zero(1, all);
  output.resize(1, units + shape.reads()), logits = Mat::Zero(1, s.outputs);
}

/// Input -> h.
void TuringSession::State::control() {
  kernels::product_into(input, *controller_w, projected);
  kernels::add_row(*controller_b, projected);
  const int before = 1 - now();
  if (wh)
    kernels::recurrent_step_into(kernels::Cell::lstm, {.projected = projected, .h = h[before], .c = c[before], .wh = *wh, .bh = *bh},
                                 {.gates = gates, .c = c[now()], .h = h[now()]});
  else
    kernels::tanh_into(projected, h[now()]);
}

TuringSession::TuringSession(const TuringMachine& model, int cells) : model_(&model), state_(std::make_unique<State>(model, cells)) {
  restart();
}
TuringSession::TuringSession(TuringSession&&) noexcept = default;
TuringSession& TuringSession::operator=(TuringSession&&) noexcept = default;
TuringSession::~TuringSession() = default;

void TuringSession::restart() {
  State& s = *state_;
  s.steps = 0;
  s.h[0].setZero();
  s.c[0].setZero();
  s.memory[0] = s.first_memory;
  s.weights[0] = s.first_weights;
  s.output.leftCols(s.h[0].cols()).setZero();
  s.output.rightCols(s.shape.reads()) = s.first_reads;
}

const Mat& TuringSession::step(In input) {
  State& s = *state_;
  const Index inputs = model_->inputs(), units = s.h[0].cols(), read = s.shape.reads();
  CHECK(input.rows() == 1 && input.cols() == inputs, "TuringSession: input is ", shape(input), ", expected [1,", inputs, "]");
  s.input.leftCols(inputs) = input;
  s.input.rightCols(read) = s.output.rightCols(read);
  ++s.steps;
  s.control();
  const int now = s.now(), before = 1 - now;
  kernels::product_into(s.h[now], *s.heads_w, s.said);
  kernels::add_row(*s.heads_b, s.said);
  kernels::memory_step_into({s.shape, 1, s.said.data(), s.memory[before].data(), s.weights[before].data()},
                            {.heads = s.heads.data(),
                             .lengths = s.lengths.data(),
                             .cosines = s.cosines.data(),
                             .content = s.content.data(),
                             .gated = s.gated.data(),
                             .shifted = s.shifted.data(),
                             .weights = s.weights[now].data(),
                             .reads = s.output.data() + units,
                             .memory = s.memory[now].data()});
  s.output.leftCols(units) = s.h[now];
  kernels::product_into(s.output, *s.bits_w, s.logits);
  kernels::add_row(*s.bits_b, s.logits);
  return s.logits;
}

int TuringSession::steps() const { return state_->steps; }
Mat TuringSession::memory() const {
  const State& s = *state_;
  return kernels::memory_cells(s.memory[s.now()].data(), s.shape.cells, s.shape.width);
}
Mat TuringSession::controller() const { return state_->h[state_->now()]; }
Mat TuringSession::reads() const { return state_->output.rightCols(state_->shape.reads()); }
Mat TuringSession::weights(int head) const {
  return state_->weights[state_->now()].middleCols(head * state_->shape.cells, state_->shape.cells);
}

HeadTrace TuringSession::last_step(int head) const {
  const State& s = *state_;
  const kernels::MemoryShape& m = s.shape;
  CHECK(head >= 0 && head < m.heads(), "TuringSession: no head ", head);
  const Index writer = head - m.read_heads;
  const auto said = [&](Index first, Index count) { return Mat(s.heads.middleCols(first, count)); };
  const auto cells = [&](const Mat& all) { return Mat(all.middleCols(head * m.cells, m.cells)); };
  return {.key = said(head * m.width, m.width),
          .strength = said(m.strength() + head, 1),
          .gate = said(m.gate() + head, 1),
          .shift = said(m.shift() + head * m.shifts, m.shifts),
          .sharpen = said(m.gamma() + head, 1),
          .cosines = cells(s.cosines),
          .content = cells(s.content),
          .gated = cells(s.gated),
          .shifted = cells(s.shifted),
          .weights = cells(s.weights[s.now()]),
          .erase = writer >= 0 ? said(m.erase() + writer * m.width, m.width) : Mat(),
          .add = writer >= 0 ? said(m.add() + writer * m.width, m.width) : Mat()};
}

namespace {

/// The matrices of a HeadTrace, for what is done to each.
constexpr Mat HeadTrace::*kHeadMatrices[] = {&HeadTrace::key,     &HeadTrace::strength, &HeadTrace::gate,    &HeadTrace::shift,
                                             &HeadTrace::sharpen, &HeadTrace::cosines,  &HeadTrace::content, &HeadTrace::gated,
                                             &HeadTrace::shifted, &HeadTrace::weights,  &HeadTrace::erase,   &HeadTrace::add};

void record(const HeadTrace& step, Index at, Index steps, HeadTrace* all) {
  for (const auto matrix : kHeadMatrices) {
    const Mat& row = step.*matrix;
    if (row.size() == 0) continue;
    Mat& rows = all->*matrix;
    if (rows.size() == 0) rows.resize(steps, row.cols());
    rows.row(at) = row;
  }
}

}  // namespace

TuringTrace trace(const TuringMachine& model, In inputs, int cells) {
  TuringSession session(model, cells);
  const kernels::MemoryShape shape = model.memory_shape();
  const Index steps = inputs.rows();
  TuringTrace all{.logits = Mat(steps, model.outputs()),
                  .controller = Mat(steps, model.settings().units),
                  .reads = Mat(steps, shape.reads()),
                  .memory = {session.memory()},
                  .first_weights = Mat(shape.heads(), session.weights(0).cols()),
                  .read_heads = std::vector<HeadTrace>(static_cast<std::size_t>(shape.read_heads)),
                  .write_heads = std::vector<HeadTrace>(static_cast<std::size_t>(shape.write_heads))};
  for (int head = 0; head < shape.heads(); ++head) all.first_weights.row(head) = session.weights(head);
  for (Index step = 0; step < steps; ++step) {
    all.logits.row(step) = session.step(inputs.row(step));
    all.controller.row(step) = session.controller();
    all.reads.row(step) = session.reads();
    all.memory.push_back(session.memory());
    for (int head = 0; head < shape.heads(); ++head) {
      const int writer = head - static_cast<int>(shape.read_heads);
      HeadTrace& own = writer < 0 ? all.read_heads[static_cast<std::size_t>(head)] : all.write_heads[static_cast<std::size_t>(writer)];
      record(session.last_step(head), step, steps, &own);
    }
  }
  return all;
}

}  // namespace attn::models
