#include "models/sentence_attention.h"

#include <algorithm>
#include <numeric>

#include "base/rng.h"
#include "kernels/mask.h"
#include "models/sentence.h"

namespace attn::models {
namespace {

// With these the two heads of width 4 read the default sentence in its two ways: in head 1 "not" looks at "let", in head 2 at "Hang".
// W_k was drawn at random; W_q then solves for wanted scores, which five different words of width 8 allow.
constexpr Real kWq[] = {
    -0.1f, 0.5f,  -0.4f, -0.2f, -0.4f, -0.6f, -0.1f, 0.5f,  0.1f, -0.6f, 0.6f,  0.7f,  0,     -0.1f, -0.2f, -0.8f,
    0.4f,  0.9f,  0.2f,  -0.3f, 0,     0,     0.1f,  0.4f,  0.3f, 0.2f,  -0.3f, 0.3f,  0,     -0.4f, -0.3f, 0.1f,
    0.2f,  0.7f,  0.5f,  -0.3f, -0.1f, 0.4f,  0.3f,  0,     0.6f, 0.8f,  0.6f,  0.2f,  -0.2f, 0.3f,  0.1f,  -0.2f,
    0.3f,  -0.1f, 0.5f,  0.3f,  0.3f,  0.1f,  -0.1f, -0.4f, 0.2f, 0.4f,  0.1f,  -0.5f, 0.6f,  0,     0,     0.4f,
};
constexpr Real kWk[] = {
    -0.5f, -0.1f, 0.7f,  -0.1f, 0,     -0.8f, 0.6f,  -0.2f, -0.7f, 0.3f,  0,     0.5f, -0.3f, -0.3f, -0.1f, 0,
    -0.4f, -0.1f, -0.5f, 0.9f,  -0.6f, -0.4f, 0.1f,  0.5f,  0.3f,  -0.3f, 0.7f,  0.3f, 1,     0.7f,  0.2f,  -1.4f,
    -0.1f, -0.5f, 0.3f,  -0.1f, 0.7f,  0,     -0.5f, -0.5f, 1.5f,  0,     -0.6f, 0.6f, 0.1f,  0,     -1.3f, -0.2f,
    -0.7f, 0.3f,  -1.2f, -0.3f, -0.2f, 0,     0.4f,  -0.4f, 0.1f,  0.7f,  -0.3f, 1.1f, -0.5f, 0.3f,  -0.5f, -1,
};
constexpr Real kWv[] = {
    0,     0.5f,  0.5f,  -0.2f, -0.1f, -0.2f, 0.2f,  0,     0.3f,  -0.7f, 0.6f,  0,     0.3f,  -0.1f, -0.2f, 0.2f,
    0.3f,  -0.1f, -0.1f, 0.3f,  -0.3f, -0.6f, 0.2f,  -0.3f, -0.8f, -0.3f, -0.2f, -0.5f, -0.6f, 0,     0.4f,  -0.1f,
    -0.3f, 0.2f,  0.3f,  -0.1f, 0.2f,  0.4f,  -0.1f, -0.3f, 0.1f,  0.1f,  0.4f,  -0.5f, -0.3f, -0.3f, -0.7f, 0.1f,
    0.2f,  -0.3f, 0.6f,  0.3f,  0.3f,  0.2f,  0.4f,  -0.5f, 0.2f,  0.2f,  -0.7f, 0.1f,  -0.1f, 0.3f,  -0.2f, 0,
};
constexpr Real kWo[] = {
    0.1f,  -0.4f, 0.2f,  0,     0.2f,  -0.2f, 0.4f,  0.2f,  -0.1f, 0.3f,  0.5f,  0.7f,  -0.6f, 0.4f,  0.2f, 0,
    -0.4f, 0.5f,  -0.5f, 0.2f,  0.5f,  -0.6f, -0.1f, -0.5f, 0.1f,  0.6f,  0.8f,  -0.7f, -0.2f, 0.3f,  0.6f, 0.2f,
    -0.3f, 0.1f,  0,     -0.1f, -0.3f, 0.2f,  0.1f,  0,     -0.1f, -0.5f, -0.2f, 0.5f,  -0.1f, -0.6f, 0.5f, 0.2f,
    0.8f,  0,     -0.2f, -0.6f, 0.5f,  1,     -0.3f, -0.3f, 0.2f,  -0.3f, -0.1f, -0.1f, 0.1f,  0.4f,  0,    0.4f,
};

Mat square(const Real (&numbers)[kSentenceWidth * kSentenceWidth]) {
  return Eigen::Map<const Mat>(numbers, kSentenceWidth, kSentenceWidth);
}

using Settings = SentenceAttentionSettings;

std::vector<std::string> padded(std::vector<std::string> tokens, int pads) {
  tokens.insert(tokens.end(), static_cast<size_t>(pads), std::string(kPadToken));
  return tokens;
}

std::vector<std::string> asking(const Settings& s) { return padded(tokens(s.text, kSentenceTokens), s.is_cross() ? 0 : s.pad); }

std::vector<std::string> answering(const Settings& s) { return s.is_cross() ? padded(tokens(s.other, kSentenceTokens), s.pad) : asking(s); }

Mat nudged(Mat x, const Mat& nudge) {
  const Index rows = std::min(x.rows(), nudge.rows());
  x.topRows(rows) += nudge.topRows(rows);
  return x;
}

Mask preset_mask(const Settings& s, Index n, Index m) {
  switch (s.preset) {
    case MaskPreset::kNone:
      break;
    case MaskPreset::kPadding:
      return kernels::padding_mask(n, m, m - s.pad);
    case MaskPreset::kCausal:
      return kernels::causal_mask(n, m);
    case MaskPreset::kWindow:
      return kernels::window_mask(n, m, s.window);
    case MaskPreset::kPrefix:
      return kernels::prefix_mask(n, m, std::min<Index>(s.prefix, m));
  }
  return kernels::full_mask(n, m);
}

Mask allowed_cells(const Settings& s, Index n, Index m) {
  Mask allowed = preset_mask(s, n, m).array() && s.mask.array();
  if (s.setting == AttentionSetting::kCausal) allowed = allowed.array() && kernels::causal_mask(n, m).array();
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
void attend_shuffled(const Settings& s, MultiHeadFunction multi_head_attention, SentenceAttention* r) {
  r->order = shuffled_order(r->tokens.size(), s.shuffle);
  Mat x(r->x.rows(), kSentenceWidth);
  for (Index i = 0; i < x.rows(); ++i) x.row(i) = r->x.row(r->order[static_cast<size_t>(i)]);
  const Mat& c = s.is_cross() ? r->c : x;
  r->shuffled = multi_head_attention(x, c, c, r->matrices, s.heads(), &r->allowed).output;
  for (Index i = 0; i < x.rows(); ++i) {
    const auto before = r->attention.output.row(r->order[static_cast<size_t>(i)]);
    r->shuffle_difference = std::max(r->shuffle_difference, (r->shuffled.row(i) - before).cwiseAbs().maxCoeff());
  }
}

}  // namespace

SentenceAttentionSettings::SentenceAttentionSettings()
    : text("Hang them not let them go"),
      other("Pendez - les , ne les laissez pas partir"),
      mask(Mask::Constant(6, 6, true)),
      nudge(Mat::Zero(1, kSentenceWidth)),
      nudge_other(Mat::Zero(1, kSentenceWidth)),
      wq(square(kWq)),
      wk(square(kWk)),
      wv(square(kWv)),
      wo(square(kWo)) {}

void settle(SentenceAttentionSettings& s) {
  s.head = std::min(s.head, s.heads());
  if (s.preset == MaskPreset::kPadding && s.pad == 0) s.pad = 2;
  const size_t n = asking(s).size(), m = answering(s).size();
  s.mask = resized(s.mask, static_cast<Index>(n), static_cast<Index>(m));
  s.nudge = trimmed(s.nudge, n);
  s.nudge_other = trimmed(s.nudge_other, tokens(s.other, kSentenceTokens).size());
}

std::vector<std::string> SentenceAttention::shuffled_tokens() const {
  std::vector<std::string> names;
  for (int i : order) names.push_back(tokens[static_cast<size_t>(i)]);
  return names;
}

int SentenceAttention::blind() const {
  int count = 0;
  for (Index i = 0; i < allowed.rows(); ++i) count += !allowed.row(i).any();
  return count;
}

SentenceAttention attend(const SentenceAttentionSettings& s, MultiHeadFunction multi_head_attention) {
  SentenceAttention r;
  r.tokens = asking(s), r.context = answering(s);
  r.made_x = embeddings(r.tokens, kSentenceWidth), r.made_c = embeddings(r.context, kSentenceWidth);
  r.x = nudged(r.made_x, s.nudge);
  r.c = s.is_cross() ? nudged(r.made_c, s.nudge_other) : r.x;
  r.allowed = allowed_cells(s, r.x.rows(), r.c.rows());
  const bool base = s.setting == AttentionSetting::kBase;
  const Mat identity = Mat::Identity(kSentenceWidth, kSentenceWidth);
  r.matrices = base ? kernels::MultiHeadWeights{identity, identity, identity, identity, {}, {}, {}, {}}
                    : kernels::MultiHeadWeights{s.wq, s.wk, s.wv, s.wo, {}, {}, {}, {}};
  r.attention = multi_head_attention(r.x, r.c, r.c, r.matrices, s.heads(), &r.allowed);
  attend_shuffled(s, multi_head_attention, &r);
  return r;
}

}  // namespace attn::models
