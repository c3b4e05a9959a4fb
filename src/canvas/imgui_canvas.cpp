#include "canvas/imgui_canvas.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "base/check.h"
#include "canvas/cloud.h"
#include "canvas/dashes.h"
#include "canvas/fonts.h"
#include "canvas/imgui_fonts.h"
#include "canvas/imgui_textures.h"

namespace attn::canvas {
namespace {

ImVec2 vec(Point p) { return {p.x, p.y}; }

float density() { return ImGui::GetIO().DisplayFramebufferScale.x; }

/// The middle of the pixel that contains `v`.
float pixel_middle(float v) { return (std::floor(v * density()) + 0.5f) / density(); }
float pixel_edge(float v) { return std::round(v * density()) / density(); }

int pressed_twice(ImGuiKey less, ImGuiKey more) {
  return static_cast<int>(ImGui::IsKeyPressed(more)) - static_cast<int>(ImGui::IsKeyPressed(less));
}

}  // namespace

// ---- frames and hands -----------------------------------------------------------------------------------------------------------------

void ImGuiCanvas::begin(Rect area) {
  CHECK(!drawing_);
  drawing_ = true;
  area_ = area;
  list_ = ImGui::GetWindowDrawList();
  shapes_.clear();
  std::swap(last_, regions_);
  regions_.clear();
  grids_of_cells_ = 0;
  ImGui::SetCursorScreenPos({area.x, area.y});
  ImGui::InvisibleButton("##figure", {std::max(area.width, 1.0f), std::max(area.height, 1.0f)});
  const bool active = ImGui::IsItemActive();
  clicked_.clear();
  pressed_ = false;
  hands_.begin(read_input(ImGui::IsItemHovered() || active, active), last_);
}

void ImGuiCanvas::draw_in_front(bool on) { list_ = on ? ImGui::GetForegroundDrawList() : ImGui::GetWindowDrawList(); }

HandsInput ImGuiCanvas::read_input(bool over, bool active) {
  const ImGuiIO& io = ImGui::GetIO();
  HandsInput in;
  in.position = {io.MousePos.x, io.MousePos.y};
  in.delta = {io.MouseDelta.x, io.MouseDelta.y};
  in.over = over && ImGui::IsMousePosValid();
  in.down = active && ImGui::IsMouseDown(ImGuiMouseButton_Left);
  in.pressed = ImGui::IsItemActivated() && ImGui::IsMouseClicked(ImGuiMouseButton_Left);
  // In a quick series of clicks every second one counts, so that four clicks are two double clicks.
  in.double_clicked = in.pressed && ImGui::GetMouseClickedCount(ImGuiMouseButton_Left) % 2 == 0;
  in.touch = io.MouseSource == ImGuiMouseSource_TouchScreen;
  in.wheel = in.over ? io.MouseWheel : 0;
  if (in.pressed)
    keyboard_ = true;
  else if (ImGui::IsAnyItemActive() && !active)
    keyboard_ = false;
  in.keyboard = keyboard_ && !io.WantTextInput;
  if (!in.keyboard || leaves_keys_ || io.KeyCtrl || io.KeyAlt || io.KeySuper) return in;
  in.shift = io.KeyShift;
  in.arrow_x = pressed_twice(ImGuiKey_LeftArrow, ImGuiKey_RightArrow);
  in.arrow_y = pressed_twice(ImGuiKey_UpArrow, ImGuiKey_DownArrow);
  in.step = pressed_twice(ImGuiKey_Minus, ImGuiKey_Equal) + pressed_twice(ImGuiKey_KeypadSubtract, ImGuiKey_KeypadAdd);
  in.cycle = pressed_twice(ImGuiKey_P, ImGuiKey_N);
  in.activate = ImGui::IsKeyPressed(ImGuiKey_Space, false) || ImGui::IsKeyPressed(ImGuiKey_Enter, false);
  if (ImGui::IsKeyPressed(ImGuiKey_Escape, false)) {
    const bool closes = last_.find("close") != nullptr;
    hands_.select(closes ? "close" : "");
    in.activate |= closes;
    keyboard_ = closes;
  }
  return in;
}

void ImGuiCanvas::end() {
  CHECK(drawing_);
  drawing_ = false;
  if (arrives()) arrival_.apply(*ImGui::GetWindowDrawList(), shapes_, regions_, now_ms());
  draw_ring();
  if (!hands_.hovers() && !hands_.holds()) return;
  switch (hands_.grip()) {
    case Grip::kHover:
      break;
    case Grip::kClick:
    case Grip::kPaint:
      ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
      break;
    case Grip::kDrag:
    case Grip::kZoom:
      ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeAll);
      break;
  }
}

void ImGuiCanvas::draw_ring() {
  if (!hands_.by_keyboard() || hands_.holds()) return;
  const Rect at = regions_.rect_of(hands_.selected());
  if (at.width <= 0) return;
  const float left = std::max(at.x - 3, area_.x + 2), top = std::max(at.y - 3, area_.y + 2);
  const Rect ring{left, top, std::min(at.right() + 3, area_.right() - 2) - left, std::min(at.bottom() + 3, area_.bottom() - 2) - top};
  border(ring, {color(Role::kBackground), 5}, 4);  // makes the ring visible on any colour
  border(ring, {color(Role::kAccent), 2}, 4);
}

Grip ImGuiCanvas::grip_at(Point p) const {
  const Region* region = regions_.hit(p, Hands::kTouchReach);
  return region ? region->grip : Grip::kHover;
}

Interaction ImGuiCanvas::declare(Region region) {
  const Interaction interaction = hands_.of(region);
  const bool over = region.rect.contains(interaction.position);
  if (region.grip == Grip::kClick && interaction.released && over) clicked_ = region.id;
  pressed_ |= region.grip == Grip::kClick && interaction.pressed;
  regions_.add(std::move(region));
  return interaction;
}

Interaction ImGuiCanvas::region(std::string_view id, Rect r, Grip grip, std::string_view label, Place) {
  return declare({std::string(id), std::string(label), r, 0, 0, grip});
}

Interaction ImGuiCanvas::grid(std::string_view id, Rect r, int rows, int cols, Grip grip, std::string_view label, Place) {
  return declare({std::string(id), std::string(label), r, rows, cols, grip});
}

Rect ImGuiCanvas::rect_of(std::string_view id) const {
  const Region* declared = regions_.find(id);
  return declared ? regions_.rect_of(id) : Rect{};
}

// ---- shapes ---------------------------------------------------------------------------------------------------------------------------

void ImGuiCanvas::begin_shape(bool rigid) {
  if (arrives() && list_ == ImGui::GetWindowDrawList()) shapes_.push_back({list_->VtxBuffer.Size, rigid});
}

void ImGuiCanvas::line(Point a, Point b, const Stroke& stroke, Place) {
  if (stroke.width <= 1.5f && a.x == b.x) a.x = b.x = pixel_middle(a.x);
  if (stroke.width <= 1.5f && a.y == b.y) a.y = b.y = pixel_middle(a.y);
  const Point ends[] = {a, b};
  polyline(ends, stroke);
}

void ImGuiCanvas::polyline(std::span<const Point> points, const Stroke& stroke, bool closed, Place) {
  if (points.size() < 2) return;
  const auto draw = [&](std::span<const Point> part, bool close) {
    std::vector<ImVec2> path;
    path.reserve(part.size());
    for (const Point p : part) path.push_back(vec(p));
    begin_shape();
    list_->AddPolyline(path.data(), static_cast<int>(path.size()), to_imgui(stroke.color), close ? ImDrawFlags_Closed : 0, stroke.width);
  };
  if (!stroke.dashed) return draw(points, closed);
  for (const auto& dash : dashes(points, closed, 3 + stroke.width, 2 + stroke.width)) draw(dash, false);
}

void ImGuiCanvas::polygon(std::span<const Point> points, Color fill, Place) {
  if (points.size() < 3) return;
  std::vector<ImVec2> path;
  path.reserve(points.size());
  for (const Point p : points) path.push_back(vec(p));
  begin_shape();
  list_->AddConcavePolyFilled(path.data(), static_cast<int>(path.size()), to_imgui(fill));
}

void ImGuiCanvas::rect(Rect r, Color fill, float radius, Place) {
  begin_shape();
  list_->AddRectFilled({r.x, r.y}, {r.right(), r.bottom()}, to_imgui(fill), radius);
}

void ImGuiCanvas::border(Rect r, const Stroke& stroke, float radius, Place) {
  if (stroke.dashed) {
    const Point corners[] = {{r.x, r.y}, {r.right(), r.y}, {r.right(), r.bottom()}, {r.x, r.bottom()}};
    return polyline(corners, stroke, true);
  }
  const bool hairline = stroke.width <= 1.5f && radius == 0;
  const auto snap = [hairline](float v) { return hairline ? pixel_middle(v) : v; };
  begin_shape();
  // AddRect draws half a pixel inside the rectangle that it is given.
  list_->AddRect({snap(r.x) - 0.5f, snap(r.y) - 0.5f}, {snap(r.right()) + 0.5f, snap(r.bottom()) + 0.5f}, to_imgui(stroke.color), radius, 0,
                 stroke.width);
}

void ImGuiCanvas::circle(Point center, float radius, Color fill, Place) {
  begin_shape(true);
  list_->AddCircleFilled(vec(center), radius, to_imgui(fill));
}

void ImGuiCanvas::ring(Point center, float radius, const Stroke& stroke, Place) {
  if (!stroke.dashed) {
    begin_shape(true);
    list_->AddCircle(vec(center), radius + 0.5f, to_imgui(stroke.color), 0, stroke.width);  // it draws half a pixel inside
    return;
  }
  std::vector<Point> points;
  constexpr int kCorners = 64;
  for (int i = 0; i < kCorners; ++i) {
    const float angle = 2 * std::numbers::pi_v<float> * static_cast<float>(i) / kCorners;
    points.push_back({center.x + radius * std::cos(angle), center.y + radius * std::sin(angle)});
  }
  polyline(points, stroke, true);
}

void ImGuiCanvas::text(Point anchor, std::string_view text, const TextStyle& style, Place) {
  const float width = text_width(text, style.font, style.size);
  const Point top_left = {line_left(anchor.x, width, style.align), line_top(anchor.y, style)};
  const int first = list_->VtxBuffer.Size;
  begin_shape(true);
  draw_imgui_text(*list_, top_left, text, style.font, style.size, style.color);
  if (style.angle == 0) return;
  const float radians = style.angle * std::numbers::pi_v<float> / 180, c = std::cos(radians), s = std::sin(radians);
  for (int i = first; i < list_->VtxBuffer.Size; ++i) {
    ImVec2& p = list_->VtxBuffer[i].pos;
    const float x = p.x - anchor.x, y = p.y - anchor.y;
    p = {anchor.x + c * x - s * y, anchor.y + s * x + c * y};
  }
}

Size ImGuiCanvas::measure(std::string_view text, const TextStyle& style) const {
  return {text_width(text, style.font, style.size), kLineHeight * style.size};
}

/// One vertex per corner and two triangles per run of equal cells, or per cell while cells move one by one.
void ImGuiCanvas::fill_runs(Rect r, int rows, int cols, std::span<const Color> colors) {
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < cols;) {
      const ImU32 color = to_imgui(colors[static_cast<size_t>(i * cols + j)]);
      int end = j + 1;
      while (!arrives() && end < cols && to_imgui(colors[static_cast<size_t>(i * cols + end)]) == color) ++end;
      const Rect first = r.cell(i, j, rows, cols), last = r.cell(i, end - 1, rows, cols);
      begin_shape();
      if (color >> IM_COL32_A_SHIFT != 0)
        list_->AddRectFilled({pixel_edge(first.x), pixel_edge(first.y)}, {pixel_edge(last.right()), pixel_edge(last.bottom())}, color);
      j = end;
    }
}

void ImGuiCanvas::cells(Rect r, int rows, int cols, std::span<const Color> colors, Place) {
  CHECK(colors.size() == static_cast<size_t>(rows) * static_cast<size_t>(cols), rows, " x ", cols, ", ", colors.size(), " colours");
  constexpr int kQuads = 1500;
  if (rows * cols <= kQuads) return fill_runs(r, rows, cols, colors);
  const ImVec2 from(pixel_edge(r.x), pixel_edge(r.y)), to(pixel_edge(r.right()), pixel_edge(r.bottom()));
  const int width = static_cast<int>(std::lround((to.x - from.x) * density()));
  const int height = static_cast<int>(std::lround((to.y - from.y) * density()));
  if (width <= 0 || height <= 0) return;
  ImTextureData* picture = cells_texture(std::to_string(grids_of_cells_++), width, height, rows, cols, colors);
  begin_shape();
  list_->AddImage(picture->GetTexRef(), from, to);
}

// Each line has four corners; its soft edges come from ImGui's own texture of lines. Where the renderer has no vertex offset, indices have
// only 16 bits, which limits the number of lines.
void ImGuiCanvas::segments(std::span<const Segment> lines, Place) {
  constexpr int kCorners = 58000;  // leaves some for what is drawn afterwards
  const size_t room = static_cast<size_t>(std::max(0, kCorners - static_cast<int>(list_->_VtxCurrentIdx))) / 4;
  lines = lines.first(std::min(lines.size(), room));
  for (const Segment& line : lines) {
    begin_shape();
    list_->PrimReserve(6, 4);
    const Point way = line.b - line.a;
    const float length = std::hypot(way.x, way.y), width = std::clamp(std::round(line.width), 1.0f, 60.0f);
    const float half = length > 0 ? (0.5f * width + 1) / length : 0;
    const ImVec2 side{-half * way.y, half * way.x};
    const ImVec4 uv = list_->_Data->TexUvLines[static_cast<int>(width)];
    const ImU32 color = to_imgui(line.color);
    const auto first = static_cast<ImDrawIdx>(list_->_VtxCurrentIdx);
    for (const int corner : {0, 1, 2, 0, 2, 3}) list_->PrimWriteIdx(static_cast<ImDrawIdx>(first + corner));
    list_->PrimWriteVtx({line.a.x + side.x, line.a.y + side.y}, {uv.x, uv.y}, color);
    list_->PrimWriteVtx({line.b.x + side.x, line.b.y + side.y}, {uv.x, uv.y}, color);
    list_->PrimWriteVtx({line.b.x - side.x, line.b.y - side.y}, {uv.z, uv.w}, color);
    list_->PrimWriteVtx({line.a.x - side.x, line.a.y - side.y}, {uv.z, uv.w}, color);
  }
}

bool ImGuiCanvas::cloud(const std::shared_ptr<const Cloud>& cloud, const CloudView& view) {
  return cloud_keeper() && cloud_keeper()->draw(*list_, cloud, view, arrival_.opacity(now_ms()));
}

void ImGuiCanvas::push_clip(Rect r) { list_->PushClipRect({r.x, r.y}, {r.right(), r.bottom()}, true); }
void ImGuiCanvas::pop_clip() { list_->PopClipRect(); }

}  // namespace attn::canvas
