// Claims of lesson 16, through its public verbs.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "live_claims.h"
#include "tasks/graphs.h"
#include "unit/lessons/16_graph-attention/lesson_opened.h"

namespace attn {
namespace {

using namespace lessons::graph_attention;

TEST(Figures16, EachIsDescribedByWhatItShows) {
  auto lesson = graphs();
  const std::pair<const char*, const char*> kSaid[] = {{"club", "Member 3 of the club is on the side"},
                                                       {"mask", "21 cells may attend"},
                                                       {"graph", "Karate club"},
                                                       {"sum", "Node 3 sees itself and 10 others"},
                                                       {"choice", "Karate club"},
                                                       {"lookup", "Version 1: 1 key comes first"},
                                                       {"reach", "node 1 of the club is in"},
                                                       {"ties", "hidden ties"},
                                                       {"molecules", "Molecule 1 of 7 atoms is poisonous by the rule"},
                                                       {"pixels", "Image 1 under noise"},
                                                       {"scale", "node 4501 sees"},
                                                       {"training", "Karate club"}};
  for (const auto& [figure, words] : kSaid) {
    const std::string said = said_of(lesson, figure);
    EXPECT_NE(said.find(words), std::string::npos) << figure << ": " << said;
    EXPECT_EQ(said.find("Karate club") != said.npos, std::string(words) == "Karate club") << figure << ": " << said;
  }
}

// ---- a mask is a graph -----------------------------------------------------------------------------------------------------------------

TEST(Masks, ACausalMaskHasNoWayBackAndFriendshipsHave) {
  auto lesson = graphs();
  EXPECT_EQ(lesson.at("mask-ties"), 21);
  EXPECT_EQ(lesson.at("mask-one-way"), 15) << "all but the six loops";
  lesson.set("mask=111000;111000;111100;001111;000111;000111");
  EXPECT_EQ(lesson.at("mask-one-way"), 0);
  EXPECT_EQ(lesson.at("mask-ties"), 20) << "16 of 36 closed, as the text says";
  EXPECT_EQ(Mat(preset_mask(Preset::friends, 6).cast<Real>()), lesson.matrix("mask"));
}

TEST(Masks, TheMaskFitsTheText) {
  auto lesson = graphs();
  lesson.set("text=one two three");
  EXPECT_EQ(lesson.matrix("mask").rows(), 3);
  EXPECT_EQ(lesson.at("mask-ties"), 6) << "what was there stays where it fits";
}

// ---- the club --------------------------------------------------------------------------------------------------------------------------

TEST(Club, MostTiesStayInsideAClub) {
  int across = 0;
  for (const Tie& tie : tasks::karate_ties())
    across += tasks::karate_clubs()[static_cast<size_t>(tie.from)] != tasks::karate_clubs()[static_cast<size_t>(tie.to)];
  EXPECT_EQ(tasks::karate_ties().size(), 78u);
  EXPECT_LE(across, 11);
}

TEST(Club, AWeightIsASoftmaxOverWhomANodeSees) {
  for (const char* network : {"gat", "gatv2"}) {
    auto lesson = trained("task=karate&network=" + std::string(network));
    const Mat& weights = result_of(lesson).graph.weights;
    const Neighbours& graph = result_of(lesson).graph.shown.graph;
    for (int i = 0; i < graph.nodes(); ++i) {
      double sum = 0;
      for (const int j : graph.of(i)) sum += std::exp(lesson.at("scores", i, j));
      for (const int j : graph.of(i)) EXPECT_NEAR(lesson.at("weights", i, j), std::exp(lesson.at("scores", i, j)) / sum, 1e-5);
      EXPECT_NEAR(weights.row(i).sum(), 1, 1e-5);
    }
    EXPECT_EQ(lesson.at("weights", 0, 33), 0) << "the two who are told are not tied";
  }
}

TEST(Club, AConvolutionsWeightsAreTheGraphsAlone) {
  auto lesson = trained("task=karate&network=gcn");
  const Neighbours& graph = result_of(lesson).graph.shown.graph;
  for (const int j : graph.of(9))
    EXPECT_NEAR(lesson.at("weights", 9, j), 1 / std::sqrt(static_cast<double>(graph.of(9).size() * graph.of(j).size())), 1e-5);
}

TEST(Club, ASumIsItsTerms) {
  auto lesson = trained("task=karate&network=gat&layer=1&head=2");
  const Neighbours& graph = result_of(lesson).graph.shown.graph;
  for (int c = 0; c < 4; ++c) {
    double sum = 0;
    for (const int j : graph.of(9)) sum += lesson.at("weights", 9, j) * lesson.at("features", j, c);
    EXPECT_NEAR(lesson.at("mixed", 9, c), sum, 1e-5);
  }
}

TEST(Club, HeadZeroIsTheMeanOfTheHeads) {
  auto lesson = trained("task=karate&network=gat&head=0");
  const double mean = lesson.at("weights", 0, 1);
  double sum = 0;
  for (int head = 1; head <= 4; ++head) sum += lesson.set("head=" + std::to_string(head)).at("weights", 0, 1);
  EXPECT_NEAR(mean, sum / 4, 1e-5);
}

TEST(Club, TheWeightsAreNotFarFromEqualSharesAndTheAnswersAreRight) {
  auto lesson = trained("task=karate&network=gat&layer=1&head=1");
  EXPECT_GT(lesson.at("evenness"), 0.9);
  EXPECT_LE(lesson.at("evenness"), 1);
  EXPECT_NEAR(lesson.at("evenness"), 0.94, 0.005) << "in the text";
  EXPECT_EQ(lesson.at("right-shown", 0), 31.0 / 32) << "in the text, as the 30 of the convolution";
  EXPECT_EQ(lesson.at("right-shown", 1), 30.0 / 32);
  EXPECT_LT(trained("task=karate-four&network=gat").at("right-shown", 0), 31.0 / 32) << "four groups less often";
  for (int prediction = 0; prediction < 3; ++prediction) EXPECT_EQ(lesson.check("how-even", prediction).correct, prediction == 0);
  for (int i = 0; i < 34; ++i) EXPECT_LE(lesson.at("entropy", i), lesson.at("uniform", i) + 1e-5);
}

TEST(Club, AnotherNumberingMovesNoAnswer) {
  auto lesson = trained("task=karate&network=gat&renumber=7");
  EXPECT_LT(lesson.at("renumbered"), 1e-4);
  EXPECT_NE(result_of(lesson).matrix, result_of(lesson).graph.weights);
  EXPECT_NEAR(result_of(lesson).matrix.sum(), result_of(lesson).graph.weights.sum(), 1e-3);
}

TEST(Club, TheTrainedModelAnswersForAChangedGraph) {
  auto lesson = trained("task=karate&network=gat&node=19");
  EXPECT_EQ(lesson.at("switched"), 0);
  const double before = lesson.at("node", 19);
  lesson.set("changes=-1-20 -2-20 %2B20-33");
  EXPECT_EQ(lesson.at("weights", 19, 0), 0);
  EXPECT_GT(lesson.at("weights", 19, 32), 0);
  EXPECT_NE(lesson.at("node", 19), before);
  EXPECT_EQ(lesson.complaint("changes"), "");
  lesson.set("changes=-1-99");
  EXPECT_NE(lesson.complaint("changes").find("no node 99"), std::string::npos);
  EXPECT_EQ(lesson.at("weights", 19, 0), 0) << "the last changes that could be read stay";
}

TEST(Club, ATieOutsideOfTwoStepsChangesNothing) {
  auto lesson = trained("task=karate&network=gat&node=16&changes=-33-34");
  for (int prediction = 0; prediction < 3; ++prediction) EXPECT_EQ(lesson.check("far-tie", prediction).correct, prediction == 0);
  lesson.set("changes=-6-17");
  EXPECT_FALSE(lesson.check("far-tie", 0).correct);
}

TEST(Club, MemberTwentyCanBeTurned) {
  auto lesson = trained("task=karate&network=gat");
  EXPECT_FALSE(lesson.check("turn-twenty").correct);
  bool turned = false;
  const Neighbours graph = result_of(lesson).graph.shown.graph;
  for (const int a : graph.of(19))
    for (const int b : graph.of(19)) {
      if (turned || a == 19 || b == 19 || a >= b) continue;
      const auto cut = [](int node) { return "-20-" + std::to_string(node + 1); };
      turned = lesson.set("changes=" + cut(a) + " " + cut(b)).check("turn-twenty").correct;
    }
  EXPECT_TRUE(turned);
}

TEST(Club, LabelsOfTheReaderAreTrainedWith) {
  auto lesson = graphs();
  lesson.set("labels=17:1 26:0&steps=60").measure();  // each told the other's club
  EXPECT_EQ(result_of(lesson).graph.model.chosen[16], 1);
  EXPECT_EQ(result_of(lesson).graph.model.chosen[25], 0);
  EXPECT_LT(lesson.at("right-shown", 0), 0.5);
  lesson.set("labels=17:5");
  EXPECT_NE(lesson.complaint("labels").find("no class 5"), std::string::npos);
}

// ---- where choosing is worth something -------------------------------------------------------------------------------------------------

TEST(Noisy, AttentionChoosesAndAConvolutionCannot) {
  auto lesson = trained("task=noisy&network=gat&layer=1&head=1&example=1");
  EXPECT_GT(lesson.at("right-held-out", 0), lesson.at("right-held-out", 1) + 0.15);
  auto club = trained("task=karate&network=gat&layer=1&head=1");
  EXPECT_LT(lesson.at("evenness"), club.at("evenness") - 0.1);
  EXPECT_NEAR(lesson.at("evenness"), 0.8, 0.03) << "the text's four fifths";
  EXPECT_NEAR(lesson.at("right-held-out", 0), 0.96, 0.01) << "in the text";
  EXPECT_NEAR(lesson.at("right-held-out", 1), 0.68, 0.01) << "in the text";
}

TEST(Noisy, AMembersOwnHintAloneIsWorthMoreThanTheConvolution) {
  auto lesson = trained("task=noisy&network=gat&layer=1&head=1&example=1");
  int right = 0, asked = 0;
  for (std::uint64_t seed = 1601; seed < 1601 + 96; ++seed) {  // the graphs on which the lesson measures its models
    Rng rng(seed);
    const tasks::GraphExample drawn = tasks::draw_noisy(tasks::Split::kHeldOut, rng);
    for (int i = 0; i < drawn.nodes(); ++i) {
      const int wanted = drawn.classes[static_cast<size_t>(i)];
      Index largest = 0;
      drawn.features.row(i).head(tasks::kNoisyClasses).maxCoeff(&largest);
      if (wanted >= 0) ++asked, right += largest == wanted;
    }
  }
  const double hint = static_cast<double>(right) / asked;
  EXPECT_NEAR(hint, 0.71, 0.005) << "in the text";
  EXPECT_LT(lesson.at("right-held-out", 1), hint - 0.01);
}

TEST(Lookup, VersionOneRanksAllKeysAlikeWhateverItsWeights) {
  for (const char* example : {"1", "2", "17"}) {
    auto lesson = graphs();
    lesson.set("example=" + std::string(example));
    EXPECT_EQ(lesson.at("favourites-1"), 1);
    EXPECT_EQ(lesson.at("swaps-1"), 0);
    EXPECT_GT(lesson.at("swaps-2"), 10);
    for (int prediction = 0; prediction < 3; ++prediction) EXPECT_EQ(lesson.check("first-for-all", prediction).correct, prediction == 0);
  }
}

TEST(Lookup, VersionTwoFindsEveryKeyAndVersionOneDoesNot) {
  auto lesson = trained("task=lookup&network=gatv2&head=1&layer=1&example=1");
  EXPECT_EQ(lesson.at("right-held-out", 0), 1);
  EXPECT_NEAR(lesson.at("right-held-out", 1), 0.1, 0.001) << "one of ten, as the text says";
  EXPECT_EQ(lesson.at("swaps-1"), 0);
  EXPECT_EQ(lesson.at("favourites-2"), 10);
}

TEST(Lookup, InVersionOneOneOfTenIsRightAndNotAlwaysTheOneWhoseKeyComesFirst) {
  auto lesson = trained("task=lookup&network=gatv2&head=1&layer=1&example=1");
  int owners = 0;
  for (int example = 1; example <= 24; ++example) {
    lesson.set("example=" + std::to_string(example));
    const LookupStudy& s = result_of(lesson).lookup;
    const std::vector<int>& chosen = s.answers[0].chosen;
    EXPECT_EQ(s.version[0].found, 1) << "one row puts its own key first";
    EXPECT_EQ(s.answers[0].right, 1);
    EXPECT_EQ(s.answers[1].right, 10);
    EXPECT_LT(s.version[0].weights.maxCoeff(), 0.5) << "far from 1, as the text says";
    Rng rng(static_cast<std::uint64_t>(example));
    const tasks::GraphExample drawn = tasks::draw_dictionary(10, tasks::Split::kHeldOut, rng);
    const size_t owner = static_cast<size_t>(10 + s.version[0].favourite.front());
    owners += chosen[owner] == drawn.classes[owner];
  }
  EXPECT_EQ(owners, 9) << "in 15 of 24 pictures another one is right";
}

// ---- layers ----------------------------------------------------------------------------------------------------------------------------

TEST(Layers, EachCarriesANumberOneStepFurtherAndMakesNodesAlike) {
  auto lesson = graphs();
  lesson.set("source=16&depth=2");
  EXPECT_EQ(lesson.at("within", 0), 1);
  EXPECT_EQ(lesson.at("within", 1), 3) << "member 17 is tied to two others";
  EXPECT_EQ(lesson.at("reached"), lesson.at("within", 2));
  EXPECT_EQ(lesson.at("reached"), 6) << "in the text";
  for (int l = 1; l <= 16; ++l) EXPECT_LT(lesson.at("spread", l), lesson.at("spread", l - 1)) << l;
  int nodes = 0;
  for (int i = 0; i < 34; ++i) nodes += lesson.at("influence", i) > 0;
  EXPECT_EQ(nodes, lesson.at("reached"));
}

TEST(Layers, AnOrdinaryResidualPutsTheFallOffAndTheOwnBeginningEndsIt) {
  auto lesson = graphs();
  lesson.set("depth=16");
  EXPECT_NEAR(lesson.at("spread", 16), 0.036, 0.0005) << "in the text, as the next two";
  EXPECT_NEAR(lesson.at("spread-residual", 16), 0.093, 0.0005);
  EXPECT_NEAR(lesson.at("spread-kept", 16), 0.594, 0.0005);
  for (int l = 2; l <= 16; ++l) EXPECT_LT(lesson.at("spread-residual", l), 0.97 * lesson.at("spread-residual", l - 1)) << "falling, " << l;
  for (int l = 8; l <= 16; ++l) EXPECT_NEAR(lesson.at("spread-kept", l), lesson.at("spread-kept", 16), 0.0005) << "at rest, " << l;
}

TEST(Layers, TheSmallestNumberThatReachesEveryoneIsAsked) {
  auto lesson = graphs();
  int right = 0;
  for (int depth = 0; depth <= 16; ++depth) right += lesson.set("source=16&depth=" + std::to_string(depth)).check("to-everyone").correct;
  EXPECT_EQ(right, 1);
}

TEST(Layers, AReadersGraphStandsInTheClubsPlace) {
  auto lesson = graphs();
  const course::Import import = lesson.take("from,to\nann,bob\nbob,cid\ncid,dan\nbroken\n");
  EXPECT_TRUE(import.accepted) << import.message;
  EXPECT_NE(import.message.find("5"), std::string::npos) << "the bad line is named: " << import.message;
  lesson.set("depth=1");
  EXPECT_EQ(lesson.at("reached"), 2);
  lesson.set("depth=3");
  EXPECT_EQ(lesson.at("reached"), 4);
  const std::string said = said_of(lesson, "reach");
  EXPECT_NE(said.find("ann of your graph"), std::string::npos) << said;
  EXPECT_FALSE(lesson.take("<graphml><node").accepted);
  EXPECT_EQ(lesson.at("reached"), 4);
}

// ---- ties, molecules, pixels -----------------------------------------------------------------------------------------------------------

TEST(HiddenTies, AreGivenTheLargerProbabilityOfTwoPairs) {
  auto lesson = trained("task=ties&network=gat");
  EXPECT_NEAR(lesson.at("area"), 0.96, 0.005) << "in the text";
  const TieStudy& s = result_of(lesson).ties;
  EXPECT_EQ(s.question.held_out.size(), s.question.non_ties.size());
  EXPECT_TRUE(std::isnan(graphs().at("area"))) << "nobody answers for another task";
}

TEST(Molecules16, PoisonousOnesAreTold) {
  auto lesson = trained("task=molecules&network=gat&example=1");
  EXPECT_GE(lesson.at("right-held-out", 0), 0.99) << "in the text";
  for (int k = 0; k < kGallery; ++k) {
    const Molecule& molecule = result_of(lesson).molecules.gallery[static_cast<size_t>(k)];
    EXPECT_EQ(tasks::is_poisonous(molecule.graph), k >= kGallery / 2);
    EXPECT_EQ(molecule.pattern.empty(), k < kGallery / 2);
  }
}

TEST(Molecules16, AGalleryStaysWhileItsMoleculesAreTakenApart) {
  for (int example = 1; example <= kExamples; ++example) {
    auto lesson = graphs();
    lesson.set("example=" + std::to_string(example));
    const MoleculeStudy& s = result_of(lesson).molecules;
    EXPECT_EQ(s.taken.seed, example);
    for (const Molecule& molecule : s.gallery) {
      EXPECT_LE(molecule.seed, kExamples);
      EXPECT_EQ((molecule.seed - 1) / kGalleryStep, (example - 1) / kGalleryStep);
    }
  }
}

TEST(Pixels16, FiguresAreSeenThroughTheNoise) {
  auto lesson = trained("task=pixels&network=gat&example=1");
  EXPECT_NEAR(lesson.at("right-held-out", 0), 0.96, 0.005) << "in the text";
  EXPECT_NEAR(lesson.at("right-held-out", 1), 0.94, 0.005) << "in the text";
  const Mat& truth = result_of(lesson).pixels.truth;
  EXPECT_GT(truth.sum(), 5);
  EXPECT_LT(truth.sum(), 120);
}

TEST(Training16, TheClubIsRightAfterAHundredSteps) {
  auto lesson = graphs();
  lesson.set("task=karate&network=gat&weights=seed&steps=100&seed=1&learning-rate=0.01").measure();
  EXPECT_GE(lesson.at("right-shown", 0), 28.0 / 32);
}

const LiveClaims kLive({
    {"{mask-ties} open cells", [](const LiveNumbers& live) { return live("mask-one-way") <= live("mask-ties"); }},
    {"no node's answer moves by more than its rounding (now {renumbered})",
     [](const LiveNumbers& live) { return live("renumbered") < 1e-3; }},
    {"{switched}"},
    {"{evenness}"},
    {"{favourites-1} key of ten comes first for somebody",
     [](const LiveNumbers& live) { return live("favourites-1") == 1 && live("swaps-1") == 0; }},
    {"Now {swaps-2} pairs change places", [](const LiveNumbers& live) { return live("swaps-2") > 0; }},
});

}  // namespace
}  // namespace attn
