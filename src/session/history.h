// Undo and redo over whole parameter sets. A drag is one step: while a gesture is held, changes after its first one add nothing.
#pragma once

#include <vector>

#include "course/lesson.h"

namespace attn::session {

class History {
 public:
  using Params = course::Lesson::Params;
  static constexpr size_t kDepth = 100;

  /// Records `before`, the parameters about to be replaced. A new step throws the redo steps away.
  void push(Params before) {
    redo_.clear();
    if (held_ && recorded_) return;
    recorded_ = held_;
    if (undo_.size() == kDepth) undo_.erase(undo_.begin());
    undo_.push_back(std::move(before));
  }
  /// The parameters to go back to from `now`, or null.
  Params undo(Params now) { return step(&undo_, &redo_, std::move(now)); }
  Params redo(Params now) { return step(&redo_, &undo_, std::move(now)); }

  /// A gesture begins (`held`) or ends. Repeating the same state is fine.
  void hold(bool held) {
    if (held != held_) recorded_ = false;
    held_ = held;
  }
  void clear() {
    undo_.clear(), redo_.clear();
    recorded_ = held_ = false;
  }
  int undo_steps() const { return static_cast<int>(undo_.size()); }
  int redo_steps() const { return static_cast<int>(redo_.size()); }

 private:
  Params step(std::vector<Params>* from, std::vector<Params>* to, Params now) {
    if (from->empty()) return nullptr;
    Params next = std::move(from->back());
    from->pop_back();
    to->push_back(std::move(now));
    recorded_ = false;
    return next;
  }
  std::vector<Params> undo_, redo_;
  bool held_ = false, recorded_ = false;
};

}  // namespace attn::session
