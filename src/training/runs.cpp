#include "training/runs.h"

#include <algorithm>
#include <utility>

namespace attn::training {
namespace {

bool same_settings(const Run& a, const Run& b) {
  const auto same = [](const Chosen& x, const Chosen& y) { return x.id == y.id && x.text == y.text; };
  const bool same_own = a.own == b.own || (a.own && b.own && a.own->bytes == b.own->bytes);
  return same_own && std::equal(a.settings.begin(), a.settings.end(), b.settings.begin(), b.settings.end(), same);
}

}  // namespace

bool Runs::keep(Run run) {
  if (run.steps < kLeastSteps) return false;
  std::vector<Run> all = *all_;
  const auto twin = std::find_if(all.begin(), all.end(), [&run](const Run& other) { return same_settings(run, other); });
  if (twin != all.end()) {
    if (twin->steps >= run.steps) return false;
    run.number = twin->number;
    *twin = std::move(run);
  } else {
    run.number = ++count_;
    all.push_back(std::move(run));
    if (all.size() > kMost) all.erase(all.begin());
  }
  all_ = std::make_shared<const std::vector<Run>>(std::move(all));
  return true;
}

bool Runs::remove(int number) {
  std::vector<Run> all = *all_;
  if (std::erase_if(all, [number](const Run& run) { return run.number == number; }) == 0) return false;
  all_ = std::make_shared<const std::vector<Run>>(std::move(all));
  return true;
}

void Runs::clear() { all_ = std::make_shared<const std::vector<Run>>(); }

const Run* Runs::find(int number) const {
  const auto found = std::find_if(all_->begin(), all_->end(), [number](const Run& run) { return run.number == number; });
  return found == all_->end() ? nullptr : &*found;
}

std::vector<std::size_t> differing(const Book& book) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < book.settings.size(); ++i) {
    const auto differs = [&](const Run& run) { return i < run.settings.size() && run.settings[i].shown != book.settings[i].shown; };
    if (std::any_of(book.earlier->begin(), book.earlier->end(), differs)) places.push_back(i);
  }
  return places;
}

}  // namespace attn::training
