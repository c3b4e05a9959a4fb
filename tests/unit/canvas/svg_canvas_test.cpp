// Pictures as SVG documents: tables of cells, and text as outlines for where the fonts are missing.
#include "canvas/svg_canvas.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "canvas/fonts.h"

namespace attn::canvas {
namespace {

size_t count(const std::string& text, const std::string& part) {
  size_t found = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(SvgCanvas, EscapesTextAndRepeatsItselfExactly) {
  const auto draw = [] {
    SvgCanvas canvas({100, 50}, Theme(), "a < b", "q & k");
    canvas.text({10, 10}, "<script>&\"", {canvas.color(Role::kInk)});
    canvas.push_clip({0, 0, 50, 50});
    canvas.cells({0, 0, 40, 20}, 1, 2, std::vector<Color>{{1, 0, 0, 1}, {1, 0, 0, 1}});
    canvas.pop_clip();
    return canvas.svg();
  };
  const std::string svg = draw();
  EXPECT_EQ(svg, draw());
  EXPECT_EQ(svg.find("<script"), std::string::npos);
  EXPECT_NE(svg.find("&lt;script&gt;&amp;&quot;"), std::string::npos);
}

TEST(SvgCanvas, CellsAreWrittenRowByRowARunOfEqualOnesOnce) {
  SvgCanvas canvas({100, 50}, Theme());
  const Color a{0, 0, 0, 1}, b{1, 1, 1, 1};
  const std::vector<Color> colors = {a, a, b, b, a, a};
  canvas.cells({10, 20, 30, 10}, 2, 3, colors);
  const std::string svg = canvas.svg();
  EXPECT_NE(svg.find("translate(10 20)scale(10.00000 5.00000)"), std::string::npos) << svg;
  EXPECT_NE(svg.find("<path fill=\"#000000\" d=\"M0 0h2v1h-2z\"/>\n<path fill=\"#ffffff\" d=\"M2 0h1v1h-1z\"/>"), std::string::npos) << svg;
  EXPECT_NE(svg.find("translate(0 1)\">\n<path fill=\"#ffffff\" d=\"M0 0h1v1h-1z\"/>\n<path fill=\"#000000\" d=\"M1 0h2v1h-2z\"/>"),
            std::string::npos)
      << svg;
}

TEST(SvgCanvas, AFineGridIsThinnedToWhatADocumentCanHoldAndStaysInItsPlace) {
  SvgCanvas canvas({450, 250}, Theme());
  std::vector<Color> colors;
  for (int i = 0; i < 250; ++i)
    for (int j = 0; j < 450; ++j) colors.push_back({static_cast<float>(i) / 250, static_cast<float>(j) / 450, 0, 1});
  canvas.cells({0, 0, 450, 250}, 250, 450, colors);
  const std::string svg = canvas.svg();
  EXPECT_NE(svg.find("scale(6.00000 4.00000)"), std::string::npos) << svg.substr(0, 400);
  EXPECT_EQ(std::count(svg.begin(), svg.end(), 'M'), 63 * 75);
}

TEST(SvgCanvas, SegmentsOfOneColourAndWidthAreOnePath) {
  SvgCanvas canvas({40, 40}, Theme(false));
  const Color red{1, 0, 0, 1}, blue{0, 0, 1, 0.5f};
  const std::vector<Segment> lines = {
      {{0, 0}, {1, 2}, red, 2}, {{3, 4}, {5, 6}, red, 2}, {{7, 8}, {9, 9}, blue, 2}, {{1, 1}, {2, 1}, blue, 1}};
  canvas.segments(lines);
  const std::string svg = canvas.svg();
  EXPECT_NE(svg.find("<path fill=\"none\" stroke=\"#ff0000\" stroke-width=\"2\" d=\"M0 0l1 2M3 4l2 2\"/>"), std::string::npos) << svg;
  EXPECT_NE(svg.find("stroke=\"#0000ff\" stroke-opacity=\"0.5\" stroke-width=\"2\" d=\"M7 8l2 1\"/>"), std::string::npos) << svg;
  EXPECT_NE(svg.find("stroke=\"#0000ff\" stroke-opacity=\"0.5\" d=\"M1 1h1\"/>"), std::string::npos) << svg;
}

TEST(SvgCanvas, ALongBatchIsThinnedToWhatADocumentCanHold) {
  SvgCanvas canvas({400, 400}, Theme(false));
  std::vector<Segment> lines;
  for (int i = 0; i < 20000; ++i) lines.push_back({{static_cast<float>(i % 200), static_cast<float>(i / 200)}, {0, 0}, {1, 0, 0, 1}, 1});
  canvas.segments(lines);
  const std::string svg = canvas.svg();
  EXPECT_LE(std::count(svg.begin(), svg.end(), 'M'), 700);
  EXPECT_GE(std::count(svg.begin(), svg.end(), 'M'), 600);
  EXPECT_NE(svg.find(" 99l"), std::string::npos) << "the last ones are there as the first are";
}

TEST(SvgCanvas, OutlinesAreDefinedOnceAndStandWhereTheTextWould) {
  SvgCanvas canvas({200, 50}, Theme());
  canvas.outline_text();
  const TextStyle style{.color = {0, 0, 0, 1}, .size = 20, .align = Align::kRight};
  canvas.text({150, 25}, "abba b", style);
  canvas.text({150, 45}, "ab", style);
  const std::string svg = canvas.svg();
  EXPECT_EQ(count(svg, "<text"), 0u);
  EXPECT_EQ(count(svg, "<path id="), 2u) << "a and b; a blank has no outline";
  EXPECT_EQ(count(svg, "<use"), 7u);
  const int a = glyph(Font::kText, U'a').advance, b = glyph(Font::kText, U'b').advance;
  EXPECT_NEAR(static_cast<float>(a + b) / units_per_em(Font::kText), text_width("ab", Font::kText, 1), 1e-5);
  EXPECT_NE(svg.find(" x=\"" + std::to_string(a + 2 * b) + "\"/>"), std::string::npos) << svg;
  const size_t at = svg.rfind("translate(");
  EXPECT_NEAR(std::stof(svg.substr(at + 10)), 150 - text_width("ab", Font::kText, 20), 0.01);
}

TEST(SvgCanvas, WhatTheFormulasFaceLacksIsOutlinedInTheTexts) {
  SvgCanvas canvas({200, 50}, Theme());
  canvas.outline_text();
  ASSERT_FALSE(is_covered(Font::kMath, "σ"));
  canvas.text({10, 25}, "σ", {.color = {0, 0, 0, 1}, .font = Font::kMath});
  EXPECT_EQ(count(canvas.svg(), "<text"), 0u);
  EXPECT_NE(canvas.svg().find(glyph(Font::kText, U'σ').path), std::string::npos);
}

TEST(SvgCanvas, TextOutsideTheFontsStaysText) {
  SvgCanvas canvas({200, 50}, Theme());
  canvas.outline_text();
  canvas.text({10, 25}, "a漢", {.color = {0, 0, 0, 1}});
  EXPECT_EQ(count(canvas.svg(), "<text"), 1u);
  EXPECT_EQ(count(canvas.svg(), "<use"), 0u);
}

TEST(Fonts, AnOutlineIsClosedAndAsHighAsItsLetter) {
  const std::string path = glyph(Font::kText, U'l').path;
  EXPECT_EQ(path.front(), 'M');
  EXPECT_EQ(path.back(), 'z');
  EXPECT_NE(path.find('-'), std::string::npos) << "letters stand on the line, y down";
  EXPECT_EQ(glyph(Font::kText, U' ').path, "");
  EXPECT_GT(glyph(Font::kText, U' ').advance, 0);
}

TEST(Fonts, AFileThatIsNoFontIsRefusedInWords) {
  const auto bytes = font_file(Font::kMath);
  const std::string whole(bytes.begin(), bytes.end());
  EXPECT_NE(give_font("katex-main", ""), "");
  EXPECT_NE(give_font("katex-main", "<!doctype html><title>Not found</title>"), "");
  EXPECT_NE(give_font("katex-main", whole.substr(0, whole.size() / 2)), "");
  EXPECT_NE(give_font("comic-sans", whole), "");
  EXPECT_EQ(give_font("katex-main", whole), "");
}

}  // namespace
}  // namespace attn::canvas
