// A caption is a section's heading and its first sentence, whatever runs that is made of.
#include "reader/captions.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

namespace attn::reader {
namespace {

const content::Document& document() {
  static const content::Document parsed = content::parse(R"(# A title

The lead says it. And more.

## One

[The picture](scene:figure=a)

Of [two](set:a=1) values $x. y$ the first is {weights[0,1]}, about 0.5 of it. The rest [follows](set:a=2).

[Another picture](scene:figure=c)

What it shows. And more.

## Two

- An item! Another sentence.

### Exercise: three {exercise=three}

[Bring it](scene:figure=b)

Cells 3 and 4 are [alike](set:a=3). Is it so?

- [ ] Yes

## Four

$$x$$

## Five

It is the **sum**:

$$y$$
)");
  return parsed;
}

std::string words_of(std::string_view section) { return content::plain_text(caption_of(document(), section).words); }
std::string title_of(std::string_view section) { return content::plain_text(caption_of(document(), section).title); }

TEST(Captions, AreTheFirstSentenceBelowTheHeading) {
  EXPECT_EQ(title_of("one"), "One");
  EXPECT_EQ(words_of("one"), "Of two values x. y the first is weights[0,1], about 0.5 of it.");
  EXPECT_EQ(words_of("two"), "An item!");
  EXPECT_EQ(title_of("one-2"), "One");
  EXPECT_EQ(words_of("one-2"), "What it shows.");
  EXPECT_EQ(title_of("exercise-three"), "Exercise: three");
  EXPECT_EQ(words_of("exercise-three"), "Cells 3 and 4 are alike. Is it so?") << "the whole question";
  EXPECT_EQ(words_of("four"), "");
  EXPECT_EQ(words_of("five"), "It is the sum.") << "the formula that it leads on to is not shown";
}

TEST(Captions, OfTheTopAreTheTitleAndTheLead) {
  EXPECT_EQ(title_of("top"), "A title");
  EXPECT_EQ(words_of("top"), "The lead says it.");
}

TEST(Captions, HaveNoLinks) {
  for (const content::Run& run : caption_of(document(), "one").words) EXPECT_EQ(run.link.kind, content::LinkKind::kNone);
}

/// The texts of all lessons.
std::vector<content::Document> lessons() {
  std::vector<content::Document> found;
  for (const auto& file : std::filesystem::directory_iterator(ATTN_SOURCE_DIR "/assets/lessons")) {
    std::ostringstream text;
    text << std::ifstream(file.path()).rdbuf();
    if (std::isdigit(file.path().filename().string()[0])) found.push_back(content::parse(text.str()));
  }
  return found;
}

TEST(Captions, OfEveryLessonMakeSenseAlone) {
  const std::regex leans("(It|Its|This|These|Those|That|They|Each of|Or|And|But|So|Then)\\b.*|.*\\bis");
  size_t read = 0;
  for (const content::Document& document : lessons())
    for (const content::Block& block : document.blocks) {
      if (block.kind != content::Block::Kind::kHeading || block.level == 1) continue;
      const std::string words = content::plain_text(caption_of(document, block.section).words);
      if (block.section == "references") continue;
      ++read;
      EXPECT_FALSE(words.empty()) << block.section;
      EXPECT_FALSE(std::regex_match(words, leans)) << block.section << ": " << words;
      EXPECT_LT(words.size(), 290u) << block.section << ": " << words;
    }
  EXPECT_GT(read, 100u);
}

}  // namespace
}  // namespace attn::reader
