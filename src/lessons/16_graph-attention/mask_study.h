// A mask that is a graph: tokens of a sentence as nodes, and who may look at whom.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/mat.h"
#include "formula/expression.h"

namespace attn::lessons::graph_attention {

/// Usual masks, as graphs.
enum class Preset { causal, window, ring, friends, all };
inline constexpr int kPresets = 5;
std::string_view preset_name(Preset preset);
/// [n,n]. `window`: itself and one place to either side; `ring`: the same, and the last beside the first; `friends`: two halves whose
/// members all know each other, with one tie between the halves. Everybody may look at itself.
Mask preset_mask(Preset preset, Index n);

struct MaskStudy {
  std::vector<std::string> names;  ///< n tokens
  int ties = 0;                    ///< cells that may attend
  int one_way = 0;                 ///< pairs of which just one looks at the other
  int later = 0;                   ///< cells that see a later token
  int blind = 0;                   ///< rows that see nothing
};
MaskStudy study_mask(const std::string& text, const Mask& mask);

/// Counted row by row.
formula::Explanation explain_ties(const Mask& mask);
formula::Explanation explain_one_way(const Mask& mask);

}  // namespace attn::lessons::graph_attention
