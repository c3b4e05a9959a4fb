// An open lesson's figure with a simulated hand. It draws frames of ImGui without a window, and applies edits as the window does.
#pragma once

#include <gtest/gtest.h>
#include <string>
#include <string_view>

#include "programs/weight_files.h"
#include "session/open_figure.h"
#include "session/session.h"
#include "unit/canvas/imgui_harness.h"

namespace attn::lessons {

class SessionByHand {
 public:
  /// Opens a figure of `size` CSS pixels.
  SessionByHand(session::Session* session, canvas::Size size) : session_(*session), size_(size), hand_(size.width, size.height) {}

  /// Shows the lesson's scene `query`, with its shipped weights.
  void open(std::string_view query) {
    EXPECT_EQ(session_.scenes().show(query), "") << query;
    settle();
  }
  /// Follows a link of the text that sets `query`.
  void follow(std::string_view query) {
    for (const params::Refusal& refusal : session_.set(query, session::Origin::kApi))
      ADD_FAILURE() << refusal.id << ": " << refusal.message;
    settle();
  }

  const canvas::Regions& regions() const { return canvas_.regions(); }

  void press(canvas::Point at) { drag(at, {0, 0}); }
  void press_twice(canvas::Point at) {
    press(at);
    press(at);
  }
  /// Presses at `from`, moves by `way` in two steps, and releases.
  void drag(canvas::Point from, canvas::Point way) {
    hand_.move(from);
    frame();
    hand_.press(true);
    frame();
    if (way.x != 0 || way.y != 0) {
      hand_.move({from.x + way.x / 2, from.y + way.y / 2});
      frame();
      hand_.move(from + way);
      frame();
    }
    hand_.press(false);
    frame();
    hand_.move(kNowhere);
    frame();
  }

 private:
  static constexpr canvas::Point kNowhere{-1000, -1000};
  static constexpr int kFramesOfADoubleClick = 20;

  /// Loads the weights that are wanted, and draws the figure with the hand away from it.
  void settle() {
    for (int i = 0; i < 2; ++i) {
      programs::provide_weights(session_, ATTN_SOURCE_DIR "/assets/weights");
      session_.work(0);
    }
    hand_.move(kNowhere);
    for (int i = 0; i < kFramesOfADoubleClick; ++i) hand_.frame([] {});  // so that the next press is no double click
    canvas_ = {};
    frame();
    frame();
  }

  void frame() {
    const course::Lesson::Params edit = session_.document().draft();
    hand_.frame([&] {
      canvas_.begin({0, 0, size_.width, size_.height});
      session::draw_open_figure(canvas_, session_, edit.get());
      canvas_.end();
    });
    session_.document().adopt(edit.get(), session::Origin::kUi);
    session::act_on_press(session_, canvas_.clicked());
  }

  session::Session& session_;
  canvas::Size size_;
  canvas::Harness hand_;
  canvas::ImGuiCanvas canvas_;
};

}  // namespace attn::lessons
