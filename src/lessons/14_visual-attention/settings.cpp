#include "lessons/14_visual-attention/settings.h"

namespace attn::lessons::visual_attention {

std::string_view network_name(Network network) {
  constexpr std::array<std::string_view, kNetworks> kNames{"soft attention", "hard attention", "one vector",
                                                           "soft attention that remembers", "soft attention made even"};
  return kNames[static_cast<std::size_t>(network)];
}

models::CaptionerSettings captioner_settings(Network network) {
  return {.side = tasks::kSceneSide,
          .words = static_cast<int>(tasks::kSceneWords.size()),
          .look = network == Network::hard   ? models::Look::hard
                  : network == Network::none ? models::Look::none
                                             : models::Look::soft,
          .remembers = network == Network::remembers};
}

}  // namespace attn::lessons::visual_attention
