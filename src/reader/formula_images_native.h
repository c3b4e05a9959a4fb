// The typeset formulas of the lesson texts: boxes for the layout, textures for the screen, filled at exactly the pixels they are shown at.
// Their outlines are made by tools/formulas.mjs.
//
// A formula that is not there (the program was built without Node) is shown as its LaTeX source by the reader.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "canvas/geometry.h"
#include "canvas/theme.h"

namespace attn::reader {

class FormulaImages {
 public:
  /// A part that stands for a result.
  struct Symbol {
    canvas::Rect box;                ///< in ems, from the formula's left end and the line that letters stand on
    std::vector<std::string> names;  ///< of the results; meant is the first that the open figure has
  };
  struct Formula {
    float width = 0, height = 0, depth = 0;  ///< in ems; depth is what lies below the line that letters stand on
    std::string shapes;                      ///< see tools/formulas.mjs
    std::vector<Symbol> symbols = {};
  };
  /// A texture and where it belongs, in pixels: its own size, and how far its left end and the line that letters stand on lie inside.
  struct Image {
    unsigned texture = 0;
    int width = 0, height = 0, left = 0, baseline = 0;
  };

  /// `folder` holds formulas.tsv; it may be absent.
  explicit FormulaImages(const std::string& folder);
  ~FormulaImages();
  FormulaImages(const FormulaImages&) = delete;
  FormulaImages& operator=(const FormulaImages&) = delete;

  bool empty() const { return formulas_.empty(); }
  /// Those of this lesson ("04") are found from here on: its letters stand for its results.
  void open(std::string lesson) { lesson_ = std::move(lesson); }
  /// Null where there is none.
  const Formula* find(std::string_view latex, bool display) const;
  /// `formula` in the theme's colours, with an em of so many pixels of the screen. Needs the current context; the texture stays until the
  /// frame after next at least.
  Image image(const Formula& formula, float pixels_per_em, const canvas::Theme& theme);
  /// Lets go of textures that were not used in the last frame, where there are many.
  void begin_frame();

 private:
  struct Kept {
    Image image;
    int used = 0;
  };

  std::string lesson_;
  std::map<std::string, Formula, std::less<>> formulas_;  ///< by "04\tinline\tLATEX" or "04\tdisplay\tLATEX"
  std::map<std::string, Kept> images_;                    ///< by formula, size and theme
  int frame_ = 0;
};

}  // namespace attn::reader
