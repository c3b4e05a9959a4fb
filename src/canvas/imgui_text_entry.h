// An input line of ImGui over a canvas, for the native window; on the web the page lays its own input there (see TextRequest).
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
  /// What stands in it; after kDone, what was typed.
  const std::string& text() const { return text_; }

  /// Draws it; call it every frame within the window that the canvas is in, after the canvas. Enter and a press elsewhere end it,
  /// Escape cancels; with several lines Ctrl+Enter starts a new one. kDone and kCancelled are returned once, then it is closed.
  Outcome draw(const Theme& theme);

 private:
  TextRequest request_;
  std::string text_;
  bool fresh_ = false;
};

}  // namespace attn::canvas
