#include "controls/controls.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/text.h"
#include "canvas/paragraph.h"
#include "canvas/regions.h"
#include "controls/control_parts.h"

namespace attn::controls {
namespace {

constexpr float kNarrowest = 200, kColumnGap = 28, kNowhere = 1e9f;

struct Place {
  const params::Row* row;
  canvas::Rect box;
  bool foldable, folded;
};

/// The rows that have a widget now.
std::vector<const params::Row*> shown_rows(const Controls& controls) {
  std::vector<const params::Row*> rows;
  for (const std::string_view id : controls.ids)
    if (const params::Row* row = params::find(controls.rows, id); row && params::matters(*row, controls.params)) rows.push_back(row);
  return rows;
}

/// The place of each widget: it goes into the shortest column. One that would end below `bottom` has no place. A text that comes first is
/// as wide as the columns that no other widget needs.
std::vector<Place> place(const canvas::Canvas& canvas, canvas::Rect area, float bottom, const Controls& controls) {
  const std::vector<const params::Row*> rows = shown_rows(controls);
  const int columns = std::max(1, static_cast<int>((area.width + kColumnGap) / (kNarrowest + kColumnGap)));
  const float width = (area.width - kColumnGap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
  std::vector<float> bottoms(static_cast<size_t>(columns), area.y);
  std::vector<Place> places;
  for (const params::Row* row : rows) {
    const bool foldable = is_grid(*row) && controls.is_folded, folded = foldable && controls.is_folded(row->id);
    const bool leads = row == rows.front() && row->type == params::Type::kText;
    const int free = leads ? std::max(0, columns - static_cast<int>(rows.size())) : 0;
    const float wide = width + (width + kColumnGap) * static_cast<float>(free);
    const auto column = std::min_element(bottoms.begin(), bottoms.end());
    const float height = control_height(canvas, *row, row->get(controls.params), wide, folded);
    if (*column + height > bottom) continue;
    const float x = area.x + static_cast<float>(column - bottoms.begin()) * (width + kColumnGap);
    places.push_back({row, {x, *column, wide, height}, foldable, folded});
    std::fill(column, column + free + 1, *column + height + kControlGap);
  }
  return places;
}

}  // namespace

float controls_height(const canvas::Canvas& canvas, float width, const Controls& controls) {
  return controls_height(canvas, width, kNowhere, controls);
}

float controls_height(const canvas::Canvas& canvas, float width, float room, const Controls& controls) {
  float height = 0;
  for (const Place& p : place(canvas, {0, 0, width, 0}, room + 0.5f, controls)) height = std::max(height, p.box.bottom());
  return height;
}

ControlsResult draw_controls(canvas::Canvas& canvas, canvas::Rect area, const Controls& controls) {
  ControlsResult result;
  for (const Place& p : place(canvas, area, area.bottom() + 0.5f, controls)) {
    const bool locked = controls.is_locked && controls.is_locked(p.row->id);
    const bool changed = !params::equal(*p.row, controls.params, controls.defaults);
    bool restore = false;
    const double last = p.row->walked && controls.last_step ? controls.last_step(*p.row) : p.row->max;
    const Control control{
        canvas, *p.row, controls.params, locked, changed, result, restore, p.foldable, p.folded, last, p.row->id == controls.playing};
    draw_control(control, p.box);
    canvas::Rect line = p.box;
    draw_control_name(control, line.cut_top(kControlLine));
    if (restore) control.set(p.row->get(controls.defaults));
    result.height = std::max(result.height, p.box.bottom() - area.y);
    ++result.drawn;
  }
  return result;
}

bool is_grid(const params::Row& row) { return row.type == params::Type::kMatrix || row.type == params::Type::kMask; }

std::string apply_typed(const params::Rows& rows, std::string_view id, std::string_view text, void* params) {
  const canvas::RegionId parts = canvas::parse_region_id(id);
  const params::Row* row = params::find(rows, parts.name);
  if (!row) return "There is no parameter called " + std::string(parts.name) + ".";
  if (parts.col < 0) return params::set_text(*row, params, text);
  params::Value value = row->get(params);
  auto* matrix = std::get_if<Mat>(&value);
  if (!matrix || parts.row >= matrix->rows() || parts.col >= matrix->cols()) return std::string(row->label) + " has no such entry.";
  double number = 0;
  if (!text_to_number(text, &number))
    return std::string(row->label) + " takes numbers from " + number_to_text(row->min) + " to " + number_to_text(row->max) + ".";
  (*matrix)(parts.row, parts.col) = static_cast<Real>(number);
  return params::set_value(*row, params, value);
}

void Control::set(const params::Value& value) const {
  if (locked) return;
  const std::string before = text();
  if (params::set_value(row, params, value).empty() && text() != before) result.edited = true;
}

canvas::Color Control::ink() const { return canvas.color(locked ? canvas::Role::kMuted : canvas::Role::kInk); }

float control_height(const canvas::Canvas& canvas, const params::Row& row, const params::Value& value, float width, bool folded) {
  if (folded) return kControlLine;
  const float slider = kControlLine + (row.walked ? 26.0f : 24.0f);
  switch (row.type) {
    case params::Type::kNumber:
      return slider;
    case params::Type::kInteger:
      return is_stepped(row) ? 28 : slider;
    case params::Type::kBoolean:
      return 24;
    case params::Type::kChoice:
      return kControlLine + 4 + choice_height(canvas, row, width);
    case params::Type::kText:
      return kControlLine + 4 + text_field_height(row);
    case params::Type::kMatrix:
    case params::Type::kMask:
      return kControlLine + 4 + grid_control_height(value, width);
    case params::Type::kPoints:
      return kControlLine;
  }
  return kControlLine;
}

void draw_control(const Control& control, canvas::Rect area) {
  switch (control.row.type) {
    case params::Type::kNumber:
      return draw_slider(control, area);
    case params::Type::kInteger:
      return is_stepped(control.row) ? draw_stepper(control, area) : draw_slider(control, area);
    case params::Type::kBoolean:
      return draw_switch(control, area);
    case params::Type::kChoice:
      return draw_choice(control, area);
    case params::Type::kText:
      return draw_text_field(control, area);
    case params::Type::kMatrix:
      return draw_matrix_control(control, area);
    case params::Type::kMask:
      return draw_mask_control(control, area);
    case params::Type::kPoints:
      return draw_points_control(control, area);
  }
}

void draw_control_name(const Control& c, canvas::Rect line) {
  if (c.row.type == params::Type::kBoolean) line.height = 24;
  if (c.row.type == params::Type::kInteger && is_stepped(c.row)) line.height = 28;
  const canvas::TextStyle style{c.ink(), kControlText};
  if (c.row.type == params::Type::kBoolean) line.cut_right(kSwitch + 8);
  const std::string label = canvas::elided(c.canvas, c.row.label, style, line.width);
  const canvas::Size size = c.canvas.measure(label, style);
  const std::string id = std::string(c.row.id) + ":label";
  const canvas::Rect r{line.x, line.y, std::min(size.width, line.width), line.height};
  const canvas::Interaction hand = c.canvas.region(id, r, c.grip(canvas::Grip::kClick), c.row.help);
  if (hand.hovered) c.result.help_of = c.row.id;
  c.canvas.text({line.x, line.center().y}, label, style);
  if (hand.hovered) {
    // The dotted line says that there is an explanation.
    const float y = line.center().y + 0.68f * kControlText;
    c.canvas.line({r.x, y}, {r.right(), y}, {c.canvas.color(canvas::Role::kMuted).with_alpha(0.7f), 1, true});
  }
  if (hand.double_clicked) c.restore = true;
}

}  // namespace attn::controls
