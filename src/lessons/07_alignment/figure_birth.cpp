// Attention being born: where the network with attention looks for each word of the right answer, what it says by itself, what its twin
// without attention says, and how both learn.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "base/text.h"
#include "canvas/number_text.h"
#include "canvas/paragraph.h"
#include "canvas/regions.h"
#include "charts/cell_matrix.h"
#include "charts/figure_text.h"
#include "charts/plot.h"
#include "lessons/07_alignment/figures.h"
#include "lessons/translation/source_text.h"

namespace attn::lessons::alignment {
namespace {

using canvas::Canvas, canvas::Grip, canvas::Point, canvas::Rect, canvas::Role;

/// A wave below what is wrong, so that colour does not say it alone.
void draw_wave(Canvas& canvas, float from, float to, float y) {
  std::vector<Point> wave;
  for (float x = from; x <= to; x += 3) wave.push_back({x, y + (wave.size() % 2 == 0 ? 1.2f : -1.2f)});
  if (wave.size() > 1) canvas.polyline(wave, {canvas.color(Role::kWarning), 1.4f});
}

constexpr float kLine = 1.55f;     ///< times the size of the words
constexpr float kHeadSize = 1.5f;  ///< times the size of the names

/// The words that a network says, in as many lines as `area` has room for.
void draw_words(Canvas& canvas, Rect area, const Said& said, float size) {
  const float line = kLine * size, space = 0.32f * size;
  Point at{area.x, area.y + line / 2};
  for (size_t i = 0; i < said.words.size(); ++i) {
    const canvas::TextStyle style{.color = canvas.color(said.right[i] ? Role::kOutput : Role::kWarning),
                                  .size = size,
                                  .font = said.right[i] ? canvas::Font::kStrong : canvas::Font::kText};
    const float width = canvas.measure(said.words[i], style).width;
    if (at.x > area.x && at.x + width > area.right()) at = {area.x, at.y + line};
    if (at.y > area.bottom()) return;
    canvas.text(at, said.words[i], style);
    if (!said.right[i]) draw_wave(canvas, at.x, at.x + width, at.y + 0.66f * size);
    at.x += width + space;
  }
}

/// The height of the lines that the words of the right answer need, and a little more. While a network learns it says more words or fewer,
/// and nothing below may move.
float words_height(const Canvas& canvas, const Birth& b, float width, float size) {
  const canvas::TextStyle style = charts::strong(canvas, size);
  float all = 0;
  for (const std::string& word : b.rows) all += canvas.measure(word, style).width + 0.32f * size;
  return kLine * size * std::max(2.0f, std::ceil(1.1f * all / width));
}

std::string verdict(const Said& said) { return said.wrong == 0 ? "right" : counted(said.wrong, "mistake", "mistakes"); }

/// A network's name, whether it is right, and what it says.
void draw_said(Canvas& canvas, Rect area, const Said& said, std::string_view name, std::string_view id, float size, float words) {
  const Rect head = area.cut_top(kHeadSize * size);
  const canvas::TextStyle bold = charts::strong(canvas, size);
  canvas.text({head.x, head.center().y}, name, bold);
  const std::string judged = verdict(said);
  canvas::TextStyle style = charts::quiet(canvas, size);
  style.color = canvas.color(said.wrong == 0 ? Role::kGood : Role::kWarning);
  const float x = head.x + canvas.measure(name, bold).width + 0.8f * size;
  canvas.text({x, head.center().y}, judged, style);
  canvas.region(canvas::cell_id(id, 0, 0), {x, head.y, canvas.measure(judged, style).width, head.height}, Grip::kHover,
                "words that are wrong, missing or too many in what the network says by itself");
  draw_words(canvas, area, said, words);
}

std::vector<double> column(const Mat& m, Index j) {
  std::vector<double> out;
  for (Index i = 0; i < m.rows(); ++i) out.push_back(static_cast<double>(m(i, j)));
  return out;
}

/// The last row up to the shown step; -1 where there is none.
Index shown_row(const Mat& losses, int shown) {
  Index last = losses.rows() - 1;
  while (shown >= 0 && last >= 0 && losses(last, 0) > static_cast<Real>(shown)) --last;
  return last;
}

/// The losses of both, with their values above.
void draw_losses(Canvas& canvas, Rect area, const Birth& b, float size) {
  Rect head = area.cut_top(1.6f * size);
  const canvas::Color ink = canvas.color(Role::kInk), muted = canvas.color(Role::kMuted);
  canvas.text({head.x, head.center().y}, "loss", charts::strong(canvas, size));
  head.cut_left(canvas.measure("loss", charts::strong(canvas, size)).width + 14);
  for (const bool with : {true, false}) {
    const Mat& losses = with ? b.with.losses : b.without.losses;
    const Index row = shown_row(losses, b.shown);
    const std::string value = row < 0 ? std::string("\u2013") : canvas::shown_rounded(losses(row, 1), 3);
    const std::string text = (with ? "with " : "without ") + value;
    canvas.line({head.x, head.center().y}, {head.x + 16, head.center().y}, {with ? ink : muted, with ? 2.5f : 2.0f, !with});
    const canvas::TextStyle style{.color = ink, .size = size};
    const float width = 20 + canvas.measure(text, style).width;
    canvas.text({head.x + 20, head.center().y}, text, style);
    if (row >= 0)
      canvas.region(canvas::cell_id(with ? "loss-curve" : "loss-without", static_cast<int>(row), 0), {head.x, head.y, width, head.height},
                    Grip::kHover, "loss, the mean of the last 20 steps");
    head.cut_left(width + 14);
  }
  double steps = 100, top = std::max(b.guessing, 0.1);
  for (const Mat* m : {&b.with.losses, &b.without.losses})
    for (Index i = 0; i < m->rows(); ++i) {
      steps = std::max(steps, static_cast<double>((*m)(i, 0)));
      if (std::isfinite((*m)(i, 1))) top = std::max(top, std::min(2 * b.guessing, static_cast<double>((*m)(i, 1))));
    }
  const charts::Axes axes = charts::draw_axes(canvas, area, {.label = "training step", .min = 0, .max = steps},
                                              {.label = "", .min = 0, .max = 1.05 * top}, size - 1);
  charts::draw_curve(canvas, axes, column(b.without.losses, 0), column(b.without.losses, 1), {muted, 2, true});
  charts::draw_curve(canvas, axes, column(b.with.losses, 0), column(b.with.losses, 1), {ink, 2.5f});
  if (b.shown < 0) return;
  const float x = axes.x.to_pixel(b.shown);
  canvas.line({x, axes.plot.y}, {x, axes.plot.bottom()}, {canvas.color(Role::kAccent), 1.5f});
}

/// A share as a bar with its number.
struct Bar {
  std::string_view name, id;
  const translation::LengthStudy::Point& share;
  bool with;
};

void draw_bar(Canvas& canvas, Rect row, const Bar& bar, float names, float size) {
  const float number = 3.8f * size;
  canvas.text({row.x, row.center().y}, bar.name, charts::quiet(canvas, size));
  Rect track = row;
  track.cut_left(names), track.cut_right(number);
  track = track.inset(0, 0.24f * row.height);
  canvas.rect(track, canvas.color(Role::kSurface), 2);
  const bool known = bar.share.total > 0;
  const float share = known ? static_cast<float>(bar.share.accuracy()) : 0;
  canvas.rect({track.x, track.y, share * track.width, track.height}, canvas.color(bar.with ? Role::kInk : Role::kMuted), 2);
  canvas.text({row.right(), row.center().y}, known ? fixed(100.0 * static_cast<double>(share), 0) + " %" : "\u2013",
              charts::strong(canvas, size, canvas::Align::kRight));
  canvas.region(bar.id, row, Grip::kHover, "share of unseen sentences that come out right to the last word");
}

/// How many unseen sentences come out right, as long as in training and longer.
void draw_shares(Canvas& canvas, Rect area, const translation::TranslationNumbers& n, float size) {
  const Rect head = area.cut_top(1.7f * size);
  const canvas::TextStyle bold = charts::strong(canvas, size);
  canvas.text(
      {head.x, head.center().y},
      charts::fitting(canvas, bold, head.width, {"unseen sentences right to the last word", "unseen sentences right", "unseen right"}),
      bold);
  const float names = canvas.measure("without", charts::quiet(canvas, size)).width + 12, row = std::min(3 * size, area.height / 6.6f);
  const std::string within = "of " + std::to_string(n.shortest) + " to " + std::to_string(n.longest) + " words, as in training";
  for (const bool longer : {false, true}) {
    const Rect title = area.cut_top(1.05f * row);
    canvas.text({title.x, title.center().y}, longer ? "longer than any in training" : within, charts::quiet(canvas, size - 1));
    draw_bar(canvas, area.cut_top(row), {"with", longer ? "exact-match-long" : "exact-match", longer ? n.beyond : n.within, true}, names,
             size);
    draw_bar(canvas, area.cut_top(row),
             {"without", longer ? "exact-match-long-without" : "exact-match-without", longer ? n.rival_beyond : n.rival_within, false},
             names, size);
    area.cut_top(0.2f * row);
  }
}

/// Where the network looks for each word of the right answer. A press chooses the row.
void draw_looks(Canvas& canvas, Rect area, const Params& p, const Birth& b, const std::vector<std::string>& source, float size,
                Params& edit) {
  Rect head = area.cut_top(1.8f * size);
  const std::string found = std::to_string(b.found) + " of " + std::to_string(b.words) + " content words found";
  const canvas::TextStyle quiet = charts::quiet(canvas, size, canvas::Align::kRight);
  if (b.words > 0) {
    const float width = canvas.measure(found, quiet).width;
    canvas.text({head.right(), head.center().y}, found, quiet);
    canvas.region(canvas::cell_id("birth-found", 0, 0), {head.right() - width, head.y, width, head.height}, Grip::kHover,
                  "nouns, verbs and adjectives whose largest weight is on the word that they translate");
    head.cut_right(width + 10);
  }
  const auto n = static_cast<int>(b.weights.rows());
  const int row = std::min(p.row, n) - 1;
  Index most = 0;
  b.weights.row(row).maxCoeff(&most);
  const std::string looks = quoted(b.rows[static_cast<size_t>(row)]) + " looks at " + quoted(source[static_cast<size_t>(most)]);
  const canvas::TextStyle bold = charts::strong(canvas, size);
  canvas.text({head.x, head.center().y},
              charts::fitting(canvas, bold, head.width, {"Where attention looks: " + looks, looks, "Where it looks"}), bold);
  area.cut_top(2);
  const charts::CellMatrix matrix{.id = "birth",
                                  .values = b.weights,
                                  .rows = b.rows,
                                  .cols = source,
                                  .row_role = Role::kOutput,
                                  .grip = Grip::kClick,
                                  .label = "weights, a row for each word of the right answer; press to choose the row",
                                  .largest_cell = 84};
  const Rect cells = charts::cells_in(canvas, area, matrix);
  const canvas::Interaction hand = charts::draw_cell_matrix(canvas, area, matrix);
  canvas.border(Rect{cells.x, cells.cell(row, 0, n, 1).y, cells.width, cells.height / static_cast<float>(n)}.inset(-1, -1),
                {canvas.color(Role::kAccent), 2}, 2);
  if (hand.row >= 0 && (hand.pressed || (hand.selected && (hand.nudge_x || hand.nudge_y)))) edit.row = hand.row + 1;
}

}  // namespace

void draw_birth(Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  const Birth& b = r.birth;
  Rect area = charts::page(canvas, 8);
  translation::draw_source_help(canvas, &area, *r.task, r.refusal, &edit.source);
  if (b.rows.empty() || b.weights.size() == 0) return;
  const float size = std::clamp(std::min(area.width / 58, area.height / 34), 11.0f, 15.0f);
  const bool wide = area.width >= 560;
  const float gap = wide ? 1.6f * size : 4, words = (wide ? 1.4f : 1.1f) * size, width = (wide ? 0.37f : 1.0f) * area.width;
  const float each = kHeadSize * size + words_height(canvas, b, width, words);
  const bool chart = !wide && area.height > 480;
  Rect second = wide ? area.cut_right(0.42f * area.width) : area.cut_bottom(2 * each + gap + 10 + (chart ? 0.3f * area.height : 0));
  wide ? second.cut_left(0.05f * area.width) : second.cut_top(10);
  draw_looks(canvas, area, p, b, r.sentence.source, size, edit);
  draw_said(canvas, second.cut_top(each), b.with, "With attention", "birth-wrong", size, words);
  second.cut_top(gap);
  draw_said(canvas, second.cut_top(each), b.without, "Without", "birth-wrong-without", size, words);
  second.cut_top(gap);
  if (second.height < 7 * size) return;
  if (wide) second.cut_top(std::clamp(second.height - 26 * size, 0.0f, 3 * size));
  if (b.twin_is_shipped)
    draw_shares(canvas, second, r.numbers, size);
  else
    draw_losses(canvas, second, b, size);
}

}  // namespace attn::lessons::alignment
