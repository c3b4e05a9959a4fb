// Small networks that look at images, for tests.
#pragma once

#include <vector>

#include "models/convolution_network.h"
#include "models/vision_transformer.h"

namespace attn::test {

inline models::VisionSettings small_vision(bool positions = true) {
  return {.side = 6, .patch = 2, .width = 6, .layers = 2, .heads = 3, .hidden = 10, .classes = 4, .positions = positions};
}

/// With and without positions, with one patch and many, one head and several, with and without feed-forward parts.
inline std::vector<models::VisionSettings> vision_kinds() {
  return {small_vision(),
          small_vision(false),
          {.side = 1, .patch = 1, .width = 1, .layers = 1, .heads = 1, .hidden = 1, .classes = 2},
          {.side = 4, .patch = 4, .width = 8, .layers = 1, .heads = 1, .hidden = 3, .classes = 3},
          {.side = 6, .patch = 1, .width = 8, .layers = 3, .heads = 4, .hidden = 0, .classes = 5},
          {.side = 24, .patch = 6, .width = 12, .layers = 2, .heads = 2, .hidden = 20, .classes = 10, .positions = false}};
}

/// Makes weights much larger than the initial ones, so that classes differ in probability.
template <class Model>
void shake(Model* model, Rng& rng) {
  for (nn::Parameter& p : model->parameters()) p.value += normal_matrix(p.value.rows(), p.value.cols(), rng, 0.3);
}
inline models::VisionTransformer make_vision(const models::VisionSettings& settings, std::uint64_t seed = 3) {
  Rng rng(seed);
  models::VisionTransformer model(settings, rng);
  shake(&model, rng);
  return model;
}

/// Images as rows.
inline Mat random_images(Index count, int side, std::uint64_t seed = 5) {
  Rng rng(seed);
  return uniform_matrix(count, Index(side) * side, rng, 0, 1);
}
/// Row i of images as an image.
inline Mat image_of(const Mat& images, Index i, int side) { return Eigen::Map<const Mat>(images.row(i).data(), side, side); }
inline Mat as_row(const Mat& image) { return Eigen::Map<const Mat>(image.data(), 1, image.size()); }

}  // namespace attn::test
