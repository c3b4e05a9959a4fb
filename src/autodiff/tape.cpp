#include "autodiff/tape.h"

#include "autodiff/engine.h"

namespace attn::autodiff {

Tape::Tape() = default;

Tape::Tape(std::unique_ptr<Engine> engine) : engine_(std::move(engine)), recording_(!engine_) {}

Tape::~Tape() = default;

void Tape::clear() {
  if (engine_) engine_->clear();
  values_.rewind();
  gradients_.rewind();
  nodes_.clear();
  last_ = nullptr;
}

Var Tape::add(const Node& node) {
  if (nodes_.size() == nodes_.capacity()) ++growths_;
  nodes_.push_back(node);
  return {this, static_cast<int>(nodes_.size()) - 1};
}

Var Tape::make(Index rows, Index cols, bool needs_gradient) {
  if (engine_) return add({nullptr, nullptr, rows, cols});
  const std::size_t bytes = static_cast<std::size_t>(rows * cols) * sizeof(Real);
  return add({static_cast<Real*>(values_.take(bytes)), needs_gradient && recording_ ? static_cast<Real*>(gradients_.take(bytes)) : nullptr,
              rows, cols});
}

void Tape::bring(Var x) {
  Node& here = nodes_[static_cast<std::size_t>(x.index)];
  here.value = scratch_array<Real>(static_cast<std::size_t>(here.rows * here.cols));
  if (engine_ && engine_->has(x)) engine_->read(x, here.value);
}

void Var::changed() const {
  if (tape->engine()) tape->engine()->forget(*this);
}

Var Tape::constant(In value) {
  const Var x = make(value.rows(), value.cols(), false);
  x.value() = value;
  return x;
}

Var Tape::parameter(const Mat& value, Mat* gradient) {
  CHECK(!gradient || (gradient->rows() == value.rows() && gradient->cols() == value.cols()), "autodiff: a parameter ", shape(value),
        " with a gradient ", shape(*gradient));
  return add({const_cast<Real*>(value.data()), gradient && recording_ ? gradient->data() : nullptr, value.rows(), value.cols()});
}

Var Tape::rows_of(Var whole, Index first, Index count) {
  const Node from = node(whole);
  CHECK(first >= 0 && count >= 0 && first + count <= from.rows, "autodiff: rows ", first, " to ", first + count, " of ",
        shape(whole.value()));
  if (engine_ && engine_->has(whole)) {
    const Var part = make(count, from.cols, false);
    if (engine_->rows_of(whole, first, part)) return part;
    part.value() = whole.value().middleRows(first, count);
    return part;
  }
  if (from.value == nullptr) return bring(whole), rows_of(whole, first, count);
  const Index start = first * from.cols;
  return add({from.value + start, from.gradient ? from.gradient + start : nullptr, count, from.cols});
}

View Tape::scratch(Index rows, Index cols) { return View(scratch_array<Real>(static_cast<std::size_t>(rows * cols)), rows, cols); }

void Tape::backward(Var loss) {
  CHECK(loss.rows() == 1 && loss.cols() == 1, "backward: the loss is ", shape(loss.value()));
  CHECK(loss.needs_gradient(), "backward: the loss depends on nothing that needs a gradient");
  gradients_.zero();
  loss.gradient()(0, 0) = 1;
  for (Function* f = last_; f; f = f->previous) f->call(f->captures);
}

}  // namespace attn::autodiff
