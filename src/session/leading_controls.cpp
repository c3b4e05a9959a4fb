#include "session/leading_controls.h"

#include <algorithm>
#include <string>
#include <variant>

#include "session/session.h"

namespace attn::session {
namespace {

/// Whether the parameter is a text that is not empty by default. Such a text is what the figure is about, so it must never be out of sight.
bool is_subject(const course::Lesson& lesson, std::string_view id) {
  const params::Row* row = params::find(lesson.rows, id);
  return row && row->type == params::Type::kText && !std::get<std::string>(row->get(lesson.defaults().get())).empty();
}

/// Whether the parameter is a time that plays. Play has to be within reach of the thumb.
bool is_clock(const course::Lesson& lesson, std::string_view id) {
  const params::Row* row = params::find(lesson.rows, id);
  return row && row->walked;
}

/// Whether a scene of the figure sets the parameter.
bool in_scene(const Session& session, const course::Lesson::Figure& figure, std::string_view id) {
  const std::string shows = "&figure=" + std::string(figure.id) + "&", sets = "&" + std::string(id) + "=";
  const auto& all = session.scenes().all();
  return std::any_of(all.begin(), all.end(), [&](const course::Scene& scene) {
    const std::string query = "&" + std::string(scene.query) + "&";
    return query.find(shows) != std::string::npos && query.find(sets) != std::string::npos;
  });
}

}  // namespace

std::vector<std::string_view> leading_controls(const Session& session, const course::Lesson::Figure& figure) {
  std::vector<std::string_view> ids(figure.controls.begin(), figure.controls.end());
  std::stable_partition(ids.begin(), ids.end(), [&](std::string_view id) { return in_scene(session, figure, id); });
  std::stable_partition(ids.begin(), ids.end(), [&](std::string_view id) { return is_subject(session.lesson(), id); });
  std::stable_partition(ids.begin(), ids.end(), [&](std::string_view id) { return is_clock(session.lesson(), id); });
  return ids;
}

}  // namespace attn::session
