#include "canvas/paragraph.h"

#include <algorithm>

#include "base/text.h"

namespace attn::canvas {
namespace {

constexpr float kLeading = 1.35f;

/// Cuts `word` so that its first part fits; at least one character.
std::string take_fitting(const Canvas& canvas, std::string* word, const TextStyle& style, float width) {
  std::string fitting;
  std::string rest;
  for (const char32_t c : code_points(*word)) {
    std::string longer = fitting;
    append_utf8(&longer, c);
    if (rest.empty() && (fitting.empty() || canvas.measure(longer, style).width <= width))
      fitting = longer;
    else
      append_utf8(&rest, c);
  }
  *word = rest;
  return fitting;
}

}  // namespace

std::string elided(const Canvas& canvas, std::string_view text, const TextStyle& style, float width) {
  if (canvas.measure(text, style).width <= width) return std::string(text);
  const std::vector<char32_t> points = code_points(text);
  std::string best = "\u2026";
  std::string cut;
  for (char32_t c : points) {
    append_utf8(&cut, c);
    if (canvas.measure(cut + "\u2026", style).width > width) break;
    best = cut + "\u2026";
  }
  return best;
}

std::vector<std::string> wrapped(const Canvas& canvas, std::string_view text, const TextStyle& style, float width) {
  std::vector<std::string> lines(1);
  while (!text.empty()) {
    const size_t end = text.find_first_of(" \n");
    std::string word(text.substr(0, end));
    const bool new_line = end != std::string_view::npos && text[end] == '\n';
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    const std::string joined = lines.back().empty() ? word : lines.back() + " " + word;
    if (canvas.measure(joined, style).width <= width) {
      lines.back() = joined;
    } else {
      while (canvas.measure(word, style).width > width && code_point_count(word) > 1) {
        if (!lines.back().empty()) lines.emplace_back();
        lines.back() = take_fitting(canvas, &word, style, width);
      }
      if (!lines.back().empty()) lines.emplace_back();
      lines.back() = word;
    }
    if (new_line) lines.emplace_back();
  }
  return lines;
}

float draw_lines(Canvas& canvas, Rect area, const std::vector<std::string>& lines, TextStyle style, Place caller) {
  const DrawnFor drawn_for(caller);
  style.baseline = Baseline::kMiddle;
  const float step = kLeading * style.size;
  const float x = style.align == Align::kLeft ? area.x : style.align == Align::kCenter ? area.center().x : area.right();
  float y = area.y + step / 2;
  for (const std::string& line : lines) {
    canvas.text({x, y}, line, style);
    y += step;
  }
  return static_cast<float>(lines.size()) * step;
}

float draw_paragraph(Canvas& canvas, Rect area, std::string_view text, const TextStyle& style, Place caller) {
  const DrawnFor drawn_for(caller);
  return draw_lines(canvas, area, wrapped(canvas, text, style, area.width), style);
}

void draw_hint(Canvas& canvas, Rect area, std::string_view text, TextStyle style, Place caller) {
  const DrawnFor drawn_for(caller);
  if (canvas.measure(text, style).width <= area.width) return canvas.text({area.x, area.center().y}, text, style);
  style.size = std::min(style.size, 10.0f);
  std::vector<std::string> lines = wrapped(canvas, text, style, area.width);
  for (size_t i = 2; i < lines.size(); ++i) lines[1] += " " + lines[i];
  if (lines.size() < 2) return canvas.text({area.x, area.center().y}, lines[0], style);
  const float half = 0.6f * style.size;
  canvas.text({area.x, area.center().y - half}, lines[0], style);
  canvas.text({area.x, area.center().y + half}, elided(canvas, lines[1], style, area.width), style);
}

}  // namespace attn::canvas
