// Calls about training: lessons whose `steps` are computed with the rest, and lessons with a model.
#include "api/call_list.h"
#include "api/training_report.h"

namespace attn::api::calls {

// Where there is a model, the steps are taken in the frames that follow, and told by `train` events.
Answer train(Lab& lab, std::string_view steps, std::string_view) {
  const std::string why = lab.session.train(whole_number(steps));
  if (!why.empty()) return error(why);
  const std::string metrics = metrics_json(lab.session.metrics());
  if (!lab.session.trained()) lab.emit("train", metrics);
  return value(metrics);
}

Answer metrics(Lab& lab, std::string_view, std::string_view) { return value(metrics_json(lab.session.metrics())); }

Answer training(Lab& lab, std::string_view, std::string_view) { return value(training_json(lab.session)); }

Answer run(Lab& lab, std::string_view on, std::string_view) {
  const std::string why = lab.session.run(on != "false");
  return why.empty() ? training(lab, {}, {}) : error(why);
}

Answer restart(Lab& lab, std::string_view, std::string_view) {
  const std::string why = lab.session.restart_training();
  return why.empty() ? training(lab, {}, {}) : error(why);
}

Answer speed(Lab& lab, std::string_view name, std::string_view) {
  if (name != "slow" && name != "fast") return error("Training is slow or fast, not \"" + std::string(name) + "\".");
  lab.session.set_training_speed(name == "slow" ? session::Training::Speed::kSlow : session::Training::Speed::kFast);
  return training(lab, {}, {});
}

Answer refuse_weights(Lab& lab, std::string_view name, std::string_view why) {
  lab.session.refuse_weights(std::string(name), std::string(why));
  return value("null");
}

}  // namespace attn::api::calls
