#include <algorithm>
#include <thread>

#include "programs/team.h"

namespace attn::programs {
namespace {

constexpr int kMostMembers = 8;  ///< a batch has four shards, a twin's as many

}  // namespace

Team::Team(session::Session& session, int members) : session_(session), members_(members) {
  if (members_ <= 0) members_ = static_cast<int>(std::thread::hardware_concurrency());
  members_ = std::clamp(members_, 1, kMostMembers);
}

Team::~Team() { session_.model().set_team(false); }

bool Team::attend() {
  session::OpenModel& model = session_.model();
  model.set_team(true);
  if (!model.trained() || model.ordered_steps() == 0) {
    if (going_) threads_->stop();
    going_ = false;
    return false;
  }
  if (const int restarts = model.status().restarts; lesson_ != &session_.lesson() || restarts_ != restarts || !threads_) {
    lesson_ = &session_.lesson(), restarts_ = restarts;
    threads_.reset();
    std::vector<std::unique_ptr<training::Model>> models;
    for (int i = 0; i < members_; ++i) models.push_back(lesson_->training.start(session_.document().params()));
    threads_ = std::make_unique<training::Threads>(std::move(models));
    going_ = false;
  }
  if (!going_) threads_->begin(model.order());
  going_ = true;
  const bool done = threads_->done();
  const std::string report = done ? std::string() : threads_->report();
  const bool taken = !report.empty() && model.take_report(report);
  if (done || (!report.empty() && !taken)) going_ = false;
  return taken;
}

}  // namespace attn::programs
