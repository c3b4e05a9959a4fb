// A mask that is a graph: the tokens of a sentence are nodes, and the mask says which node may look at which.
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
/// [n,n]. In a `window` a node sees one place to either side. In a `ring` it does, too, and the last node stands beside the first.
/// `friends` are two halves whose members all see each other, with one tie between the halves. Every node may look at itself.
Mask preset_mask(Preset preset, Index n);

struct MaskStudy {
  std::vector<std::string> names;  ///< n tokens
  int ties = 0;                    ///< open cells
  int one_way = 0;                 ///< pairs of nodes of which only one may look at the other
  int later = 0;                   ///< open cells that let a token see a later one
  int blind = 0;                   ///< nodes that may look at nothing
};
MaskStudy study_mask(const std::string& text, const Mask& mask);

/// Both count row by row.
formula::Explanation explain_ties(const Mask& mask);
formula::Explanation explain_one_way(const Mask& mask);

}  // namespace attn::lessons::graph_attention
