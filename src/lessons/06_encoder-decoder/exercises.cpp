#include "lessons/06_encoder-decoder/exercises.h"

#include <algorithm>
#include <string>

#include "base/text.h"
#include "lessons/06_encoder-decoder/words.h"

namespace attn::lessons::encoder_decoder {
namespace {

using Point = translation::LengthStudy::Point;

const char* const kWait = "Still measuring; ask again when every length has its point.";

}  // namespace

course::Verdict check_length(const Params& p, const Result& r, int prediction, const compute::Backend&) {
  if (!r.numbers.measured) return {false, kWait};
  const double within = r.numbers.within.accuracy(), beyond = r.numbers.beyond.accuracy();
  const int answer = beyond > within - 0.1 ? 0 : beyond > within / 2 ? 1 : 2;
  return {prediction == answer, "Right are " + percent(within) + " of the sources of up to " + std::to_string(r.numbers.longest) +
                                    " words and " + percent(beyond) + " of the longer ones (" + std::string(r.task->label) +
                                    ", vector of " + std::to_string(p.model.depth * p.model.hidden) + " numbers)."};
}

course::Verdict check_order(const Params& p, const Result& r, int prediction, const compute::Backend&) {
  const auto& n = r.numbers;
  if (n.rival_name.empty())
    return {false, "For these settings no second model is shipped; go back to reversal with a GRU of one layer of 64."};
  if (!n.measured || !n.rival_measured) return {false, kWait};
  const auto all = [](const Point& a, const Point& b) { return static_cast<double>(a.right + b.right) / std::max(1, a.total + b.total); };
  const bool turned = p.model.reverse_source;  // if so, the shipped rival reads the source as written
  const Point &within = turned ? n.rival_within : n.within, &beyond = turned ? n.rival_beyond : n.beyond;
  const Point &within_back = turned ? n.within : n.rival_within, &beyond_back = turned ? n.beyond : n.rival_beyond;
  const double forward = all(within, beyond), backward = all(within_back, beyond_back);
  const int answer = backward > forward + 0.03 ? 0 : backward < forward - 0.03 ? 1 : 2;
  return {prediction == answer, "Right are, read as written, " + percent(within.accuracy()) + " of the sources of up to " +
                                    std::to_string(n.longest) + " words and " + percent(beyond.accuracy()) +
                                    " of the longer ones; read from the end, " + percent(within_back.accuracy()) + " and " +
                                    percent(beyond_back.accuracy()) + ". Over all lengths that is " + percent(forward) + " against " +
                                    percent(backward) + "."};
}

course::Verdict check_beam(const Params& p, const Result& r, int, const compute::Backend&) {
  if (!r.problem.empty()) return {false, r.problem};
  if (r.bottleneck.used != r.bottleneck.made) return {false, "The vector is not what the encoder made; put its numbers back."};
  const Tokens alone = r.free.tokens();
  const double greedy = r.free.log_probability();
  const Tokens wide = r.beam.tokens();
  const double found = static_cast<double>(r.beam.nodes[static_cast<size_t>(r.beam.best)].log_probability);
  Tokens right = r.answer;
  if (!right.empty()) right.pop_back();
  const auto told = [&](const Tokens& said, double ln_p) {
    return quoted(text_of(r, said)) + " with ln p = " + fixed(ln_p, 2) + (r.solved ? said == right ? " (right)" : " (wrong)" : "");
  };
  if (p.width == 1) return {false, "Greedy search finds " + told(alone, greedy) + ". A beam of width 1 is greedy search."};
  const bool likelier = wide != alone && found > greedy + 1e-4;
  return {likelier, "Greedy search finds " + told(alone, greedy) + ", the beam " + (wide == alone ? "the same." : told(wide, found) + ".")};
}

}  // namespace attn::lessons::encoder_decoder
