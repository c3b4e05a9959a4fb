#include "lessons/translation/show_task.h"

namespace attn::lessons::translation {
namespace {

/// "petit=small@2 chat=cat@4": target and source tokens that the task aligns.
std::string alignment_text(const tasks::PairTask& task, const tasks::Example& e) {
  std::string text;
  for (std::size_t i = 0; i < e.target.size(); ++i) {
    if (e.alignment[i] < 0) continue;
    const std::size_t place = static_cast<std::size_t>(e.alignment[i]);
    text += (text.empty() ? "" : " ") + task.target.name(e.target[i]) + "=" + task.source.name(e.source[place]) + "@" +
            std::to_string(place + 1);
  }
  return text;
}

}  // namespace

std::string show_task(const tasks::PairTask& task, int count) {
  std::string text = std::string(task.label) + ": " + std::string(task.help) + "\n";
  text += std::to_string(task.source.size() - kFirstToken) + " source tokens, " + std::to_string(task.target.size() - kFirstToken) +
          " target tokens; sources of " + std::to_string(task.shortest) + " to " + std::to_string(task.longest) +
          " tokens in training, up to " + std::to_string(task.longest_tested) + " in tests.\n";
  Rng rng(1);
  for (const tasks::Split split : {tasks::Split::kTraining, tasks::Split::kHeldOut}) {
    text += split == tasks::Split::kTraining ? "\nTraining\n" : "\nHeld out\n";
    for (int i = 0; i < count; ++i) {
      const tasks::Example e = task.draw(task, split, 0, rng);
      text += "  " + task.write(task.source, e.source) + "\n    -> " + task.write(task.target, e.target) + "\n       " +
              alignment_text(task, e) + "\n";
    }
  }
  return text;
}

}  // namespace attn::lessons::translation
