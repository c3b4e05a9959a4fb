#include "lessons/03_scoring/words.h"

#include "base/text.h"

namespace attn::lessons::scoring {
namespace {

/// In the order of kernels::Score.
constexpr ScoreWords kScores[kernels::kScoreCount] = {{"Dot product", "q\u00b7k"},
                                                      {"Scaled dot product", "q\u00b7k / \u221ad"},
                                                      {"Distance", "\u2212\u00bd|q \u2212 k|\u00b2"},
                                                      {"Bilinear", "q M k\u1d40"},
                                                      {"Additive", "w\u00b7tanh(q Wq + k Wk)"}};
constexpr std::string_view kScales[kWidthScales] = {"q\u00b7k", "q\u00b7k / \u221ad", "q\u00b7k \u00d7 \u221ad"};

}  // namespace

const ScoreWords& words_of(Score score) { return kScores[static_cast<size_t>(score)]; }

std::string_view formula_of(WidthScale scale) { return kScales[static_cast<size_t>(scale)]; }

std::vector<std::string> numbered(std::string_view letter, Index count) {
  std::vector<std::string> names;
  for (Index i = 0; i < count; ++i) names.push_back(std::string(letter) + std::to_string(i + 1));
  return names;
}

std::string describe(const Params& p, const Result& r) {
  const std::string query = "query " + std::to_string(p.chosen), count = std::to_string(r.keys.rows()) + " keys";
  const auto preferred = [&](Score score) {
    Index best = 0;
    chosen_row(p, r.of(score).weights).row(0).maxCoeff(&best);
    return "key " + std::to_string(best + 1);
  };
  std::string text = p.equally_wide()
                         ? "For " + query + " among " + count + (p.normalise ? " of equal length" : "") + ", the dot product prefers " +
                               preferred(Score::dot) + " and the distance " + preferred(Score::distance) +
                               "; their weights differ by at most " + fixed(r.difference, 2) + ". "
                         : "Queries have 2 numbers and the " + count + " have " + std::to_string(r.keys.cols()) +
                               ", so only the bilinear and the additive score are defined. ";
  text += "The bilinear score prefers " + preferred(Score::bilinear) + ", the additive one " + preferred(Score::additive) + ". ";
  text += "Random vectors of width " + std::to_string(p.width) + " give scores of variance " +
          rounded(at_width(p, r, r.random.variance), 3) + ", entropy " + fixed(at_width(p, r, r.random.entropy), 2) +
          ", a largest weight of " + fixed(at_width(p, r, r.random.largest), 2) + " and a gradient norm of " +
          fixed(at_width(p, r, r.random.gradient), 3) + ".";
  return text;
}

}  // namespace attn::lessons::scoring
