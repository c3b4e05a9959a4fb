#include "lessons/09_transformer-block/sorting_story.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "charts/arrows.h"
#include "charts/figure_text.h"

namespace attn::lessons::transformer_block {
namespace {

using canvas::Canvas, canvas::Point, canvas::Rect, canvas::Role, charts::Story;

constexpr float kTwoDigits = 0.92f;  ///< of the largest cell: in a smaller one "-0.07" would touch its neighbours
constexpr float kFirstRow = 0.4f;    ///< of the time of all scores; what happens in the first row is seen cell by cell

Point between(Point a, Point b, float t) { return a + t * (b - a); }
bool moves(float turn) { return turn > 0 && turn < 1; }
bool moves(const Story& story, SortingStop stop) { return moves(story.told(stop)); }

// ---- what is said ----------------------------------------------------------------------------------------------------------------------

/// What a stop says of a part and the sum after it: with both, without the part, without the sum, with neither.
struct Said {
  const char *all, *no_part, *no_sum, *neither;
  const char* of(bool part, bool sum) const { return part ? sum ? all : no_sum : sum ? no_part : neither; }
};
constexpr Said kAdded{"The shares mix the letters\u2019 values, and the first sum adds each mixture to the letter\u2019s own row.",
                      "Nothing comes from the attention, so the first sum leaves every row as it was.",
                      "The shares mix the letters\u2019 values. Without the first sum each letter\u2019s own row is lost.",
                      "Without attention and first sum nothing goes on: every row is now zero."};
constexpr Said kAddedAgain{"The second sum adds what the network made", "The second sum has nothing to add",
                           "Without the second sum only what the network made goes on", "Without network and second sum every row is zero"};

/// The said_deviation of a row's numbers, the mean over all rows.
std::string said_deviation(const Mat& rows) {
  double sum = 0;
  for (const auto& row : rows.rowwise()) sum += std::sqrt(static_cast<double>((row.array() - row.mean()).square().mean()));
  return fixed(sum / static_cast<double>(std::max<Index>(rows.rows(), 1)), 1);
}

std::string second_sentence(bool part, bool sum, bool norm, const Mat& output) {
  const bool rows = part || sum;
  const std::string end = norm   ? rows ? ", and the second norm makes the said_deviation " + said_deviation(output) + "."
                                        : ", and the second norm makes all rows the same."
                          : rows ? ". Without the second norm rows keep their scale."
                                 : " and, without the second norm, stays so.";
  return std::string(kAddedAgain.of(part, sum)) + end;
}

// ---- what moves ------------------------------------------------------------------------------------------------------------------------

/// Cells of the scores, row by row, that are there.
int scores_told(const Story& story, int n) {
  const float told = story.told(kScores), cells = static_cast<float>(n);
  const float first = std::min(told / kFirstRow, 1.0f), rest = std::max(told - kFirstRow, 0.0f) / (1 - kFirstRow);
  return charts::told_of(first, n) + charts::told_of(rest, static_cast<int>(cells * (cells - 1)));
}

/// What is needed to draw a thing that moves.
struct Moving {
  Canvas& canvas;
  const SortingPlaces& at;
  const Story& story;
  const Params& p;
  const SortRun& run;
  std::vector<std::string> names;
  int n() const { return static_cast<int>(names.size()); }
};

/// A letter on its way. Its size changes from that in a tile to that beside a row, or the other way round.
void draw_letter(const Moving& m, const std::string& letter, Point place, float size) {
  m.canvas.text(place, letter,
                {.color = m.canvas.color(Role::kAccent), .size = size, .font = canvas::Font::kStrong, .align = canvas::Align::kCenter});
}

/// A letter in a disc: its row, on its way through the parts.
void draw_row(const Moving& m, int i, Point place) {
  const float size = std::clamp(m.at.size, 11.0f, 15.0f), radius = 0.8f * size;
  m.canvas.circle(place, radius, m.canvas.color(Role::kAccent));
  m.canvas.text(place, m.names[static_cast<size_t>(i)],
                {.color = m.canvas.theme().on(m.canvas.color(Role::kAccent)),
                 .size = size,
                 .font = canvas::Font::kStrong,
                 .align = canvas::Align::kCenter});
}

/// The place on a way of straight lines at `t` of its length.
Point along(std::span<const Point> way, float t) {
  const auto length = [&](size_t k) { return std::hypot(way[k].x - way[k - 1].x, way[k].y - way[k - 1].y); };
  float left = 0;
  for (size_t k = 1; k < way.size(); ++k) left += length(k);
  left *= t;
  for (size_t k = 1; k < way.size(); ++k) {
    if (left <= length(k)) return between(way[k - 1], way[k], left / std::max(length(k), 1e-3f));
    left -= length(k);
  }
  return way.back();
}

/// Letters fly to the rows that they become.
void draw_rows_made(const Moving& m) {
  const Rect cells = m.at.row_cells(m.n());
  for (int i = 0; i < m.n(); ++i) {
    const float turn = turn_of(m.story, kRows, i, m.n());
    const Rect tile = m.at.letter(i);
    if (moves(turn))
      draw_letter(m, m.names[static_cast<size_t>(i)], between(tile.center(), {cells.x - 9, cells.cell(i, 0, m.n(), 1).center().y}, turn),
                  16 - 4 * turn);
  }
}

/// The threads from two letters to the score where they meet: the query's to its row, the key's to its column.
void draw_threads(const Moving& m) {
  const Rect cells = m.canvas.rect_of("sorting-scores"), all = m.at.attention;
  const int last = std::max(scores_told(m.story, m.n()), 1) - 1, i = last / m.n(), j = last % m.n();
  const Rect cell = cells.cell(i, j, m.n(), m.n()), asks = m.at.letter(i), answers = m.at.letter(j);
  const float gap = all.y - asks.bottom(), lane = asks.bottom() + 0.35f * gap, other = asks.bottom() + 0.75f * gap;
  const canvas::Stroke query{m.canvas.color(Role::kQuery), 2}, key{m.canvas.color(Role::kKey), 2};
  const float left = all.x - 4, from = answers.center().x + (i == j ? 5.0f : 0.0f), name = cells.y - 20;
  const Point to_row[] = {
      {asks.center().x, asks.bottom()}, {asks.center().x, lane}, {left, lane}, {left, cell.center().y}, {all.x, cell.center().y}};
  const Point to_column[] = {{from, answers.bottom()}, {from, other}, {cell.center().x, other}, {cell.center().x, name}};
  m.canvas.polyline(to_row, query);
  m.canvas.polyline(to_column, key);
  m.canvas.border(asks, query, 5);
  m.canvas.border(i == j ? asks.inset(3, 3) : answers, key, i == j ? 3.0f : 5.0f);
  m.canvas.border({cells.x, cell.y, cell.right() - cells.x, cell.height}, query, 1);
  m.canvas.border({cell.x, cells.y, cell.width, cell.bottom() - cells.y}, key, 1);
  m.canvas.border(cell, {m.canvas.color(Role::kAccent), 2.5f}, 1);
}

/// The rows that each letter looks at come together beside its row of weights, by their shares.
void draw_mixing(const Moving& m) {
  if (!m.at.roomy || m.at.before.height == 0 || !m.p.parts(0, kAttentionPart)) return;
  const Rect cells = m.canvas.rect_of("sorting-weights"), rows = m.at.cells(m.at.before, m.n());
  const Mat& weights = m.run.attention.weights[static_cast<size_t>(m.p.sorting_head - 1)];
  for (int i = 0; i < m.n(); ++i) {
    if (!moves(turn_of(m.story, kFirstAdded, i, m.n()))) continue;
    const Rect row = cells.cell(i, 0, m.n(), 1);
    m.canvas.border(row, {m.canvas.color(Role::kValue), 2}, 1);
    for (int j = 0; j < m.n(); ++j)
      charts::draw_bond(m.canvas, {rows.x - 17, rows.cell(j, 0, m.n(), 1).center().y}, {row.right() + 2, row.center().y},
                        static_cast<float>(weights(i, j)), m.canvas.color(Role::kValue), false);
    return;  // of turns that overlap the first is shown
  }
}

/// Rows go through a part and past it, and meet in the sum. Where part or sum is left out, a way leads to nothing and nobody goes it.
void draw_adding(const Moving& m, Part part, SortingStop stop, float until) {
  const Part sum = static_cast<Part>(part + 1);
  const Rect& to = m.at.box(sum);
  const Point fork = m.at.branch(sum);
  const Point through[] = {fork, {to.center().x, to.y}};
  const Point past[] = {fork, {m.at.rail, fork.y}, {m.at.rail, to.center().y}, {to.x, to.center().y}};
  for (int i = 0; i < m.n(); ++i) {
    const float turn = turn_of(m.story, stop, i, m.n(), 0, until);
    if (!moves(turn)) continue;
    if (m.p.parts(0, sum)) draw_row(m, i, along(past, turn));
    if (m.p.parts(0, part)) draw_row(m, i, along(through, turn));
  }
}

/// Rows go from a norm to where they are read.
void draw_normed(const Moving& m, Part norm, SortingStop stop, Rect reading, float from) {
  const Rect cells = m.at.cells(reading, m.n()), box = m.at.box(norm);
  for (int i = 0; i < m.n(); ++i) {
    const float turn = turn_of(m.story, stop, i, m.n(), from);
    const Point row{cells.x - 9, cells.cell(i, 0, m.n(), 1).center().y};
    if (moves(turn)) draw_row(m, i, between({box.right() - 12, box.center().y}, row, turn));
  }
}

/// Rows go through the network one by one, and the one that does is marked where it is read.
void draw_fed(const Moving& m) {
  if (!m.p.parts(0, kFeedForwardPart)) return;
  const Rect box = m.at.box(kFeedForwardPart), rows = m.canvas.rect_of("between");
  for (int i = 0; i < m.n(); ++i) {
    const float turn = turn_of(m.story, kFedForward, i, m.n());
    if (!moves(turn)) continue;
    draw_row(m, i, between({box.center().x, box.y}, {box.center().x, box.bottom()}, turn));
    const float light = 1 - std::abs(2 * turn - 1);
    if (rows.width > 0)
      m.canvas.border(rows.cell(i, 0, m.n(), 1).inset(-1, -0.5f), {m.canvas.color(Role::kAccent).with_alpha(light), 2.5f}, 2);
  }
}

/// The letter that fits a row best comes down to its place in the answer.
void draw_answering(const Moving& m) {
  const Rect cells = m.at.cells(m.at.after, m.n());
  const std::vector<std::string> answers = letter_names(m.run.answer);
  for (int i = 0; i < m.n(); ++i) {
    const float turn = turn_of(m.story, kAnswered, i, m.n());
    const int column = m.run.answer[static_cast<size_t>(i)] - kFirstToken;
    if (moves(turn))
      draw_letter(m, answers[static_cast<size_t>(i)],
                  between(cells.cell(i, column, m.n(), kLetters).center(), m.at.answered(i).center(), turn), 12 + 8 * turn);
  }
}

/// A frame round the parts that are being told, or round the letters.
void frame_stop(const Moving& m) {
  struct Parts {
    Part first, last;
  };
  constexpr Parts kTold[] = {{kAttentionPart, kAttentionPart}, {kAttentionPart, kAttentionPart},     {kAttentionPart, kFirstSum},
                             {kFirstNorm, kFirstNorm},         {kFeedForwardPart, kFeedForwardPart}, {kSecondSum, kSecondNorm}};
  const auto around = [&m](Rect line) {
    const Rect last = line.y == m.at.letters.y ? m.at.letter(m.n() - 1) : m.at.answered(m.n() - 1);
    charts::frame_told(m.canvas, {line.x, line.y, last.right() - line.x, line.height});
  };
  if (m.story.at(kRows)) around(m.at.letters);
  if (m.story.at(kAnswered)) around(m.at.answer);
  for (int k = kScores; k < kAnswered; ++k) {
    if (!m.story.at(k)) continue;
    const Rect first = m.at.box(kTold[k - kScores].first), last = m.at.box(kTold[k - kScores].last);
    charts::frame_told(m.canvas, {first.x, first.y, first.width, last.bottom() - first.y});
  }
}

}  // namespace

std::vector<std::string> sorting_sentences(const Params& p, const Result& r) {
  const auto there = [&p](Part part) { return p.parts(0, part); };
  const bool attention = there(kAttentionPart), network = there(kFeedForwardPart), norm = there(kFirstNorm);
  const bool rows = attention || there(kFirstSum);
  const auto n = static_cast<int>(r.sorting.run.source.size());
  const std::string right = std::to_string(r.sorting.run.right) + " of " + counted(n, "letter");
  return {
      "Each letter becomes a row of " + std::to_string(r.sorting.run.input.cols()) + " numbers: what letter it is, and where it stands.",
      attention ? "Attention: the query of every letter meets the key of every letter, and each pair gets a score."
                : "The attention is left out. These are the scores that it would give to each pair of letters.",
      attention ? "A softmax turns each row of scores into shares that sum to 1: who looks at whom."
                : "These are the shares that the softmax would make of each row. Nobody takes them.",
      kAdded.of(attention, there(kFirstSum)),
      norm   ? rows ? "The first norm brings each row to mean 0, said_deviation 1. Its learned gains and biases make " +
                        said_deviation(r.sorting.run.middle) + " of that 1."
                    : "The first norm is given only zeros, and makes the same row for each letter."
      : rows ? "The first norm is left out: every row keeps its scale."
             : "The first norm is left out as well: every row stays zero.",
      network ? "The feed-forward network works on each row by itself: no row sees another."
              : "The feed-forward network is left out: nothing comes from it.",
      second_sentence(network, there(kSecondSum), there(kSecondNorm), r.sorting.run.output),
      r.sorting.trained ? "Each row answers the letter that it fits best: " + right + " right."
                        : "Each row answers the letter that it fits best. Without its weights the block gets " + right + " right.",
  };
}

void draw_scores(Canvas& canvas, Rect area, const Story& story, const Params& p, const Result& r, const charts::CellMatrix& weights) {
  const Mat& scores = r.sorting.run.attention.scores[static_cast<size_t>(p.sorting_head - 1)];
  const int n = static_cast<int>(scores.rows());
  const Rect cells = charts::cells_in(canvas, area, weights);
  const float largest = std::clamp(canvas.bounds().width / 900, 1.0f, 1.8f) * weights.largest_cell;  // as charts::CellMatrix has it
  charts::CellMatrix m{.id = "sorting-scores",
                       .values = scores,
                       .colors = charts::CellMatrix::Colors::kSigned,
                       .limit = static_cast<float>(std::max(scores.cwiseAbs().maxCoeff(), Real(1e-3))),
                       .rows = weights.rows,
                       .cols = weights.cols,
                       .label = "score",
                       .square = true,
                       .largest_cell = weights.largest_cell,
                       .digits = cells.width < kTwoDigits * largest * static_cast<float>(n) ? 1 : 2};
  charts::draw_cell_matrix(canvas, area, m);
  if (const int told = scores_told(story, n); told < n * n)
    charts::veil_cells(canvas, cells.inset(-1, -1), n, n, static_cast<float>(told) / static_cast<float>(n * n));
  const int shared = turns_over(story, kShares, n);
  if (shared == 0) return;
  canvas.push_clip({cells.x - 1, cells.y - 1, cells.width + 2, 1 + cells.height * static_cast<float>(shared) / static_cast<float>(n)});
  charts::draw_cell_matrix(canvas, area, weights);
  canvas.pop_clip();
  const Rect row = cells.cell(shared - 1, 0, n, 1);
  canvas.border(row, {canvas.color(Role::kAccent), 2.5f}, 1);
}

void draw_sorting_motion(Canvas& canvas, const SortingPlaces& at, const Story& story, const Params& p, const Result& r) {
  const SortRun& run = r.sorting.run;
  const Moving m{canvas, at, story, p, run, letter_names(run.source)};
  if (moves(story, kRows)) draw_rows_made(m);
  if (moves(story, kScores)) draw_threads(m);
  if (moves(story, kFirstAdded)) draw_mixing(m), draw_adding(m, kAttentionPart, kFirstAdded, 1);
  if (moves(story, kFirstNormed)) draw_normed(m, kFirstNorm, kFirstNormed, at.between, 0);
  if (moves(story, kFedForward)) draw_fed(m);
  if (moves(story, kSecondAdded)) {
    draw_adding(m, kFeedForwardPart, kSecondAdded, kAddedBy);
    draw_normed(m, kSecondNorm, kSecondAdded, at.after, kAddedBy);
  }
  if (moves(story, kAnswered)) draw_answering(m);
  frame_stop(m);
}

}  // namespace attn::lessons::transformer_block
