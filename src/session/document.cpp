#include "session/document.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "controls/controls.h"
#include "session/link.h"
#include "session/names.h"

namespace attn::session {

std::string_view origin_name(Origin origin) {
  switch (origin) {
    case Origin::kUi:
      return "ui";
    case Origin::kApi:
      return "api";
    case Origin::kUndo:
      return "undo";
    case Origin::kOpen:
      return "open";
  }
  return "";
}

void Document::open(const course::Lesson& lesson) {
  CHECK(!lesson.figures.empty());
  lesson_ = &lesson;
  progress_ = lesson.training ? params::find(lesson.rows, "steps") : nullptr;
  defaults_ = lesson.defaults();
  locked_.clear();
  history_.begin(lesson);
  change_.ids.clear();
  change_.view = true;
  change_.origin = Origin::kOpen;
}

void Document::begin_at(Params params) {
  lesson_->settle(defaults(), params.get());
  params_ = std::move(params);
  make_stale();
}

std::string Document::query() const { return link_query(*lesson_, params()); }

bool Document::differs_from_default() const {
  return std::any_of(lesson_->rows.begin(), lesson_->rows.end(),
                     [this](const params::Row& row) { return !params::equal(row, params(), defaults()); });
}

const params::Row* Document::find(std::string_view key) const { return params::find(lesson_->rows, key.substr(0, key.find('['))); }

std::string Document::write(const params::Row& row, std::string_view key, std::string_view text, bool respect_locks, Edit* edit) const {
  edit->names_steps |= row.id == "steps";
  if (respect_locks && is_locked(row.id)) return std::string(row.label) + " is locked here.";
  return controls::apply_typed(lesson_->rows, key, text, edit->params.get());
}

std::string Document::set_text(std::string_view id, std::string_view text, Origin origin) {
  std::string why;
  if (!writable(id, &why)) return why;
  Edit edit{draft()};
  why = controls::apply_typed(lesson_->rows, id, text, edit.params.get());
  return why.empty() ? commit_one(&edit, origin) : why;
}

std::string Document::set_value(std::string_view id, const params::Value& value, Origin origin) {
  std::string why;
  const params::Row* row = writable(id, &why);
  if (!row) return why;
  Edit edit{draft()};
  why = params::set_value(*row, edit.params.get(), value);
  return why.empty() ? commit_one(&edit, origin) : why;
}

std::string Document::commit_one(Edit* edit, Origin origin) {
  commit(edit, origin);
  return edit->refused.empty() ? std::string() : edit->refused.front().message;
}

std::string Document::reset(std::string_view id, Origin origin) {
  std::string why;
  const params::Row* row = writable(id, &why);
  return row ? set_value(id, row->get(defaults()), origin) : why;
}

bool Document::adopt(const void* edit, Origin origin) {
  Edit next{draft()};
  bool differs = false;
  for (const params::Row& row : lesson_->rows) {
    if (is_locked(row.id) || params::equal(row, edit, next.params.get())) continue;
    differs = params::set_value(row, next.params.get(), row.get(edit)).empty() || differs;
  }
  return differs && commit(&next, origin);
}

bool Document::take_data(std::string_view text, std::string* message) {
  if (!lesson_->take_data) {
    *message = std::string(lesson_->title) + " takes no data.";
    return false;
  }
  const Params next = draft();
  const course::Import outcome = lesson_->take_data(next.get(), text);
  *message = outcome.message;
  if (outcome.accepted) adopt(next.get(), Origin::kUi);
  return outcome.accepted;
}

bool Document::take_files(const course::Files& files, course::Import* outcome) {
  if (!lesson_->take_files) {
    *outcome = {false, std::string(lesson_->title) + " opens no files."};
    return false;
  }
  const Params next = draft();
  *outcome = lesson_->take_files(next.get(), files);
  if (outcome->accepted) adopt(next.get(), Origin::kUi);
  return outcome->accepted;
}

bool Document::commit(Edit* edit, Origin origin) {
  params::Refusal held = settle(params(), &edit->params);
  if (!held.id.empty()) edit->refused.push_back(std::move(held));
  if (!edit->params) return false;
  if (!edit->names_steps && origin != Origin::kOpen) settle_steps(edit->params.get());
  Params before = params_;
  if (!replace(std::move(edit->params), origin)) return false;
  if (worth_a_step_of_undo(before.get(), params())) history_.push(std::move(before));
  return true;
}

bool Document::replace(Params next, Origin origin) {
  bool differs = false;
  for (const params::Row& row : lesson_->rows) {
    if (params::equal(row, params(), next.get())) continue;
    differs = true;
    note_changed(row.id);
  }
  if (!differs) return false;
  follow_(next.get());
  params_ = std::move(next);
  make_stale();
  change_.origin = origin;
  return true;
}

bool Document::undo() { return go_to(history_.undo(params_)); }
bool Document::redo() { return go_to(history_.redo(params_)); }
bool Document::go_to(Params past) { return past && replace(with_present_steps(std::move(past)), Origin::kUndo); }

bool Document::needs_another_model(const void* before, const void* after) const {
  return std::any_of(lesson_->rows.begin(), lesson_->rows.end(),
                     [&](const params::Row& row) { return row.restarts_training && !params::equal(row, before, after); });
}

void Document::settle_steps(void* next) const {
  if (!progress_ || !needs_another_model(params(), next)) return;
  if (params::equal(*progress_, params(), next)) progress_->put(next, progress_->min);
}

bool Document::worth_a_step_of_undo(const void* before, const void* after) const {
  return !progress_ || std::any_of(lesson_->rows.begin(), lesson_->rows.end(),
                                   [&](const params::Row& row) { return &row != progress_ && !params::equal(row, before, after); });
}

Document::Params Document::with_present_steps(Params past) const {
  if (progress_ && !needs_another_model(params(), past.get())) progress_->put(past.get(), progress_->get(params()));
  return past;
}

Change Document::take_change() { return std::exchange(change_, {}); }

void Document::note_changed(std::string_view id) {
  if (std::find(change_.ids.begin(), change_.ids.end(), id) == change_.ids.end()) change_.ids.emplace_back(id);
}

void Document::note_origin(Origin origin) {
  if (!change_.empty()) change_.origin = origin;
}

}  // namespace attn::session
