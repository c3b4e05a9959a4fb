// Presenter mode shows the figure large, and below it the heading of a section and its first sentence. Arrow keys and the keys of a clicker
// go from scene to scene, and Escape leaves. The figure can be edited as always. Everything is larger in a larger window, so that the last
// row of an audience can read it.
#pragma once

#include <functional>
#include <string>

#include "api/lab.h"
#include "canvas/imgui_canvas.h"
#include "reader/captions.h"
#include "reader/page_native.h"

namespace attn::reader {

class Presenter {
 public:
  /// Reads and sets how many of the window's own units one unit is.
  struct Scale {
    std::function<float()> get = [] { return 1.0f; };
    std::function<void(float)> set = [](float) {};
  };

  Presenter(api::Lab& lab, Page& page, Scale scale) : lab_(lab), page_(page), scale_(std::move(scale)) {}

  bool on() const { return on_; }
  /// Begins presenter mode at the scene that is shown.
  void enter();
  void leave();
  /// Goes `by` scenes on, but not beyond the first and the last.
  void step(int by);
  /// The section that is shown.
  const std::string& section() const { return section_; }

  /// Answers to the keys. Arrow keys are left to the figure if `figure_wants_arrows` for what is selected in it.
  void use_keys(bool figure_wants_arrows);
  /// Draws the caption at the bottom of `whole` and returns what is left for the figure.
  canvas::Rect draw(canvas::ImGuiCanvas& canvas, canvas::Rect whole);

 private:
  int place() const;
  /// Makes units grow with the window. `caption` is the height that the caption takes of `whole`.
  void fit(canvas::Rect whole, float caption);
  float draw_words(canvas::Canvas& canvas, canvas::Rect column, bool measuring);
  void draw_buttons(canvas::ImGuiCanvas& canvas, canvas::Rect row);

  api::Lab& lab_;
  Page& page_;
  Scale scale_;
  bool on_ = false;
  float base_ = 1;  ///< the scale outside of presenter mode
  std::string section_;
  Caption caption_;
};

}  // namespace attn::reader
