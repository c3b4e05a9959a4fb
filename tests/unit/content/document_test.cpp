// The lesson dialect: each construct of assets/lessons/README.md gives the block or run it stands for.
#include "content/document.h"

#include <gtest/gtest.h>

namespace attn::content {
namespace {

using Kind = Block::Kind;

TEST(Document, SplitsSchemesOfLinks) {
  EXPECT_EQ(parse_link("set:a=1&b=2").kind, LinkKind::kSet);
  EXPECT_EQ(parse_link("set:a=1&b=2").target, "a=1&b=2");
  EXPECT_EQ(parse_link("show:weights[0,1]").target, "weights[0,1]");
  EXPECT_EQ(parse_link("code:kernels/softmax.h#softmax_rows").kind, LinkKind::kCode);
  EXPECT_EQ(parse_link("https://example.org/").kind, LinkKind::kUrl);
}

TEST(Document, TitleAndHeadings) {
  const Document d = parse("# Pooling\n\nHello.\n\n## More\n");
  EXPECT_EQ(d.title, "Pooling");
  ASSERT_EQ(d.blocks.size(), 3u);
  EXPECT_EQ(d.blocks[2].kind, Kind::kHeading);
  EXPECT_EQ(d.blocks[2].level, 2);
}

TEST(Document, LiveValuesAreRunsOfTheirOwn) {
  const Document d = parse("At {temperature} the weight is {weights[0,1]}, not { this }.");
  ASSERT_EQ(d.blocks.size(), 1u);
  const auto& runs = d.blocks[0].runs;
  ASSERT_EQ(runs.size(), 5u);
  EXPECT_EQ(runs[1].kind, Run::Kind::kValue);
  EXPECT_EQ(runs[1].text, "temperature");
  EXPECT_EQ(runs[3].text, "weights[0,1]");
  EXPECT_EQ(runs[4].text, ", not { this }.");
}

TEST(Document, FormulasInlineAndOnALineOfTheirOwn) {
  const Document d = parse("Take $a_{ij}$ twice.\n\n$$\\sum_j a_{ij} = 1$$\n");
  ASSERT_EQ(d.blocks.size(), 2u);
  EXPECT_EQ(d.blocks[0].runs[1].kind, Run::Kind::kFormula);
  EXPECT_EQ(d.blocks[0].runs[1].text, "a_{ij}");
  EXPECT_EQ(d.blocks[1].kind, Kind::kFormula);
  EXPECT_EQ(d.blocks[1].text, "\\sum_j a_{ij} = 1");
}

TEST(Document, LinesThatSayWhatASymbolStandsForAreNotDrawn) {
  const Document d =
      parse("Take $w$.\n\n[$\\q{q_i}$]: show:queries\n[$w^c$]: show:content|weights\n[$\\tilde w$]: show:shifted\n\n## More\n");
  ASSERT_EQ(d.blocks.size(), 2u);
  EXPECT_EQ(d.blocks[0].runs.size(), 3u);
  EXPECT_EQ(d.blocks[1].kind, Kind::kHeading);
}

TEST(Document, FiguresKeepTheirAltText) {
  const Document d = parse("![a query and five keys](figure:pooling)\n");
  ASSERT_EQ(d.blocks.size(), 1u);
  EXPECT_EQ(d.blocks[0].kind, Kind::kFigure);
  EXPECT_EQ(d.blocks[0].text, "pooling");
  EXPECT_EQ(plain_text(d.blocks[0].runs), "a query and five keys");
}

TEST(Document, AnExerciseHoldsItsPredictionsAndExplanation) {
  const Document d = parse(
      "### Exercise: a tie {exercise=tie}\n\nWhat now?\n\n- [ ] half\n- [ ] **all**\n\n> Because.\n\n## Next\n\n> Only a quotation.\n");
  const auto found = exercises(d);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].id, "tie");
  EXPECT_EQ(found[0].predictions, 2);
  EXPECT_TRUE(found[0].explained);
  EXPECT_EQ(plain_text(d.blocks[0].runs), "Exercise: a tie");
  EXPECT_EQ(d.blocks[3].kind, Kind::kPrediction);
  EXPECT_EQ(d.blocks[3].number, 1);
  EXPECT_EQ(d.blocks.back().kind, Kind::kQuotation);
  EXPECT_EQ(d.blocks.back().exercise, "");
}

TEST(Document, ASectionsSceneIsTheLinkBesideItsHeading) {
  const Document d = parse(
      "# Title\n\nA lead with [a scene](scene:figure=a) in it.\n\n## Why the *root*, of $d$?\n\n[Two "
      "keys](scene:figure=pairs&keys=0,0;1,1)\n\nText.\n\n"
      "### Exercise: a tie {exercise=tie}\n\n[Bring them](scene:figure=b)\n\n> Because.\n\n## Late\n\nText "
      "first.\n\n[Late](scene:figure=c)\n");
  const auto found = scenes(d);
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].id, "why-the-root-of-d");
  EXPECT_EQ(found[0].title, "Why the root, of d?");
  EXPECT_EQ(found[0].query, "figure=pairs&keys=0,0;1,1");
  EXPECT_EQ(found[0].exercise, "");
  EXPECT_TRUE(found[0].in_place);
  EXPECT_EQ(found[1].id, "exercise-a-tie");
  EXPECT_EQ(found[1].title, "Exercise: a tie");
  EXPECT_EQ(found[1].exercise, "tie");
  EXPECT_FALSE(found[2].in_place);
  EXPECT_EQ(d.blocks[3].scene, "why-the-root-of-d");
  EXPECT_EQ(d.blocks[1].kind, Kind::kParagraph) << "a link within a sentence is none";
  EXPECT_EQ(d.blocks[1].section, "");
  EXPECT_EQ(d.blocks[3].kind, Kind::kScene);
  EXPECT_EQ(plain_text(d.blocks[3].runs), "Two keys");
  EXPECT_EQ(d.blocks[4].section, "why-the-root-of-d");
  EXPECT_EQ(d.blocks.back().section, "late");
}

TEST(Document, ASectionMayTurnToAnotherScene) {
  const Document d = parse(
      "# Title\n\n## Keys\n\n[Two](scene:figure=a)\n\nText.\n\n[Then \"three\"](scene:figure=b)\n\nMore.\n\n"
      "[Four](scene:figure=c)\n\n## Next\n\n[Five](scene:figure=d)\n");
  const auto found = scenes(d);
  ASSERT_EQ(found.size(), 4u);
  EXPECT_EQ(found[0].id, "keys");
  EXPECT_EQ(found[0].title, "Keys");
  EXPECT_EQ(found[1].id, "keys-2");
  EXPECT_EQ(found[1].title, "Then \"three\"");
  EXPECT_EQ(found[1].query, "figure=b");
  EXPECT_EQ(found[2].id, "keys-3");
  EXPECT_EQ(found[3].id, "next");
}

TEST(Document, CommonMistakesAreSetApart) {
  EXPECT_EQ(parse("**Common mistake.** To think so.").blocks[0].kind, Kind::kMistake);
  EXPECT_EQ(parse("**Common mistakes** are common.").blocks[0].kind, Kind::kParagraph);
}

TEST(Document, ListsNestAndNumber) {
  const Document d = parse("3. three\n4. four\n   - inner\n");
  ASSERT_EQ(d.blocks.size(), 3u);
  EXPECT_EQ(d.blocks[0].number, 3);
  EXPECT_EQ(d.blocks[1].number, 4);
  EXPECT_EQ(d.blocks[2].number, 0);
  EXPECT_EQ(d.blocks[2].level, 2);
}

TEST(Document, LooseListItemsAreOneBlockEach) { EXPECT_EQ(parse("- a\n\n- b\n").blocks.size(), 2u); }

TEST(Document, TablesGiveTheirCells) {
  const Document d = parse("| a | b |\n|---|---|\n| 1 | $x$ |\n");
  ASSERT_EQ(d.blocks.size(), 2u);
  ASSERT_EQ(d.blocks[1].cells.size(), 2u);
  EXPECT_TRUE(d.blocks[0].cells[0][0].strong);
  EXPECT_EQ(d.blocks[1].cells[1][0].kind, Run::Kind::kFormula);
}

TEST(Document, LinksOfTheTextCarryTheirTarget) {
  const Document d = parse("Make it [**much** sharper](set:temperature=0.2) now.");
  const auto& runs = d.blocks[0].runs;
  ASSERT_EQ(runs.size(), 4u);
  EXPECT_TRUE(runs[1].strong);
  EXPECT_EQ(runs[1].link.target, "temperature=0.2");
  EXPECT_EQ(runs[2].link.kind, LinkKind::kSet);
  EXPECT_EQ(runs[3].link.kind, LinkKind::kNone);
}

TEST(Document, SurvivesAnything) {
  for (const char* junk : {"", "{", "}", "{}", "# {exercise=", "![](", "$$", "> > > -", "|||\n|-|\n", "- [ ]", "\xff\xfe"}) parse(junk);
}

}  // namespace
}  // namespace attn::content
