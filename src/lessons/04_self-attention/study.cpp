#include "lessons/04_self-attention/study.h"

#include <algorithm>
#include <numeric>

#include "base/rng.h"
#include "kernels/mask.h"
#include "lessons/sentence/sentence.h"

namespace attn::lessons::self_attention {
namespace {

using sentence::embeddings;

Mat nudged(Mat x, const Mat& nudge) {
  const Index rows = std::min(x.rows(), nudge.rows());
  x.topRows(rows) += nudge.topRows(rows);
  return x;
}

Mask preset_mask(const Params& s, Index n, Index m) {
  switch (s.preset) {
    case Preset::kNone:
    case Preset::kPainted:
      break;
    case Preset::kPadding:
      return kernels::padding_mask(n, m, m - s.pad);
    case Preset::kCausal:
      return kernels::causal_mask(n, m);
    case Preset::kWindow:
      return kernels::window_mask(n, m, s.window);
    case Preset::kPrefix:
      return kernels::prefix_mask(n, m, std::min<Index>(s.prefix, m));
  }
  return kernels::full_mask(n, m);
}

Mask allowed_cells(const Params& s, Index n, Index m) {
  Mask allowed = preset_mask(s, n, m).array() && s.mask.array();
  if (s.setting == Setting::kCausal) allowed = allowed.array() && kernels::causal_mask(n, m).array();
  if (s.flipped) allowed = !allowed.array();
  return allowed;
}

std::vector<int> shuffled_order(size_t n, int seed) {
  std::vector<int> order(n);
  std::iota(order.begin(), order.end(), 0);
  Rng rng(static_cast<std::uint64_t>(seed));
  if (seed > 0) rng.shuffle(&order);
  return order;
}

/// The same layer on the shuffled sentence. The mask is not shuffled, because it is about places and not about tokens.
void attend_shuffled(const Params& s, MultiHeadFunction multi_head_attention, Result* r) {
  r->order = shuffled_order(r->tokens.size(), s.shuffle);
  Mat x(r->x.rows(), kWidth);
  for (Index i = 0; i < x.rows(); ++i) x.row(i) = r->x.row(r->order[static_cast<size_t>(i)]);
  const Mat& c = s.is_cross() ? r->c : x;
  r->shuffled = multi_head_attention(x, c, c, r->matrices, s.heads(), &r->allowed).output;
  for (Index i = 0; i < x.rows(); ++i) {
    const auto before = r->attention.output.row(r->order[static_cast<size_t>(i)]);
    r->shuffle_difference = std::max(r->shuffle_difference, (r->shuffled.row(i) - before).cwiseAbs().maxCoeff());
  }
}

}  // namespace

std::vector<std::string> Result::shuffled_tokens() const {
  std::vector<std::string> names;
  for (int i : order) names.push_back(tokens[static_cast<size_t>(i)]);
  return names;
}

int Result::blind() const {
  int count = 0;
  for (Index i = 0; i < allowed.rows(); ++i) count += !allowed.row(i).any();
  return count;
}

Result attend(const Params& s, MultiHeadFunction multi_head_attention) {
  Result r;
  r.tokens = asking(s), r.context = answering(s);
  r.made_x = embeddings(r.tokens, kWidth), r.made_c = embeddings(r.context, kWidth);
  r.x = nudged(r.made_x, s.nudge);
  r.c = s.is_cross() ? nudged(r.made_c, s.nudge_other) : r.x;
  r.allowed = allowed_cells(s, r.x.rows(), r.c.rows());
  const bool base = s.setting == Setting::kBase;
  const Mat identity = Mat::Identity(kWidth, kWidth);
  r.matrices = base ? kernels::MultiHeadWeights{identity, identity, identity, identity, {}, {}, {}, {}}
                    : kernels::MultiHeadWeights{s.wq, s.wk, s.wv, s.wo, {}, {}, {}, {}};
  r.attention = multi_head_attention(r.x, r.c, r.c, r.matrices, s.heads(), &r.allowed);
  attend_shuffled(s, multi_head_attention, &r);
  return r;
}

}  // namespace attn::lessons::self_attention
