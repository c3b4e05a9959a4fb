// The film of the model's training: each frame shows the model as it was after some step. It is scrubbed by hand, or plays.
//
// Which frame is shown is a state of the session: it stands in no address and is no step of undo. Training is not disturbed by it, and goes
// on from the present. Scrubbing pauses a run.
#pragma once

#include <string>
#include <vector>

#include "session/document.h"
#include "session/training.h"

namespace attn::session {

class Film {
 public:
  static constexpr double kWholeMs = 5000;  ///< how long the whole film plays

  Film(Document& document, Training& training);
  void set_clock(Training::Clock clock) { now_ = std::move(clock); }
  /// Another lesson is opened.
  void open() { playing_ = false; }

  /// The steps of the frames, rising from 0 to the present; empty where there is no film.
  std::vector<int> frames() const { return training_.frames(); }
  bool exists() const { return training_.shown_frame() >= 0; }
  /// The frame that is shown; -1 where there is no film. The last one is the present.
  int at() const { return training_.shown_frame(); }
  /// Shows a frame, and stops what plays. Returns an empty string, or why not.
  std::string show(int frame);
  /// Shows the present again.
  void back();

  /// Plays the film from the shown frame, or from the beginning where that is the last. Returns an empty string, or why not.
  std::string play();
  void stop();
  bool playing() const { return playing_; }
  /// Shows the frame that is due. Returns whether there was one.
  bool play_on();
  /// Milliseconds until the next frame is due; -1 where the film does not play.
  double rest_ms() const;

 private:
  std::string why_not() const;
  void put(int frame);
  double period_ms() const;

  Document& document_;
  Training& training_;
  Training::Clock now_;
  bool playing_ = false;
  double next_at_ = 0;
};

}  // namespace attn::session
