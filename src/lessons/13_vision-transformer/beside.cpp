#include "lessons/13_vision-transformer/beside.h"

#include <algorithm>
#include <limits>

#include "lessons/13_vision-transformer/beside_runs.h"

namespace attn::lessons::vision_transformer {
namespace {

constexpr std::array<int, 6> kCounts{100, 300, 1000, 3000, 10000, kEndless};
constexpr std::array<int, 7> kMoves{0, 1, 2, 3, 4, 5, 6}, kCovers{0, 1, 2, 3, 4, 5, 6};

}  // namespace

std::string_view rival_name(Rival rival) {
  constexpr std::array<std::string_view, kRivals> kNames{"Vision Transformer", "convolution", "Transformer, patches left out"};
  return kNames[static_cast<std::size_t>(rival)];
}

std::span<const int> abscissas(Strain strain) {
  if (strain == Strain::images) return kCounts;
  return strain == Strain::shift ? kMoves : kCovers;
}

Mat recorded_shares(Strain strain, Task task) {
  const auto place = static_cast<std::size_t>(task);
  Mat out = Mat::Constant(kRivals, static_cast<Index>(abscissas(strain).size()), std::numeric_limits<Real>::quiet_NaN());
  const auto put = [&out](const auto& rows) {
    for (std::size_t i = 0; i < rows.size(); ++i)
      for (std::size_t k = 0; k < rows[i].size(); ++k) out(static_cast<Index>(i), static_cast<Index>(k)) = static_cast<Real>(rows[i][k]);
  };
  if (strain == Strain::images) put(kByImages[place]);
  if (strain == Strain::shift) put(kByShift[place]);
  if (strain == Strain::cover) put(kByCover[place]);
  return out;
}

Mat moved_right(In image, int pixels) {
  Mat out = Mat::Zero(image.rows(), image.cols());
  out.rightCols(image.cols() - pixels) = image.leftCols(image.cols() - pixels);
  return out;
}

std::vector<int> covered_patches(int index, int count) {
  const int aside = tasks::kDrawingSide / kUsualPatch;
  std::vector<int> order = patch_order(1 + index, aside * aside);
  order.resize(static_cast<std::size_t>(count));
  return order;
}

Mat covered(In image, const std::vector<int>& patches) {
  const int aside = tasks::kDrawingSide / kUsualPatch;
  Mat out = image;
  for (const int patch : patches) out.block(patch / aside * kUsualPatch, patch % aside * kUsualPatch, kUsualPatch, kUsualPatch).setZero();
  return out;
}

Count count_strained(const VisionLearner& learner, Strain strain, int amount, bool left_out) {
  Drawings drawings(kStrained);
  Count out{0, kStrained};
  for (int i = 0; i < kStrained; ++i) {
    tasks::LabelledDrawing drawing = held_out_drawing(learner.choice().task, i);
    if (strain == Strain::shift) drawing.ink = moved_right(drawing.ink, amount);
    if (strain == Strain::cover && !left_out) drawing.ink = covered(drawing.ink, covered_patches(i, amount));
    drawings.set(i, drawing);
    if (!left_out) continue;
    const models::VisionTransformer& model = *learner.transformer();
    const std::vector<int> hidden = covered_patches(i, amount);
    std::vector<int> seen = models::all_patches(model.settings());
    std::erase_if(seen, [&](int patch) { return std::find(hidden.begin(), hidden.end(), patch) != hidden.end(); });
    Index best = 0;
    models::run(model, drawing.ink, seen).logits.row(0).maxCoeff(&best);
    out.right += best == drawing.label;
  }
  return left_out ? out : learner.count_right(drawings);
}

}  // namespace attn::lessons::vision_transformer
