#include "kernels/attention.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "base/check.h"
#include "kernels/matmul.h"
#include "kernels/rows.h"
#include "kernels/score_strips.h"
#include "kernels/softmax.h"
#include "kernels/tiles.h"

namespace attn::kernels {
namespace {

void check(In q, In k, In v, const AttentionOptions& options) {
  CHECK(k.rows() == v.rows(), "attention: k is ", shape(k), ", v is ", shape(v));
  CHECK(options.temperature > 0, "attention: temperature is ", options.temperature);
  if (options.mask)
    CHECK(options.mask->rows() == q.rows() && options.mask->cols() == k.rows(), "attention: q is ", shape(q), ", k is ", shape(k),
          ", mask is ", shape(*options.mask));
}

/// The keys that one query, or a few together, may see: all allowed ones lie in [first, end).
struct Run {
  Index first = 0, end = 0;
  bool gapless = true;  ///< all of them are allowed
};

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

/// The steps of attention for a strip of queries at a time, so that scores and weights are still in the cache when they are used.
class Attend {
 public:
  /// With `keep`, scores and weights are kept whole; the output goes to `output` [n,f].
  Attend(In q, In k, In v, const AttentionOptions& options, Attention* keep, Out output)
      : options_(options),
        keep_(keep),
        output_(output),
        values_(v.data()),
        values_row_(v.outerStride()),
        n_(q.rows()),
        m_(k.rows()),
        height_(strip_height(m_, options.mask)),
        strips_(q, k, options.score, options.weights),
        packed_(n_ >= kPackFrom ? tiles::packed_size(m_, v.cols()) : 0),
        work_(keep ? 0 : height_ * row_length()),
        inverse_sums_(height_),
        runs_(options.mask ? static_cast<std::size_t>(height_) : 0) {
    if (n_ < kPackFrom) return;
    tiles::pack(values_, values_row_, 1, m_, v.cols(), packed_.data());
    values_ = packed_.data(), values_row_ = 0;
  }

  void run() {
    for (Index i = 0; i < n_; i += height_) strip(i, std::min(height_, n_ - i));
  }

 private:
  static constexpr Index kPackFrom = 24;             ///< queries from which packing the values pays
  static constexpr Index kStripNumbers = 32 * 1024;  ///< numbers of a strip that a second-level cache holds beside keys and values

  /// A mask hides most where strips are low.
  static Index strip_height(Index m, const Mask* mask) {
    const Index tile = tiles::tile_rows();
    return mask ? tile : std::clamp(kStripNumbers / std::max<Index>(m, 1) / tile * tile, tile, 8 * tile);
  }

  Index row_length() const { return tiles::round_up(m_, tiles::panel_width()); }

  void strip(Index i, Index rows) {
    const Run seen = options_.mask ? find_runs(i, rows) : Run{0, m_, true};
    const Index length = keep_ ? m_ : row_length();
    Real* scores = keep_ ? keep_->scores.data() + i * length : work_.data();
    Real* weights = keep_ ? keep_->weights.data() + i * length : scores;
    const Index start = keep_ ? 0 : seen.first / tiles::panel_width() * tiles::panel_width(), end = keep_ ? m_ : seen.end;
    strips_.write(i, rows, start, end - start, scores + start, length);
    if (options_.mask)
      masked_softmax(i, rows, start, end, scores, weights, length);
    else
      softmax(nullptr, 0, m_, scores, weights, length, 0, rows);
    const Real* values = values_row_ ? values_ + seen.first * values_row_ : values_ + seen.first * tiles::panel_width();
    tiles::multiply({.a = weights + seen.first,
                     .a_row = length,
                     .b = values,
                     .b_row = values_row_,
                     .out = output_.data() + i * output_.outerStride(),
                     .out_row = output_.outerStride(),
                     .rows = rows,
                     .inner = seen.end - seen.first,
                     .cols = output_.cols(),
                     .row_scale = keep_ ? nullptr : inverse_sums_.data(),
                     .panel_inner = m_});
  }

  Run find_runs(Index i, Index rows) {
    Run all{m_, 0, false};
    for (Index r = 0; r < rows; ++r) {
      const Run run = runs_[static_cast<std::size_t>(r)] = run_of(options_.mask->row(i + r).data(), m_);
      if (run.end == 0) continue;
      all.first = std::min(all.first, run.first);
      all.end = std::max(all.end, run.end);
    }
    return all.end == 0 ? Run{} : all;
  }

  void masked_softmax(Index i, Index rows, Index start, Index end, Real* scores, Real* weights, Index length) {
    for (Index r = 0; r < rows; ++r) {
      const Run run = runs_[static_cast<std::size_t>(r)];
      const bool* mask = run.gapless ? nullptr : options_.mask->row(i + r).data() + run.first;
      softmax(mask, run.first, run.end, scores + r * length, weights + r * length, length, r, 1);
      std::fill(weights + r * length + start, weights + r * length + std::max(start, run.first), Real(0));
      std::fill(weights + r * length + std::max(start, run.end), weights + r * length + end, Real(0));
    }
  }

  void softmax(const bool* mask, Index first, Index end, const Real* scores, Real* weights, Index length, Index r, Index rows) {
    rows::softmax({.scores = scores + first,
                   .scores_row = length,
                   .mask = mask,
                   .mask_row = m_,
                   .weights = weights + first,
                   .weights_row = length,
                   .rows = rows,
                   .cols = end - first,
                   .temperature = options_.temperature,
                   .inverse_sums = keep_ ? nullptr : inverse_sums_.data() + r});
  }

  const AttentionOptions& options_;
  Attention* keep_;
  Out output_;
  const Real* values_;
  Index values_row_;
  Index n_, m_, height_;
  ScoreStrips strips_;
  tiles::Scratch packed_, work_, inverse_sums_;
  std::vector<Run> runs_;
};

}  // namespace

Attention attention(In q, In k, In v, const AttentionOptions& options) {
  check(q, k, v, options);
  Attention result{Mat(q.rows(), k.rows()), Mat(q.rows(), k.rows()), Mat(q.rows(), v.cols())};
  Attend(q, k, v, options, &result, result.output).run();
  return result;
}

void attention_output_into(In q, In k, In v, const AttentionOptions& options, Out output) {
  check(q, k, v, options);
  CHECK(output.rows() == q.rows() && output.cols() == v.cols(), "attention: q is ", shape(q), ", v is ", shape(v), ", output is ",
        shape(output));
  Attend(q, k, v, options, nullptr, output).run();
}

Mat attention_output(In q, In k, In v, const AttentionOptions& options) {
  Mat output(q.rows(), v.cols());
  attention_output_into(q, k, v, options, output);
  return output;
}

Attention attention_reference(In q, In k, In v, const AttentionOptions& options) {
  check(q, k, v, options);
  Attention result;
  result.scores = scores_reference(q, k, options.score, options.weights);
  result.weights = softmax_rows_reference(result.scores, options.mask, options.temperature);
  result.output = product_reference(result.weights, v);
  return result;
}

AttentionGrads attention_vjp(In q, In k, In v, const AttentionOptions& options, const Attention& forward, In d_output) {
  check(q, k, v, options);
  CHECK(d_output.rows() == q.rows() && d_output.cols() == v.cols(), "attention_vjp: q is ", shape(q), ", v is ", shape(v), ", d_output is ",
        shape(d_output));
  const Mat d_scores = softmax_rows_vjp(forward.weights, product_bt(d_output, v), options.temperature);
  ScoreGrads grads = scores_vjp(q, k, options.score, options.weights, d_scores);
  return {std::move(grads.d_q), std::move(grads.d_k), product_at(forward.weights, d_output), std::move(grads.d_weights)};
}

}  // namespace attn::kernels
