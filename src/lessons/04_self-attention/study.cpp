#include "lessons/04_self-attention/study.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string_view>

#include "base/rng.h"
#include "kernels/mask.h"
#include "kernels/matmul.h"
#include "lessons/sentence/sentence.h"

namespace attn::lessons::self_attention {
namespace {

using sentence::embeddings;

Mat nudged(Mat x, const Mat& nudge) {
  const Index rows = std::min(x.rows(), nudge.rows());
  x.topRows(rows) += nudge.topRows(rows);
  return x;
}

Mask preset_mask(const Params& s, Index n, Index m, int pad) {
  switch (s.preset) {
    case Preset::kNone:
    case Preset::kPainted:
      break;
    case Preset::kPadding:
      return kernels::padding_mask(n, m, m - pad);
    case Preset::kCausal:
      return kernels::causal_mask(n, m);
    case Preset::kWindow:
      return kernels::window_mask(n, m, s.window);
    case Preset::kPrefix:
      return kernels::prefix_mask(n, m, std::min<Index>(s.prefix, m));
  }
  return kernels::full_mask(n, m);
}

/// The cells that preset and setting leave open.
Mask usual_cells(const Params& s, Index n, Index m, int pad) {
  Mask allowed = preset_mask(s, n, m, pad);
  if (s.setting == Setting::kCausal) allowed = allowed.array() && kernels::causal_mask(n, m).array();
  return allowed;
}

Mask allowed_cells(const Params& s, Index n, Index m) {
  Mask allowed = usual_cells(s, n, m, s.pad).array() && s.mask.array();
  if (s.flipped) allowed = !allowed.array();
  return allowed;
}

kernels::MultiHeadWeights matrices_of(const Params& s) {
  const Mat identity = Mat::Identity(kWidth, kWidth);
  if (s.setting == Setting::kBase) return {identity, identity, identity, identity, {}, {}, {}, {}};
  return {s.wq, s.wk, s.wv, s.wo, {}, {}, {}, {}};
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

long_text::LongHead make_long_head(const Params& s, const Result& r) {
  const auto read = [](const std::string& text) { return sentence::tokens(text, long_text::kMostTokens); };
  long_text::LongHead head;
  head.asking = read(s.text_of_many.text.empty() ? long_text::tale() : s.text_of_many.text);
  head.answering = s.is_cross() ? read(s.other) : head.asking;
  const int width = s.head_width(), first = (s.head - 1) * width;
  head.q = kernels::product(embeddings(head.asking, kWidth), r.matrices.wq.middleCols(first, width));
  head.k = kernels::product(embeddings(head.answering, kWidth), r.matrices.wk.middleCols(first, width));
  head.scale = 1 / std::sqrt(static_cast<Real>(width));
  Mask allowed = usual_cells(s, head.q.rows(), head.k.rows(), 0);
  if (s.flipped) allowed = !allowed.array();
  if (!allowed.all()) head.allowed = std::move(allowed);
  long_text::attend(&head, *r.backend);
  return head;
}

}  // namespace

namespace {

std::string long_key(const Params& p, const Result& r) {
  static const params::Table<Params> table = Params::table();
  return "self-attention " + std::string(r.backend->name) +
         long_text::key_of(table.rows(),
                           {"long-text", "setting", "other", "heads", "head", "preset", "window", "prefix", "flipped", "wq", "wk"}, &p);
}

}  // namespace

const long_text::LongHead& long_head(const Params& p, const Result& r) {
  return long_text::kept(long_key(p, r), [&] { return make_long_head(p, r); });
}

course::Tensor read_long_weights(const Params& p, const Result& r) {
  return long_text::read_weights(long_text::find_kept(long_key(p, r)), p.text_of_many);
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
  r.matrices = matrices_of(s);
  r.attention = multi_head_attention(r.x, r.c, r.c, r.matrices, s.heads(), &r.allowed);
  attend_shuffled(s, multi_head_attention, &r);
  return r;
}

}  // namespace attn::lessons::self_attention
