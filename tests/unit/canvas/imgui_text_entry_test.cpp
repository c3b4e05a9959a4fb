#include "canvas/imgui_text_entry.h"

#include <gtest/gtest.h>

#include "unit/canvas/imgui_harness.h"

namespace attn::canvas {
namespace {

using Outcome = ImGuiTextEntry::Outcome;

struct TextEntryTest : testing::Test {
  Harness ui;
  ImGuiTextEntry entry;
  Outcome outcome = Outcome::kNone;

  void frame() {
    ui.frame([this] { outcome = entry.draw(Theme(false)); });
  }
  void open() {
    TextRequest request;
    request.id = "temperature", request.value = "1", request.rect = {100, 100, 80, 26}, request.numeric = true;
    entry.open(request);
    for (int i = 0; i < 3; ++i) frame();
  }
  void type(const char* text) {
    ImGui::GetIO().AddInputCharactersUTF8(text);
    frame();
  }
  void press(ImGuiKey key) {
    ui.key(key, true);
    frame();
  }
};

TEST_F(TextEntryTest, ClosedItDrawsNothing) {
  frame();
  EXPECT_EQ(outcome, Outcome::kNone);
  EXPECT_FALSE(entry.is_open());
}

TEST_F(TextEntryTest, WhatIsTypedReplacesTheValueAndEnterEndsIt) {
  open();
  EXPECT_EQ(outcome, Outcome::kOpen);
  EXPECT_EQ(entry.text(), "1");
  type("-2.5");
  press(ImGuiKey_Enter);
  EXPECT_EQ(outcome, Outcome::kDone);
  EXPECT_EQ(entry.text(), "-2.5");
  EXPECT_FALSE(entry.is_open());
  frame();
  EXPECT_EQ(outcome, Outcome::kNone) << "said once";
}

TEST_F(TextEntryTest, EscapeCancels) {
  open();
  type("7");
  press(ImGuiKey_Escape);
  EXPECT_EQ(outcome, Outcome::kCancelled);
  EXPECT_FALSE(entry.is_open());
}

TEST_F(TextEntryTest, APressElsewhereEndsItToo) {
  open();
  type("3");
  ui.move({400, 300});
  frame();
  ui.press(true);
  frame();
  for (int i = 0; i < 2 && outcome == Outcome::kOpen; ++i) frame();
  EXPECT_EQ(outcome, Outcome::kDone);
  EXPECT_EQ(entry.text(), "3");
}

}  // namespace
}  // namespace attn::canvas
