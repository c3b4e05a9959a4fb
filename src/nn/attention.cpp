#include "nn/attention.h"

namespace attn::nn {

Alignment::Alignment(Parameters& parameters, const std::string& name, AlignmentScore score, Index query, Index annotation, Index hidden,
                     Rng& rng)
    : score_(score), query_(query) {
  switch (score) {
    case AlignmentScore::dot:
      CHECK(query == annotation, "Alignment: dot with queries of ", query, " and annotations of ", annotation);
      return;
    case AlignmentScore::general:
      wq_ = &parameters.add(name + ".wq", glorot_uniform(query, annotation, rng));
      return;
    case AlignmentScore::additive:
      wq_ = &parameters.add(name + ".wq", glorot_uniform(query, hidden, rng));
      wk_ = &parameters.add(name + ".wk", glorot_uniform(annotation, hidden, rng));
      break;
    case AlignmentScore::concat:
      wq_ = &parameters.add(name + ".w", glorot_uniform(query + annotation, hidden, rng));
      break;
    case AlignmentScore::none:
      CHECK(false, "Alignment: no score for ", name);
  }
  v_ = &parameters.add(name + ".v", glorot_uniform(hidden, 1, rng));
}

Alignment::Prepared Alignment::prepare(autodiff::Tape& tape, autodiff::Var annotations, Index batch, const int* lengths, int steps,
                                       autodiff::Var values) const {
  Prepared prepared({.batch = batch, .values = values ? values : annotations, .keys = annotations, .w = {}, .lengths = lengths});
  if (score_ == AlignmentScore::dot) return prepared;
  autodiff::Var wq = on(tape, *wq_);
  if (score_ != AlignmentScore::general) {
    autodiff::Var wk;
    if (score_ == AlignmentScore::concat) {
      wk = autodiff::slice_rows(wq, query_, wq.rows() - query_);
      wq = autodiff::slice_rows(wq, 0, query_);
    } else {
      wk = on(tape, *wk_);
    }
    prepared.annotations_.keys = autodiff::product(annotations, wk);
    prepared.annotations_.w = on(tape, *v_);
  }
  prepared.project_.emplace(wq, autodiff::Var(), steps, batch);
  return prepared;
}

}  // namespace attn::nn
