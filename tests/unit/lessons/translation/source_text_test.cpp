// What is shown of a source while it is typed.
#include "lessons/translation/source_text.h"

#include <gtest/gtest.h>

#include "canvas/svg_canvas.h"

namespace attn::lessons::translation {
namespace {

constexpr int kMost = 40;

/// Somebody types into the source of a task.
struct Typing {
  const tasks::PairTask& task;
  std::string text;
  Tokens shown;
  std::string refusal;

  explicit Typing(std::string_view name) : task(*tasks::find_pair_task(name)) { type(""); }
  std::string type(const std::string& typed) {
    const std::string former = text;
    text = typed;
    settle_source(task, former, task, kMost, {text, shown, refusal});
    return task.write(task.source, shown);
  }
};

TEST(SourceText, HalfASentenceLeavesThePictureOfTheLastWholeOne) {
  Typing typing("grammar");
  const std::string whole = typing.type("the black cats sleep");
  EXPECT_EQ(whole, "the black cats sleep");
  for (const char* part : {"t", "the", "the d", "the dog", "the dog e"}) {
    EXPECT_EQ(typing.type(part), whole) << part;
    EXPECT_NE(typing.refusal, "") << part;
  }
  EXPECT_EQ(typing.type("the dog eats"), "the dog eats");
  EXPECT_EQ(typing.refusal, "");
}

TEST(SourceText, AFullStopHasAnyKnownWordsTranslated) {
  Typing typing("grammar");
  EXPECT_EQ(typing.type("cats the black."), "cats the black");
  EXPECT_EQ(typing.refusal, "");
  EXPECT_EQ(typing.type("cats the zebra."), "cats the black") << "an unknown word stays unknown";
}

TEST(SourceText, ADateIsShownWhenItIsOne) {
  Typing typing("dates");
  const std::string whole = typing.type("5 March 2024");
  EXPECT_EQ(typing.type("6 March"), whole);
  EXPECT_EQ(typing.type("6 March 2024"), "6 march 2024");
}

TEST(SourceText, LettersAreShownOneByOne) {
  Typing typing("reversal");
  EXPECT_EQ(typing.type("a"), "a");
  EXPECT_EQ(typing.type("a b"), "a b");
}

TEST(SourceText, AnUnknownWordHasButtonsOfKnownOnes) {
  Typing typing("grammar");
  typing.type("the blakc cats sleep");
  canvas::SvgCanvas canvas({390, 300}, canvas::Theme());
  canvas::Rect area = canvas.bounds();
  std::string typed = typing.text;
  draw_source_help(canvas, &area, typing.task, typing.refusal, &typed);
  EXPECT_GT(canvas.rect_of("known-word[0,0]").width, 20);
  EXPECT_LT(area.height, 300);
  EXPECT_EQ(typed, typing.text);
  EXPECT_NE(canvas.svg().find("blakc"), std::string::npos);
}

TEST(SourceText, WhereAllIsShownNoHelpTakesRoom) {
  Typing typing("grammar");
  canvas::SvgCanvas canvas({390, 300}, canvas::Theme());
  canvas::Rect area = canvas.bounds();
  draw_source_help(canvas, &area, typing.task, typing.refusal, &typing.text);
  EXPECT_EQ(area.height, 300);
}

}  // namespace
}  // namespace attn::lessons::translation
