#include "lessons/09_transformer-block/words.h"

#include "base/text.h"

namespace attn::lessons::transformer_block {
namespace {

using kernels::NormPlace;

std::string_view norm_name(NormPlace norm) {
  return norm == NormPlace::none ? "no norm" : norm == NormPlace::pre ? "pre-norm" : "post-norm";
}

std::string activation_name(const Params& p) { return p.activation == kernels::Activation::relu ? "ReLU" : "GELU"; }

std::string heads_name(const Params& p) { return std::to_string(p.heads()) + (p.heads() == 1 ? " head" : " heads"); }

/// How `p` stands to the thing that is different beside.
std::string setting_name(const Params& p, Beside what) {
  switch (what) {
    case Beside::kNothing:
      return "";
    case Beside::kScale:
      return p.scale ? "with the root" : "without the root";
    case Beside::kResidual:
      return p.residual ? "with residual" : "without residual";
    case Beside::kNorm:
    case Beside::kNormPlace:
      return std::string(norm_name(p.norm));
    case Beside::kOneHead:
      return heads_name(p);
    case Beside::kActivation:
      return activation_name(p);
    case Beside::kCausal:
      return p.causal ? "causal" : "not causal";
    case Beside::kPositions:
      return p.positions ? "with positions" : "without positions";
  }
  return "";
}

}  // namespace

std::string in_short(const Params& p) { return p.beside == Beside::kNothing ? "" : setting_name(p, p.beside); }

std::string other_in_short(const Params& p) { return setting_name(other_params(p), p.beside); }

std::string_view stack_name(Curves curves, const StackKind& kind) {
  if (kind.parts != Parts::kBoth) return kind.parts == Parts::kAttention ? "attention alone" : "feed-forward alone";
  return curves == Curves::kParts ? "the whole block" : norm_name(kind.norm);
}

std::string describe(const Params& p, const Result& r) {
  const Block& b = r.block;
  const Index row = p.token - 1;
  const auto length = [row](const Mat& m) { return fixed(static_cast<double>(rms(m.row(row))), 2); };
  std::string text = "A block of width " + std::to_string(p.width()) + " on " + std::to_string(r.n()) + " tokens: " + heads_name(p) + ", " +
                     std::string(norm_name(p.norm)) + ", " + (p.residual ? "residual connections, " : "no residual connections, ") +
                     activation_name(p) + ". The row of " + quoted(r.tokens[static_cast<size_t>(row)]) + " has a root mean square of " +
                     length(b.input) + " as it enters, " + length(b.layer.sum1) + " after the attention, and " + length(b.layer.output) +
                     " as it leaves.";
  if (p.beside != Beside::kNothing)
    text += " Beside it " + other_in_short(p) + " in place of " + in_short(p) + ": it leaves with " + length(r.beside.layer.output) +
            ", and the largest difference of an output is " + fixed(static_cast<double>(r.difference()), 2) + ".";
  return text;
}

}  // namespace attn::lessons::transformer_block
