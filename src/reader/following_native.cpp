#include "reader/following_native.h"

#include <algorithm>

namespace attn::reader {

// The section that has come up to the upper third of the view is the one that is read. Near the end of the text this line moves down the
// less is left to scroll, so that the last sections reach it too.
std::string Following::in_position(const View& view) const {
  constexpr float kLine = 1.0f / 3, kTop = 8;
  if (!acting_.empty()) return acting_;
  std::string section(session::Scenes::kTopScene);
  if (view.scroll < kTop) return section;
  const float line = std::max(view.area.y + kLine * view.area.height, view.area.bottom() - (view.scroll_max - view.scroll));
  const auto& scenes = lab_.session.scenes().all();
  for (const auto& [id, top] : view.tops)
    if (top <= line && std::any_of(scenes.begin(), scenes.end(), [&id = id](const course::Scene& s) { return s.id == id; })) section = id;
  return section;
}

bool Following::holds(const View& view) const {
  const auto at = std::find_if(view.tops.begin(), view.tops.end(), [this](const auto& top) { return top.first == acting_; });
  if (acting_.empty() || at == view.tops.end()) return false;
  const float margin = 0.15f * view.area.height;
  return at->second < view.area.bottom() - margin && (at + 1 == view.tops.end() || (at + 1)->second > view.area.y + margin);
}

void Following::act_in(std::string_view exercise) {
  for (const course::Scene& scene : lab_.session.scenes().all())
    if (scene.exercise == exercise) pressed(scene.id), acting_ = scene.id;
  if (pinned_) return;
  lab_.session.scenes().take_up(exercise);  // a model in training may stand against it
  lab_.publish_changes();
}

bool Following::look(const View& view) {
  if (!holds(view)) acting_.clear();
  std::string section = in_position(view);
  const bool scrolled = std::exchange(scrolled_, view.scroll) != view.scroll;
  if (section != reading_) {
    since_ = scrolled && !reading_.empty() ? view.now : 0;
    reading_ = std::move(section);
  }
  if (pinned_ || view.held || (since_ == 0 && !due_)) return false;
  if (!due_ && view.now - since_ < kDwell) return true;
  since_ = 0;
  due_ = false;
  lab_.session.scenes().go_to(reading_, session::Way::kReading);  // a model in training may stand against it
  lab_.publish_changes();
  return true;
}

void Following::pin(bool on) {
  pinned_ = on;
  due_ = !on;
}

}  // namespace attn::reader
