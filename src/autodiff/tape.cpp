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

void Tape::bring(Var x) {
  Node& here = nodes_[static_cast<std::size_t>(x.index)];
  here.value = scratch_array<Real>(static_cast<std::size_t>(here.rows * here.cols));
  if (engine_ && engine_->has(x)) engine_->read(x, here.value);
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

const Real* Tape::give_gradient(Var x) {
  CHECK(!node(x).lent, "autodiff: an engine computes with a gradient that others share");
  return std::exchange(nodes_[static_cast<std::size_t>(x.index)].gradient, nullptr);
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
  return add({const_cast<Real*>(value.data()), needs ? gradient->data() : nullptr, value.rows(), value.cols(), needs, true});
}

Var Tape::rows_of(Var whole, Index first, Index count) {
  const Node from = node(whole);
  CHECK(first >= 0 && count >= 0 && first + count <= from.rows, "autodiff: rows ", first, " to ", first + count, " of ",
        shape(whole.value()));
  if (engine_ && engine_->has(whole)) {
    const Var part = make(count, from.cols, from.needs);
    if (engine_->rows_of(whole, first, part)) return part;
    part.value() = whole.value().middleRows(first, count);
    on_backward(part, [=] { whole.gradient().middleRows(first, count) += part.gradient(); });
    return part;
  }
  if (from.value == nullptr) return bring(whole), rows_of(whole, first, count);
  const Index start = first * from.cols;
  if (from.needs && engine_) whole.gradient(), nodes_[static_cast<std::size_t>(whole.index)].lent = true;
  const Var part = add({from.value + start, from.needs ? node(whole).gradient + start : nullptr, count, from.cols, from.needs, true});
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

std::vector<std::pair<Var, Real*>> Tape::parameter_gradients() {
  std::vector<std::pair<Var, Real*>> all;
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    if (const Node& one = nodes_[i]; one.lent && one.needs) all.push_back({{this, static_cast<int>(i)}, one.gradient});
  return all;
}

}  // namespace attn::autodiff
