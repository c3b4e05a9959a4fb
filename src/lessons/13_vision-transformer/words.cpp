#include "lessons/13_vision-transformer/words.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/text.h"
#include "lessons/13_vision-transformer/beside.h"

namespace attn::lessons::vision_transformer {
namespace {

std::string percent(Real share, int digits = 0) { return fixed(100 * static_cast<double>(share), digits) + " %"; }

/// "It says 7 (98 %)."
std::string said(const Params& p, const Result& r, const Answer& answer) {
  if (!answer.here) return "It has not arrived yet.";
  const int best = answer.best();
  const std::string what = r.classes[static_cast<std::size_t>(best)];
  const std::string share = percent(answer.probabilities(0, best));
  return (p.task == Task::digits ? "It says " + what : "It says \u201c" + what + "\u201d") + " (" + share + ").";
}

std::string drawn(const Result& r) {
  return r.label < 0 ? "Your drawing" : "A drawing of \u201c" + r.classes[static_cast<std::size_t>(r.label)] + "\u201d";
}

std::string asker(const Params& p, const Result& r) {
  const std::string name = token_name(r.settings, p.asks);
  return p.asks == 0 ? "The class token" : "The patch in " + name;
}

std::string over_name(const Params& p) {
  if (p.over == Over::rollout) return "through all layers";
  const std::string layer = "layer " + std::to_string(p.layer);
  return p.over == Over::mean ? "in " + layer + ", on average over its heads" : "in " + layer + ", head " + std::to_string(p.head);
}

}  // namespace

std::string token_name(const models::VisionSettings& s, int token) {
  if (token == 0) return "class token";
  const int aside = s.patches_aside();
  return "row " + std::to_string((token - 1) / aside + 1) + ", column " + std::to_string((token - 1) % aside + 1);
}

std::string head_name(const models::VisionSettings& s, int h) {
  return "layer " + std::to_string(h / s.heads + 1) + ", head " + std::to_string(h % s.heads + 1);
}

std::string_view network_name(Network network) {
  constexpr std::array<std::string_view, 3> kNames{"Vision Transformer", "without positions", "convolution"};
  return kNames[static_cast<std::size_t>(network)];
}

int patch_shown(const Params& p, const Result& r) {
  if (p.asks > 0) return p.asks - 1;
  Index most = 0;
  r.pixels.rowwise().sum().maxCoeff(&most);
  return static_cast<int>(most);
}

std::string describe(const Params& p, const Result& r) {
  std::string text = drawn(r) + ", seen by the " + (p.network == Network::convolution ? "convolution" : "Vision Transformer") +
                     (p.network == Network::no_positions ? " without positions" : "") + ". " + said(p, r, r.answer);
  if (!r.attends()) return text + " A convolution has no weights to lay over the drawing.";
  const auto hidden = static_cast<std::size_t>(r.settings.patches()) - r.seen.size();
  if (hidden) text += " " + counted(static_cast<std::ptrdiff_t>(hidden), "patch is hidden", "patches are hidden") + ".";
  if (p.cut.rows()) text += " " + counted(p.cut.rows(), "head is cut", "heads are cut") + ".";
  if (p.order) text += " The patches stand in random order " + std::to_string(p.order) + ".";
  if (r.row_of(p.asks) < 0 || r.seen.empty()) return text;
  Index most = 0;
  const Real weight = r.over.rightCols(r.settings.patches()).row(0).maxCoeff(&most);
  return text + " " + asker(p, r) + " looks most at the patch in " + token_name(r.settings, static_cast<int>(most) + 1) + " (weight " +
         fixed(static_cast<double>(weight), 2) + ") " + over_name(p) + ".";
}

std::string describe_patches(const Params& p, const Result& r) {
  const models::VisionSettings& s = r.settings;
  const int patch = patch_shown(p, r);
  std::string text = "The drawing cut into " + std::to_string(s.patches()) + " patches of " + std::to_string(s.patch) + " by " +
                     std::to_string(s.patch) + " pixels; with the class token these are " + std::to_string(s.patches() + 1) + " tokens.";
  if (!r.attends()) return text + " A convolution cuts no patches.";
  if (!std::isfinite(r.tokens(patch, p.filter))) return text + " The patch in " + token_name(s, patch + 1) + " is hidden.";
  return text + " Number " + std::to_string(p.filter) + " of the token of " + token_name(s, patch + 1) + " is " +
         fixed(static_cast<double>(r.tokens(patch, p.filter)), 2) + ".";
}

std::string describe_heads(const Params& p, const Result& r) {
  if (!r.attends()) return "A convolution has no heads.";
  if (r.seen.empty()) return "All patches are hidden: there is nothing to look at.";
  Index near = 0, far = 0;
  const Real least = r.distance.col(0).minCoeff(&near), most = r.distance.col(0).maxCoeff(&far);
  return asker(p, r) + " and where each of the " + std::to_string(r.distance.rows()) + " heads has it look. Patches look furthest in " +
         head_name(r.settings, static_cast<int>(far)) + ", " + fixed(static_cast<double>(most), 1) + " pixels on average, and nearest in " +
         head_name(r.settings, static_cast<int>(near)) + ", " + fixed(static_cast<double>(least), 1) + "." +
         (p.cut.rows() ? " " + counted(p.cut.rows(), "head is cut", "heads are cut") + "." : "");
}

std::string describe_positions(const Params&, const Result& r) {
  const models::VisionSettings& s = r.settings;
  if (!std::isfinite(r.similarity(0, 0))) return "This network has no positions to compare.";
  double beside = 0, apart = 0;
  int pairs = 0, far_pairs = 0;
  const int aside = s.patches_aside();
  for (int a = 0; a < s.patches(); ++a)
    for (int b = 0; b < s.patches(); ++b) {
      const int steps = std::abs(a / aside - b / aside) + std::abs(a % aside - b % aside);
      const double cosine = static_cast<double>(r.similarity(a / aside * aside + b / aside, a % aside * aside + b % aside));
      if (steps == 1) beside += cosine, ++pairs;
      if (steps > 1) apart += cosine, ++far_pairs;
    }
  std::string text = "How alike the positions of any two patches are. Neighbours have a cosine of " +
                     fixed(beside / std::max(pairs, 1), 2) + " on average";
  return text + (far_pairs ? ", all others " + fixed(apart / far_pairs, 2) + "." : ".");
}

std::string describe_order(const Params& p, const Result& r) {
  std::string text =
      p.order ? "The patches stand in random order " + std::to_string(p.order) + "." : "Every patch stands where it was drawn.";
  for (const Network network : {Network::transformer, Network::no_positions}) {
    const Answer& answer = r.all[static_cast<std::size_t>(network)];
    text += std::string(network == Network::transformer ? " With" : " Without") + " positions: " + said(p, r, answer);
  }
  return text;
}

std::string describe_beside(const Params& p, const Result&) {
  const auto said = [&](Strain strain, Index column) {
    const Mat shares = recorded_shares(strain, p.task);
    return percent(shares(0, column), 1) + " and " + percent(shares(1, column), 1);
  };
  const auto last = [](Strain strain) { return static_cast<Index>(abscissas(strain).size()) - 1; };
  return "Shares of " + std::string(p.task == Task::digits ? "digits" : "relations") +
         " that the Vision Transformer and the convolution get right: " + said(Strain::images, 0) + " after learning from 100 drawings, " +
         said(Strain::images, last(Strain::images)) + " where each is a new one; " + said(Strain::shift, last(Strain::shift)) +
         " of drawings moved by 6 pixels; " + said(Strain::cover, last(Strain::cover)) + " with 6 patches covered.";
}

std::string describe_training(const Params& p, const Result& r) {
  std::string text = "The " +
                     std::string(p.network == Network::no_positions ? "Vision Transformer without positions" : network_name(p.network)) +
                     " learns to say " + (p.task == Task::digits ? "which digit was drawn" : "whether the ring is left of the cross") + ".";
  const auto row = static_cast<Index>(p.network);
  if (std::isfinite(r.right(row, 0))) text += " On held-out drawings " + percent(r.right(row, 0), 1) + " are right.";
  return text;
}

}  // namespace attn::lessons::vision_transformer
