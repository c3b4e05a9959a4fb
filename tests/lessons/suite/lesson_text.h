// Reads from a lesson's text what the suites need. text_test.cpp asks whether its links lead somewhere, and reports it once: the other
// tests pass over the states of links that are refused.
#pragma once

#include <gtest/gtest.h>

#include <cstdio>
#include <string>
#include <vector>

#include "content/document.h"
#include "course/lesson.h"
#include "programs/files.h"
#include "unit/course/print_entry.h"

namespace attn::lessons {

/// NN_slug: the lesson's folder below src/lessons, and what its text and its test are called.
inline std::string folder_of(const course::Entry& entry) {
  char number[8];
  std::snprintf(number, sizeof number, "%02d", entry.number);
  return std::string(number) + "_" + std::string(entry.about.slug);
}

/// The lesson's text and its test, as a message names them.
inline std::string text_file_of(const course::Entry& entry) { return "assets/lessons/" + folder_of(entry) + ".md"; }
inline std::string test_file_of(const course::Entry& entry) { return "tests/lessons/" + folder_of(entry) + "_test.cpp"; }

inline std::string text_of(const course::Entry& entry) {
  std::string text;
  EXPECT_EQ(programs::read_file(ATTN_SOURCE_DIR "/" + text_file_of(entry), &text), "");
  return text;
}

/// The lesson's name for GoogleTest: its slug with `_` for `-`.
inline std::string test_name(const ::testing::TestParamInfo<course::Entry>& info) {
  std::string name(info.param.about.slug);
  for (char& c : name)
    if (c == '-') c = '_';
  return name;
}

/// The runs of a block, including those of a table's cells.
inline std::vector<content::Run> runs_of(const content::Block& block) {
  std::vector<content::Run> runs = block.runs;
  for (const auto& cell : block.cells) runs.insert(runs.end(), cell.begin(), cell.end());
  return runs;
}

/// The query of a `set:` or `scene:` link; empty for other links.
inline std::string query_of(const content::Link& link) {
  if (link.kind == content::LinkKind::kSet || link.kind == content::LinkKind::kScene) return link.target;
  if (link.kind == content::LinkKind::kFigure) return "figure=" + link.target;
  return {};
}

}  // namespace attn::lessons
