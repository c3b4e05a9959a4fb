// What a model of this lesson is made for, and how large it is.
#pragma once

#include <array>
#include <string_view>

#include "models/convolution_network.h"
#include "models/vision_transformer.h"

namespace attn::lessons::vision_transformer {

/// What a model is asked of a drawing.
enum class Task { digits, relation };
/// A Vision Transformer, one that is not told where its patches stood, or a convolutional network with as many weights.
enum class Network { transformer, no_positions, convolution };

inline constexpr std::array<int, 4> kPatches{4, 6, 8, 12};                         ///< the sides of a patch
inline constexpr std::array<int, 3> kHeads{1, 2, 4};                               ///< the numbers of heads
inline constexpr int kUsualPatch = 6, kUsualHeads = 4;                             ///< of shipped models
inline constexpr std::array<int, 6> kImageCounts{0, 100, 300, 1000, 3000, 10000};  ///< 0: each drawing of training is a new one
inline constexpr std::array<std::string_view, 2> kTaskIds{"digits", "relation"};

/// A change of any of these begins another training.
struct Choice {
  Task task = Task::digits;
  Network network = Network::transformer;
  int patch = kUsualPatch;
  int heads = kUsualHeads;
  int images = 0;  ///< how many drawings it learns from, over and over; 0: each is drawn anew
  bool operator==(const Choice&) const = default;
};

/// The names of a task's classes.
std::vector<std::string> classes_of(Task task);

models::VisionSettings vision_settings(const Choice& choice);
models::ConvolutionSettings convolution_settings(const Choice& choice);

}  // namespace attn::lessons::vision_transformer
