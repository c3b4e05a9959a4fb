// An input line of ImGui over a canvas, for the native window. On the web the page lays its own input there (TextRequest).
#pragma once

#include <string>

#include "canvas/text_request.h"
#include "canvas/theme.h"

namespace attn::canvas {

class ImGuiTextEntry {
 public:
  enum class Outcome { kNone, kOpen, kDone, kCancelled };

  void open(TextRequest request);
  bool is_open() const { return !request_.id.empty(); }
  const TextRequest& request() const { return request_; }
  /// The text in the input; after kDone, what was typed.
  const std::string& text() const { return text_; }

  /// Draws the input. Call this every frame, after the canvas and within the same window. Enter or a press elsewhere ends it, and Escape
  /// cancels it; with several lines Ctrl+Enter begins a new one. kDone and kCancelled are returned once, and the input is closed then.
  Outcome draw(const Theme& theme);

 private:
  TextRequest request_;
  std::string text_;
  bool fresh_ = false;
};

}  // namespace attn::canvas
