// The reader's own text: how it is cut, and what of it is held out.
#include "lessons/11_language-models/own_text.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "base/text.h"
#include "lessons/11_language-models/corpus.h"
#include "lessons/11_language-models/params.h"
#include "lessons/11_language-models/shipped.h"
#include "session/session.h"
#include "training/trainee.h"

namespace attn::lessons::language_models {
namespace {

TEST(OwnText, CutCharactersAtTheLimitAreWhole) {
  Params p;
  settle(p, p);
  std::string text;
  while (text.size() < kMostText + 10) text += "\u6F22\u5B57";  // three bytes each, and five million is no multiple of three
  ASSERT_TRUE(take_text(p, text).accepted);
  const auto kept = shelved(p.own);
  ASSERT_TRUE(kept);
  EXPECT_LE(kept->size(), kMostText);
  EXPECT_TRUE(is_utf8(*kept));
}

TEST(OwnText, NothingOfTheLastTenthIsDrawnForTraining) {
  std::string text(9000, 'a');
  text.append(1000, 'b');
  const auto corpus = text_corpus(std::make_shared<const std::string>(text), Cut::characters, 256);
  Rng rng(4);
  for (int i = 0; i < 300; ++i) {
    EXPECT_EQ(corpus->write(corpus->draw(tasks::Split::kTraining, 32, rng)), std::string(33, 'a'));
    EXPECT_EQ(corpus->write(corpus->draw(tasks::Split::kHeldOut, 32, rng)), std::string(33, 'b'));
  }
}

TEST(OwnText, AStepReadsAWindowForEachExample) {
  Params p;
  p.reads = Reads::text;
  settle(Params(), p);
  training::Plan plan;
  plan.batch = 16;
  EXPECT_EQ(make_learner(p)(plan)->tokens_per_step(), 16 * 64);
  p.reads = Reads::stories;
  settle(Params(), p);
  const double read = make_learner(p)(plan)->tokens_per_step();
  EXPECT_GT(read, 16 * 30);
  EXPECT_LT(read, 16 * 64);
}

TEST(OwnText, WhatTrainingReadsInASecondIsSaid) {
  double now = 0;
  session::Session session{*course::find("language-models")};
  session.set_clock([&now] { return now += 2; });
  ASSERT_TRUE(session.set("reads=text&weights=seed&width=32", session::Origin::kUi).empty());
  ASSERT_EQ(session.model().run(true), "");
  for (int i = 0; i < 5; ++i) session.work(1);
  const session::Training::Status before = session.model().status();
  const double since = now;
  for (int i = 0; i < 10; ++i) session.work(1);
  const session::Training::Status after = session.model().status();
  const double measured = 1024 * (after.step - before.step) / (now - since) * 1000;
  EXPECT_GT(after.tokens_per_second, 0.5 * measured);
  EXPECT_LT(after.tokens_per_second, 2 * measured);
  session.model().run(false);
  EXPECT_EQ(session.model().status().tokens_per_second, 0);
}

}  // namespace
}  // namespace attn::lessons::language_models
