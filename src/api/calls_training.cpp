// Calls about training, both for lessons whose results are computed from `steps` and for lessons with a model.
#include "api/call_list.h"
#include "api/training_report.h"
#include "base/json.h"

namespace attn::api::calls {
namespace {

/// What the model is called where it is saved.
std::string saved_name(Lab& lab) {
  return std::string(lab.session.lesson().slug) + "-" + std::to_string(lab.session.model().status().shown) + "-steps";
}

}  // namespace

// A model takes its steps in the frames that follow, and `train` events report them.
Answer train(Lab& lab, std::string_view steps, std::string_view) {
  const std::string why = lab.session.model().train(whole_number(steps));
  if (!why.empty()) return error(why);
  const std::string metrics = metrics_json(lab.session.results().metrics());
  if (!lab.session.model().trained()) lab.emit("train", metrics);
  return value(metrics);
}

Answer metrics(Lab& lab, std::string_view, std::string_view) { return value(metrics_json(lab.session.results().metrics())); }

Answer training(Lab& lab, std::string_view, std::string_view) { return value(training_json(lab.session)); }

/// `on`: "true" or "false"; "press" and "once" for what the buttons do.
Answer run(Lab& lab, std::string_view on, std::string_view) {
  const bool button = on == "press" || on == "once";
  const std::string why = button ? lab.session.model().press(on == "once") : lab.session.model().run(on != "false");
  return why.empty() ? training(lab, {}, {}) : error(why);
}

Answer restart(Lab& lab, std::string_view, std::string_view) {
  const std::string why = lab.session.model().restart();
  return why.empty() ? training(lab, {}, {}) : error(why);
}

Answer speed(Lab& lab, std::string_view name, std::string_view) {
  if (name != "slow" && name != "fast") return error("Training is slow or fast, not \"" + std::string(name) + "\".");
  lab.session.model().set_speed(name == "slow" ? session::Training::Speed::kSlow : session::Training::Speed::kFast);
  return training(lab, {}, {});
}

/// `what`: the number of a frame; "now", "play" or "stop"; empty to ask only.
Answer film(Lab& lab, std::string_view what, std::string_view) {
  session::Film& film = lab.session.film();
  std::string why;
  if (what == "now")
    film.back();
  else if (what == "play")
    why = film.play();
  else if (what == "stop")
    film.stop();
  else if (!what.empty())
    why = film.show(whole_number(what));
  return why.empty() ? value(film_json(film)) : error(why);
}

Answer refuse_weights(Lab& lab, std::string_view name, std::string_view why) {
  lab.session.refuse_weights(std::string(name), std::string(why));
  return value("null");
}

Answer runs(Lab& lab, std::string_view, std::string_view) {
  return value(lab.session.model().trained() ? runs_json(lab.session.runs()) : "[]");
}

Answer bring_run(Lab& lab, std::string_view number, std::string_view) { return done(lab.session.runs().bring(whole_number(number))); }

Answer remove_run(Lab& lab, std::string_view number, std::string_view) { return done(lab.session.runs().remove(whole_number(number))); }

Answer clear_runs(Lab& lab, std::string_view, std::string_view) {
  lab.session.runs().clear();
  return value("null");
}

Answer save_weights(Lab& lab, std::string_view, std::string_view) {
  if (const std::string why = lab.session.model().save_weights(&lab.bytes); !why.empty()) return error(why);
  return value(json::object({{"name", json::string(saved_name(lab) + ".safetensors")}}));
}

Answer save_folder(Lab& lab, std::string_view, std::string_view) {
  course::Files files;
  if (const std::string why = lab.session.model().save_folder(&files); !why.empty()) return error(why);
  lab.bytes.clear();
  std::vector<std::string> listed;
  for (const course::File& file : files) {
    lab.bytes += file.bytes;
    listed.push_back(json::object({{"name", json::string(file.name)}, {"size", json::number(static_cast<double>(file.bytes.size()))}}));
  }
  return value(json::object({{"name", json::string(saved_name(lab))}, {"files", json::array(listed)}}));
}

Answer forget_weights(Lab& lab, std::string_view, std::string_view) {
  lab.session.model().forget_weights();
  return value("null");
}

}  // namespace attn::api::calls
