// One node's sum: that its numbers are the network's, that a press unfolds it, and that it is told stop by stop.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "canvas/svg_canvas.h"
#include "lessons/16_graph-attention/figure_sum.h"
#include "lessons/16_graph-attention/sum_study.h"
#include "lessons/lesson_by_hand.h"
#include "unit/lessons/16_graph-attention/lesson_opened.h"

namespace attn {
namespace {

using namespace lessons::graph_attention;

canvas::SvgCanvas drawn(LessonUnderTest& lesson, std::string_view figure = "sum", canvas::Size size = {900, 640},
                        std::string_view lit = {}) {
  canvas::SvgCanvas canvas(size, canvas::Theme());
  canvas.light(lit);
  const auto edit = lesson.lesson().copy(lesson.params());
  named("figure", figure, lesson.lesson().figures, kId).draw(canvas, lesson.params(), lesson.result(), edit.get());
  return canvas;
}

bool has(const canvas::SvgCanvas& canvas, std::string_view id) { return canvas.regions().find(id) != nullptr; }

const Params& params_of(LessonUnderTest& lesson) { return *static_cast<const Params*>(lesson.params()); }

std::vector<std::string> sentences_of(LessonUnderTest& lesson) {
  const canvas::SvgCanvas canvas({400, 300}, canvas::Theme());
  const GraphStudy& s = result_of(lesson).graph;
  return sum_sentences(sum_view(canvas, params_of(lesson), s, s.head.front()));
}

TEST(NodeSum, ItsNewRowIsWhatTheNextLayerReads) {
  for (const char* network : {"gat", "gatv2", "gcn"}) {
    auto lesson = trained("task=karate&node=9&layer=1&network=" + std::string(network));
    const int heads = result_of(lesson).graph.heads;
    std::vector<Mat> parts;
    for (int head = 1; head <= heads; ++head) {
      lesson.set("head=" + std::to_string(head));
      parts.push_back(new_rows(params_of(lesson), result_of(lesson).graph));
    }
    lesson.set("layer=2&head=1");
    const Mat& input = result_of(lesson).graph.input;
    for (int head = 0; head < heads; ++head) {
      const Mat& part = parts[static_cast<size_t>(head)];
      EXPECT_LT((part - input.middleCols(head * part.cols(), part.cols())).cwiseAbs().maxCoeff(), 1e-5) << network << " " << head;
    }
    EXPECT_LT((new_rows(params_of(lesson), result_of(lesson).graph) - result_of(lesson).graph.model.logits).cwiseAbs().maxCoeff(), 1e-5)
        << "the last layer has no bend: " << network;
  }
}

TEST(NodeSum, TheProductsAddUpToTheSumAndTheBiasFollows) {
  auto lesson = trained("task=karate&network=gat&node=9&layer=1&head=2");
  const Neighbours& graph = result_of(lesson).graph.shown.graph;
  for (int c = 0; c < 4; ++c) {
    double sum = 0;
    for (const int j : graph.of(9)) sum += lesson.at("products", j, c);
    EXPECT_NEAR(sum, lesson.at("mixed", 9, c), 1e-5);
    EXPECT_NEAR(sum + lesson.at("bias", 0, c), lesson.at("before-bend", 9, c), 1e-5);
    const double x = lesson.at("before-bend", 9, c);
    EXPECT_NEAR(lesson.at("new-row", 9, c), x >= 0 ? x : std::exp(x) - 1, 1e-5);
  }
  EXPECT_EQ(lesson.at("products", 0, 0), 0) << "1 is not tied to 10";
  EXPECT_EQ(lesson.at("sees", 9), 3);
}

TEST(NodeSum, APressOnARowUnfoldsItsSumAndFoldsItAgain) {
  auto lesson = trained("task=karate&network=gat&node=9&unfolded=0");
  EXPECT_FALSE(has(drawn(lesson), "mixed[9,0]"));
  EXPECT_TRUE(has(drawn(lesson), "new-row[33,0]")) << "folded, each row has its outcome";
  LessonByHand hand(&lesson, "sum");
  hand.click("row[33]");
  EXPECT_EQ(text_of(lesson, "node"), "33");
  EXPECT_TRUE(has(drawn(lesson), "mixed[33,0]"));
  EXPECT_TRUE(has(drawn(lesson), "bias[0,0]"));
  hand.click("row[33]");
  EXPECT_EQ(text_of(lesson, "unfolded"), "false");
  EXPECT_FALSE(has(drawn(lesson), "mixed[33,0]"));
  hand.click("node[9]");
  EXPECT_EQ(text_of(lesson, "node"), "9") << "a node of the drawing does the same";
  EXPECT_TRUE(has(drawn(lesson), "products[9,0]"));
}

TEST(NodeSum, DrawingRowsAndFormulaShareOneHover) {
  auto lesson = trained("task=karate&network=gat&node=9&layer=1&head=1");
  const std::string plain = drawn(lesson).svg();
  for (const char* id : {"node[33]", "row[33]", "term[33]"})
    EXPECT_EQ(drawn(lesson, "sum", {900, 640}, id).svg(), drawn(lesson, "sum", {900, 640}, "node[33]").svg()) << id;
  EXPECT_NE(drawn(lesson, "sum", {900, 640}, "weights[9,33]").svg(), plain);
  EXPECT_NE(drawn(lesson, "sum", {900, 640}, "bias[0,2]").svg(), plain);
}

TEST(SumTold, NothingIsThereBeforeItIsTold) {
  auto lesson = trained("task=karate&network=gat&node=9&layer=1&head=1");
  const std::pair<const char*, int> kTold[] = {{"row[33]", 0},          {"features[33,1]", 1}, {"scores[9,33]", 2}, {"weights[9,33]", 3},
                                               {"products[33,0]", 4},   {"mixed[9,0]", 4},     {"term[33]", 4},     {"bias[0,0]", 5},
                                               {"before-bend[9,0]", 5}, {"new-row[9,0]", 5}};
  for (int stop = 0; stop <= kSumStops; ++stop) {
    lesson.set("walk=" + std::to_string(stop));
    const canvas::SvgCanvas canvas = drawn(lesson);
    for (const auto& [id, told] : kTold) EXPECT_EQ(has(canvas, id), told < stop) << id << " after " << stop << " stops";
  }
}

TEST(SumTold, AConvolutionIsToldByHowManyNodesEachSees) {
  auto lesson = trained("task=karate&network=gcn&node=9&layer=1");
  EXPECT_FALSE(has(drawn(lesson.set("walk=2")), "sees[33,0]"));
  EXPECT_TRUE(has(drawn(lesson.set("walk=3")), "sees[33,0]"));
  EXPECT_NE(sentences_of(lesson)[sum_stop::scores].find("how many"), std::string::npos);
  EXPECT_EQ(sentences_of(lesson)[sum_stop::weights].find("softmax"), std::string::npos);
  lesson.set("network=gat");
  EXPECT_NE(sentences_of(lesson)[sum_stop::weights].find("softmax"), std::string::npos);
  lesson.set("layer=2");
  EXPECT_NE(sentences_of(lesson)[sum_stop::bend].find("no bend"), std::string::npos);
}

TEST(SumTold, EachStopHasASentenceThatFits) {
  for (const char* query : {"task=karate&network=gat", "task=karate&network=learned", "task=lookup&network=gatv2&node=12",
                            "task=molecules&network=gat&layer=2", "task=pixels&network=gcn&layer=1"}) {
    auto lesson = graphs();
    lesson.set(query);
    const std::vector<std::string> sentences = sentences_of(lesson);
    ASSERT_EQ(sentences.size(), static_cast<size_t>(kSumStops));
    for (const std::string& sentence : sentences) {
      EXPECT_FALSE(sentence.empty());
      EXPECT_LE(sentence.size(), 120u) << sentence;
    }
  }
}

TEST(SumTold, RowsFlyWhileTheSumIsToldAndTheWayBackIsTheSame) {
  auto lesson = trained("task=karate&network=gat&node=9&layer=1&head=1");
  std::vector<std::string> there;
  for (const char* time : {"3.5", "4.3", "4.6", "6.5"}) there.push_back(drawn(lesson.set("walk=" + std::string(time))).svg());
  EXPECT_NE(there[1], there[2]);
  const auto shapes = [&](const char* time) {
    const std::string svg = drawn(lesson.set("walk=" + std::string(time))).svg();
    return std::count(svg.begin(), svg.end(), '<');
  };
  EXPECT_GT(shapes("6.5"), shapes("6") + 3) << "the new row is on its way, beside the mark of the stop";
  EXPECT_EQ(drawn(lesson.set("walk=4.6")).svg(), there[2]);
  EXPECT_EQ(drawn(lesson.set("walk=4.3")).svg(), there[1]);
  EXPECT_EQ(drawn(lesson.set("walk=3.5")).svg(), there[0]);
}

TEST(SumTold, WhatWasToldStaysUnfolded) {
  auto lesson = trained("task=karate&network=gat&node=9&layer=1&head=1");
  const std::string all = drawn(lesson).svg();
  lesson.set("unfolded=0").set("walk=6.5");
  EXPECT_TRUE(has(drawn(lesson), "mixed[9,0]")) << "while it is told it is unfolded";
  LessonByHand hand(&lesson, "sum");
  hand.click("row[9]");
  EXPECT_EQ(text_of(lesson, "walk"), "8") << "a press on the row tells all";
  EXPECT_EQ(drawn(lesson).svg(), all) << "the figure is the one that was never told";
}

}  // namespace
}  // namespace attn
