// The card that explains one number: it shows what the number is, its formula, and the formula with numbers, which can be followed.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "canvas/canvas.h"
#include "formula/equation.h"

namespace attn::formula {

/// How a card is used.
struct CardUse {
  bool goes_back = false;  ///< whether the reader came from another card and can go back to it
  int focus = -1;          ///< the number that the keyboard is on, as an index into Card::cells()
  /// Whether a cell has an explanation, so that its number can be followed. Null: none can.
  std::function<bool(const std::string& cell)> leads_on = nullptr;
};

/// What the hand did with the card in this frame.
struct CardAnswer {
  std::string copied;    ///< the explanation in the notation whose button was pressed
  std::string followed;  ///< the cell whose number was pressed
  bool back = false, closed = false;
};

class Card {
 public:
  /// Lays the card out so that it is not larger than `most`. The less room there is, the fewer terms sums have; then the sentence, the
  /// formula in letters, and the buttons to copy are left out, in this order.
  Card(const canvas::Canvas& canvas, const Explanation& explanation, canvas::Size most, const CardUse& use);

  canvas::Size size() const { return size_; }
  /// The cells of the numbers that can be followed, in reading order. A number that is written twice comes twice.
  const std::vector<std::string>& cells() const { return cells_; }
  /// Draws the card over all of `r`. It declares the regions `inspector`, `term:k` for the k-th of cells(),
  /// `inspector:back`, `inspector:close` and, where there is room, `copy-text`, `copy-latex` and `copy-numpy`.
  CardAnswer draw(canvas::Canvas& canvas, canvas::Rect r) const;

 private:
  struct Link {
    size_t line;
    canvas::Rect rect;  ///< relative to the left end of the line's baseline
    canvas::Role role;
  };
  struct Parts {
    bool note = true, letters = true, copy = true;
  };
  void lay_out(const canvas::Canvas& canvas, canvas::Size most, Parts parts);
  bool is_wide() const { return size_.width >= 560; }
  float header_height() const;
  void find_links();
  void draw_header(canvas::Canvas& canvas, canvas::Rect* inside, CardAnswer* answer) const;
  void draw_links(canvas::Canvas& canvas, size_t line, canvas::Point origin, CardAnswer* answer) const;

  const Explanation& x_;
  const CardUse& use_;
  std::vector<EquationLayout> lines_;
  std::vector<std::string> title_, note_, cells_;
  std::vector<Link> links_;
  canvas::Size size_;
  bool copies_ = false;
};

/// Whether a region belongs to a card.
bool is_on_card(std::string_view region);

}  // namespace attn::formula
