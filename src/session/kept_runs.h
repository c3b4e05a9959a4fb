// The runs of training that the open lesson keeps, each from when its model began until it was begun anew. They outlive a visit to another
// lesson.
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

  /// The oldest first. Never null; what was given out does not change.
  std::shared_ptr<const std::vector<training::Run>> all() const;
  /// The one in training, without its curves; number 0.
  training::Run present() const;
  /// The address's query that trains such a run again, in the figure `training` where there is one.
  std::string query(const training::Run& run) const;
  /// What the figure of the curves shows beside the run of a model with these parameters.
  training::Book book(const void* params) const;

  /// Brings a run's settings, steps and weights to begin with, as one step of undo. Returns an empty string or why not.
  std::string bring(int number);
  std::string remove(int number);
  void clear();
  /// What a press in the table of runs asks for.
  void press(charts::RunPress press);

  /// Keeps the present run, which is about to be begun anew; a short one is not worth it.
  void keep();
  /// The same, and begins the model anew with these weights or, for null, as the parameters say.
  void begin_anew(std::shared_ptr<const training::OwnWeights> own);

 private:
  training::Settings settings_of(const void* params) const;

  Document& document_;
  Training& training_;
  mutable std::map<const course::Lesson*, training::Runs> runs_;  ///< each lesson's are made when they are first asked for
};

}  // namespace attn::session
