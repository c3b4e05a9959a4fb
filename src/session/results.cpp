#include "session/results.h"

#include "base/clock.h"
#include "base/later.h"
#include "base/text.h"
#include "canvas/part.h"
#include "session/names.h"

namespace attn::session {

Results::Results(Document& document, Training& training, const KeptRuns& runs) : document_(document), training_(training), runs_(runs) {
  choose_backend();
}

const void* Results::get() {
  if (result_ && computed_at_ == document_.revision()) return result_.get();
  result_.reset();
  const double start = milliseconds();
  const void* params = document_.params();
  if (training_) training_.show_runs(params, runs_.book(params));
  const compute::Calls before = compute::calls();
  result_ = document_.lesson().compute(params, training_.model(params), *chosen_.backend);
  if (compute::calls().spoiled > before.spoiled) {
    result_ = document_.lesson().compute(params, training_.model(params), compute::cpu());
    compute::calls().why_cpu = "the graphics driver reported an error";
  }
  computed_at_ = document_.revision();
  note_calls(before);
  compute_ms_ = milliseconds() - start;
  ++computations_;
  return result_.get();
}

course::Lesson::Result Results::shared() {
  get();
  return result_;
}

const course::Lesson::ResultRow* Results::find(std::string_view name) const {
  using Row = course::Lesson::ResultRow;
  const course::Lesson& lesson = document_.lesson();
  const auto first = [&lesson](std::string_view Row::*member, std::string_view wanted) -> const Row* {
    for (const auto* rows : {&lesson.results, &lesson.inputs})
      for (const Row& row : *rows)
        if (row.*member == wanted) return &row;
    return nullptr;
  };
  name = canvas::without_prefix(name);
  if (name.empty()) return nullptr;
  const Row* row = first(&Row::name, name);
  return row ? row : first(&Row::handle, name);
}

std::string Results::unknown_result(std::string_view name) const {
  return unknown("result", name, names_of(document_.lesson().results, [](const auto& r) { return r.name; }));
}

std::vector<course::Metric> Results::metrics() {
  if (training_) return training_.metrics(document_.params());
  const course::Lesson& lesson = document_.lesson();
  return lesson.metrics ? lesson.metrics(document_.params(), get()) : std::vector<course::Metric>{};
}

std::string Results::prefer_backend(std::string_view name) {
  if (name != "cpu" && name != "gl") return unknown("backend", name, "cpu, gl");
  if (name == preference_) return {};
  preference_ = name;
  document_.note_view();  // the reason may be another one even where the backend is the same
  choose_backend();
  return {};
}

void Results::set_gl(bool present) {
  gl_present_ = present;
  choose_backend();
}

bool Results::waits_for_code() const {
  return preference_ == "gl" && gl_present_ && !is_loaded(reinterpret_cast<const void*>(compute::webgl));
}

void Results::choose_backend() {
  const compute::Backend* before = chosen_.backend;
  if (preference_ == "gl" && !gl_present_)
    chosen_ = {&compute::cpu(), "there is no graphics context here"};
  else
    chosen_ = compute::choose(preference_);
  if (before == chosen_.backend) return;
  result_.reset();
  document_.note_view();
}

void Results::note_calls(const compute::Calls& before) {
  const compute::Calls& now = compute::calls();
  const long spoiled = now.spoiled - before.spoiled, on_gpu = now.on_gpu - before.on_gpu;
  calls_ = {spoiled ? 0 : on_gpu, now.on_cpu - before.on_cpu, now.fell_back - before.fell_back + spoiled, spoiled, now.why_cpu};
}

Results::Computed Results::computed() {
  get();
  const long all = calls_.on_gpu + calls_.on_cpu;
  if (all == 0) return {"cpu", "Computed on the CPU: nothing of this picture runs on the GPU.", false};
  if (calls_.on_gpu == 0) {
    const std::string why = calls_.fell_back > 0 ? calls_.why_cpu : chosen_.why_not;
    return {"cpu", why.empty() ? "Computed on the CPU, as chosen." : "Computed on the CPU: " + why + ".", true};
  }
  if (calls_.fell_back == 0) return {"gl", "The GPU did " + counted(calls_.on_gpu, "operation") + " of this picture, as chosen.", true};
  return {"gl",
          "Computed on the GPU, as chosen, but for " + std::to_string(calls_.fell_back) + " of " + std::to_string(all) +
              " operations, which the CPU did: " + calls_.why_cpu + ".",
          true};
}

}  // namespace attn::session
