// The reader's sentence in a trained network: which noun a word means, as lines and weights from it to all the others.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "base/text.h"
#include "canvas/number_text.h"
#include "canvas/regions.h"
#include "charts/figure_text.h"
#include "charts/small_button.h"
#include "lessons/04_self-attention/figures.h"
#include "lessons/translation/source_text.h"

namespace attn::lessons::self_attention {
namespace {

using canvas::Canvas, canvas::Color, canvas::Point, canvas::Rect, canvas::Role;

constexpr float kSmallestWords = 12.5f, kLargestWords = 30;

/// The words of the sentence on the canvas, and what is drawn for each.
struct Layout {
  bool upright;             ///< one word below the other; else they stand on a line
  float size;               ///< of the words' letters
  std::vector<Rect> words;  ///< with a margin around their letters
  std::vector<Rect> bars;   ///< where a weight of 1 would reach to the end, with room for its number behind it
  Rect lines;               ///< what the lines may cover
};

canvas::TextStyle word_style(const Canvas& canvas, float size, Role role, bool strong) {
  return {.color = canvas.color(role),
          .size = size,
          .font = strong ? canvas::Font::kStrong : canvas::Font::kText,
          .align = canvas::Align::kCenter};
}

float number_size(float words) { return std::clamp(0.62f * words, 10.0f, 15.0f); }

/// The width that each word needs at this size, wide enough for its number.
std::vector<float> widths_of(const Canvas& canvas, const Pointing& n, float size) {
  const float number = canvas.measure("0.00", charts::strong(canvas, number_size(size))).width;
  std::vector<float> out;
  for (const std::string& word : n.words)
    out.push_back(std::max(canvas.measure(word, word_style(canvas, size, Role::kInk, true)).width, number) + 0.42f * size);
  return out;
}

float total(const std::vector<float>& widths) {
  float sum = 0;
  for (const float width : widths) sum += width;
  return sum;
}

Layout on_a_line(const Canvas& canvas, Rect area, const Pointing& n, float size) {
  Layout out{false, size, {}, {}, {}};
  const std::vector<float> widths = widths_of(canvas, n, size);
  const float free = std::min((area.width - total(widths)) / static_cast<float>(widths.size()), 0.5f * size);
  const float bars = std::min(0.34f * area.height, 5.2f * size);
  out.lines = area.cut_top(area.height - 1.7f * size - 4 - bars);
  const Rect words = area.cut_top(1.7f * size);
  area.cut_top(4);
  float x = area.center().x - (total(widths) + free * static_cast<float>(widths.size())) / 2;
  for (const float width : widths) {
    const float wide = width + free;
    out.words.push_back({x + free / 2, words.y, width, words.height});
    out.bars.push_back({x, area.y, wide, area.height});
    x += wide;
  }
  return out;
}

Layout below_each_other(const Canvas& canvas, Rect area, const Pointing& n) {
  const auto count = static_cast<int>(n.words.size());
  const float row = std::min(area.height / static_cast<float>(count), 30.0f), size = std::clamp(0.72f * row, 10.0f, 18.0f);
  Layout out{true, size, {}, {}, {}};
  const std::vector<float> widths = widths_of(canvas, n, size);
  const float widest = *std::max_element(widths.begin(), widths.end()) + 6;
  const float left = std::min(0.34f * area.width, 150.0f);
  out.lines = {area.x, area.y, left, row * static_cast<float>(count)};
  for (int i = 0; i < count; ++i) {
    const float y = area.y + row * static_cast<float>(i);
    out.words.push_back({area.x + left, y + 1, widest, row - 2});
    out.bars.push_back({area.x + left + widest + 6, y, area.width - left - widest - 6, row});
  }
  return out;
}

Layout laid_out(const Canvas& canvas, Rect area, const Pointing& n) {
  float size = kLargestWords;
  while (size >= kSmallestWords && total(widths_of(canvas, n, size)) > area.width) size -= 0.5f;
  return size >= kSmallestWords && area.width > 1.1f * area.height ? on_a_line(canvas, area, n, size) : below_each_other(canvas, area, n);
}

/// The line of a weight from the word that asks to word `j`.
void draw_bond(Canvas& canvas, const Layout& at, const Pointing& n, int j) {
  const Rect &from = at.words[static_cast<size_t>(n.asker)], &to = at.words[static_cast<size_t>(j)];
  const float weight = n.looking(0, j), widest = at.upright ? 9.0f : 0.65f * at.size;
  const auto away = [&](const Rect& word) {
    return std::abs(at.upright ? word.center().y - from.center().y : word.center().x - from.center().x);
  };
  const float reach = away(to) / std::max({away(at.words.front()), away(at.words.back()), 1.0f});
  const Point a = at.upright ? Point{from.x - 4, from.center().y} : Point{from.center().x, from.y - 3};
  const Point b = at.upright ? Point{to.x - 4, to.center().y} : Point{to.center().x, to.y - 3};
  const float rise = (0.18f + 0.8f * reach) * (at.upright ? at.lines.width : at.lines.height) - widest / 2;
  std::array<Point, 41> points;
  for (size_t i = 0; i < points.size(); ++i) {
    const float turn = 3.14159265f * static_cast<float>(i) / (points.size() - 1), along = (1 - std::cos(turn)) / 2;
    const Point straight{a.x + (b.x - a.x) * along, a.y + (b.y - a.y) * along};
    const float off = rise * std::sin(turn);
    points[i] = at.upright ? Point{straight.x - off, straight.y} : Point{straight.x, straight.y - off};
  }
  canvas.polyline(points, {canvas.color(Role::kQuery).with_alpha(0.14f + 0.8f * weight), 1 + (widest - 1) * weight});
}

void draw_word(Canvas& canvas, const Layout& at, const Pointing& n, int j, bool hot) {
  const Rect place = at.words[static_cast<size_t>(j)];
  const bool asks = j == n.asker, found = n.trained && j == n.found;
  const Role role = asks ? Role::kQuery : found ? Role::kKey : Role::kInk;
  if (asks || found) canvas.rect(place, canvas.color(role).with_alpha(0.16f), 6);
  if (hot || asks || found) canvas.border(place, {canvas.color(hot ? Role::kAccent : role), hot ? 2.0f : 1.5f}, 6);
  canvas.text(place.center(), n.words[static_cast<size_t>(j)], word_style(canvas, at.size, role, asks || found));
}

void draw_bar(Canvas& canvas, const Layout& at, const Pointing& n, int j) {
  const Rect place = at.bars[static_cast<size_t>(j)];
  const float weight = n.looking(0, j), size = number_size(at.size);
  const bool strong = weight >= 0.1f;
  const Color fill = canvas.color(n.trained && j == n.found ? Role::kKey : Role::kQuery).with_alpha(0.75f);
  canvas::TextStyle style = strong ? charts::strong(canvas, size) : charts::quiet(canvas, size);
  const std::string number = canvas::shown_fixed(weight, 2);
  if (at.upright) {
    const float full = place.width - canvas.measure("0.00", charts::strong(canvas, size)).width - 6, long_ = full * weight;
    canvas.rect({place.x, place.y + 0.2f * place.height, long_, 0.6f * place.height}, fill, std::min(2.0f, long_ / 2));
    canvas.text({place.x + long_ + 5, place.center().y}, number, style);
    return;
  }
  const float full = place.height - 1.4f * size, high = full * weight, wide = std::min(0.5f * place.width, 1.6f * at.size);
  style.align = canvas::Align::kCenter;
  canvas.rect({place.center().x - wide / 2, place.y, wide, high}, fill, std::min(2.0f, high / 2));
  canvas.text({place.center().x, place.y + high + 0.8f * size}, number, style);
}

/// The words with their lines and weights. A press on a word asks about that word.
void draw_words(Canvas& canvas, const Layout& at, const Params& p, const Pointing& n, Params& edit) {
  const auto count = static_cast<int>(n.words.size());
  std::vector<int> order;
  for (int j = 0; j < count; ++j)
    if (j != n.asker) order.push_back(j);
  std::sort(order.begin(), order.end(), [&n](int a, int b) { return n.looking(0, a) < n.looking(0, b); });
  for (const int j : order) draw_bond(canvas, at, n, j);
  for (int j = 0; j < count; ++j) {
    const Rect &word = at.words[static_cast<size_t>(j)], &bar = at.bars[static_cast<size_t>(j)];
    const Rect all =
        at.upright ? Rect{word.x, bar.y, bar.right() - word.x, bar.height} : Rect{bar.x, word.y, bar.width, bar.bottom() - word.y};
    const std::string id = canvas::cell_id("looking", 0, j);
    const canvas::Interaction hand = canvas.region(id, all, canvas::Grip::kClick, "weight of the word; press to ask about it");
    draw_word(canvas, at, n, j, canvas.is_hot(id));
    draw_bar(canvas, at, n, j);
    if (hand.pressed) edit.word = j == tasks::pronoun_place(p.shown) ? 0 : j + 1;
  }
}

/// What the network says: the word that asks, the word found, and the weight.
void draw_answer(Canvas& canvas, Rect band, const Pointing& n, float size) {
  float x = band.x;
  const auto put = [&](const std::string& text, Role role, bool strong, float at_size) {
    canvas::TextStyle style = word_style(canvas, at_size, role, strong);
    style.align = canvas::Align::kLeft;
    canvas.text({x, band.center().y}, text, style);
    x += canvas.measure(text, style).width;
  };
  const std::string asker = quoted(n.words[static_cast<size_t>(n.asker)]), found = quoted(n.words[static_cast<size_t>(n.found)]);
  put(asker, Role::kQuery, true, size);
  if (!n.trained) return put(" asks everyone: nothing is learned yet", Role::kMuted, false, 0.75f * size);
  if (n.found == n.asker) return put(" stands for itself", Role::kInk, false, size);
  put(n.asks_pronoun ? " means " : " belongs to ", Role::kInk, false, size);
  put(found, Role::kKey, true, size);
  const canvas::TextStyle hint = charts::quiet(canvas, std::max(0.6f * size, 11.0f), canvas::Align::kRight);
  constexpr std::string_view kHint = "press any word to ask it";
  if (x + canvas.measure(kHint, hint).width + size < band.right()) canvas.text({band.right(), band.center().y}, kHint, hint);
}

/// The buttons that change the sentence. The one that exchanges the last word stands below it.
void draw_buttons(Canvas& canvas, Rect band, const Layout& at, const Params& p, const Pointing& n, Params& edit) {
  const auto width_of = [&](const std::string& text) { return canvas.measure(text, charts::strong(canvas, 12)).width + 22; };
  const std::string more = "another sentence";
  if (charts::draw_small_button(canvas, band.cut_left(std::min(width_of(more), band.width)), "another-sentence", more,
                                "a sentence that the network has never seen")) {
    edit.sentence = another_sentence(p.shown);
    edit.word = 0;
  }
  band.cut_left(8);
  if (n.turned.empty()) return;
  const tasks::Vocabulary& names = tasks::antecedent_task().source;
  const std::string from = names.name(p.shown.back()), to = names.name(n.turned.back()), text = from + " \u2192 " + to;
  const Rect word = at.words.back(), bar = at.bars.back();
  const float below = at.upright ? bar.bottom() : bar.y + bar.height * n.looking(0, n.looking.cols() - 1) + 1.6f * number_size(at.size);
  // In a line of words it stands right below its word, as near as the word's bar lets it, and is larger than the other.
  const float larger = at.upright ? 1 : 1.3f, width = std::min(larger * width_of(text), band.width);
  const Rect button{std::clamp(word.center().x - width / 2, band.x, band.right() - width),
                    at.upright ? band.y : std::min(below + 14, band.bottom() - larger * band.height), width, larger * band.height};
  canvas.line({word.center().x, below}, {word.center().x, button.y}, {canvas.color(Role::kAccent).with_alpha(0.5f), 1.5f, true});
  if (charts::draw_small_button(canvas, button, "exchange", text, "say " + to + " in the place of " + from, true))
    edit.sentence = written(n.turned);
}

/// On how many held-out sentences the network is right.
void draw_held_out(Canvas& canvas, Rect band, const Pointing& n, float size) {
  const std::string counts = std::to_string(n.held_out_count.right) + " of " + std::to_string(n.held_out_count.pronouns);
  const std::string whole = "Tested on sentences whose two nouns it had never seen together" +
                            std::string(n.held_out ? ", as in this one" : "") + ": right in " + counts + ".";
  const std::string medium = "Right in " + counts + " sentences with new pairs of nouns.",
                    shortest = "Right in " + counts + " new sentences";
  const canvas::TextStyle style = charts::quiet(canvas, size);
  if (!n.measured) return;
  canvas.text({band.x, band.center().y}, charts::fitting(canvas, style, band.width, {whole, medium, shortest}), style);
  canvas.region("pronouns-right", band, canvas::Grip::kHover, "share of held-out pronouns that find their noun");
}

}  // namespace

void draw_pointing(Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  const Pointing& n = r.pointing;
  Rect area = charts::page(canvas);
  const float size = std::clamp(area.width / 56, 11.0f, 14.0f);
  translation::draw_source_help(canvas, &area, tasks::antecedent_task(), p.refusal, &edit.sentence);
  draw_answer(canvas, area.cut_top(2.6f * size), n, 1.7f * size);
  draw_held_out(canvas, area.cut_bottom(1.8f * size), n, std::max(size - 1, 10.5f));
  const Rect buttons = area.cut_bottom(28).inset(0, 1);
  area.cut_bottom(0.7f * size);
  const Layout at = laid_out(canvas, area, n);
  draw_words(canvas, at, p, n, edit);
  draw_buttons(canvas, buttons, at, p, n, edit);
}

}  // namespace attn::lessons::self_attention
