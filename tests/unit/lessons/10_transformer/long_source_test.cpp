// The encoder on a long source: what it reads, and that its heads have the weights of a run where both can be had.
#include "lessons/10_transformer/long_source.h"

#include <gtest/gtest.h>

#include "lessons/lesson_under_test.h"

namespace attn::lessons::transformer {
namespace {

TEST(LongSource, ASourceHasTheWeightsOfTheRun) {
  int heads = 0;
  for (const char* task : {"grammar", "dates"}) {
    LessonUnderTest lesson("transformer");
    const std::string source = std::string(task) == "dates" ? "5 march 2024" : "the small black cat does not eat the red apple";
    lesson.set(std::string("task=") + task).set("source=" + source);
    ASSERT_TRUE(lesson.load_weights());
    lesson.set("long-text=" + source);
    for (int layer = 1; layer <= kLayers; ++layer)
      for (int head = 1; head <= 4; ++head, ++heads) {
        lesson.set("layer=" + std::to_string(layer)).set("head=" + std::to_string(head));
        const Params& p = *static_cast<const Params*>(lesson.params());
        const Result& r = *static_cast<const Result*>(lesson.result());
        const long_text::LongHead& got = long_head(p, r);
        ASSERT_EQ(got.asking, r.sentence.source) << task;
        const Mat& wanted = r.run.encoder.layers[static_cast<size_t>(layer - 1)].self.weights[static_cast<size_t>(head - 1)];
        EXPECT_LT((got.field.weights() - wanted).cwiseAbs().maxCoeff(), 1e-5) << task << " " << layer << "." << head;
      }
  }
  EXPECT_EQ(heads, 16);
}

/// What the text says of head 3 of layer 2.
TEST(LongSource, AHeadThatFindsTheNounInASentenceLosesItAmongTwoThousandWords) {
  LessonUnderTest lesson("transformer");
  lesson.set("layer=2").set("head=3").set("long-text=the small black cat does not eat the red apple");
  ASSERT_TRUE(lesson.load_weights());
  const auto most = [&lesson](int row) {
    Index at = 0;
    const Params& p = *static_cast<const Params*>(lesson.params());
    long_head(p, *static_cast<const Result*>(lesson.result())).field.row(row).row(0).maxCoeff(&at);
    return at;
  };
  for (const int row : {0, 1, 2}) EXPECT_EQ(most(row), 3) << "cat";
  for (const int row : {7, 8}) EXPECT_EQ(most(row), 9) << "apple";
  lesson.set("long-text=");
  EXPECT_EQ(most(5), 1201) << "green";
}

TEST(LongSource, WordsThatTheModelDoesNotKnowAreLeftOut) {
  const tasks::PairTask& task = *tasks::find_pair_task("grammar");
  const Tokens known = long_source(task, "The cat, quite unexpectedly, sleeps; THE cat sleeps.", 2047);
  EXPECT_EQ(task.source.names(known), (std::vector<std::string>{"the", "cat", "sleeps", "the", "cat", "sleeps"}));
  EXPECT_EQ(long_source(task, "", 2047).size(), 2047u);
  EXPECT_EQ(long_source(task, "xyzzy", 100), long_source(task, "", 100)) << "nothing is known: sources of the task";
  EXPECT_EQ(long_source(task, "the cat the cat", 3).size(), 3u);
}

TEST(LongSource, WhatIsTakenOfATextIsSaid) {
  Params p;
  EXPECT_EQ(take_text(p, "Once the cat sleeps.").message, "3 words of your text that the task knows are the source.");
  EXPECT_EQ(p.text_of_many.text, "Once the cat sleeps.");
  EXPECT_EQ(complain_of_text(p), "");
  const course::Import refused = take_text(p, "xyzzy \xf0\x9f\x98\x80");
  EXPECT_FALSE(refused.accepted);
  EXPECT_EQ(refused.message, "The task knows no word of this text. Nothing was taken.");
  EXPECT_EQ(p.text_of_many.text, "Once the cat sleeps.") << "nothing is lost";
  std::string many;
  for (int i = 0; i < 2100; ++i) many += "the ";
  EXPECT_EQ(take_text(p, many).message, "The first 2,047 words of your text that the task knows are the source.");
  p.text_of_many.text = "xyzzy";
  EXPECT_EQ(complain_of_text(p), "The task knows no word of this text.");
}

}  // namespace
}  // namespace attn::lessons::transformer
