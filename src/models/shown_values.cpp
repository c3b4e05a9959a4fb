#include "models/shown_values.h"

#include "models/transformer_layers.h"

namespace attn::models {
namespace {

/// The numbers of one sentence's heads.
std::vector<Mat> by_head(autodiff::Var numbers, int heads, Index n, Index m) {
  const Real* from = numbers.value().data();
  std::vector<Mat> out;
  for (int h = 0; h < heads; ++h) out.emplace_back(Eigen::Map<const Mat>(from + h * n * m, n, m));
  return out;
}

}  // namespace

void ShownValues::attention(const AttentionVars& vars, const autodiff::HeadsResult& result, autodiff::Var output, int heads,
                            AttentionRun* run) {
  if (!run) return;
  show(vars.q, &run->q), show(vars.k, &run->k), show(vars.v, &run->v);
  show(vars.concat, &run->concat), show(output, &run->output);
  heads_.push_back({result.scores, result.weights, heads, run});
}

void ShownValues::bring(autodiff::Tape& tape) {
  std::vector<autodiff::Var> all;
  for (const auto& [x, to] : values_) all.push_back(x);
  for (const Heads& heads : heads_) all.insert(all.end(), {heads.scores, heads.weights});
  tape.bring(all);
  for (const auto& [x, to] : values_) *to = x.value();
  for (const auto& [scores, weights, count, run] : heads_) {
    run->scores = by_head(scores, count, run->q.rows(), run->k.rows());
    run->weights = by_head(weights, count, run->q.rows(), run->k.rows());
  }
  values_.clear(), heads_.clear();
}

}  // namespace attn::models
