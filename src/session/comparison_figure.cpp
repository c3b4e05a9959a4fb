#include "session/comparison_figure.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

#include "base/text.h"
#include "canvas/paragraph.h"
#include "canvas/svg_canvas.h"
#include "charts/difference.h"
#include "session/comparison_match.h"
#include "session/comparison_places.h"
#include "session/names.h"

namespace attn::session {
namespace {

using canvas::Rect;
using canvas::Role;

constexpr float kText = 13, kEdge = 10;

canvas::Size inside(Rect part) { return {part.width, std::max(1.0f, part.height - kCompareHead)}; }

// ---- what the figure shows -------------------------------------------------------------------------------------------------------------

/// A result that can be compared, and how early it is offered: matrices first, then curves, then single cells, the reader's inputs last.
struct Offer {
  Compared compared;
  int rank = 0;
  float area = 0;
};

std::vector<Compared> results_of(LateComparison& comparison, const canvas::Regions& regions) {
  std::map<const course::Lesson::ResultRow*, Offer> offers;
  const auto& inputs = comparison.document().lesson().inputs;
  const auto offer = [&](std::string_view name) -> Offer* {
    const course::Lesson::ResultRow* row = comparison.results().find(name);
    if (!row || comparison.results().read(*row).data.size() < 2) return nullptr;
    Offer& o = offers[row];
    if (!o.compared.row) o.rank = &*inputs.begin() <= row && row < &*inputs.begin() + inputs.size() ? 3 : 2;
    o.compared.row = row;
    return &o;
  };
  for (const canvas::Region& region : regions.all()) {
    Offer* o = offer(canvas::parse_region_id(region.id).name);
    if (!o) continue;
    if (region.is_grid() && o->rank == 2) o->rank = 0;
    o->area += region.rect.width * region.rect.height;
  }
  float order = 0;
  for (const std::string& name : split_names(comparison.figure().curves))
    if (Offer* o = offer(name)) o->rank = 1, o->area = --order, o->compared.curve = true;
  std::vector<Offer> sorted;
  for (const auto& [row, o] : offers) sorted.push_back(o);
  std::sort(sorted.begin(), sorted.end(), [](const Offer& x, const Offer& y) {
    if (x.rank != y.rank) return x.rank < y.rank;
    return x.area != y.area ? x.area > y.area : x.compared.row < y.compared.row;
  });
  std::vector<Compared> out;
  for (const Offer& o : sorted) out.push_back(o.compared);
  return out;
}

void draw_side(canvas::Canvas& canvas, LateComparison& comparison, bool kept, void* edit) {
  const KeptState& c = comparison.a();
  comparison.figure().draw(canvas, kept ? c.params.get() : comparison.document().params(),
                           kept ? comparison.a_result() : comparison.results().get(), edit);
}

// ---- parts -----------------------------------------------------------------------------------------------------------------------------

/// The settings of one state that differ from the other's, as many as fit into `width`.
std::string settings_text(const canvas::Canvas& canvas, const std::vector<Setting>& settings, bool kept, const canvas::TextStyle& style,
                          float width) {
  if (settings.empty()) return kept ? "as it was kept" : "the same as A";
  std::string text;
  for (size_t i = 0; i < settings.size(); ++i) {
    const std::string& value = kept ? settings[i].a : settings[i].b;
    const std::string one = settings[i].label + (value.empty() ? kept ? " of A" : " of B" : " " + value);
    const std::string longer = text + (i > 0 ? ", " : "") + one;
    const std::string rest = i + 1 < settings.size() ? ", " + std::to_string(settings.size() - i - 1) + " more" : "";
    if (i > 0 && canvas.measure(longer + rest, style).width > width) return text + ", " + std::to_string(settings.size() - i) + " more";
    text = longer;
  }
  return canvas::elided(canvas, text, style, width);
}

void draw_head(canvas::Canvas& canvas, Rect head, std::string_view name, std::string_view text) {
  const canvas::TextStyle strong{.color = canvas.color(Role::kInk), .size = kText, .font = canvas::Font::kStrong};
  const canvas::TextStyle quiet{.color = canvas.color(Role::kMuted), .size = 12};
  head.cut_left(kEdge);
  const float y = head.y + 11;
  canvas.text({head.x, y}, name, strong);
  head.cut_left(canvas.measure(name, strong).width + 8);
  canvas.text({head.x, y}, canvas::elided(canvas, text, quiet, head.width), quiet);
}

void draw_picture(canvas::Canvas& canvas, LateComparison& comparison, Rect part, bool kept, void* edit) {
  if (part.width <= 0) return;
  KeptState& c = comparison.a();
  const canvas::TextStyle quiet{.color = canvas.color(Role::kMuted), .size = 12};
  draw_head(canvas, part.cut_top(kCompareHead), kept ? "A" : "B",
            settings_text(canvas, comparison.differing_settings(), kept, quiet, part.width - 2 * kEdge - 20));
  if (kept && !comparison.a_result()) {
    canvas::draw_paragraph(canvas, part.inset(kEdge, 4), comparison.describe(), quiet);
    return;
  }
  c.ranges.apply(kept ? 0 : 1);
  canvas::PartCanvas picture(canvas, part, kept ? canvas::kKeptPrefix : std::string_view(), kept, &c.ranges);
  draw_side(picture, comparison, kept, edit);
}

/// A small button with a sign. Returns whether it was pressed.
bool draw_sign(canvas::Canvas& canvas, Rect r, std::string_view id, std::string_view sign, std::string_view label) {
  const canvas::Interaction hand = canvas.region(id, r, canvas::Grip::kClick, label);
  canvas.text(
      r.center(), sign,
      {.color = canvas.color(hand.hovered || canvas.is_hot(id) ? Role::kInk : Role::kMuted), .size = 17, .align = canvas::Align::kCenter});
  return hand.released && hand.hovered;
}

/// Draws which of the results is compared, with buttons to the previous and next one. Returns the part of `head` that is left for its name.
Rect draw_choice(canvas::Canvas& canvas, LateComparison& comparison, Rect head) {
  KeptState& c = comparison.a();
  const auto count = static_cast<int>(c.shown.size());
  if (count < 2) return head;
  const int at = static_cast<int>(c.compared() - c.shown.data());
  const Rect next = head.cut_right(28), place = head.cut_right(44), previous = head.cut_right(28);
  canvas.text({place.center().x, place.y + 11}, std::to_string(at + 1) + " of " + std::to_string(count),
              {.color = canvas.color(Role::kMuted), .size = 12, .align = canvas::Align::kCenter});
  const auto go = [&](int by) { comparison.show(c.shown[static_cast<size_t>((at + by + count) % count)].row->name); };
  if (draw_sign(canvas, {previous.x, previous.y - 2, 28, kCompareHead}, "compare:previous", "\u2039", "previous result to compare")) go(-1);
  if (draw_sign(canvas, {next.x, next.y - 2, 28, kCompareHead}, "compare:next", "\u203a", "next result to compare")) go(1);
  return head;
}

/// The numbers that `names` end with ("T = 0.5", "step 3"), provided that all do and that they rise; else 1, 2, 3, ...
std::vector<double> abscissas(const std::vector<std::string>& names, size_t count) {
  std::vector<double> xs;
  for (const std::string& name : names) {
    double x = 0;
    if (!text_to_number(name.substr(name.find_last_of(' ') + 1), &x) || (!xs.empty() && x <= xs.back())) break;
    xs.push_back(x);
  }
  if (xs.size() != count) xs.clear();
  for (size_t i = xs.size(); i < count; ++i) xs.push_back(static_cast<double>(i + 1));
  return xs;
}

/// The curves of a table, each along the table's longer side.
std::vector<charts::Series> series_of(const course::Tensor& t) {
  const int rows = t.row_count(), cols = t.col_count();
  const bool down = rows >= cols;
  const std::vector<double> xs = abscissas(down ? t.rows : t.cols, static_cast<size_t>(down ? rows : cols));
  const std::vector<std::string>& names = down ? t.cols : t.rows;
  std::vector<charts::Series> out(static_cast<size_t>(down ? cols : rows));
  for (size_t k = 0; k < out.size(); ++k) {
    if (out.size() > 1 && k < names.size()) out[k].name = names[k];
    out[k].xs = xs;
    for (int i = 0, line = static_cast<int>(k); i < std::max(rows, cols); ++i) out[k].ys.push_back(down ? t.at(i, line) : t.at(line, i));
  }
  return out;
}

void draw_map(canvas::Canvas& canvas, Rect area, const Compared& one, const course::Tensor& a, const course::Tensor& d) {
  float most = 0, scale = 0;
  for (const float x : d.data)
    if (std::isfinite(x)) most = std::max(most, std::abs(x));
  for (const float x : a.data)
    if (std::isfinite(x)) scale = std::max(scale, std::abs(x));
  std::string note = most == 0 ? "no difference: all numbers are the same in A and B" : "red: more in B; blue: less";
  if (a.shape != d.shape || d.ranked) note = most == 0 ? "no difference; hatched: not in A" : note + "; hatched: not in A";
  const std::string id = std::string(canvas::kDifferencePrefix).append(one.row->name);
  charts::draw_difference_map(canvas, area,
                              {.id = id,
                               .values = d.matrix(),
                               .limit = most > 0 ? std::max(most, 1e-4f * scale) : 0,  // differences by rounding stay pale
                               .rows = d.shape.size() > 2 ? std::span<const std::string>() : d.rows,
                               .cols = d.cols,
                               .label = one.row->label,
                               .note = note});
}

void draw_difference(canvas::Canvas& canvas, LateComparison& comparison, Rect part) {
  if (part.width <= 0) return;
  const Compared* one = comparison.a().compared();
  Rect head = draw_choice(canvas, comparison, part.cut_top(kCompareHead));
  const Rect area = part.inset(kEdge, 0);
  const canvas::TextStyle quiet{.color = canvas.color(Role::kMuted), .size = kText};
  if (!comparison.a_result() || !one) {
    draw_head(canvas, head, "B \u2212 A", {});
    if (comparison.a_result()) canvas::draw_paragraph(canvas, area, "This figure shows no table and no curve to subtract.", quiet);
    return;
  }
  const course::Tensor a = one->row->read(comparison.a().params.get(), comparison.a_result()), b = comparison.results().read(*one->row);
  const std::string label(one->row->label), sizes = sizes_text(a, b), both = label + ": " + sizes;
  const bool sized = !sizes.empty() && canvas.measure(both, quiet).width < head.width - kEdge - 50;
  draw_head(canvas, head, "B \u2212 A", sized ? both : label);
  if (one->curve) return charts::draw_compared_curves(canvas, area, series_of(a), series_of(b), {});
  std::string why;
  const course::Tensor d = difference(a, b, one->row->label, &why);
  if (why.empty()) return draw_map(canvas, area, *one, a, d);
  canvas::draw_paragraph(canvas, area, why, quiet);
}

/// The switch between what is shown. With `pair` A and B have room together, so that both is one of the choices.
void draw_toggle(canvas::Canvas& canvas, LateComparison& comparison, Rect row, bool pair) {
  if (row.width <= 0) return;
  row = row.inset(kEdge, 3);
  canvas.rect(row, canvas.color(Role::kSurface), 6);
  struct Choice {
    Side side;
    std::string_view name, words;
  };
  constexpr Choice kAll[] = {{Side::kBoth, "A and B", "both states"},
                             {Side::kA, "A", "the state that was kept, larger"},
                             {Side::kB, "B", "the present state, larger"},
                             {Side::kDifference, "B \u2212 A", "what differs"}};
  const Side chosen_side = comparison.a().side, now = !pair && chosen_side == Side::kBoth ? Side::kB : chosen_side;
  const std::span<const Choice> choices = std::span<const Choice>(kAll).subspan(pair ? 0 : 1);
  for (size_t i = 0; i < choices.size(); ++i) {
    const auto [side, name, words] = choices[i];
    const Rect part = row.cell(0, static_cast<int>(i), 1, static_cast<int>(choices.size()));
    const bool chosen = side == now;
    const canvas::Interaction hand = canvas.region(std::string("compare:").append(name_of(side)), part, canvas::Grip::kClick, words);
    if (chosen) canvas.rect(part.inset(2, 2), canvas.color(Role::kBackground), 5);
    canvas.text(part.center(), name,
                {.color = canvas.color(chosen || hand.hovered ? Role::kInk : Role::kMuted),
                 .size = kText,
                 .font = chosen ? canvas::Font::kStrong : canvas::Font::kText,
                 .align = canvas::Align::kCenter});
    if (hand.released && hand.hovered) comparison.show(name_of(side));
  }
}

void note_differing(LateComparison& comparison) {
  KeptState& c = comparison.a();
  c.differs = 0;
  if (!c.result) return;
  const auto same = [&](const Compared& one) {
    const std::vector<float> a = one.row->read(c.params.get(), c.result.get()).data, b = comparison.results().read(*one.row).data;
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](float x, float y) { return x == y || (std::isnan(x) && std::isnan(y)); });
  };
  const auto first = std::find_if_not(c.shown.begin(), c.shown.end(), same);
  if (first != c.shown.end()) c.differs = static_cast<size_t>(first - c.shown.begin());
}

}  // namespace

void survey(LateComparison& comparison) {
  KeptState& c = comparison.a();
  const void* kept = comparison.a_result();
  comparison.results().get();
  const std::string about =
      std::to_string(comparison.figure_index()) + " " + std::to_string(c.size.width) + " " + std::to_string(c.size.height) + " ";
  const course::Lesson::Params scratch = comparison.document().draft();
  const auto draw = [&](bool of_a) {
    canvas::SvgCanvas sheet(c.size, canvas::Theme());
    c.ranges.gather(of_a ? 0 : 1);
    canvas::PartCanvas picture(sheet, sheet.bounds(), {}, true, &c.ranges);
    draw_side(picture, comparison, of_a, scratch.get());
    if (!of_a) c.shown = results_of(comparison, sheet.regions());
  };
  if (std::string seen = about + std::to_string(reinterpret_cast<std::uintptr_t>(kept)); kept && c.seen_a != seen) {
    draw(true);
    c.seen_a = seen;
    c.seen_b.clear();
  }
  const std::string seen = about + std::to_string(comparison.results().computations());
  if (c.seen_b == seen) return;
  draw(false);
  note_differing(comparison);
  c.seen_b = c.shown.empty() ? std::string() : seen;  // where nothing is shown, the figure's code may still be on its way
}

/// The arrangement. It depends on A alone, so that editing B does not move the pictures.
Arrangement arranged(LateComparison& comparison, canvas::Size size) {
  KeptState& c = comparison.a();
  const void* kept = comparison.a_result();
  std::string now = std::to_string(comparison.figure_index()) + " " + std::to_string(size.width) + " " + std::to_string(size.height) + " " +
                    std::to_string(reinterpret_cast<std::uintptr_t>(kept));
  if (std::exchange(c.arranged, std::move(now)) == c.arranged) return c.arrangement;
  const course::Lesson::Params scratch = comparison.document().draft();
  const auto draw_a = [&](canvas::Canvas& canvas) { draw_side(canvas, comparison, kept != nullptr, scratch.get()); };
  return c.arrangement = arrange(size, comparison.figure(), draw_a);
}

void draw_comparison(canvas::Canvas& canvas, LateComparison& comparison, void* edit) {
  KeptState& c = comparison.a();
  const Rect all = canvas.bounds();
  const Places at = places_in(all, arranged(comparison, {all.width, all.height}), c.side, comparison.figure());
  const Rect picture = at.b.width > 0 ? at.b : at.a.width > 0 ? at.a : at.difference;
  c.size = inside(picture);
  survey(comparison);
  const course::Lesson::Params scratch = comparison.document().draft();
  draw_toggle(canvas, comparison, at.toggle, at.pair);
  draw_picture(canvas, comparison, at.a, true, scratch.get());
  draw_picture(canvas, comparison, at.b, false, edit);
  draw_difference(canvas, comparison, at.difference);
}

}  // namespace attn::session
