// The runs of training that are kept for the open lesson. A run lasts from when its model began until the model was begun anew. The runs
// are still there when the reader comes back from another lesson.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "charts/runs_table.h"
#include "session/document.h"
#include "session/training.h"

namespace attn::session {

class KeptRuns {
 public:
  KeptRuns(Document& document, Training& training) : document_(document), training_(training) {}

  /// All kept runs, the oldest first. The pointer is never null, and the list that it points to never changes.
  std::shared_ptr<const std::vector<training::Run>> all() const;
  /// The run in training, without its curves and with the number 0.
  training::Run present() const;
  /// The query of an address that trains `run` again. It opens the figure `training` where there is one.
  std::string query(const training::Run& run) const;
  /// What the figure of the curves shows beside the run of a model with these parameters.
  training::Book book(const void* params) const;

  /// Restores a run's settings, steps and initial weights, as one step of undo. Returns an empty string or why not.
  std::string bring(int number);
  std::string remove(int number);
  void clear();
  /// Does what a press in the table of runs asks for.
  void press(charts::RunPress press);

  /// Keeps the present run, since its model is about to begin anew. Runs that are too short are not kept.
  void keep();
  /// Keeps the present run, and begins the model anew with the weights `own` or, where that is null, as the parameters say.
  void begin_anew(std::shared_ptr<const training::OwnWeights> own);

 private:
  training::Settings settings_of(const void* params) const;

  Document& document_;
  Training& training_;
  mutable std::map<const course::Lesson*, training::Runs> runs_;  ///< of each lesson for which they were asked
};

}  // namespace attn::session
