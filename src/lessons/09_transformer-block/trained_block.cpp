#include "lessons/09_transformer-block/trained_block.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/check.h"
#include "kernels/elementwise.h"
#include "kernels/matmul.h"
#include "kernels/positions.h"
#include "kernels/softmax.h"
#include "lessons/09_transformer-block/sorter.h"
#include "lessons/translation/show_task.h"
#include "tasks/sorting.h"

namespace attn::lessons::transformer_block {
namespace {

constexpr std::uint64_t kCountSeed = 9902;

}  // namespace

TrainedBlock::TrainedBlock(const models::Transformer& model) : heads_(model.settings().heads) {
  const auto get = [&model](const std::string& name) -> const Mat& {
    const nn::Parameter* found = model.parameters().find(name);
    CHECK(found, "a sorter has no ", name);
    return found->value;
  };
  const std::string block = "encoder.0.";
  table_ = get("source.table").bottomRows(kLetters);
  bias_ = get("word.b").rightCols(kLetters);
  kernels::MultiHeadWeights& a = weights_.attention;
  a.wq = get(block + "self.q.w"), a.wk = get(block + "self.k.w"), a.wv = get(block + "self.v.w"), a.wo = get(block + "self.o.w");
  a.bq = get(block + "self.q.b"), a.bk = get(block + "self.k.b"), a.bv = get(block + "self.v.b"), a.bo = get(block + "self.o.b");
  weights_.w1 = get(block + "feed.in.w"), weights_.b1 = get(block + "feed.in.b");
  weights_.w2 = get(block + "feed.out.w"), weights_.b2 = get(block + "feed.out.b");
  weights_.gamma1 = get(block + "norm.self.gamma"), weights_.beta1 = get(block + "norm.self.beta");
  weights_.gamma2 = get(block + "norm.feed.gamma"), weights_.beta2 = get(block + "norm.feed.beta");
}

SortRun::Reading TrainedBlock::read(In rows) const {
  SortRun::Reading out;
  out.scores = (rows * table_.transpose()).rowwise() + bias_.row(0);
  out.shares = kernels::softmax_rows(out.scores);
  return out;
}

SortRun TrainedBlock::run(const Tokens& source, const Present& present, const compute::Backend& backend) const {
  const auto n = static_cast<Index>(source.size());
  const Index d = table_.cols();
  SortRun out;
  out.source = out.target = source;
  std::sort(out.target.begin(), out.target.end());
  out.input = kernels::sinusoidal_positions(n, d);
  for (Index i = 0; i < n; ++i)
    out.input.row(i) += std::sqrt(static_cast<Real>(d)) * table_.row(source[static_cast<size_t>(i)] - kFirstToken);
  out.attention = backend.multi_head_attention(out.input, out.input, out.input, weights_.attention, heads_, nullptr);
  const auto joined = [&present](const Mat& stream, const Mat& part, Part first) {
    Mat sum = present[first] ? part : Mat::Zero(part.rows(), part.cols());
    if (present[first + 1]) sum += stream;
    return sum;
  };
  out.middle = out.added = joined(out.input, out.attention.output, kAttentionPart);
  if (present[kFirstNorm]) out.middle = kernels::layer_norm(out.middle, weights_.gamma1, weights_.beta1).output;
  out.fed = backend.feed_forward(out.middle, weights_.w1, weights_.b1, weights_.w2, weights_.b2, kernels::Activation::relu).output;
  out.output = out.added_again = joined(out.middle, out.fed, kFeedForwardPart);
  if (present[kSecondNorm]) out.output = kernels::layer_norm(out.output, weights_.gamma2, weights_.beta2).output;
  out.before = read(out.input), out.between = read(out.middle), out.after = read(out.output);
  for (Index i = 0; i < n; ++i) {
    Index best = 0;
    out.after.scores.row(i).maxCoeff(&best);
    out.answer.push_back(kFirstToken + static_cast<int>(best));
    out.right += out.answer.back() == out.target[static_cast<size_t>(i)];
  }
  return out;
}

SortCount TrainedBlock::count(const Present& present, int sentences) const {
  Rng rng(kCountSeed);
  SortCount out;
  for (const Tokens& source : tasks::draw_batch(tasks::sorted_letters(), tasks::Split::kHeldOut, 0, sentences, rng).sources) {
    const SortRun sorted = run(source, present);
    const auto n = static_cast<int>(source.size());
    out.right += sorted.right, out.letters += n;
    out.whole += sorted.right == n, ++out.sentences;
  }
  return out;
}

std::vector<const Mat*> TrainedBlock::numbers() const {
  const kernels::MultiHeadWeights& a = weights_.attention;
  const kernels::EncoderLayerWeights& w = weights_;
  return {&table_, &bias_, &a.wq, &a.wk, &a.wv, &a.wo,     &a.bq,    &a.bk,     &a.bv,
          &a.bo,   &w.w1,  &w.b1, &w.w2, &w.b2, &w.gamma1, &w.beta1, &w.gamma2, &w.beta2};
}

bool TrainedBlock::operator==(const TrainedBlock& other) const {
  const std::vector<const Mat*> mine = numbers(), others = other.numbers();
  return std::equal(mine.begin(), mine.end(), others.begin(), [](const Mat* a, const Mat* b) { return *a == *b; });
}

models::TransformerSettings block_settings() {
  models::TransformerSettings s;
  s.d_model = 24, s.d_ff = 48, s.heads = 2, s.encoder_layers = 1;
  s.norm = kernels::NormPlace::post;
  s.tied = true;
  s.max_length = tasks::sorted_letters().longest;
  return s;
}

namespace {

std::unique_ptr<training::Trainee> make_sorter(const training::Plan& plan) {
  return std::make_unique<Sorter>(tasks::sorted_letters(), block_settings(), plan);
}

training::Recipes make_recipes() {
  const tasks::PairTask& task = tasks::sorted_letters();
  training::Recipe recipe;
  recipe.name = "letters-block", recipe.task = task.name;
  recipe.make = make_sorter;
  recipe.steps = 16000;
  recipe.plan.learning_rate = Real(0.005);
  recipe.plan.decay_from = recipe.steps / 3, recipe.plan.decay_to = recipe.steps;
  recipe.lesson = "transformer-block";
  recipe.query = "figure=sorting";
  recipe.summary = "one block, post-norm";
  const models::TransformerSettings s = block_settings();
  recipe.settings = {{"d_model", static_cast<double>(s.d_model)},
                     {"d_ff", static_cast<double>(s.d_ff)},
                     {"heads", static_cast<double>(s.heads)},
                     {"layers", static_cast<double>(s.encoder_layers)}};
  recipe.beside = "held-out-scores";
  recipe.requirements = {{.score = "places-right", .value = 0.98}, {.score = "exact-match", .value = 0.95}};
  training::Recipes out;
  out.tasks.push_back({task.name, task.help, [&task](int count) { return translation::show_task(task, count); }});
  out.rows.push_back(std::move(recipe));
  return out;
}

/// The trained block with what has been counted of it, by its parts. It is made anew where its numbers are others.
struct Counted {
  std::shared_ptr<const TrainedBlock> block;
  std::array<SortCount, 1 << kBlockParts> counts;

  const SortCount& count(const Present& present) {
    size_t at = 0;
    for (const bool there : present) at = 2 * at + there;
    if (counts[at].sentences == 0) counts[at] = block->count(present, kHeldOutWords);
    return counts[at];
  }
};

}  // namespace

const training::Recipes& recipes() {
  static const training::Recipes all = make_recipes();
  return all;
}

const training::Recipe* trained_block() { return &recipes().rows.front(); }

std::string read_letters(std::string_view text, Tokens* letters) {
  const tasks::PairTask& task = tasks::sorted_letters();
  Tokens read;
  if (std::string why = task.read(task, text, &read); !why.empty()) return why;
  if (static_cast<int>(read.size()) > task.longest)
    return "These are " + std::to_string(read.size()) + " letters; the block has seen at most " + std::to_string(task.longest) + ".";
  *letters = std::move(read);
  return {};
}

std::vector<std::string> letter_names(const Tokens& letters) { return tasks::sorted_letters().source.names(letters); }

const std::vector<std::string>& alphabet() {
  static const std::vector<std::string> names = [] {
    Tokens all;
    for (int j = 0; j < kLetters; ++j) all.push_back(kFirstToken + j);
    return letter_names(all);
  }();
  return names;
}

Sorting sort_letters(const Tokens& letters, const Present& present, const training::Models& models, const compute::Backend& backend) {
  static Counted counted;
  const auto found = models.beside.find(trained_block()->name);
  Sorting out;
  out.trained = found != models.beside.end();
  const std::unique_ptr<training::Trainee> random = out.trained ? nullptr : make_sorter({});
  const auto& sorter = static_cast<const Sorter&>(out.trained ? found->second.trainee() : *random);
  auto block = std::make_shared<const TrainedBlock>(sorter.model());
  if (!counted.block || !(*counted.block == *block)) counted = {std::move(block), {}};
  out.block = counted.block;
  out.run = out.block->run(letters, present, backend);
  out.count = counted.count(present), out.whole = counted.count(kAllPresent);
  return out;
}

}  // namespace attn::lessons::transformer_block
