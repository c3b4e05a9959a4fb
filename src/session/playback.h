// A process that plays: a walked parameter (params::Spec::walked) moves on by itself, in a tempo to read along.
//
// It stops at its end, when anything else changes the parameter, and with another figure or scene. All that plays at a stretch is one
// step of undo.
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
  /// Another lesson is opened.
  void open() { playing_.clear(); }

  /// Begins at the beginning where the walked parameter `id` is at its end. Returns an empty string or why it does not play.
  std::string play(std::string_view id);
  void stop();
  /// The parameter that plays, or empty.
  std::string_view playing() const { return playing_; }
  /// Takes the step that is due. Returns whether there was one.
  bool play_on();
  /// Until the next step is due; -1 where nothing plays.
  double rest_ms() const;
  /// The largest value of a walked parameter at which there is something new to see.
  double last_step(const params::Row& clock);
  /// Stops where `next`, which is about to replace the parameters, moves what plays.
  void follow(const void* next);

 private:
  void take_step(course::Lesson::Params next, std::string_view id);

  Document& document_;
  Results& results_;
  Training::Clock now_;
  std::string playing_;
  bool recorded_ = false;  ///< the stretch is in the history
  double next_step_at_ = 0;
};

}  // namespace attn::session
