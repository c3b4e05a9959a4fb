// What the lesson says about its figures, and the names of what is in them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lessons/14_visual-attention/study.h"

namespace attn::lessons::visual_attention {

/// What there is, what is said of it, and where the word that is shown looks.
std::string describe(const Params& p, const Result& r);
std::string describe_maps(const Params& p, const Result& r);
std::string describe_draws(const Params& p, const Result& r);
std::string describe_vector(const Params& p, const Result& r);
std::string describe_even(const Params& p, const Result& r);
std::string describe_bridge(const Params& p, const Result& r);
std::string describe_training(const Params& p, const Result& r);

/// "small red circle"
std::string thing_name(const tasks::Thing& thing);
/// "row 2, column 3"
std::string place_name(int place);
/// "4 circle" of word t on the stage, counted from 1
std::string word_name(const Result& r, int t);
/// Word t on the stage as an id.
int said_at(const Result& r, int t);
/// "1 thing" ... "4 things"
std::vector<std::string> things_counted();
/// How many words differ from those that are true, place by place; a missing or surplus word differs.
int words_off(const Tokens& words, const Tokens& truth);

/// Weights [1,64] as a map [8,8].
Mat as_map(const Mat& weights);
/// The map [1,64] of a word, or of the last one where there are fewer.
Mat map_at(const models::Telling& telling, int word);
/// The mean over all words of the number of places that a map is spread over.
Real mean_spread(const models::Telling& telling);

}  // namespace attn::lessons::visual_attention
