#include "api/calls.h"

#include <utility>

#include "api/call_list.h"
#include "base/json.h"
#include "base/later.h"
#include "session/names.h"

namespace attn::api {
namespace {

struct Row {
  std::string_view name;
  calls::Answer (*run)(Lab& lab, std::string_view a, std::string_view b);
  /// What becomes of a miss where the answer needs code that is not loaded yet: it is told by an event, the answer says it, or nobody is
  /// told, since the answer is about what is there.
  enum class Miss { kEvent, kSaid, kUntold } miss = Miss::kEvent;
};

constexpr Row kCalls[] = {
    {"lessons", calls::lessons},
    {"open", calls::open, Row::Miss::kSaid},
    {"lesson", calls::lesson},
    {"params", calls::params},
    {"get", calls::get},
    {"text", calls::text},
    {"set", calls::set, Row::Miss::kSaid},
    {"bring", calls::bring, Row::Miss::kSaid},
    {"reset", calls::reset},
    {"hold", calls::hold},
    {"play", calls::play},
    {"stop", calls::stop},
    {"tell", calls::tell},
    {"playing", calls::playing},
    {"undo", calls::undo},
    {"redo", calls::redo},
    {"history", calls::history},
    {"query", calls::query},
    {"carry", calls::carry},
    {"lock", calls::lock},
    {"import", calls::import_data, Row::Miss::kSaid},
    {"open_model", calls::open_model},
    {"figures", calls::figures},
    {"figure", calls::figure},
    {"scenes", calls::scenes},
    {"scene", calls::scene},
    {"own", calls::own},
    {"results", calls::results, Row::Miss::kUntold},
    {"read", calls::read, Row::Miss::kSaid},
    {"read_here", calls::read_here, Row::Miss::kUntold},
    {"describe", calls::describe},
    {"explain", calls::explain, Row::Miss::kSaid},
    {"exercises", calls::exercises},
    {"begin", calls::begin},
    {"take_up", calls::take_up},
    {"predict", calls::predict},
    {"check", calls::check, Row::Miss::kSaid},
    {"retry", calls::retry},
    {"distance", calls::distance},
    {"compare", calls::compare, Row::Miss::kSaid},
    {"train", calls::train},
    {"metrics", calls::metrics},
    {"training", calls::training},
    {"run", calls::run},
    {"restart", calls::restart},
    {"speed", calls::speed},
    {"film", calls::film},
    {"refuse_weights", calls::refuse_weights},
    {"runs", calls::runs},
    {"bring_run", calls::bring_run},
    {"remove_run", calls::remove_run},
    {"clear_runs", calls::clear_runs},
    {"save_weights", calls::save_weights},
    {"save_folder", calls::save_folder, Row::Miss::kSaid},
    {"forget_weights", calls::forget_weights},
    {"backend", calls::backend},
    {"refuse_gpu", calls::refuse_gpu},
    {"set_backend", calls::set_backend, Row::Miss::kSaid},
    {"export", calls::export_as, Row::Miss::kSaid},
    {"rect", calls::rect, Row::Miss::kSaid},
    {"height_for", calls::height_for},
    {"grip_at", calls::grip_at},
    {"wheel_at", calls::wheel_at},
    {"key_wanted", calls::key_wanted},
    {"stats", calls::stats},
    {"theme", calls::theme},
    {"motion", calls::motion},
    {"ui", calls::parts},
    {"tabs", calls::tabs},
    {"tools", calls::tools},
    {"light", calls::light, Row::Miss::kSaid},
    {"later", calls::later},
    {"sheet", calls::sheet},
    {"select", calls::select},
};

}  // namespace

std::string call(Lab& lab, std::string_view name, std::string_view a, std::string_view b) {
  calls::Answer answer = calls::error(session::unknown("call", name, session::names_of(kCalls, [](const Row& row) { return row.name; })));
  bool later = false;
  for (const Row& row : kCalls)
    if (row.name == name) {
      lab.says_what_it_missed = row.miss != Row::Miss::kEvent;
      answer = row.run(lab, a, b);
      lab.says_what_it_missed = false;
      later = row.miss != Row::Miss::kEvent && take_missed() && row.miss == Row::Miss::kSaid;
    }
  lab.publish_changes();
  std::vector<std::pair<std::string_view, std::string>> members{{"ok", json::boolean(answer.error.empty())}};
  members.emplace_back(answer.error.empty() ? "value" : "error", answer.error.empty() ? answer.value : json::string(answer.error));
  if (later) members.emplace_back("later", "true");
  return json::object(members);
}

std::string open_weights(Lab& lab, std::string_view file, std::string bytes) {
  const std::string why = lab.session.model().open_weights(file, std::move(bytes));
  lab.publish_changes();
  if (!why.empty()) return json::object({{"ok", "false"}, {"error", json::string(why)}});
  return json::object({{"ok", "true"}, {"value", "null"}});
}

std::vector<std::string> call_names() {
  std::vector<std::string> names;
  for (const Row& row : kCalls) names.emplace_back(row.name);
  return names;
}

}  // namespace attn::api
