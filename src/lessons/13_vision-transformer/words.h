// What the lesson says about its figures, and the names of what is in them.
#pragma once

#include <string>
#include <string_view>

#include "lessons/13_vision-transformer/study.h"

namespace attn::lessons::vision_transformer {

/// What the model says of the drawing and where the one who asks looks.
std::string describe(const Params& p, const Result& r);
std::string describe_patches(const Params& p, const Result& r);
std::string describe_heads(const Params& p, const Result& r);
std::string describe_positions(const Params& p, const Result& r);
std::string describe_order(const Params& p, const Result& r);
std::string describe_beside(const Params& p, const Result& r);
std::string describe_training(const Params& p, const Result& r);

/// "class token", "row 2, column 3"
std::string token_name(const models::VisionSettings& s, int token);
/// "layer 1, head 2" of head h, counted over all layers
std::string head_name(const models::VisionSettings& s, int h);
std::string_view network_name(Network network);
/// The patch that the figure of patches shows: the one that asks, or where the class token does, the one with the most ink.
int patch_shown(const Params& p, const Result& r);

}  // namespace attn::lessons::vision_transformer
