#include "lessons/translation/evaluation.h"

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "lessons/translation/shipped.h"
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
  for (const ShippedModel& row : shipped_models()) {
    EXPECT_EQ(files.erase(std::string(row.name)), 1u) << row.name;
    EXPECT_LT(weights(row.name).size(), 200'000u) << row.name;
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

TEST(Evaluation, ShippedWeightsKeepWhatIsPromised) {
  EvaluationOptions options;
  options.examples = 500;
  options.each = 40;
  int required = 0;
  for (const EvaluationRow& row : evaluate(weights, options)) {
    EXPECT_TRUE(row.passed) << row.name << ", " << row.metric << ": " << row.value << " " << row.problem;
    required += !std::isnan(row.required);
  }
  EXPECT_EQ(required, 14);
}

TEST(Evaluation, MissingWeightsFailTheirRow) {
  EvaluationOptions options;
  options.from_scratch = false;
  const std::vector<EvaluationRow> rows = evaluate([](std::string_view) { return std::string(); }, options);
  ASSERT_EQ(rows.size(), shipped_models().size());
  for (const EvaluationRow& row : rows) {
    EXPECT_FALSE(row.passed);
    EXPECT_NE(row.problem, "");
  }
}

}  // namespace
}  // namespace attn::lessons::translation
