#include "lessons/08_positions/order_study.h"

#include <limits>

#include "models/transformer_decoding.h"
#include "tasks/order.h"
#include "training/models.h"

namespace attn::lessons::positions {
namespace {

Answers answers_of(const models::TransformerRun& run, const Tokens& target) {
  Answers a{{}, run.logits, run.probabilities, Mat(run.logits.rows(), 1)};
  for (Index t = 0; t < a.logits.rows(); ++t) {
    Index best = 0;
    a.logits.row(t).maxCoeff(&best);
    const int right = target[static_cast<size_t>(t)];
    a.said.push_back(static_cast<int>(best));
    a.right += best == right;
    a.of_right(t, 0) = a.probabilities(t, right);
  }
  return a;
}

ByLength by_length(const training::Trainer& trainer) {
  ByLength out;
  out.measured = trainer.measured();
  out.counts = learner_of(trainer).study_counts();
  out.share = Mat(static_cast<Index>(out.counts.size()), 1);
  for (Index k = 0; k < out.share.rows(); ++k) {
    const PlaceCount& count = out.counts[static_cast<size_t>(k)];
    const bool known = out.measured && count.places > 0;
    out.share(k, 0) = known ? static_cast<Real>(count.share()) : std::numeric_limits<Real>::quiet_NaN();
    if (known) out.total.add(count);
  }
  return out;
}

}  // namespace

OrderResult study_order(const Tokens& source, const training::Models& models, autodiff::MakeEngine engine) {
  const OrderLearner& learner = learner_of(models.trainer);
  OrderResult out;
  out.task = &learner.task();
  tasks::Example example;
  learner.task().solve(learner.task(), source, &example);
  out.source = source, out.target = example.target;
  out.kind = learner.model().settings().positions;
  const models::TransformerRun run = models::run(learner.model(), source, {}, {}, engine);
  out.model = answers_of(run, out.target);
  out.turned = models::translate_all(learner.model(), {Tokens(source.rbegin(), source.rend())}).front();
  for (const models::BlockRun& layer : run.encoder.layers) {
    out.weights.insert(out.weights.end(), layer.self.weights.begin(), layer.self.weights.end());
    out.scores.insert(out.scores.end(), layer.self.scores.begin(), layer.self.scores.end());
  }
  out.by_length = by_length(models.trainer);
  for (const auto& [name, rival] : models.beside) {
    out.rival_kind = learner_of(rival).model().settings().positions;
    out.rival = answers_of(models::run(learner_of(rival).model(), source, {}, {}, engine), out.target);
    out.rival_by_length = by_length(rival);
  }
  const auto k = static_cast<Index>(out.by_length.counts.size());
  out.lengths = out.chance = Mat(k, 1);
  double right = 0, places = 0;
  for (Index i = 0; i < k; ++i) {
    const int n = out.by_length.counts[static_cast<size_t>(i)].length;
    out.lengths(i, 0) = static_cast<Real>(n);
    out.chance(i, 0) = static_cast<Real>(tasks::best_without_places(n));
    right += n * tasks::best_without_places(n), places += n;
  }
  out.mean_chance = right / places;
  out.provenance = models.trainer.provenance();
  return out;
}

}  // namespace attn::lessons::positions
