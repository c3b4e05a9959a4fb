// Calls about a state that is kept beside the present one.
#include "api/call_list.h"
#include "base/json.h"
#include "session/comparison_figure.h"
#include "session/link.h"

namespace attn::api::calls {
namespace {

/// null, or {query, settings: [{id, label, a, b}], results, result, side, ready, message}: A's own query, what is set otherwise in A and in
/// B, the results of the open figure that can be compared and the one whose difference is shown, what a narrow place shows, whether A's
/// model is there, and all of it in a sentence.
std::string describe(session::Session& session) {
  if (!session.comparison()) return "null";
  const bool ready = session.a_result() != nullptr;
  session::survey(session);
  const session::Comparison& c = *session.comparison();
  const session::Compared* shown = c.compared();
  return json::object({{"query", json::string(session::link_query(session.lesson(), c.params.get()))},
                       {"settings", json::list(session.differing_settings(),
                                               [](const session::Setting& s) {
                                                 return json::object({{"id", json::string(s.id)},
                                                                      {"label", json::string(s.label)},
                                                                      {"a", json::string(s.a)},
                                                                      {"b", json::string(s.b)}});
                                               })},
                       {"results", json::list(c.shown, [](const session::Compared& one) { return json::string(one.row->name); })},
                       {"result", shown ? json::string(shown->row->name) : "null"},
                       {"side", json::string(session::name_of(c.side))},
                       {"ready", json::boolean(ready)},
                       {"message", json::string(session.describe_comparison())}});
}

}  // namespace

/// `act`: keep, swap, leave, or show with the name of a side or a result; none: only tells. The answer is how things stand then.
Answer compare(Lab& lab, std::string_view act, std::string_view name) {
  session::Session& session = lab.session;
  std::string why;
  if (act == "keep")
    why = session.keep_as_a();
  else if (act == "swap")
    why = session.swap_with_a();
  else if (act == "leave")
    session.leave_comparison();
  else if (act == "show")
    why = session.compare(name);
  else if (!act.empty())
    why = "A comparison takes keep, swap, leave or show.";
  return why.empty() ? value(describe(session)) : error(std::move(why));
}

}  // namespace attn::api::calls
