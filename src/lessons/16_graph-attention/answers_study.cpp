#include "lessons/16_graph-attention/answers_study.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>

#include "base/rng.h"
#include "charts/graph_layout.h"
#include "formula/attention_explanation.h"
#include "lessons/16_graph-attention/edits.h"
#include "lessons/16_graph-attention/learner.h"
#include "training/models.h"

namespace attn::lessons::graph_attention {
namespace {

using formula::num, formula::op, formula::row, formula::sub, formula::sym, formula::frac;

constexpr Real kNobody = std::numeric_limits<Real>::quiet_NaN();

Neighbours seen_in(const tasks::GraphExample& example, bool loops) {
  return neighbours(example.nodes(), example.ties, example.kind, loops);
}

Mat layout_of(const tasks::GraphExample& example) {
  std::vector<charts::GraphTie> ties;
  for (const Tie& tie : example.ties) ties.push_back({.from = tie.from, .to = tie.to});
  return charts::graph_layout(example.nodes(), ties);
}

Real sigmoid(Real x) { return 1 / (1 + std::exp(-x)); }

/// sigmoid(z_i . z_j), with `a` and `b` [1,c] for the two factors.
formula::Explanation sigmoid_of_product(std::string title, const Mat& a, const Mat& b, double value) {
  std::vector<formula::Expression> terms;
  for (Index c = 0; c < a.cols(); ++c)
    terms.push_back(row({num(static_cast<double>(a(0, c))), op("*"), num(static_cast<double>(b(0, c)))}));
  const auto over = [](formula::Expression x) {
    return frac(num(1), row({num(1), op("+"), formula::call("exp", {row({op("-"), std::move(x)})})}));
  };
  return {std::move(title), over(row({op("("), sub(sym("z"), sym("i")), op("*"), sub(sym("z"), sym("j")), op(")")})),
          over(row({op("("), formula::total(std::move(terms), 3), op(")")})), value,
          "The product of the two nodes\u2019 numbers, squeezed between 0 and 1."};
}

Molecule molecule_from(int seed) {
  Rng rng(static_cast<std::uint64_t>(seed));
  Molecule molecule{.seed = seed, .graph = tasks::draw_molecule(tasks::Split::kHeldOut, rng), .places = {}, .pattern = {}, .logits = {}};
  molecule.places = layout_of(molecule.graph);
  molecule.pattern = poisonous_part(molecule.graph);
  return molecule;
}

/// The gallery of the examples from `first` on. Drawing goes on until there are enough molecules of both kinds.
const std::vector<Molecule>& gallery_from(int first) {
  static std::map<int, std::vector<Molecule>> known;
  std::vector<Molecule>& gallery = known[first];
  if (!gallery.empty()) return gallery;
  gallery.resize(kGallery);
  int found[2] = {0, 0};
  for (int seed = first; found[0] + found[1] < kGallery; ++seed) {
    Molecule molecule = molecule_from(seed);
    const int kind = molecule.graph.answer;
    if (found[kind] == kGallery / 2) continue;
    gallery[static_cast<size_t>(kind * kGallery / 2 + found[kind]++)] = std::move(molecule);
  }
  return gallery;
}

/// Molecule number `example`. It is kept once it has been drawn, because a layout takes milliseconds.
const Molecule& molecule_number(int example) {
  static std::map<int, Molecule> known;
  const auto found = known.find(example);
  return found != known.end() ? found->second : known.emplace(example, molecule_from(example)).first->second;
}

Molecule taken_apart(const Params& p) {
  Molecule out = molecule_number(p.example);
  out.graph = edited_molecule(p);
  out.pattern = poisonous_part(out.graph);
  out.places = molecule_places(out.places, p);
  return out;
}

}  // namespace

const Mat& community_places() {
  // In rings the members of a community stand apart, and ties between communities can be seen.
  static const Mat places = [] {
    constexpr int kAll = tasks::kCommunities * tasks::kCommunityMembers;
    constexpr int kColumns = tasks::kCommunities / 2;
    constexpr double kWide = 0.26, kHigh = 0.4;
    Mat out(kAll, 2);
    for (int i = 0; i < kAll; ++i) {
      const int community = i / tasks::kCommunityMembers, column = community % kColumns;
      const double turn = 2 * std::numbers::pi * (i % tasks::kCommunityMembers) / tasks::kCommunityMembers;
      const double x = (1 - kWide) * (2.0 * column / (kColumns - 1) - 1), y = community < kColumns ? 1 - kHigh : kHigh - 1;
      out.row(i) << static_cast<Real>(x + kWide * std::sin(turn)), static_cast<Real>(y + kHigh * std::cos(turn));
    }
    return out;
  }();
  return places;
}

std::vector<int> poisonous_part(const tasks::GraphExample& molecule) {
  const Neighbours graph = seen_in(molecule, false);
  const auto is = [&](int node, tasks::Atom atom) { return molecule.features(node, static_cast<Index>(atom)) == 1; };
  for (int i = 0; i < graph.nodes(); ++i) {
    if (!is(i, tasks::Atom::nitrogen)) continue;
    std::vector<int> part{i};
    for (const int j : graph.of(i))
      if (is(j, tasks::Atom::oxygen)) part.push_back(j);
    if (part.size() > 2) return part;
  }
  return {};
}

TieStudy study_ties(const Params& p, const training::Models& models) {
  static const tasks::TieQuestion question = tasks::tie_question();
  TieStudy out;
  out.question = question, out.places = community_places();
  if (task_of(p).name == "ties") out.places = charts::with_dragged(out.places, p.moved);
  const auto k = static_cast<Index>(question.held_out.size());
  out.tied = out.untied = Mat::Constant(k, 1, kNobody);
  out.area = std::numeric_limits<double>::quiet_NaN();
  if (task_of(p).name != "ties") return out;
  out.answered = true;
  out.numbers = answers_of(learner_of(models.trainer).network(), question.graph, seen_in(question.graph, loops_of(p))).logits;
  const auto probability = [&](const Tie& pair) { return sigmoid(out.numbers.row(pair.from).dot(out.numbers.row(pair.to))); };
  for (Index i = 0; i < k; ++i) {
    out.tied(i, 0) = probability(question.held_out[static_cast<size_t>(i)]);
    out.untied(i, 0) = probability(question.non_ties[static_cast<size_t>(i)]);
  }
  for (Index i = 0; i < k; ++i)
    for (Index j = 0; j < k; ++j) out.ordered += out.tied(i, 0) > out.untied(j, 0), out.level += out.tied(i, 0) == out.untied(j, 0);
  out.area = (out.ordered + 0.5 * out.level) / static_cast<double>(k * k);
  return out;
}

formula::Explanation explain_tie(const TieStudy& s, bool tied, int k) {
  if (!s.answered) return {};
  const Tie& pair = (tied ? s.question.held_out : s.question.non_ties)[static_cast<size_t>(k)];
  return sigmoid_of_product("Probability that " + std::to_string(pair.from + 1) + " and " + std::to_string(pair.to + 1) + " are tied",
                            s.numbers.row(pair.from), s.numbers.row(pair.to), static_cast<double>((tied ? s.tied : s.untied)(k, 0)));
}

formula::Explanation explain_area(const TieStudy& s) {
  if (!s.answered) return {};
  const auto k = static_cast<double>(s.tied.rows());
  return {"Area under the ROC curve, on held-out ties", frac(sym("ordered"), sym("all")), frac(num(s.ordered + 0.5 * s.level), num(k * k)),
          s.area, "Of all pairs of a tie and a non-tie, those in which the tie is given the larger probability (equal ones count half)."};
}

MoleculeStudy study_molecules(const Params& p, const training::Models& models) {
  MoleculeStudy out;
  out.gallery = gallery_from((p.example - 1) / kGalleryStep * kGalleryStep + 1);
  out.poisonous = Mat::Constant(kGallery, 1, kNobody);
  out.taken = taken_apart(p);
  out.verdict = static_cast<double>(kNobody);
  if (task_of(p).name != "molecules") return out;
  out.answered = true;
  const models::GraphNetwork& network = learner_of(models.trainer).network();
  const auto answer = [&](Molecule* molecule) {
    const Answers a = answers_of(network, molecule->graph, seen_in(molecule->graph, loops_of(p)));
    molecule->logits = a.logits;
    return a;
  };
  for (int k = 0; k < kGallery; ++k) {
    const Answers a = answer(&out.gallery[static_cast<size_t>(k)]);
    out.poisonous(k, 0) = a.probabilities(0, 1);
    out.right += a.right;
  }
  out.verdict = static_cast<double>(answer(&out.taken).probabilities(0, 1));
  return out;
}

formula::Explanation explain_molecule(const MoleculeStudy& s, int k) {
  if (!s.answered) return {};
  const bool taken = k == kGallery;
  const Real poisonous = taken ? static_cast<Real>(s.verdict) : s.poisonous(k, 0);
  Mat both(1, 2);
  both << 1 - poisonous, poisonous;
  return formula::explain_softmax("Probability that this molecule is poisonous",
                                  (taken ? s.taken : s.gallery[static_cast<size_t>(k)]).logits, both, nullptr, 1, 1);
}

PixelStudy study_pixels(const Params& p, const training::Models& models) {
  PixelStudy out;
  const tasks::GraphExample image = edited_image(p);
  constexpr int kSide = tasks::kImageSide;
  out.bright = image.features.reshaped<Eigen::RowMajor>(kSide, kSide);
  out.truth = Mat(kSide, kSide);
  for (Index i = 0; i < out.truth.size(); ++i) out.truth.data()[i] = static_cast<Real>(image.classes[static_cast<size_t>(i)]);
  out.model = out.rival = Mat::Constant(kSide, kSide, kNobody);
  if (task_of(p).name != "pixels") return out;
  out.answered = true;
  const auto put = [&](const training::Trainer& trainer, Mat* probabilities, Mat* logits, int* right) {
    const Answers a = answers_of(learner_of(trainer).network(), image, seen_in(image, loops_of(p)));
    *probabilities = Mat(a.probabilities.col(1)).reshaped<Eigen::RowMajor>(kSide, kSide);
    *logits = a.logits, *right = a.right;
    return learner_of(trainer).network().settings().kind;
  };
  out.kind = put(models.trainer, &out.model, &out.logits, &out.right);
  for (const auto& [name, rival] : models.beside) out.rival_kind = put(rival, &out.rival, &out.rival_logits, &out.rival_right);
  return out;
}

formula::Explanation explain_pixel(const PixelStudy& s, bool rival, int y, int x) {
  const Mat& logits = rival ? s.rival_logits : s.logits;
  if (logits.size() == 0) return {};
  const Index at = y * tasks::kImageSide + x;
  const Real p = (rival ? s.rival : s.model)(y, x);
  Mat both(1, 2);
  both << 1 - p, p;
  return formula::explain_softmax("Probability that this pixel is of a figure", logits.row(at), both, nullptr, 1, 1);
}

}  // namespace attn::lessons::graph_attention
