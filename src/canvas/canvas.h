// The small surface that every figure is drawn on: shapes, text, cells, and regions that can be hovered, dragged and painted.
//
// Two implementations: ImGuiCanvas (the screen) and SvgCanvas (vector export, stills, headless tests). A figure never asks which one it
// has. Units are CSS pixels, y down. A region has an id, which is also the name by which tests, links and the inspector find it:
// a handle `query`, `key[2]`, a cell `weights[1,3]`. Regions overlap like paper: the last one declared in a frame is on top.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "canvas/geometry.h"
#include "canvas/place.h"
#include "canvas/theme.h"

namespace attn::canvas {

enum class Font { kText, kStrong, kMath, kMathItalic };  ///< Inter, Inter SemiBold, KaTeX Main, KaTeX Math italic
enum class Align { kLeft, kCenter, kRight };
enum class Baseline { kTop, kMiddle, kBottom };

struct TextStyle {
  Color color;
  float size = 14;
  Font font = Font::kText;
  Align align = Align::kLeft;
  Baseline baseline = Baseline::kMiddle;
  float angle = 0;  ///< degrees clockwise about the anchor; 0 or -90 or -45
};

struct Stroke {
  Color color;
  float width = 1;
  bool dashed = false;
};

/// A straight line of a batch, see Canvas::segments().
struct Segment {
  Point a, b;
  Color color;
  float width = 1;
};

/// What the hand does with a region in this frame. All false without a pointer (SvgCanvas).
struct Interaction {
  bool hovered = false;
  bool selected = false;  ///< it was pressed last, or reached by keyboard: arrow keys go to it
  bool pressed = false;   ///< the button or finger went down on it in this frame
  bool held = false;      ///< the button or finger is still down after such a press
  bool released = false;
  bool double_clicked = false;
  Point position;    ///< of the pointer
  Point delta;       ///< movement in this frame while held
  Point grab;        ///< while held: from the region's centre to where it was grabbed; position - grab is where its centre should be
  float travel = 0;  ///< while held and on release: the pixels that the pointer has gone since the press
  int nudge_x = 0, nudge_y = 0;        ///< arrow keys while selected; up is -1 in y. Shift gives 10
  float zoom = 0;                      ///< Grip::kZoom: notches of the wheel over it, or + and - while selected; nearer is positive
  int row = -1, col = -1;              ///< grids: the cell under the pointer, also during a drag, or else the selected cell
  int first_row = -1, first_col = -1;  ///< grids: the cell where the press began
};

/// On release: whether the hand pressed and did not drag; a finger is never quite still.
inline constexpr float kNoClick = 6;  ///< pixels of travel from which a press is a drag; the wheel under a press counts as so many
inline bool was_click(const Interaction& hand) { return hand.released && hand.travel < kNoClick; }

/// What can be done with a region. This decides about the cursor, and about whether touch and wheel scroll the page. A region with kZoom
/// can be dragged like one with kDrag and also takes the wheel; it is below everything else that can be dragged.
enum class Grip { kHover, kClick, kDrag, kPaint, kZoom };

struct Cloud;
struct CloudView;

class Canvas {
 public:
  virtual ~Canvas() = default;

  virtual Rect bounds() const = 0;
  virtual const Theme& theme() const = 0;
  Color color(Role role) const { return theme().of(role); }
  /// Milliseconds an eased motion may take; 0 under reduced motion and in SVG.
  virtual float motion_ms() const = 0;

  virtual void line(Point a, Point b, const Stroke& stroke, Place caller = Place::here()) = 0;
  virtual void polyline(std::span<const Point> points, const Stroke& stroke, bool closed = false, Place caller = Place::here()) = 0;
  /// Fills a simple polygon.
  virtual void polygon(std::span<const Point> points, Color fill, Place caller = Place::here()) = 0;
  virtual void rect(Rect r, Color fill, float radius = 0, Place caller = Place::here()) = 0;
  virtual void border(Rect r, const Stroke& stroke, float radius = 0, Place caller = Place::here()) = 0;
  virtual void circle(Point center, float radius, Color fill, Place caller = Place::here()) = 0;
  virtual void ring(Point center, float radius, const Stroke& stroke, Place caller = Place::here()) = 0;
  /// Any Unicode text; characters outside the bundled fonts are drawn with the system's.
  virtual void text(Point anchor, std::string_view text, const TextStyle& style, Place caller = Place::here()) = 0;
  virtual Size measure(std::string_view text, const TextStyle& style) const = 0;
  /// A regular grid of filled cells, row by row: rows * cols colours. Fast for large grids.
  virtual void cells(Rect r, int rows, int cols, std::span<const Color> colors, Place caller = Place::here()) = 0;
  /// Many lines in one call, with square ends. On the screen widths are rounded to whole pixels, and there is a limit of some ten thousand
  /// lines a frame; beyond it the last ones are left out. In SVG neighbours of the same colour and width become one path.
  virtual void segments(std::span<const Segment> lines, Place caller = Place::here()) = 0;
  /// Draws a graph of thousands of nodes that the canvas keeps, so that another view of it costs next to nothing (cloud.h). Returns false
  /// and draws nothing where it does not keep any; charts/cloud.h then draws by the calls above.
  virtual bool cloud(const std::shared_ptr<const Cloud>& /*cloud*/, const CloudView& /*view*/) { return false; }
  virtual void push_clip(Rect r) = 0;
  virtual void pop_clip() = 0;

  /// Declares a region. `label` is a short description of the thing ("key 3, drag to move").
  virtual Interaction region(std::string_view id, Rect r, Grip grip, std::string_view label, Place caller = Place::here()) = 0;
  /// Declares rows x cols cells `id[i,j]` as one region.
  virtual Interaction grid(std::string_view id, Rect r, int rows, int cols, Grip grip, std::string_view label,
                           Place caller = Place::here()) = 0;
  /// Whether `id` (a region, a cell, or a whole result) is hovered, selected, or lit by a link of the text.
  virtual bool is_hot(std::string_view id) const = 0;
  /// The id of the hovered or selected region or cell, or empty. Figures use it to light what belongs together.
  virtual std::string_view hot() const = 0;

  /// The place of a region or cell that was declared in this frame, or an empty rectangle.
  virtual Rect rect_of(std::string_view id) const = 0;

  /// Says that an axis or a colour scale called `name` goes from `*min` to `*max`. Where this picture is compared with another, the range
  /// is widened here to what both need.
  virtual void share_range(std::string_view /*name*/, double* /*min*/, double* /*max*/) {}
};

}  // namespace attn::canvas
