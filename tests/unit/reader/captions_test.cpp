// A caption is a section's heading and its first sentence, whatever runs that is made of.
#include "reader/captions.h"

#include <gtest/gtest.h>

namespace attn::reader {
namespace {

const content::Document& document() {
  static const content::Document parsed = content::parse(R"(# A title

The lead says it. And more.

## One

[The picture](scene:figure=a)

Of [two](set:a=1) values $x. y$ the first is {weights[0,1]}, about 0.5 of it. The rest [follows](set:a=2).

## Two

- An item! Another sentence.

### Exercise: three {exercise=three}

[Bring it](scene:figure=b)

Is it so?

## Four

$$x$$
)");
  return parsed;
}

std::string words_of(std::string_view section) { return content::plain_text(caption_of(document(), section).words); }
std::string title_of(std::string_view section) { return content::plain_text(caption_of(document(), section).title); }

TEST(Captions, AreTheFirstSentenceBelowTheHeading) {
  EXPECT_EQ(title_of("one"), "One");
  EXPECT_EQ(words_of("one"), "Of two values x. y the first is weights[0,1], about 0.5 of it.");
  EXPECT_EQ(words_of("two"), "An item!");
  EXPECT_EQ(title_of("exercise-three"), "Exercise: three");
  EXPECT_EQ(words_of("exercise-three"), "Is it so?");
  EXPECT_EQ(words_of("four"), "");
}

TEST(Captions, OfTheTopAreTheTitleAndTheLead) {
  EXPECT_EQ(title_of("top"), "A title");
  EXPECT_EQ(words_of("top"), "The lead says it.");
}

TEST(Captions, HaveNoLinks) {
  for (const content::Run& run : caption_of(document(), "one").words) EXPECT_EQ(run.link.kind, content::LinkKind::kNone);
}

}  // namespace
}  // namespace attn::reader
