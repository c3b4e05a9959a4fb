#include "canvas/svg_canvas.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <utility>

#include "base/check.h"
#include "base/text.h"
#include "canvas/fonts.h"

namespace attn::canvas {
namespace {

/// A number with at most two decimals, which is finer than any screen.
std::string number(float value) {
  std::string text = fixed(std::isfinite(value) ? value : 0.0f, 2);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text;
}

/// Characters that XML does not allow become U+FFFD.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char32_t c : code_points(text)) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else if (c == '\n' || c == '\t')
      out += ' ';
    else
      append_utf8(&out, c < 0x20 || c == 0xFFFE || c == 0xFFFF ? char32_t{0xFFFD} : c);
  }
  return out;
}

/// ` name="value"` for each pair.
std::string attributes(std::initializer_list<std::pair<const char*, float>> list) {
  std::string out;
  for (const auto& [name, value] : list) out += " " + std::string(name) + "=\"" + number(value) + "\"";
  return out;
}

std::string paint(const char* name, Color color) {
  std::string out = " " + std::string(name) + "=\"" + to_hex(color) + "\"";
  if (color.a < 1) out += " " + std::string(name) + "-opacity=\"" + number(color.a) + "\"";
  return out;
}

std::string stroke_attributes(const Stroke& stroke) {
  std::string out = paint("stroke", stroke.color);
  if (stroke.width != 1) out += attributes({{"stroke-width", stroke.width}});
  if (stroke.dashed) out += " stroke-dasharray=\"" + number(3 + stroke.width) + " " + number(2 + stroke.width) + "\"";
  return out;
}

std::string box(Rect r, float radius) {
  std::string out = attributes({{"x", r.x}, {"y", r.y}, {"width", r.width}, {"height", r.height}});
  return radius > 0 ? out + attributes({{"rx", radius}}) : out;
}

const char* font_attributes(Font font) {
  switch (font) {
    case Font::kText:
      return "";
    case Font::kStrong:
      return " font-weight=\"600\"";
    case Font::kMath:
      return " font-family=\"KaTeX_Main, Latin Modern Math, serif\"";
    case Font::kMathItalic:
      return " font-family=\"KaTeX_Math, Latin Modern Math, serif\" font-style=\"italic\"";
  }
  return "";
}

std::string rotation(float angle, Point about) {
  return angle == 0 ? std::string() : "rotate(" + number(angle) + " " + number(about.x) + " " + number(about.y) + ")";
}

/// Writes cells of 1 by 1, row by row, and a run of equal cells as one. It uses whole numbers and writes all rows alike, since they are
/// most of the picture of a large table.
std::string unit_cells(int rows, int cols, std::span<const Color> colors) {
  std::string out;
  for (int i = 0; i < rows; ++i) {
    out += "<g transform=\"translate(0 " + std::to_string(i) + ")\">\n";
    for (int j = 0; j < cols;) {
      const std::string fill = paint("fill", colors[static_cast<size_t>(i * cols + j)]);
      int end = j + 1;
      while (end < cols && paint("fill", colors[static_cast<size_t>(i * cols + end)]) == fill) ++end;
      const std::string width = std::to_string(end - j);
      out += "<path" + fill + " d=\"M" + std::to_string(j) + " 0h" + width + "v1h-" + width + "z\"/>\n";
      j = end;
    }
    out += "</g>\n";
  }
  return out;
}

}  // namespace

SvgCanvas::SvgCanvas(Size size, Theme theme, std::string_view title, std::string_view description, std::string_view prefix)
    : size_(size), theme_(theme), title_(title), description_(description), prefix_(prefix) {}

std::string SvgCanvas::svg() const {
  CHECK(open_clips_ == 0, "clips left open: ", open_clips_);
  const std::string width = number(size_.width), height = number(size_.height);
  std::string out = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + width + "\" height=\"" + height + "\" viewBox=\"0 0 " + width +
                    " " + height + "\" role=\"img\" font-family=\"Inter, system-ui, sans-serif\">\n";
  if (!title_.empty()) out += "<title>" + escaped(title_) + "</title>\n";
  if (!description_.empty()) out += "<desc>" + escaped(description_) + "</desc>\n";
  if (!glyphs_.empty()) out += "<defs>\n" + glyphs_ + "</defs>\n";
  return out + "<rect width=\"" + width + "\" height=\"" + height + "\"" + paint("fill", color(Role::kBackground)) + "/>\n" + body_ +
         "</svg>\n";
}

void SvgCanvas::line(Point a, Point b, const Stroke& stroke, Place) {
  body_ += "<line" + attributes({{"x1", a.x}, {"y1", a.y}, {"x2", b.x}, {"y2", b.y}}) + stroke_attributes(stroke) + "/>\n";
}

void SvgCanvas::points_attribute(std::span<const Point> points) {
  body_ += " points=\"";
  for (size_t i = 0; i < points.size(); ++i) body_ += (i ? " " : "") + number(points[i].x) + "," + number(points[i].y);
  body_ += "\"";
}

void SvgCanvas::polyline(std::span<const Point> points, const Stroke& stroke, bool closed, Place) {
  if (points.size() < 2) return;
  body_ += closed ? "<polygon" : "<polyline";
  points_attribute(points);
  body_ += " fill=\"none\" stroke-linejoin=\"round\"" + stroke_attributes(stroke) + "/>\n";
}

void SvgCanvas::polygon(std::span<const Point> points, Color fill, Place) {
  if (points.size() < 3) return;
  body_ += "<polygon";
  points_attribute(points);
  body_ += paint("fill", fill) + "/>\n";
}

void SvgCanvas::rect(Rect r, Color fill, float radius, Place) { body_ += "<rect" + box(r, radius) + paint("fill", fill) + "/>\n"; }

void SvgCanvas::border(Rect r, const Stroke& stroke, float radius, Place) {
  body_ += "<rect" + box(r, radius) + " fill=\"none\"" + stroke_attributes(stroke) + "/>\n";
}

void SvgCanvas::circle(Point center, float radius, Color fill, Place) {
  body_ += "<circle" + attributes({{"cx", center.x}, {"cy", center.y}, {"r", radius}}) + paint("fill", fill) + "/>\n";
}

void SvgCanvas::ring(Point center, float radius, const Stroke& stroke, Place) {
  body_ +=
      "<circle" + attributes({{"cx", center.x}, {"cy", center.y}, {"r", radius}}) + " fill=\"none\"" + stroke_attributes(stroke) + "/>\n";
}

void SvgCanvas::text(Point anchor, std::string_view text, const TextStyle& style, Place) {
  if (text.empty()) return;
  const float y = line_top(anchor.y, style) + baseline_below_top(style.font, style.size);
  for (const Font font : {style.font, Font::kText})
    if (outlines_ && is_covered(font, text)) return outlined_text(anchor, y, text, font, style);
  body_ += "<text" + attributes({{"x", anchor.x}, {"y", y}, {"font-size", style.size}}) + paint("fill", style.color) +
           font_attributes(style.font);
  if (style.align == Align::kCenter) body_ += " text-anchor=\"middle\"";
  if (style.align == Align::kRight) body_ += " text-anchor=\"end\"";
  if (style.angle != 0) body_ += " transform=\"" + rotation(style.angle, anchor) + "\"";
  body_ += ">" + escaped(text) + "</text>\n";
}

void SvgCanvas::outlined_text(Point anchor, float baseline, std::string_view text, Font font, const TextStyle& style) {
  const float left = line_left(anchor.x, text_width(text, font, style.size), style.align);
  body_ += "<g" + paint("fill", style.color) + " transform=\"" + rotation(style.angle, anchor) + "translate(" + number(left) + " " +
           number(baseline) + ")scale(" + fixed(style.size / units_per_em(font), 6) + ")\">";
  int x = 0;
  for (const char32_t c : code_points(text)) {
    int advance = 0;
    if (const std::string& id = glyph_id(font, c, &advance); !id.empty())
      body_ += "<use href=\"#" + id + "\"" + (x ? " x=\"" + std::to_string(x) + "\"" : "") + "/>";
    x += advance;
  }
  body_ += "</g>\n";
}

/// The id of a character's outline. The outline is defined when its id is first asked for.
const std::string& SvgCanvas::glyph_id(Font font, char32_t code_point, int* advance) {
  const auto [at, is_new] = defined_.try_emplace({font, code_point});
  Defined& defined = at->second;
  if (is_new) {
    const Glyph drawn = glyph(font, code_point);
    defined.advance = drawn.advance;
    if (!drawn.path.empty()) {
      defined.id = prefix_ + std::to_string(static_cast<int>(font)) + "-" + std::to_string(static_cast<unsigned>(code_point));
      glyphs_ += "<path id=\"" + defined.id + "\" d=\"" + drawn.path + "\"/>\n";
    }
  }
  *advance = defined.advance;
  return defined.id;
}

Size SvgCanvas::measure(std::string_view text, const TextStyle& style) const {
  return {text_width(text, style.font, style.size), kLineHeight * style.size};
}

// A grid can be finer than a document should be. In that case only every k-th row and column is written, which looks the same from afar.
void SvgCanvas::cells(Rect r, int rows, int cols, std::span<const Color> colors, Place) {
  CHECK(colors.size() == static_cast<size_t>(rows) * static_cast<size_t>(cols), rows, " x ", cols, ", ", colors.size(), " colours");
  constexpr int kMost = 80;
  if (rows > kMost || cols > kMost) {
    const int down = (rows + kMost - 1) / kMost, across = (cols + kMost - 1) / kMost;
    const int fewer_rows = (rows + down - 1) / down, fewer_cols = (cols + across - 1) / across;
    std::vector<Color> fewer;
    for (int i = 0; i < fewer_rows; ++i)
      for (int j = 0; j < fewer_cols; ++j)
        fewer.push_back(colors[static_cast<size_t>(i * down) * static_cast<size_t>(cols) + static_cast<size_t>(j * across)]);
    r.width *= static_cast<float>(fewer_cols * across) / static_cast<float>(cols);
    r.height *= static_cast<float>(fewer_rows * down) / static_cast<float>(rows);
    return cells(r, fewer_rows, fewer_cols, fewer);
  }
  body_ += "<g shape-rendering=\"crispEdges\" transform=\"translate(" + number(r.x) + " " + number(r.y) + ")scale(" +
           fixed(r.width / static_cast<float>(std::max(1, cols)), 5) + " " + fixed(r.height / static_cast<float>(std::max(1, rows)), 5) +
           ")\">\n" + unit_cells(rows, cols, colors) + "</g>\n";
}

// A batch can be longer than a document should be. In that case only every k-th line is written, which looks the same from afar.
void SvgCanvas::segments(std::span<const Segment> lines, Place) {
  constexpr size_t kMost = 700;
  const size_t step = std::max<size_t>(1, (lines.size() + kMost - 1) / kMost);
  const auto alike = [](const Segment& a, const Segment& b) {
    return a.width == b.width && a.color.a == b.color.a && to_hex(a.color) == to_hex(b.color);
  };
  const auto tenth = [](float v) { return std::round(10 * v) / 10; };
  for (size_t i = 0; i < lines.size();) {
    const Segment& first = lines[i];
    body_ += "<path fill=\"none\"" + stroke_attributes({first.color, first.width}) + " d=\"";
    for (; i < lines.size() && alike(first, lines[i]); i += step) {
      const float x = tenth(lines[i].a.x), y = tenth(lines[i].a.y), dx = tenth(lines[i].b.x - x), dy = tenth(lines[i].b.y - y);
      body_ += "M" + number(x) + " " + number(y) + (dy == 0 ? "h" + number(dx) : "l" + number(dx) + " " + number(dy));
    }
    body_ += "\"/>\n";
  }
}

void SvgCanvas::push_clip(Rect r) {
  const std::string id = prefix_ + "-clip" + std::to_string(++clips_);
  body_ += "<clipPath id=\"" + id + "\"><rect" + box(r, 0) + "/></clipPath>\n<g clip-path=\"url(#" + id + ")\">\n";
  ++open_clips_;
}

void SvgCanvas::pop_clip() {
  CHECK(open_clips_ > 0);
  body_ += "</g>\n";
  --open_clips_;
}

Interaction SvgCanvas::region(std::string_view id, Rect r, Grip grip, std::string_view label, Place) {
  regions_.add({std::string(id), std::string(label), r, 0, 0, grip});
  return {};
}

Interaction SvgCanvas::grid(std::string_view id, Rect r, int rows, int cols, Grip grip, std::string_view label, Place) {
  regions_.add({std::string(id), std::string(label), r, rows, cols, grip});
  return {};
}

}  // namespace attn::canvas
