// Calls about how the session is shown, and what the window knows.
#include "api/call_list.h"
#include "base/heap.h"
#include "base/json.h"
#include "base/text.h"
#include "session/names.h"

namespace attn::api::calls {
namespace {

/// Sets a setting that has a few named values to the one called `name`.
template <class T>
struct Setting {
  std::string_view name;
  T value;
};

template <class T, size_t kCount>
Answer choose(Lab& lab, const Setting<T> (&settings)[kCount], std::string_view kind, std::string_view name, T* target) {
  for (const Setting<T>& s : settings) {
    if (s.name != name) continue;
    *target = s.value;
    if (lab.screen) lab.screen->request_frame();
    return value("null");
  }
  return error(session::unknown(kind, name, session::names_of(settings, [](const auto& s) { return s.name; })));
}

bool read_point(std::string_view x, std::string_view y, canvas::Point* p) {
  double px = 0, py = 0;
  if (!text_to_number(x, &px) || !text_to_number(y, &py)) return false;
  *p = {static_cast<float>(px), static_cast<float>(py)};
  return true;
}

}  // namespace

Answer rect(Lab& lab, std::string_view id, std::string_view) {
  const canvas::Rect r = lab.screen ? lab.screen->rect_of(id) : canvas::Rect{};
  if (r.width <= 0 || r.height <= 0) return value("null");
  return value(json::object(
      {{"x", json::number(r.x)}, {"y", json::number(r.y)}, {"width", json::number(r.width)}, {"height", json::number(r.height)}}));
}

Answer height_for(Lab& lab, std::string_view width, std::string_view) {
  double pixels = 0;
  if (!text_to_number(width, &pixels) || pixels < 1) return error("A width is a number of pixels.");
  return value(lab.screen ? json::number(lab.screen->height_for(static_cast<float>(pixels))) : "null");
}

Answer grip_at(Lab& lab, std::string_view x, std::string_view y) {
  canvas::Point p;
  if (!read_point(x, y, &p)) return error("A place is two numbers.");
  return value(json::string(lab.screen ? lab.screen->grip_at(p) : "none"));
}

Answer wheel_at(Lab& lab, std::string_view x, std::string_view y) {
  canvas::Point p;
  if (!read_point(x, y, &p)) return error("A place is two numbers.");
  return value(json::boolean(lab.screen && lab.screen->scrolls_at(p)));
}

Answer key_wanted(Lab& lab, std::string_view key, std::string_view) {
  return value(json::boolean(lab.screen && lab.screen->wants_key(key)));
}

Answer stats(Lab& lab, std::string_view, std::string_view) {
  return value(json::object({{"frames", json::number(lab.screen ? lab.screen->frames() : 0)},
                             {"frameMs", json::number(lab.screen ? lab.screen->frame_ms() : 0)},
                             {"computeMs", json::number(lab.session.results().compute_ms())},
                             {"trainMs", json::number(lab.session.model().work_ms())},
                             {"gpuCalls", json::number(static_cast<double>(compute::calls().on_gpu))},
                             {"computations", json::number(lab.session.results().computations())},
                             {"heapBytes", json::number(static_cast<double>(heap_bytes()))}}));
}

Answer theme(Lab& lab, std::string_view name, std::string_view) {
  constexpr Setting<bool> kThemes[] = {{"light", false}, {"dark", true}};
  return choose(lab, kThemes, "theme", name, &lab.view.dark);
}

Answer motion(Lab& lab, std::string_view name, std::string_view) {
  constexpr Setting<bool> kMotions[] = {{"full", false}, {"reduced", true}};
  return choose(lab, kMotions, "motion", name, &lab.view.reduced_motion);
}

Answer parts(Lab& lab, std::string_view name, std::string_view) {
  constexpr Setting<Parts> kParts[] = {{"figure", Parts::kFigure}, {"controls", Parts::kControls}, {"full", Parts::kFull}};
  return choose(lab, kParts, "view", name, &lab.view.parts);
}

Answer tabs(Lab& lab, std::string_view name, std::string_view) {
  constexpr Setting<Tabs> kTabs[] = {{"auto", Tabs::kWithControls}, {"shown", Tabs::kShown}, {"hidden", Tabs::kHidden}};
  return choose(lab, kTabs, "setting", name, &lab.view.tabs);
}

Answer tools(Lab& lab, std::string_view name, std::string_view) {
  constexpr Setting<bool> kTools[] = {{"shown", true}, {"hidden", false}};
  return choose(lab, kTools, "setting", name, &lab.view.tools);
}

/// Lights a result or cell. Opens a figure that has it, unless `where` is "here".
Answer light(Lab& lab, std::string_view name, std::string_view where) {
  lab.view.lit = name;
  if (!name.empty() && where != "here")
    if (std::string why = lab.session.figures().show_result(name); !why.empty()) return error(std::move(why));
  if (lab.screen) lab.screen->request_frame();
  return value("null");
}

Answer later(Lab& lab, std::string_view, std::string_view) {
  lab.session.results().code_came();
  if (lab.screen) lab.screen->request_frame();
  return value("null");
}

Answer sheet(Lab& lab, std::string_view height, std::string_view) {
  double pixels = 0;
  if (!text_to_number(height, &pixels) || pixels < 0 || pixels > 1000) return error("The height of a sheet is a number from 0 to 1000.");
  lab.view.sheet = static_cast<float>(pixels);
  if (lab.screen) lab.screen->request_frame();
  return value("null");
}

Answer select(Lab& lab, std::string_view id, std::string_view) {
  lab.view.selected = id;
  if (lab.screen) lab.screen->request_frame();
  return value("null");
}

}  // namespace attn::api::calls
