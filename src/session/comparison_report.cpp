#include "session/comparison_report.h"

#include "base/json.h"
#include "session/comparison_figure.h"
#include "session/link.h"

namespace attn::session {

std::string report_comparison(Session& session) {
  const bool ready = session.a_result() != nullptr;
  survey(session);
  const Comparison& c = *session.comparison();
  const Compared* shown = c.compared();
  return json::object({{"query", json::string(link_query(session.lesson(), c.params.get()))},
                       {"settings", json::list(session.differing_settings(),
                                               [](const Setting& s) {
                                                 return json::object({{"id", json::string(s.id)},
                                                                      {"label", json::string(s.label)},
                                                                      {"a", json::string(s.a)},
                                                                      {"b", json::string(s.b)}});
                                               })},
                       {"results", json::list(c.shown, [](const Compared& one) { return json::string(one.row->name); })},
                       {"result", shown ? json::string(shown->row->name) : "null"},
                       {"side", json::string(name_of(c.side))},
                       {"ready", json::boolean(ready)},
                       {"message", json::string(session.describe_comparison())}});
}

}  // namespace attn::session
