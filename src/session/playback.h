// Playing a process: a walked parameter (params::Spec::walked) advances by itself, slowly enough to be followed.
//
// Playing stops at the end of the process, when anything else changes the parameter, and when another figure or scene is opened. A story
// (params/story.h) stops at each of its stops, and when a hand changes anything. From start to stop it is one step of undo.
#pragma once

#include <string>
#include <string_view>

#include "session/document.h"
#include "session/results.h"
#include "session/training.h"

namespace attn::session {

class Playback {
 public:
  Playback(Document& document, Results& results);
  void set_clock(Training::Clock clock) { now_ = std::move(clock); }
  /// Whether stories go to their next stop at once, for readers who want no motion.
  void set_jumps(bool jumps) { jumps_ = jumps; }
  /// Another lesson is opened.
  void open() { playing_.clear(); }

  /// Plays the walked parameter `id` from where it is, or from the beginning where it is at its end. Returns an empty string, or why it
  /// cannot be played.
  std::string play(std::string_view id);
  /// Plays a story on to its next stop; one that is on its way is there at once. Processes play, or stop.
  void go_on(const params::Row& clock);
  /// Tells the story of `clock`, which may be null, if it is at its beginning, where a link of the text has brought it.
  void begin_story(const params::Row* clock);
  /// Whether the story of `clock`, which may be null, is being told: it is not at its end.
  bool is_telling(const params::Row* clock) const;
  void stop();
  /// The parameter that plays, or empty.
  std::string_view playing() const { return playing_; }
  /// Takes the step that is due. Returns whether there was one.
  bool play_on();
  /// Milliseconds until the next step is due; -1 where nothing plays.
  double rest_ms() const;
  /// The largest value of a walked parameter at which there is something new to see.
  double last_step(const params::Row& clock);
  /// Is told of the parameters that are about to replace the present ones. Stops if they change the parameter that plays.
  void follow(const void* next);

 private:
  void take_step(course::Lesson::Params next, std::string_view id);
  double next_value(const params::Row& clock, double now) const;

  Document& document_;
  Results& results_;
  Training::Clock now_;
  std::string playing_;
  bool jumps_ = false;
  bool recorded_ = false;  ///< whether this playing is in the history already
  double next_step_at_ = 0;
};

}  // namespace attn::session
