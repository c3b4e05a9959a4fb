// The shipped translators: their rows, their files, and what is promised of them.
#include "training/evaluation.h"

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "course/lesson.h"
#include "lessons/translation/settings.h"
#include "lessons/translation/shipped.h"
#include "tasks/pairs.h"
#include "unit/compare.h"

namespace attn::lessons::translation {
namespace {

const std::string kWeights = ATTN_SOURCE_DIR "/assets/weights/";

std::string weights(std::string_view name) {
  std::ifstream file(kWeights + std::string(name) + ".safetensors", std::ios::binary);
  std::stringstream bytes;
  bytes << file.rdbuf();
  return bytes.str();
}

TEST(Shipped, EveryRowHasItsFileAndEveryFileItsRow) {
  std::set<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(kWeights))
    if (entry.path().extension() == ".safetensors") files.insert(entry.path().stem().string());
  for (const training::Recipe& recipe : course::recipes().rows) {
    EXPECT_EQ(files.erase(std::string(recipe.name)), 1u) << recipe.name;
    EXPECT_LT(weights(recipe.name).size(), 250'000u) << recipe.name;  // two bytes a weight: the language model has 123 thousand
  }
  for (const std::string& name : files) ADD_FAILURE() << name << " has no row";
}

TEST(Shipped, EveryRowCanBeBuiltAndFound) {
  for (const ShippedModel& row : shipped_models()) {
    const tasks::PairTask* task = tasks::find_pair_task(row.task);
    ASSERT_NE(task, nullptr) << row.name;
    models::Seq2SeqSettings settings = row.settings;
    settings.source_words = task->source.size();
    settings.target_words = task->target.size();
    EXPECT_EQ(models::check_settings(settings), "") << row.name;
    EXPECT_EQ(find_shipped(row.name), &row);
    EXPECT_EQ(find_shipped(row.task, settings), &row) << "two rows with equal settings, one is " << row.name;
    EXPECT_GT(row.steps, 0);
    EXPECT_EQ(row.plan.decay_to, row.steps) << row.name;
  }
  EXPECT_EQ(find_shipped("nothing"), nullptr);
  models::Seq2SeqSettings odd;
  odd.hidden = 17;
  EXPECT_EQ(find_shipped("grammar", odd), nullptr);
}

TEST(Shipped, EveryRecipeIsShownByALessonThatHasItsWeights) {
  ASSERT_GE(course::recipes().rows.size(), shipped_models().size());
  for (const training::Recipe& recipe : course::recipes().rows) {
    const course::Lesson* lesson = course::find(recipe.lesson);
    ASSERT_NE(lesson, nullptr) << recipe.name;
    const auto params = lesson->defaults();
    const auto before = lesson->copy(params.get());
    EXPECT_TRUE(params::apply_query(lesson->rows, recipe.query, params.get()).empty()) << recipe.query;
    lesson->settle(before.get(), params.get());
    const course::Lesson::Training& shown = lesson->training;
    const std::vector<const training::Recipe*> shown_there =
        recipe.beside.empty() ? training::at_most_one(shown.weights(params.get())) : shown.beside(params.get());
    EXPECT_TRUE(std::any_of(shown_there.begin(), shown_there.end(), [&recipe](const auto* one) { return one->name == recipe.name; }))
        << recipe.name << " " << recipe.query;
    EXPECT_NE(course::recipes().find_task(recipe.task), nullptr) << recipe.name;
  }
}

TEST(Shipped, SettingsAreNamedAsTheLessonsNameThem) {
  const models::Seq2SeqSettings& settings = find_shipped("grammar-local-p")->settings;
  EXPECT_EQ(settings_query(settings, {"score", "timing", "reach", "input-feeding"}),
            "score=general&timing=current&reach=local-p&input-feeding=true");
  EXPECT_EQ(settings_text(settings), "GRU, general, current, local-p, hidden 32, depth 1, bidirectional, input feeding");
  EXPECT_EQ(settings_by_id(settings).front(), (std::pair<std::string, training::Setting>("cell", std::string("gru"))));
}

TEST(Evaluation, ShippedWeightsKeepWhatIsPromised) {
  training::EvaluationOptions options;
  options.effort = {.examples = 500, .each = 40};
  int required = 0;
  for (const training::EvaluationRow& row : training::evaluate(recipes(), weights, options)) {
    EXPECT_TRUE(row.passed) << row.name << ", " << row.metric << ": " << row.value << " " << row.problem;
    required += !std::isnan(row.required);
  }
  EXPECT_EQ(required, 16);
}

TEST(Evaluation, MissingWeightsFailTheirRow) {
  training::EvaluationOptions options;
  options.from_scratch = false;
  const auto nothing = [](std::string_view) { return std::string(); };
  const std::vector<training::EvaluationRow> rows = training::evaluate(recipes(), nothing, options);
  ASSERT_EQ(rows.size(), shipped_models().size());
  for (const training::EvaluationRow& row : rows) {
    EXPECT_FALSE(row.passed);
    EXPECT_NE(row.problem, "");
  }
}

}  // namespace
}  // namespace attn::lessons::translation
