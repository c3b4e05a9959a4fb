// A step of a recurrent cell written out from left to right as columns of numbers with the signs between them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lessons/05_recurrent/cell_parts.h"

namespace attn::lessons::recurrent {

/// A column of the step's data flow, u numbers from top to bottom.
struct FlowColumn {
  std::string_view before;  ///< the sign in front of it; "tanh": it is made from what stands before
  Letter letter;
  std::string_view name;         ///< for the ear
  Mat values;                    ///< [u,1]
  std::vector<std::string> ids;  ///< a region for each number; empty strings: none
  bool is_gate = false;
  std::string_view activation = {};  ///< what makes it from the sums of the step; empty: nothing does
};
/// `step` from 0.
std::vector<FlowColumn> flow_of(const Reading& reading, int step);

}  // namespace attn::lessons::recurrent
