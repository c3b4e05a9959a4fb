#include "session/open_model.h"

#include <algorithm>

#include "base/clock.h"

namespace attn::session {
namespace {

constexpr size_t kLongestName = 60;

/// The file's name at the end of a path, without control characters and cut to a length.
std::string file_name(std::string_view path) {
  std::string name(path.substr(path.find_last_of("/\\") + 1));
  std::erase_if(name, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
  if (name.size() > kLongestName) {
    size_t end = kLongestName;
    while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0) == 0x80) --end;  // within a character of several bytes
    name = name.substr(0, end) + "...";
  }
  return name.empty() ? "a file" : name;
}

std::string without_model(const course::Lesson& lesson) { return std::string(lesson.title) + " has no model to train."; }

}  // namespace

Training::Status OpenModel::status() const {
  Training::Status status = training_.status(document_.params());
  if (trained() && status.sentence.empty() && is_fixed()) status.sentence = "Training is fixed here.";
  return status;
}

bool OpenModel::belongs_beside(const course::Lesson::Figure& open) const {
  return trained() && training_.fixed().empty() && (open.model || training_.status(document_.params()).phase == Training::Phase::kTraining);
}

std::string OpenModel::why_fixed() const {
  std::string why;
  if (!trained()) return without_model(document_.lesson());
  document_.writable("steps", &why);
  return why.empty() ? training_.fixed() : why;
}

std::string OpenModel::train(int steps) {
  const course::Lesson& lesson = document_.lesson();
  const params::Row* row = params::find(lesson.rows, "steps");
  if (!row || row->type != params::Type::kInteger) return std::string(lesson.title) + " has nothing to train.";
  if (steps < 1) return "The number of steps has to be at least 1.";
  if (trained()) return train_model(steps);
  const double now = std::get<double>(row->get(document_.params()));
  if (now >= row->max)
    return "All " + std::to_string(static_cast<int>(row->max)) + " steps have been taken; set steps to 0 to start again.";
  return document_.set_value("steps", std::min(now + steps, row->max), Origin::kApi);
}

std::string OpenModel::train_model(int steps) {
  if (std::string why = training_.fixed(); !why.empty()) return why;
  if (const course::HaltReason reason = training_.halted(); reason.halt == course::Halt::kDiverged) return reason.sentence;
  const int now = training_.target(document_.params()), limit = training_.limit(), taken = training_.step();
  if (taken >= limit) return "All " + std::to_string(limit) + " steps have been taken; set steps to 0 to start again.";
  if (steps > limit - now) {
    std::string why = "There are " + std::to_string(limit) + " steps at most, and " + std::to_string(taken) + " have been taken";
    if (now > taken) why += ", " + std::to_string(now - taken) + " more are asked for already";
    return why + ".";
  }
  return document_.set_value("steps", static_cast<double>(now + steps), Origin::kApi);
}

std::string OpenModel::run(bool on) {
  if (std::string why = why_fixed(); !why.empty()) return why;
  if (on) return training_.start(document_.params());
  training_.pause(document_.for_training());
  document_.note_changed("steps");
  return {};
}

std::string OpenModel::press(bool once) {
  const params::Row* weights = document_.find("weights");
  const bool free = !document_.is_locked("weights") && !is_fixed();
  if (trained() && weights && training_.stands_as_shipped(document_.params()) && free)
    if (std::string why = document_.set_value("weights", std::string("seed"), Origin::kUi); !why.empty()) return why;
  return once ? train(1) : run(true);
}

std::string OpenModel::restart() {
  if (std::string why = why_fixed(); !why.empty()) return why;
  runs_.keep();
  training_.pause(document_.for_training());
  training_.forget_refusals();
  training_.restart();
  note_begun_anew();
  return {};
}

void OpenModel::note_begun_anew() {
  training_.set_target(document_.for_training(), training_.first_step());
  document_.make_stale();
  document_.note_changed("steps");
}

void OpenModel::follow(void* next) {
  if (!trained()) return;
  if (training_.restarts(document_.params(), next) || training_.target(next) < training_.step()) {
    runs_.keep();
    const params::Row* weights = document_.find("weights");
    if (weights && !params::equal(*weights, document_.params(), next)) training_.begin_with(nullptr);
    training_.forget_refusals();
    training_.restart();
  } else if (training_.halted().halt == course::Halt::kDiverged) {
    training_.set_target(next, training_.step());
  } else {
    training_.measure_again();
  }
}

void OpenModel::work(double budget_ms) {
  const bool ran = training_.running();
  const double start = milliseconds();
  if (training_.work(document_.for_training(), budget_ms)) document_.make_stale();
  work_ms_ = milliseconds() - start;
  if (ran && !training_.running()) document_.note_changed("steps");
}

bool OpenModel::take_report(std::string_view report) {
  const bool ran = training_.running();
  if (!training_.take_report(document_.for_training(), report)) return false;
  document_.make_stale();
  if (ran && !training_.running()) document_.note_changed("steps");
  return true;
}

void OpenModel::retry_weights() {
  if (!lacks_weights()) return;
  training_.forget_refusals();
  training_.restart();
  document_.make_stale();
  document_.note_view();
}

std::string OpenModel::save_weights(std::string* safetensors) {
  if (std::string why = training_.fixed(); !why.empty()) return why;
  if (!trained()) return without_model(document_.lesson());
  training_.model(document_.params());
  *safetensors = training_.saved(document_.params());
  return safetensors->empty() ? "The trained weights are still on their way." : std::string();
}

std::string OpenModel::save_folder(course::Files* files) {
  std::string safetensors;
  if (std::string why = save_weights(&safetensors); !why.empty()) return why;
  const course::Lesson& lesson = document_.lesson();
  if (!lesson.save_folder) return "A model of " + std::string(lesson.title) + " has no published layout; its weights are saved alone.";
  course::SavedFolder saved = lesson.save_folder(document_.params(), *training_.model(document_.params()));
  *files = std::move(saved.files);
  return saved.why;
}

std::string OpenModel::open_weights(std::string_view file, std::string bytes) {
  std::string why = why_fixed();
  if (!why.empty()) return why;
  const std::string name = file_name(file);
  const auto own = std::make_shared<const training::OwnWeights>(training::OwnWeights{name, std::move(bytes)});
  runs_.keep();
  document_.note_view();
  if (why = training_.open_weights(document_.params(), own); !why.empty()) {
    why = name + " does not fit this model. " + why;
    training_.note(why);
    return why;
  }
  note_begun_anew();
  return {};
}

void OpenModel::forget_weights() {
  if (!trained() || !own()) return;
  runs_.begin_anew(nullptr);
  note_begun_anew();
  document_.note_view();
}

}  // namespace attn::session
