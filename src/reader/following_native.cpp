#include "reader/following_native.h"

#include <algorithm>

namespace attn::reader {

// What holds the middle of the view is read. At the text's end the line goes down with what is left to scroll, so that the last sections
// come to it too.
std::string Following::in_position(const View& view) const {
  constexpr float kLine = 0.5f, kTop = 8;
  std::string section(session::Session::kTopScene);
  if (view.scroll < kTop) return section;
  const float line = std::max(view.area.y + kLine * view.area.height, view.area.bottom() - (view.scroll_max - view.scroll));
  const auto& scenes = lab_.session.scenes();
  for (const auto& [id, top] : view.tops)
    if (top <= line && std::any_of(scenes.begin(), scenes.end(), [&id = id](const course::Scene& s) { return s.id == id; })) section = id;
  return section;
}

bool Following::look(const View& view) {
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
  lab_.session.go_to_scene(reading_, session::Way::kReading);  // a model in training may stand against it
  lab_.publish_changes();
  return true;
}

void Following::pin(bool on) {
  pinned_ = on;
  due_ = !on;
}

}  // namespace attn::reader
