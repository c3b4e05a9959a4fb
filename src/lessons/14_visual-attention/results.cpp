#include "lessons/14_visual-attention/results.h"

#include <string>

#include "base/text.h"
#include "lessons/14_visual-attention/explanations.h"
#include "lessons/14_visual-attention/words.h"

namespace attn::lessons::visual_attention {
namespace {

using course::tensor, course::Tensor;
using P = const Params&;
using R = const Result&;
using Row = course::ResultSpec<Params, Result>;

std::vector<std::string> said_names(R r) {
  std::vector<std::string> out;
  for (Index t = 0; t < r.steps(); ++t) out.push_back(word_name(r, static_cast<int>(t)));
  return out;
}
std::vector<std::string> place_names() {
  std::vector<std::string> out;
  for (int j = 0; j < kPlaces; ++j) out.push_back(place_name(j));
  return out;
}
std::vector<std::string> vocabulary() { return {tasks::kSceneWords.begin(), tasks::kSceneWords.end()}; }
std::vector<std::string> thing_names(R r) {
  std::vector<std::string> out;
  for (const tasks::Thing& thing : r.things) out.push_back(thing_name(thing));
  return out;
}
std::vector<std::string> network_names() {
  std::vector<std::string> out;
  for (const Network network : kAllNetworks) out.emplace_back(network_name(network));
  return out;
}
std::vector<std::string> sides(std::string_view name) { return numbered(std::string(name) + " ", kAside); }
/// "soft attention, column 1": names above maps that stand beside each other.
std::vector<std::string> two_maps(Network first, Network second) {
  std::vector<std::string> out;
  for (const Network network : {first, second})
    for (int k = 0; k < kAside; ++k) out.push_back(std::string(network_name(network)) + ", column " + std::to_string(k + 1));
  return out;
}

Tensor shares(Tensor t) {
  t.share = true;
  return t;
}

/// Two rows [1,64] as maps beside each other [8,16].
Mat beside(const Mat& first, const Mat& second) {
  Mat out(kAside, 2 * kAside);
  out << as_map(first), as_map(second);
  return out;
}
/// What `of` makes of the tellings of two networks, beside each other; NaN where one has not arrived.
Mat of_two(R r, Network first, Network second, Mat (*of)(const models::Telling&, int word)) {
  const auto one = [&](Network network) {
    const std::optional<Told>& told = r.all[static_cast<std::size_t>(network)];
    return told ? of(told->telling, r.word) : Mat::Constant(1, kPlaces, kUnknown);
  };
  return beside(one(first), one(second));
}

Mat unless_blind(R r, const Mat& numbers) { return r.attends() ? numbers : Mat::Constant(r.steps(), kPlaces, kUnknown); }

Mat things_at(R r) {
  Mat out(static_cast<Index>(r.things.size()), 2);
  for (std::size_t i = 0; i < r.things.size(); ++i)
    out.row(static_cast<Index>(i)) << static_cast<Real>(r.things[i].x), static_cast<Real>(r.things[i].y);
  return out;
}

Mat said_shares(R r) {
  Mat out(r.steps(), 1);
  for (Index t = 0; t < r.steps(); ++t) out(t, 0) = r.probabilities(t, said_at(r, static_cast<int>(t)));
  return out;
}

Mat wrong_words(R r) {
  Mat out = Mat::Constant(kNetworks, 1, kUnknown);
  for (std::size_t i = 0; i < r.all.size(); ++i)
    if (r.all[i]) out(static_cast<Index>(i), 0) = static_cast<Real>(words_off(r.all[i]->telling.words, r.truth));
  return out;
}

Mat mean_spreads(R r) {
  Mat out = Mat::Constant(kNetworks, 1, kUnknown);
  for (std::size_t i = 0; i < r.all.size(); ++i)
    if (r.all[i] && r.all[i]->telling.weights.rows() > 0) out(static_cast<Index>(i), 0) = mean_spread(r.all[i]->telling);
  return out;
}

Mat noises(R r) {
  Mat out(2, 4);
  for (std::size_t i = 0; i < 2; ++i) {
    const Draws& d = r.draws[i];
    out.row(static_cast<Index>(i)) << d.signal, d.plain, d.less_expected, d.less_best;
  }
  return out;
}
Mat blurs(R r) {
  Mat out(2, 3);
  for (std::size_t i = 0; i < 2; ++i) {
    const Draws& d = r.draws[i];
    out.row(static_cast<Index>(i)) << d.together, d.alone, d.missed;
  }
  return out;
}
std::vector<std::string> soft_and_hard() { return {"soft attention", "hard attention"}; }

constexpr Row kRows[] = {
    {"caption", "Probability of each word as it is said", [](P, R r) { return shares(tensor(said_shares(r), said_names(r))); },
     explain_caption},
    {"map", "Weights of the word that is shown",
     [](P, R r) { return tensor(as_map(r.telling.used.row(r.word)), sides("row"), sides("column")); }, explain_map},
    {"says", "Probability of each word at that step",
     [](P, R r) { return shares(tensor(Mat(r.probabilities.row(r.word).transpose()), vocabulary())); }, explain_says},
    {"thing", "Where the things lie, in pixels",
     [](P, R r) {
       return tensor(things_at(r), thing_names(r), {"x", "y"});
     },
     explain_thing},
    {"weights", "Weights of every word", [](P, R r) { return tensor(unless_blind(r, r.telling.weights), said_names(r), place_names()); },
     explain_weight},
    {"right", "Share of captions right", [](P, R r) { return shares(tensor(r.right, network_names(), things_counted())); }, explain_right},
    {"within", "Share of nouns whose map has its middle in their thing", [](P, R r) { return shares(tensor(r.within, network_names())); },
     explain_within},
};
constexpr Row kLaterRows[] = {
    {"scores", "Scores of every word", [](P, R r) { return tensor(unless_blind(r, r.telling.scores), said_names(r), place_names()); },
     explain_score},
    {"logits", "Logits of each word at the step that is shown",
     [](P, R r) { return tensor(Mat(r.telling.logits.row(r.word).transpose()), vocabulary()); }, explain_logit},
    {"context", "Context of every word",
     [](P, R r) { return tensor(r.telling.contexts, said_names(r), numbered("", r.telling.contexts.cols(), 0)); }, explain_context},
    {"edge", "Weights of the word, place by place",
     [](P, R r) { return tensor(Mat(r.telling.used.row(r.word).transpose()), place_names()); }, explain_edge},
    {"told", "Words that are wrong, by network", [](P, R r) { return tensor(wrong_words(r), network_names()); }, explain_told},
    {"spread", "Places that a map is spread over, on average", [](P, R r) { return tensor(mean_spreads(r), network_names()); },
     explain_spread},
    {"received", "Sum of each place's weights over all words",
     [](P, R r) {
       return tensor(of_two(r, Network::soft, Network::even, [](const models::Telling& t, int) { return received(t); }), sides("row"),
                     two_maps(Network::soft, Network::even));
     },
     explain_received},
    {"two", "Weights of the word, by two networks",
     [](P, R r) { return tensor(of_two(r, Network::soft, Network::even, map_at), sides("row"), two_maps(Network::soft, Network::even)); },
     explain_two},
    {"drawn", "How likely each place is to be drawn",
     [](P, R r) { return tensor(beside(r.draws[0].weights, r.draws[1].weights), sides("row"), two_maps(Network::soft, Network::hard)); },
     explain_drawn},
    {"gain", "ln p of the word if the place alone is looked at",
     [](P, R r) { return tensor(beside(r.draws[0].gain, r.draws[1].gain), sides("row"), two_maps(Network::soft, Network::hard)); },
     explain_gain},
    {"blur", "How likely the word is: as it is said, on average over places alone, and how likely a place says another",
     [](P, R r) {
       return shares(tensor(blurs(r), soft_and_hard(), {"as it is said", "mean of the places", "places that say another"}));
     },
     explain_blur},
    {"noise", "Square of the gradient's mean, and the variance of a draw",
     [](P, R r) {
       return tensor(noises(r), soft_and_hard(), {"signal", "no baseline", "learned baseline", "best constant"});
     },
     explain_noise},
};

}  // namespace

std::vector<course::ResultSpec<Params, Result>> results() {
  auto all = course::explained_later<kRows>();
  all.insert(all.end(), course::kAllLater<kLaterRows>.begin(), course::kAllLater<kLaterRows>.end());
  return all;
}

}  // namespace attn::lessons::visual_attention
