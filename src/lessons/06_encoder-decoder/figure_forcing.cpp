// The decoder with teacher forcing above, and running freely below.
#include <algorithm>

#include "canvas/number_text.h"
#include "canvas/paragraph.h"
#include "canvas/regions.h"
#include "charts/arrows.h"
#include "charts/figure_text.h"
#include "lessons/06_encoder-decoder/figure_parts.h"
#include "lessons/06_encoder-decoder/figures.h"
#include "lessons/06_encoder-decoder/words.h"
#include "lessons/translation/source_text.h"

namespace attn::lessons::encoder_decoder {
namespace {

struct Look {
  std::string_view title, help, id;
  bool own_words = false;  ///< each step is given what the step before said
};

/// Writes a probability into its column, or above it where the column is too low, or nowhere if there is no room either. It stands upright
/// where the columns are too narrow.
void draw_probability(canvas::Canvas& canvas, canvas::Rect track, canvas::Rect bar, float p, canvas::TextStyle style, bool upright) {
  const std::string text = canvas::shown_fixed(static_cast<double>(p), 2);
  const float length = upright ? canvas.measure(text, style).width + 4 : 1.4f * style.size;
  const bool inside = bar.height > length;
  if (inside) style.color = canvas.theme().on(canvas.theme().sequential(0.25f + 0.75f * p));
  if (!inside && bar.y - length < track.y - 3) return;  // it would cover the column's top or the word above
  const float y = inside ? bar.y + length / 2 : bar.y - length / 2;
  style.align = canvas::Align::kCenter;
  if (upright) style.angle = -90;
  canvas.text({track.center().x, y}, text, style);
}

/// The probability of the right word as a column that is at least as wide as its number, where there is room for that.
void draw_bar(canvas::Canvas& canvas, canvas::Rect place, const Result& r, const SaidWord& word, const std::string& id, float size) {
  const float p = static_cast<float>(word.right_probability);
  const canvas::TextStyle number = charts::quiet(canvas, std::clamp(0.42f * place.width, 8.0f, size - 2));
  const float needed = canvas.measure("0.00", number).width + 3;
  const bool upright = needed > place.width - 1;
  const float width = std::max(std::min(0.55f * place.width, 34.0f), upright ? std::min(number.size + 2, place.width - 1) : needed);
  const canvas::Rect track{place.center().x - width / 2, place.y, width, place.height};
  canvas.rect(track, canvas.color(canvas::Role::kSurface), 2);
  if (word.right < 0) return;
  const float height = std::max(1.0f, p * track.height);
  const canvas::Rect bar{track.x, track.bottom() - height, width, height};
  canvas.rect(bar, canvas.theme().sequential(0.25f + 0.75f * p), 2);
  if (canvas.is_hot(id)) canvas.border(track, {canvas.color(canvas::Role::kAccent), 2}, 2);
  canvas.region(id, track, canvas::Grip::kHover, "probability of the right word, " + target_word(r, word.right));
  draw_probability(canvas, track, bar, p, number, upright);
}

/// What is said, struck out where it is wrong.
void draw_said(canvas::Canvas& canvas, canvas::Rect place, std::string_view word, bool wrong, float size) {
  canvas::TextStyle style{
      .color = canvas.color(wrong ? canvas::Role::kWarning : canvas::Role::kOutput), .size = size, .font = canvas::Font::kStrong};
  draw_centred(canvas, place, word, style);
  const float half = std::min(canvas.measure(word, style).width, place.width - 2) / 2 + 1;
  if (wrong) canvas.line({place.center().x - half, place.center().y}, {place.center().x + half, place.center().y}, {style.color, 1.5f});
}

void draw_run(canvas::Canvas& canvas, canvas::Rect area, const Look& look, const Result& r, const DecodedRun& run, int columns,
              float size) {
  const std::vector<SaidWord>& words = run.words;
  const auto wrong = [&](size_t j) { return r.solved && words[j].wrong(); };
  const canvas::Rect title = area.cut_top(1.5f * size);
  canvas.text({title.x, title.center().y}, look.title, charts::strong(canvas, size));
  const float after = title.x + canvas.measure(look.title, charts::strong(canvas, size)).width + 8;
  canvas.text({after, title.center().y}, canvas::elided(canvas, look.help, charts::quiet(canvas, size - 1), title.right() - after),
              charts::quiet(canvas, size - 1));
  const float tags = canvas.measure("given", charts::quiet(canvas, size - 1)).width + 8;
  canvas::Rect labels = area.cut_left(tags);
  const float line = 1.5f * size;
  const canvas::Rect said = area.cut_top(line), given = area.cut_bottom(line);
  canvas.text({labels.x, said.center().y}, "said", charts::quiet(canvas, size - 1));
  canvas.text({labels.x, given.center().y}, "given", charts::quiet(canvas, size - 1));
  canvas.text({labels.x, area.center().y}, "right", charts::quiet(canvas, size - 1));
  const auto at = [&](canvas::Rect band, size_t j) { return band.cell(0, static_cast<int>(j), 1, columns); };
  bool spoilt = false;  // the word is wrong or, where words are fed back, an earlier one was
  for (size_t j = 0; j < words.size(); ++j) {
    spoilt = wrong(j) || (spoilt && look.own_words);
    if (spoilt)
      canvas.rect({at(said, j).x, said.y, at(said, j).width, given.bottom() - said.y},
                  canvas.color(canvas::Role::kWarning).with_alpha(0.1f));
  }
  for (size_t j = 0; j < words.size(); ++j) {
    draw_said(canvas, at(said, j), target_word(r, words[j].token), wrong(j), size);
    draw_bar(canvas, at(area, j).inset(0, 3), r, words[j], canvas::cell_id(look.id, static_cast<int>(j), 0), size);
    draw_centred(canvas, at(given, j), target_word(r, words[j].input), {.color = canvas.color(canvas::Role::kKey), .size = size});
    if (!look.own_words || j + 1 >= words.size() || at(area, j).width < 16) continue;
    // The way down runs between two columns, so that it crosses none.
    const canvas::Rect from = at(said, j), to = at(given, j + 1);
    const float gap = from.right();
    const canvas::Stroke stroke{canvas.color(wrong(j) ? canvas::Role::kWarning : canvas::Role::kMuted), wrong(j) ? 2.0f : 1.0f};
    const canvas::Point way[] = {{gap, from.bottom() + 1}, {gap, to.y - 0.2f * size}};
    canvas.polyline(way, stroke);
    charts::draw_arrow(canvas, way[1], {gap + 0.2f * to.width, to.y + 0.4f * size}, stroke);
    canvas.line({from.center().x + 0.26f * from.width, from.center().y + 1}, way[0], stroke);
  }
}

}  // namespace

void draw_forcing(canvas::Canvas& canvas, const Params&, const Result& r, Params& edit) {
  auto [size, area] = page_of(canvas);
  translation::draw_source_help(canvas, &area, *r.task, r.problem, &edit.source);
  const std::string_view note = "Columns: probability of the right word. Shaded: wrong words, and in the free run all that follows.";
  area.cut_top(canvas::draw_paragraph(canvas, area, note, charts::quiet(canvas, size)) + 4);
  const int columns = static_cast<int>(std::max({r.forced.words.size(), r.free.words.size(), size_t{1}}));
  if (!r.forced.words.empty()) {
    const Look teacher{.title = "Teacher forcing", .help = "each step is given the right word before it", .id = "right-forced"};
    draw_run(canvas, area.cut_top((area.height - size) / 2), teacher, r, r.forced, columns, size);
    area.cut_top(size);
  }
  const Look own{.title = "Free running", .help = "each step is given the word said before it", .id = "right-free", .own_words = true};
  draw_run(canvas, area, own, r, r.free, columns, size);
}

}  // namespace attn::lessons::encoder_decoder
