// In source mode the stage names what the hand points at.
#include "window/source_label.h"

#include "course/lesson.h"
#include "unit/window/stage_harness.h"

namespace attn::window {
namespace {

class SourceLabelTest : public StageTest {
 protected:
  SourceLabelTest() : StageTest(*course::find("pooling")) {}
  void ask(std::string_view query) {
    lab.view.source.take(query, &lab.view.selected);
    settle();
  }
  const canvas::Seen& seen() const { return lab.view.source.seen; }
  static int in_front() { return ImGui::GetForegroundDrawList()->VtxBuffer.Size; }
};

TEST_F(SourceLabelTest, PointingAtACellNamesTheFileOfItsFigure) {
  ask("source");
  point(stage->rect_of("key[0]").center());
  EXPECT_EQ(seen().region, "key[0]");
  ASSERT_FALSE(seen().drawn.empty());
  EXPECT_TRUE(canvas::text_of(seen().drawn.front()).starts_with("src/lessons/01_pooling/figure_pairs.cpp:"))
      << canvas::text_of(seen().drawn);
  EXPECT_GT(in_front(), 0);
}

TEST_F(SourceLabelTest, AWidgetIsNamedToo) {
  ask("source");
  point(stage->rect_of("temperature").center());
  EXPECT_EQ(seen().region, "temperature");
  EXPECT_TRUE(canvas::text_of(seen().drawn.back()).starts_with("src/controls/")) << canvas::text_of(seen().drawn);
}

TEST_F(SourceLabelTest, FromElsewhereWhatIsSelectedIsNamed) {
  ask("source:key[1]");
  EXPECT_EQ(seen().region, "key[1]");
}

TEST_F(SourceLabelTest, WithoutTheModeNothingIsNamed) {
  point(stage->rect_of("key[0]").center());
  EXPECT_EQ(seen().region, "");
  EXPECT_TRUE(seen().drawn.empty());
}

}  // namespace
}  // namespace attn::window
