// The Transformer drawn as it is wired: encoder left, decoder right, every head a small picture in its place. A press opens one where it
// stands, and in the open one a button cuts it out. The figure can tell itself, from the words that go in to the last word said.
#include <algorithm>
#include <array>
#include <span>
#include <string>

#include "base/later.h"
#include "base/text.h"
#include "canvas/paragraph.h"
#include "canvas/regions.h"
#include "charts/arrows.h"
#include "charts/figure_text.h"
#include "charts/small_button.h"
#include "lessons/10_transformer/figures.h"
#include "lessons/10_transformer/whole.h"
#include "lessons/translation/changed_words.h"
#include "lessons/translation/source_text.h"

namespace attn::lessons::transformer {

using canvas::Canvas, canvas::Color, canvas::Point, canvas::Rect, canvas::Role, canvas::TextStyle;

WordLine::WordLine(const Canvas& canvas, Rect line, const std::vector<std::string>& words, TextStyle wanted) : style(wanted) {
  style.align = canvas::Align::kCenter;
  const auto total = [&] {
    float sum = 0;
    for (const std::string& word : words) sum += canvas.measure(word, style).width;
    return sum;
  };
  const auto count = static_cast<float>(words.size());
  while (style.size > 10 && total() + 2.5f * count > line.width) style.size -= 0.5f;
  const float gap = (line.width - total()) / count;
  fits = gap >= 2.4f;
  float x = line.x;
  for (const std::string& word : words) {
    const float wide = fits ? canvas.measure(word, style).width + gap : line.width / count;
    centers.push_back(x + wide / 2);
    x += wide;
  }
}

namespace {

constexpr float kVeil = 0.8f;  ///< how much of the background lies over what is not open

// ---- words in and out ------------------------------------------------------------------------------------------------------------------

/// The first `count` words that go in, in a line below the stack.
void draw_words_in(Canvas& canvas, Rect line, const std::vector<std::string>& words, int count, Role role, float size) {
  const WordLine place(canvas, line, words, {.color = canvas.color(role), .size = size});
  const float y = line.bottom() - 0.6f * size;
  const auto arrow = [&](float x) { charts::draw_arrow(canvas, {x, y - 0.7f * size}, {x, line.y + 1}, {canvas.color(Role::kMuted), 1}); };
  if (count > 0 && !place.fits) {
    canvas.text({line.center().x, y}, count == 1 ? words[0] : counted(count, "word"), place.style);
    return arrow(line.center().x);
  }
  for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
    canvas.text({place.centers[i], y}, words[i], place.style);
    arrow(place.centers[i]);
  }
}

/// What the answer was before the cut. Words that are no longer said are struck through.
void draw_former(Canvas& canvas, Rect band, Point middle, const Result& r, const TextStyle& style) {
  const std::vector<std::string>& words = r.sentence.alone;
  const std::vector<std::string> gone = translation::changed_words(words, r.sentence.output).former;
  const float space = 0.35f * style.size, count = static_cast<float>(words.size());
  float wide = (count - 1) * space;
  for (const std::string& word : words) wide += canvas.measure(word, style).width;
  float x = std::clamp(middle.x - wide / 2, band.x, std::max(band.x, band.right() - wide));
  for (size_t i = 0; i < words.size(); ++i) {
    const float width = canvas.measure(words[i], style).width;
    if (x + width > band.right() + 1) return;
    canvas.text({x + width / 2, middle.y}, words[i], style);
    if (!gone[i].empty()) canvas.line({x - 1, middle.y}, {x + width + 1, middle.y}, {canvas.color(Role::kWarning), 1.5f});
    x += width + space;
  }
}

/// The answer as far as it has been said, large, above the decoder, with changed words framed; above it what it was before the cut, or the
/// source.
void draw_answer(Canvas& canvas, const Plan& plan, int said, const Params& p, const Result& r) {
  if (said == 0) return;
  Rect band = plan.answer;
  const std::vector<std::string>& words = r.sentence.output;
  TextStyle style{
      .color = {}, .size = std::clamp(0.42f * band.height, 14.0f, 28.0f), .font = canvas::Font::kStrong, .align = canvas::Align::kCenter};
  const auto total = [&] {
    float sum = 0;
    for (const std::string& word : words) sum += canvas.measure(word, style).width + 0.45f * style.size;
    return sum;
  };
  while (style.size > 10 && total() > band.width) style.size -= 0.5f;
  const float wide = total(), y = band.bottom() - 0.9f * style.size, middle = plan.decoder.center().x;
  float x = std::clamp(middle - wide / 2, band.x, std::max(band.x, band.right() - wide));
  const TextStyle quiet = charts::quiet(canvas, std::clamp(0.6f * style.size, 10.0f, 15.0f), canvas::Align::kCenter);
  const Point above{x + wide / 2, y - 0.95f * style.size - 0.5f * quiet.size};
  if (r.sentence.changed > 0 && said == static_cast<int>(words.size())) {
    draw_former(canvas, band, above, r, quiet);
  } else {
    const std::string source = quoted(r.task->write(r.task->source, p.shown)) + " becomes";
    const std::string shown = charts::fitting(canvas, quiet, band.width, {source, "the answer"});
    const float half = canvas.measure(shown, quiet).width / 2;
    canvas.text({std::clamp(above.x, band.x + half, std::max(band.x + half, band.right() - half)), above.y}, shown, quiet);
  }
  for (size_t i = 0; i < static_cast<size_t>(said); ++i) {
    const Rect place{x, y - 0.75f * style.size, canvas.measure(words[i], style).width + 0.45f * style.size, 1.5f * style.size};
    if (place.right() > band.right() + 1) break;
    style.color = canvas.color(words[i] == "end" ? Role::kMuted : Role::kOutput);
    if (!r.sentence.former[i].empty()) {
      canvas.rect(place.inset(1, 0), canvas.color(Role::kWarning).with_alpha(0.16f), 4);
      canvas.border(place.inset(1, 0), {canvas.color(Role::kWarning), 2}, 4);
    }
    canvas.text(place.center(), words[i], style);
    canvas.region(canvas::cell_id("output", static_cast<int>(i), 0), place, canvas::Grip::kHover, "word said, with its probability");
    x = place.right();
  }
  const float out = plan.exit(plan.decoder);
  charts::draw_arrow(canvas, {out, plan.layer(plan.decoder, 2, 1).y - 1}, {out, band.bottom() + 1}, {canvas.color(Role::kOutput), 2});
}

/// What was said goes in again, around the decoder.
void draw_return(Canvas& canvas, const Plan& plan) {
  const std::array<Point, 4> way = way_back(plan);
  const Color color = canvas.color(Role::kOutput).with_alpha(0.6f);
  canvas.polyline(std::span(way).first(3), {color, 1.5f, true});
  charts::draw_arrow(canvas, way[2], way[3], {color, 1.5f});
}

/// How to read the pictures, and what is cut.
void draw_side(Canvas& canvas, Rect side, const Plan& plan, const Params& p, const Result& r, Params& edit) {
  side.cut_bottom((side.height < 5 * plan.size ? 1.6f : 2.6f) * plan.size);  // for the encoder's name and what stands at the line from it
  if (side.height < 2.6f * plan.size) return;
  const float size = std::clamp(plan.size + 1, 11.0f, 15.0f);
  const std::string heads = counted(static_cast<int>(r.effects.changed.size()), "head");
  const std::string words = heads + ", each with its weights: a row for a word that looks, a column for a word that it sees.";
  const std::string press = "Press a picture to open it, then cut it.", brief = heads + ". Press one.";
  const TextStyle style{.color = canvas.color(Role::kInk), .size = size}, bold = charts::strong(canvas, size + 1);
  const auto height = [&](const std::string& text, const TextStyle& look) {
    return 1.35f * look.size * static_cast<float>(canvas::wrapped(canvas, text, look, side.width).size()) + 0.5f * size;
  };
  const float room = side.height - 2 * size - 26;  // the legend and the button that comes with a cut have their places
  const bool invites = height(press, bold) <= room, explains = height(press, bold) + height(words, style) <= room;
  if (explains) side.cut_top(canvas::draw_paragraph(canvas, side, words, style) + 0.5f * size);
  side.cut_top(canvas::draw_paragraph(canvas, side, invites ? press : brief, invites ? bold : style) + 0.5f * size);
  if (side.height < 1.5f * size) return;
  const TextStyle quiet = charts::quiet(canvas, size);
  Rect line = side.cut_top(1.5f * size);
  const float radius = 0.6f * size;
  canvas.circle({line.x + radius, line.center().y}, radius, canvas.color(Role::kOutput));
  line.cut_left(2 * radius + 0.5f * size);
  canvas.text({line.x, line.center().y},
              charts::fitting(canvas, quiet, line.width,
                              {"words that change if this head alone is cut", "words that change if it is cut", "words it changes"}),
              quiet);
  side.cut_top(side.height > 24 + 1.4f * size ? 1.4f * size : 0.5f * size);
  if (side.height < 20) return;
  line = side.cut_top(24);
  if (p.cut.rows() == 0) {  // the stage opens the figure (session::act_on_press)
    charts::draw_small_button(canvas, {line.x, line.y, std::min(13 * size, line.width), line.height}, "figure:scale", "Beside real models",
                              "fly out to GPT-2 and GPT-3, in the same units");
    return;
  }
  const std::string cut = counted(static_cast<int>(p.cut.rows()), "head is", "heads are") + " cut: " +
                          (r.sentence.changed == 0 ? "no word changes" : counted(r.sentence.changed, "word changes", "words change"));
  if (charts::draw_small_button(canvas, line.cut_right(std::clamp(0.4f * line.width, 64.0f, 96.0f)), "unbend", "Put back",
                                "put every head back"))
    edit.cut = Mat(0, 3), edit.overrides = Mat(0, 5);
  canvas.text({line.x, line.center().y}, charts::fitting(canvas, charts::strong(canvas, size), line.width - 8, {cut, ""}),
              charts::strong(canvas, size));
}

/// A press beside the open head closes it.
void draw_closing(Canvas& canvas, Rect all, Rect card, Params& edit) {
  const std::array<Rect, 4> around = beside(all, card);
  for (size_t k = 0; k < around.size(); ++k)
    if (around[k].width > 4 && around[k].height > 4 &&
        canvas.region("beside[" + std::to_string(k) + "]", around[k], canvas::Grip::kClick, "close the open head").pressed)
      edit.opened = false;
}

}  // namespace

void draw_whole(Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  Rect area = charts::page(canvas, 6);
  const Walk walk(p, r);
  const std::vector<std::string> sentences = walk_sentences(r);
  charts::draw_story(canvas, &area, walk.story(), std::vector<std::string_view>(sentences.begin(), sentences.end()), "the whole model",
                     &edit.walk);
  translation::draw_source_help(canvas, &area, *r.task, r.refusal, &edit.source);
  const int heads = r.settings.heads;
  const Plan plan = plan_of(area, heads);
  const bool opened = p.opened && walk.is_told(place_of(p));
  const Rect card = opened ? card_of(plan, p, heads) : Rect{-10, -10, 0, 0};
  if (opened) draw_closing(canvas, area, card, edit);
  if (walk.said() > 1 || walk.returned() > 0) draw_return(canvas, plan);
  draw_stack(canvas, plan, walk, p, r, true, card, edit);
  draw_stack(canvas, plan, walk, p, r, false, card, edit);
  draw_memory(canvas, plan, walk.memory(), heads);
  draw_words_in(canvas, plan.source, r.sentence.source, walk.source(), Role::kInk, plan.size + 1);
  draw_words_in(canvas, plan.given, r.sentence.input, walk.given(), Role::kOutput, plan.size + 1);
  if (walk.all()) draw_side(canvas, plan.side, plan, p, r, edit);
  if (!walk.all() && is_here(later<draw_telling>)) later<draw_telling>(canvas, area, plan, walk, p, r);
  if (opened)
    canvas.rect({area.x - 8, plan.middle.y, area.width + 16, plan.middle.height + 6}, canvas.color(Role::kBackground).with_alpha(kVeil));
  draw_answer(canvas, plan, walk.said(), p, r);
  if (opened) draw_card(canvas, plan, card, p, r, edit);
}

}  // namespace attn::lessons::transformer
