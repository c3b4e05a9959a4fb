// The whole caption at once: a small picture for each word, with its map.
#include <algorithm>
#include <cmath>
#include <string>

#include "canvas/regions.h"
#include "charts/figure_text.h"
#include "lessons/14_visual-attention/figure_parts.h"
#include "lessons/14_visual-attention/words.h"

namespace attn::lessons::visual_attention {

using canvas::Canvas, canvas::Grip, canvas::Rect, canvas::Role;

void draw_maps(Canvas& canvas, const Params&, const Result& r, Params& edit) {
  constexpr float kName = 24, kGap = 10;
  Rect area = charts::page(canvas);
  draw_note(canvas, &area, "Each word and where it looks; a small ring marks the middle of a noun\u2019s map",
            "Each word and where it looks");
  const auto count = static_cast<int>(r.steps());
  const auto fits = [&](int cols) {
    const auto rows = static_cast<float>((count + cols - 1) / cols);
    return std::min(area.width / static_cast<float>(cols) - kGap, area.height / rows - kName - kGap);
  };
  int cols = 1;
  for (int c = 2; c <= count; ++c)
    if (fits(c) > fits(cols)) cols = c;
  constexpr int kWordsOfAThing = 5;  // with a row for each thing its words stand below those of the other
  if (fits(kWordsOfAThing) > 0.8f * fits(cols)) cols = kWordsOfAThing;
  float side = fits(cols);
  side = std::min(side, 240.0f);
  const float across = static_cast<float>(cols) * (side + kGap), left = area.x + std::max(0.0f, (area.width - across) / 2);
  for (int t = 0; t < count; ++t) {
    const Rect tile{left + static_cast<float>(t % cols) * (side + kGap), area.y + static_cast<float>(t / cols) * (side + kName + kGap),
                    side, side + kName};
    const Rect picture{tile.x, tile.y + kName, side, side};
    const bool end = t >= static_cast<int>(r.words.size()), shown = t == r.word;
    const std::string word = end ? "(end)" : std::string(r.word_at(t)), id = canvas::cell_id("caption", t, 0);
    const canvas::TextStyle style = shown ? charts::strong(canvas, 13) : charts::quiet(canvas, 13);
    const bool wrong =
        r.clear && !end &&
        (static_cast<std::size_t>(t) >= r.truth.size() || r.words[static_cast<std::size_t>(t)] != r.truth[static_cast<std::size_t>(t)]);
    const std::string marked = word + (wrong ? " (wrong)" : "");
    canvas.text({tile.x + 1, tile.y + kName / 2}, charts::fitting(canvas, style, tile.width, {marked, word}), style);
    draw_scene(canvas, picture, r.things, r.telling.used.row(t));
    if (!end && r.attends() && tasks::is_noun(r.words[static_cast<std::size_t>(t)])) {
      const Middle middle = middle_of(r.telling.used.row(t));
      const float scale = picture.width / tasks::kSceneSide;
      const canvas::Point at{picture.x + static_cast<float>(middle.x) * scale, picture.y + static_cast<float>(middle.y) * scale};
      canvas.circle(at, 4.5f, canvas.color(Role::kBackground));
      canvas.ring(at, 4.5f, {canvas.color(Role::kInk), 2});
    }
    if (shown) canvas.border(picture, {canvas.color(Role::kOutput), 2.5f});
    if (canvas.is_hot(id)) canvas.border(picture, {canvas.color(Role::kAccent), 2.5f});
    if (canvas.region(id, tile, Grip::kClick, "word " + std::to_string(t + 1) + ", " + std::string(r.word_at(t)) + ", press to choose it")
            .pressed)
      edit.word = t + 1;
  }
}

}  // namespace attn::lessons::visual_attention
