#include "autodiff/tape.h"

#include <algorithm>
#include <utility>

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
  const bool needs = needs_gradient && recording_;
  if (engine_) return add({nullptr, nullptr, rows, cols, needs});
  const std::size_t bytes = static_cast<std::size_t>(rows * cols) * sizeof(Real);
  return add({static_cast<Real*>(values_.take(bytes)), needs ? static_cast<Real*>(gradients_.take(bytes)) : nullptr, rows, cols, needs});
}

void Tape::bring(std::span<const Var> values) {
  std::vector<Var> there;
  std::vector<Real*> numbers;
  for (const Var x : values) {
    if (!x || node(x).value) continue;
    Node& here = nodes_[static_cast<std::size_t>(x.index)];
    here.value = scratch_array<Real>(static_cast<std::size_t>(here.rows * here.cols));
    if (engine_ && engine_->has(x)) there.push_back(x), numbers.push_back(here.value);
  }
  if (!there.empty()) engine_->read(there, numbers);
}

void Tape::bring_gradient(Var x) {
  Node& here = nodes_[static_cast<std::size_t>(x.index)];
  if (here.gradient == nullptr) {
    const auto count = static_cast<std::size_t>(here.rows * here.cols);
    here.gradient = static_cast<Real*>(gradients_.take(count * sizeof(Real)));
    std::fill_n(here.gradient, count, Real(0));
  }
  if (engine_->has_gradient(x)) engine_->take_gradient(x, here.gradient);
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
  const bool needs = gradient && recording_;
  return add({const_cast<Real*>(value.data()), needs ? gradient->data() : nullptr, value.rows(), value.cols(), needs});
}

Var Tape::rows_of(Var whole, Index first, Index count) {
  CHECK(first >= 0 && count >= 0 && first + count <= whole.rows(), "autodiff: rows beyond those of ", shape(whole.value()));
  if (engine_ && engine_->has(whole)) {
    const Var part = make(count, whole.cols(), whole.needs_gradient());
    if (engine_->rows_of(whole, first, part)) return part;
  }
  const bool needs = whole.needs_gradient();
  const Index start = first * whole.cols();
  const Var part = add({whole.value().data() + start, needs ? whole.gradient().data() + start : nullptr, count, whole.cols(), needs});
  if (engine_) on_backward(part, [part] { part.gradient(); });  // what an engine has of it comes to the whole
  return part;
}

View Tape::scratch(Index rows, Index cols) { return View(scratch_array<Real>(static_cast<std::size_t>(rows * cols)), rows, cols); }

void Tape::backward(Var loss) {
  CHECK(loss.rows() == 1 && loss.cols() == 1, "backward: the loss is ", shape(loss.value()));
  CHECK(loss.needs_gradient(), "backward: the loss depends on nothing that needs a gradient");
  gradients_.zero();
  if (engine_) engine_->forget_gradients();
  loss.gradient()(0, 0) = 1;
  for (Function* f = last_; f; f = f->previous) f->call(f->captures);
  if (engine_) engine_->take_gradients(*this);
}

}  // namespace attn::autodiff
