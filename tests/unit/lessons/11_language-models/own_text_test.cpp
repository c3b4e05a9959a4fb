// The reader's own text: how it is cut, and what of it is held out.
#include "lessons/11_language-models/own_text.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "base/text.h"
#include "lessons/11_language-models/corpus.h"
#include "lessons/11_language-models/params.h"

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

}  // namespace
}  // namespace attn::lessons::language_models
