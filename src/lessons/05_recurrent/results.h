// What the lesson computes, and its named results.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "lessons/05_recurrent/gradients.h"
#include "lessons/05_recurrent/lamp_study.h"
#include "lessons/05_recurrent/study.h"

namespace attn::course {
template <class P, class R>
struct ResultSpec;
}

namespace attn::lessons::recurrent {

struct Result {
  Study study;
  GradientStudy gradients;
  LampStudy lamp;
};

inline constexpr std::array<std::string_view, kCells> kCellNames{"RNN", "GRU", "LSTM"};

std::vector<course::ResultSpec<Params, Result>> results();

}  // namespace attn::lessons::recurrent
