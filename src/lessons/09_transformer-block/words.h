// What this lesson says of its numbers.
#pragma once

#include <string>
#include <string_view>

#include "lessons/09_transformer-block/study.h"

namespace attn::lessons::transformer_block {

/// "post-norm, residual, 2 heads" of a block; `other` names what the block beside has differently: "without scale".
std::string in_short(const Params& p);
std::string other_in_short(const Params& p);

/// The figure in a few sentences with its numbers.
std::string describe(const Params& p, const Result& r);

}  // namespace attn::lessons::transformer_block
