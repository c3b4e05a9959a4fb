#include "tasks/graph_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "base/rng.h"
#include "base/text.h"

namespace attn::tasks {
namespace {

using Names = std::vector<std::string>;

std::string all_messages(const GraphText& graph) {
  std::string all;
  for (const std::string& message : graph.messages) all += message + "\n";
  return all;
}

/// Ties as sorted pairs of names, with "<" between where only the first sees the second.
Names named_ties(const GraphText& graph) {
  Names ties;
  for (const Tie& tie : graph.ties) {
    std::string a = graph.names.at(static_cast<size_t>(tie.from)), b = graph.names.at(static_cast<size_t>(tie.to));
    if (graph.kind == TieKind::both_ways && b < a) std::swap(a, b);
    ties.push_back(a + (graph.kind == TieKind::one_way ? ">" : "-") + b);
  }
  std::sort(ties.begin(), ties.end());
  return ties;
}

Names named_classes(const GraphText& graph) {
  Names classes;
  for (size_t i = 0; i < graph.names.size(); ++i)
    classes.push_back(graph.names[i] + ":" + (graph.classes[i] < 0 ? "" : graph.class_names.at(static_cast<size_t>(graph.classes[i]))));
  std::sort(classes.begin(), classes.end());
  return classes;
}

TEST(EdgeList, SeparatorsLineEndsHeadersAndComments) {
  for (const char* text : {"1,2\n2,3\n", "from,to\r\n1,2\r\n2,3", "# mine\n1;2\n\n2;3\n", "Source\tTarget\n1\t2\n2\t3\n",
                           "\xEF\xBB\xBF"
                           "1 2\r2 3\r",
                           "1, 2, 0.5\n2, 3, 0.7\n", "\"1\",\"2\"\n\"2\",\"3\""}) {
    const GraphText graph = parse_graph(text);
    ASSERT_TRUE(graph.accepted()) << text << all_messages(graph);
    EXPECT_EQ(graph.names, (Names{"1", "2", "3"})) << text;
    EXPECT_EQ(graph.ties, (std::vector<Tie>{{0, 1}, {1, 2}})) << text;
    EXPECT_EQ(graph.kind, TieKind::both_ways);
  }
}

TEST(EdgeList, WholeNumbersStandInTheirOwnOrderAndWordsInTheTexts) {
  EXPECT_EQ(parse_graph("10,9\n9,2\n").names, (Names{"2", "9", "10"}));
  EXPECT_EQ(parse_graph("10,9\n9,2\n").ties, (std::vector<Tie>{{2, 1}, {1, 0}}));
  EXPECT_EQ(parse_graph("Zoe,Ann\nAnn,Bob\n").names, (Names{"Zoe", "Ann", "Bob"}));
}

TEST(EdgeList, NodesAloneAndClasses) {
  const GraphText graph = parse_graph("a,b\nc\na,,left\nb,,right\nd,,left\n");
  EXPECT_EQ(graph.names, (Names{"a", "b", "c", "d"}));
  EXPECT_EQ(graph.classes, (std::vector<int>{0, 1, -1, 0}));
  EXPECT_EQ(graph.class_names, (Names{"left", "right"}));
}

TEST(EdgeList, BadLinesAreNamedByTheirNumber) {
  const GraphText graph = parse_graph("from,to\n1,2\n,3\n2,2\n\n\"4,5\n2,3\n3,4\n4,1\n");
  ASSERT_TRUE(graph.accepted());
  EXPECT_EQ(graph.ties.size(), 4u);
  const std::string said = all_messages(graph);
  for (const char* part : {"Line 3 was left out: a node's name is missing.", "Line 4 was left out: \"2\" would be tied to itself.",
                           "Line 6 was left out: a quotation mark is not closed.", "4 nodes and 4 ties taken"})
    EXPECT_NE(said.find(part), std::string::npos) << part << "\nin\n" << said;
}

TEST(EdgeList, IsRefusedWhereMostLinesAreBad) {
  const GraphText graph = parse_graph(",1\n,2\n1,2\n");
  EXPECT_FALSE(graph.accepted());
  EXPECT_NE(all_messages(graph).find("2 lines of 3"), std::string::npos) << all_messages(graph);
  for (const char* nothing : {"", "\n\n# only this\n", "from,to\n"}) EXPECT_FALSE(parse_graph(nothing).accepted()) << nothing;
}

TEST(EdgeList, ATieCountsOnceAndBothWaysAreOne) {
  const GraphText graph = parse_graph("1,2\n2,1\n1,2\n2,3\n");
  EXPECT_EQ(graph.ties.size(), 2u);
  EXPECT_NE(all_messages(graph).find("2 ties were there twice"), std::string::npos) << all_messages(graph);
  const GraphText one_way = parse_graph("# directed\n1,2\n2,1\n1,2\n");
  EXPECT_EQ(one_way.kind, TieKind::one_way);
  EXPECT_EQ(one_way.ties.size(), 2u);
}

TEST(EdgeList, SizesAreBounded) {
  std::string star = "0,1\n";
  for (int i = 2; i < kMaxGraphNodes + 20; ++i) star += "0," + std::to_string(i) + "\n";
  const GraphText graph = parse_graph(star);
  EXPECT_EQ(graph.nodes(), kMaxGraphNodes);
  EXPECT_NE(all_messages(graph).find("16 more lines were left out"), std::string::npos) << all_messages(graph);
  std::string dense;
  for (int i = 0; i < 60; ++i)
    for (int j = 0; j < i; ++j) dense += std::to_string(i) + " " + std::to_string(j) + "\n";
  EXPECT_EQ(static_cast<int>(parse_graph(dense).ties.size()), kMaxGraphTies);
  EXPECT_FALSE(parse_graph(std::string(kMaxGraphBytes + 1, 'a')).accepted());
  EXPECT_FALSE(parse_graph("a," + std::string(kMaxNodeName + 1, 'b')).accepted());
}

TEST(GraphMl, NodesWithNamesAndClasses) {
  const GraphText graph = parse_graph(
      "<?xml version='1.0' encoding='utf-8'?>\n<!-- by hand -->\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"
      "<key id=\"d1\" for=\"edge\" attr.name=\"weight\" attr.type=\"long\" />\n<key id=\"d0\" for=\"node\" attr.name=\"club\" "
      "attr.type=\"string\"><default>none</default></key>\n<key id='n' for='node' attr.name='label'/>\n<graph edgedefault=\"undirected\">\n"
      "<node id=\"0\">\n  <data key=\"d0\">Mr. Hi</data><data key='n'>Ann &amp; Bob</data></node>\n<node id=\"1\"><data "
      "key=\"d0\">Officer</data><port name='x'><data key='d0'>no</data></port></node>\n<node id=\"2\"/>\n"
      "<edge source=\"0\" target=\"1\"><data key=\"d1\">4</data></edge>\n<edge source='1' target='2'/></graph>\n</graphml>\n");
  ASSERT_TRUE(graph.accepted()) << all_messages(graph);
  EXPECT_EQ(graph.names, (Names{"Ann & Bob", "1", "2"}));
  EXPECT_EQ(graph.class_names, (Names{"Mr. Hi", "Officer"}));
  EXPECT_EQ(graph.classes, (std::vector<int>{0, 1, -1}));
  EXPECT_EQ(graph.ties, (std::vector<Tie>{{0, 1}, {1, 2}}));
  EXPECT_EQ(graph.kind, TieKind::both_ways);
}

TEST(GraphMl, BadItemsAreNamedByTheirLine) {
  const GraphText graph = parse_graph(
      "<graphml><graph edgedefault='directed'>\n<node id='a'/>\n<node id='b'/>\n<node id='a'/>\n<edge source='a' target='z'/>\n"
      "<edge source='a' target='b'/>\n</graph></graphml>");
  ASSERT_TRUE(graph.accepted()) << all_messages(graph);
  EXPECT_EQ(graph.kind, TieKind::one_way);
  EXPECT_NE(all_messages(graph).find("Line 4 was left out: \"a\" is there already."), std::string::npos) << all_messages(graph);
  EXPECT_NE(all_messages(graph).find("Line 5 was left out: there is no node \"z\"."), std::string::npos) << all_messages(graph);
}

TEST(GraphMl, WhatIsNotWellFormedOrNotSafeIsRefusedWithItsLine) {
  const struct {
    const char *text, *why;
  } kCases[] = {
      {"<graphml>\n<graph edgedefault='directed'>\n<node id='a'>\n</graph></graphml>", "line 4 </graph> closes nothing"},
      {"<graphml>\n<graph edgedefault='directed'>\n<node id='a'/>", "line 3 <graph> is not closed"},
      {"<!DOCTYPE x [<!ENTITY a \"aaaa\">]>\n<graphml/>", "line 1 document types and CDATA are not read"},
      {"<graphml><graph edgedefault='directed'><node id='&a;'/></graph></graphml>", "the entity \"&a;\" is not read"},
      {"<graphml><graph edgedefault='directed'><node id='&#65;'/></graph></graphml>", "the entity \"&#65;\" is not read"},
      {"<graphml><graph edgedefault='directed'><node id=a/></graph></graphml>", "a tag is not well-formed"},
      {"<graphml><graph edgedefault='directed'><node id='a' id='b'/></graph></graphml>", "a tag is not well-formed"},
      {"<graphml><graph><node id='a'/></graph></graphml>", "edgedefault"},
      {"<graphml>\n<graph edgedefault='directed'/>\n<graph edgedefault='directed'/></graphml>", "line 3 a second <graph> begins"},
      {"<html><body/></html>", "stands where <graphml> should"},
      {"<graphml></graphml><graphml></graphml>", "stands where <graphml> should"},
      {"<graphml/>", "holds no <graphml> with a <graph>"},
      {"<graphml><!-- open", "a comment is not closed"},
      {"<graphml><graph edgedefault='directed'></graph></graphml>", "There is no node in it"},
  };
  for (const auto& c : kCases) {
    const GraphText graph = parse_graph(c.text);
    EXPECT_FALSE(graph.accepted()) << c.text;
    EXPECT_NE(all_messages(graph).find(c.why), std::string::npos) << c.text << "\n" << all_messages(graph);
  }
  std::string deep = "<graphml><graph edgedefault='directed'><node id='a'>";
  for (int i = 0; i < 100000; ++i) deep += "<x>";
  EXPECT_NE(all_messages(parse_graph(deep)).find("too deep"), std::string::npos);
}

/// A graph with everything that a line can say.
GraphText drawn_graph(Rng* rng) {
  const std::array<std::string, 10> kNames = {"a", "b c", "d,e", "\"q\"", "<x>", "&amp;", "7", "é;ü", "#h", "from"};
  GraphText graph;
  graph.kind = rng->below(2) == 0 ? TieKind::one_way : TieKind::both_ways;
  graph.class_names = {"left, or so", "right"};
  const int n = 1 + static_cast<int>(rng->below(kNames.size()));
  for (int i = 0; i < n; ++i)
    graph.names.push_back(kNames[static_cast<size_t>(i)]), graph.classes.push_back(static_cast<int>(rng->below(3)) - 1);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      if (i != j && (graph.kind == TieKind::one_way || i < j) && rng->below(3) == 0) graph.ties.push_back({i, j});
  return graph;
}

TEST(GraphForms, ALineReadsBackTheSame) {
  Rng rng(5);
  for (int round = 0; round < 300; ++round) {
    const GraphText graph = drawn_graph(&rng);
    const std::string line = graph_to_line(graph);
    const GraphText again = graph_from_line(line);
    EXPECT_EQ(again.names, graph.names) << line << all_messages(again);
    EXPECT_EQ(named_ties(again), named_ties(graph)) << line;
    EXPECT_EQ(named_classes(again), named_classes(graph)) << line;
    EXPECT_TRUE(again.kind == graph.kind);
  }
}

TEST(GraphForms, NoBytesBreakTheReaders) {
  Rng rng(11);
  const std::array<std::string, 2> kForms = {
      "from,to\n\"a\",b\n# directed\nb,c,1\nc,,left\n",
      "<?xml version=\"1.0\"?><graphml><key id=\"k\" for=\"node\" attr.name=\"name\"/><graph edgedefault=\"directed\"><node "
      "id=\"a\"><data key=\"k\">A&lt;</data></node><!-- c --><node id=\"b\"/><edge source=\"a\" target=\"b\"/></graph></graphml>"};
  constexpr char kBytes[] = "<>&\"'=/,;!?-\n\r\t #ab1\0\xFF\xC3";
  const std::string kPieces(kBytes, sizeof kBytes - 1);
  for (int round = 0; round < 20000; ++round) {
    std::string text = kForms[round % 2];
    const int edits = 1 + static_cast<int>(rng.below(6));
    for (int e = 0; e < edits && !text.empty(); ++e) {
      const size_t at = static_cast<size_t>(rng.below(text.size()));
      const char c = kPieces[static_cast<size_t>(rng.below(kPieces.size()))];
      switch (rng.below(4)) {
        case 0:
          text[at] = c;
          break;
        case 1:
          text.insert(at, 1, c);
          break;
        case 2:
          text.erase(at, 1 + static_cast<size_t>(rng.below(9)));
          break;
        default:
          text += text.substr(at, static_cast<size_t>(rng.below(40)));
      }
    }
    for (const GraphText& graph : {parse_graph(text), graph_from_line(text)}) {
      ASSERT_FALSE(graph.messages.empty());
      ASSERT_EQ(graph.classes.size(), graph.names.size());
      for (const Tie& tie : graph.ties)
        ASSERT_TRUE(tie.from >= 0 && tie.from < graph.nodes() && tie.to >= 0 && tie.to < graph.nodes() && tie.from != tie.to);
      for (const int c : graph.classes) ASSERT_LT(c, static_cast<int>(graph.class_names.size()));
      for (const std::string& name : graph.names) ASSERT_TRUE(is_utf8(name) && !name.empty());
      if (graph.accepted()) {
        const GraphText again = graph_from_line(graph_to_line(graph));
        ASSERT_EQ(named_ties(again), named_ties(graph)) << text;
      }
    }
  }
}

}  // namespace
}  // namespace attn::tasks
