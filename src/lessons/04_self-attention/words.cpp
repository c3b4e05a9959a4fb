#include "lessons/04_self-attention/words.h"

#include "base/text.h"

namespace attn::lessons::self_attention {
namespace {

const char* setting_name(const Params& p) {
  switch (p.setting) {
    case Setting::kBase:
      return "Base attention";
    case Setting::kGlobal:
      return "Global self-attention";
    case Setting::kCausal:
      return "Causal self-attention";
    case Setting::kCross:
      return "Cross-attention";
  }
  return "";
}

}  // namespace

std::string describe(const Params& p, const Result& r) {
  const Mat& w = r.weights(p.head - 1);
  Index i = 0, j = 0;
  const Real largest = w.maxCoeff(&i, &j);
  const std::string sizes =
      p.is_cross() ? std::to_string(w.rows()) + " tokens to " + std::to_string(w.cols()) : "over " + std::to_string(w.rows()) + " tokens";
  std::string text =
      std::string(setting_name(p)) + " " + sizes + ", " + counted(p.heads(), "head") + " of width " + std::to_string(p.head_width()) + ". ";
  if (largest > 0)
    text += "In head " + std::to_string(p.head) + " the largest weight is " + fixed(largest, 2) + ", from " +
            quoted(r.tokens[static_cast<size_t>(i)]) + " to " + quoted(r.context[static_cast<size_t>(j)]) + ". ";
  const Index open = r.allowed.count();
  text += std::to_string(open) + " of " + std::to_string(r.allowed.size()) + " cells may attend";
  const int blind = r.blind();
  text += blind == 0 ? "." : "; " + counted(blind, "token sees", "tokens see") + " nothing, and its output is zero.";
  return text;
}

std::string describe_pointing(const Params&, const Result& r) {
  const Pointing& n = r.pointing;
  const auto word = [&n](int i) { return quoted(n.words[static_cast<size_t>(i)]); };
  std::string text;
  for (const std::string& part : n.words) text += (text.empty() ? "" : " ") + part;
  text += ". " + word(n.asker) + " gives its largest weight, " + fixed(n.looking(0, n.found), 2) + ", to " + word(n.found) + ".";
  if (!n.trained) text += " The network is not trained yet.";
  return text;
}

}  // namespace attn::lessons::self_attention
