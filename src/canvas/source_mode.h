// The developer's mode, in which a picture names its source (`?source`, --source): whether it is on, and what the hand points at. In a
// build without the names of source lines (canvas/place.h) it is never on, and leaves no code in the program.
//
// There are lessons with a parameter called `source`. A key `source` with a value is that parameter, and one without a value is this mode.
// `source:key[1]` points at a region.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "canvas/source_canvas.h"

namespace attn::canvas {

struct SourceMode {
  bool on = false;
  Point at;   ///< where the hand points in this frame
  Seen seen;  ///< what is drawn there

  /// Switches the mode on if the query asks for it, and returns the rest of the query. If the query names a region, that is written to
  /// `*selected`.
  std::string take(std::string_view query, std::string* selected);
};
struct NoSourceMode {
  static constexpr bool on = false;
  static std::string_view take(std::string_view query, std::string*) { return query; }
};
using Source = std::conditional_t<kNamesSource, SourceMode, NoSourceMode>;

/// Replaces a canvas while something is drawn on it. In source mode it puts a SourceCanvas in front, which notes what the hand points at.
class WatchedCanvas {
 public:
  WatchedCanvas(Canvas& canvas, SourceMode& mode);
  ~WatchedCanvas();
  WatchedCanvas(const WatchedCanvas&) = delete;
  WatchedCanvas& operator=(const WatchedCanvas&) = delete;
  operator Canvas&() { return over_ ? *over_ : canvas_; }

 private:
  Canvas& canvas_;
  SourceMode& mode_;
  std::optional<SourceCanvas> over_;
};
struct UnwatchedCanvas {
  UnwatchedCanvas(Canvas& on, NoSourceMode) : canvas(on) {}
  operator Canvas&() const { return canvas; }
  Canvas& canvas;
};
using Watched = std::conditional_t<kNamesSource, WatchedCanvas, UnwatchedCanvas>;

}  // namespace attn::canvas
