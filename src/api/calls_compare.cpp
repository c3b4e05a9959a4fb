// The call about a state that is kept beside the present one.
#include "api/call_list.h"

namespace attn::api::calls {

/// `act`: keep, swap, leave, or show with the name of a side or a result; none: only tells. The answer is how things stand then
/// (session/comparison_report.h), null where nothing is kept.
Answer compare(Lab& lab, std::string_view act, std::string_view name) {
  const std::string why = act.empty() ? std::string() : lab.session.act_on_comparison(act, name);
  if (!why.empty()) return error(why);
  return value(lab.session.comparison() ? session::Session::comparing().report(lab.session) : "null");
}

}  // namespace attn::api::calls
