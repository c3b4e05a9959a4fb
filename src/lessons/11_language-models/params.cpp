#include "lessons/11_language-models/params.h"

#include <algorithm>
#include <utility>

#include "lessons/11_language-models/opened.h"

namespace attn::lessons::language_models {
namespace {

constexpr int kMostLetters = 400, kMostOwnKey = 40, kCharactersAtMost = 256;

std::shared_ptr<const Corpus> corpus_of(const Params& p) {
  if (p.reads == Reads::opened) {
    const auto model = p.opened.lock();
    return model ? model->corpus : story_corpus();
  }
  if (p.reads == Reads::stories) return story_corpus();
  if (p.reads == Reads::copies) return copy_corpus();
  if (p.reads == Reads::masked || p.reads == Reads::labelled) return masked_story_corpus();
  const auto own = shelved(p.own);
  return text_corpus(own ? own : stories_as_text(), p.cut_into, p.cut_into == Cut::characters ? kCharactersAtMost : p.pieces());
}

bool reads_text(const void* own) { return static_cast<const Params*>(own)->reads == Reads::text; }
bool writes(const void* own) {
  const auto& corpus = static_cast<const Params*>(own)->corpus;
  return !corpus || corpus->mask() < 0;
}
bool reads_opened(const void* own) { return static_cast<const Params*>(own)->reads == Reads::opened; }
bool reads_labelled(const void* own) { return static_cast<const Params*>(own)->reads == Reads::labelled; }
/// Whether the reader chooses the shape of the model.
bool is_shaped(const void* own) { return !static_cast<const Params*>(own)->opens && !reads_labelled(own); }

}  // namespace

Params::Params() {
  batch = 16;
  learning_rate = Real(0.005);
  horizon = 2000;
}

std::string_view what_is_missing(const Params& p) {
  if (p.reads == Reads::opened && !p.opens) return kModelIsMissing;
  return p.own_is_missing ? kOwnIsMissing : std::string_view();
}

int place_asked(const Params& p) {
  const int n = static_cast<int>(p.given.size());
  return writes(&p) ? std::clamp(p.place, 1, n) - 1 : std::clamp(p.place, 2, std::max(2, n - 1)) - 1;
}

models::GptSettings settings_of(const Params& p) {
  if (const auto opened = p.opened.lock()) return opened->model.settings();
  if (p.reads == Reads::labelled) {  // as it was pre-trained
    Params pretrained;
    pretrained.reads = Reads::masked, pretrained.corpus = p.corpus;
    return settings_of(pretrained);
  }
  const int width = p.width();
  return {.vocabulary = p.corpus->vocabulary(),
          .context = p.context(),
          .width = width,
          .layers = p.layers,
          .heads = p.heads,
          .hidden = p.reads == Reads::copies ? 0 : 4 * width,
          .tied = p.reads != Reads::copies,
          .causal = p.corpus->mask() < 0};
}

models::Bending bending_of(const Params& p) {
  models::Bending bending;
  for (Index i = 0; i < p.cut.rows(); ++i)
    bending.cut.push_back({models::AttentionPart::decoder_self, static_cast<int>(p.cut(i, 0)) - 1, static_cast<int>(p.cut(i, 1)) - 1});
  return bending;
}

models::Choice choice_of(const Params& p, Rng* rng) {
  return writes(&p) ? models::Choice{p.temperature, p.top_k, p.top_p, rng} : models::Choice{1, 0, 1, rng};
}

bool is_cut(const Params& p, int layer, int head) {
  for (Index i = 0; i < p.cut.rows(); ++i)
    if (static_cast<int>(p.cut(i, 0)) == layer + 1 && static_cast<int>(p.cut(i, 1)) == head + 1) return true;
  return false;
}

void toggle_cut(Params& p, int layer, int head) {
  Mat kept(0, 2);
  const bool was = is_cut(p, layer, head);
  const auto add = [&kept](Real l, Real h) {
    kept.conservativeResize(kept.rows() + 1, 2);
    kept.bottomRows(1) << l, h;
  };
  for (Index i = 0; i < p.cut.rows(); ++i)
    if (static_cast<int>(p.cut(i, 0)) != layer + 1 || static_cast<int>(p.cut(i, 1)) != head + 1) add(p.cut(i, 0), p.cut(i, 1));
  if (!was && kept.rows() < kMostCut) add(static_cast<Real>(layer + 1), static_cast<Real>(head + 1));
  p.cut = std::move(kept);
}

params::Table<Params> Params::table() {
  return params::Table<Params>{}
      .choice(&Params::reads,
              {.id = "reads", .label = "It reads", .help = "What the model learns from, token by token.", .restarts_training = true},
              {{"stories", "little stories"},
               {"text", "a text of yours"},
               {"copies", "letters that repeat"},
               {"masked", "stories with hidden words"},
               {"labelled", "stories with a label"},
               {"opened", "a published model"}})
      .text(&Params::own_model, {.id = "own-model",
                                 .label = "Your model",
                                 .help = "The published model that you opened, by its length and a checksum; it stays in this page.",
                                 .max_length = kMostOwnKey,
                                 .restarts_training = true,
                                 .matters = reads_opened})
      .text(&Params::own, {.id = "own-text",
                           .label = "Your text",
                           .help = "The text that you brought, by its length and a checksum; it stays in this page.",
                           .max_length = kMostOwnKey,
                           .restarts_training = true,
                           .matters = reads_text})
      .choice(&Params::cut_into,
              {.id = "tokens",
               .label = "Tokens",
               .help = "A text is read character by character, or in pieces that were joined from the most frequent pairs.",
               .restarts_training = true,
               .matters = reads_text},
              {{"characters", "characters"}, {"pairs", "byte pairs"}})
      .choice(&Params::pieces_log2,
              {.id = "pieces",
               .label = "Pieces",
               .help = "How many tokens there are at most, the 256 bytes included.",
               .restarts_training = true,
               .matters = [](const void* own) { return reads_text(own) && static_cast<const Params*>(own)->cut_into == Cut::pairs; }},
              std::vector<std::pair<int, params::Choice>>{{9, {"512", "512"}}, {10, {"1024", "1,024"}}, {11, {"2048", "2,048"}}})
      .integer(&Params::layers, {.id = "layers",
                                 .label = "Layers",
                                 .help = "Blocks above each other.",
                                 .min = 1,
                                 .max = kMostLayers,
                                 .step = 1,
                                 .restarts_training = true,
                                 .matters = is_shaped})
      .choice(&Params::heads,
              {.id = "heads", .label = "Heads", .help = "Heads in each layer.", .restarts_training = true, .matters = is_shaped},
              std::vector<std::pair<int, params::Choice>>{{1, {"1", "1"}}, {2, {"2", "2"}}, {4, {"4", "4"}}, {8, {"8", "8"}}})
      .choice(
          &Params::width_log2,
          {.id = "width", .label = "Width d", .help = "Numbers of a token in the stream.", .restarts_training = true, .matters = is_shaped},
          std::vector<std::pair<int, params::Choice>>{
              {3, {"8", "8"}}, {4, {"16", "16"}}, {5, {"32", "32"}}, {6, {"64", "64"}}, {7, {"128", "128"}}})
      .choice(&Params::context_log2,
              {.id = "context",
               .label = "Context",
               .help = "Tokens that the model reads at a time.",
               .restarts_training = true,
               .matters = is_shaped},
              std::vector<std::pair<int, params::Choice>>{{5, {"32", "32"}}, {6, {"64", "64"}}, {7, {"128", "128"}}})
      .text(&Params::prompt,
            {.id = "prompt",
             .label = "Prompt",
             .help = "The text that the model goes on from, or where words are hidden a text with _ for each word to guess.",
             .max_length = kMostLetters})
      .integer(&Params::length, {.id = "length",
                                 .label = "Writes",
                                 .help = "How many tokens the model adds.",
                                 .min = 1,
                                 .max = 120,
                                 .step = 1,
                                 .matters = writes})
      .number(&Params::temperature, {.id = "temperature",
                                     .label = "Temperature",
                                     .help = "Divides the logits: at 0 the likeliest token is taken, above 1 unlikely ones come up.",
                                     .min = 0,
                                     .max = 2,
                                     .step = 0.05,
                                     .matters = writes})
      .integer(&Params::top_k, {.id = "top-k",
                                .label = "Top k",
                                .help = "Only the k likeliest tokens are drawn; 0 for all.",
                                .min = 0,
                                .max = 50,
                                .step = 1,
                                .matters = writes})
      .number(&Params::top_p, {.id = "top-p",
                               .label = "Top p",
                               .help = "Only the likeliest tokens that hold this much of the probability are drawn.",
                               .min = 0.05,
                               .max = 1,
                               .step = 0.05,
                               .matters = writes})
      .integer(&Params::draw, {.id = "draw",
                               .label = "Draw",
                               .help = "The seed of the tokens that are drawn.",
                               .min = 1,
                               .max = 999,
                               .step = 1,
                               .matters = writes})
      .integer(&Params::place, {.id = "place",
                                .label = "Token",
                                .help = "The token that is looked at, from 1. Where words are hidden, it is hidden.",
                                .min = 1,
                                .max = 160,
                                .step = 1})
      .integer(&Params::layer,
               {.id = "layer", .label = "Layer", .help = "The layer of the head shown.", .min = 1, .max = kMostOpenedLayers, .step = 1})
      .integer(&Params::head,
               {.id = "head", .label = "Head", .help = "The head shown, in its layer.", .min = 1, .max = kMostOpenedHeads, .step = 1})
      .matrix(&Params::cut, {.id = "cut",
                             .label = "Heads cut",
                             .help = "Layer and head of each head whose output is replaced by zeros.",
                             .min = 0,
                             .max = kMostOpenedHeads,
                             .step = 1,
                             .rows = {0, kMostCut},
                             .cols = {2, 2}})
      .integer(&Params::block, {.id = "block",
                                .label = "Letters",
                                .help = "Letters of the block that is said twice in the test.",
                                .min = kShortestBlock,
                                .max = kLongestBlock,
                                .step = 1})
      .choice(&Params::labels_log2,
              {.id = "labels",
               .label = "Labels",
               .help = "The model that is shown has learned from so many labelled stories.",
               .matters = reads_labelled},
              std::vector<std::pair<int, params::Choice>>{{3, {"8", "8"}}, {5, {"32", "32"}}, {7, {"128", "128"}}, {9, {"512", "512"}}})
      .integer(&Params::merges, {.id = "merges",
                                 .label = "Merges",
                                 .help = "How many pairs have been joined so far.",
                                 .min = 0,
                                 .max = kMostMerges,
                                 .step = 1,
                                 .walked = true})
      .text(&Params::word, {.id = "word", .label = "Any words", .help = "Words that are cut into the tokens so far.", .max_length = 120})
      .include(course::training_table());
}

void settle(const Params& before, Params& after) {
  after.own_is_missing = !after.own.empty() && !shelved(after.own);
  if (after.reads == Reads::opened && after.own_model.empty()) after.own_model = opened_key();  // the one that is open
  after.opened = after.reads == Reads::opened ? opened_model(after.own_model) : nullptr;
  after.opens = !after.opened.expired();
  after.corpus = corpus_of(after);
  const bool left_alone = before.prompt == after.prompt && (before.reads != after.reads || before.own_model != after.own_model);
  if (after.prompt.empty() || left_alone) after.prompt = after.corpus->sample();
  Tokens read;
  after.refusal = after.corpus->read(after.prompt, &read);
  const models::GptSettings shape = settings_of(after);
  const int mask = after.corpus->mask(), context = std::min(shape.context, kMostRead);
  if (mask >= 0 && static_cast<int>(read.size()) > context)
    after.refusal = "The model reads " + std::to_string(context) + " tokens at a time, and with [CLS] and [SEP] this text has " +
                    std::to_string(read.size()) + ".";
  const bool other = before.corpus != after.corpus;
  if (after.refusal.empty())
    after.given = std::move(read);
  else if (other || after.given.empty())
    after.corpus->read(after.corpus->sample(), &after.given);
  if (static_cast<int>(after.given.size()) > context) {
    after.given.resize(static_cast<std::size_t>(context));
    if (mask >= 0) after.given.back() = after.corpus->closing();
  }
  // Of a model that has just been opened, what follows the prompt is what the reader wants to know.
  if (after.opens && mask < 0 && before.own_model != after.own_model && before.place == after.place)
    after.place = static_cast<int>(after.given.size());
  const auto gap = mask < 0 ? after.given.end() : std::find(after.given.begin(), after.given.end(), mask);
  if (gap != after.given.end() && before.given != after.given && before.place == after.place)  // a new gap is what the reader asks about
    after.place = static_cast<int>(gap - after.given.begin()) + 1;
  after.layer = std::min(after.layer, shape.layers), after.head = std::min(after.head, shape.heads);
  const Mat cut = std::exchange(after.cut, Mat(0, 2));
  for (Index i = 0; i < cut.rows(); ++i) {
    const int layer = static_cast<int>(cut(i, 0)), head = static_cast<int>(cut(i, 1));
    if (layer >= 1 && head >= 1 && layer <= shape.layers && head <= shape.heads && !is_cut(after, layer - 1, head - 1))
      toggle_cut(after, layer - 1, head - 1);
  }
}

}  // namespace attn::lessons::language_models
