#include "session/results.h"

#include <algorithm>
#include <cmath>

#include "base/clock.h"
#include "base/kept.h"
#include "base/later.h"
#include "base/text.h"
#include "canvas/part.h"
#include "compute/probe.h"
#include "session/names.h"

namespace attn::session {
namespace {

constexpr int kPictures = 5;    ///< before that is known: at first code is being compiled, and other things are to be done
constexpr double kLongMs = 50;  ///< of the CPU: before the GPU tries as much, a probe shows how slow it is

}  // namespace

Results::Results(Document& document, Training& training, const KeptRuns& runs) : document_(document), training_(training), runs_(runs) {
  choose_backend();
}

const void* Results::get() {
  if (is_computed()) return result_.get();
  if (preference_ == "auto") choose_backend();
  if (!result_ || computed_at_ != document_.revision()) prepared_.clear();
  result_.reset();
  const double start = milliseconds();
  const compute::Calls before = compute::calls();
  const long kept = kept_counts().uses;
  result_ = computed_by(*chosen_.backend);
  if (compute::calls().spoiled > before.spoiled) {
    forget_kept();
    result_ = computed_by(compute::cpu());
    compute::calls().why_cpu = "the graphics driver reported an error";
  }
  computed_at_ = document_.revision();
  if (const course::Lesson::Figure* figure = preparing()) prepared_.push_back(figure);
  note_calls(before);
  compute_ms_ = milliseconds() - start;
  ++computations_;
  if (calls_.fell_back == 0) {
    // A picture of which a part was there already says nothing of the whole.
    double& least = calls_.on_gpu > 0 ? times().gpu_ms : times().cpu_ms;
    if (least < 0 || kept == kept_counts().uses) least = least < 0 ? compute_ms_ : std::min(least, compute_ms_);
    ++times().pictures;
  }
  return result_.get();
}

course::Lesson::Result Results::computed_by(const compute::Backend& backend) {
  const void* params = document_.params();
  if (training_) training_.show_runs(params, runs_.book(params));
  course::Lesson::Result result = document_.lesson().compute(params, training_.model(params), backend);
  if (const course::Lesson::Figure* figure = preparing()) figure->prepare(params, result.get());
  return result;
}

bool Results::is_computed() const {
  if (!result_ || computed_at_ != document_.revision()) return false;
  const course::Lesson::Figure* figure = preparing();
  return !figure || std::find(prepared_.begin(), prepared_.end(), figure) != prepared_.end();
}

void Results::look_at(int figure) { figure_ = figure, now_ = nullptr; }

const course::Lesson::Figure* Results::preparing() const {
  const auto& all = document_.lesson().figures;
  const auto at = static_cast<size_t>(figure_);
  return at < all.size() && all[at].prepare ? &all[at] : nullptr;
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
  if (name != "auto" && name != "cpu" && name != "gl") return unknown("backend", name, "auto, cpu, gl");
  asked_ = name == "auto", tries_gpu_ = true;
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
  return (preference_ == "gl" || wants_try() || training_.wants_gpu_try(document_.params())) && gl_present_ && tries_gpu_ &&
         !is_loaded(reinterpret_cast<const void*>(compute::webgl));
}

void Results::choose_backend() {
  const compute::Backend* before = chosen_.backend;
  const bool gpu = preference_ == "gl" || (preference_ == "auto" && gl_present_ && gpu_is_faster());
  if (gpu && !gl_present_)
    chosen_ = {&compute::cpu(), "there is no graphics context here"};
  else
    chosen_ = compute::choose(gpu ? "gl" : "cpu");
  const bool asked_for = preference_ == "gl" && chosen_.backend != &compute::cpu();
  training_.allow_gpu(asked_for || (preference_ == "auto" && gl_present_ && tries_gpu_), asked_for);
  if (before == chosen_.backend) return;
  result_.reset();
  document_.note_view();
}

// ---- both measured ---------------------------------------------------------------------------------------------------------------------

/// What makes the data of a lesson larger or smaller: how long its texts and tables are, and its whole numbers and choices.
Results::Times& Results::times() {
  const course::Lesson& lesson = document_.lesson();
  if (now_ && times_of_ == document_.revision()) return *now_;
  constexpr std::size_t kLine = 64;  // characters that count as equally many
  std::string key(lesson.slug);
  if (const course::Lesson::Figure* figure = preparing()) key.append(" ").append(figure->id);
  for (const params::Row& row : lesson.rows) {
    using Type = params::Type;
    if (row.id == "steps" || row.walked || row.type == Type::kNumber || row.type == Type::kBoolean) continue;
    const params::Value value = row.get(document_.params());
    if (const Mat* table = std::get_if<Mat>(&value)) key += ' ' + std::to_string(table->rows()) + 'x' + std::to_string(table->cols());
    if (const std::string* text = std::get_if<std::string>(&value))
      key += ' ' + (row.type == Type::kText ? std::to_string(text->size() / kLine) : *text);
    if (row.type == Type::kInteger) key += ' ' + std::to_string(std::lround(std::get<double>(value)));
  }
  times_of_ = document_.revision();
  return *(now_ = &times_[key]);
}

bool Results::gpu_is_faster() const {
  const Times& t = times();
  return t.cpu_ms >= 0 && t.gpu_ms >= 0 && t.gpu_ms < kClearly * t.cpu_ms;
}

bool Results::wants_try() const {
  if (preference_ != "auto" || !gl_present_ || !tries_gpu_ || !is_computed()) return false;
  if (calls_.on_cpu == 0 || training_.ordered_steps(document_.params()) > 0) return false;
  const Times& t = times();
  return t.gpu_ms < 0 && t.why_not.empty() && (asked_ || (t.pictures >= kPictures && t.cpu_ms > kNoticedMs));
}

void Results::try_gpu() {
  measure(times());
  document_.note_view();
  choose_backend();
}

void Results::measure(Times& t) {
  std::string why;
  const compute::Backend* gl = compute::webgl(&why);
  if (!gl) {
    t.why_not = "The GPU is not available: " + why + ".";
    return;
  }
  if (t.cpu_ms > kLongMs) {
    const double ratio = compute::probe(*gl);
    if (ratio > compute::kHopeless) {
      t.why_not = "The GPU was not tried with so much: for " + std::to_string(compute::kProbe) + " queries and keys it takes " +
                  rounded(ratio, 2) + " times as long as the CPU.";
      return;
    }
  }
  const auto ms = [this](const compute::Backend& backend) {
    forget_kept();
    const double start = milliseconds();
    computed_by(backend);
    return milliseconds() - start;
  };
  t.cpu_ms = std::min(t.cpu_ms, ms(compute::cpu()));
  const compute::Calls before = compute::calls();
  ms(*gl);
  t.gpu_ms = ms(*gl);
  if (const compute::Calls& now = compute::calls(); now.on_gpu == before.on_gpu || now.spoiled > before.spoiled) {
    t.gpu_ms = -1;
    t.why_not = "The GPU cannot compute this picture: " + (now.why_cpu.empty() ? "nothing of it is made for it" : now.why_cpu) + ".";
  }
}

namespace {

std::string ms(double x) { return rounded(x, 2) + " ms"; }

/// ": the CPU takes 3 ms, the GPU 5 ms.", or one of them, or nothing but a full stop.
std::string times_said(double cpu_ms, double gpu_ms) {
  if (cpu_ms < 0 && gpu_ms < 0) return ".";
  if (gpu_ms < 0) return ": the CPU takes " + ms(cpu_ms) + ".";
  if (cpu_ms < 0) return ": the GPU takes " + ms(gpu_ms) + ".";
  return ": the CPU takes " + ms(cpu_ms) + ", the GPU " + ms(gpu_ms) + ".";
}

}  // namespace

std::string Results::why_this_one() const {
  const Times& t = times();
  if (t.gpu_ms >= 0 && t.cpu_ms >= 0) {
    const bool gpu = calls_.on_gpu > 0;
    return std::string("Computed on the ") + (gpu ? "GPU" : "CPU") + ", which is " + (gpu_is_faster() == gpu ? "faster" : "not slower") +
           " for this picture here" + times_said(t.cpu_ms, t.gpu_ms);
  }
  std::string said = "Computed on the CPU, in " + ms(std::max(0.0, t.cpu_ms)) + ".";
  if (!gl_present_) return said + " There is no graphics context here to try the GPU.";
  if (!tries_gpu_) return said + " What the GPU needs could not be loaded.";
  if (!t.why_not.empty()) return said + " " + t.why_not;
  if (wants_try()) return said + " The GPU is tried as soon as nothing else is to be done.";
  return said + " The GPU is tried where the CPU takes more than " + ms(kNoticedMs) + " for each of " + std::to_string(kPictures) +
         " pictures, or when Automatic is chosen.";
}

void Results::note_calls(const compute::Calls& before) {
  const compute::Calls& now = compute::calls();
  const long spoiled = now.spoiled - before.spoiled, on_gpu = now.on_gpu - before.on_gpu;
  calls_ = {.on_gpu = spoiled ? 0 : on_gpu,
            .on_cpu = now.on_cpu - before.on_cpu,
            .fell_back = now.fell_back - before.fell_back + spoiled,
            .brought = now.brought - before.brought,
            .spoiled = spoiled,
            .why_cpu = now.why_cpu};
}

Results::Computed Results::computed() {
  Computed out = computed_picture();
  if (const std::string steps = training_.backend_sentence(); !steps.empty()) out.reason.append(" ").append(steps), out.by_choice = true;
  return out;
}

Results::Computed Results::computed_picture() {
  get();
  const long all = calls_.on_gpu + calls_.on_cpu;
  if (all == 0) return {"cpu", "Computed on the CPU: nothing of this picture runs on the GPU.", false, compute_ms_};
  const Times& t = times();
  Computed out{calls_.on_gpu > 0 ? "gl" : "cpu", {}, true, t.cpu_ms, t.gpu_ms};
  if (preference_ == "auto" && calls_.fell_back == 0) {
    out.reason = why_this_one();
  } else if (calls_.on_gpu == 0) {
    const std::string why = calls_.fell_back > 0 ? calls_.why_cpu : chosen_.why_not;
    out.reason = why.empty() ? "Computed on the CPU, as chosen" + times_said(t.cpu_ms, t.gpu_ms) : "Computed on the CPU: " + why + ".";
  } else if (calls_.fell_back == 0) {
    out.reason = "The GPU did " + counted(calls_.on_gpu, "operation") + " of this picture, as chosen" + times_said(t.cpu_ms, t.gpu_ms);
  } else {
    out.reason = "Computed on the GPU, " + std::string(preference_ == "auto" ? "which is faster here" : "as chosen") + ", but for " +
                 std::to_string(calls_.fell_back) + " of " + std::to_string(all) + " operations, which the CPU did: " + calls_.why_cpu +
                 ".";
  }
  return out;
}

}  // namespace attn::session
