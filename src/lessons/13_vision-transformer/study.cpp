#include "lessons/13_vision-transformer/study.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/softmax.h"
#include "training/models.h"

namespace attn::lessons::vision_transformer {
namespace {

constexpr Real kUnknown = std::numeric_limits<Real>::quiet_NaN();

Answer said(Mat logits) {
  Answer out;
  out.probabilities = kernels::softmax_rows(logits);
  out.logits = std::move(logits);
  out.here = true;
  return out;
}

Answer silent(Index classes) { return {Mat::Constant(1, classes, kUnknown), Mat::Constant(1, classes, kUnknown)}; }

Mat as_row(const Mat& image) { return Eigen::Map<const Mat>(image.data(), 1, image.size()); }

models::Bending bending_of(const Params& p) {
  models::Bending bending;
  for (Index i = 0; i < p.cut.rows(); ++i)
    bending.cut.push_back({models::AttentionPart::decoder_self, static_cast<int>(p.cut(i, 0)) - 1, static_cast<int>(p.cut(i, 1)) - 1});
  return bending;
}

/// `row` [1, 1 + k] about the tokens of the run, as one about all tokens: 0 for those that are hidden.
Mat spread(const Result& r, In row) {
  Mat out = Mat::Zero(1, 1 + r.settings.patches());
  out(0, 0) = row(0, 0);
  for (std::size_t i = 0; i < r.seen.size(); ++i) out(0, 1 + r.seen[i]) = row(0, 1 + static_cast<Index>(i));
  return out;
}

/// Who looks where: scores, weights, what lies over the image, and how far heads look.
void note_attention(const Params& p, Result* r) {
  const models::VisionSettings& s = r->settings;
  const Index n = s.patches(), aside = s.patches_aside(), heads = Index(s.layers) * s.heads;
  r->scores = r->weights = Mat::Constant(heads, 1 + n, kUnknown), r->over = r->rolled = Mat::Constant(1, 1 + n, kUnknown);
  r->maps = Mat::Constant(s.layers * aside, s.heads * aside, kUnknown);
  r->reach = Mat::Constant(heads, n, kUnknown), r->distance = Mat::Constant(heads, 1, kUnknown);
  if (!r->attends()) return;
  const int asks = r->row_of(p.asks);
  const models::VisionRun& run = r->run;
  for (Index h = 0; h < heads; ++h) {
    const models::AttentionRun& self = run.layers[static_cast<std::size_t>(h / s.heads)].self;
    const Mat& weights = self.weights[static_cast<std::size_t>(h % s.heads)];
    if (asks >= 0) {
      r->scores.row(h) = spread(*r, self.scores[static_cast<std::size_t>(h % s.heads)].row(asks));
      r->weights.row(h) = spread(*r, weights.row(asks));
      for (Index i = 0; i < n; ++i) r->maps(h / s.heads * aside + i / aside, h % s.heads * aside + i % aside) = r->weights(h, 1 + i);
    }
    double sum = 0;
    for (std::size_t i = 0; i < r->seen.size(); ++i) {
      double far = 0, all = 0;
      for (std::size_t j = 0; j < r->seen.size(); ++j) {
        const double w = static_cast<double>(weights(1 + static_cast<Index>(i), 1 + static_cast<Index>(j)));
        far += w * static_cast<double>(distance_between(s, r->seen[i], r->seen[j])), all += w;
      }
      r->reach(h, r->seen[i]) = static_cast<Real>(all > 0 ? far / all : 0);
      sum += static_cast<double>(r->reach(h, r->seen[i]));
    }
    if (!r->seen.empty()) r->distance(h, 0) = static_cast<Real>(sum / static_cast<double>(r->seen.size()));
  }
  const Mat rolled = models::rollout(run.layers);
  r->rolled = spread(*r, rolled.row(0));
  if (asks < 0) return;
  const Index first = Index(p.layer - 1) * s.heads;
  if (p.over == Over::head) r->over = r->weights.row(first + p.head - 1);
  if (p.over == Over::mean) r->over = r->weights.middleRows(first, s.heads).colwise().mean();
  if (p.over == Over::rollout) r->over = spread(*r, rolled.row(asks));
}

/// What the tokens are made of.
void note_tokens(const models::VisionTransformer* model, Result* r) {
  const models::VisionSettings& s = r->settings;
  const Index n = s.patches(), aside = s.patches_aside();
  r->pixels = Mat(n, s.patch * s.patch);
  for (Index i = 0; i < n; ++i)
    for (Index k = 0; k < r->pixels.cols(); ++k)
      r->pixels(i, k) = r->image(i / aside * s.patch + k / s.patch, i % aside * s.patch + k % s.patch);
  r->tokens = Mat::Constant(n, s.width, kUnknown), r->input = Mat::Constant(1 + n, s.width, kUnknown);
  r->similarity = Mat::Constant(aside * aside, aside * aside, kUnknown);
  r->filters = Mat::Constant(s.patch * s.patch, s.width, kUnknown), r->filter_bias = Mat::Constant(1, s.width, kUnknown);
  r->positions = Mat::Constant(1 + n, s.width, kUnknown);
  r->head = Mat::Constant(s.width, s.classes, kUnknown), r->head_bias = Mat::Constant(1, s.classes, kUnknown);
  if (!model) return;
  r->filters = model->projection(), r->filter_bias = model->projection_bias(), r->positions = model->positions();
  r->head = model->head(), r->head_bias = model->head_bias();
  r->input.row(0) = r->run.input.row(0);
  for (std::size_t i = 0; i < r->seen.size(); ++i) {
    r->tokens.row(r->seen[i]) = r->run.tokens.row(static_cast<Index>(i));
    r->input.row(1 + r->seen[i]) = r->run.input.row(1 + static_cast<Index>(i));
  }
  if (!s.positions) return;
  for (Index a = 0; a < n; ++a)
    for (Index b = 0; b < n; ++b)
      r->similarity(a / aside * aside + b / aside, a % aside * aside + b % aside) =
          r->positions.row(1 + a).dot(r->positions.row(1 + b)) / (r->positions.row(1 + a).norm() * r->positions.row(1 + b).norm());
}

/// What the networks beside answer, each shown the drawing in patches of its own size, and what all were measured at.
void note_networks(const Params& p, const training::Models& models, const Mat& drawing, Result* r) {
  r->all.fill(silent(r->answer.logits.cols()));
  r->right = Mat::Constant(3, kSeenKinds, kUnknown);
  const auto note = [&](const VisionLearner& learner) {
    const auto row = static_cast<Index>(learner.choice().network);
    for (std::size_t kind = 0; kind < kSeenKinds; ++kind)
      if (const Count& count = learner.studied(static_cast<Seen>(kind)); count.asked)
        r->right(row, static_cast<Index>(kind)) = static_cast<Real>(count.share());
  };
  for (const auto& [name, trainer] : models.beside) {
    const VisionLearner& learner = learner_of(trainer);
    note(learner);
    r->all[static_cast<std::size_t>(learner.choice().network)] =
        said(learner.logits(as_row(in_order(drawing, patch_order(p.order, vision_settings(learner.choice()).patches())))));
  }
  note(learner_of(models.trainer));
  r->all[static_cast<std::size_t>(p.network)] = r->answer;
}

}  // namespace

int Answer::best() const {
  Index best = 0;
  if (here) probabilities.row(0).maxCoeff(&best);
  return static_cast<int>(best);
}

int Result::row_of(int token) const {
  if (token == 0) return 0;
  const auto found = std::find(seen.begin(), seen.end(), token - 1);
  return found == seen.end() ? -1 : 1 + static_cast<int>(found - seen.begin());
}

const models::VisionTransformer* transformer_of(const training::Models& models) { return learner_of(models.trainer).transformer(); }

Real distance_between(const models::VisionSettings& s, int a, int b) {
  const int aside = s.patches_aside();
  return static_cast<Real>(s.patch * std::hypot(a / aside - b / aside, a % aside - b % aside));
}

Result compute(const Params& p, const training::Models& models, const compute::Backend& backend) {
  Result r;
  r.settings = settings_of(p);
  r.classes = classes_of(p.task);
  r.label = label_of(p);
  r.seen = seen_of(p);
  const Mat drawing = drawing_of(p);
  r.image = in_order(drawing, order_of(p));
  const VisionLearner& learner = learner_of(models.trainer);
  const models::VisionTransformer* model = learner.transformer();
  if (model) {
    r.run = models::run(*model, r.image, r.seen, bending_of(p), backend.engine);
    r.answer = said(r.run.logits);
  } else {
    r.answer = said(learner.logits(as_row(r.image)));
  }
  r.plain = said(learner.logits(as_row(drawing)));
  note_attention(p, &r);
  note_tokens(model, &r);
  note_networks(p, models, drawing, &r);
  return r;
}

Mat costs() {
  Mat out(static_cast<Index>(kPatches.size()), 3);
  for (std::size_t i = 0; i < kPatches.size(); ++i) {
    const models::VisionSettings s = vision_settings({.patch = kPatches[i]});
    const double n = s.patches(), tokens = n + 1, d = s.width;
    const double scores = s.layers * s.heads * tokens * tokens;
    const double block = tokens * (4 * d * d + 2 * d * s.hidden) + 2 * tokens * tokens * d;
    const double all = n * s.patch * s.patch * d + s.layers * block + d * s.classes;
    out.row(static_cast<Index>(i)) << static_cast<Real>(tokens), static_cast<Real>(scores), static_cast<Real>(all / 1000);
  }
  return out;
}

}  // namespace attn::lessons::vision_transformer
