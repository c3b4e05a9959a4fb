#include "session/comparison_report.h"

#include "base/json.h"
#include "session/comparison_figure.h"
#include "session/link.h"
#include "session/session.h"

namespace attn::session {
namespace {

using Members = std::vector<std::pair<std::string_view, std::string>>;

std::string to_json(std::string_view label, const course::Tensor& tensor) {
  Members members{{"label", json::string(label)}, {"shape", json::list(tensor.shape, [](int size) { return json::number(size); })}};
  if (!tensor.rows.empty()) members.emplace_back("rows", json::strings(tensor.rows));
  if (!tensor.cols.empty()) members.emplace_back("cols", json::strings(tensor.cols));
  members.emplace_back("data", json::list(tensor.data, [](float x) { return json::number(static_cast<double>(x)); }));
  return json::object(members);
}

/// {name: {label, shape, ...}} of all results, read by their names with `prefix`.
std::string results_to_json(Session& session, std::string_view prefix) {
  Members members;
  for (const course::Lesson::ResultRow& row : session.lesson().results) {
    course::Tensor tensor;
    const std::string why = session.read(std::string(prefix).append(row.name), &tensor);
    members.emplace_back(row.name, why.empty() ? to_json(row.label, tensor)
                                               : json::object({{"label", json::string(row.label)}, {"why", json::string(why)}}));
  }
  return json::object(members);
}

/// A state as JSON: its query, its settings and its results.
Members state_to_json(Session& session, const void* params, std::string_view prefix) {
  Members settings;
  for (const params::Row& row : session.lesson().rows) settings.emplace_back(row.id, json::string(params::print(row, row.get(params))));
  return {{"query", json::string(link_query(session.lesson(), params))},
          {"settings", json::object(settings)},
          {"results", results_to_json(session, prefix)}};
}

}  // namespace

std::string states_as_json(Session& session) {
  const KeptState* kept = session.comparison().kept();
  Members members{{"lesson", json::string(session.lesson().slug)},
                  {"title", json::string(session.lesson().title)},
                  {"figure", json::string(session.figures().current().id)}};
  for (auto& member : state_to_json(session, session.document().params(), {})) members.push_back(std::move(member));
  members.emplace_back("a", kept ? json::object(state_to_json(session, kept->params.get(), canvas::kKeptPrefix)) : "null");
  members.emplace_back("difference", kept ? results_to_json(session, canvas::kDifferencePrefix) : "null");
  return json::object(members);
}

std::string report_comparison(LateComparison& comparison) {
  const bool ready = comparison.a_result() != nullptr;
  survey(comparison);
  const KeptState& a = comparison.a();
  const Compared* shown = a.compared();
  return json::object({{"query", json::string(link_query(comparison.document().lesson(), a.params.get()))},
                       {"settings", json::list(comparison.differing_settings(),
                                               [](const Setting& s) {
                                                 return json::object({{"id", json::string(s.id)},
                                                                      {"label", json::string(s.label)},
                                                                      {"a", json::string(s.a)},
                                                                      {"b", json::string(s.b)}});
                                               })},
                       {"results", json::list(a.shown, [](const Compared& one) { return json::string(one.row->name); })},
                       {"result", shown ? json::string(shown->row->name) : "null"},
                       {"side", json::string(name_of(a.side))},
                       {"ready", json::boolean(ready)},
                       {"message", json::string(comparison.describe())}});
}

}  // namespace attn::session
