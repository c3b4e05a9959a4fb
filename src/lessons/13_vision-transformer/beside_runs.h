// What the networks of beside.h came to, shares of kStrained held-out drawings. The lesson's test measures the shipped models again; with
// ATTENTION_LAB_BESIDE=all it also trains those that learned from few drawings, a quarter of an hour on two cores, and prints these tables.
#pragma once

#include <array>

namespace attn::lessons::vision_transformer {

/// By task, then Vision Transformer and convolution: shares of 500 held-out drawings after learning from 100, 300, 1,000, 3,000, 10,000 and
/// endless drawings.
inline constexpr std::array<std::array<std::array<double, 6>, 2>, 2> kByImages = {{
    {{{.230, .426, .700, .880, .966, .972}, {.460, .810, .922, .972, .974, .968}}},
    {{{.530, .582, .624, .790, .938, .894}, {.528, .530, .652, .884, .884, .898}}},
}};
/// By task, then Vision Transformer and convolution: moved to the right by 0 to 6 pixels.
inline constexpr std::array<std::array<std::array<double, 7>, 2>, 2> kByShift = {{
    {{{.995, .995, .980, .970, .945, .860, .730}, {1, .985, .975, .975, .945, .890, .785}}},
    {{{.985, .955, .860, .775, .670, .640, .535}, {.945, .955, .910, .885, .870, .825, .820}}},
}};
/// By task, then Vision Transformer, convolution, and the Transformer to which covered patches are not shown: 0 to 6 patches covered.
inline constexpr std::array<std::array<std::array<double, 7>, 3>, 2> kByCover = {{
    {{{.995, .950, .855, .795, .680, .615, .525}, {1, .905, .765, .670, .565, .470, .420}, {.995, .955, .885, .835, .790, .695, .640}}},
    {{{.985, .980, .965, .950, .935, .915, .875}, {.945, .935, .905, .870, .835, .815, .755}, {.985, .980, .965, .950, .915, .910, .855}}},
}};

}  // namespace attn::lessons::vision_transformer
