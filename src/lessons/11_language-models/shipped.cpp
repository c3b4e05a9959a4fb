#include "lessons/11_language-models/shipped.h"

#include <memory>
#include <string>
#include <utility>

#include "base/later.h"
#include "lessons/11_language-models/opened_learner.h"
#include "lessons/11_language-models/tuning_learner.h"
#include "training/models.h"

namespace attn::lessons::language_models {
namespace {

using training::Requirement;

constexpr int kShippedLayers = 2;

training::Make make_of(std::shared_ptr<const Corpus> corpus, const models::GptSettings& settings) {
  return [corpus = std::move(corpus), settings](const training::Plan& plan) {
    return std::make_unique<LanguageLearner>(corpus, settings, plan);
  };
}

Params shipped_params(Reads reads, int layers) {
  const Params defaults;
  Params p;
  p.reads = reads, p.layers = layers;
  settle(defaults, p);
  return p;
}

training::Recipe recipe_of(std::string_view name, std::string_view task, Reads reads, int layers, int steps, std::string summary) {
  const Params p = shipped_params(reads, layers);
  const models::GptSettings s = settings_of(p);
  training::Recipe recipe;
  recipe.name = name, recipe.task = task;
  recipe.make = make_learner(p);
  recipe.steps = steps;
  recipe.plan.batch = p.batch;
  recipe.plan.learning_rate = p.learning_rate;
  recipe.plan.decay_from = steps / 2, recipe.plan.decay_to = steps;
  recipe.lesson = "language-models";
  recipe.query = "reads=" + std::string(task) + (layers == Params().layers ? "" : "&layers=" + std::to_string(layers));
  recipe.summary = std::move(summary);
  recipe.settings = {{"layers", static_cast<double>(s.layers)},   {"heads", static_cast<double>(s.heads)},
                     {"width", static_cast<double>(s.width)},     {"hidden", static_cast<double>(s.hidden)},
                     {"context", static_cast<double>(s.context)}, {"weights", static_cast<double>(models::count_weights(s))}};
  return recipe;
}

std::string show(const Corpus& corpus, int count) {
  std::string text;
  Rng rng(1);
  for (const auto split : {tasks::Split::kTraining, tasks::Split::kHeldOut}) {
    text += split == tasks::Split::kTraining ? "for training:\n" : "held out:\n";
    for (int i = 0; i < count; ++i) text += "  " + corpus.write(corpus.draw(split, 128, rng)) + "\n";
  }
  return text;
}

std::string show_stories(int count) { return show(*story_corpus(), count); }
std::string show_copies(int count) { return show(*copy_corpus(), count); }
std::string show_masked(int count) { return show(*masked_story_corpus(), count); }

training::Recipes make_recipes() {
  training::Recipes out;
  out.tasks = {{"stories", "little stories of a grammar, word by word", later<show_stories>},
               {"copies", "blocks of different letters that repeat", later<show_copies>},
               {"masked", "the stories, for a model that guesses hidden words", later<show_masked>}};
  training::Recipe stories = recipe_of("stories-gpt", "stories", Reads::stories, kShippedLayers, 6000, "tells little stories");
  stories.requirements = {{.score = "agreement-pronoun", .value = 0.95},
                          {.score = "agreement-number", .value = 0.95},
                          {.score = "agreement-name", .value = 0.95}};
  training::Recipe two = recipe_of("copies-2", "copies", Reads::copies, 2, 2400, "two layers of attention alone");
  two.requirements = {{.score = "second-half", .value = 0.1, .at_most = true}};
  training::Recipe one = recipe_of("copies-1", "copies", Reads::copies, 1, 2400, "one layer of attention alone");
  one.requirements = {{.score = "second-half", .value = 1}};
  training::Recipe masked =
      recipe_of("stories-masked", "masked", Reads::masked, kShippedLayers, 9000, "guesses hidden words of little stories");
  masked.requirements = {{.score = "tokens-right", .value = 0.85}};
  out.rows = {std::move(stories), std::move(two), std::move(one), std::move(masked)};
  return out;
}

training::Make make_tuning(const models::GptSettings& settings, int labels, bool pretrained) {
  return [settings, labels, pretrained](const training::Plan& plan) {
    return std::make_unique<TuningLearner>(settings, plan, labels, pretrained);
  };
}

/// Gives the weights from pre-training to all that wait for them.
void begin_tuning(training::Models& models) {
  for (training::Trainer* trainer : models.trainers()) {
    auto& learner = static_cast<TuningLearner&>(trainer->trainee());
    if (trainer->loaded()) learner.begin_as_it_is();
    if (!models.beside.empty() && trainer->taken() == 0 && learner.begin_from(learner_of(models.beside.begin()->second).model()))
      trainer->study_on();
  }
}

// A model is opened by code of the later part, so what is about one is there.

std::unique_ptr<training::Trainee> make_opened(std::shared_ptr<const OpenedModel> model, const training::Plan& plan) {
  return std::make_unique<OpenedLearner>(std::move(model), plan);
}

void attend_opened(const Params& p, training::Trainer& trainer) {
  if (static_cast<OpenedLearner&>(trainer.trainee()).attend(p)) trainer.study_on();
}

/// Whether everything but the number of layers is as in the shipped models.
bool has_shipped_shape(const Params& p) {
  const Params shipped;
  return p.reads != Reads::text && p.heads == shipped.heads && p.width_log2 == shipped.width_log2 && p.context_log2 == shipped.context_log2;
}

const training::Recipe* copying_of(int layers) {
  return layers == 1 ? recipes().find("copies-1") : layers == kShippedLayers ? recipes().find("copies-2") : nullptr;
}

}  // namespace

training::Make make_learner(const Params& p) {
  if (p.reads == Reads::labelled) return make_tuning(settings_of(p), kLabelCounts[kTunedOn], true);
  if (!p.opens) return make_of(p.corpus, settings_of(p));
  return [opened = p.opened](const training::Plan& plan) { return later<make_opened>(opened.lock(), plan); };
}

void attend(const Params& p, training::Models& models) {
  if (opened_of(models.trainer)) later<attend_opened>(p, models.trainer);
  if (p.reads == Reads::labelled) begin_tuning(models);
}

std::vector<training::Make> make_twins(const Params& p) {
  if (p.reads == Reads::labelled) {
    std::vector<training::Make> all;
    for (const bool pretrained : {true, false})
      for (const int labels : kLabelCounts)
        if (!pretrained || labels != kLabelCounts[kTunedOn]) all.push_back(make_tuning(settings_of(p), labels, pretrained));
    return all;
  }
  if (p.reads != Reads::copies || p.layers == 1) return {};
  models::GptSettings one = settings_of(p);
  one.layers = 1;
  return {make_of(p.corpus, one)};
}

const training::Recipes& recipes() {
  static const training::Recipes all = make_recipes();
  return all;
}

const training::Recipe* shipped_model(const Params& p) {
  if (p.opens || p.reads == Reads::labelled || !has_shipped_shape(p)) return nullptr;
  if (p.reads == Reads::copies) return copying_of(p.layers);
  if (p.layers != kShippedLayers) return nullptr;
  return recipes().find(p.reads == Reads::masked ? "stories-masked" : "stories-gpt");
}

std::vector<const training::Recipe*> shipped_rival(const Params& p) {
  if (p.reads == Reads::masked) return training::at_most_one(recipes().find("stories-gpt"));
  if (p.reads == Reads::labelled) return training::at_most_one(recipes().find("stories-masked"));
  if (p.reads != Reads::copies || !has_shipped_shape(p)) return {};
  return training::at_most_one(copying_of(p.layers == 1 ? kShippedLayers : 1));
}

}  // namespace attn::lessons::language_models
