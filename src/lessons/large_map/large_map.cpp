#include "lessons/large_map/large_map.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/kept.h"
#include "canvas/number_text.h"
#include "canvas/paragraph.h"
#include "charts/figure_text.h"
#include "charts/handle.h"
#include "charts/small_button.h"

namespace attn::lessons::large_map {
namespace {

using canvas::Align, canvas::Canvas, canvas::Color, canvas::Point, canvas::Rect, canvas::Role;
using charts::quiet;

constexpr double kNearWidth = 64, kNearHeight = 26;        ///< pixels of a cell that has a number
constexpr double kLeastWidth = 63.5, kLeastHeight = 25.5;  ///< the same, after what dividing and multiplying leaves of them
constexpr double kNamed = 13;                              ///< pixels from row to row, or from column to column, where all have names
constexpr double kStep = 1.5;                              ///< of the buttons

/// Along one side: cells of `unit` pixels, of which `first` (not a whole number) is at the pixel `from`.
struct Side {
  Index count = 0;
  float from = 0, length = 0;
  double unit = 1, first = 0;

  double at(float pixel) const { return first + (static_cast<double>(pixel) - static_cast<double>(from)) / unit; }
  float pixel(double cell) const { return from + static_cast<float>((cell - first) * unit); }
  /// Puts the cell `wanted` first, or the nearest one with which the view stays on the map.
  void begin_at(double wanted) {
    first = std::clamp(wanted, 0.0, std::max(0.0, static_cast<double>(count) - static_cast<double>(length) / unit));
  }
  double middle() const { return first + static_cast<double>(length) / unit / 2; }
  /// Cells whose tiles have at least a pixel: 1, 2, 4, ...
  Index step() const {
    Index step = 1;
    while (static_cast<double>(step) * unit < 0.999) step *= 2;
    return step;
  }
};

/// The cells from `from` on as they are seen at `zoom`, with `middle` cells left of the middle of the side.
Side side_of(Index count, float from, float length, double near, double zoom, double middle) {
  Side side{count, from, length};
  const double whole = static_cast<double>(length) / static_cast<double>(count);
  side.unit = std::min(whole * zoom, std::max(whole, near));
  side.begin_at(middle - static_cast<double>(length) / side.unit / 2);
  return side;
}

struct Plane {
  Rect area;
  Side x, y;
};
Plane plane_of(const WeightField& field, Rect area, const MapView& view) {
  const auto cols = static_cast<double>(field.cols()), rows = static_cast<double>(field.rows()), zoom = static_cast<double>(view.zoom);
  return {area, side_of(field.cols(), area.x, area.width, kNearWidth, zoom, static_cast<double>(view.x) * cols),
          side_of(field.rows(), area.y, area.height, kNearHeight, zoom, static_cast<double>(view.y) * rows)};
}

/// From this zoom on both axes are as near as they get.
double nearest_zoom(const Plane& p) {
  return std::max({1.0, kNearWidth * static_cast<double>(p.x.count) / static_cast<double>(p.x.length),
                   kNearHeight * static_cast<double>(p.y.count) / static_cast<double>(p.y.length)});
}

MapView view_of(const Plane& p, double zoom) {
  const auto tidy = [](double v) { return static_cast<Real>(std::round(std::clamp(v, 0.0, 1.0) * 1e6) / 1e6); };
  zoom = std::clamp(zoom, 1.0, std::min(nearest_zoom(p), static_cast<double>(kNearestMap)));
  return {tidy(p.x.middle() / static_cast<double>(p.x.count)), tidy(p.y.middle() / static_cast<double>(p.y.count)),
          static_cast<Real>(std::round(zoom * 100) / 100)};
}

/// The same, nearer by the factor `by`, with the cell at `fixed` where it is.
MapView zoomed(const WeightField& field, const Plane& p, const MapView& view, double by, Point fixed) {
  MapView nearer = view;
  const double nearest = nearest_zoom(p), now = std::min(static_cast<double>(view.zoom), nearest);
  nearer.zoom = static_cast<Real>(std::clamp(now * by, 1.0, nearest));
  Plane q = plane_of(field, p.area, nearer);
  const auto keep = [](const Side& before, Side* after, float pixel) {
    after->begin_at(before.at(pixel) - (static_cast<double>(pixel) - static_cast<double>(after->from)) / after->unit);
  };
  keep(p.x, &q.x, fixed.x), keep(p.y, &q.y, fixed.y);
  return view_of(q, static_cast<double>(nearer.zoom));
}

/// The colours of weights, by the square root of their share of the largest.
class Colors {
 public:
  Colors(const Canvas& canvas, Real largest) : largest_(std::max(largest, Real(1e-30))) {
    for (size_t i = 0; i < shades_.size(); ++i)
      shades_[i] = canvas.theme().sequential(static_cast<float>(i) / static_cast<float>(shades_.size() - 1));
  }
  const Color& of(Real weight) const {
    const Real t = std::sqrt(std::clamp(weight / largest_, Real(0), Real(1)));
    return shades_[static_cast<size_t>(t * static_cast<Real>(shades_.size() - 1) + Real(0.5))];
  }

 private:
  std::array<Color, 256> shades_;
  Real largest_;
};

Tiles tiles_in_view(const Plane& p) {
  const auto along = [](const Side& s, Index* first, Index* count) {
    const Index step = s.step();
    *first = static_cast<Index>(s.first) / step * step;
    const double end = std::min(static_cast<double>(s.count), s.first + static_cast<double>(s.length) / s.unit);
    *count = std::max<Index>(1, (static_cast<Index>(std::ceil(end - 1e-6)) - *first + step - 1) / step);
    return step;
  };
  Tiles tiles;
  tiles.row_step = along(p.y, &tiles.first_row, &tiles.rows);
  tiles.col_step = along(p.x, &tiles.first_col, &tiles.cols);
  return tiles;
}

/// The tiles in view, which stay as they are while a hand moves the marked row.
struct Picture {
  Mat largest;
  std::vector<Color> shades;
};
struct PictureKey {
  long field;
  Tiles tiles;
  bool dark;
  bool operator==(const PictureKey&) const = default;
};

void draw_cells(Canvas& canvas, const Plane& p, const WeightField& field, const Colors& colors) {
  static thread_local Kept<PictureKey, Picture, 2> kept;
  const Tiles tiles = tiles_in_view(p);
  const Picture& picture = kept.get({field.serial(), tiles, canvas.theme().dark()}, [&] {
    Picture made{field.largest_of(tiles), {}};
    for (Index k = 0; k < made.largest.size(); ++k) made.shades.push_back(colors.of(made.largest.data()[k]));
    return made;
  });
  const Mat& largest = picture.largest;
  const float left = p.x.pixel(static_cast<double>(tiles.first_col)), top = p.y.pixel(static_cast<double>(tiles.first_row));
  const Rect all{left, top, static_cast<float>(static_cast<double>(tiles.cols * tiles.col_step) * p.x.unit),
                 static_cast<float>(static_cast<double>(tiles.rows * tiles.row_step) * p.y.unit)};
  canvas.push_clip(p.area);
  canvas.cells(all, static_cast<int>(tiles.rows), static_cast<int>(tiles.cols), picture.shades);
  if (p.x.unit >= kLeastWidth && p.y.unit >= kLeastHeight && tiles.col_step == 1 && tiles.row_step == 1) {
    canvas::TextStyle style{.color = {}, .size = 11, .align = Align::kCenter};
    for (Index i = 0; i < tiles.rows; ++i)
      for (Index j = 0; j < tiles.cols; ++j) {
        style.color = canvas.theme().on(colors.of(largest(i, j)));
        const std::string one = canvas::shown_rounded(static_cast<double>(largest(i, j)), 1);
        const std::string two = canvas::shown_rounded(static_cast<double>(largest(i, j)), 2);
        const std::string& shown = static_cast<double>(canvas.measure(two, style).width) < p.x.unit - 6 ? two : one;
        const Point at{p.x.pixel(static_cast<double>(tiles.first_col + j) + 0.5),
                       p.y.pixel(static_cast<double>(tiles.first_row + i) + 0.5)};
        const float half = 0.5f * canvas.measure(shown, style).width;
        if (at.x - half > p.area.x && at.x + half < p.area.right() && at.y > p.area.y + 6 && at.y < p.area.bottom() - 6)
          canvas.text(at, shown, style);
      }
  }
  canvas.pop_clip();
  canvas.border(p.area, {canvas.color(Role::kFaint), 1});
}

/// The cells that get a label: so many that these are at least `apart` pixels from each other.
template <class Draw>
void label(const Side& s, double apart, const Draw& draw) {
  Index stride = 1;
  for (const double wanted = apart / s.unit; static_cast<double>(stride) < wanted;)
    for (const Index factor : {2, 5, 10})
      if (const Index next = stride * factor; static_cast<double>(next) >= wanted || factor == 10) {
        stride = next;
        break;
      }
  for (Index i = (static_cast<Index>(s.first) + stride - 1) / stride * stride; i < s.count; i += stride) {
    const float at = s.pixel(static_cast<double>(i) + 0.5);
    if (at > s.from + s.length - 2) break;
    if (at >= s.from + 2) draw(i, at);
  }
}

void draw_labels(Canvas& canvas, const Plane& p, const LargeMap& map, float size, float left, float below) {
  canvas::TextStyle rows = quiet(canvas, size, Align::kRight), cols = quiet(canvas, size, Align::kCenter);
  const bool near_rows = p.y.unit >= kNamed, near_cols = p.x.unit >= kLeastWidth;
  const auto text = [&map](const std::function<std::string(Index)>& label, Index i, bool near) {
    return map.numbered && !near ? std::to_string(i + 1) : label(i);
  };
  label(p.y, near_rows ? kNamed : 40, [&](Index i, float y) {
    canvas.text({p.area.x - 10, y}, canvas::elided(canvas, text(map.row_label, i, near_rows), rows, left - 12), rows);
  });
  label(p.x, near_cols ? kNearWidth : 70, [&](Index j, float x) {
    const float room = static_cast<float>(near_cols ? p.x.unit : 70) - 4;
    canvas.text({x, below}, canvas::elided(canvas, text(map.col_label, j, near_cols), cols, room), cols);
  });
}

constexpr std::array<float, 4> kOnScale = {0, 0.25f, 0.5f, 1};

std::string on_scale(float t, Real largest) { return canvas::shown_rounded(static_cast<double>(t * largest), 2); }

/// The pixels that the scale's bar and numbers take.
float scale_width(const Canvas& canvas, Real largest, float size) {
  float numbers = 0;
  for (const float t : kOnScale) numbers = std::max(numbers, canvas.measure(on_scale(t, largest), quiet(canvas, size)).width);
  return 2 * (size + 1) + 7 + numbers;
}

void draw_scale(Canvas& canvas, Rect bar, const Colors& colors, Real largest, float size) {
  constexpr int kShades = 64;
  std::vector<Color> shades;
  for (int i = 0; i < kShades; ++i) shades.push_back(colors.of(largest * (1 - (static_cast<Real>(i) + Real(0.5)) / kShades)));
  canvas.cells(bar, kShades, 1, shades);
  canvas.border(bar, {canvas.color(Role::kFaint), 1});
  for (const float t : kOnScale) canvas.text({bar.right() + 5, bar.bottom() - t * bar.height}, on_scale(t, largest), quiet(canvas, size));
}

/// The weights of the marked row over the columns in view; in each pixel, the largest. The largest of all stands beside them, up to
/// `right`.
void draw_profile(Canvas& canvas, const Plane& p, Rect band, float right, const Mat& marked) {
  const Tiles tiles = tiles_in_view(p);
  Mat weights(1, tiles.cols);
  for (Index j = 0; j < tiles.cols; ++j) {
    const Index first = tiles.first_col + j * tiles.col_step;
    weights(0, j) = marked.middleCols(first, std::min(tiles.col_step, marked.cols() - first)).maxCoeff();
  }
  const Real most = std::max(weights.maxCoeff(), Real(1e-30));
  const Color color = canvas.color(Role::kQuery);
  canvas.push_clip(band);
  const double step = static_cast<double>(tiles.col_step);
  for (Index j = 0; j < tiles.cols; ++j) {
    const float high = static_cast<float>(weights(0, j) / most) * (band.height - 2),
                x = p.x.pixel(static_cast<double>(tiles.first_col) + static_cast<double>(j) * step);
    const float wide = static_cast<float>(step * p.x.unit);
    if (high >= 0.5f) canvas.rect({x, band.bottom() - high, wide > 4 ? wide - 1 : wide, high}, color);
  }
  canvas.pop_clip();
  canvas.line({band.x, band.bottom()}, {band.right(), band.bottom()}, {canvas.color(Role::kFaint), 1});
  canvas.text({right, band.y + 10}, canvas::shown_rounded(static_cast<double>(most), 2), quiet(canvas, 11, Align::kRight));
}

/// What lies under the hand, or what the marked row looks at most.
/// The second wording is a shorter one.
std::array<std::string, 2> words(const LargeMap& map, const Plane& p, const canvas::Interaction& hand, Index row, const Mat& marked) {
  const auto named = [&map](const std::function<std::string(Index)>& label, Index i) {
    return (map.numbered ? std::to_string(i + 1) + " " : std::string()) + label(i);
  };
  const auto number = [](Real weight) { return canvas::shown_rounded(static_cast<double>(weight), 3); };
  if (hand.hovered && p.area.contains(hand.position)) {
    const auto i = std::clamp<Index>(static_cast<Index>(p.y.at(hand.position.y)), 0, p.y.count - 1);
    const auto j = std::clamp<Index>(static_cast<Index>(p.x.at(hand.position.x)), 0, p.x.count - 1);
    const std::string weight = number(map.field.at(i, j));
    return {named(map.row_label, i) + " to " + named(map.col_label, j) + ": " + weight, weight};
  }
  Index j = 0;
  const Real most = marked.row(0).maxCoeff(&j);
  if (!(most > 0)) return {named(map.row_label, row) + " sees nothing", "sees nothing"};
  return {named(map.row_label, row) + " looks most at " + named(map.col_label, j) + ": " + number(most),
          named(map.col_label, j) + ": " + number(most)};
}

std::optional<MapView> draw_buttons(Canvas& canvas, Rect* band, const LargeMap& map, const Plane& p, const MapView& view) {
  const std::string id(map.id);
  const float wide = canvas.measure("Whole", {canvas.color(Role::kInk), 13}).width + 20;
  std::optional<MapView> wanted;
  if (charts::draw_small_button(canvas, band->cut_right(wide), id + "-whole", "Whole", "show the whole matrix")) wanted = MapView{};
  band->cut_right(6);
  if (charts::draw_small_button(canvas, band->cut_right(30), id + "-in", "+", "nearer"))
    wanted = zoomed(map.field, p, view, kStep, p.area.center());
  band->cut_right(6);
  if (charts::draw_small_button(canvas, band->cut_right(30), id + "-out", "\u2212", "farther"))
    wanted = zoomed(map.field, p, view, 1 / kStep, p.area.center());
  band->cut_right(10);
  return wanted;
}

}  // namespace

MapHand draw_large_map(Canvas& canvas, Rect area, const LargeMap& map, const MapView& view, canvas::Place caller) {
  const canvas::DrawnFor drawn_for(caller);
  const float size = std::clamp(area.width / 58, 11.0f, 13.0f);
  Rect foot = area.cut_bottom(30);
  area.cut_bottom(4);
  const float left = std::clamp(0.12f * area.width, 44.0f, 96.0f);
  const Rect head = area.cut_top(1.6f * size);
  area.cut_top(7);  // the handle may stand at the first row
  const Rect names = area.cut_bottom(1.6f * size);
  Rect profile = area.cut_bottom(std::clamp(0.13f * area.height, 24.0f, 70.0f));
  area.cut_bottom(8);
  area.cut_left(left), profile.cut_left(left);
  const float beside = scale_width(canvas, map.field.largest(), size - 1);
  Rect scale = area.cut_right(beside);
  profile.cut_right(beside);
  scale.cut_left(size), scale.width = size;

  MapHand wanted;
  const Plane p = plane_of(map.field, area, view);
  const Colors colors(canvas, map.field.largest());
  const auto row = std::clamp<Index>(static_cast<Index>(std::lround(map.query)), 0, p.y.count - 1);
  canvas.text({head.x, head.center().y}, map.row_name, {.color = canvas.color(Role::kQuery), .size = size, .font = canvas::Font::kStrong});
  canvas.text({area.right(), head.center().y}, map.col_name,
              {.color = canvas.color(Role::kKey), .size = size, .font = canvas::Font::kStrong, .align = Align::kRight});
  draw_cells(canvas, p, map.field, colors);
  draw_labels(canvas, p, map, size - 1, left, names.center().y);
  draw_scale(canvas, scale, colors, map.field.largest(), size - 1);
  const Mat marked = map.field.row(row);
  draw_profile(canvas, p, profile, foot.right(), marked);

  const std::string_view says = "drag or use the arrow keys to move, + and - to zoom, enter to mark a row";
  const canvas::Interaction hand = canvas.region(map.id, area, canvas::Grip::kZoom, says);
  if (hand.zoom != 0)
    wanted.view = zoomed(map.field, p, view, std::pow(1.25, static_cast<double>(hand.zoom)), hand.hovered ? hand.position : area.center());
  Point by = hand.held ? hand.delta : Point{};
  by = by - Point{24.0f * static_cast<float>(hand.nudge_x), 24.0f * static_cast<float>(hand.nudge_y)};
  if (by.x != 0 || by.y != 0) {
    Plane q = p;
    q.x.begin_at(p.x.first - static_cast<double>(by.x) / p.x.unit), q.y.begin_at(p.y.first - static_cast<double>(by.y) / p.y.unit);
    wanted.view = view_of(q, static_cast<double>(view.zoom));
  }
  if (canvas::was_click(hand)) wanted.query = std::floor(p.y.at(hand.position.y));

  // The marked row: a line over the map, or a border where it has room for numbers. Its handle stays at the rim where the row is out of
  // view.
  const bool near = p.y.unit >= kLeastHeight;
  const float middle = p.y.pixel((near ? static_cast<double>(row) : map.query) + 0.5), y = std::clamp(middle, area.y, area.bottom());
  canvas.push_clip(area.inset(-2, -2));
  if (near)
    canvas.border({area.x, middle - 0.5f * static_cast<float>(p.y.unit), area.width, static_cast<float>(p.y.unit)},
                  {canvas.color(Role::kQuery), 2});
  else
    canvas.line({area.x, y}, {area.right(), y}, {canvas.color(Role::kQuery), 1.25f, true});
  canvas.pop_clip();
  const canvas::Interaction handle = charts::draw_handle(
      canvas, {area.x, y}, {.id = std::string(map.id) + "-query", .label = map.query_label, .role = Role::kQuery, .radius = 6});
  if (const std::optional<Point> to = charts::dragged_to(handle)) wanted.query = p.y.at(to->y) - 0.5;
  if (handle.nudge_y != 0) wanted.query = std::round(map.query) + handle.nudge_y;
  if (wanted.query) wanted.query = std::clamp(*wanted.query, 0.0, static_cast<double>(p.y.count - 1));

  Rect band{foot.x, foot.y, foot.width, 30};
  if (const std::optional<MapView> pressed = draw_buttons(canvas, &band, map, p, view)) wanted.view = pressed;
  const canvas::TextStyle style = quiet(canvas, 12);
  const std::array<std::string, 2> said = words(map, p, hand, row, marked);
  canvas.text({band.x, band.center().y}, charts::fitting(canvas, style, band.width, {said[0], said[1]}), style);
  return wanted;
}

}  // namespace attn::lessons::large_map
