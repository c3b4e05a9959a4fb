// Byte pairs that are learned: the latest merges, the beginning of the text cut into the tokens so far, and the reader's own words.
#include <algorithm>
#include <string>
#include <vector>

#include "base/text.h"
#include "canvas/paragraph.h"
#include "canvas/regions.h"
#include "charts/figure_text.h"
#include "lessons/11_language-models/figures.h"
#include "lessons/11_language-models/merges_study.h"

namespace attn::lessons::language_models {
namespace {

using canvas::Canvas, canvas::Grip, canvas::Point, canvas::Rect, canvas::Role;

/// The name of a token as it is read: a dot for a space stays, but pale.
void draw_piece_name(Canvas& canvas, Rect at, const std::string& name, const canvas::TextStyle& style) {
  canvas.text(at.center(), canvas::elided(canvas, name, style, at.width), style);
}

/// Tokens as a running text. The newest one is framed; `id` names their cells, if they are a result. Returns the height.
float draw_pieces(Canvas& canvas, Rect area, const std::vector<std::string>& pieces, const std::string& newest, std::string_view id,
                  float size) {
  canvas::TextStyle style{.color = canvas.color(Role::kInk), .size = size, .align = canvas::Align::kCenter};
  const float line = 1.7f * size;
  float x = 0, y = 0;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const float wide = std::min(area.width, canvas.measure(pieces[i], style).width + 5);
    if (x > 0 && x + wide > area.width) x = 0, y += line;
    if (y + line > area.height + 1) return y;
    const Rect at{area.x + x, area.y + y, wide, line - 4};
    const bool is_new = pieces[i] == newest;
    // Neighbours have different grounds, so that borders are seen without lines.
    canvas.rect(at, canvas::mix(canvas.color(Role::kBackground), canvas.color(Role::kQuery), i % 2 ? 0.22f : 0.09f), 3);
    if (is_new) canvas.border(at, {canvas.color(Role::kAccent), 2}, 3);
    draw_piece_name(canvas, at, pieces[i], style);
    if (!id.empty()) {
      const std::string cell = canvas::cell_id(id, static_cast<int>(i), 0);
      if (canvas.is_hot(cell)) canvas.border(at, {canvas.color(Role::kAccent), 2}, 3);
      canvas.region(cell, at, Grip::kHover, "bytes of this piece");
    }
    x += wide + 2;
  }
  return y + line;
}

/// "t + h", an arrow, "th" and how often.
void draw_merge(Canvas& canvas, Rect line, const MergeStudy::Joined& merge, bool strong, bool is_next) {
  canvas::TextStyle style = strong ? charts::strong(canvas, 14) : charts::quiet(canvas, 13);
  const std::string text = merge.left + " + " + merge.right + (is_next ? "" : "  \u2192  " + merge.whole);
  const std::string count = "\u00d7 " + thousands(static_cast<std::ptrdiff_t>(merge.count));
  const float numbers = canvas.measure(count, style).width + 10;
  canvas.text({line.x, line.center().y}, canvas::elided(canvas, text, style, line.width - numbers), style);
  style.align = canvas::Align::kRight;
  canvas.text({line.right(), line.center().y}, count, style);
}

void draw_merge_list(Canvas& canvas, Rect area, const MergeStudy& study) {
  const Rect head = area.cut_top(24);
  charts::draw_heading(canvas, {head.x, head.y, head.width, 16}, "Pairs joined",
                       counted(static_cast<std::ptrdiff_t>(study.merges.size()), "merge"), 13);
  constexpr float kLine = 22;
  if (study.next.count > 0) {
    Rect next = area.cut_top(2 * kLine);
    canvas.text({next.x, next.y + 8}, "next, the most frequent pair:", charts::quiet(canvas, 12));
    draw_merge(canvas, {next.x, next.y + kLine - 4, next.width, kLine}, study.next, true, true);
  }
  area.cut_top(6);
  const auto room = static_cast<std::size_t>(std::max(0.0f, area.height / kLine));
  for (std::size_t k = 0; k < std::min(room, study.merges.size()); ++k) {
    const std::size_t i = study.merges.size() - 1 - k;
    const Rect line{area.x, area.y + kLine * static_cast<float>(k), area.width, kLine};
    const std::string cell = canvas::cell_id("merge-counts", static_cast<int>(i), 0);
    if (canvas.is_hot(cell)) canvas.rect(line, canvas.color(Role::kSurface), 3);
    draw_merge(canvas, line.inset(2, 0), study.merges[i], k == 0, false);
    canvas.region(cell, line, Grip::kHover, "how often this pair stood in the text");
  }
}

}  // namespace

void draw_merges(Canvas& canvas, const Params& p, const Result&, Params&) {
  const MergeStudy& study = study_merges(p);
  Rect area = charts::page(canvas);
  const bool wide = area.width > 1.05f * area.height && area.width > 460;
  const std::string newest = study.merges.empty() ? std::string() : study.merges.back().whole;
  Rect list = wide ? area.cut_left(std::clamp(0.32f * area.width, 190.0f, 300.0f))
                   : area.cut_bottom(std::clamp(0.34f * area.height, 60.0f, 220.0f));
  if (wide) area.cut_left(28);
  Rect words = area.cut_bottom(std::clamp(0.26f * area.height, 62.0f, 150.0f));
  const float size = wide ? 16.0f : 14.0f;
  const Rect head = area.cut_top(24);
  charts::draw_heading(canvas, {head.x, head.y, head.width, 16}, "The text so far",
                       "a token holds " + fixed(study.characters_per_token, 2) + " characters", 13);
  draw_pieces(canvas, area, study.excerpt, newest, "", size);
  const Rect below = words.cut_top(24);
  charts::draw_heading(canvas, {below.x, below.y, below.width, 16}, "Your words",
                       counted(static_cast<std::ptrdiff_t>(study.word.size()), "token"), 13);
  draw_pieces(canvas, words, study.word, newest, "word-pieces", size);
  draw_merge_list(canvas, list, study);
}

}  // namespace attn::lessons::language_models
