#include "lessons/13_vision-transformer/results.h"

#include <string>

#include "base/text.h"
#include "lessons/13_vision-transformer/beside.h"
#include "lessons/13_vision-transformer/explanations.h"
#include "lessons/13_vision-transformer/words.h"

namespace attn::lessons::vision_transformer {
namespace {

using course::tensor, course::Tensor;
using P = const Params&;
using R = const Result&;
using Row = course::ResultSpec<Params, Result>;

std::vector<std::string> token_names(R r) {
  std::vector<std::string> out;
  for (int t = 0; t <= r.settings.patches(); ++t) out.push_back(token_name(r.settings, t));
  return out;
}
std::vector<std::string> patch_names(R r) {
  std::vector<std::string> out = token_names(r);
  out.erase(out.begin());
  return out;
}
std::vector<std::string> head_names(R r) {
  std::vector<std::string> out;
  for (int h = 0; h < r.settings.layers * r.settings.heads; ++h) out.push_back(head_name(r.settings, h));
  return out;
}
std::vector<std::string> network_names() {
  std::vector<std::string> out;
  for (int i = 0; i < 3; ++i) out.emplace_back(network_name(static_cast<Network>(i)));
  return out;
}
/// "head 1, column 1": names for the sides of maps that stand beside each other.
std::vector<std::string> within(std::string_view outer, int count, std::string_view inner, int aside) {
  std::vector<std::string> out;
  for (int i = 0; i < count; ++i)
    for (int k = 0; k < aside; ++k)
      out.push_back(std::string(outer) + " " + std::to_string(i + 1) + ", " + std::string(inner) + " " + std::to_string(k + 1));
  return out;
}
std::vector<std::string> counted_from_one(std::string_view name, Index count) { return numbered(std::string(name) + " ", count); }

Tensor shares(Tensor t) {
  t.share = true;
  return t;
}

Mat as_square(const Mat& row, int side) { return Eigen::Map<const Mat>(row.data(), side, side); }

Tensor networks(P, R r) {
  Mat all(3, static_cast<Index>(r.classes.size()));
  for (Index i = 0; i < 3; ++i) all.row(i) = r.all[static_cast<std::size_t>(i)].probabilities;
  return shares(tensor(all, network_names(), r.classes));
}

Tensor strained(Strain strain, P p) {
  std::vector<std::string> names, columns;
  for (int i = 0; i < kRivals; ++i) names.emplace_back(rival_name(static_cast<Rival>(i)));
  for (const int x : abscissas(strain)) columns.push_back(std::to_string(x));
  return shares(tensor(recorded_shares(strain, p.task), names, columns));
}

constexpr Row kRows[] = {
    {"classes", "Probability of each answer", [](P, R r) { return shares(tensor(r.answer.probabilities.transpose(), r.classes)); },
     explain_probability},
    {"drawing", "The drawing, as the model sees it",
     [](P, R r) { return tensor(r.image, counted_from_one("row", r.image.rows()), counted_from_one("column", r.image.cols())); },
     explain_ink},
    {"over", "What lies over the drawing", [](P, R r) { return tensor(r.over, {}, token_names(r)); }, explain_over},
    {"weights", "Weights of the token that asks", [](P, R r) { return tensor(r.weights, head_names(r), token_names(r)); }, explain_weight},
    {"scores", "Scores of the token that asks", [](P, R r) { return tensor(r.scores, head_names(r), token_names(r)); }, explain_score},
    {"logits", "Logits", [](P, R r) { return tensor(r.answer.logits.transpose(), r.classes); }, explain_logit},
    {"distance", "Attention distance in pixels", [](P, R r) { return tensor(r.distance, head_names(r)); }, explain_distance},
};
constexpr Row kLaterRows[] = {
    {"rollout", "What has reached the class token", [](P, R r) { return tensor(r.rolled, {}, token_names(r)); }, explain_rollout},
    {"reach", "How far each patch looks, in pixels", [](P, R r) { return tensor(r.reach, head_names(r), patch_names(r)); }, explain_reach},
    {"heads", "Weights of every head, on the drawing",
     [](P, R r) {
       return tensor(r.maps, within("layer", r.settings.layers, "row", r.settings.patches_aside()),
                     within("head", r.settings.heads, "column", r.settings.patches_aside()));
     },
     explain_map},
    {"patch", "Mean ink of each patch", [](P, R r) { return tensor(r.pixels.rowwise().mean(), patch_names(r)); }, explain_patch},
    {"pixel", "Pixels of the patch that is looked at",
     [](P p, R r) {
       return tensor(as_square(r.pixels.row(patch_shown(p, r)), r.settings.patch), counted_from_one("row", r.settings.patch),
                     counted_from_one("column", r.settings.patch));
     },
     explain_pixel},
    {"filter", "The filter that is looked at",
     [](P p, R r) {
       return tensor(as_square(Mat(r.filters.col(p.filter).transpose()), r.settings.patch), counted_from_one("row", r.settings.patch),
                     counted_from_one("column", r.settings.patch));
     },
     explain_filter},
    {"filters", "Largest weight of each filter",
     [](P, R r) { return tensor(Mat(r.filters.cwiseAbs().colwise().maxCoeff().transpose()), numbered("filter ", r.settings.width, 0)); },
     explain_filter_tile},
    {"token", "Token of the patch that is looked at",
     [](P p, R r) { return tensor(Mat(r.tokens.row(patch_shown(p, r))), {}, numbered("", r.settings.width, 0)); }, explain_token},
    {"position", "Position of that patch",
     [](P p, R r) { return tensor(Mat(r.positions.row(1 + patch_shown(p, r))), {}, numbered("", r.settings.width, 0)); }, explain_position},
    {"input", "What enters the first layer of that patch",
     [](P p, R r) { return tensor(Mat(r.input.row(1 + patch_shown(p, r))), {}, numbered("", r.settings.width, 0)); }, explain_input},
    {"similarity", "Cosines of the positions of two patches",
     [](P, R r) {
       const int aside = r.settings.patches_aside();
       return tensor(r.similarity, within("map row", aside, "row", aside), within("map column", aside, "column", aside));
     },
     explain_similarity},
    {"networks", "Probability of each answer, by network", networks, explain_network},
    {"right", "Share of drawings right",
     [](P, R r) {
       return shares(tensor(r.right, network_names(), {"held out", "second generator", "shuffled"}));
     },
     explain_right},
    {"by-images", "Share right by drawings to learn from", [](P p, R) { return strained(Strain::images, p); }, explain_by_images},
    {"by-shift", "Share right by pixels moved", [](P p, R) { return strained(Strain::shift, p); }, explain_by_shift},
    {"by-cover", "Share right by patches covered", [](P p, R) { return strained(Strain::cover, p); }, explain_by_cover},
    {"cost", "What each size of a patch costs",
     [](P, R) {
       return tensor(costs(), {"4 pixels", "6 pixels", "8 pixels", "12 pixels"}, {"tokens", "scores", "thousand multiply-adds"});
     },
     explain_cost},
};

}  // namespace

std::vector<course::ResultSpec<Params, Result>> results() {
  auto all = course::explained_later<kRows>();
  all.insert(all.end(), course::kAllLater<kLaterRows>.begin(), course::kAllLater<kLaterRows>.end());
  return all;
}

}  // namespace attn::lessons::vision_transformer
