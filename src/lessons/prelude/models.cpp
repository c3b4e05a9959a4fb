#include "lessons/prelude/models.h"

#include <limits>
#include <utility>

#include "lessons/prelude/recorded.h"
#include "lessons/translation/settings.h"
#include "lessons/translation/show_task.h"
#include "lessons/translation/translator.h"

namespace attn::lessons::prelude {
namespace {

constexpr int kLetters = 26, kBatch = 64, kWidth = 32, kEmbedding = 16;

tasks::Vocabulary letters() {
  std::vector<std::string> names;
  for (int i = 0; i < kLetters; ++i) names.emplace_back(1, static_cast<char>('a' + i));
  return tasks::Vocabulary(std::move(names));
}

/// The task of lesson 06, with the whole alphabet and longer words.
tasks::PairTask make_spelling() {
  tasks::PairTask task = *tasks::find_pair_task("reversal");
  task.name = "backwards";
  task.label = "Spelling backwards";
  task.help = "Words of random letters in, the same letters in the opposite order out.";
  task.source = task.target = letters();
  task.shortest = kShortest, task.longest = task.longest_tested = kLongest;
  task.sample = "attention";
  return task;
}

models::Seq2SeqSettings settings_of(Network network) {
  models::Seq2SeqSettings s;
  s.hidden = kWidth;
  s.embedding = kEmbedding;
  if (network == Network::attention) return s;
  s.bidirectional = false;
  s.score = models::AlignmentScore::none;
  return s;
}

/// The rate falls over the second half of the training, so that the curves come to rest at their end.
training::Plan plan_of(int seed) {
  training::Plan plan;
  plan.batch = kBatch;
  plan.learning_rate = Real(0.007);
  plan.warm_up = 20;
  plan.decay_from = kSteps / 2;
  plan.decay_to = kSteps;
  plan.seed = static_cast<std::uint64_t>(seed);
  plan.check_every = kCheckEvery;
  plan.check_examples = kHeldOutWords;
  return plan;
}

training::Trainer fresh(Network network, int seed) {
  training::Trainer trainer(translation::make_translator(spelling(), settings_of(network)), plan_of(seed));
  trainer.record();
  return trainer;
}

training::Recipe recipe(Network network) {
  training::Plan plan = plan_of(kSeed);
  plan.check_every = 0;
  training::Recipe out{.name = name_of(network),
                       .task = spelling().name,
                       .make = translation::make_translator(spelling(), settings_of(network)),
                       .plan = plan,
                       .steps = kSteps,
                       .lesson = "prelude",
                       .query = "",
                       .summary = translation::settings_text(settings_of(network)),
                       .settings = translation::settings_by_id(settings_of(network))};
  if (network == Network::none) {
    out.beside = "without";
    return out;
  }
  out.requirements.push_back({.score = "exact-match", .value = 0.95});
  out.requirements.push_back({.score = "exact-match",
                              .value = 60,
                              .of = training::Requirement::Of::kAbove,
                              .versus = name_of(Network::none),
                              .label = "points above backwards-none"});
  return out;
}

}  // namespace

const tasks::PairTask& spelling() {
  static const tasks::PairTask task = make_spelling();
  return task;
}

std::string_view name_of(Network network) { return network == Network::attention ? "backwards-attention" : "backwards-none"; }

const training::Recipes& recipes() {
  static const training::Recipes all = [] {
    training::Recipes out;
    out.tasks.push_back({spelling().name, spelling().help, [](int count) { return translation::show_task(spelling(), count); }});
    for (const Network network : kNetworks) out.rows.push_back(recipe(network));
    return out;
  }();
  return all;
}

Pair::Pair(int seed) : seed_(seed), attention_(fresh(Network::attention, seed)), none_(fresh(Network::none, seed)) {}

const models::Seq2Seq& Pair::model(Network network) const { return translation::translator_of(of(network)).model(); }

std::string Pair::load(std::string_view bytes) { return load(Network::attention, bytes); }

std::string Pair::load_beside(const training::Recipe&, std::string_view bytes) { return load(Network::none, bytes); }

std::string Pair::load(Network network, std::string_view bytes) {
  before_.clear();
  return of(network).load(bytes);
}

bool Pair::loaded() const { return attention_.loaded() && none_.loaded(); }

void Pair::begin() {
  for (const Network network : kNetworks)
    if (of(network).loaded()) of(network) = fresh(network, seed_), before_.clear();
  while (measure()) {
  }
}

void Pair::before_steps() {
  if (steps() == 0) begin();
}

void Pair::show_frame(int frame) {
  for (const Network network : kNetworks) of(network).show_frame(frame);
}

training::HaltReason Pair::halt() const {
  for (const Network network : kNetworks)
    if (of(network).diverged()) return {training::Halt::kDiverged, of(network).ending()};
  return {};
}

bool Pair::measure() {
  if (steps() > 0 || before_.size() == std::size(kNetworks)) return false;
  before_.push_back(of(kNetworks[before_.size()]).trainee().measure(kHeldOutWords).front().value);
  return before_.size() < std::size(kNetworks);
}

Mat Pair::curve() const {
  const auto before = [this](std::size_t i) {
    return static_cast<Real>(i < before_.size() ? before_[i] : std::numeric_limits<double>::quiet_NaN());
  };
  if (loaded()) {
    const auto points = static_cast<Index>(std::size(kRecorded));
    Mat out(points, 3);
    for (Index i = 0; i < points; ++i) {
      const Recorded& point = kRecorded[i];
      out.row(i) << static_cast<Real>(i * kCheckEvery), static_cast<Real>(point.attention) / 100, static_cast<Real>(point.none) / 100;
    }
    if (before_.size() == std::size(kNetworks)) out.row(points - 1).tail(2) << before(0), before(1);
    return out;
  }
  auto points = static_cast<Index>(std::min(attention_.checks().size(), none_.checks().size()));
  while (points > 0 && attention_.checks()[static_cast<std::size_t>(points - 1)].step > shown_steps()) --points;
  Mat out(points + 1, 3);
  out.row(0) << 0, before(0), before(1);
  for (Index i = 0; i < points; ++i) {
    const training::Check& check = attention_.checks()[static_cast<std::size_t>(i)];
    out.row(i + 1) << static_cast<Real>(check.step), static_cast<Real>(check.value),
        static_cast<Real>(none_.checks()[static_cast<std::size_t>(i)].value);
  }
  return out;
}

std::vector<training::Metric> Pair::metrics() const {
  std::vector<training::Metric> out = {{"step", static_cast<double>(shown_steps())},
                                       {"loss", static_cast<double>(attention_.loss())},
                                       {"loss-without", static_cast<double>(none_.loss())}};
  if (const training::Check* last = attention_.check()) out.push_back({"held-out", last->value});
  if (const training::Check* last = none_.check()) out.push_back({"held-out-without", last->value});
  return out;
}

}  // namespace attn::lessons::prelude
