#include "session/source.h"

#include <algorithm>
#include <cmath>

#include "canvas/source_canvas.h"
#include "canvas/svg_canvas.h"
#include "session/open_figure.h"

namespace attn::session {
namespace {

/// The name without what follows a colon: the part "temperature:label" of a widget belongs to "temperature".
std::string_view name_of(std::string_view region) {
  const std::string_view name = canvas::parse_region_id(canvas::without_prefix(region)).name;
  return name.substr(0, name.find(':'));
}

std::string text_of(const Sources& s) { return s.regions.size() == 1 ? s.regions.front() : s.regions.front() + " to " + s.regions.back(); }

}  // namespace

Behind behind(const Session& session, std::string_view region) {
  const std::string_view name = name_of(region);
  if (const course::Lesson::ResultRow* row = session.results().find(name)) {
    const bool stated = row->place.line > 0;  // else the course has added the row, for the curves of training or a parameter
    const bool given = !stated && params::find(session.lesson().rows, row->name);
    return {given ? "parameter" : "result", row->name, row->label, stated ? canvas::trail_to(row->place) : canvas::Trail{}};
  }
  const params::Row* row = params::find(session.lesson().rows, name);
  return row ? Behind{"parameter", row->id, row->label, {}} : Behind{};
}

std::vector<Sources> sources(Session& session) {
  constexpr float kWidth = 820;
  canvas::SvgCanvas sheet({kWidth, std::round(kWidth / shown_aspect(session))}, canvas::Theme());
  canvas::SourceCanvas canvas(sheet, {});
  const course::Lesson::Params scratch = session.document().draft();
  draw_open_figure(canvas, session, scratch.get());
  std::vector<Sources> all;
  for (size_t i = 0; i < canvas.regions().all().size(); ++i) {
    const std::string& id = canvas.regions().all()[i].id;
    const canvas::Trail& drawn = canvas.declared()[i];
    const auto same =
        std::find_if(all.begin(), all.end(), [&](const Sources& s) { return name_of(s.regions[0]) == name_of(id) && s.drawn == drawn; });
    if (same == all.end())
      all.push_back({{id}, drawn});
    else
      same->regions.push_back(id);
  }
  return all;
}

std::string sources_text(Session& session) {
  std::string text;
  for (const Sources& s : sources(session)) {
    const Behind what = behind(session, s.regions.front());
    text += text_of(s) + "\n";
    if (!what.kind.empty()) {
      text += "  " + std::string(what.kind) + " " + std::string(what.name) + ", " + std::string(what.label);
      text += what.declared.empty() ? "\n" : ": " + canvas::text_of(what.declared) + "\n";
    }
    text += "  drawn by " + canvas::text_of(s.drawn) + "\n";
  }
  return text;
}

}  // namespace attn::session
