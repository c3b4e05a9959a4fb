#include "kernels/attend.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>

#include "kernels/rows.h"
#include "kernels/score_strips.h"
#include "kernels/tiles.h"

namespace attn::kernels {
namespace {

bool any_true(const bool* p) {
  std::uint64_t eight;
  std::memcpy(&eight, p, sizeof eight);
  return eight != 0;
}

Run run_of(const bool* row, Index m) {
  Index end = m;
  while (end >= 8 && !any_true(row + end - 8)) end -= 8;
  while (end > 0 && !row[end - 1]) --end;
  if (end == 0) return {};
  const auto find = [row, end](Index from, bool what) {
    const void* at = std::memchr(row + from, what, static_cast<std::size_t>(end - from));
    return at ? static_cast<Index>(static_cast<const bool*>(at) - row) : end;
  };
  const Index first = find(0, true);
  return {first, end, find(first, false) == end};
}

/// Takes all steps of attention for one strip of queries after the other, so that scores and weights are still in the cache when they are
/// used.
class Attend {
 public:
  Attend(In q, In k, In v, const AttentionOptions& options, const std::vector<Run>& runs, Attention* keep, Out output)
      : options_(options),
        runs_(runs),
        keep_(keep),
        output_(output),
        values_(v.data()),
        values_row_(v.outerStride()),
        n_(q.rows()),
        m_(k.rows()),
        ahead_(std::max<Index>(m_ - n_, 0)),
        height_(strip_height(m_, options)),
        strips_(q, k, options.score, options.weights),
        packed_(n_ >= kPackFrom ? tiles::packed_size(m_, v.cols()) : 0),
        work_(keep ? 0 : height_ * tiles::round_up(m_, tiles::panel_width())),
        inverse_sums_(height_) {
    if (n_ < kPackFrom) return;
    tiles::pack(values_, values_row_, 1, m_, v.cols(), packed_.data());
    values_ = packed_.data(), values_row_ = 0;
  }

  void run() {
    for (Index i = 0; i < n_; i += height_) {
      const Index rows = std::min(height_, n_ - i);
      if (keep_)
        kept_strip(i, rows);
      else
        passing_strip(i, rows);
    }
  }

 private:
  static constexpr Index kPackFrom = 24;             ///< the number of queries from which packing the values pays off
  static constexpr Index kStripNumbers = 32 * 1024;  ///< how many numbers of a strip fit into the L2 cache with keys and values

  /// The height of a strip. Low strips skip more of what the mask hides; below a diagonal a strip may grow with the keys.
  static Index strip_height(Index m, const AttentionOptions& options) {
    const Index tile = tiles::tile_rows();
    const Index rows = options.mask ? tile : options.causal ? m / 32 : kStripNumbers / std::max<Index>(m, 1);
    return std::clamp(rows / tile * tile, tile, 8 * tile);
  }

  /// Computes the scores and weights of all keys, which stay in the result.
  void kept_strip(Index i, Index rows) {
    Real* scores = keep_->scores.data() + i * m_;
    Real* weights = keep_->weights.data() + i * m_;
    strips_.write(i, rows, 0, m_, scores, m_);
    if (options_.causal)
      for (Index r = 0; r < rows; ++r) {
        const Index end = causal_end(i + r);
        softmax_into(i + r, 1, end, scores + r * m_, weights + r * m_);
        std::fill(weights + r * m_ + end, weights + (r + 1) * m_, Real(0));
      }
    else
      softmax_into(i, rows, m_, scores, weights);
    weigh_values(i, rows, seen_by(i, rows), weights, m_, nullptr);
  }

  /// The weights of the first `cols` keys, for queries from row `i` on.
  void softmax_into(Index i, Index rows, Index cols, const Real* scores, Real* weights) const {
    rows::softmax({.scores = scores,
                   .scores_row = m_,
                   .mask = options_.mask ? options_.mask->data() + i * m_ : nullptr,
                   .mask_row = m_,
                   .weights = weights,
                   .weights_row = m_,
                   .rows = rows,
                   .cols = cols,
                   .temperature = options_.temperature});
  }

  /// Computes only the keys that some query of the strip sees, in whole panels. Scores that are hidden among them become -inf, so that
  /// their weight is 0. The weights are normalised together with the output.
  void passing_strip(Index i, Index rows) {
    const Index width = tiles::panel_width(), length = tiles::round_up(m_, width);
    const Run seen = seen_by(i, rows);
    const Index start = seen.first / width * width, end = tiles::round_up(seen.end, width);
    Real* strip = work_.data();
    strips_.write(i, rows, start, end - start, strip + start, length);
    for (Index r = 0; r < rows; ++r) hide(i + r, start, end, strip + r * length);
    rows::softmax({.scores = strip + start,
                   .scores_row = length,
                   .weights = strip + start,
                   .weights_row = length,
                   .rows = rows,
                   .cols = end - start,
                   .temperature = options_.temperature,
                   .inverse_sums = inverse_sums_.data()});
    weigh_values(i, rows, seen, strip, length, inverse_sums_.data());
  }

  void hide(Index i, Index start, Index end, Real* scores) const {
    constexpr Real kHidden = -std::numeric_limits<Real>::infinity();
    const Run run = seen_by(i);
    std::fill(scores + start, scores + std::max(start, run.first), kHidden);
    std::fill(scores + std::max(start, run.end), scores + end, kHidden);
    if (run.gapless) return;
    const bool* mask = options_.mask->data() + i * m_;
    for (Index j = run.first; j < run.end; ++j) scores[j] = mask[j] ? scores[j] : kHidden;
  }

  /// The end of the keys that are not in the future of query `i`.
  Index causal_end(Index i) const { return std::min(m_, i + 1 + ahead_); }

  Run seen_by(Index i) const {
    Run run = options_.mask ? runs_[static_cast<std::size_t>(i)] : Run{0, m_, true};
    if (options_.causal) run.end = std::min(run.end, causal_end(i));
    return run.first < run.end ? run : Run{};
  }

  /// The smallest run of keys that contains the runs of all queries of the strip.
  Run seen_by(Index i, Index rows) const {
    if (!options_.mask) return seen_by(i + rows - 1);
    Run all{m_, 0, false};
    for (Index r = i; r < i + rows; ++r) {
      const Run run = seen_by(r);
      if (run.end == 0) continue;
      all.first = std::min(all.first, run.first);
      all.end = std::max(all.end, run.end);
    }
    return all.end == 0 ? Run{} : all;
  }

  void weigh_values(Index i, Index rows, const Run& seen, const Real* weights, Index length, const Real* row_scale) {
    tiles::multiply({.a = weights + seen.first,
                     .a_row = length,
                     .b = values_ + seen.first * (values_row_ ? values_row_ : tiles::panel_width()),
                     .b_row = values_row_,
                     .out = output_.data() + i * output_.outerStride(),
                     .out_row = output_.outerStride(),
                     .rows = rows,
                     .inner = seen.end - seen.first,
                     .cols = output_.cols(),
                     .row_scale = row_scale,
                     .panel_inner = m_});
  }

  const AttentionOptions& options_;
  const std::vector<Run>& runs_;
  Attention* keep_;
  Out output_;
  const Real* values_;  ///< v, or v packed in panels
  Index values_row_;    ///< distance from row to row; 0: packed in panels
  Index n_, m_;
  Index ahead_;  ///< the number of keys before the first query's own
  Index height_;
  ScoreStrips strips_;
  tiles::Scratch packed_, work_, inverse_sums_;
};

}  // namespace

std::vector<Run> runs_of(const Mask* mask) {
  std::vector<Run> runs;
  if (!mask) return runs;
  runs.reserve(static_cast<std::size_t>(mask->rows()));
  for (Index i = 0; i < mask->rows(); ++i) runs.push_back(run_of(mask->data() + i * mask->cols(), mask->cols()));
  return runs;
}

void attend(In q, In k, In v, const AttentionOptions& options, const std::vector<Run>& runs, Attention* keep, Out output) {
  Attend(q, k, v, options, runs, keep, output).run();
}

}  // namespace attn::kernels
