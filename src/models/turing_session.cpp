// Runs one sequence through a Turing machine step by step, and makes the record of a whole run.
#include <array>
#include <optional>

#include "base/check.h"
#include "models/turing_machine.h"
#include "models/turing_machine_layers.h"

namespace attn::models {
namespace {

/// What the head `head` did in every step of a recorded sequence.
HeadTrace read_head(const autodiff::MemoryRecord& r, int head) {
  const kernels::MemoryShape& m = r.shape;
  CHECK(head >= 0 && head < m.heads(), "TuringSession: no head ", head);
  const Index writer = head - m.read_heads, steps = r.heads.rows();
  const auto said = [&](Index first, Index count) { return Mat(r.heads.middleCols(first, count)); };
  const auto cells = [&](const autodiff::View& all) { return Mat(all.bottomRows(steps).middleCols(head * m.cells, m.cells)); };
  return {.key = said(head * m.width, m.width),
          .strength = said(m.strength() + head, 1),
          .gate = said(m.gate() + head, 1),
          .shift = said(m.shift() + head * m.shifts, m.shifts),
          .sharpen = said(m.gamma() + head, 1),
          .cosines = cells(r.cosines),
          .content = cells(r.content),
          .gated = cells(r.gated),
          .shifted = cells(r.shifted),
          .weights = cells(r.weights),
          .erase = writer >= 0 ? said(m.erase() + writer * m.width, m.width) : Mat(),
          .add = writer >= 0 ? said(m.add() + writer * m.width, m.width) : Mat()};
}

/// The memory after `step` steps.
Mat read_cells(const autodiff::MemoryRecord& r, Index step) {
  return kernels::memory_cells(r.memory.row(step).data(), r.shape.cells, r.shape.width);
}

}  // namespace

/// The state after a step. It is copied off the tape, so that the next step can clear the tape.
struct TuringSession::State {
  const TuringMachine& model;
  int cells, steps = 0;
  autodiff::Tape tape;
  Mat h, c, memory, weights, reads, logits;
  std::optional<autodiff::MemoryRecord> last;  ///< on the tape

  State(const TuringMachine& m, int n) : model(m), cells(n) { tape.set_recording(false); }
};

TuringSession::TuringSession(const TuringMachine& model, int cells) : state_(std::make_unique<State>(model, cells)) { restart(); }
TuringSession::TuringSession(TuringSession&&) noexcept = default;
TuringSession& TuringSession::operator=(TuringSession&&) noexcept = default;
TuringSession::~TuringSession() = default;

void TuringSession::restart() {
  State& s = *state_;
  s.tape.clear();
  const TuringState first = first_state(s.model, s.tape, 1, s.cells);
  s.steps = 0;
  s.last.reset();
  s.h = s.c = Mat::Zero(1, s.model.settings().units);
  s.memory = first.memory.value(), s.weights = first.weights.value(), s.reads = first.reads.value();
}

const Mat& TuringSession::step(In input) {
  State& s = *state_;
  s.tape.clear();
  const auto kept = [&](const Mat& x) { return s.tape.parameter(x, nullptr); };
  const TuringState before{
      .controller = {kept(s.h), kept(s.c)}, .memory = kept(s.memory), .weights = kept(s.weights), .reads = kept(s.reads)};
  const TuringRun now = run_steps(s.model, s.tape, input, 1, before);
  ++s.steps;
  s.last = now.memory.record();
  s.h = now.last.h.value();
  if (now.last.c) s.c = now.last.c.value();
  s.memory = Eigen::Map<const Mat>(s.last->memory.row(1).data(), s.memory.rows(), s.memory.cols());
  s.weights = Eigen::Map<const Mat>(s.last->weights.row(1).data(), s.weights.rows(), s.weights.cols());
  s.reads = now.reads.value();
  return s.logits = now.logits.value();
}

int TuringSession::steps() const { return state_->steps; }
Mat TuringSession::memory() const { return state_->memory.transpose(); }
Mat TuringSession::controller() const { return state_->h; }
Mat TuringSession::reads() const { return state_->reads; }
Mat TuringSession::weights(int head) const { return state_->weights.row(head); }
HeadTrace TuringSession::last_step(int head) const {
  CHECK(state_->last, "TuringSession: no step yet");
  return read_head(*state_->last, head);
}

TuringTrace trace(const TuringMachine& model, In inputs, int cells, autodiff::MakeEngine engine) {
  autodiff::Tape tape(engine ? engine() : nullptr);  // one without an engine records, so that the values of every step are kept
  const TuringState first = first_state(model, tape, 1, cells);
  const TuringRun ran = run_steps(model, tape, inputs, 1, first);
  tape.bring(std::array{ran.logits, ran.controller, ran.reads, first.weights});
  TuringTrace all{.logits = ran.logits.value(),
                  .controller = ran.controller.value(),
                  .reads = ran.reads.value(),
                  .memory = {},
                  .first_weights = first.weights.value(),
                  .read_heads = {},
                  .write_heads = {}};
  const autodiff::MemoryRecord record = ran.memory.record();
  for (Index step = 0; step <= inputs.rows(); ++step) all.memory.push_back(read_cells(record, step));
  for (int head = 0; head < record.shape.heads(); ++head)
    (head < record.shape.read_heads ? all.read_heads : all.write_heads).push_back(read_head(record, head));
  return all;
}

}  // namespace attn::models
