#include "lessons/17_neural-turing-machine/memories.h"

#include <array>

#include "kernels/positions.h"

namespace attn::lessons::neural_turing_machine {
namespace {

constexpr int kPlaceWidth = 16;  ///< width of the sinusoidal positions
constexpr Real kPlaceBase = 100;

kernels::Attention attend(In queries, In keys, bool causal) {
  return kernels::attention(queries, keys, keys, {.temperature = kPlaceTemperature, .causal = causal});
}

StoreTrace empty(int cells, int steps) { return {Mat::Zero(cells, steps), Mat::Zero(cells, steps)}; }

void keep_annotations(MemoriesResult& r) {
  StoreTrace& trace = r.stores[kAnnotations] = empty(2 * r.vectors, r.steps);
  const Mat places = kernels::sinusoidal_positions(r.vectors, kPlaceWidth, kPlaceBase);
  const kernels::Attention attention = attend(places, places, false);
  r.annotation_scores = attention.scores;
  for (int t = 0; t < r.steps; ++t) {
    const int first = r.sequence(t) * r.vectors;
    if (const int v = r.vector_in(t); v >= 0) trace.written(first + v, t) = 1;
    if (const int v = r.vector_out(t); v >= 0) trace.read.block(first, t, r.vectors, 1) = attention.weights.row(v).transpose();
  }
}

/// The cache. A step that says a vector asks for the place where that vector came in; any other step asks for its own place.
void keep_cache(MemoriesResult& r) {
  StoreTrace& trace = r.stores[kCache] = empty(r.steps, r.steps);
  r.places = Mat(r.steps, 1);
  for (int t = 0; t < r.steps; ++t) {
    r.places(t, 0) = static_cast<Real>(r.vector_out(t) >= 0 ? t - r.vectors - 1 : t);
    trace.written(t, t) = 1;
  }
  const Mat keys = kernels::sinusoidal_positions(r.steps, kPlaceWidth, kPlaceBase);
  Mat queries(r.steps, kPlaceWidth);
  for (int t = 0; t < r.steps; ++t) queries.row(t) = keys.row(static_cast<Index>(r.places(t, 0)));
  const kernels::Attention attention = attend(queries, keys, true);
  r.cache_scores = attention.scores;
  trace.read = attention.weights.transpose();
}

void keep_cells(const Params& p, MemoriesResult& r) {
  StoreTrace& trace = r.stores[kRewritten] = empty(r.vectors + 1, r.steps);
  const Mat vectors = p.tape.cast<Real>();
  Mat weights = Mat::Zero(1, r.vectors + 1);
  weights(0, 0) = 1;
  r.tape = run_tape(vectors, Mat::Zero(r.vectors + 1, kTapeWidth), weights, false, 1, 1);
  const TapeStep last = r.tape.back();
  for (TapeStep& s : run_tape(vectors.rowwise().reverse(), last.after, last.head.at.weights, true, 1, 1)) r.tape.push_back(std::move(s));
  Mat used = Mat::Zero(trace.cells(), 1);
  for (int t = 0; t < r.steps; ++t) {
    const TapeStep& s = r.tape[static_cast<size_t>(t)];
    const auto w = s.head.at.weights.row(0);
    if (s.add.size() == 0) trace.read.col(t) = w.transpose();
    for (Index c = 0; s.add.size() > 0 && c < w.size(); ++c)
      if (w(c) > Real(0.5)) trace.written(c, t) = used(c, 0) > 0 ? 2 : 1, used(c, 0) = 1;
  }
}

}  // namespace

MemoriesResult study_memories(const Params& p) {
  MemoriesResult r;
  r.vectors = static_cast<int>(p.tape.cols());
  r.steps = 4 * r.vectors + 4;
  keep_annotations(r);
  keep_cache(r);
  keep_cells(p, r);
  return r;
}

std::string_view store_name(Store store) {
  constexpr std::array<std::string_view, kStores> kNames{"Annotations", "Cache", "Cells"};
  return kNames[static_cast<size_t>(store)];
}

}  // namespace attn::lessons::neural_turing_machine
