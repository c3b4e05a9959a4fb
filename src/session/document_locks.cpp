// Locked parameters keep their values, whatever is edited and whatever else the lesson changes because of an edit.
#include <algorithm>
#include <utility>

#include "session/document.h"
#include "session/names.h"

namespace attn::session {
namespace {

/// Whether a table has another size in `b`. A table belongs to what it is about, as a mask to its tokens, and changes with that.
bool is_resized(const params::Row& row, const void* a, const void* b) {
  const params::Value before = row.get(a), after = row.get(b);
  const Mat *from = std::get_if<Mat>(&before), *to = std::get_if<Mat>(&after);
  return from && to && (from->rows() != to->rows() || from->cols() != to->cols());
}

}  // namespace

std::string Document::lock(std::string_view ids) {
  std::set<std::string, std::less<>> locked;
  for (const std::string& id : split_names(ids)) {
    if (!params::find(lesson_->rows, id)) return unknown_parameter(id);
    locked.insert(id);
  }
  locked_ = std::move(locked);
  note_view();
  return {};
}

std::string Document::unknown_parameter(std::string_view id) const {
  return unknown("parameter", id, names_of(lesson_->rows, [](const auto& r) { return r.id; }));
}

const params::Row* Document::writable(std::string_view id, std::string* why) const {
  const params::Row* row = find(id);
  if (!row)
    *why = unknown_parameter(id);
  else if (is_locked(row->id))
    *why = std::string(row->label) + " is locked here.";
  return why->empty() ? row : nullptr;
}

const params::Row* Document::changed_lock(const void* next) const {
  const auto row = std::find_if(lesson_->rows.begin(), lesson_->rows.end(), [&](const params::Row& r) {
    return is_locked(r.id) && !params::equal(r, params(), next) && !is_resized(r, params(), next);
  });
  return row == lesson_->rows.end() ? nullptr : &*row;
}

void Document::keep_locks(void* next) const {
  for (const params::Row& row : lesson_->rows)
    if (is_locked(row.id) && !is_resized(row, params(), next)) row.put(next, row.get(params()));
}

params::Refusal Document::settle(const void* before, Params* next) const {
  lesson_->settle(before, next->get());
  const params::Row* held = changed_lock(next->get());
  if (!held) return {};
  const Params brought = lesson_->copy(next->get());
  keep_locks(next->get());
  lesson_->settle(brought.get(), next->get());
  if (changed_lock(next->get())) next->reset();
  return {std::string(held->id), std::string(held->label) + " is locked here and stays as it is."};
}

}  // namespace attn::session
