// A step of a recurrent cell written out from left to right, as columns of numbers with signs between them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lessons/05_recurrent/cell_parts.h"

namespace attn::lessons::recurrent {

/// A quantity of the step, a column of u numbers from top to bottom.
struct FlowColumn {
  std::string_view before;  ///< the sign in front of it; "tanh" where the column is the tanh of what stands before
  Letter letter;
  std::string_view name;         ///< what the labels of its regions call it
  Mat values;                    ///< [u,1]
  std::vector<std::string> ids;  ///< the region of each number; an empty string for none
  bool is_gate = false;
  std::string_view activation = {};  ///< the function that makes it from the sums of the step; a blank for the sums, empty for others
};
/// The columns of step `step`, from 0.
std::vector<FlowColumn> flow_of(const Reading& reading, int step);

}  // namespace attn::lessons::recurrent
