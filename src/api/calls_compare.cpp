// The call about a state that is kept beside the present one.
#include "api/call_list.h"

namespace attn::api::calls {
namespace {

std::string act_on(session::Comparison& comparison, std::string_view act, std::string_view name) {
  if (act == "keep") return comparison.keep();
  if (act == "swap") return comparison.swap();
  if (act == "show") return comparison.show(name);
  if (act == "leave")
    comparison.leave();
  else if (!act.empty())
    return "A comparison takes keep, swap, leave or show.";
  return {};
}

}  // namespace

/// `act` is keep, swap, leave, or show with the name of a side or a result; empty to change nothing. The answer is the comparison after
/// that (session/comparison_report.h), or null where no state is kept.
Answer compare(Lab& lab, std::string_view act, std::string_view name) {
  session::Comparison& comparison = lab.session.comparison();
  const std::string why = act_on(comparison, act, name);
  return why.empty() ? value(comparison.report()) : error(why);
}

}  // namespace attn::api::calls
