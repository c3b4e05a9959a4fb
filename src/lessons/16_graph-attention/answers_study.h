// What the model in training answers where not nodes are asked about: pairs of nodes, whole graphs, and the pixels of an image.
//
// Each of these shows its data whatever is in training, and answers only where the model is of its task.
#pragma once

#include <string>
#include <vector>

#include "base/mat.h"
#include "formula/expression.h"
#include "lessons/16_graph-attention/graph_study.h"
#include "tasks/graphs.h"
#include "training/trainer.h"

namespace attn::lessons::graph_attention {

/// Held-out ties and as many pairs that are not tied.
struct TieStudy {
  bool answered = false;
  tasks::TieQuestion question;
  Mat places;        ///< [n,2]
  Mat numbers;       ///< [n,c] z of the nodes, where answered
  Mat tied, untied;  ///< [k,1] probability of a tie; NaN where nobody answers
  int ordered = 0;   ///< pairs of a tie and a non-tie of which the tie has the larger one; halves of ties count in `level`
  int level = 0;     ///< pairs with equal probabilities
  double area = 0;   ///< under the ROC curve: (ordered + level / 2) / k^2
};
/// Places of the graph of communities [n,2]: each is a ring of its members, and the rings stand in two rows.
const Mat& community_places();
TieStudy study_ties(const Params& p, const training::Models& models);
formula::Explanation explain_tie(const TieStudy& s, bool tied, int k);
formula::Explanation explain_area(const TieStudy& s);

inline constexpr int kGallery = 8;       ///< molecules: harmless ones, then as many poisonous ones
inline constexpr int kGalleryStep = 20;  ///< examples 1 to 20 share a gallery, 21 to 40, ...

struct Molecule {
  int seed = 0;
  tasks::GraphExample graph;
  Mat places;                ///< [n,2]
  std::vector<int> pattern;  ///< the nitrogen and the oxygens that make it poisonous
  Mat logits;                ///< [1,2] where answered
};
struct MoleculeStudy {
  bool answered = false;
  std::vector<Molecule> gallery;
  Mat poisonous;  ///< [kGallery,1] probability; NaN where nobody answers
  int right = 0;
  Molecule taken;      ///< the one taken apart, number `example`, with the reader's edits
  double verdict = 0;  ///< its probability; NaN where nobody answers
};
/// The nitrogen that is tied to two oxygens, and they; empty in a harmless one.
std::vector<int> poisonous_part(const tasks::GraphExample& molecule);
/// Held-out molecules, some of each answer near number `example`, and that one as the reader has it.
MoleculeStudy study_molecules(const Params& p, const training::Models& models);
/// Number k of the gallery; the one taken apart for k = kGallery.
formula::Explanation explain_molecule(const MoleculeStudy& s, int k);

struct PixelStudy {
  bool answered = false;
  Mat bright, truth;         ///< [12,12]
  Mat model, rival;          ///< [12,12] probability of a figure; NaN where nobody answers
  Mat logits, rival_logits;  ///< [144,2]
  int right = 0, rival_right = 0;
  models::GraphLayerKind kind = models::GraphLayerKind::attention, rival_kind = models::GraphLayerKind::convolution;
};
/// Image number `example`, with what the reader painted.
PixelStudy study_pixels(const Params& p, const training::Models& models);
formula::Explanation explain_pixel(const PixelStudy& s, bool rival, int y, int x);

}  // namespace attn::lessons::graph_attention
