#include "charts/story.h"

#include <gtest/gtest.h>

#include "unit/canvas/recording_canvas.h"

namespace attn::charts {
namespace {

constexpr std::string_view kSentences[] = {"A query is made.", "It meets a key.", "A weight comes of it."};

TEST(Story, TellsOneStopAfterTheOther) {
  const Story story(1.5, 3);
  EXPECT_EQ(story.stop(), 1);
  EXPECT_EQ(story.told(0), 1);
  EXPECT_FLOAT_EQ(story.told(1), 0.5f);
  EXPECT_EQ(story.told(2), 0);
  EXPECT_FLOAT_EQ(story.told(1, 0, 0.5f), 1);
  EXPECT_FLOAT_EQ(story.told(1, 0.5f, 1), 0);
  EXPECT_FLOAT_EQ(story.told(1, 0.25f, 0.75f), 0.5f);
  EXPECT_TRUE(story.at(1));
}

TEST(Story, RestsAtTheStopItHasTold) {
  EXPECT_EQ(Story(1, 3).stop(), 0);
  EXPECT_EQ(Story(0, 3).stop(), -1);
  EXPECT_TRUE(Story(3, 3).at(2)) << "the last sentence stands until the reader goes on";
  EXPECT_TRUE(Story(4, 3).all());
  EXPECT_FALSE(Story(4, 3).at(2)) << "after it the whole figure is there, and no part is pointed out";
}

TEST(Story, ThingsComeOneByOne) {
  EXPECT_EQ(told_of(0, 6), 0);
  EXPECT_EQ(told_of(0.5f, 6), 3);
  EXPECT_EQ(told_of(0.51f, 6), 4);
  EXPECT_EQ(told_of(1, 6), 6);
}

TEST(Story, ShowsTheSentenceOfItsStopAndNoOther) {
  canvas::RecordingCanvas canvas{{900, 400}};
  canvas::Rect area{0, 0, 900, 400};
  Real time = 1.5f;
  draw_story(canvas, &area, Story(time, 3), kSentences, "a weight", &time);
  EXPECT_LT(area.height, 400);
  EXPECT_NE(canvas.find("It meets a key."), nullptr);
  EXPECT_EQ(canvas.find("A weight comes of it."), nullptr);
  for (const auto& [rest, said, invites] : {std::tuple(Real(3), true, false), {Real(4), false, true}}) {
    canvas::RecordingCanvas end{{900, 400}};
    canvas::Rect whole{0, 0, 900, 400};
    Real at = rest;
    draw_story(end, &whole, Story(at, 3), kSentences, "a weight", &at);
    EXPECT_EQ(end.find("A weight comes of it.") != nullptr, said) << rest;
    EXPECT_EQ(end.find("Watch a weight, step by step. Space goes on.") != nullptr, invites) << rest;
  }
}

TEST(Story, APressOnADotGoesToThatStop) {
  canvas::RecordingCanvas canvas{{900, 400}};
  canvas::Rect area{0, 0, 900, 400};
  canvas.hands["stop[2]"].pressed = true;
  Real time = 0;
  draw_story(canvas, &area, Story(time, 3), kSentences, "a weight", &time);
  EXPECT_EQ(time, 3);
}

}  // namespace
}  // namespace attn::charts
