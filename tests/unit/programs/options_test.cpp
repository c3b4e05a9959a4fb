#include "programs/options.h"

#include <gtest/gtest.h>

namespace attn::programs {
namespace {

std::string parse(const std::vector<std::string>& arguments, Options* options) { return parse_options(arguments, options); }

TEST(Options, ReadsEverythingOnce) {
  Options o;
  EXPECT_EQ(parse({"--lesson",     "pooling", "--set",    "a=1",   "--set",      "b=x=y",  "--size",   "640x480", "--theme",   "dark",
                   "--screenshot", "a.png",   "--export", "a.csv", "--describe", "--list", "--figure", "f",       "--backend", "gl"},
                  &o),
            "");
  EXPECT_EQ(o.lesson, "pooling");
  ASSERT_EQ(o.settings.size(), 2u);
  EXPECT_EQ(o.settings[1].second, "x=y");
  EXPECT_EQ(o.size.width, 640);
  EXPECT_EQ(o.size.height, 480);
  EXPECT_TRUE(o.theme == Options::Theme::kDark && o.describe && o.list);
  EXPECT_FALSE(o.present);
  EXPECT_EQ(o.figure + o.backend + o.screenshot + o.export_file, "fgla.pnga.csv");
}

TEST(Options, TheSiteOfCopiedLinksEndsWithASlash) {
  Options o;
  EXPECT_EQ(parse({"--site", "https://a.site/course"}, &o), "");
  EXPECT_EQ(o.site, "https://a.site/course/");
}

TEST(Options, WeightsAreFilesToBeginWithAndToWrite) {
  Options o;
  EXPECT_EQ(parse({"--weights", "a.safetensors", "--save-weights", "b.safetensors"}, &o), "");
  EXPECT_EQ(o.weights + " " + o.save_weights, "a.safetensors b.safetensors");
}

TEST(Options, AModelIsWrittenIntoAFolder) {
  Options o;
  EXPECT_EQ(parse({"--lesson", "language-models", "--save-model", "story"}, &o), "");
  EXPECT_EQ(o.save_model, "story");
}

TEST(Options, PresentingScaleAndTheSystemsTheme) {
  Options o;
  EXPECT_EQ(parse({"--present", "--scale", "1.5", "--theme", "system"}, &o), "");
  EXPECT_TRUE(o.present);
  EXPECT_FLOAT_EQ(o.scale, 1.5f);
  EXPECT_EQ(o.theme, Options::Theme::kSystem);
}

TEST(Options, LinksOfPagesNameLessonValuesAndSection) {
  const std::vector<std::pair<std::string, std::vector<std::string>>> links = {
      {"https://a.site/course/scoring/?width=2&figure=pairs#the-width", {"scoring", "width=2&figure=pairs", "the-width"}},
      {"scoring/", {"scoring", "", ""}},
      {"scoring", {"scoring", "", ""}},
      {"scoring?width=2", {"scoring", "width=2", ""}},
      {"https://a.site/embed.html?lesson=scoring&width=2", {"scoring", "width=2", ""}},
      {"https://a.site/embed.html?width=2&lesson=scoring", {"scoring", "width=2", ""}},
      {"", {"", "", ""}},
  };
  for (const auto& [link, parts] : links) {
    const PageLink read = parse_link(link);
    EXPECT_EQ(std::vector<std::string>({read.lesson, read.query, read.section}), parts) << link;
  }
}

TEST(Options, MistakesSayWhatIsLegal) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> mistakes = {
      {{"--fly"}, "--lesson"},
      {{"--lesson"}, "SLUG"},
      {{"--set", "temperature"}, "id=value"},
      {{"--set", "=1"}, "id=value"},
      {{"--theme", "pink"}, "dark"},
      {{"--scale", "9"}, "0.5 to 4"},
      {{"--size", "12"}, "1280x800"},
      {{"--size", "0x10"}, "64"},
      {{"--size", "64x1e9"}, "8192"},
      {{"--size", "100.5x100"}, "whole"},
      {{"--export", "a.txt"}, ".csv"},
      {{"--site", "a.site"}, "https://"},
      {{"--site", "https://a.site/?b"}, "https://"},
      {{"--screenshot", "a"}, ".png"},
  };
  for (const auto& [arguments, part] : mistakes) {
    Options o;
    EXPECT_NE(parse(arguments, &o).find(part), std::string::npos) << arguments[0] << " " << parse(arguments, &o);
  }
}

TEST(Options, TheExportKeepsTheFiguresProportionsUnlessASizeIsAskedFor) {
  Options o;
  EXPECT_EQ(o.svg_size().height, 0);
  parse({"--size", "640x480"}, &o);
  EXPECT_EQ(o.svg_size().height, 480);
}

}  // namespace
}  // namespace attn::programs
