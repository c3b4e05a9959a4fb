// The figure follows the reading: it goes to the scene of the section that has come into reading position, unless it is pinned.
//
// Whoever scrolls past a section does not mean it: a section counts once it has stayed for a moment. Where the text was opened, laid out
// anew or scrolled by the program, the section there is taken as read, and nothing moves.
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
    canvas::Rect area;                                    ///< where it is seen
    float scroll = 0, scroll_max = 0;                     ///< how far it is scrolled, and can be
    std::span<const std::pair<std::string, float>> tops;  ///< anchors of its sections and the tops of their headings, in order
    double now = 0;                                       ///< seconds
    bool held = false;                                    ///< the hand holds something outside of the text
  };

  static constexpr double kDwell = 0.18;  ///< seconds that a section stays before the figure goes there

  explicit Following(api::Lab& lab) : lab_(lab) {}

  /// Looks at the text once a frame. Returns whether it waits for a moment to pass, and wants to look again.
  bool look(const View& view);
  /// What comes into position next is taken as read.
  void adopt() { reading_.clear(); }
  /// A scene was gone to by a press: reading goes on from there.
  void pressed(std::string_view section) { reading_ = section, since_ = 0, acting_.clear(); }
  /// The reader acts in an exercise: as long as it is in sight, it is what is read.
  void act_in(std::string_view exercise);

  bool pinned() const { return pinned_; }
  /// Stops and resumes; resumed, the figure goes to where the reader is.
  void pin(bool on);

 private:
  std::string in_position(const View& view) const;
  /// Whether the exercise that the reader acted in last reaches into the middle half of the view.
  bool holds(const View& view) const;

  api::Lab& lab_;
  bool pinned_ = false, due_ = false;
  float scrolled_ = 0;
  std::string reading_;  ///< the section in position; empty: whatever comes is taken as read
  std::string acting_;   ///< the section of the exercise that the reader acted in last, while it is in sight
  double since_ = 0;     ///< when it came there, until the figure has gone to it
};

}  // namespace attn::reader
