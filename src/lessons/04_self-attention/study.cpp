#include "lessons/04_self-attention/study.h"

#include <algorithm>
#include <numeric>

#include "base/rng.h"
#include "kernels/mask.h"
#include "lessons/04_self-attention/matrices.h"
#include "lessons/sentence/sentence.h"

namespace attn::lessons::self_attention {
namespace {

using sentence::embeddings, sentence::kPadToken, sentence::tokens;

std::vector<std::string> padded(std::vector<std::string> tokens, int pads) {
  tokens.insert(tokens.end(), static_cast<size_t>(pads), std::string(kPadToken));
  return tokens;
}

std::vector<std::string> asking(const Params& s) { return padded(tokens(s.text, kTokens), s.is_cross() ? 0 : s.pad); }

std::vector<std::string> answering(const Params& s) { return s.is_cross() ? padded(tokens(s.other, kTokens), s.pad) : asking(s); }

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

Mask resized(const Mask& mask, Index n, Index m) {
  Mask out = Mask::Constant(n, m, true);
  const Index rows = std::min(n, mask.rows()), cols = std::min(m, mask.cols());
  out.topLeftCorner(rows, cols) = mask.topLeftCorner(rows, cols);
  return out;
}

Mat trimmed(const Mat& nudge, size_t tokens) {
  Index rows = std::min(nudge.rows(), static_cast<Index>(tokens));
  while (rows > 1 && nudge.row(rows - 1).isZero(0)) --rows;
  return nudge.topRows(rows);
}

std::vector<int> shuffled_order(size_t n, int seed) {
  std::vector<int> order(n);
  std::iota(order.begin(), order.end(), 0);
  Rng rng(static_cast<std::uint64_t>(seed));
  if (seed > 0) rng.shuffle(&order);
  return order;
}

/// The same layer on the shuffled sentence. The mask stays where it is: it speaks of places, not of tokens.
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

/// Whether `preset` closes cells of its own.
bool is_usual(Preset preset) { return preset != Preset::kNone && preset != Preset::kPainted; }

/// The preset and the painted mask [n,m] of `after` say the same.
void settle_mask(const Params& before, Params& after, Index n, Index m) {
  after.mask = resized(after.mask, n, m);
  const bool repainted = after.mask != resized(before.mask, n, m), chosen = after.preset != before.preset;
  if (chosen && !repainted && after.preset == Preset::kNone) after.mask.setConstant(true);
  if (is_usual(after.preset) && (chosen || !repainted || after.mask.all())) return;
  after.preset = after.mask.all() ? Preset::kNone : Preset::kPainted;
}

}  // namespace

Params::Params()
    : text("Hang them not let them go"),
      other("Pendez - les , ne les laissez pas partir"),
      mask(Mask::Constant(6, 6, true)),
      nudge(Mat::Zero(1, kWidth)),
      nudge_other(Mat::Zero(1, kWidth)),
      wq(first_wq()),
      wk(first_wk()),
      wv(first_wv()),
      wo(first_wo()) {}

void settle(const Params& before, Params& after) {
  after.head = std::min(after.head, after.heads());
  if (after.preset == Preset::kPadding && after.pad == 0) after.pad = 2;
  const auto n = static_cast<Index>(asking(after).size()), m = static_cast<Index>(answering(after).size());
  settle_mask(before, after, n, m);
  after.nudge = trimmed(after.nudge, static_cast<size_t>(n));
  after.nudge_other = trimmed(after.nudge_other, tokens(after.other, kTokens).size());
}

void paint(Params& params, const Mask& shown) {
  params.preset = Preset::kPainted;
  params.mask = shown;
  if (params.flipped) params.mask = !shown.array();
  const Mask causal = kernels::causal_mask(shown.rows(), shown.cols());
  if (params.setting == Setting::kCausal && (params.mask.array() && !causal.array()).any()) params.setting = Setting::kGlobal;
}

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
