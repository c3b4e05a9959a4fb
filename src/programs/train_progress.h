// How far a training is, on standard error: one line that is drawn again on a terminal, else a plain line every few seconds.
#pragma once

#include <chrono>
#include <string>

namespace attn::programs {

class Progress {
 public:
  Progress(std::string name, int steps);

  /// The latest exact matches on held-out examples, as a fraction; shown from then on.
  void set_held_out(double accuracy) { held_out_ = accuracy; }
  /// After each step; draws when it is time.
  void step(int done, float loss);
  /// Draws the last state and ends the line.
  void finish();

 private:
  void draw();
  double seconds() const;

  std::string name_;
  int steps_, done_ = 0;
  float loss_ = 0;
  double held_out_ = -1, drawn_at_ = 0;
  bool terminal_;
  std::chrono::steady_clock::time_point start_;
};

/// "1 h 5 min", "3 min 20 s", "12 s"
std::string duration_text(double seconds);
/// "97.5 %"
std::string percent_text(double fraction);

}  // namespace attn::programs
