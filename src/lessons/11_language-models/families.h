// Published models that are this lesson's block at another size, and how many weights each has. Counted, not looked up: the sizes are the
// papers' and the counts follow from them.
#pragma once

#include <array>
#include <string_view>

#include "formula/expression.h"
#include "models/gpt.h"

namespace attn::lessons::language_models {

struct Family {
  std::string_view name;
  models::GptSettings settings;
  /// ALBERT (Lan et al. 2020, section 3.1): tokens have vectors of this width, which one matrix brings to d, and one back; 0: vectors of d.
  int factor = 0;
  bool shares_layers = false;  ///< all layers have the weights of one
};

inline constexpr int kFamilies = 6;
/// BERT base (Devlin et al. 2019), RoBERTa base (Liu et al. 2019), ALBERT base (Lan et al. 2020), GPT-2 small and the largest one (Radford
/// et al. 2019), GPT-3 (Brown et al. 2020). Those that see both sides are counted with the layer that says hidden words.
const std::array<Family, kFamilies>& families();

double count_weights(const Family& family);
/// The same in millions: the tables, the layers, and what stands at both ends.
formula::Explanation explain_family(const Family& family);

}  // namespace attn::lessons::language_models
