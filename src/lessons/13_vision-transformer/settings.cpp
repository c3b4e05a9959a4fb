#include "lessons/13_vision-transformer/settings.h"

#include "base/text.h"
#include "tasks/drawings.h"

namespace attn::lessons::vision_transformer {

std::vector<std::string> classes_of(Task task) {
  if (task == Task::relation) return {"cross left", "ring left"};
  return {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"};
}

models::VisionSettings vision_settings(const Choice& choice) {
  return {.side = tasks::kDrawingSide,
          .patch = choice.patch,
          .width = 48,
          .layers = 2,
          .heads = choice.heads,
          .hidden = 96,
          .classes = static_cast<int>(classes_of(choice.task).size()),
          .positions = choice.network != Network::no_positions};
}

models::ConvolutionSettings convolution_settings(const Choice& choice) {
  return {.side = tasks::kDrawingSide, .channels = 27, .classes = static_cast<int>(classes_of(choice.task).size())};
}

}  // namespace attn::lessons::vision_transformer
