// The card that explains one number: what it is, its formula, the same with its numbers, and what can be done with them.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "canvas/canvas.h"
#include "formula/equation.h"

namespace attn::formula {

/// What a card is for: to be looked at while the hand goes on beneath it, or to stay and be used, with numbers to follow and buttons.
struct CardUse {
  bool stays = false;
  bool goes_back = false;  ///< it was come to from another
  int focus = -1;          ///< the number that the keyboard is on, in the order of Card::cells()
  /// Whether a cell explains itself, so that its number can be followed. Null: none can.
  std::function<bool(const std::string& cell)> leads_on = nullptr;
};

/// What the hand did with it in this frame.
struct CardAnswer {
  std::string copied;    ///< the explanation in the notation that was asked for
  std::string followed;  ///< the cell whose number was pressed
  bool back = false, closed = false;
};

class Card {
 public:
  /// Laid out to be no larger than `most`: with less room sums have fewer terms, then the sentence, the formula in letters and the buttons
  /// to copy are left out, one after the other.
  Card(const canvas::Canvas& canvas, const Explanation& explanation, canvas::Size most, const CardUse& use);

  canvas::Size size() const { return size_; }
  /// The cells of numbers that can be followed, in reading order; one that is written twice comes twice.
  const std::vector<std::string>& cells() const { return cells_; }
  /// Draws it over all of `r`. A card that stays declares the regions `inspector`, `term:k` of the k-th of cells(), `inspector:back`,
  /// `inspector:close`, and where there is room `copy-text`, `copy-latex` and `copy-numpy`.
  CardAnswer draw(canvas::Canvas& canvas, canvas::Rect r) const;

 private:
  struct Link {
    size_t line;
    canvas::Rect rect;  ///< from the left end of the line's baseline
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

/// A card to be looked at beside `target`, inside `within`, clear of it and of `keep_clear` and over little of `rather_not`; smaller rather
/// than over any of them. Returns where it is; empty, with nothing drawn, where there is no such place.
canvas::Rect draw_card_beside(canvas::Canvas& canvas, const Explanation& explanation, canvas::Rect target, canvas::Rect within,
                              const std::vector<canvas::Rect>& keep_clear = {}, const std::vector<canvas::Rect>& rather_not = {});

}  // namespace attn::formula
