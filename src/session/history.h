// Undo and redo over whole parameter sets.
//
// A drag is one step: while a gesture is held, only its first change is recorded. Every step keeps a copy of the tables among the
// parameters, so the history holds fewer steps where the reader's own tables are large.
#pragma once

#include <utility>
#include <vector>

#include "course/lesson.h"

namespace attn::session {

class History {
 public:
  using Params = course::Lesson::Params;
  static constexpr size_t kDepth = 100, kMostBytes = size_t{16} << 20;

  /// Begins an empty history for `lesson`.
  void begin(const course::Lesson& lesson) {
    lesson_ = &lesson;
    clear();
  }
  void clear() {
    undo_.clear(), redo_.clear();
    recorded_ = held_ = false;
  }

  /// Records `before`, the parameters that are about to be replaced. A new step discards the redo steps. The oldest steps are removed while
  /// there are more than kDepth or their tables take more than kMostBytes, but the newest step always stays.
  void push(Params before) {
    redo_.clear();
    if (held_ && recorded_) return;
    recorded_ = held_;
    const size_t bytes = bytes_of(before.get());
    undo_.push_back({std::move(before), bytes});
    size_t all = 0;
    for (const Step& step : undo_) all += step.bytes;
    while (undo_.size() > kDepth || (undo_.size() > 1 && all > kMostBytes)) {
      all -= undo_.front().bytes;
      undo_.erase(undo_.begin());
    }
  }
  /// The parameters to go back to from `now`; null where there are none.
  Params undo(Params now) { return step(&undo_, &redo_, std::move(now)); }
  Params redo(Params now) { return step(&redo_, &undo_, std::move(now)); }

  /// Says whether a gesture is held. It may be called with the same value again and again.
  void hold(bool held) {
    if (held != held_) recorded_ = false;
    held_ = held;
  }
  int undo_steps() const { return static_cast<int>(undo_.size()); }
  int redo_steps() const { return static_cast<int>(redo_.size()); }

 private:
  struct Step {
    Params params;
    size_t bytes;
  };
  /// The size of the tables in `params`.
  size_t bytes_of(const void* params) const {
    size_t bytes = 0;
    for (const params::Row& row : lesson_->rows)
      if (row.type == params::Type::kPoints || row.type == params::Type::kMatrix || row.type == params::Type::kMask)
        bytes += sizeof(Real) * static_cast<size_t>(std::get<Mat>(row.get(params)).size());
    return bytes;
  }

  Params step(std::vector<Step>* from, std::vector<Step>* to, Params now) {
    if (from->empty()) return nullptr;
    Params next = std::move(from->back().params);
    from->pop_back();
    const size_t bytes = bytes_of(now.get());
    to->push_back({std::move(now), bytes});
    recorded_ = false;
    return next;
  }
  const course::Lesson* lesson_ = nullptr;
  std::vector<Step> undo_, redo_;
  bool held_ = false, recorded_ = false;
};

}  // namespace attn::session
