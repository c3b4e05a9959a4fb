#include "lessons/09_transformer-block/words.h"

#include <cctype>

#include "base/text.h"

namespace attn::lessons::transformer_block {
namespace {

using kernels::NormPlace;

std::string_view norm_name(NormPlace norm) {
  return norm == NormPlace::none ? "no norm" : norm == NormPlace::pre ? "pre-norm" : "post-norm";
}

std::string activation_name(const Params& p) { return p.activation == kernels::Activation::relu ? "ReLU" : "GELU"; }

std::string heads_name(const Params& p) { return counted(p.heads(), "head"); }

/// The setting that `what` is about, as `p` has it.
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

std::string describe_sorting(const Params& p, const Result& r) {
  const SortRun& run = r.sorting.run;
  const auto word = [](const Tokens& letters) {
    std::string text;
    for (const std::string& name : letter_names(letters)) text += name;
    return quoted(text);
  };
  std::string out;
  for (int k = 0; k < kBlockParts; ++k)
    if (!p.parts(0, k)) out += (out.empty() ? "" : " and ") + std::string(kPartNames[static_cast<size_t>(k)]);
  return (r.sorting.trained ? "The trained block" : "A random block, as its weights are not there yet,") +
         (out.empty() ? std::string(" with all its parts") : " without " + out) + " answers " + word(run.answer) + " to " +
         word(run.source) + ": " + std::to_string(run.right) + " of " + counted(static_cast<int>(run.source.size()), "letter") +
         " right. Of the letters of " + std::to_string(kHeldOutWords) + " words that it never saw " +
         fixed(100 * r.sorting.count.share(), 1) + " % are right.";
}

std::string describe_formula(const Params& p, const Result& r) {
  const auto of_row = r.block.layer.attention.weights[static_cast<size_t>(p.head - 1)].row(p.token - 1);
  Index most = 0;
  const Real weight = of_row.maxCoeff(&most);
  return "The formula with the matrices of head " + std::to_string(p.head) + " of " + std::to_string(p.heads()) + ": " +
         quoted(r.tokens[static_cast<size_t>(p.token - 1)]) + " gives its largest weight, " + fixed(static_cast<double>(weight), 2) +
         ", to " + quoted(r.tokens[static_cast<size_t>(most)]) + ".";
}

std::string describe_heads(const Params& p, const Result& r) {
  const auto spread = [&r](int row) { return fixed(static_cast<double>(r.spread.deviation(row, 0)), 2); };
  return heads_name(p) + " of " + counted(p.head_width(), "column") + ", shown is head " + std::to_string(p.head) +
         (p.cut > 0 ? "; head " + std::to_string(p.cut) + " is taken out" : "") +
         ". Scores of random tokens have a standard deviation of " + spread(0) + ", over the root of the head\u2019s width " + spread(1) +
         ", over the root of the model\u2019s width " + spread(2) + ".";
}

std::string describe_stream(const Params& p, const Result& r) {
  const DepthStudy& depth = r.depth();
  const auto number = [](const Mat& m, Index row, Index col) { return rounded(static_cast<double>(m(row, col)), 2); };
  std::string text = counted(p.depth, "block") + " before any training.";
  for (size_t k = 0; k < p.stacks().size(); ++k) {
    const StackKind& kind = p.stacks()[k];
    const auto row = static_cast<Index>(k);
    std::string name(stack_name(p.curves, kind));
    name[0] = static_cast<char>(std::toupper(name[0]));
    text += " " + name + (kind.residual ? ": " : " without residual connections: ");
    if (depth.gradient.rows() > row)
      text += "a gradient of length " + number(depth.gradient, row, 0) + " at the first block and " +
              number(depth.gradient, row, depth.gradient.cols() - 1) + " at the last, ";
    text += "a stream of size " + number(depth.stream, row, depth.stream.cols() - 1) + " at the end, and a cosine of " +
            fixed(static_cast<double>(depth.likeness(row, depth.likeness.cols() - 1)), 2) + " between its tokens.";
  }
  return text;
}

}  // namespace attn::lessons::transformer_block
