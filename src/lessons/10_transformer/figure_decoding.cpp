// One step of decoding: what the next word is taken from, and what is computed for it with a cache and without.
#include <algorithm>
#include <array>

#include "base/text.h"
#include "canvas/number_text.h"
#include "canvas/paragraph.h"
#include "canvas/regions.h"
#include "charts/figure_text.h"
#include "charts/plot.h"
#include "lessons/10_transformer/figure_parts.h"
#include "lessons/10_transformer/figures.h"
#include "lessons/10_transformer/words.h"
#include "lessons/translation/source_text.h"

namespace attn::lessons::transformer {
namespace {

// ---- the next word ---------------------------------------------------------------------------------------------------------------------

std::string drawing_title(const canvas::Canvas& canvas, const Params& p, const Result& r, float width) {
  const std::string word = "Word " + std::to_string(r.step + 1), whole = word + ": the likeliest is taken";
  if (p.decoding == Decoding::greedy)
    return canvas.measure(whole, charts::strong(canvas, 13)).width > width ? word + ": the likeliest" : whole;
  const std::string from = "from " + counted(r.next.kept, "word"), drawn = word + ": drawn " + from;
  return canvas.measure(drawn, charts::strong(canvas, 13)).width > width ? word + ": " + from : drawn;
}

/// For each candidate a bar with the model's probability. If words are drawn, a second bar shows the probability of being drawn, and words
/// that were cut are struck out.
void draw_choice(canvas::Canvas& canvas, canvas::Rect area, const Params& p, const Result& r) {
  const canvas::TextStyle title = charts::strong(canvas, 13);
  const canvas::Rect head = area.cut_top(20);
  canvas.text({head.x, head.center().y}, canvas::elided(canvas, drawing_title(canvas, p, r, head.width), title, head.width), title);
  if (p.decoding == Decoding::sample) {
    const charts::LegendEntry entries[] = {
        {"model", canvas.color(canvas::Role::kMuted).with_alpha(0.45f), charts::LegendEntry::Look::kFill},
        {"drawn from", canvas.color(canvas::Role::kOutput), charts::LegendEntry::Look::kFill}};
    area.cut_top(charts::draw_legend(canvas, area, entries, 11) + 4);
  }
  const std::vector<std::string> names = candidate_names(r);
  const std::vector<size_t> shown = shown_candidates(r, std::max<size_t>(1, static_cast<size_t>(area.height / 20)));
  const float pitch = std::min(area.height / static_cast<float>(shown.size()), 60.0f), numbers = 40;
  canvas::TextStyle name{
      .color = canvas.color(canvas::Role::kOutput), .size = area.width < 200 ? 12.0f : 13.0f, .align = canvas::Align::kRight};
  float widest = 0;
  for (const size_t k : shown) widest = std::max(widest, canvas.measure(names[k], name).width + 3);
  widest = std::min(widest, 0.42f * area.width);
  for (size_t i = 0; i < shown.size(); ++i) {
    const size_t at = shown[i];
    const int k = static_cast<int>(at);
    const canvas::Rect line{area.x, area.y + pitch * static_cast<float>(i), area.width, pitch};
    const auto own = static_cast<float>(r.next.probabilities(0, k)), drawn = static_cast<float>(r.next.drawn(0, r.next.candidates[at]));
    const bool cut = drawn == 0, taken = r.next.candidates[at] == r.sentence.said[static_cast<size_t>(r.step)];
    name.font = taken ? canvas::Font::kStrong : canvas::Font::kText;
    name.color = canvas.color(cut ? canvas::Role::kMuted : canvas::Role::kOutput);
    const std::string text = canvas::elided(canvas, names[at], name, widest);
    canvas.text({line.x + widest, line.center().y}, text, name);
    if (cut && p.decoding == Decoding::sample)
      canvas.line({line.x + widest - canvas.measure(text, name).width, line.center().y}, {line.x + widest, line.center().y},
                  {canvas.color(canvas::Role::kMuted), 1.5f});
    const canvas::Rect track{line.x + widest + 8, line.y + 0.14f * pitch, std::max(10.0f, line.width - widest - 8 - numbers),
                             0.72f * pitch};
    canvas.rect(track, canvas.color(canvas::Role::kSurface), 3);
    if (p.decoding == Decoding::sample) {
      const canvas::Rect above = track.cell(0, 0, 2, 1).inset(0, 0.5f), below = track.cell(1, 0, 2, 1).inset(0, 0.5f);
      canvas.rect({above.x, above.y, std::max(1.0f, above.width * own), above.height}, canvas.color(canvas::Role::kMuted).with_alpha(0.45f),
                  2);
      if (!cut) canvas.rect({below.x, below.y, std::max(1.0f, below.width * drawn), below.height}, canvas.color(canvas::Role::kOutput), 2);
      canvas.region(canvas::cell_id("next", 0, k), {above.x, above.y, above.width, above.height}, canvas::Grip::kHover,
                    "probability of " + names[at]);
      canvas.region(canvas::cell_id("drawn", 0, k), {below.x, below.y, below.width + numbers, below.height}, canvas::Grip::kHover,
                    "what " + names[at] + " is drawn with");
    } else {
      canvas.rect({track.x, track.y, std::max(1.0f, track.width * own), track.height},
                  canvas.color(taken ? canvas::Role::kOutput : canvas::Role::kMuted).with_alpha(taken ? 0.8f : 0.45f), 3);
      canvas.region(canvas::cell_id("next", 0, k), {track.x, track.y, track.width + numbers, track.height}, canvas::Grip::kHover,
                    "probability of " + names[at]);
    }
    canvas.text({track.right() + 6, line.center().y}, canvas::shown_fixed(p.decoding == Decoding::sample ? drawn : own, 2),
                charts::quiet(canvas, 12));
    if (taken) canvas.border(track.inset(-1.5f, -1.5f), {canvas.color(canvas::Role::kAccent), 1.5f}, 3);
  }
}

/// The words of a beam search up to a node.
std::string beginning(const Result& r, size_t k) {
  std::string text;
  for (int at = static_cast<int>(k); at >= 0; at = r.next.beam.nodes[static_cast<size_t>(at)].parent) {
    const models::BeamNode& node = r.next.beam.nodes[static_cast<size_t>(at)];
    if (node.depth > 0) text = shown_name(r.task->target, node.token) + (text.empty() ? "" : " ") + text;
  }
  return text;
}

/// The hypotheses that the beam keeps and cuts at this step, the best first.
void draw_beam(canvas::Canvas& canvas, canvas::Rect area, const Params& p, const Result& r) {
  std::vector<size_t> here;
  for (size_t k = 0; k < r.next.beam.nodes.size(); ++k)
    if (r.next.beam.nodes[k].depth == r.step + 1) here.push_back(k);
  std::stable_sort(here.begin(), here.end(),
                   [&](size_t a, size_t b) { return r.next.beam.nodes[a].log_probability > r.next.beam.nodes[b].log_probability; });
  const canvas::TextStyle title = charts::strong(canvas, 13);
  const canvas::Rect head = area.cut_top(20);
  const std::string text = "After " + std::to_string(r.step + 1) + (r.step == 0 ? " word" : " words") + ": the best " +
                           std::to_string(p.width) + " are kept, ln p";
  canvas.text({head.x, head.center().y}, canvas::elided(canvas, text, title, head.width), title);
  area.cut_top(4);
  const size_t count = std::min(here.size(), static_cast<size_t>(std::max(1.0f, area.height / 24)));
  for (size_t i = 0; i < count; ++i) {
    const models::BeamNode& node = r.next.beam.nodes[here[i]];
    const canvas::Rect line = area.cut_top(24).inset(0, 1.5f);
    bool best = false;
    for (int at = r.next.beam.best; at >= 0; at = r.next.beam.nodes[static_cast<size_t>(at)].parent)
      best |= at == static_cast<int>(here[i]);
    if (node.kept) canvas.rect(line, canvas.color(best ? canvas::Role::kOutput : canvas::Role::kInk).with_alpha(best ? 0.16f : 0.06f), 4);
    canvas::TextStyle style{.color = canvas.color(node.kept ? canvas::Role::kOutput : canvas::Role::kMuted), .size = 12};
    style.font = best ? canvas::Font::kStrong : canvas::Font::kText;
    const canvas::TextStyle number = charts::quiet(canvas, 12, canvas::Align::kRight);
    canvas.text({line.right() - 4, line.center().y}, canvas::shown_fixed(static_cast<double>(node.log_probability), 3), number);
    // The newest words are at the end, so a text that is too long loses its front.
    std::string words = beginning(r, here[i]);
    while (canvas.measure(words, style).width > line.width - 66 && words.find(' ') != std::string::npos)
      words = "\u2026 " + words.substr(words.find(' ', words.starts_with("\u2026 ") ? 4 : 0) + 1);
    canvas.text({line.x + 6, line.center().y}, canvas::elided(canvas, words, style, line.width - 62), style);
    canvas.region(canvas::cell_id("beam", static_cast<int>(here[i]), 0), line, canvas::Grip::kHover,
                  node.kept ? "beginning that is kept" : "beginning that was cut");
  }
}

// ---- what is computed ------------------------------------------------------------------------------------------------------------------

enum class Cell { later, kept, now, again };

/// What becomes of a decoder position at a step.
Cell cell_at(bool cache, int step, int position) {
  if (position > step) return Cell::later;
  if (position == step) return Cell::now;
  return cache ? Cell::kept : Cell::again;
}

canvas::Color fill_of(const canvas::Canvas& canvas, Cell cell) {
  switch (cell) {
    case Cell::now:
      return canvas.color(canvas::Role::kOutput).with_alpha(0.85f);
    case Cell::again:
      return canvas.color(canvas::Role::kWarning).with_alpha(0.75f);
    case Cell::kept:
      return canvas.color(canvas::Role::kKey).with_alpha(0.3f);
    case Cell::later:
      break;
  }
  return canvas.color(canvas::Role::kSurface);
}

void draw_mark_of(canvas::Canvas& canvas, canvas::Rect r, Cell cell) {
  canvas.rect(r, fill_of(canvas, cell), std::min(3.0f, r.width / 5));
  if (cell == Cell::again && r.width > 6 && r.height > 6)  // a stroke tells these cells apart without colour
    canvas.line({r.x + 2, r.bottom() - 2}, {r.right() - 2, r.y + 2}, {canvas.color(canvas::Role::kBackground), 1.5f});
}

/// Which cells, layers times positions, are computed at the step shown, and below that the positions for every step.
void draw_cells(canvas::Canvas& canvas, canvas::Rect area, const Params& p, const Result& r, Params& edit) {
  const canvas::Rect head = area.cut_top(20);
  const canvas::TextStyle title = charts::strong(canvas, 13);
  std::string_view heading = p.cache ? "Computed at this step, with the cache" : "Computed at this step, without a cache";
  if (canvas.measure(heading, title).width > head.width) heading = p.cache ? "With the cache" : "Without a cache";
  canvas.text({head.x, head.center().y}, canvas::elided(canvas, heading, title, head.width), title);
  const charts::LegendEntry with[] = {{"computed", fill_of(canvas, Cell::now), charts::LegendEntry::Look::kFill},
                                      {"kept", fill_of(canvas, Cell::kept), charts::LegendEntry::Look::kFill}};
  const charts::LegendEntry without[] = {{"computed", fill_of(canvas, Cell::now), charts::LegendEntry::Look::kFill},
                                         {"computed again", fill_of(canvas, Cell::again), charts::LegendEntry::Look::kFill}};
  area.cut_top(charts::draw_legend(canvas, area, p.cache ? with : without, 11) + 4);
  const auto n = static_cast<int>(r.sentence.input.size());
  const canvas::Rect names = area.cut_left(std::min(52.0f, 0.16f * area.width));
  const float cell = std::min(area.width / static_cast<float>(n), 34.0f);
  canvas::TextStyle word{.color = canvas.color(canvas::Role::kInk), .size = std::clamp(cell - 3, 8.0f, 12.0f)};
  float longest = 0;
  for (const std::string& input : r.sentence.input) longest = std::max(longest, canvas.measure(input, word).width + 8);
  const canvas::Rect words = area.cut_top(area.height > 110 ? std::min(longest, 0.4f * area.height) : 4.0f);
  const float high = std::min({cell, 0.17f * area.height, 26.0f});
  word.align = canvas::Align::kLeft, word.angle = -90;
  for (int j = 0; j < n && words.height > 26; ++j) {
    word.color = canvas.color(j <= r.step ? canvas::Role::kInk : canvas::Role::kMuted);
    canvas.text({area.x + cell * (static_cast<float>(j) + 0.5f), words.bottom() - 3},
                canvas::elided(canvas, r.sentence.input[static_cast<size_t>(j)], word, words.height - 4), word);
  }
  const canvas::TextStyle name = charts::quiet(canvas, std::min(11.0f, high + 2), canvas::Align::kRight);
  for (int layer = 0; layer < kLayers; ++layer) {
    // The last layer stands on top, because data goes upwards.
    const float y = area.y + high * static_cast<float>(kLayers - 1 - layer);
    canvas.text({names.right() - 5, y + high / 2}, names.width > 40 ? "layer " + std::to_string(layer + 1) : std::to_string(layer + 1),
                name);
    for (int j = 0; j < n; ++j)
      draw_mark_of(canvas, canvas::Rect{area.x + cell * static_cast<float>(j), y, cell, high}.inset(1, 1), cell_at(p.cache, r.step, j));
  }
  canvas.grid("computed", {area.x, area.y, cell * static_cast<float>(n), high * kLayers}, kLayers, n, canvas::Grip::kHover,
              "how often each layer of each position was computed so far");
  area.cut_top(high * kLayers + 8);
  if (area.height < 16 + 5.0f * static_cast<float>(n)) return;
  const canvas::TextStyle caption = charts::quiet(canvas, 11);
  const canvas::Rect line = area.cut_top(16);
  canvas.text({line.x, line.center().y}, canvas::elided(canvas, "Every step; press one", caption, line.width), caption);
  const float row = std::min({area.height / static_cast<float>(n), cell, 26.0f});
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j)
      draw_mark_of(canvas,
                   canvas::Rect{area.x + cell * static_cast<float>(j), area.y + row * static_cast<float>(i), cell, row}.inset(1, 0.75f),
                   cell_at(p.cache, i, j));
  const canvas::Rect steps{area.x, area.y, cell * static_cast<float>(n), row * static_cast<float>(n)};
  canvas.border({steps.x, steps.y + row * static_cast<float>(r.step), steps.width, row}, {canvas.color(canvas::Role::kAccent), 1.5f}, 2);
  const canvas::Interaction hand =
      canvas.grid("steps-computed", steps, n, n, canvas::Grip::kClick, "what each step computes; press a step");
  if (hand.pressed && hand.row >= 0) edit.step = hand.row + 1;
}

/// Multiply-adds with and without a cache, of the step, of this output and of a long one.
void draw_counts(canvas::Canvas& canvas, canvas::Rect area, const Params& p, const Result& r, Params& edit) {
  const auto at = [&r](const Cost& cost) {
    return cost.steps.empty() ? 0 : cost.steps[std::min(static_cast<size_t>(r.step), cost.steps.size() - 1)].multiply_adds;
  };
  const std::array<std::int64_t, 3> with{at(r.costs.with_cache), r.costs.with_cache.sentence, r.costs.with_cache.longer};
  const std::array<std::int64_t, 3> without{at(r.costs.without_cache), r.costs.without_cache.sentence, r.costs.without_cache.longer};
  const bool narrow = area.width < 330;
  const std::array<std::string, 3> heads{narrow ? "step" : "this step", narrow ? "output" : "this output",
                                         std::to_string(kLongOutput) + " words"};
  const float line = std::min(area.height / 4, 24.0f);
  const float size = std::clamp(0.62f * line, 9.5f, 12.5f);
  const std::array<std::string_view, 4> sides =
      narrow ? std::array<std::string_view, 4>{"", "cache", "without", "times"}
             : std::array<std::string_view, 4>{"multiply-adds", "with cache", "without", "times as many"};
  float first = 0;
  for (const std::string_view side : sides) first = std::max(first, canvas.measure(side, charts::strong(canvas, size)).width + 10);
  first = std::min(first, 0.34f * area.width);
  const canvas::TextStyle right = charts::quiet(canvas, size, canvas::Align::kRight);
  const auto cell = [&](int i, int j) {
    const float width = (area.width - first) / 3;
    return canvas::Rect{area.x + first + width * static_cast<float>(j), area.y + line * static_cast<float>(i), width, line};
  };
  const canvas::TextStyle left = charts::quiet(canvas, size);
  canvas.text({area.x, area.y + line / 2}, canvas::elided(canvas, sides[0], left, first), left);
  for (int j = 0; j < 3; ++j)
    canvas.text({cell(0, j).right() - 3, cell(0, j).center().y},
                canvas::elided(canvas, heads[static_cast<size_t>(j)], right, cell(0, j).width), right);
  for (const bool cache : {true, false}) {
    const int i = cache ? 1 : 2;
    const bool chosen = cache == p.cache;
    canvas::TextStyle style{.color = canvas.color(canvas::Role::kInk), .size = size, .align = canvas::Align::kRight};
    style.font = chosen ? canvas::Font::kStrong : canvas::Font::kText;
    canvas::TextStyle label = style;
    label.align = canvas::Align::kLeft;
    const canvas::Rect whole{area.x, cell(i, 0).y, first, line};
    if (chosen) canvas.rect({area.x, whole.y, area.width, line}, canvas.color(canvas::Role::kAccent).with_alpha(0.1f), 4);
    canvas.text({area.x + 4, whole.center().y}, canvas::elided(canvas, sides[static_cast<size_t>(i)], label, first - 4), label);
    if (canvas
            .region(cache ? "cache-on" : "cache-off", whole, canvas::Grip::kClick,
                    cache ? "decode with the cache" : "decode without a cache")
            .pressed)
      edit.cache = cache;
    for (int j = 0; j < 3; ++j) {
      const canvas::Rect place = cell(i, j);
      canvas.text({place.right() - 3, place.center().y}, count_text((cache ? with : without)[static_cast<size_t>(j)]), style);
      canvas.region(canvas::cell_id("cost", cache ? 0 : 1, j), place, canvas::Grip::kHover, "multiply-adds");
    }
  }
  canvas.text({area.x + 4, cell(3, 0).center().y}, canvas::elided(canvas, sides[3], left, first - 4), left);
  for (int j = 0; j < 3; ++j) {
    const auto k = static_cast<size_t>(j);
    const canvas::Rect place = cell(3, j);
    canvas.text({place.right() - 3, place.center().y}, fixed(static_cast<double>(without[k]) / static_cast<double>(with[k]), 1) + " \u00d7",
                right);
    canvas.region(canvas::cell_id("cost", 2, j), place, canvas::Grip::kHover, "times as many without a cache");
  }
}

}  // namespace

void draw_decoding(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  canvas::Rect area = charts::page(canvas, 8);
  translation::draw_source_help(canvas, &area, *r.task, r.refusal, &edit.source);
  draw_said(canvas, area.cut_top(24), r, edit);
  area.cut_top(6);
  const canvas::TextStyle style = charts::quiet(canvas, 12);
  const canvas::Rect foot = area.cut_bottom(18);
  const std::string same = r.costs.same_words ? "With and without a cache it says the same, word for word." : "The two ways differ.";
  canvas.text({foot.x, foot.center().y}, canvas::elided(canvas, r.trained ? same : note(r), style, foot.width), style);
  area.cut_bottom(4);
  const bool small = area.height < 260;
  const bool across = small || area.width < 430;  // the counts then take the whole width
  if (across) {
    draw_counts(canvas, area.cut_bottom(std::min(0.4f * area.height, 76.0f)), p, r, edit);
    area.cut_bottom(4);
  }
  canvas::Rect right = area.cut_right((small ? 0.54f : 0.55f) * area.width);
  right.cut_left(std::min(24.0f, 0.05f * right.width));
  const bool beam = p.decoding == Decoding::beam && !r.next.beam.nodes.empty();
  beam ? draw_beam(canvas, area, p, r) : draw_choice(canvas, area, p, r);
  if (!across) {
    draw_counts(canvas, right.cut_bottom(std::min(0.42f * right.height, 96.0f)), p, r, edit);
    right.cut_bottom(8);
  }
  draw_cells(canvas, right, p, r, edit);
}

}  // namespace attn::lessons::transformer
