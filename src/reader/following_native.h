// The figure follows the reading: unless it is pinned, it goes to the scene of the section that has come into reading position.
//
// A reader who scrolls past a section does not mean it, so a section counts only when it has stayed for a moment. When the text is opened,
// laid out anew or scrolled by the program, the section there counts as read already, and the figure does not change.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "api/lab.h"

namespace attn::reader {

class Following {
 public:
  /// The text as it was drawn in this frame.
  struct View {
    canvas::Rect area;                                    ///< where the text is visible
    float scroll = 0, scroll_max = 0;                     ///< how far it is scrolled, and how far it can be
    std::span<const std::pair<std::string, float>> tops;  ///< anchors of its sections and the tops of their headings, in order
    double now = 0;                                       ///< in seconds
    bool held = false;                                    ///< whether the hand holds something outside of the text
  };

  static constexpr double kDwell = 0.18;  ///< the seconds for which a section has to stay before the figure goes there

  explicit Following(api::Lab& lab) : lab_(lab) {}

  /// Must be called once a frame. Returns whether it waits for a moment to pass, and has to be called again.
  bool look(const View& view);
  /// The section that comes into position next counts as read already.
  void adopt() { reading_.clear(); }
  /// The reader has pressed the link of a scene, so that reading goes on from there.
  void pressed(std::string_view section) { reading_ = section, since_ = 0, acting_.clear(); }
  /// The reader acts in an exercise. As long as that is in sight, it counts as the section that is read.
  void act_in(std::string_view exercise);

  bool pinned() const { return pinned_; }
  /// Stops the following or resumes it. When it is resumed, the figure goes to where the reader is.
  void pin(bool on);

 private:
  std::string in_position(const View& view) const;
  /// Whether the exercise that the reader acted in last is in sight, and not only by its first or last lines.
  bool holds(const View& view) const;

  api::Lab& lab_;
  bool pinned_ = false, due_ = false;
  float scrolled_ = 0;
  std::string reading_;  ///< the section in position; empty: the next one counts as read already
  std::string acting_;   ///< the section of the exercise that the reader acted in last, while it is in sight
  double since_ = 0;     ///< when `reading_` came into position; 0 once the figure has gone to it
};

}  // namespace attn::reader
