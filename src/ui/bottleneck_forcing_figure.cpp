// Teacher forcing above, free running below.
#include <algorithm>

#include "ui/arrows.h"
#include "ui/bottleneck_figure.h"
#include "ui/cell_matrix.h"
#include "ui/number_text.h"
#include "ui/paragraph.h"
#include "ui/regions.h"

namespace attn::ui {
namespace {

TextStyle strong(const Canvas& canvas, float size) { return {.color = canvas.color(Role::kInk), .size = size, .font = Font::kStrong}; }
TextStyle quiet(const Canvas& canvas, float size) { return {.color = canvas.color(Role::kMuted), .size = size}; }

struct Run {
  std::string_view title, help, id;
  bool own_words = false;  ///< what is said is given to the next step
};

void centred(Canvas& canvas, Rect place, std::string_view text, TextStyle style) {
  style.align = Align::kCenter;
  const float width = canvas.measure(text, style).width;
  if (width > place.width - 1) style.size = std::max(8.0f, style.size * (place.width - 1) / width);  // smaller, and only then cut
  canvas.text(place.center(), elided(canvas, text, style, place.width - 1), style);
}

/// A probability inside its column where there is height, else above it, else nowhere; upright where the columns are too narrow.
void draw_probability(Canvas& canvas, Rect track, Rect bar, float p, TextStyle style, bool upright) {
  const std::string text = shown_fixed(static_cast<double>(p), 2);
  const float length = upright ? canvas.measure(text, style).width + 4 : 1.4f * style.size;
  const bool inside = bar.height > length;
  if (inside) style.color = canvas.theme().on(canvas.theme().sequential(0.25f + 0.75f * p));
  if (!inside && bar.y - length < track.y - 3) return;  // it would stand across the column's top, or over the word above
  const float y = inside ? bar.y + length / 2 : bar.y - length / 2;
  style.align = Align::kCenter;
  if (upright) style.angle = -90;
  canvas.text({track.center().x, y}, text, style);
}

/// The probability of the right word as a column, as wide as its number at least.
void draw_bar(Canvas& canvas, Rect place, const DecodedWord& word, const std::string& id, float size) {
  const float p = static_cast<float>(word.right_probability);
  const TextStyle number{.color = canvas.color(Role::kMuted), .size = std::clamp(0.42f * place.width, 8.0f, size - 2)};
  const float needed = canvas.measure("0.00", number).width + 3;
  const bool upright = needed > place.width - 1;
  const float width = std::max(std::min(0.55f * place.width, 34.0f), upright ? std::min(number.size + 2, place.width - 1) : needed);
  const Rect track{place.center().x - width / 2, place.y, width, place.height};
  canvas.rect(track, canvas.color(Role::kSurface), 2);
  if (word.right.empty()) return;
  const float height = std::max(1.0f, p * track.height);
  const Rect bar{track.x, track.bottom() - height, width, height};
  canvas.rect(bar, canvas.theme().sequential(0.25f + 0.75f * p), 2);
  if (canvas.is_hot(id)) canvas.frame(track, {canvas.color(Role::kAccent), 2}, 2);
  canvas.region(id, track, Grip::kHover, "probability of the right word, " + word.right);
  draw_probability(canvas, track, bar, p, number, upright);
}

/// What is said, struck out where it is wrong.
void draw_said(Canvas& canvas, Rect place, const DecodedWord& word, float size) {
  TextStyle style{.color = canvas.color(word.wrong ? Role::kWarning : Role::kOutput), .size = size, .font = Font::kStrong};
  centred(canvas, place, word.word, style);
  const float half = std::min(canvas.measure(word.word, style).width, place.width - 2) / 2 + 1;
  if (word.wrong)
    canvas.line({place.center().x - half, place.center().y}, {place.center().x + half, place.center().y}, {style.color, 1.5f});
}

void draw_run(Canvas& canvas, Rect area, const Run& run, std::span<const DecodedWord> words, int columns, float size) {
  const Rect title = area.cut_top(1.5f * size);
  canvas.text({title.x, title.center().y}, run.title, strong(canvas, size));
  const float after = title.x + canvas.measure(run.title, strong(canvas, size)).width + 8;
  canvas.text({after, title.center().y}, elided(canvas, run.help, quiet(canvas, size - 1), title.right() - after), quiet(canvas, size - 1));
  const float tags = canvas.measure("given", quiet(canvas, size - 1)).width + 8;
  Rect labels = area.cut_left(tags);
  const float line = 1.5f * size;
  const Rect said = area.cut_top(line), given = area.cut_bottom(line);
  canvas.text({labels.x, said.center().y}, "said", quiet(canvas, size - 1));
  canvas.text({labels.x, given.center().y}, "given", quiet(canvas, size - 1));
  canvas.text({labels.x, area.center().y}, "right", quiet(canvas, size - 1));
  const auto at = [&](Rect band, size_t j) { return band.cell(0, static_cast<int>(j), 1, columns); };
  bool spoilt = false;  // an input that was not right has been given
  for (size_t j = 0; j < words.size(); ++j) {
    spoilt = words[j].wrong || (spoilt && run.own_words);
    if (spoilt)
      canvas.rect({at(said, j).x, said.y, at(said, j).width, given.bottom() - said.y}, canvas.color(Role::kWarning).with_alpha(0.1f));
  }
  for (size_t j = 0; j < words.size(); ++j) {
    draw_said(canvas, at(said, j), words[j], size);
    draw_bar(canvas, at(area, j).inset(0, 3), words[j], cell_id(run.id, static_cast<int>(j), 0), size);
    centred(canvas, at(given, j), words[j].input, {.color = canvas.color(Role::kKey), .size = size});
    if (!run.own_words || j + 1 >= words.size() || at(area, j).width < 16) continue;
    // Down between the columns, so that no column is crossed.
    const Rect from = at(said, j), to = at(given, j + 1);
    const float gap = from.right();
    const Stroke stroke{canvas.color(words[j].wrong ? Role::kWarning : Role::kMuted), words[j].wrong ? 2.0f : 1.0f};
    const Point way[] = {{gap, from.bottom() + 1}, {gap, to.y - 0.2f * size}};
    canvas.polyline(way, stroke);
    draw_arrow(canvas, way[1], {gap + 0.2f * to.width, to.y + 0.4f * size}, stroke);
    canvas.line({from.center().x + 0.26f * from.width, from.center().y + 1}, way[0], stroke);
  }
}

}  // namespace

void draw_forcing(Canvas& canvas, std::span<const DecodedWord> forced, std::span<const DecodedWord> free, std::string_view note) {
  Rect area = canvas.bounds();
  const float size = std::clamp(area.width / 58, 11.0f, 14.0f);
  area = area.inset(std::clamp(area.width / 60, 6.0f, 20.0f), 6);
  area.cut_top(draw_paragraph(canvas, area, note, quiet(canvas, size)) + 4);
  const int columns = static_cast<int>(std::max({forced.size(), free.size(), size_t{1}}));
  if (!forced.empty()) {
    const Run teacher{.title = "Teacher forcing", .help = "each step is given the right word before it", .id = "right-forced"};
    draw_run(canvas, area.cut_top((area.height - size) / 2), teacher, forced, columns, size);
    area.cut_top(size);
  }
  const Run own{.title = "Free running", .help = "each step is given the word said before it", .id = "right-free", .own_words = true};
  draw_run(canvas, area, own, free, columns, size);
}

}  // namespace attn::ui
