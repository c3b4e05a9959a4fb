#include "models/vision_transformer.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "autodiff/convolution.h"
#include "models/gpt_layers.h"

namespace attn::models {

using autodiff::Tape;
using autodiff::Var;

struct VisionLayers {
  GptSettings blocks_settings;
  GptLayers blocks;  ///< and the last norm
  GptLinear patches, head;
  nn::Parameter* class_token = nullptr;
  nn::Parameter* positions = nullptr;  ///< null without positions
};

namespace {

constexpr double kTokenDeviation = 0.02, kPositionDeviation = 0.1;

GptSettings blocks_of(const VisionSettings& s) {
  return {.vocabulary = s.classes,
          .context = 1 + s.patches(),
          .width = s.width,
          .layers = s.layers,
          .heads = s.heads,
          .hidden = s.hidden,
          .causal = false};
}

kernels::ConvolutionShape cut_of(const VisionSettings& s, Index images) {
  return {.images = images, .height = s.side, .width = s.side, .channels = 1, .side = s.patch, .stride = s.patch, .padding = 0};
}

/// A pass over images, which have been put on the tape as [images s s, 1].
class VisionPass {
 public:
  VisionPass(const VisionTransformer& model, Tape& tape, const Bending* bending)
      : model_(model), layers_(model.layers()), tape_(tape), pass_(layers_.blocks_settings, layers_.blocks, tape, bending) {}

  /// -> logits [b,c].
  Var logits(Var pixels, Index images, std::span<const int> seen, VisionRun* run = nullptr) {
    const VisionSettings& s = model_.settings();
    const auto patches =
        autodiff::convolve(pixels, nn::on(tape_, *layers_.patches.weight.learned), nn::on(tape_, *layers_.patches.bias), cut_of(s, images));
    const Index length = 1 + static_cast<Index>(seen.size());
    const auto rows_count = static_cast<std::size_t>(images * length);
    int *tokens = tape_.scratch_array<int>(rows_count), *places = tape_.scratch_array<int>(rows_count);
    int *first = tape_.scratch_array<int>(static_cast<std::size_t>(images)),
        *lengths = tape_.scratch_array<int>(static_cast<std::size_t>(images));
    for (Index i = 0, row = 0; i < images; ++i) {
      first[i] = static_cast<int>(row), lengths[i] = static_cast<int>(length);
      tokens[row] = 0, places[row++] = 0;
      for (const int patch : seen) tokens[row] = 1 + static_cast<int>(i) * s.patches() + patch, places[row++] = 1 + patch;
    }
    const Var all = autodiff::concat_rows(std::array{nn::on(tape_, *layers_.class_token), patches});
    Var x = autodiff::gather_rows(all, {tokens, rows_count});
    if (run && !seen.empty()) pass_.show(autodiff::slice_rows(x, 1, length - 1), &run->tokens);
    if (layers_.positions) x = autodiff::add(x, autodiff::gather_rows(nn::on(tape_, *layers_.positions), {places, rows_count}));
    if (run) pass_.show(x, &run->input);
    if (run) run->layers.resize(static_cast<std::size_t>(s.layers));
    const TokenRows rows{{images, first, lengths}, {tokens, rows_count}, places};
    for (int l = 0; l < s.layers; ++l) x = pass_.block(l, x, rows, nullptr, run ? &run->layers[static_cast<std::size_t>(l)] : nullptr);
    const Var output = pass_.read_out(autodiff::gather_rows(x, {first, static_cast<std::size_t>(images)}));
    if (run) pass_.show(output, &run->output);
    const Var logits = layers_.head(tape_, output);
    if (run) pass_.show(logits, &run->logits);
    return logits;
  }
  void bring() { pass_.bring(); }

 private:
  const VisionTransformer& model_;
  const VisionLayers& layers_;
  Tape& tape_;
  GptPass pass_;
};

/// Images [b, s s] as pixels [b s s, 1].
Var pixels_of(Tape& tape, const VisionSettings& s, In images) {
  const Index size = Index(s.side) * s.side;
  CHECK(images.cols() == size, "VisionTransformer: images of ", images.cols(), " pixels, not ", size);
  const Var pixels = tape.make(images.rows() * size, 1, false);
  for (Index i = 0; i < images.rows(); ++i) pixels.value().middleRows(i * size, size) = images.row(i).transpose();
  return pixels;
}

}  // namespace

std::string check_settings(const VisionSettings& s) {
  if (s.patch < 1 || s.side < 1 || s.side % s.patch) return "the side of a patch divides that of the image";
  if (s.classes < 2) return "there are at least two classes";
  return check_settings(blocks_of(s));
}

std::vector<int> all_patches(const VisionSettings& settings) {
  std::vector<int> out(static_cast<std::size_t>(settings.patches()));
  std::iota(out.begin(), out.end(), 0);
  return out;
}

VisionTransformer::VisionTransformer(const VisionSettings& settings, Rng& rng)
    : settings_(settings), layers_(std::make_unique<VisionLayers>()) {
  const VisionSettings& s = settings_;
  CHECK(check_settings(s).empty(), "VisionTransformer: ", check_settings(s));
  layers_->blocks_settings = blocks_of(s);
  layers_->patches = gpt_linear(&parameters_, "patches", s.patch * s.patch, s.width, 1, rng);
  layers_->class_token = &parameters_.add("class", normal_matrix(1, s.width, rng, kTokenDeviation));
  if (s.positions) layers_->positions = &parameters_.add("positions", normal_matrix(1 + s.patches(), s.width, rng, kPositionDeviation));
  add_blocks(layers_->blocks_settings, &parameters_, &layers_->blocks, rng);
  layers_->blocks.norm = gpt_norm(&parameters_, "ln_f", s.width);
  layers_->head = gpt_linear(&parameters_, "head", s.width, s.classes, 1, rng);
}
VisionTransformer::VisionTransformer(VisionTransformer&&) noexcept = default;
VisionTransformer::~VisionTransformer() = default;

Var VisionTransformer::loss(Tape& tape, In images, std::span<const int> labels) const {
  CHECK(images.rows() == static_cast<Index>(labels.size()) && !labels.empty(), "VisionTransformer::loss: ", images.rows(), " images, ",
        labels.size(), " labels");
  return autodiff::cross_entropy(
      VisionPass(*this, tape, nullptr).logits(pixels_of(tape, settings_, images), images.rows(), all_patches(settings_)), labels);
}

Mat VisionTransformer::projection() const { return layers_->patches.weight.learned->value; }
Mat VisionTransformer::projection_bias() const { return layers_->patches.bias->value; }
Mat VisionTransformer::class_token() const { return layers_->class_token->value; }
Mat VisionTransformer::positions() const {
  return layers_->positions ? layers_->positions->value : Mat(Mat::Zero(1 + settings_.patches(), settings_.width));
}
Mat VisionTransformer::head() const { return layers_->head.weight.learned->value; }
Mat VisionTransformer::head_bias() const { return layers_->head.bias->value; }

VisionRun run(const VisionTransformer& model, In image, std::span<const int> seen, const Bending& bending, autodiff::MakeEngine engine) {
  const VisionSettings& s = model.settings();
  CHECK(image.rows() == s.side && image.cols() == s.side, "run: an image of ", shape(image), ", not of ", s.side, " by ", s.side);
  Tape tape(engine ? engine() : nullptr);
  tape.set_recording(false);
  VisionRun out;
  out.seen.assign(seen.begin(), seen.end());
  const Mat row = Eigen::Map<const Mat>(Mat(image).data(), 1, Index(s.side) * s.side);
  const Var pixels = pixels_of(tape, s, row);
  for (const int patch : seen) CHECK(patch >= 0 && patch < s.patches(), "run: patch ", patch, " of ", s.patches());
  Mat windows(s.patches(), s.patch * s.patch);
  kernels::windows_into(pixels.value(), cut_of(s, 1), windows);
  out.pixels.resize(static_cast<Index>(seen.size()), windows.cols());
  for (std::size_t i = 0; i < seen.size(); ++i) out.pixels.row(static_cast<Index>(i)) = windows.row(seen[i]);
  VisionPass pass(model, tape, &bending);
  pass.logits(pixels, 1, seen, &out);
  pass.bring();
  return out;
}

Mat logits_of(const VisionTransformer& model, In images) {
  const std::vector<int> seen = all_patches(model.settings());
  constexpr Index kAtOnce = 32;
  Mat out(images.rows(), model.settings().classes);
  for (Index i = 0; i < images.rows(); i += kAtOnce) {
    const Index count = std::min(kAtOnce, images.rows() - i);
    Tape tape;
    tape.set_recording(false);
    VisionPass pass(model, tape, nullptr);
    out.middleRows(i, count) = pass.logits(pixels_of(tape, model.settings(), images.middleRows(i, count)), count, seen).value();
  }
  return out;
}

Mat rollout(std::span<const BlockRun> layers) {
  Mat out;
  for (const BlockRun& layer : layers) {
    const std::vector<Mat>& heads = layer.self.weights;
    Mat mixed = Mat::Identity(heads[0].rows(), heads[0].rows()) / 2;
    for (const Mat& weights : heads) mixed += weights / static_cast<Real>(2 * heads.size());
    out = out.size() ? Mat(mixed * out) : mixed;
  }
  return out;
}

}  // namespace attn::models
