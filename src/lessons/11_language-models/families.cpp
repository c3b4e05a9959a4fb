#include "lessons/11_language-models/families.h"

#include <string>
#include <utility>

namespace attn::lessons::language_models {
namespace {

constexpr double kMillion = 1e6;

using formula::Expression, formula::num, formula::op, formula::sym;

models::GptSettings gpt(int layers, int width, int heads, int context) {
  return {.vocabulary = 50257, .context = context, .width = width, .layers = layers, .heads = heads, .hidden = 4 * width};
}

models::GptSettings bert(int vocabulary, int context, int types) {
  return {.vocabulary = vocabulary,
          .context = context,
          .width = 768,
          .layers = 12,
          .heads = 12,
          .hidden = 3072,
          .causal = false,
          .norms_after = true,
          .types = types};
}

struct Parts {
  double tables = 0, layer = 0, rest = 0;
  int layers = 1;  ///< with weights of their own
  double all() const { return tables + layers * layer + rest; }
};

Parts parts_of(const Family& family) {
  const models::GptSettings& s = family.settings;
  models::GptSettings none = s, one = s;
  one.layers = 1, none.layers = 0;
  const double d = s.width, v = s.vocabulary, e = family.factor ? family.factor : d;
  Parts out;
  out.tables = (v + s.context + s.types) * e;
  out.layer = static_cast<double>(models::count_weights(one) - models::count_weights(none));
  out.layers = family.shares_layers ? 1 : s.layers;
  out.rest = static_cast<double>(models::count_weights(none)) - (v + s.context + s.types) * d;
  // The narrow tables have their norm, and a matrix that widens their vectors; the layer that says words narrows them again.
  if (family.factor) out.rest = 2 * e + (e * d + d) + (d * e + e) + 2 * e + v;
  return out;
}

}  // namespace

const std::array<Family, kFamilies>& families() {
  static const std::array<Family, kFamilies> all{{{"BERT base", bert(30522, 512, 2)},
                                                  {"RoBERTa base", bert(50265, 514, 1)},
                                                  {"ALBERT base", bert(30000, 512, 2), 128, true},
                                                  {"GPT-2 small", gpt(12, 768, 12, 1024)},
                                                  {"GPT-2, the largest", gpt(48, 1600, 25, 1024)},
                                                  {"GPT-3", gpt(96, 12288, 96, 2048)}}};
  return all;
}

double count_weights(const Family& family) { return parts_of(family).all(); }

formula::Explanation explain_family(const Family& family) {
  const Parts parts = parts_of(family);
  const auto times = [](Expression a, Expression b) { return formula::row({std::move(a), op("*"), std::move(b)}); };
  return {"Weights of " + std::string(family.name),
          formula::frac(formula::total({sym("tables"), times(sym("layers"), sym("layer")), sym("ends")}), num(kMillion)),
          formula::frac(formula::total({num(parts.tables), times(num(parts.layers), num(parts.layer)), num(parts.rest)}), num(kMillion)),
          parts.all() / kMillion,
          family.shares_layers ? "All layers have the weights of one, and the tables are narrow."
                               : "The tables of tokens and places, the layers, and what stands before and after them."};
}

}  // namespace attn::lessons::language_models
