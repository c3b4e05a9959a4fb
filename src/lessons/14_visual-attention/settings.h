// What a model of this lesson is made for, and how large it is.
#pragma once

#include <array>
#include <string_view>

#include "models/captioner.h"
#include "tasks/scenes.h"

namespace attn::lessons::visual_attention {

/// A captioner with soft attention, one with hard attention, one that is given one vector, one whose LSTM remembers what it saw, and one
/// that is made to look at all places alike.
enum class Network { soft, hard, none, remembers, even };
inline constexpr int kNetworks = 5;
inline constexpr std::array<Network, kNetworks> kAllNetworks{Network::soft, Network::hard, Network::none, Network::remembers,
                                                             Network::even};
std::string_view network_name(Network network);

inline constexpr Real kEvenness = 1;  ///< lambda of the doubly stochastic penalty

models::CaptionerSettings captioner_settings(Network network);

inline constexpr int kAside = 8, kPlaces = kAside * kAside;                 ///< of the pictures of this lesson
inline constexpr int kMostWords = 5 * tasks::kMostThings + 1;               ///< that a caption may have before it is cut off
inline constexpr double kPlacePixels = double(tasks::kSceneSide) / kAside;  ///< the side of a place

}  // namespace attn::lessons::visual_attention
