#include "api/training_report.h"

#include "base/json.h"
#include "session/training_buttons.h"

namespace attn::api {
namespace {

using Members = std::vector<std::pair<std::string_view, std::string>>;

Members members(const std::vector<course::Metric>& metrics) {
  Members list;
  for (const course::Metric& m : metrics) list.emplace_back(m.name, json::number(m.value));
  return list;
}

std::string buttons_json(const session::TrainingButtons& b) {
  return json::object({{"run", json::string(b.run)},
                       {"step", json::string(b.step)},
                       {"reset", json::string(b.reset)},
                       {"slow", json::string(b.slow)},
                       {"fast", json::string(b.fast)},
                       {"underWay", json::boolean(b.under_way)},
                       {"canRun", json::boolean(b.can_run)},
                       {"canStep", json::boolean(b.can_step)},
                       {"canReset", json::boolean(b.can_reset)}});
}

}  // namespace

namespace {

std::string run_json(const session::KeptRuns& runs, const training::Run& run, const std::vector<std::size_t>& places) {
  Members settings;
  for (const training::Chosen& one : run.settings) settings.emplace_back(one.id, json::string(one.text));
  return json::object(
      {{"number", json::number(run.number)},
       {"steps", json::number(run.steps)},
       {"loss", json::number(run.loss)},
       {"heldOut", json::number(run.held_out)},
       {"own", json::string(run.own ? run.own->file : "")},
       {"settings", json::object(settings)},
       {"differs",
        json::list(
            places,
            [&run](std::size_t i) {
              const training::Chosen& one = run.settings[i];
              return json::object({{"id", json::string(one.id)}, {"label", json::string(one.label)}, {"shown", json::string(one.shown)}});
            })},
       {"query", json::string(runs.query(run))}});
}

}  // namespace

std::string runs_json(const session::KeptRuns& runs) {
  const training::Run now = runs.present();
  const std::vector<std::size_t> places = training::differing({runs.all(), now.settings});
  std::vector<training::Run> all{now};
  all.insert(all.end(), runs.all()->rbegin(), runs.all()->rend());
  return json::list(all, [&](const training::Run& run) { return run_json(runs, run, places); });
}

std::string film_json(const session::Film& film) {
  return json::object({{"frames", json::list(film.frames(), [](int step) { return json::number(step); })},
                       {"at", film.exists() ? json::number(film.at()) : "null"},
                       {"playing", json::boolean(film.playing())}});
}

std::string metrics_json(const std::vector<course::Metric>& metrics) { return json::object(members(metrics)); }

std::string train_event_json(const session::OpenModel& model, session::Results& results) {
  const session::Training::Status status = model.status();
  const std::vector<course::Metric> metrics = results.metrics();
  Members list = members(metrics);
  list.emplace_back("running", json::boolean(status.running));
  list.emplace_back("phase", json::string(session::name_of(status.phase)));
  list.emplace_back("halt", json::string(session::name_of(status.halt)));
  list.emplace_back("message", json::string(status.sentence));
  return json::object(list);
}

std::string training_json(session::Session& session) {
  const bool wants_gpu = session.results().waits_for_code();
  if (!session.model().trained())
    return json::object({{"trained", "false"},
                         {"shown", "false"},
                         {"running", "false"},
                         {"busy", json::boolean(session.busy())},
                         {"wanted", json::number(wants_gpu ? 1 : 0)}});
  const session::Training::Status s = session.model().status();
  return json::object({{"trained", "true"},
                       {"shown", json::boolean(session.model().belongs_beside(session.figures().current()))},
                       {"step", json::number(s.step)},
                       {"target", json::number(s.target)},
                       {"limit", json::number(s.limit)},
                       {"restarts", json::number(s.restarts)},
                       {"running", json::boolean(s.running)},
                       {"busy", json::boolean(session.busy() || session.model().ordered_steps() > 0)},
                       {"wanted", json::number(static_cast<double>(session.wanted_weights().size()) +
                                               (session.model().waits_for_code() || wants_gpu ? 1 : 0))},
                       {"buttons", buttons_json(session::training_buttons(session.model()))},
                       {"own", json::string(s.own)},
                       {"film", film_json(session.film())},
                       {"speed", json::string(session::name_of(s.speed))},
                       {"phase", json::string(session::name_of(s.phase))},
                       {"halt", json::string(session::name_of(s.halt))},
                       {"secondsLeft", s.seconds_left < 0 ? "null" : json::number(s.seconds_left)},
                       {"message", json::string(s.sentence)},
                       {"progress", json::string(session::progress_text(s, session.results().metrics()))}});
}

}  // namespace attn::api
