// What the text claims of the trained block that sorts: how often it is right, and what is left of that without each of its parts.
#include <gtest/gtest.h>

#include <string>

#include "lessons/09_transformer-block/sorter.h"
#include "lessons/09_transformer-block/trained_block.h"
#include "lessons/lesson_by_hand.h"
#include "lessons/lesson_under_test.h"
#include "models/transformer_decoding.h"
#include "programs/files.h"

namespace attn::lessons::transformer_block {
namespace {

LessonUnderTest trained(const std::string& state = {}) {
  LessonUnderTest lesson("transformer-block");
  EXPECT_TRUE(lesson.load_weights());
  return std::move(lesson.set(state));
}

std::string without(int part) {
  std::string parts(kBlockParts, '1');
  parts[static_cast<size_t>(part)] = '0';
  return "parts=" + parts;
}

double letters_right(const LessonUnderTest& lesson) { return 100 * lesson.at("held-out-letters"); }

TEST(SortingBlock, SortsTheLettersThatTheLessonOpensWith) { EXPECT_EQ(trained().at("right-letters"), 6); }

TEST(SortingBlock, AnyPartTakenOutBreaksItsAnswer) {
  for (int part = 0; part < kBlockParts; ++part) EXPECT_LT(trained(without(part)).at("right-letters"), 6) << kPartNames[part];
  EXPECT_EQ(trained(without(kAttentionPart)).at("right-letters"), 1) << "by chance";
}

TEST(SortingBlock, IsRightOnNearlyAllHeldOutLettersAndWords) {
  const auto lesson = trained();
  EXPECT_NEAR(letters_right(lesson), 99.8, 0.05);
  EXPECT_GT(lesson.at("held-out-words"), 0.98);
  LessonUnderTest untrained("transformer-block");
  EXPECT_LT(letters_right(untrained), 20) << "random weights guess";
}

TEST(SortingBlock, LosesWithEachPartWhatTheTextSays) {
  const double left[kBlockParts] = {9, 25, 26, 32, 75, 96};
  for (int part = 0; part < kBlockParts; ++part) EXPECT_NEAR(letters_right(trained(without(part))), left[part], 0.6) << kPartNames[part];
}

TEST(SortingBlock, WithAllItsPartsIsTheModelThatWasTrained) {
  std::string bytes;
  ASSERT_EQ(programs::read_file(ATTN_SOURCE_DIR "/assets/weights/letters-block.safetensors", &bytes), "");
  training::Trainer trainer(trained_block()->make, trained_block()->plan);
  ASSERT_EQ(trainer.load(bytes), "");
  const models::Transformer& model = static_cast<const Sorter&>(trainer.trainee()).model();
  for (const char* word : {"garden", "zebra", "aa", "mississi"}) {
    Tokens letters;
    ASSERT_EQ(read_letters(word, &letters), "");
    EXPECT_EQ(TrainedBlock(model).run(letters, kAllPresent).answer, models::translate_all(model, {letters}).front()) << word;
  }
}

TEST(SortingBlock, ReadsScatteredLettersAtFirstAndAStaircaseInTheEnd) {
  const auto lesson = trained();
  const Mat before = lesson.read("before").matrix(), after = lesson.read("after").matrix();
  const std::string word = "garden";
  Index last = -1;
  for (Index i = 0; i < before.rows(); ++i) {
    Index own = 0, answer = 0;
    before.row(i).maxCoeff(&own), after.row(i).maxCoeff(&answer);
    EXPECT_EQ(own, word[static_cast<size_t>(i)] - 'a');
    EXPECT_GT(answer, last) << "row " << i;
    last = answer;
  }
}

TEST(SortingBlock, RefusesWhatItCannotReadAndKeepsWhatItHad) {
  auto lesson = trained("letters=zebra");
  lesson.set("letters=transformer");
  EXPECT_NE(lesson.lesson().complaint(lesson.params(), "letters"), "");
  EXPECT_EQ(lesson.read("answers").shape[0], 5);
}

TEST(SortingBlockByHand, APartIsTakenOutAndPutBackAndALetterBecomesTheNext) {
  auto lesson = trained();
  LessonByHand hand(&lesson, "sorting");
  hand.click("part[0]");
  EXPECT_LT(lesson.at("right-letters"), 6);
  hand.click("part[0]");
  EXPECT_EQ(lesson.at("right-letters"), 6);
  hand.click("part[3]"), hand.click("part[4]");
  hand.click("all-parts");
  EXPECT_EQ(lesson.at("right-letters"), 6);
  hand.click("letter[0]");
  const params::Row* row = params::find(lesson.lesson().rows, "letters");
  EXPECT_EQ(params::print(*row, row->get(lesson.params())), "harden");
}

}  // namespace
}  // namespace attn::lessons::transformer_block
