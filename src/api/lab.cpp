#include "api/lab.h"

#include "api/training_report.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/later.h"

namespace attn::api {
namespace {

constexpr double kTrainEventMs = 100;

bool is_turn(const session::Training::Status& a, const session::Training::Status& b) {
  return a.phase != b.phase || a.running != b.running || a.halt != b.halt || a.speed != b.speed || a.restarts != b.restarts;
}

}  // namespace

void Lab::publish_changes() {
  publish_training();
  if ((!says_what_it_missed && take_missed()) || session.model().waits_for_code() || session.results().waits_for_code())
    emit("later", "{}");
  const session::Change change = session.document().take_change();
  if (change.empty()) return;
  emit("change", json::object({{"lesson", json::string(session.lesson().slug)},
                               {"figure", json::string(session.figures().current().id)},
                               {"backend", json::string(session.results().backend().name)},
                               {"params", json::strings(change.ids)},
                               {"origin", json::string(session::origin_name(change.origin))}}));
  if (screen) screen->request_frame();
}

void Lab::publish_training() {
  if (!session.model().trained()) return;
  if (std::vector<std::string> wanted = session.wanted_weights(); wanted != asked_) {
    asked_ = std::move(wanted);
    if (!asked_.empty()) emit("weights", json::object({{"names", json::strings(asked_)}}));
  }
  for (const std::string& problem : session.model().take_problems()) emit("error", json::object({{"message", json::string(problem)}}));
  session::Training::Status status = session.model().status();
  const double now = milliseconds();
  const bool turn = is_turn(status, told_);
  if (!turn && (status.step == told_.step || now - told_at_ < kTrainEventMs)) return;
  told_ = std::move(status);
  told_at_ = now;
  emit("train", train_event_json(session.model(), session.results()));
  if (screen && turn) screen->request_frame();
}

}  // namespace attn::api
