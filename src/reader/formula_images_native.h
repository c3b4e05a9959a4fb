// The typeset formulas of the lesson texts: boxes for the layout, textures for the screen. Made by tools/formulas.mjs.
//
// A formula that has no image (the program was built without Node) is shown as its LaTeX source by the reader.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "canvas/theme.h"

namespace attn::reader {

class FormulaImages {
 public:
  struct Formula {
    std::string file;
    float width = 0, height = 0, depth = 0;  ///< in ems; depth is what lies below the line that letters stand on
  };

  /// `folder` holds formulas.tsv and the images; it may be absent.
  explicit FormulaImages(std::string folder);
  ~FormulaImages();
  FormulaImages(const FormulaImages&) = delete;
  FormulaImages& operator=(const FormulaImages&) = delete;

  bool empty() const { return formulas_.empty(); }
  /// Null where there is no image.
  const Formula* find(std::string_view latex, bool display) const;
  /// The OpenGL texture of `formula` in the theme's colours, 0 when the file cannot be read. Needs the current context.
  unsigned texture(const Formula& formula, const canvas::Theme& theme);
  /// The context is gone, and the textures with it.
  void forget() { textures_.clear(); }

 private:
  std::string folder_;
  std::map<std::string, Formula, std::less<>> formulas_;  ///< by "inline\tLATEX" or "display\tLATEX"
  std::map<std::string, unsigned> textures_;              ///< by file and theme
};

}  // namespace attn::reader
