#include "training/trainer.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "base/text.h"
#include "kernels/elementwise.h"
#include "nn/checkpoint.h"
#include "nn/optimiser.h"
#include "training/film.h"
#include "training/trainee.h"

namespace attn::training {
namespace {

constexpr int kChecksRight = 3;  ///< in a row, to have converged

/// A smaller learning rate to suggest after a divergence: a tenth of the plan's, for Adam and AdamW not above their usual 0.003.
double calmer(const Plan& plan) {
  const bool adaptive = plan.method == Method::adam || plan.method == Method::adamw;
  const double tenth = static_cast<double>(plan.learning_rate) / 10;
  return adaptive ? std::min(0.003, tenth) : tenth;
}

/// The size of the largest node of the tree of sums that begins at `row` and has no shard from `end` on, of `all` shards.
int largest_node(int row, int end, int all) {
  int size = 1;
  while (size < all && row % (2 * size) == 0 && std::min(row + 2 * size, all) <= end) size *= 2;
  return size;
}

Mat table(const std::vector<Check>& checks) {
  Mat out(static_cast<Index>(checks.size()), 2);
  for (Index i = 0; i < out.rows(); ++i) {
    out(i, 0) = static_cast<Real>(checks[static_cast<std::size_t>(i)].step);
    out(i, 1) = static_cast<Real>(checks[static_cast<std::size_t>(i)].value);
  }
  return out;
}

}  // namespace

struct Trainer::Parts {
  Parts(const Make& make, const Plan& plan)
      : plan(plan), trainee(make(plan)), optimiser(trainee->parameters(), plan.method, plan.weight_decay) {
    start_over();
  }

  void start_over() {
    optimiser = nn::Optimiser(trainee->parameters(), plan.method, plan.weight_decay);
    trainee->rewind();
    before_ahead.clear();
    losses.clear();
    norms.clear();
    checks.clear();
    film.clear();
    present.clear();
    steps = taken = 0;
    diverged = false;
    forget_study();
  }
  /// Keeps a loss and its gradients.
  void keep_share(int row, Real loss) {
    Real* share = shares.row(row).data();
    *share++ = loss;
    for (const nn::Parameter& one : trainee->parameters()) share = std::copy_n(one.gradient.data(), one.gradient.size(), share);
  }
  void begin_film() {
    if (records && taken == 0) film.begin(trainee->parameters());
  }
  void forget_study() {
    trainee->forget_study();
    studied = false;
    study_steps = steps;
  }

  Plan plan;
  std::unique_ptr<Trainee> trainee;
  nn::Optimiser optimiser;
  autodiff::Tape tape;
  autodiff::MakeEngine make_engine = nullptr;
  bool engine_computed = false;
  Mat shares;
  std::vector<Rng> before_ahead;  ///< the generators before the batch was drawn ahead; empty where it was not
  std::vector<int> summed;        ///< of how many shards a row of `shares` is the sum; 0: it is not here, or stands in another row
  std::vector<float> losses, norms;
  std::vector<Check> checks;
  Film film;
  std::vector<Mat> present;  ///< the present weights while a frame is shown; else empty
  int taken = 0;
  int steps = 0;        ///< `taken`, or the step of the frame that is shown
  int study_steps = 0;  ///< `steps` when the study began
  std::string source;   ///< what provenance() calls weights that came from a file; empty for weights from the seed
  bool diverged = false, studied = false, records = false;
};

Trainer::Trainer(const Make& make, const Plan& plan) : parts_(std::make_unique<Parts>(make, plan)) {}
Trainer::Trainer(Trainer&&) noexcept = default;
Trainer& Trainer::operator=(Trainer&&) noexcept = default;
Trainer::~Trainer() = default;

Trainee& Trainer::trainee() { return *parts_->trainee; }
const Trainee& Trainer::trainee() const { return *parts_->trainee; }
const Plan& Trainer::plan() const { return parts_->plan; }
bool Trainer::loaded() const { return !parts_->source.empty(); }
int Trainer::steps() const { return parts_->steps; }
int Trainer::taken() const { return parts_->taken; }
const std::vector<float>& Trainer::losses() const { return parts_->losses; }
const std::vector<float>& Trainer::gradient_norms() const { return parts_->norms; }
const std::vector<Check>& Trainer::checks() const { return parts_->checks; }
bool Trainer::diverged() const { return parts_->diverged && parts_->steps == parts_->taken; }
bool Trainer::converged() const { return training::converged(parts_->checks); }
bool Trainer::measured() const { return parts_->studied && studies_present_weights(); }
void Trainer::study_on() { parts_->studied = false; }
bool Trainer::studies_present_weights() const { return parts_->study_steps == parts_->steps; }

std::string Trainer::load(std::string_view safetensors, std::string source) {
  std::string why = nn::from_safetensors(safetensors, &parts_->trainee->parameters(), parts_->trainee->metadata());
  if (!why.empty()) return why;
  parts_->start_over();
  parts_->source = std::move(source);
  return {};
}

std::string Trainer::save(bool half) const {
  std::map<std::string, std::string> metadata = parts_->trainee->metadata();
  metadata["steps"] = std::to_string(parts_->steps);
  return nn::to_safetensors(parts_->trainee->parameters(), half ? nn::Storage::kF16 : nn::Storage::kF32, metadata);
}

void Trainer::step() {
  Parts& p = *parts_;
  if (p.diverged) return;
  show_frame(static_cast<int>(frames().size()) - 1);
  p.begin_film();
  draw();
  p.engine_computed = p.make_engine && compute_whole(p.make_engine);
  if (!p.engine_computed) compute(0, shards());
  update();
}

void Trainer::set_engine(autodiff::MakeEngine make) { parts_->make_engine = make; }
bool Trainer::engine_computed() const { return parts_->engine_computed; }

bool Trainer::rehearse(autodiff::MakeEngine make) { return parts_->shares.rows() > 0 && compute_whole(make); }

/// The first row of the shares gets the sums of all shards.
bool Trainer::compute_whole(autodiff::MakeEngine make) {
  Parts& p = *parts_;
  if (!p.trainee->suits_engine()) return false;
  autodiff::Tape tape(make());
  if (!tape.engine()) return false;
  tape.set_recording(true);
  p.trainee->parameters().zero_gradients();
  const autodiff::Var loss = p.trainee->whole_loss(tape);
  tape.backward(loss);
  p.keep_share(0, loss.value()(0, 0));
  if (!tape.engine()->healthy()) return false;
  p.summed[0] = largest_node(0, shards(), shards());
  return true;
}

void Trainer::draw() {
  Parts& p = *parts_;
  if (p.before_ahead.empty()) p.trainee->draw(p.taken);
  p.before_ahead.clear();
  p.shares.resize(p.trainee->shards(), 1 + p.trainee->parameters().count());
  p.summed.assign(static_cast<std::size_t>(p.trainee->shards()), 0);
}

void Trainer::draw_ahead() {
  Parts& p = *parts_;
  for (const Rng* generator : p.trainee->generators()) p.before_ahead.push_back(*generator);
  p.trainee->draw(p.taken + 1);
}

int Trainer::shards() const { return parts_->trainee->shards(); }

void Trainer::compute(int first, int count) {
  for (int s = first; s < first + count; ++s) compute(s);
  for (int row = first, size = 0; row < first + count; row += size) {
    size = largest_node(row, first + count, shards());
    sum(row, size);
  }
}

void Trainer::compute(int shard) {
  Parts& p = *parts_;
  p.tape.clear();
  p.trainee->parameters().zero_gradients();
  const autodiff::Var loss = p.trainee->loss(p.tape, shard);
  p.tape.backward(loss);
  p.keep_share(shard, loss.value()(0, 0));
  p.summed[static_cast<std::size_t>(shard)] = 1;
}

/// Sums the node of the tree that begins at `row` and has `size` shards, or fewer at the end. The sum comes into its first row.
void Trainer::sum(int row, int size) {
  Parts& p = *parts_;
  const int end = std::min(row + size, shards());
  for (int stride = 1; stride < size; stride *= 2)
    for (int i = row; i + stride < end; i += 2 * stride) {
      int& summed = p.summed[static_cast<std::size_t>(i)];
      if (summed != stride) continue;  // another member has summed more than that
      kernels::add_scaled(p.shares.row(i + stride), 1, p.shares.row(i));
      summed = 2 * stride;
    }
}

void Trainer::update() {
  Parts& p = *parts_;
  sum(0, largest_node(0, shards(), shards()));
  const Real* sum = p.shares.data();
  const float value = static_cast<float>(*sum++);
  for (nn::Parameter& one : p.trainee->parameters()) {
    std::copy_n(sum, one.gradient.size(), one.gradient.data());
    sum += one.gradient.size();
  }
  const Real rate = nn::learning_rate(p.steps, {.rate = p.plan.learning_rate,
                                                .warm_up = p.plan.warm_up,
                                                .decay_from = p.plan.decay_from,
                                                .decay_to = p.plan.decay_to,
                                                .inverse_root = p.plan.inverse_root});
  p.norms.push_back(static_cast<float>(p.optimiser.step(rate, p.plan.clip)));
  p.losses.push_back(value);
  p.steps = ++p.taken;
  if (p.records) p.film.take(p.trainee->parameters(), p.taken);
  const double hopeless = p.trainee->hopeless();
  const bool far_above = hopeless > 0 && !(static_cast<double>(this->loss()) <= hopeless);
  p.diverged = !std::isfinite(value) || !std::isfinite(p.norms.back()) || far_above;
  if (const int every = p.trainee->check_every(p.plan.check_every); every > 0 && p.steps % every == 0 && !p.diverged)
    p.checks.push_back({p.steps, p.trainee->measure(p.plan.check_examples).front().value});
}

float Trainer::loss() const {
  const auto end = static_cast<std::size_t>(parts_->steps);
  if (end == 0) return std::numeric_limits<float>::quiet_NaN();
  const std::size_t count = std::min(std::size_t{kRecentSteps}, end);
  double sum = 0;
  for (std::size_t i = end - count; i < end; ++i) sum += static_cast<double>(parts_->losses[i]);
  return static_cast<float>(sum / static_cast<double>(count));
}

const Check* Trainer::check() const {
  const Check* last = nullptr;
  for (const Check& one : parts_->checks)
    if (one.step <= steps()) last = &one;
  return last;
}

// ---- as bytes ----

/// What was drawn ahead is as if it had not been drawn.
void Trainer::pack_generators(Packing& packing) {
  Parts& p = *parts_;
  const std::vector<Rng*> generators = p.trainee->generators();
  for (std::size_t i = 0; i < generators.size(); ++i) {
    Rng state = p.before_ahead.empty() ? *generators[i] : p.before_ahead[i];
    packing.number(&state);
    if (!packing.writes()) *generators[i] = state;
  }
  if (!packing.writes()) p.before_ahead.clear();
}

void Trainer::pack_sums(Packing& packing, int first, int count) {
  Parts& p = *parts_;
  for (int row = first, size = 0; row < first + count; row += size) {
    size = largest_node(row, first + count, shards());
    if (packing.writes()) sum(row, size);
    packing.numbers(p.shares.row(row).data(), p.shares.cols());
    p.summed[static_cast<std::size_t>(row)] = size;
  }
}

void Trainer::pack_state(Packing& packing, int from) {
  Parts& p = *parts_;
  show_frame(static_cast<int>(frames().size()) - 1);
  packing.number(&p.taken);
  pack_generators(packing);
  p.trainee->parameters().pack(packing);
  p.optimiser.pack(packing);
  packing.tail(&p.losses, static_cast<std::size_t>(std::max(0, from)));
  packing.tail(&p.norms, static_cast<std::size_t>(std::max(0, from)));
  packing.tail(&p.checks, 0);
  packing.number(&p.diverged);
  p.steps = p.taken;
}

void Trainer::pack_order(Packing& packing, bool film) {
  parts_->begin_film();
  pack_state(packing, taken() - kRecentSteps);
  parts_->film.pack_place(packing);
  if (!packing.writes()) parts_->records = film;
}

void Trainer::pack_report(Packing& packing, int from) {
  pack_state(packing, from);
  parts_->film.hand_over(packing, parts_->trainee->parameters());
}

// ---- the film --------------------------------------------------------------------------------------------------------------------------

void Trainer::record(Index beside) { parts_->records = true, parts_->film.leave_room(beside); }

const Film& Trainer::film() const { return parts_->film; }

std::vector<int> Trainer::frames() const {
  std::vector<int> steps = parts_->film.steps();
  if (!steps.empty() && steps.back() != taken()) steps.push_back(taken());
  return steps.size() < 2 ? std::vector<int>() : steps;
}

int Trainer::shown_frame() const {
  const std::vector<int> all = frames();
  return static_cast<int>(std::upper_bound(all.begin(), all.end(), steps()) - all.begin()) - 1;
}

void Trainer::show_frame(int frame) {
  Parts& p = *parts_;
  const std::vector<int> all = frames();
  if (frame < 0 || frame >= static_cast<int>(all.size()) || all[static_cast<std::size_t>(frame)] == p.steps) return;
  p.steps = all[static_cast<std::size_t>(frame)];
  if (p.steps == p.taken) return put_back(std::exchange(p.present, {}), &p.trainee->parameters());
  if (p.present.empty()) p.present = copy_of(p.trainee->parameters());
  p.film.put(frame, &p.trainee->parameters());
}

std::string Trainer::ending() const {
  if (!diverged()) {
    if (!converged()) return {};
    return "Converged: the last three checks had every held-out " + std::string(parts_->trainee->wording().example) + " right.";
  }
  const auto last = static_cast<double>(losses().back());
  const std::string end = std::isfinite(last) ? "stands at " + rounded(last, 3) : std::string("is not a number any more");
  return "Training diverged: after step " + std::to_string(taken()) + " the loss " + end + ". At a learning rate of " +
         rounded(static_cast<double>(plan().learning_rate), 3) +
         " each step throws the weights further than the slope reaches. Set a smaller rate, such as " + rounded(calmer(plan()), 3) +
         ", and begin again.";
}

bool Trainer::measure() {
  Parts& p = *parts_;
  if (diverged()) return false;
  if (p.study_steps != p.steps) p.forget_study();
  if (!p.studied) p.studied = !p.trainee->study();
  return !p.studied;
}

std::vector<Metric> Trainer::metrics() const {
  std::vector<Metric> out{{"step", static_cast<double>(steps())}, {"loss", static_cast<double>(loss())}};
  if (steps() > 0) out.push_back({"gradient-norm", static_cast<double>(gradient_norms()[static_cast<std::size_t>(steps() - 1)])});
  if (const Check* last = check()) out.push_back({"held-out", last->value});
  if (!measured()) return out;
  for (Metric& metric : parts_->trainee->found()) out.push_back(std::move(metric));
  return out;
}

Curves Trainer::curves() const {
  Curves out;
  out.losses = thinned(losses());
  out.gradient_norms = thinned(gradient_norms());
  out.checks = table(checks());
  out.guessing = parts_->trainee->guessing();
  out.clip = static_cast<double>(plan().clip);
  out.check_examples = parts_->trainee->held_out(plan().check_examples);
  out.wording = parts_->trainee->wording();
  out.shown = steps() < taken() ? steps() : -1;
  out.note = diverged() ? ending() : provenance();
  return out;
}

std::string Trainer::provenance() const {
  const bool earlier = steps() < taken();
  const std::string count = (earlier ? std::to_string(steps()) + " of " : std::string()) + counted(taken(), "step");
  if (loaded()) return taken() == 0 ? parts_->source : parts_->source + ", " + count + " on";
  return "from " + std::string(parts_->trainee->origin()) + ", " + count;
}

Mat thinned(const std::vector<float>& per_step, int most) {
  const auto s = static_cast<Index>(per_step.size()), k = std::min<Index>(s, most);
  Mat out(k, 2);
  for (Index i = 0; i < k; ++i) {
    const Index end = (i + 1) * s / k, first = std::max<Index>(0, end - kRecentSteps);
    const double sum = std::accumulate(per_step.begin() + first, per_step.begin() + end, 0.0);
    out(i, 0) = static_cast<Real>(end);
    out(i, 1) = static_cast<Real>(sum / static_cast<double>(end - first));
  }
  return out;
}

bool converged(const std::vector<Check>& checks) {
  return checks.size() >= kChecksRight &&
         std::all_of(checks.end() - kChecksRight, checks.end(), [](const Check& c) { return c.value == 1; });
}

}  // namespace attn::training
