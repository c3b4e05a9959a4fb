#include "lessons/11_language-models/said.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/text.h"
#include "canvas/number_text.h"
#include "canvas/paragraph.h"
#include "canvas/regions.h"
#include "charts/figure_text.h"

namespace attn::lessons::language_models {
namespace {

using canvas::Canvas, canvas::Grip, canvas::Rect, canvas::Role;

/// A token as it stands on the line: characters of a text stand close, and a space is a gap, not a dot.
struct Written {
  std::string text;
  bool line_ends = false;
};
Written written_token(const Params& p, const Result& r, size_t t) {
  Written out{r.text.names[t]};
  if (p.reads != Reads::text) return out;
  const std::string raw = r.corpus->write({r.text.tokens[t]});
  out.line_ends = !raw.empty() && raw.back() == '\n';
  if (raw == " ") out.text = " ";
  return out;
}

/// Where each token stands in lines of this width. Returns the height.
float lay_out_said(const Canvas& canvas, const Params& p, const Result& r, const canvas::TextStyle& style, float width,
                   std::vector<Rect>* places) {
  const bool close = p.reads == Reads::text && p.cut_into == Cut::characters;
  const float pad = close ? 1.0f : 5.0f, gap = close ? 1.0f : 4.0f, line = 1.75f * style.size;
  places->clear();
  float x = 0, y = 0;
  for (size_t t = 0; t < r.text.tokens.size(); ++t) {
    const Written token = written_token(p, r, t);
    const float wide = std::min(width, std::max(canvas.measure(token.text, style).width, 0.3f * style.size) + 2 * pad);
    if (x > 0 && x + wide > width) x = 0, y += line;
    places->push_back({x, y, wide, line - 5});
    x += wide + gap;
    if (token.line_ends) x = 0, y += line;
  }
  return y + line;
}

constexpr float kLargestSaid = 22;

}  // namespace

void draw_missing(Canvas& canvas, Rect* area, const Params& p) {
  const std::string_view missing = what_is_missing(p);
  if (missing.empty()) return;
  const canvas::TextStyle warning{.color = canvas.color(Role::kWarning), .size = 13, .baseline = canvas::Baseline::kTop};
  area->cut_top(canvas::draw_paragraph(canvas, *area, missing, warning) + 8);
}

void draw_unread(Canvas& canvas, const Result& r) {
  Rect area = charts::page(canvas).inset(12, 0);
  area.cut_top(0.3f * area.height);
  canvas::TextStyle style{.color = canvas.color(Role::kInk), .size = area.width > 520 ? 20.0f : 16.0f, .baseline = canvas::Baseline::kTop};
  area.cut_top(canvas::draw_paragraph(canvas, area, is_read(r) ? std::string() : r.draft, style) + 14);
  style.color = canvas.color(Role::kMuted), style.size = 14;
  canvas::draw_paragraph(canvas, area, r.progress.empty() ? kNoRoomForBlocks : std::string_view(r.progress), style);
}

float said_text_height(const Canvas& canvas, const Params& p, const Result& r, float width) {
  std::vector<Rect> places;
  return lay_out_said(canvas, p, r, {.color = {}, .size = kLargestSaid}, width, &places);
}

void draw_said_text(Canvas& canvas, Rect area, const Params& p, const Result& r, Params& edit) {
  canvas::TextStyle style{.color = canvas.color(Role::kInk), .size = kLargestSaid, .align = canvas::Align::kCenter};
  std::vector<Rect> places;
  while (lay_out_said(canvas, p, r, style, area.width, &places) > area.height && style.size > 10) style.size -= 0.5f;
  const float line = 1.75f * style.size, below = places[static_cast<size_t>(r.place)].bottom() - area.height;
  const float up = below > 1 ? line * std::ceil((below - 1) / line) : 0;  // so that the token that is looked at is in sight
  for (size_t t = 0; t < places.size(); ++t) {
    const Rect at{area.x + places[t].x, area.y + places[t].y - up, places[t].width, places[t].height};
    if (at.y < area.y - 1) continue;
    if (at.bottom() > area.bottom() + 1) break;
    const int index = static_cast<int>(t);
    const std::string id = canvas::cell_id("probability", index, 0);
    const bool said = r.text.is_said(index), looked_at = index == r.place;
    const canvas::Color ground =
        said ? canvas.theme().sequential(static_cast<float>(r.text.probability(index, 0))) : canvas.color(Role::kSurface);
    canvas.rect(at, ground, 3);
    style.color = said ? canvas.theme().on(ground) : canvas.color(Role::kInk);
    style.font = said ? canvas::Font::kText : canvas::Font::kStrong;
    canvas.text(at.center(), canvas::elided(canvas, written_token(p, r, t).text, style, at.width), style);
    if (looked_at || canvas.is_hot(id)) canvas.border(at.inset(-1, -1), {canvas.color(Role::kAccent), looked_at ? 2.5f : 1.5f}, 4);
    const std::string token = "token " + std::to_string(index + 1);
    if (canvas.region(id, at, Grip::kClick, r.settings.causal ? token + ", look at what comes after it" : "hide " + token).pressed)
      edit.place = index + 1;
  }
}

void draw_said_bars(Canvas& canvas, Rect area, const Result& r, const SaidBars& bars) {
  const Next& next = bars.next;
  const Rect head = area.cut_top(22);
  const canvas::TextStyle title = charts::strong(canvas, 13);
  canvas.text({head.x, head.y + 8}, canvas::elided(canvas, bars.title, title, head.width), title);
  const auto shown = std::min<size_t>(next.candidates.size(), static_cast<size_t>(std::max(1.0f, area.height / 18)));
  const float pitch = std::min(area.height / static_cast<float>(shown), 34.0f), numbers = 38;
  canvas::TextStyle name{.color = canvas.color(Role::kInk), .size = 13, .align = canvas::Align::kRight};
  float widest = 24;
  for (size_t k = 0; k < shown; ++k) widest = std::max(widest, canvas.measure(r.corpus->name(next.candidates[k]), name).width + 4);
  widest = std::min(widest, 0.4f * area.width);
  for (size_t k = 0; k < shown; ++k) {
    const auto row = static_cast<Index>(k);
    const Rect line{area.x, area.y + pitch * static_cast<float>(k), area.width, pitch};
    const bool there = next.candidates[k] == next.follows, cut = next.drawn_from(row, 0) == 0;
    name.font = there ? canvas::Font::kStrong : canvas::Font::kText;
    name.color = canvas.color(cut ? Role::kMuted : Role::kInk);
    canvas.text({line.x + widest, line.center().y}, canvas::elided(canvas, r.corpus->name(next.candidates[k]), name, widest), name);
    const Rect track{line.x + widest + 8, line.y + 0.16f * pitch, std::max(10.0f, line.width - widest - 8 - numbers), 0.68f * pitch};
    canvas.rect(track, canvas.color(Role::kSurface), 3);
    const auto own = static_cast<float>(next.probabilities(row, 0)), drawn = static_cast<float>(next.drawn_from(row, 0));
    canvas.rect({track.x, track.y, std::max(1.0f, track.width * own), track.height},
                canvas.color(Role::kOutput).with_alpha(there ? 0.85f : 0.4f), 3);
    if (bars.marks)
      canvas.line({track.x + track.width * drawn, track.y - 1}, {track.x + track.width * drawn, track.bottom() + 1},
                  {canvas.color(Role::kInk), 2});
    const std::string id = canvas::cell_id(bars.cells, static_cast<int>(k), 0);
    if (canvas.is_hot(id)) canvas.border(track, {canvas.color(Role::kAccent), 2}, 3);
    canvas.region(id, {track.x, track.y, track.width + numbers, track.height}, Grip::kHover,
                  "probability of " + r.corpus->name(next.candidates[k]));
    canvas.text({track.right() + 6, line.center().y}, canvas::shown_fixed(static_cast<double>(own), 2), charts::quiet(canvas, 12));
  }
}

}  // namespace attn::lessons::language_models
