// The formula of attention: a letter that is pressed is all that stays in full colour.
#include <algorithm>
#include <string>
#include <vector>

#include "lessons/lesson_under_test.h"
#include "unit/canvas/recording_canvas.h"

namespace attn {
namespace {

/// The pieces of the formula that are drawn again above the veil.
std::vector<std::string> lit(const std::string& part) {
  LessonUnderTest lesson("transformer-block");
  lesson.set("part=" + part);
  canvas::RecordingCanvas canvas({900, 640});
  const auto edit = lesson.lesson().copy(lesson.params());
  named("figure", "formula", lesson.lesson().figures, kId).draw(canvas, lesson.params(), lesson.result(), edit.get());
  std::vector<std::string> all;
  for (const auto& text : canvas.texts)
    if (text.style.font == canvas::Font::kMath || text.style.font == canvas::Font::kMathItalic) all.push_back(text.text);
  // The whole formula comes first; it begins with "Attention" and ends with V.
  const auto last = std::find(all.begin() + 1, all.end(), "softmax");
  return {std::find(last, all.end(), "V") + 1, all.end()};
}

TEST(Formula, OnlyWhatAPressedSymbolIsAboutKeepsItsColour) {
  using Pieces = std::vector<std::string>;
  EXPECT_EQ(lit("queries"), (Pieces{"Q", "Q"}));
  EXPECT_EQ(lit("values"), (Pieces{"V", "V"}));
  EXPECT_EQ(lit("softmax"), (Pieces{"softmax"}));
  EXPECT_EQ(lit("root"), (Pieces{"d", "k"}));
  EXPECT_EQ(lit("output"), (Pieces{"Attention", "V", "softmax", "V"}));
}

}  // namespace
}  // namespace attn
