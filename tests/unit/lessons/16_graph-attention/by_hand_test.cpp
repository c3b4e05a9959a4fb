// Lesson 16 under the hand: whatever lies in its figures can be taken, moved, tied, painted.
#include <gtest/gtest.h>

#include "lessons/lesson_by_hand.h"
#include "unit/lessons/16_graph-attention/lesson_opened.h"

namespace attn {
namespace {

using namespace lessons::graph_attention;

TEST(MasksByHand, ACellIsATieAndATieIsACell) {
  auto lesson = graphs();
  LessonByHand hand(&lesson, "mask");
  hand.click("mask[0,3]");
  EXPECT_EQ(lesson.matrix("mask")(0, 3), 1);
  hand.drag(hand.rect("token[0]").center(), hand.rect("token[3]").center());
  EXPECT_EQ(lesson.matrix("mask")(0, 3), 0);
  hand.drag(hand.rect("token[2]").center(), hand.rect("token[5]").center());
  EXPECT_EQ(lesson.matrix("mask")(2, 5), 1);
  EXPECT_EQ(lesson.matrix("mask")(5, 2), 1) << "it was there";
  EXPECT_EQ(lesson.at("mask-one-way"), 14);
}

TEST(MasksByHand, AButtonMakesAUsualMask) {
  auto lesson = graphs();
  LessonByHand hand(&lesson, "mask");
  EXPECT_FALSE(lesson.check("around-a-table").correct);
  hand.click("preset[1]");
  EXPECT_FALSE(lesson.check("around-a-table").correct) << "a window's two far corners are closed";
  hand.click("mask[0,5]");
  hand.click("mask[5,0]");
  EXPECT_TRUE(lesson.check("around-a-table").correct);
  EXPECT_EQ(lesson.at("mask-ties"), 18);
}

TEST(ClubByHand, NodesArePressedMovedTiedAndLabelled) {
  auto lesson = trained("task=karate&network=gat");
  LessonByHand hand(&lesson, "graph");
  hand.click("node[24]");
  EXPECT_NE(said_of(lesson, "graph").find("Node 25 sees"), std::string::npos) << said_of(lesson, "graph");
  EXPECT_EQ(lesson.matrix("dragged").rows(), 0) << "a press moves nothing";
  hand.drag_by("node[16]", {-30, 40});
  EXPECT_EQ(lesson.matrix("dragged").rows(), 1) << "a drag moves a node, whatever the buttons say";
  hand.click("tool[2]");
  hand.drag(hand.rect("node[25]").center(), hand.rect("node[16]").center());
  EXPECT_NE(said_of(lesson, "graph").find("tie 17\u201326"), std::string::npos) << said_of(lesson, "graph");
  EXPECT_EQ(lesson.matrix("dragged").rows(), 1);
  hand.click("tool[3]");
  hand.click("node[4]");
  EXPECT_EQ(text_of(lesson, "labels"), "1:0 5:0 34:1");
  hand.drag_by("node[5]", {20, 20});
  EXPECT_EQ(text_of(lesson, "labels"), "1:0 5:0 34:1") << "a drag gives no label";
  EXPECT_EQ(lesson.matrix("dragged").rows(), 2);
  hand.click("tool[0]");
  hand.click("node[4]");
  EXPECT_EQ(text_of(lesson, "labels"), "1:0 5:0 34:1");
}

TEST(ClubByHand, NodesAreTakenOffTheirCentresToo) {
  auto lesson = graphs();
  LessonByHand hand(&lesson, "graph");
  for (int i = 0; i < 34; ++i) {
    const canvas::Rect box = hand.rect("node[" + std::to_string(i) + "]");
    for (const canvas::Point off : {canvas::Point{0, 0}, {0.4f, 0}, {-0.4f, 0}, {0, 0.4f}, {0, -0.4f}}) {
      const canvas::Point at{box.center().x + off.x * box.width, box.center().y + off.y * box.height};
      lesson.set("node=" + std::to_string((i + 1) % 34));
      hand.drag(at, at);
      EXPECT_EQ(text_of(lesson, "node"), std::to_string(i)) << off.x << ", " << off.y;
    }
  }
}

TEST(OtherGraphsByHand, TheirNodesMoveAndGoBackWithTheGraph) {
  for (const char* task : {"noisy", "lookup", "ties", "molecules"}) {
    auto lesson = graphs();
    lesson.set("task=" + std::string(task));
    LessonByHand hand(&lesson, "graph");
    hand.drag_by("node[3]", {25, -20});
    EXPECT_EQ(lesson.matrix("moved").rows(), 1) << task;
    lesson.set("task=karate");
    EXPECT_EQ(lesson.matrix("moved").rows(), 0);
    EXPECT_EQ(lesson.matrix("dragged").rows(), 0);
  }
}

TEST(LayersByHand, ANodeIsDraggedInTheClubAndInAReadersOwnGraph) {
  auto lesson = graphs();
  LessonByHand hand(&lesson, "reach");
  hand.drag_by("influence[16]", {40, -30});
  EXPECT_EQ(lesson.matrix("dragged").rows(), 1);
  ASSERT_TRUE(lesson.take("ann,bob\nbob,cid\ncid,dan\n").accepted);
  hand.click("influence[1]");
  hand.drag_by("influence[1]", {40, -30});
  EXPECT_EQ(lesson.matrix("own-dragged").rows(), 1);
  EXPECT_EQ(lesson.matrix("dragged").rows(), 1);
  ASSERT_TRUE(lesson.take("eve,fay\nfay,gil\n").accepted);
  EXPECT_EQ(lesson.matrix("own-dragged").rows(), 0) << "places go with their graph";
}

TEST(MoleculesByHand, AtomsAndBondsAreChangedAndBothVerdictsFollow) {
  auto lesson = trained("task=molecules&network=gat&example=3");
  LessonByHand hand(&lesson, "molecules");
  const auto taken = [&]() -> const Molecule& { return result_of(lesson).molecules.taken; };
  ASSERT_TRUE(tasks::is_poisonous(taken().graph));
  EXPECT_GT(lesson.at("verdict"), 0.9);
  const int nitrogen = taken().pattern[0], oxygen = taken().pattern[1];
  hand.click("atom[" + std::to_string(oxygen) + "]");  // oxygen becomes sulphur
  EXPECT_FALSE(tasks::is_poisonous(taken().graph));
  EXPECT_LT(lesson.at("verdict"), 0.5) << "the network sees it too, as the text says";
  for (int press = 0; press < 3; ++press) hand.click("atom[" + std::to_string(oxygen) + "]");
  EXPECT_EQ(text_of(lesson, "atoms"), "") << "after four presses it is what it was";
  EXPECT_GT(lesson.at("verdict"), 0.9);
  hand.click("bonds-tool");
  const auto atom = [&](int i) { return hand.rect("atom[" + std::to_string(i) + "]").center(); };
  hand.drag(atom(nitrogen), atom(oxygen));
  EXPECT_FALSE(tasks::is_poisonous(taken().graph)) << "a bond is cut";
  EXPECT_LT(lesson.at("verdict"), 0.5);
  hand.click("as-drawn");
  EXPECT_EQ(text_of(lesson, "bonds"), "");
  hand.click("atoms-tool");
  hand.drag_by("atom[0]", {20, 15});
  EXPECT_EQ(text_of(lesson, "atoms"), "") << "a drag moves an atom";
  EXPECT_EQ(lesson.matrix("moved").rows(), 1);
  hand.click("molecule[0]");
  EXPECT_EQ(lesson.matrix("moved").rows(), 0) << "what was done to a molecule goes with it";
  lesson.set("atoms=99:1");
  EXPECT_NE(lesson.complaint("atoms").find("no node 99"), std::string::npos);
}

TEST(MoleculesByHand, AtomsAreAddedAndTakenAwayAndBothVerdictsFollow) {
  auto lesson = trained("task=molecules&network=gat&example=3");
  LessonByHand hand(&lesson, "molecules");
  const auto taken = [&]() -> const Molecule& { return result_of(lesson).molecules.taken; };
  const int before = taken().graph.nodes(), nitrogen = taken().pattern[0], oxygen = taken().pattern[1];
  const size_t bonds = taken().graph.ties.size();
  ASSERT_GT(lesson.at("verdict"), 0.9);
  hand.click("add-tool");
  hand.click("atom[" + std::to_string(oxygen) + "]");
  EXPECT_EQ(taken().graph.nodes(), before - 1);
  EXPECT_FALSE(tasks::is_poisonous(taken().graph)) << "an oxygen is taken away";
  EXPECT_LT(lesson.at("verdict"), 0.5);
  const std::string wanted = "atom[" + std::to_string(nitrogen - (oxygen < nitrogen)) + "]";
  const canvas::Point beside = hand.rect(wanted).center() + canvas::Point{-32, 24};
  hand.drag(beside, beside);
  ASSERT_EQ(taken().graph.nodes(), before) << "a press beside the molecule adds an atom";
  EXPECT_EQ(taken().graph.ties.size(), bonds) << "which is tied to the nearest";
  const std::string added = "atom[" + std::to_string(before - 1) + "]";
  EXPECT_NEAR(hand.rect(added).center().x, beside.x, 3) << "it is where the hand was";
  hand.click("atoms-tool");
  hand.click(added), hand.click(added);  // carbon, nitrogen, oxygen
  EXPECT_TRUE(tasks::is_poisonous(taken().graph)) << text_of(lesson, "bonds");
  EXPECT_GT(lesson.at("verdict"), 0.9);
  hand.click("add-tool");
  hand.click(added);
  EXPECT_EQ(text_of(lesson, "bonds"), "") << "the bonds of an atom go with it";
  hand.click("as-drawn");
  EXPECT_EQ(taken().graph.nodes(), before);
  EXPECT_GT(lesson.at("verdict"), 0.9);
}

TEST(MoleculesByHand, NoMoreThanEightAtomsAreAddedAndTwoStay) {
  auto lesson = trained("task=molecules&network=gat&example=3&tool=add");
  const int before = result_of(lesson).molecules.taken.graph.nodes();
  EXPECT_GT(LessonByHand(&lesson, "molecules").rect("room").width, 0);
  std::string atoms;
  for (int k = 1; k <= 8; ++k) atoms += std::to_string(before + k) + ":0 ";
  lesson.set("atoms=" + atoms);
  LessonByHand full(&lesson, "molecules");
  EXPECT_EQ(result_of(lesson).molecules.taken.graph.nodes(), before + 8);
  EXPECT_EQ(full.rect("room").width, 0) << "no more are added";
  for (int k = 0; k < 30; ++k) full.click("atom[0]");
  EXPECT_EQ(result_of(lesson).molecules.taken.graph.nodes(), 2);
  lesson.set("figure=graph&node=9");
  EXPECT_EQ(text_of(lesson, "node"), "1") << "the graph has the same two atoms";
}

TEST(PixelsByHand, PaintedPixelsAreBrightOrDarkAndTheNetworksAnswerForThem) {
  auto lesson = trained("task=pixels&network=gat&example=4");
  LessonByHand hand(&lesson, "pixels");
  const PixelStudy before = result_of(lesson).pixels;
  hand.drag(hand.rect("bright[0,0]").center(), hand.rect("bright[0,5]").center());
  const PixelStudy& s = result_of(lesson).pixels;
  const bool lit = before.bright(0, 0) <= Real(0.5);  // the press turns the first one over, and the rest become like it
  for (int x = 0; x <= 5; ++x) {
    EXPECT_EQ(s.bright(0, x) > Real(0.5), lit) << x;
    if (lesson.matrix("painted")(0, x) != 0) {
      EXPECT_EQ(s.truth(0, x), lit) << x;
    }
  }
  EXPECT_NE(s.model, before.model);
  hand.click("unpaint");
  EXPECT_EQ(result_of(lesson).pixels.bright, before.bright);
  hand.click("bright[3,3]");
  EXPECT_EQ(lesson.matrix("painted").rows(), 12);
  lesson.set("example=5");
  EXPECT_EQ(lesson.matrix("painted").rows(), 0) << "paint goes with its image";
}

}  // namespace
}  // namespace attn
