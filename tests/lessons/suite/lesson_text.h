// Reads from a lesson's text what the suites need.
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

/// The name of the lesson's file in assets/lessons, without the ending.
inline std::string stem_of(const course::Entry& entry) {
  char number[8];
  std::snprintf(number, sizeof number, "%02d", entry.number);
  return std::string(ATTN_SOURCE_DIR "/assets/lessons/") + number + "_" + std::string(entry.about.slug);
}

inline std::string text_of(const course::Entry& entry) {
  std::string text;
  EXPECT_EQ(programs::read_file(stem_of(entry) + ".md", &text), "");
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
