// Lesson 16 as its tests open it.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "lessons/16_graph-attention/study.h"
#include "lessons/lesson_under_test.h"
#include "params/params.h"

namespace attn {

inline LessonUnderTest graphs() { return LessonUnderTest("graph-attention"); }

inline const lessons::graph_attention::Result& result_of(const LessonUnderTest& lesson) {
  return *static_cast<const lessons::graph_attention::Result*>(lesson.result());
}

inline std::string text_of(LessonUnderTest& lesson, std::string_view id) {
  const params::Row* row = params::find(lesson.lesson().rows, id);
  return params::print(*row, row->get(lesson.params()));
}

/// The description of a figure.
inline std::string said_of(LessonUnderTest& lesson, std::string_view figure) {
  for (const auto& row : lesson.lesson().figures)
    if (row.id == figure) return row.describe(lesson.params(), lesson.result());
  ADD_FAILURE() << "no figure " << figure;
  return {};
}

inline LessonUnderTest trained(const std::string& query) {
  auto lesson = graphs();
  lesson.set(query);
  EXPECT_TRUE(lesson.load_weights()) << query;
  lesson.measure();
  return lesson;
}

}  // namespace attn
