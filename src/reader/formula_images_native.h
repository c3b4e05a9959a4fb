// The typeset formulas of the lesson texts, as boxes for the layout and as textures for the screen. Textures are drawn at exactly the size
// in pixels at which they are shown. tools/formulas.mjs makes the outlines.
//
// Where a formula is missing, because the program was built without Node, the reader shows its LaTeX source.
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
  /// A part of a formula that stands for a result.
  struct Symbol {
    canvas::Rect box;                ///< in em, relative to the left end of the formula's baseline
    std::vector<std::string> names;  ///< of results; the symbol stands for the first that the open figure has
  };
  struct Formula {
    float width = 0, height = 0, depth = 0;  ///< in em; depth is the extent below the baseline
    std::string shapes;                      ///< in the format of tools/formulas.mjs
    std::vector<Symbol> symbols = {};
  };
  /// A texture, its size in pixels, and the distances from its edges to the formula's left end and to the baseline.
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
  /// From here on find() finds the formulas of this lesson ("04"), whose letters stand for its results.
  void open(std::string lesson) { lesson_ = std::move(lesson); }
  /// A formula, or null where there is none.
  const Formula* find(std::string_view latex, bool display) const;
  /// `formula` in the theme's colours, with an em of `pixels_per_em` pixels of the screen. Needs the current context. The texture stays at
  /// least until the frame after next.
  Image image(const Formula& formula, float pixels_per_em, const canvas::Theme& theme);
  /// Where there are many textures, releases those that were not used in the last frame.
  void begin_frame();

 private:
  struct Kept {
    Image image;
    int used = 0;
  };

  std::string lesson_;
  std::map<std::string, Formula, std::less<>> formulas_;  ///< under "04\tinline\tLATEX" or "04\tdisplay\tLATEX"
  std::map<std::string, Kept> images_;                    ///< under formula, size and theme
  int frame_ = 0;
};

}  // namespace attn::reader
