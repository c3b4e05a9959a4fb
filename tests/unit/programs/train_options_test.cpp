// The command line of attention-train, its texts and its checksum.
#include "programs/train_options.h"

#include <gtest/gtest.h>

#include "programs/files.h"
#include "programs/sha256.h"
#include "programs/train_model.h"
#include "programs/train_progress.h"

namespace attn::programs {
namespace {

TrainOptions parsed(const std::vector<std::string>& arguments) {
  TrainOptions options;
  EXPECT_EQ(parse_train_options(arguments, &options), "");
  return options;
}

TEST(Options, AModelWithEverything) {
  const TrainOptions o = parsed({"reversal-additive", "--steps", "20", "--seed", "7", "--out", "x"});
  EXPECT_EQ(o.mode, TrainOptions::Mode::kTrain);
  EXPECT_EQ(o.model, "reversal-additive");
  EXPECT_EQ(o.steps, 20);
  EXPECT_TRUE(o.has_seed);
  EXPECT_EQ(o.seed, 7u);
  EXPECT_EQ(o.out, "x");
}

TEST(Options, OtherThingsToDo) {
  EXPECT_EQ(parsed({}).mode, TrainOptions::Mode::kHelp);
  EXPECT_EQ(parsed({"--all", "--help"}).mode, TrainOptions::Mode::kHelp);
  EXPECT_EQ(parsed({"--all"}).mode, TrainOptions::Mode::kAll);
  EXPECT_EQ(parsed({"--evaluate", "--out", "weights"}).out, "weights");
  EXPECT_EQ(parsed({"--count", "3", "--show", "dates"}).count, 3);
}

TEST(Options, MistakesAreAnswered) {
  for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{{"nothing"},
                                                                                         {""},
                                                                                         {"--all", "--list"},
                                                                                         {"reversal-none", "--evaluate"},
                                                                                         {"--seed", "1"},
                                                                                         {"reversal-none", "--out"},
                                                                                         {"reversal-none", "--out", ""},
                                                                                         {"reversal-none", "--seed", "1.5"},
                                                                                         {"reversal-none", "--steps", "10000001"},
                                                                                         {"--show", "dates", "--count", "0"},
                                                                                         {"--list", "--out", "x"}}) {
    TrainOptions options;
    EXPECT_NE(parse_train_options(arguments, &options), "") << arguments[0];
  }
}

TEST(Scores, AreTextByTheirKind) {
  const std::vector<training::Score> scores = {{"exact", "held_out_exact", "exact match", 0.984}, {"loss", "loss", "loss", 1.23456, false}};
  EXPECT_EQ(measured_text(scores, {.example = "source"}), "exact match 98.4 % (held-out, 1000 sources), loss 1.23");
}

TEST(Progress, Durations) {
  EXPECT_EQ(duration_text(0.4), "0 s");
  EXPECT_EQ(duration_text(59.6), "1 min 0 s");
  EXPECT_EQ(duration_text(200), "3 min 20 s");
  EXPECT_EQ(duration_text(3900), "1 h 5 min");
  EXPECT_EQ(percent_text(0.9754), "97.5 %");
}

/// The examples of FIPS 180-4, and lengths around a block's.
TEST(Sha256, KnownDigests) {
  EXPECT_EQ(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256(std::string(55, 'a')), "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318");
  EXPECT_EQ(sha256(std::string(56, 'a')), "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a");
  EXPECT_EQ(sha256(std::string(64, 'a')), "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb");
}

TEST(Files, AreReplacedWholeOrNotAtAll) {
  const std::string file = testing::TempDir() + "attention_train_file";
  EXPECT_EQ(write_file(file, std::string("a\0b", 3)), "");
  EXPECT_EQ(check_writable(file), "");
  std::string content;
  EXPECT_EQ(read_file(file, &content), "");
  EXPECT_EQ(content, std::string("a\0b", 3));
  std::remove(file.c_str());
  EXPECT_EQ(check_writable(file), "");
  EXPECT_NE(read_file(file, &content), "") << "the check leaves no file behind";
  EXPECT_NE(write_file("/nowhere/at/all", "x"), "");
}

}  // namespace
}  // namespace attn::programs
