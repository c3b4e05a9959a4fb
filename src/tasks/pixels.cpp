// Images as grids of pixels: bright figures with noise.
#include <algorithm>

#include "tasks/graphs.h"

namespace attn::tasks {
namespace {

constexpr double kNoise = 0.5;  ///< standard deviation of the noise; figures have the brightness 1 on a ground of 0
constexpr int kFigures = 2;

int below(int n, Rng& rng) { return static_cast<int>(rng.below(static_cast<std::uint64_t>(n))); }

/// Draws a rectangle or a disc of ones somewhere into `image`.
void draw_figure(Mat* image, Rng& rng) {
  const int height = 3 + below(4, rng), width = 3 + below(4, rng);
  const int top = below(kImageSide - height + 1, rng), left = below(kImageSide - width + 1, rng);
  const bool disc = rng.below(2) == 1;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const double dy = (2 * y + 1.0) / height - 1, dx = (2 * x + 1.0) / width - 1;
      if (!disc || dy * dy + dx * dx <= 1) (*image)(top + y, left + x) = 1;
    }
}

std::vector<Tie> grid_ties() {
  std::vector<Tie> ties;
  const auto node = [](int y, int x) { return y * kImageSide + x; };
  for (int y = 0; y < kImageSide; ++y)
    for (int x = 0; x < kImageSide; ++x)
      for (const auto& [dy, dx] : {std::pair{0, 1}, std::pair{1, -1}, std::pair{1, 0}, std::pair{1, 1}})
        if (y + dy < kImageSide && x + dx >= 0 && x + dx < kImageSide) ties.push_back({node(y, x), node(y + dy, x + dx)});
  return ties;
}

}  // namespace

GraphExample draw_pixels(Split split, Rng& rng) {
  Rng own = generator_of(split, rng);
  Mat image = Mat::Zero(kImageSide, kImageSide);
  for (int i = 0; i < kFigures; ++i) draw_figure(&image, own);
  GraphExample out;
  out.ties = grid_ties();
  out.features.resize(image.size(), 1);
  for (Index i = 0; i < image.size(); ++i) {
    const Real bright = image.data()[i];
    out.classes.push_back(bright > 0);
    out.features(i, 0) = bright + static_cast<Real>(own.normal(0, kNoise));
  }
  return out;
}

}  // namespace attn::tasks
