#include "autodiff/attention.h"

#include <algorithm>

#include "autodiff/op_parts.h"
#include "kernels/alignment.h"
#include "kernels/attention.h"
#include "kernels/elementwise.h"
#include "kernels/softmax.h"

namespace attn::autodiff {

Var softmax_rows(Var scores, const Mask* mask, Real temperature) {
  const Var y = make_from({scores}, scores.rows(), scores.cols());
  if (computed_by_engine(y, &Engine::softmax_rows, scores, mask, temperature)) return y;
  kernels::softmax_rows(scores.value(), mask, temperature, y.value());
  y.tape->on_backward(y,
                      [scores, temperature, y] { kernels::add_softmax_rows_vjp(y.value(), y.gradient(), temperature, scores.gradient()); });
  return y;
}

// ---- attention -------------------------------------------------------------------------------------------------------------------------

namespace {

Mat value_or_empty(Var x) { return x ? Mat(x.value()) : Mat(); }

kernels::AttentionOptions options_of(const AttentionSettings& settings) {
  const ScoreVars& weights = settings.weights;
  return {.score = settings.score,
          .weights = {value_or_empty(weights.m), value_or_empty(weights.wq), value_or_empty(weights.wk), value_or_empty(weights.w)},
          .mask = settings.mask,
          .temperature = settings.temperature};
}

void add_to_gradient(const Mat& d, Var x) {
  if (x.needs_gradient()) kernels::add_scaled(d, 1, x.gradient());
}

View copied(Tape& tape, const Mat& x) {
  View copy = tape.scratch(x.rows(), x.cols());
  copy = x;
  return copy;
}

}  // namespace

Attended attention(Var q, Var k, Var v, const AttentionSettings& settings) {
  const ScoreVars& w = settings.weights;
  const Var y = make_from({q, k, v, w.m, w.wq, w.wk, w.w}, q.rows(), v.cols());
  const kernels::Attention forward = kernels::attention(q.value(), k.value(), v.value(), options_of(settings));
  y.value() = forward.output;
  const View scores = copied(*y.tape, forward.scores), weights = copied(*y.tape, forward.weights);
  y.tape->on_backward(y, [=] {
    const kernels::Attention kept{scores, weights, y.value()};
    const kernels::AttentionGrads d = kernels::attention_vjp(q.value(), k.value(), v.value(), options_of(settings), kept, y.gradient());
    add_to_gradient(d.d_q, q);
    add_to_gradient(d.d_k, k);
    add_to_gradient(d.d_v, v);
    add_to_gradient(d.d_weights.m, settings.weights.m);
    add_to_gradient(d.d_weights.wq, settings.weights.wq);
    add_to_gradient(d.d_weights.wk, settings.weights.wk);
    add_to_gradient(d.d_weights.w, settings.weights.w);
  });
  return {y, scores, weights};
}

// ---- alignment -------------------------------------------------------------------------------------------------------------------------

namespace {

const int* copied(Tape& tape, const int* from, int otherwise, Index count) {
  int* to = tape.scratch_array<int>(static_cast<std::size_t>(count));
  if (from)
    std::copy(from, from + count, to);
  else
    std::fill(to, to + count, otherwise);
  return to;
}

/// First and last position of each example that are in its sentence and in the window.
std::pair<std::span<const int>, std::span<const int>> within_reach(Tape& tape, const int* lengths, const Window& window, Index batch,
                                                                   int positions) {
  const auto count = static_cast<std::size_t>(batch);
  int *first = tape.scratch_array<int>(count), *last = tape.scratch_array<int>(count);
  for (std::size_t i = 0; i < count; ++i) {
    first[i] = std::max(0, window.first ? window.first[i] : 0);
    last[i] = std::min((lengths ? lengths[i] : positions) - 1, window.last ? window.last[i] : positions - 1);
  }
  return {{first, count}, {last, count}};
}

struct Alignment {
  Var query, context;
  Annotations annotations;
  Var centre;
  const int *first, *last;
  Real deviation;
  View scores, softmax, weights, units;

  kernels::AlignmentInput input() const {
    return {.query = query.value(),
            .keys = annotations.keys.value(),
            .values = annotations.values.value(),
            .w = annotations.w ? annotations.w.value().data() : nullptr,
            .lengths = annotations.lengths,
            .first = first,
            .last = last,
            .centre = centre ? centre.value().data() : nullptr,
            .deviation = deviation};
  }
  kernels::AlignmentOutput output() const { return {scores, softmax, weights, units, context.value()}; }
  void run_back() const {
    kernels::add_align_vjp(input(), output(), context.gradient(),
                           {.d_query = gradient_or_none(query),
                            .d_keys = gradient_or_none(annotations.keys),
                            .d_values = gradient_or_none(annotations.values),
                            .d_w = gradient_or_none(annotations.w).data(),
                            .d_centre = gradient_or_none(centre).data()});
  }
};

}  // namespace

Aligned align(Var query, const Annotations& annotations, const Window& window) {
  const Var keys = annotations.keys, values = annotations.values, w = annotations.w;
  const Index batch = annotations.batch, all = values.rows();
  CHECK(batch > 0 && all % batch == 0 && keys.rows() == all && query.rows() == batch && query.cols() == keys.cols(), "align: query is ",
        shape(query.value()), ", keys ", shape(keys.value()), ", values ", shape(values.value()), ", the batch ", batch);
  CHECK(!w || w.value().size() == keys.cols(), "align: keys are ", shape(keys.value()), ", w is ", shape(w.value()));
  CHECK(!window.centre || window.centre.value().size() == batch, "align: the centre is ", shape(window.centre.value()));
  Tape& tape = tape_of({query, keys, values, w, window.centre});
  const Index positions = all / batch;
  const bool windowed = window.first || window.last;
  const Var context = make_from({query, keys, values, w, window.centre}, batch, values.cols());
  const Var scores = tape.make(batch, positions, false), weights = tape.make(batch, positions, false);
  if (tape.engine_forward()) {
    const auto [first, last] = within_reach(tape, annotations.lengths, window, batch, static_cast<int>(positions));
    if (tape.engine()->align({query, keys, values, w, first, last, window.centre, window.deviation}, scores, weights, context))
      return {context, scores, weights};
  }
  const Alignment step{.query = query,
                       .context = context,
                       .annotations = annotations,
                       .centre = window.centre,
                       .first = windowed ? copied(tape, window.first, 0, batch) : nullptr,
                       .last = windowed ? copied(tape, window.last, static_cast<int>(positions) - 1, batch) : nullptr,
                       .deviation = window.deviation,
                       .scores = scores.value(),
                       .softmax = window.centre ? tape.scratch(batch, positions) : no_view(),
                       .weights = weights.value(),
                       .units = w && context.needs_gradient() ? tape.scratch(all, keys.cols()) : no_view()};
  kernels::align_into(step.input(), step.output());
  tape.on_backward(context, [step] { step.run_back(); });
  return {context, scores, weights};
}

}  // namespace attn::autodiff
