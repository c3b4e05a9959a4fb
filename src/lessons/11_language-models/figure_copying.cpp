// The test of copying: what a block that is said twice costs the second time, and the two heads that know it.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "base/text.h"
#include "canvas/number_text.h"
#include "canvas/paragraph.h"
#include "canvas/regions.h"
#include "charts/figure_text.h"
#include "charts/handle.h"
#include "charts/plot.h"
#include "lessons/11_language-models/figures.h"
#include "lessons/11_language-models/said.h"

namespace attn::lessons::language_models {
namespace {

using canvas::Canvas, canvas::Color, canvas::Grip, canvas::Point, canvas::Rect, canvas::Role;

// ---- the loss at each place ------------------------------------------------------------------------------------------------------------

/// A model's losses with the look that tells it from the other one: by shape, by width and by shade.
struct CopyCurve {
  const Copying& copying;
  std::string_view id;
  std::string name;
  Color color;
  Role shape;
  float width = 1.5f;
};

std::vector<CopyCurve> copy_curves(const Canvas& canvas, const Result& r, bool brief) {
  std::vector<CopyCurve> out;
  const auto named = [](std::string_view who, int layers) { return std::string(who) + counted(layers, "layer"); };
  if (r.rival.block > 0)
    out.push_back(
        {r.rival, "rival-copy-loss", named(brief ? "beside: " : "beside it: ", r.rival_layers), canvas.color(Role::kMuted), Role::kValue});
  out.push_back(
      {r.copying, "copy-loss", named(brief ? "" : "this model: ", r.settings.layers), canvas.color(Role::kInk), Role::kOutput, 2.5f});
  return out;
}

/// The mean of each curve's second half, at the right end. Numbers that would touch are moved apart.
void draw_copy_means(Canvas& canvas, const charts::Axes& axes, const std::vector<CopyCurve>& curves, float room) {
  constexpr float kSize = 13;
  std::vector<float> at;
  for (const CopyCurve& c : curves) {
    const float y = std::clamp(axes.y.to_pixel(c.copying.second_half), axes.plot.y, axes.plot.bottom());
    canvas.line({axes.x.to_pixel(c.copying.block + 2), y}, {axes.plot.right() + 3, y}, {c.color.with_alpha(0.55f), 1});
    at.push_back(std::min(y, axes.plot.bottom() - 4));
  }
  if (at.size() == 2 && std::abs(at[0] - at[1]) < kSize + 2) {
    const float middle = std::clamp((at[0] + at[1]) / 2, axes.plot.y + 8, axes.plot.bottom() - 11), half = kSize / 2 + 1;
    const bool first_above = curves[0].copying.second_half >= curves[1].copying.second_half;
    at = {first_above ? middle - half : middle + half, first_above ? middle + half : middle - half};
  }
  for (size_t k = 0; k < curves.size(); ++k) {
    canvas::TextStyle style = charts::strong(canvas, kSize);
    style.color = curves[k].color;
    const double mean = curves[k].copying.second_half;
    const std::string number = canvas::shown_fixed(mean, mean < 10 ? 2 : 1), words = "mean " + number;
    canvas.text({axes.plot.right() + 6, at[k]}, charts::fitting(canvas, style, room - 6, {words, number}), style);
  }
}

void draw_copy_curve(Canvas& canvas, const charts::Axes& axes, const CopyCurve& c) {
  std::vector<double> xs, ys;
  for (Index t = 0; t < c.copying.loss.rows(); ++t)
    xs.push_back(static_cast<double>(t + 2)), ys.push_back(static_cast<double>(c.copying.loss(t, 0)));
  charts::draw_curve(canvas, axes, xs, ys, {c.color, c.width});
  const float wide = axes.plot.width / static_cast<float>(xs.size() + 1), radius = std::clamp(0.2f * wide, 2.5f, 4.5f);
  for (size_t t = 0; t < xs.size(); ++t) {
    if (!std::isfinite(ys[t])) continue;
    const Point at = axes.to_pixel(xs[t], std::clamp(ys[t], axes.y.min, axes.y.max));
    const std::string id = canvas::cell_id(c.id, static_cast<int>(t), 0);
    if (canvas.is_hot(id)) canvas.ring(at, radius + 4, {canvas.color(Role::kAccent), 2});
    charts::draw_mark(canvas, at, c.shape, radius, c.color);
    const float reach = std::clamp(wide / 2, 5.0f, 9.0f);
    canvas.region(id, {at.x - reach, at.y - 9, 2 * reach, 18}, Grip::kHover, "loss at place " + std::to_string(t + 2) + ", " + c.name);
  }
}

/// "said once" and "said again" above their halves, with a rule between.
void draw_copy_halves(Canvas& canvas, const charts::Axes& axes, int block, float left) {
  const float between = axes.x.to_pixel(block + 0.5);
  canvas.line({between, axes.plot.y - 16}, {between, axes.plot.bottom()}, {canvas.color(Role::kMuted), 1});
  const canvas::TextStyle style = charts::strong(canvas, 12, canvas::Align::kCenter);
  const float y = axes.plot.y - 9, half = canvas.measure("said once", style).width / 2;
  const float first = std::max((axes.plot.x + between) / 2, left + half);
  canvas.text({std::min(first, between - half - 4), y}, "said once", style);
  canvas.text({(between + axes.plot.right()) / 2, y}, "said again", style);
}

void draw_copy_losses(Canvas& canvas, Rect area, const Result& r) {
  using Look = charts::LegendEntry::Look;
  const int letters = r.settings.vocabulary - kFirstToken;
  const bool guessing = letters == kLetters;
  const double guess = std::log(static_cast<double>(kLetters));
  const std::vector<CopyCurve> curves = copy_curves(canvas, r, area.width < 340);
  std::vector<charts::LegendEntry> legend;
  for (auto c = curves.rbegin(); c != curves.rend(); ++c) legend.push_back({c->name, c->color, Look::kMark, c->shape});
  if (guessing) legend.push_back({area.width > 460 ? "guessing among 26" : "guessing", canvas.color(Role::kMuted), Look::kDashes});
  area.cut_top(charts::draw_legend(canvas, area, legend, 12) + 2);

  double most = std::log(static_cast<double>(std::max(2, r.settings.vocabulary)));
  for (const CopyCurve& c : curves)
    for (Index t = 0; t < c.copying.loss.rows(); ++t)
      if (std::isfinite(c.copying.loss(t, 0))) most = std::max(most, static_cast<double>(c.copying.loss(t, 0)));
  const bool wide = area.width > 460;
  const float room = wide ? 84.0f : 38.0f;
  const std::string_view unit = wide ? "loss in nats" : "nats";
  const charts::Axes axes = charts::draw_axes(
      canvas, area, {.label = area.height > 130 ? "place" : "", .min = 1, .max = 2.0 * r.copying.block + 0.5, .whole = true, .room = room},
      {.label = unit, .min = 0, .max = 1.06 * most}, 12);
  if (axes.plot.y - area.y > 14)
    draw_copy_halves(canvas, axes, r.copying.block, area.x + canvas.measure(unit, charts::quiet(canvas, 12)).width + 8);
  if (guessing) {
    const float y = axes.y.to_pixel(guess);
    canvas.line({axes.plot.x, y}, {axes.plot.right(), y}, {canvas.color(Role::kMuted), 1.5f, true});
  }
  for (const CopyCurve& c : curves) draw_copy_curve(canvas, axes, c);
  draw_copy_means(canvas, axes, curves, room);
}

// ---- the two heads ---------------------------------------------------------------------------------------------------------------------

struct Copier {
  int layer = -1, head = -1;
  bool there() const { return layer >= 0; }
};

/// The head with the largest score among the first `layers` layers.
Copier best_copier(const Mat& scores, int layers) {
  Copier best;
  for (int l = 0; l < std::min(layers, static_cast<int>(scores.rows())); ++l)
    for (int h = 0; h < scores.cols(); ++h)
      if (!best.there() || scores(l, h) > scores(best.layer, best.head)) best = {l, h};
  return best;
}

/// How one token is found again. The induction head asks at `place`. What followed the same token before stands at `answer`, whose key says
/// which token came before it: that is what the previous-token head has written there.
struct CopyComposition {
  Copier induction, previous;
  int place = 0, answer = -1;  ///< -1 where the token at `place` was not there before
  float on_followers = 0;      ///< the induction head's weight on all that followed the same token
  float on_before = 0;         ///< at `answer`, the previous-token head's weight on the token before

  bool seen() const { return answer >= 0; }
};

const Mat& copier_weights(const Result& r, Copier c) {
  return r.run->layers[static_cast<size_t>(c.layer)].self.weights[static_cast<size_t>(c.head)];
}

CopyComposition compose_copiers(const Result& r) {
  CopyComposition c;
  c.place = r.place, c.induction = best_copier(r.copying.induction, r.settings.layers);
  if (!c.induction.there()) return c;
  c.previous = best_copier(r.copying.previous_token, c.induction.layer);
  const auto& tokens = r.text.tokens;
  const Mat& looks = copier_weights(r, c.induction);
  for (int s = 0; s < c.place; ++s) {
    if (tokens[static_cast<size_t>(s)] != tokens[static_cast<size_t>(c.place)]) continue;
    const int follower = s + 1;
    c.on_followers += static_cast<float>(looks(c.place, follower));
    if (c.answer < 0 || looks(c.place, follower) >= looks(c.place, c.answer)) c.answer = follower;
  }
  if (c.previous.there() && c.seen()) c.on_before = static_cast<float>(copier_weights(r, c.previous)(c.answer, c.answer - 1));
  return c;
}

/// The letters that are shown: a stretch of the text with the place that is looked at and as much before it as there is room for.
struct CopyLetterRow {
  Rect area;
  int first = 0;
  std::vector<Rect> cards;  ///< of the tokens from `first` on

  int end() const { return first + static_cast<int>(cards.size()); }
  bool shows(int t) const { return t >= first && t < end(); }
  Rect card(int t) const { return cards[static_cast<size_t>(t - first)]; }
  /// Where the arc to a letter ends; at the row's side if the letter is not shown.
  float middle(int t) const { return shows(t) ? card(t).center().x : t < first ? area.x - 5 : area.right() + 5; }
};

CopyLetterRow arrange_copy_letters(const Canvas& canvas, Rect area, const Result& r, float size) {
  const auto n = static_cast<int>(r.text.tokens.size());
  std::vector<float> widths;
  for (const std::string& name : r.text.read)
    widths.push_back(canvas.measure(name, {.color = {}, .size = size, .font = canvas::Font::kStrong}).width + 7);
  const float widest = *std::max_element(widths.begin(), widths.end()), most = 0.3f * area.width;
  const float least = std::max(16.0f, widest < 2 * size ? widest : 1.3f * size);  // letters have equal cards
  for (float& width : widths) width = std::clamp(width, least, most);
  CopyLetterRow row{.area = area, .first = r.place, .cards = {}};
  int end = r.place + 1;
  float total = widths[static_cast<size_t>(r.place)];
  const auto take = [&](int t) {
    if (t < 0 || t >= n || total + widths[static_cast<size_t>(t)] > area.width) return false;
    total += widths[static_cast<size_t>(t)];
    return true;
  };
  for (int after = 0; after < 2 && take(end); ++after) ++end;
  while (take(row.first - 1)) --row.first;
  while (take(end)) ++end;
  const float wider = std::min(area.width / total, 2.2f);
  row.area.width = wider * total, row.area.x += (area.width - row.area.width) / 2;
  float x = row.area.x;
  for (int t = row.first; t < end; ++t) {
    const float width = wider * widths[static_cast<size_t>(t)];
    row.cards.push_back(Rect{x, area.y, width, area.height}.inset(1.5f, 0));
    x += width;
  }
  return row;
}

void draw_copy_letter_cards(Canvas& canvas, const CopyLetterRow& row, const CopyComposition& c, const Result& r, float size, Params& edit) {
  for (int t = row.first; t < row.end(); ++t) {
    const Rect card = row.card(t);
    const std::string id = "token[" + std::to_string(t) + "]";
    const bool asks = t == c.place, answers = t == c.answer && !asks, same = c.seen() && t == c.answer - 1 && !asks,
               hot = canvas.is_hot(id);
    const Color role = canvas.color(asks || same ? Role::kQuery : answers ? Role::kKey : Role::kMuted);
    const bool marked = asks || answers || same;
    canvas.rect(card, marked ? canvas::mix(canvas.color(Role::kBackground), role, 0.14f) : canvas.color(Role::kSurface), 4);
    canvas.border(card, {canvas.color(hot ? Role::kAccent : Role::kFaint), hot ? 2.0f : 1.0f}, 4);
    if (marked && !hot) canvas.border(card, {role, asks ? 2.5f : 1.5f, same}, 4);
    const canvas::TextStyle style{.color = canvas.color(Role::kInk),
                                  .size = size,
                                  .font = marked ? canvas::Font::kStrong : canvas::Font::kText,
                                  .align = canvas::Align::kCenter};
    const std::string& name = r.text.read[static_cast<size_t>(t)];
    canvas.text(card.center(), canvas::elided(canvas, name, style, card.width), style);
    if (canvas.region(id, card, Grip::kClick, "look at " + name + ", token " + std::to_string(t + 1)).pressed) edit.place = t + 1;
  }
  if (row.first > 0) canvas.text({row.area.x - 2, row.area.center().y}, "\u2026", charts::quiet(canvas, 12, canvas::Align::kRight));
}

/// An arc from one letter to another, above (`up`) or below the row, as wide and strong as the weight; a dot where it arrives.
void draw_copier_look(Canvas& canvas, const CopyLetterRow& row, int from, int to, float weight, Color color, float room, bool up) {
  const float sign = up ? -1.0f : 1.0f, y = up ? row.area.y - 1 : row.area.bottom() + 1;
  const Color shade = color.with_alpha(0.25f + 0.75f * weight);
  const float widest = std::min(6.0f, 0.16f * room + 2);
  const Point start{row.middle(from), y}, end{row.middle(to), y + sign * 3};
  if (from == to) {
    canvas.ring({start.x, y + sign * 6}, 5, {shade, std::max(0.75f, widest * weight)});
    return;
  }
  const float away = std::abs(start.x - end.x), high = std::min(room - 9, 10 + 0.45f * away);
  const float foot = std::min(0.3f * away, high);  // how far the arc leans in before it lies flat
  constexpr int kPieces = 32;
  std::array<Point, kPieces + 1> curve;
  const float lean = start.x > end.x ? -foot : foot;
  const Point leave{start.x + 0.2f * lean, y + sign * high * 4 / 3}, arrive{end.x - 0.2f * lean, y + sign * high * 4 / 3};
  for (int i = 0; i <= kPieces; ++i) {
    const float t = static_cast<float>(i) / kPieces, s = 1 - t;
    curve[static_cast<size_t>(i)] = s * s * s * start + 3 * s * s * t * leave + 3 * s * t * t * arrive + t * t * t * end;
  }
  canvas.polyline(curve, {shade, std::max(0.75f, widest * weight)});
  canvas.circle(end, 2 + widest * weight / 3, shade);
}

void draw_copier_looks(Canvas& canvas, const CopyLetterRow& row, const Result& r, Copier head, int from, Color color, float room, bool up) {
  constexpr float kLeast = 0.05f;
  const Mat& weights = copier_weights(r, head);
  if (!row.shows(from)) return;
  for (int t = 0; t <= from; ++t)
    if (const auto weight = static_cast<float>(weights(from, t)); weight > kLeast)
      draw_copier_look(canvas, row, from, t, std::min(weight, 1.0f), color, room, up);
}

std::string copier_name(const Params& p, Copier c) {
  return "head " + head_name(c.layer, c.head) + (is_cut(p, c.layer, c.head) ? " (cut)" : "");
}

/// What the induction head does, above the letters.
void draw_upper_copier_words(Canvas& canvas, Rect line, const Params& p, const Result& r, const CopyComposition& c, std::string_view unit) {
  const std::string head = copier_name(p, c.induction), Head = "H" + head.substr(1);
  const std::string said = quoted(r.text.read[static_cast<size_t>(c.place)]);
  const std::string number = canvas::shown_fixed(c.on_followers, 2);
  canvas::TextStyle style{.color = canvas.color(Role::kInk), .size = 13};
  std::string words;
  if (c.seen())
    words = charts::fitting(
        canvas, style, line.width,
        {"At " + said + ", " + head + " puts " + number + " of its weight on what followed this " + std::string(unit) + " before",
         Head + " puts " + number + " on what followed " + said + " before", Head + ": " + number + " on what followed " + said,
         Head + ": " + number});
  else
    words = charts::fitting(
        canvas, style, line.width,
        {said + " has not been said before, so " + head + " has nothing to find", said + " is new: nothing to find", said + " is new"});
  canvas.text({line.x, line.center().y}, words, style);
  if (r.corpus == nullptr || r.next.candidates.empty()) return;
  const std::string next = quoted(r.corpus->name(r.next.candidates.front()));
  const std::string says =
      (r.settings.causal ? "Next it would say " : "Here it says ") + next + ": " + canvas::shown_fixed(r.next.probabilities(0, 0), 2);
  const float left = line.x + canvas.measure(words, style).width + 18;
  style.color = canvas.color(Role::kOutput), style.align = canvas::Align::kRight;
  if (left + canvas.measure(says, style).width <= line.right()) canvas.text({line.right(), line.center().y}, says, style);
}

/// Where that place knows from which token stood before it, below the letters.
void draw_lower_copier_words(Canvas& canvas, Rect line, const Params& p, const Result& r, const CopyComposition& c, std::string_view unit) {
  const canvas::TextStyle style{.color = canvas.color(Role::kInk), .size = 13};
  const auto say = [&](std::initializer_list<std::string_view> wordings) {
    canvas.text({line.x, line.center().y}, charts::fitting(canvas, style, line.width, wordings), style);
  };
  const std::string letter(unit), which = c.seen() ? " which " + letter + " came before" : "";
  if (r.settings.layers == 1) {
    const std::string full = "One layer: nobody to ask" + which;
    return say({full, "One layer: nobody to ask"});
  }
  if (!c.previous.there()) {
    const std::string first = "Head " + head_name(c.induction.layer, c.induction.head) + " is in the first layer: nobody to ask";
    const std::string full = first + which;
    return say({full, first, "The first layer: nobody to ask"});
  }
  if (!c.seen()) {
    const std::string hint = "Press a " + letter + " that was said before";
    return say({hint});
  }
  const std::string answer = quoted(r.text.read[static_cast<size_t>(c.answer)]);
  const std::string head = copier_name(p, c.previous), number = canvas::shown_fixed(c.on_before, 2);
  const std::string full = "Earlier, at that " + answer + ", " + head + " put " + number + " on the " + letter + " before it";
  const std::string brief = "At " + answer + ", " + head + " put " + number + " on the " + letter + " before";
  say({full, brief, head + ": " + number + " on the one before"});
}

void draw_copy_composition(Canvas& canvas, Rect area, const Params& p, const Result& r, Params& edit) {
  const CopyComposition c = compose_copiers(r);
  if (!c.induction.there()) return;
  const std::string_view unit = p.reads == Reads::copies ? "letter" : "token";
  const bool asks = c.previous.there() && c.seen();
  draw_upper_copier_words(canvas, area.cut_top(18), p, r, c, unit);
  draw_lower_copier_words(canvas, area.cut_bottom(18), p, r, c, unit);
  const float high = std::clamp(0.24f * area.height, 18.0f, 34.0f), size = std::clamp(0.55f * high, 11.0f, 16.0f);
  const Rect below = area.cut_bottom(asks ? 0.3f * (area.height - high) : 8);
  Rect cards = area.cut_bottom(high);
  cards = cards.inset(10, 0);
  const CopyLetterRow row = arrange_copy_letters(canvas, cards, r, size);
  canvas.push_clip({canvas.bounds().x, area.y, canvas.bounds().width, below.bottom() - area.y});
  draw_copier_looks(canvas, row, r, c.induction, c.place, canvas.color(Role::kQuery), area.height, true);
  if (asks) draw_copier_looks(canvas, row, r, c.previous, c.answer, canvas.color(Role::kKey), below.height, false);
  canvas.pop_clip();
  draw_copy_letter_cards(canvas, row, c, r, size, edit);
}

}  // namespace

void draw_copying(Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  if (r.copying.block == 0 || !is_read(r)) return draw_unread(canvas, r);
  Rect area = charts::page(canvas, 8);
  Rect heads = area.cut_bottom(std::clamp(0.4f * area.height, 96.0f, 250.0f));
  heads.cut_top(std::clamp(0.05f * heads.height, 4.0f, 14.0f));
  draw_copy_losses(canvas, area, r);
  draw_copy_composition(canvas, heads, p, r, edit);
}

}  // namespace attn::lessons::language_models
