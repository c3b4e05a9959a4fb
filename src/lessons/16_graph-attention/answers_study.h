// What the model in training answers about pairs of nodes, about whole graphs, and about the pixels of an image.
//
// Each of these studies always has its data. It has answers only if the model in training is one of its task.
#pragma once

#include <string>
#include <vector>

#include "base/mat.h"
#include "formula/expression.h"
#include "lessons/16_graph-attention/graph_study.h"
#include "tasks/graphs.h"
#include "training/trainer.h"

namespace attn::lessons::graph_attention {

/// k held-out ties and k pairs of nodes that are not tied.
struct TieStudy {
  bool answered = false;
  tasks::TieQuestion question;
  Mat places;        ///< [n,2]
  Mat numbers;       ///< [n,c] the numbers z of each node, if `answered`
  Mat tied, untied;  ///< [k,1] probability that the pair is tied; NaN unless `answered`
  int ordered = 0;   ///< in how many of the k^2 comparisons of a tie with a non-tie the tie has the larger probability
  int level = 0;     ///< in how many of them the probabilities are equal
  double area = 0;   ///< area under the ROC curve: (ordered + level / 2) / k^2
};
/// Places of the nodes in the graph of communities [n,2]. A community is a ring of its members, and the rings stand in two rows.
const Mat& community_places();
TieStudy study_ties(const Params& p, const training::Models& models);
formula::Explanation explain_tie(const TieStudy& s, bool tied, int k);
formula::Explanation explain_area(const TieStudy& s);

inline constexpr int kGallery = 8;       ///< molecules in a gallery: harmless ones, then as many poisonous ones
inline constexpr int kGalleryStep = 20;  ///< examples 1 to 20 share a gallery, examples 21 to 40 the next, and so on

struct Molecule {
  int seed = 0;
  tasks::GraphExample graph;
  Mat places;                ///< [n,2]
  std::vector<int> pattern;  ///< the nitrogen and the oxygens that make it poisonous; empty in a harmless one
  Mat logits;                ///< [1,2]; empty where nobody answers
};
struct MoleculeStudy {
  bool answered = false;
  std::vector<Molecule> gallery;
  Mat poisonous;       ///< [kGallery,1] probability; NaN where nobody answers
  int right = 0;       ///< answers of the gallery that are right
  Molecule taken;      ///< the molecule that the reader takes apart: number `example`, with edits
  double verdict = 0;  ///< probability that it is poisonous; NaN where nobody answers
};
/// A nitrogen that is tied to two or more oxygens, followed by these; empty in a harmless molecule.
std::vector<int> poisonous_part(const tasks::GraphExample& molecule);
/// A gallery of held-out molecules of both answers near number `example`, and molecule `example` itself as the reader has edited it.
MoleculeStudy study_molecules(const Params& p, const training::Models& models);
/// Molecule k of the gallery, or the one that is taken apart for k = kGallery.
formula::Explanation explain_molecule(const MoleculeStudy& s, int k);

struct PixelStudy {
  bool answered = false;
  Mat bright, truth;         ///< [12,12]
  Mat model, rival;          ///< [12,12] probability that a pixel is of a figure; NaN where nobody answers
  Mat logits, rival_logits;  ///< [144,2]
  int right = 0, rival_right = 0;
  models::GraphLayerKind kind = models::GraphLayerKind::attention, rival_kind = models::GraphLayerKind::convolution;
};
/// Image number `example`, with the pixels that the reader painted.
PixelStudy study_pixels(const Params& p, const training::Models& models);
formula::Explanation explain_pixel(const PixelStudy& s, bool rival, int y, int x);

}  // namespace attn::lessons::graph_attention
