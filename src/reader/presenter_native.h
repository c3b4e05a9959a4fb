// Presenter mode: the figure large, below it the heading of a section and its first sentence. Arrow keys and the keys of a clicker go from
// scene to scene, Escape leaves; the figure can be dragged as ever. Everything is larger in a larger window, for the last row.
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
  /// How many of the window's own units one unit is.
  struct Scale {
    std::function<float()> get = [] { return 1.0f; };
    std::function<void(float)> set = [](float) {};
  };

  Presenter(api::Lab& lab, Page& page, Scale scale) : lab_(lab), page_(page), scale_(std::move(scale)) {}

  bool on() const { return on_; }
  /// Begins at the scene that is shown.
  void enter();
  void leave();
  /// Goes `by` scenes on, not beyond the first and the last.
  void step(int by);
  /// The section that is shown.
  const std::string& section() const { return section_; }

  /// Keys that the figure wants for what is selected in it are its own.
  void use_keys(bool figure_wants_arrows);
  /// Draws the caption at the bottom of `whole` and returns what is left for the figure.
  canvas::Rect draw(canvas::ImGuiCanvas& canvas, canvas::Rect whole);

 private:
  int place() const;
  /// Units grow with the window. `caption` is the height that it takes of `whole`.
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
