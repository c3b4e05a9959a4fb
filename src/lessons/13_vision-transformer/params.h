// What a reader of the lesson on the Vision Transformer may change: the drawing, what is asked of it, and what the model is denied.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/mat.h"
#include "course/trained.h"
#include "lessons/13_vision-transformer/settings.h"
#include "tasks/drawings.h"

namespace attn::lessons::vision_transformer {

inline constexpr int kExamples = 99;      ///< held-out drawings that can be shown
inline constexpr int kOrders = 99;        ///< random orders of the patches
inline constexpr int kLargestGiven = 64;  ///< the largest side of a drawing that is given from outside

/// What the hand does on the drawing.
enum class Tool { draw, erase, ask, hide };
/// What lies over the drawing: what one head looks at, what all heads of a layer do on average, or the roll-out through the layers.
enum class Over { head, mean, rollout };

struct Params : course::TrainingChoices {
  Params();

  // The model. A change of any of these begins another training.
  Task task = Task::digits;
  Network network = Network::transformer;
  int patch = 1;   ///< place in kPatches
  int heads = 2;   ///< place in kHeads
  int images = 0;  ///< place in kImageCounts

  // The image.
  int example = 23;  ///< which held-out drawing is shown, from 1
  Mat drawing;       ///< [24,24] the reader's, or [0,24]: that held-out drawing. settle() brings other sizes to this one
  Mask seen;         ///< [a,a] false: what stands at this place is hidden from the model
  int order = 0;     ///< number of a random order of the patches; 0: each stands where it was

  // How it is looked at.
  int asks = 0;   ///< whose weights are shown: 0 the class token, else patch asks - 1
  int layer = 2;  ///< from 1
  int head = 1;   ///< from 1
  Over over = Over::mean;
  Mat cut;         ///< [k,2] layer, head: heads whose output is replaced by zeros
  int filter = 0;  ///< which number of a token is shown as a sum of pixels
  Tool tool = Tool::draw;
  Real pen = Real(2.5);  ///< its width in pixels

  static params::Table<Params> table();
};

Choice choice_of(const Params& p);
/// The settings of the model that attends; of a convolution those of the one that would.
models::VisionSettings settings_of(const Params& p);

/// The image as it was drawn [24,24]: the reader's, or the held-out one.
Mat drawing_of(const Params& p);
/// What it is of, as its generator says; -1 for the reader's own.
int label_of(const Params& p);
/// Which patch of the drawing stands at each place of the image that the model sees.
std::vector<int> order_of(const Params& p);
/// The places of the patches that the model sees.
std::vector<int> seen_of(const Params& p);

bool is_cut(const Params& p, int layer, int head);
/// Cuts a head, both from 0, or puts it back.
void toggle_cut(Params& p, int layer, int head);

/// A drawing of any size as one of [24,24]: each pixel is the mean of what lies under it. Sizes of at least 1.
Mat brought_to_size(In drawing);

/// Brings the drawing to its size, the mask of patches to the number of patches, and all numbers to what there is. Idempotent.
void settle(const Params& before, Params& after);

}  // namespace attn::lessons::vision_transformer
