#include "training/team.h"
#include "training/threads.h"

#include <utility>

#include "base/clock.h"

namespace attn::training {
namespace {

constexpr double kSliceMs = 20;

}  // namespace

struct Threads::Crew {
  explicit Crew(std::unique_ptr<Model> one) : model(std::move(one)), leader(*model) {}

  std::unique_ptr<Model> model;
  Member leader;
  bool more = false;
};

Threads::Threads(std::vector<std::unique_ptr<Model>> models) : crew_(std::make_unique<Crew>(std::move(models.front()))) {}
Threads::~Threads() = default;

void Threads::begin(std::string order) {
  crew_->leader.lead(order);
  crew_->more = true;
}

void Threads::stop() { crew_->more = false; }

std::string Threads::report(double) {
  if (!crew_->more) return {};
  const double end = milliseconds() + kSliceMs;
  do {
    crew_->more = crew_->leader.step();
  } while (crew_->more && milliseconds() < end);
  return crew_->leader.report();
}

bool Threads::done() const { return !crew_->more; }

}  // namespace attn::training
