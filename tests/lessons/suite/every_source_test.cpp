// Every region of every figure names the lines that draw it, and every result the line that states it. They are lines of this repository.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "course/definition.h"
#include "lessons/suite/lesson_text.h"
#include "programs/weight_files.h"
#include "session/source.h"

namespace attn::lessons {
namespace {

/// How many lines a file of the repository has; 0 where there is none.
int lines_in(const std::string& path) {
  std::ifstream file(ATTN_SOURCE_DIR "/" + path);
  int lines = 0;
  for (std::string line; std::getline(file, line);) ++lines;
  return lines;
}

void expect_in_repository(const canvas::Trail& trail, const std::string& what) {
  EXPECT_EQ(trail.empty(), !canvas::kNamesSource) << what;
  for (const canvas::NamedPlace& place : trail) {
    const std::string text = canvas::text_of(place), path = text.substr(0, text.rfind(':'));
    EXPECT_TRUE(path.starts_with("src/")) << what << ": " << text;
    EXPECT_GT(place.line, 0) << what;
    EXPECT_LE(place.line, lines_in(path)) << what << ": " << text;
  }
}

class EverySource : public ::testing::TestWithParam<course::Entry> {
 protected:
  session::Session session{GetParam().lesson()};
};

TEST_P(EverySource, OfARegionIsALineOfTheLessonOrOfTheCourse) {
  programs::provide_weights(session, ATTN_SOURCE_DIR "/assets/weights");
  while (session.work(100)) continue;  // what is measured has regions, too
  for (const auto& figure : session.lesson().figures) {
    ASSERT_EQ(session.figures().show(figure.id), "");
    size_t regions = 0;
    for (const session::Sources& s : session::sources(session)) {
      regions += s.regions.size();
      const std::string what = std::string(figure.id) + ", " + s.regions.front();
      expect_in_repository(s.drawn, what);
      if (s.drawn.empty()) continue;
      const std::string first = canvas::text_of(s.drawn.front());
      EXPECT_TRUE(first.starts_with(figure.id == "training" ? "src/course/" : "src/lessons/")) << what << ": " << first;
    }
    const size_t least = figure.id == "training" ? 0 : 1;  // that one has none before there are runs
    EXPECT_GE(regions, least) << figure.id;
  }
}

TEST_P(EverySource, OfAResultIsTheLessons) {
  for (const auto& row : session.lesson().results) {
    const canvas::Trail declared = session::behind(session, row.name).declared;
    const bool by_course = course::kTrainingCurves.find(row.name) != std::string_view::npos;
    if (by_course && declared.empty()) continue;
    expect_in_repository(declared, std::string(row.name));
  }
}

INSTANTIATE_TEST_SUITE_P(Course, EverySource, ::testing::ValuesIn(course::lessons()), test_name);

}  // namespace
}  // namespace attn::lessons
