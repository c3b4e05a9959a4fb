#include "reader/tab_order_native.h"

#include <algorithm>
#include <string>

namespace attn::reader {
namespace {

/// The index of the selected region, or -1.
int selected_in(const canvas::ImGuiCanvas& canvas) {
  const auto& all = canvas.regions().all();
  const canvas::Region* selected = canvas.selected().empty() ? nullptr : canvas.regions().find(canvas.selected());
  return selected ? static_cast<int>(selected - all.data()) : -1;
}

canvas::ImGuiCanvas* enter(canvas::ImGuiCanvas& canvas, int place) {
  const canvas::Region& region = canvas.regions().all()[static_cast<size_t>(place)];
  canvas.take_keyboard();
  canvas.select(region.is_grid() ? canvas::cell_id(region.id, 0, 0) : region.id);
  return &canvas;
}

/// The first region from `place` on, in steps of `by`, that can be pressed and has another id than `passed`, since a link may have a region
/// in each of two lines; -1 where there is none.
int find_from(const TabStop& stop, int place, int by, std::string_view passed) {
  const auto& all = stop.canvas->regions().all();
  const auto stands = [&](const canvas::Region& region) {
    return region.grip != canvas::Grip::kHover && region.id != passed && !(stop.inner && stop.inner(region.id));
  };
  for (int i = place; i >= 0 && i < static_cast<int>(all.size()); i += by)
    if (stands(all[static_cast<size_t>(i)])) return i;
  return -1;
}

canvas::ImGuiCanvas* step(std::span<const TabStop> stops, int by) {
  const int count = static_cast<int>(stops.size());
  int at = -1, place = -1;
  for (int i = 0; i < count; ++i) {
    const canvas::ImGuiCanvas& canvas = *stops[static_cast<size_t>(i)].canvas;
    if (!canvas.has_keyboard()) continue;
    if (const int selected = selected_in(canvas); selected >= 0) at = i, place = selected;
  }
  for (const TabStop& stop : stops) stop.canvas->drop_keyboard();
  if (at >= 0 && !stops[static_cast<size_t>(at)].whole) {
    canvas::ImGuiCanvas& canvas = *stops[static_cast<size_t>(at)].canvas;
    const std::string here = canvas.regions().all()[static_cast<size_t>(place)].id;
    if (const int next = find_from(stops[static_cast<size_t>(at)], place + by, by, here); next >= 0) return enter(canvas, next);
  }
  if (at < 0 && by < 0) at = count;
  for (int i = 1; i <= count; ++i) {
    const TabStop& next = stops[static_cast<size_t>(((at + i * by) % count + count) % count)];
    const int regions = static_cast<int>(next.canvas->regions().all().size());
    const int place_there = next.whole ? std::min(0, regions - 1) : find_from(next, by > 0 ? 0 : regions - 1, by, {});
    if (place_there >= 0) return enter(*next.canvas, place_there);
  }
  return nullptr;
}

}  // namespace

canvas::ImGuiCanvas* use_tab_key(std::span<const TabStop> stops) {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.WantTextInput || io.KeyCtrl || io.KeyAlt || !ImGui::IsKeyPressed(ImGuiKey_Tab)) return nullptr;
  return step(stops, io.KeyShift ? -1 : 1);
}

}  // namespace attn::reader
