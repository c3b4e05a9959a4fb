#include "charts/runs_table.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "canvas/paragraph.h"

namespace attn::charts {
namespace {

using canvas::Role;

constexpr float kGap = 14, kButton = 22;
constexpr std::string_view kRun = "run:", kRemove = ":remove", kClear = "runs:clear";

float row_height(float size) { return std::round(1.75f * size); }

canvas::TextStyle style_of(canvas::Canvas& canvas, Role role, float size, canvas::Align align = canvas::Align::kLeft) {
  return {.color = canvas.color(role), .size = size, .align = align};
}

struct Columns {
  float name = 0;
  std::vector<float> differs, numbers;
  bool joined = false;  ///< whether what differs is one column
};

std::string joined(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += (all.empty() ? "" : ", ") + text;
  return all;
}

Columns measure(canvas::Canvas& canvas, const RunsPicture& picture, float width, float size) {
  const canvas::TextStyle style = style_of(canvas, Role::kInk, size);
  const auto widest = [&](const std::string& head, auto text_of) {
    float most = canvas.measure(head, style).width;
    for (const RunRow& row : picture.rows) most = std::max(most, canvas.measure(text_of(row), style).width);
    return most + kGap;
  };
  Columns columns;
  columns.name = widest("run", [](const RunRow& row) { return row.name; });
  float all = columns.name + kButton;
  for (size_t i = 0; i < picture.numbers.size(); ++i)
    all += columns.numbers.emplace_back(widest(picture.numbers[i], [i](const RunRow& row) { return row.reached[i]; }));
  const float left = width - all;
  float needed = 0;
  for (size_t i = 0; i < picture.columns.size(); ++i)
    needed += columns.differs.emplace_back(widest(picture.columns[i], [i](const RunRow& row) { return row.differs[i]; }));
  if (needed > left) columns.joined = true, columns.differs = {std::max(0.0f, left)};
  return columns;
}

/// Writes the texts of a row from the left, each in its column.
void draw_cells(canvas::Canvas& canvas, canvas::Rect line, const Columns& columns, const std::string& name,
                const std::vector<std::string>& left, const std::vector<std::string>& numbers, const canvas::TextStyle& style) {
  const float y = line.center().y;
  canvas.text({line.x, y}, name, style);
  line.cut_left(columns.name);
  for (size_t i = 0; i < columns.differs.size(); ++i) {
    const canvas::Rect cell = line.cut_left(columns.differs[i]);
    if (i < left.size()) canvas.text({cell.x, y}, canvas::elided(canvas, left[i], style, cell.width - kGap / 2), style);
  }
  canvas::TextStyle right = style;
  right.align = canvas::Align::kRight;
  line.cut_right(kButton);
  for (size_t i = columns.numbers.size(); i-- > 0;) {
    const canvas::Rect cell = line.cut_right(columns.numbers[i]);
    canvas.text({cell.right(), y}, numbers[i], right);
  }
}

void draw_head(canvas::Canvas& canvas, canvas::Rect line, const RunsPicture& picture, const Columns& columns, float size) {
  const bool removable = std::any_of(picture.rows.begin(), picture.rows.end(), [](const RunRow& row) { return !row.id.empty(); });
  const std::vector<std::string> one{joined(picture.columns)};
  draw_cells(canvas, line, columns, "run", columns.joined ? one : picture.columns, picture.numbers, style_of(canvas, Role::kMuted, size));
  canvas.line({line.x, line.bottom()}, {line.right(), line.bottom()}, {canvas.color(Role::kFaint), 1});
  if (!removable) return;
  const canvas::Rect button = line.cut_right(kButton);
  const canvas::Interaction hand = canvas.region(kClear, button, canvas::Grip::kClick, "forget all earlier runs");
  canvas.text(button.center(), "\u00d7", style_of(canvas, hand.hovered ? Role::kAccent : Role::kMuted, size, canvas::Align::kCenter));
}

void draw_row(canvas::Canvas& canvas, canvas::Rect line, const RunRow& row, const Columns& columns, float size) {
  const canvas::Rect whole = line;
  const canvas::Rect button = line.cut_right(kButton);
  bool hot = false;
  if (!row.id.empty()) {
    canvas.region(row.id, line, canvas::Grip::kClick, "run " + row.name + ": press to bring its settings back");
    hot = canvas.is_hot(row.id);
    if (hot) canvas.rect(whole.inset(-4, 0), canvas::mix(canvas.color(Role::kBackground), canvas.color(Role::kFaint), 0.45f), 4);
  }
  const std::vector<std::string> one{joined(row.differs)};
  draw_cells(canvas, whole, columns, row.name, columns.joined ? one : row.differs, row.reached,
             style_of(canvas, hot ? Role::kAccent : Role::kInk, size));
  if (row.id.empty()) return;
  const canvas::Interaction hand = canvas.region(row.id + std::string(kRemove), button, canvas::Grip::kClick, "forget run " + row.name);
  canvas.text(button.center(), "\u00d7", style_of(canvas, hand.hovered ? Role::kAccent : Role::kMuted, size, canvas::Align::kCenter));
}

}  // namespace

float runs_height(const RunsPicture& picture, float most, float size) {
  const float each = row_height(size), rows = std::floor(std::max(0.0f, most / each - 1));
  return each * (1 + std::min(rows, static_cast<float>(picture.rows.size())));
}

void draw_runs(canvas::Canvas& canvas, canvas::Rect area, const RunsPicture& picture, float size, canvas::Place caller) {
  const canvas::DrawnFor drawn_for(caller);
  const Columns columns = measure(canvas, picture, area.width, size);
  const float each = row_height(size);
  draw_head(canvas, area.cut_top(each), picture, columns, size);
  for (const RunRow& row : picture.rows) {
    if (area.height < each - 0.5f) return;
    draw_row(canvas, area.cut_top(each), row, columns, size);
  }
}

std::string run_region(int number) { return std::string(kRun) + std::to_string(number); }

RunPress run_press(std::string_view region) {
  using Act = RunPress::Act;
  if (region == kClear) return {Act::kClear};
  int number = 0;
  if (!region.starts_with(kRun)) return {};
  std::from_chars(region.data() + kRun.size(), region.data() + region.size(), number);
  if (number <= 0) return {};
  return {region.ends_with(kRemove) ? Act::kRemove : Act::kBring, number};
}

}  // namespace attn::charts
