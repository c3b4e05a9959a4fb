// Takes the steps of the open lesson's model in threads, while the window draws (training/threads.h).
#pragma once

#include <memory>

#include "session/session.h"
#include "training/threads.h"

namespace attn::programs {

class Team {
 public:
  /// `members` threads; 0: as many as the processor has cores.
  explicit Team(session::Session& session, int members = 0);
  ~Team();

  /// Begins, goes on with or ends what the session wants of it, and hands the session what has been reached. It is called between frames.
  /// Returns whether the session's picture has changed.
  bool attend();
  /// Whether steps are being taken, so that attend() should be called again soon.
  bool works() const { return going_; }

 private:
  session::Session& session_;
  int members_;
  std::unique_ptr<training::Threads> threads_;
  const course::Lesson* lesson_ = nullptr;  ///< the lesson, and how often its model was made anew, for which the threads have models
  int restarts_ = 0;
  bool going_ = false;
};

}  // namespace attn::programs
