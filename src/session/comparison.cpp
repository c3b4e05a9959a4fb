#include "session/comparison.h"

#include "base/later.h"
#include "session/session.h"

namespace attn::session {
namespace {

std::string not_here() {
  note_missed();
  return "What compares two states has not been loaded yet.";
}

}  // namespace

void Comparison::leave() {
  if (kept_) session_.document().note_view();
  kept_.reset();
}

std::vector<std::string> Comparison::wanted() const {
  return has_model() ? kept_->training->wanted(kept_->params.get()) : std::vector<std::string>();
}

void Comparison::give(const std::string& name, const std::string& bytes) {
  if (has_model()) kept_->training->give(name, bytes);
}

void Comparison::refuse(const std::string& name, const std::string& why) {
  if (has_model()) kept_->training->refuse(name, why);
}

std::string Comparison::keep() { return not_here(); }
std::string Comparison::swap() { return not_here(); }
std::string Comparison::show(std::string_view) { return not_here(); }

void Comparison::set(std::string_view key, std::string_view, std::vector<params::Refusal>* refused) {
  refused->push_back({std::string(key), not_here()});
}

std::string Comparison::as_json() {
  note_missed();
  return {};
}

bool Comparison::work(double) { return false; }
std::string Comparison::read(std::string_view, course::Tensor*) { return "No state is kept to compare with."; }
void Comparison::explain(std::string_view, const course::Lesson::ResultRow&, int, int, formula::Explanation*) {}
std::string Comparison::describe() { return {}; }
std::string Comparison::report() { return "null"; }
void Comparison::draw(canvas::Canvas&, void*) {}

}  // namespace attn::session
