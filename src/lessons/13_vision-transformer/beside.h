// The Vision Transformer beside a convolution: how many drawings each has to learn from, and what becomes of them when a drawing is moved
// or partly covered.
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "lessons/13_vision-transformer/learner.h"

namespace attn::lessons::vision_transformer {

/// What is changed, along the abscissa of a picture.
enum class Strain { images, shift, cover };
inline constexpr std::array<Strain, 3> kStrains{Strain::images, Strain::shift, Strain::cover};
/// The networks that are compared. The third is the Transformer, to which covered patches are not shown at all.
enum class Rival { transformer, convolution, left_out };
inline constexpr int kRivals = 3;
std::string_view rival_name(Rival rival);

/// Which abscissas were measured: numbers of drawings, pixels, patches. Endless drawings stand at the end as kEndless.
std::span<const int> abscissas(Strain strain);
inline constexpr int kEndless = 30000;
/// The shares of right answers [kRivals, abscissas] that were recorded; NaN where a rival has none.
Mat recorded_shares(Strain strain, Task task);

/// An image [s,s] moved by so many pixels to the right, with paper coming in.
Mat moved_right(In image, int pixels);
/// Patches, `count` of them, that are covered in drawing number `index`.
std::vector<int> covered_patches(int index, int count);
/// The image with these patches of kUsualPatch pixels covered with paper.
Mat covered(In image, const std::vector<int>& patches);

inline constexpr int kStrained = 200;  ///< held-out drawings that were measured
/// How many held-out drawings a model gets right under a strain of `amount`. With `left_out` covered patches are not shown to it at all;
/// then the model is a Transformer.
Count count_strained(const VisionLearner& learner, Strain strain, int amount, bool left_out = false);

/// Steps of the models that learned from few drawings.
inline constexpr int kFewSteps = 2000;

}  // namespace attn::lessons::vision_transformer
