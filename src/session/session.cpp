#include "session/session.h"

#include <algorithm>

#include "base/later.h"
#include "session/link.h"

namespace attn::session {

Session::Session(const course::Lesson& lesson)
    : document_([this](void* next) {
        playback_.follow(next);
        model_.follow(next);
      }),
      runs_(document_, training_),
      model_(document_, training_, runs_),
      results_(document_, training_, runs_),
      playback_(document_, results_),
      film_(document_, training_),
      figures_(document_, results_, playback_),
      scenes_(*this),
      comparison_(std::make_unique<Comparison>(*this)) {
  open(lesson, "");
}

Comparison& Session::comparison() {
  if (!compares_ && is_loaded(reinterpret_cast<const void*>(make_comparison))) {
    comparison_ = make_comparison(*this);
    compares_ = true;
  }
  return *comparison_;
}

std::vector<params::Refusal> Session::open(const course::Lesson& lesson, std::string_view query) {
  runs_.keep();
  document_.open(lesson);
  figures_.put(0);
  playback_.open();
  film_.open();
  comparison_->leave();
  exercises_.open(lesson);
  Document::Edit edit{lesson.defaults()};
  apply(query, /*respect_locks=*/false, &edit);
  document_.begin_at(std::move(edit.params));
  scenes_.open();
  training_.open(lesson);
  return std::move(edit.refused);
}

std::string Session::query() const {
  std::string text = document_.query();
  const auto add = [&text](std::string_view key, std::string_view value) {
    if (!text.empty()) text += '&';
    text.append(key).append("=").append(params::percent_encode(value));
  };
  if (figures_.index() != 0) add("figure", figures_.current().id);
  if (results_.preferred_backend() != "auto") add("backend", results_.preferred_backend());
  if (const KeptState* a = comparison_->kept()) {
    add("a", link_query(lesson(), a->params.get()));
    if (!a->chosen.empty()) add("compare", a->chosen);
  }
  return text;
}

void Session::apply(std::string_view query, bool respect_locks, Document::Edit* edit) {
  for (const auto& [key, text] : params::parse_query(query)) {
    std::string why;
    if (const params::Row* row = document_.find(key))
      why = document_.write(*row, key, text, respect_locks, edit);
    else if (key == "figure")
      why = figures_.show(text);
    else if (key == "backend")
      why = results_.prefer_backend(text);
    else if (key == "a" || key == "compare")
      comparison().set(key, text, &edit->refused);
    if (!why.empty()) edit->refused.push_back({key, why});
  }
}

std::vector<params::Refusal> Session::set(std::string_view query, Origin origin) {
  Document::Edit edit{document_.draft()};
  apply(query, /*respect_locks=*/true, &edit);
  document_.commit(&edit, origin);
  document_.note_origin(origin);
  return std::move(edit.refused);
}

std::string Session::reset(std::string_view id, Origin origin) {
  if (!id.empty()) return document_.reset(id, origin);
  document_.adopt(document_.defaults(), origin);
  scenes_.note_brought();
  exercises_.set_live({});
  model_.retry_weights();
  return {};
}

std::string Session::describe() {
  std::string text = figures_.current().describe(document_.params(), results_.get());
  const std::string said = model_.status().sentence, compared = comparison_->kept() ? comparison_->describe() : std::string();
  if (text.find(said) == std::string::npos) text += " " + said;  // the lesson may have said it already
  return compared.empty() ? text : text + " " + compared;
}

std::string Session::read(std::string_view name, course::Tensor* tensor) {
  const course::Lesson::ResultRow* row = results_.find(name);
  if (!row) return results_.unknown_result(name);
  if (canvas::without_prefix(name) != name) return comparison_->read(name, tensor);
  *tensor = results_.read(*row);
  return {};
}

std::string Session::explain(std::string_view name, int i, int j, formula::Explanation* explanation) {
  course::Tensor tensor;
  if (std::string why = read(name, &tensor); !why.empty()) return why;
  if (!tensor.has(i, j))
    return std::string(name) + " has rows 0 to " + std::to_string(tensor.row_count() - 1) + " and columns 0 to " +
           std::to_string(tensor.col_count() - 1) + ".";
  const course::Lesson::ResultRow& row = *results_.find(name);
  if (canvas::without_prefix(name) != name)
    comparison_->explain(name, row, i, j, explanation);
  else
    *explanation = row.explain(document_.params(), results_.get(), i, j);
  return explanation->empty() ? "There is nothing to explain about " + std::string(name) + "." : std::string();
}

std::string Session::predict(std::string_view exercise, int k) {
  const Exercises::State* state = exercises_.find(exercise);
  if (state && !state->begun)
    if (std::string why = scenes_.begin(exercise); !why.empty()) return why;
  return exercises_.predict(exercise, k);
}

std::string Session::check(std::string_view exercise, course::Verdict* verdict) {
  if (std::string why = exercises_.why_not_check(exercise); !why.empty()) return why;
  if (!scenes_.is_begun(exercise)) return exercises_.why_not_begun();
  if (exercises_.find(exercise)->predictions > 0)
    if (std::string why = scenes_.show(exercises_.find(exercise)->scene); !why.empty()) return why;
  if (!is_at_rest()) return "The model is still at work; check again when it is done.";
  exercises_.check(exercise, lesson(), document_.params(), results_.get(), results_.backend(), verdict);
  return {};
}

bool Session::distance(std::string_view exercise, course::Verdict* verdict) {
  const Exercises::State* state = exercises_.find(exercise);
  if (!state || !scenes_.is_begun(exercise) || state->predictions > 0 || !is_at_rest()) return false;
  *verdict = exercises_.judge(exercise, lesson(), document_.params(), results_.get(), results_.backend());
  return true;
}

bool Session::work(double budget_ms) {
  model_.set_pace(figures_.current().pace);
  if (comparison_->busy() || model_.busy()) {
    if (!comparison_->work(budget_ms)) model_.work(budget_ms);
  } else if (may_try_gpu()) {
    results_.try_gpu();
  }
  return busy();
}

std::vector<std::string> Session::wanted_weights() const {
  std::vector<std::string> names = model_.wanted();
  for (std::string& name : comparison_->wanted())
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(std::move(name));
  return names;
}

std::string Session::open_files(const course::Files& files, course::Import* outcome) {
  if (!document_.take_files(files, outcome)) return outcome->message;
  return outcome->figure.empty() ? std::string() : figures_.show(outcome->figure);
}

void Session::give_weights(const std::string& name, std::string bytes) {
  comparison_->give(name, bytes);
  model_.give(name, std::move(bytes));
}

void Session::refuse_weights(const std::string& name, const std::string& why) {
  const std::vector<std::string> wanted = wanted_weights();
  if (std::find(wanted.begin(), wanted.end(), name) == wanted.end()) return;  // they belong to another lesson or to other settings
  comparison_->refuse(name, why);
  model_.refuse(name, why);
  document_.note_view();
}

bool Session::play_on() {
  const bool played = playback_.play_on();
  return film_.play_on() || played;
}

double Session::rest_ms() const {
  const double playback = playback_.rest_ms(), film = film_.rest_ms();
  return playback < 0 || film < 0 ? std::max(playback, film) : std::min(playback, film);
}

void Session::set_clock(const Training::Clock& clock) {
  playback_.set_clock(clock);
  film_.set_clock(clock);
  training_.set_clock(clock);
}

}  // namespace attn::session
