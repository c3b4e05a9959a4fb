// Calls about the scenes that the lesson's text states.
#include "api/call_list.h"
#include "base/json.h"

namespace attn::api::calls {
namespace {

/// {id, title, figure, values, query}, and for the scene of an exercise also `exercise`. `values` are those that the scene states.
std::string describe_scene(const course::Lesson& lesson, const course::Scene& scene) {
  const course::Lesson::Params params = lesson.defaults();
  std::string figure(lesson.figures.front().id);
  std::vector<std::pair<std::string_view, std::string>> values;
  for (const auto& [key, text] : params::parse_query(scene.query)) {
    if (key == "figure") figure = text;
    const params::Row* row = params::find(lesson.rows, key);
    if (row && params::set_text(*row, params.get(), text).empty()) values.emplace_back(row->id, to_json(*row, row->get(params.get())));
  }
  std::vector<std::pair<std::string_view, std::string>> members = {{"id", json::string(scene.id)},
                                                                   {"title", json::string(scene.title)},
                                                                   {"figure", json::string(figure)},
                                                                   {"values", json::object(values)},
                                                                   {"query", json::string(scene.query)}};
  if (!scene.exercise.empty()) members.emplace_back("exercise", json::string(scene.exercise));
  return json::object(members);
}

}  // namespace

Answer scenes(Lab& lab, std::string_view, std::string_view) {
  return value(
      json::list(lab.session.scenes().all(), [&lab](const course::Scene& scene) { return describe_scene(lab.session.lesson(), scene); }));
}

/// Goes to the scene `id`, unless that is empty; `way` is "reading" when the reader has come to its section. Returns {id, own, note}: the
/// last scene, whether the reader has a picture to bring back, and a sentence about a locked parameter that the scene could not set.
Answer scene(Lab& lab, std::string_view id, std::string_view way) {
  if (!id.empty()) {
    const std::string why = lab.session.scenes().go_to(id, way == "reading" ? session::Way::kReading : session::Way::kPress);
    if (!why.empty()) return error(why);
  }
  return value(json::object({{"id", json::string(lab.session.scenes().place())},
                             {"own", json::boolean(lab.session.scenes().has_own())},
                             {"note", json::string(lab.session.scenes().note())}}));
}

Answer own(Lab& lab, std::string_view, std::string_view) { return done(lab.session.scenes().bring_own()); }

}  // namespace attn::api::calls
