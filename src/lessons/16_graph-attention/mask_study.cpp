#include "lessons/16_graph-attention/mask_study.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "kernels/mask.h"
#include "lessons/16_graph-attention/params.h"
#include "lessons/sentence/sentence.h"

namespace attn::lessons::graph_attention {

std::string_view preset_name(Preset preset) {
  constexpr std::array<std::string_view, kPresets> kNames{"causal", "window", "ring", "friends", "all"};
  return kNames[static_cast<size_t>(preset)];
}

Mask preset_mask(Preset preset, Index n) {
  if (preset == Preset::causal) return kernels::causal_mask(n, n);
  if (preset == Preset::window) return kernels::window_mask(n, n, 1);
  if (preset == Preset::all) return kernels::full_mask(n, n);
  Mask out(n, n);
  const Index half = (n + 1) / 2;
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j) {
      const Index apart = std::abs(i - j), low = std::min(i, j);
      out(i, j) = preset == Preset::ring ? apart <= 1 || apart == n - 1 : (i < half) == (j < half) || (apart == 1 && low == half - 1);
    }
  return out;
}

MaskStudy study_mask(const std::string& text, const Mask& mask) {
  MaskStudy out;
  out.names = sentence::tokens(text, kTokens);
  for (Index i = 0; i < mask.rows(); ++i) {
    out.blind += !mask.row(i).any();
    for (Index j = 0; j < mask.cols(); ++j) {
      out.ties += mask(i, j);
      out.one_way += mask(i, j) && !mask(j, i);
      out.later += mask(i, j) && j > i;
    }
  }
  return out;
}

formula::Explanation explain_ties(const Mask& mask) {
  std::vector<formula::Expression> rows;
  for (Index i = 0; i < mask.rows(); ++i) rows.push_back(formula::num(static_cast<double>(mask.row(i).count())));
  return {"Cells that may attend, which are the graph's ties", formula::sum("i", formula::sub(formula::sym("n"), formula::sym("i"))),
          formula::total(std::move(rows), kTokens), static_cast<double>(mask.count()),
          "A term for each row: how many nodes it may look at, itself included where it may."};
}

formula::Explanation explain_one_way(const Mask& mask) {
  std::vector<formula::Expression> rows;
  int all = 0;
  for (Index i = 0; i < mask.rows(); ++i) {
    int count = 0;
    for (Index j = 0; j < mask.cols(); ++j) count += mask(i, j) && !mask(j, i);
    rows.push_back(formula::num(count));
    all += count;
  }
  return {"Ties that go one way only", formula::sum("i", formula::sub(formula::sym("n"), formula::sym("i"))),
          formula::total(std::move(rows), kTokens), static_cast<double>(all),
          "A term for each row: how many look not back. A symmetric matrix has none."};
}

}  // namespace attn::lessons::graph_attention
