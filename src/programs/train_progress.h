// Shows on standard error how far a training has come: on a terminal as one line that is drawn again, else as a line every few seconds.
#pragma once

#include <chrono>
#include <string>
#include <utility>

#include "training/trainee.h"

namespace attn::programs {

class Progress {
 public:
  Progress(std::string name, int steps);

  /// Sets the latest score on held-out examples, which is shown from then on.
  void set_held_out(std::string score) { held_out_ = std::move(score); }
  /// Must be called after each step. Draws when it is time to.
  void step(int done, float loss);
  /// Draws the last state and ends the line.
  void finish();

 private:
  void draw();
  double seconds() const;

  std::string name_;
  int steps_, done_ = 0;
  float loss_ = 0;
  std::string held_out_;
  double drawn_at_ = 0;
  bool terminal_;
  std::chrono::steady_clock::time_point start_;
};

/// "1 h 5 min", "3 min 20 s", "12 s"
std::string duration_text(double seconds);
/// "97.5 %"
std::string percent_text(double fraction);
/// "97.5 %", "3.21"
std::string score_text(const training::Score& score);

}  // namespace attn::programs
