#include "programs/train_progress.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "base/text.h"
#include "programs/terminal.h"

namespace attn::programs {
namespace {

constexpr double kTerminalInterval = 0.2, kPlainInterval = 5;  ///< seconds

/// A bar "[===   ] " of at most `room` columns; empty where there are too few.
std::string bar(double fraction, int room) {
  constexpr int kNarrowest = 6, kWidest = 24, kFrame = 3;
  const int width = std::min(room - kFrame, kWidest);
  if (width < kNarrowest) return {};
  const int full = static_cast<int>(width * fraction);
  return "[" + std::string(static_cast<std::size_t>(full), '=') + std::string(static_cast<std::size_t>(width - full), ' ') + "] ";
}

}  // namespace

std::string duration_text(double seconds) {
  const long whole = std::lround(seconds);
  if (whole >= 3600) return std::to_string(whole / 3600) + " h " + std::to_string(whole % 3600 / 60) + " min";
  if (whole >= 60) return std::to_string(whole / 60) + " min " + std::to_string(whole % 60) + " s";
  return std::to_string(whole) + " s";
}

std::string percent_text(double fraction) { return fixed(100 * fraction, 1) + " %"; }
std::string score_text(const training::Score& score) { return score.percent ? percent_text(score.value) : rounded(score.value, 3); }

Progress::Progress(std::string name, int steps)
    : name_(std::move(name)), steps_(steps), terminal_(terminal_columns() > 0), start_(std::chrono::steady_clock::now()) {}

double Progress::seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

void Progress::step(int done, float loss) {
  done_ = done;
  loss_ = loss;
  const double now = seconds();
  if (now - drawn_at_ < (terminal_ ? kTerminalInterval : kPlainInterval)) return;
  drawn_at_ = now;
  draw();
}

void Progress::finish() {
  draw();
  if (terminal_) std::fputc('\n', stderr);
}

void Progress::draw() {
  const double rate = done_ / std::max(seconds(), 1e-9);
  std::string numbers = "step " + std::to_string(done_) + "/" + std::to_string(steps_) + "  loss " + fixed(loss_, 4);
  if (!held_out_.empty()) numbers += "  held-out " + held_out_;
  numbers += "  " + fixed(rate, rate < 10 ? 1 : 0) + " steps/s";
  numbers += done_ < steps_ ? "  " + duration_text((steps_ - done_) / std::max(rate, 1e-9)) + " left" : "  " + duration_text(seconds());
  std::string line = name_ + " ";
  const int columns = terminal_columns();  // asked each time, because a line that wraps in a narrower terminal could not be drawn over
  if (terminal_) line += bar(static_cast<double>(done_) / steps_, columns - static_cast<int>(line.size() + numbers.size()) - 1);
  line += numbers;
  if (terminal_) line = "\r" + line.substr(0, static_cast<std::size_t>(std::max(columns - 1, 0))) + "\033[K";
  std::fputs((line + (terminal_ ? "" : "\n")).c_str(), stderr);
  std::fflush(stderr);
}

}  // namespace attn::programs
