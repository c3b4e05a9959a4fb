#include "lessons/14_visual-attention/words.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"

namespace attn::lessons::visual_attention {
namespace {

std::string percent(Real share, int digits = 0) { return fixed(100 * static_cast<double>(share), digits) + " %"; }

std::string cited_caption(const Tokens& words) { return words.empty() ? "nothing at all" : quoted(tasks::caption_text(words)); }

/// "The scene has a small red circle above ..."
std::string scene_told(const Result& r) { return "The picture shows " + tasks::caption_text(r.truth) + "."; }

std::string looks_at(const Result& r) {
  const Mat used = r.telling.used.row(r.word);
  if (!r.attends()) return "It looks at all places alike for every word.";
  Index most = 0;
  const Real weight = used.row(0).maxCoeff(&most);
  return "For " + quoted(r.word_at(r.word)) + ", word " + std::to_string(r.word + 1) + ", it looks most at " +
         place_name(static_cast<int>(most)) + " of the grid (weight " + fixed(static_cast<double>(weight), 2) + ").";
}

std::string right_or_wrong(const Result& r, const Tokens& words) {
  const int off = words_off(words, r.truth);
  if (off == 0) return "Every word is right.";
  return counted(off, r.clear ? "word is wrong" : "word differs", r.clear ? "words are wrong" : "words differ") +
         (r.clear ? "." : ", but the things lie so that it could be told otherwise.");
}

std::string said_by(const Result& r, Network network) {
  const std::optional<Told>& told = r.all[static_cast<std::size_t>(network)];
  if (!told) return " The network with " + std::string(network_name(network)) + " has not arrived yet.";
  return " With " + std::string(network_name(network)) + " it says " + cited_caption(told->telling.words) + ".";
}

}  // namespace

std::string thing_name(const tasks::Thing& thing) {
  const Tokens words = tasks::caption_of({&thing, 1});
  return tasks::caption_text(std::span(words).subspan(1));
}

std::string place_name(int place) { return "row " + std::to_string(place / kAside + 1) + ", column " + std::to_string(place % kAside + 1); }

std::string word_name(const Result& r, int t) { return std::to_string(t + 1) + " " + std::string(r.word_at(t)); }

int said_at(const Result& r, int t) {
  return t < static_cast<int>(r.words.size()) ? r.words[static_cast<std::size_t>(t)] : tasks::kSceneEnd;
}

std::vector<std::string> things_counted() {
  std::vector<std::string> out;
  for (int things = 1; things <= tasks::kMostThings; ++things) out.push_back(counted_things(things));
  return out;
}

int words_off(const Tokens& words, const Tokens& truth) {
  int off = static_cast<int>(std::max(words.size(), truth.size()) - std::min(words.size(), truth.size()));
  for (std::size_t i = 0; i < std::min(words.size(), truth.size()); ++i) off += words[i] != truth[i];
  return off;
}

Mat as_map(const Mat& weights) { return Eigen::Map<const Mat>(weights.data(), kAside, kAside); }

Mat map_at(const models::Telling& telling, int word) {
  return telling.used.row(std::min(static_cast<Index>(word), telling.used.rows() - 1));
}

Real mean_spread(const models::Telling& telling) {
  double sum = 0;
  for (Index t = 0; t < telling.weights.rows(); ++t) sum += static_cast<double>(spread_of(telling.weights.row(t)));
  return static_cast<Real>(sum / static_cast<double>(std::max<Index>(1, telling.weights.rows())));
}

std::string describe(const Params& p, const Result& r) {
  std::string text = scene_told(r) + " The network with " + std::string(network_name(p.network)) + " says " + cited_caption(r.words) +
                     ". " + right_or_wrong(r, r.words) + " " + looks_at(r);
  std::ptrdiff_t painted = 0;
  for (const auto& [word, map] : bent_maps(p)) painted += r.attends() && word < static_cast<int>(r.steps());
  if (painted > 0) text += " " + counted(painted, "map is painted", "maps are painted") + ".";
  if (p.network == Network::hard && p.draw > 0) text += " The places are those of draw " + std::to_string(p.draw) + ".";
  return text;
}

std::string describe_maps(const Params& p, const Result& r) {
  std::string text = "A map for each of " + counted(r.steps(), "word", "words") + " that the network with " +
                     std::string(network_name(p.network)) + " says, with the end: " + cited_caption(r.words) + ". ";
  if (!r.attends()) return text + looks_at(r);
  int nouns = 0, within = 0;
  for (std::size_t t = 0; t < r.words.size(); ++t) {
    if (!tasks::is_noun(r.words[t])) continue;
    const auto told = static_cast<std::size_t>(nouns++);
    if (told < r.in_order.size() && lies_within(middle_of(r.telling.used.row(static_cast<Index>(t))), r.in_order[told])) ++within;
  }
  if (nouns > 0)
    text += "Of " + counted(nouns, "noun", "nouns") + ", " + std::to_string(within) + " " + (within == 1 ? "has" : "have") +
            " the middle of the map in the thing that is named.";
  return text;
}

std::string describe_draws(const Params&, const Result& r) {
  std::string text;
  for (const Network network : {Network::soft, Network::hard}) {
    const auto place = static_cast<std::size_t>(network);
    const Draws& d = r.draws[place];
    if (!text.empty()) text += " ";
    if (!r.all[place]) {
      text += "The network with " + std::string(network_name(network)) + " has not arrived yet.";
      continue;
    }
    text += "With " + std::string(network_name(network)) + " word " + std::to_string(d.word + 1) + " is " +
            quoted(tasks::kSceneWords[static_cast<std::size_t>(d.said)]) + " with a probability of " + percent(d.together) +
            "; places that say another word have " + percent(d.missed) + " of the weight.";
    if (network == Network::hard && d.signal > 0)
      text += " A draw has a variance of " + rounded(static_cast<double>(d.plain), 3) + " without a baseline and of " +
              rounded(static_cast<double>(d.less_expected), 3) + " with the learned one, where the gradient's square is " +
              rounded(static_cast<double>(d.signal), 3) + ".";
  }
  return text;
}

std::string describe_vector(const Params&, const Result& r) {
  std::string text = scene_told(r);
  for (const Network network : {Network::soft, Network::hard, Network::none}) text += said_by(r, network);
  const auto share = [&](Network network) { return r.right(static_cast<Index>(network), tasks::kMostTold - 1); };
  if (std::isfinite(share(Network::soft)) && std::isfinite(share(Network::none)))
    text += " Of held-out pictures of three things soft attention tells " + percent(share(Network::soft)) + ", one vector " +
            percent(share(Network::none)) + ".";
  return text;
}

std::string describe_even(const Params&, const Result& r) {
  std::string text = "The maps of the network with soft attention, and of one that was made to look at all places alike.";
  for (const Network network : {Network::soft, Network::even})
    if (const std::optional<Told>& told = r.all[static_cast<std::size_t>(network)])
      text += " " + std::string(network == Network::soft ? "Those of the first" : "Those of the second") + " are spread over " +
              fixed(static_cast<double>(mean_spread(told->telling)), 1) + " places on average.";
  return text;
}

std::string describe_bridge(const Params&, const Result& r) {
  return "The same 64 weights of " + quoted(r.word_at(r.word)) +
         " three times: as a row of an alignment, as patches that a token looks at, and as the edges of a graph. " + looks_at(r);
}

std::string describe_training(const Params& p, const Result& r) {
  std::string text = "The network with " + std::string(network_name(p.network)) + " learns to tell pictures.";
  const Real share = r.right(static_cast<Index>(p.network), tasks::kMostTold - 1);
  if (std::isfinite(share)) text += " Of held-out pictures of three things it tells " + percent(share) + " right.";
  return text;
}

}  // namespace attn::lessons::visual_attention
