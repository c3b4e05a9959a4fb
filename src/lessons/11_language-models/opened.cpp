#include "lessons/11_language-models/opened.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "base/text.h"
#include "lessons/11_language-models/params.h"
#include "models/published.h"
#include "tasks/tokenizer.h"

namespace attn::lessons::language_models {
namespace {

constexpr std::string_view kBlank = "_", kMark = "[MASK]";

/// The text of a published model, as its tokenizer cuts it.
class OpenedCorpus final : public Corpus {
 public:
  OpenedCorpus(std::unique_ptr<const tasks::Tokenizer> tokenizer, int vocabulary)
      : tokenizer_(std::move(tokenizer)), vocabulary_(vocabulary) {
    constexpr std::string_view kEnd = "<|endoftext|>";
    if (const Tokens end = tokenizer_->encode(kEnd); mask() < 0 && end.size() == 1) end_ = end.front();
  }
  int vocabulary() const override { return vocabulary_; }
  std::string name(int token) const override {
    return token < tokenizer_->size() ? tokenizer_->name(token) : "token " + std::to_string(token);
  }
  std::string write(const Tokens& tokens) const override {
    Tokens known;
    for (const int token : tokens)
      if (token < tokenizer_->size() && token != tokenizer_->first() && token != tokenizer_->last()) known.push_back(token);
    return tokenizer_->decode(known);
  }
  std::string read(std::string_view text, Tokens* tokens) const override {
    std::string marked(text);
    if (mask() >= 0)
      for (std::size_t at = 0; (at = marked.find(kBlank, at)) != std::string::npos; at += kMark.size())
        marked.replace(at, kBlank.size(), " " + std::string(kMark) + " ");
    if (std::string why = tokenizer_->refusal(marked); !why.empty()) return why;
    Tokens out = tokenizer_->encode(marked);
    if (out.empty())
      return mask() < 0 ? "Type a few words for the model to go on from." : "Type a sentence, with _ for each word to guess.";
    if (tokenizer_->first() >= 0) out.insert(out.begin(), tokenizer_->first());
    if (tokenizer_->last() >= 0) out.push_back(tokenizer_->last());
    *tokens = std::move(out);
    return "";
  }
  Tokens draw(tasks::Split, int, Rng&) const override { return {}; }
  int end() const override { return end_; }
  int mask() const override { return tokenizer_->mask(); }
  int closing() const override { return tokenizer_->last(); }
  bool is_mark(int token) const override {
    if (token >= tokenizer_->size() || token == end_ || tokenizer_->is_special(token)) return true;
    const std::string shown = name(token);  // "[unused7]"
    return mask() >= 0 && shown.size() > 2 && shown.front() == '[' && shown.back() == ']';
  }
  std::string sample() const override {
    if (mask() >= 0) return "Paris is the capital of _, and Rome is the capital of Italy.";
    for (const char* text : {"When Mary and John went to the store, John gave a drink to", "Lily had", "the"})
      if (knows(text)) return text;
    int token = 0;
    while (token + 1 < tokenizer_->size() && (is_mark(token) || token == tokenizer_->unknown())) ++token;
    return tokenizer_->decode({token});
  }

 private:
  /// Whether every part of a text has a token of its own.
  bool knows(const char* text) const {
    if (!tokenizer_->refusal(text).empty()) return false;
    const Tokens tokens = tokenizer_->encode(text);
    return tokenizer_->unknown() < 0 || std::count(tokens.begin(), tokens.end(), tokenizer_->unknown()) == 0;
  }

  std::unique_ptr<const tasks::Tokenizer> tokenizer_;
  int vocabulary_;
  int end_ = -1;
};

const course::File* find(const course::Files& files, std::string_view name) {
  const auto found = std::find_if(files.begin(), files.end(), [name](const course::File& file) { return file.name == name; });
  return found == files.end() ? nullptr : &*found;
}

std::string listed(const course::Files& files) {
  std::string out;
  for (const course::File& file : files) out += (out.empty() ? "" : ", ") + cited(file.name, 40);
  return out.empty() ? "none" : out;
}

const course::File* weights_among(const course::Files& files, std::string* why) {
  std::vector<const course::File*> all;
  for (const course::File& file : files)
    if (file.name.ends_with(".safetensors")) all.push_back(&file);
  if (all.size() == 1) return all.front();
  if (all.size() > 1)
    *why = "A model\u2019s weights are opened from one file, model.safetensors, and these are " + std::to_string(all.size()) + ".";
  else
    *why = "A model is opened with its model.safetensors, and among these files there is none: " + listed(files) +
           (find(files, "pytorch_model.bin") ? ". (pytorch_model.bin is a program of Python\u2019s, which is not run here.)" : ".");
  return nullptr;
}

/// Whether a vocab.txt without a word about it is one in lower case: no word of it has a capital letter.
bool is_lower_case(std::string_view vocabulary) {
  for (std::size_t at = 0; at < vocabulary.size();) {
    const std::size_t end = std::min(vocabulary.find('\n', at), vocabulary.size());
    const std::string_view line = vocabulary.substr(at, end - at);
    if (!line.starts_with('[') && std::any_of(line.begin(), line.end(), [](char c) { return c >= 'A' && c <= 'Z'; })) return false;
    at = end + 1;
  }
  return true;
}

std::string read_tokenizer(const course::Files& files, std::string_view family, std::unique_ptr<const tasks::Tokenizer>* tokenizer) {
  const course::File *vocab_json = find(files, "vocab.json"), *merges = find(files, "merges.txt"), *vocab_txt = find(files, "vocab.txt"),
                     *json = find(files, "tokenizer.json"), *settings = find(files, "tokenizer_config.json");
  if (family == "gpt2" && vocab_json && merges) return tasks::read_byte_pairs(vocab_json->bytes, merges->bytes, tokenizer);
  if (family != "gpt2" && vocab_txt) {
    const std::string_view said = settings ? settings->bytes : std::string_view();
    const std::size_t at = said.find("\"do_lower_case\"");
    const std::string_view value = at == std::string_view::npos ? said : said.substr(at, 40);
    const bool lower = value.find("true") < value.find("false") || (at == std::string_view::npos && is_lower_case(vocab_txt->bytes));
    return tasks::read_word_pieces(vocab_txt->bytes, lower, tokenizer);
  }
  if (json) return tasks::read_tokenizer_json(json->bytes, tokenizer);
  return "Its text is cut by tokenizer.json, or by " + std::string(family == "gpt2" ? "vocab.json with merges.txt" : "vocab.txt") +
         ", and among these files there is neither: " + listed(files) + ".";
}

/// Depends on the content alone, of which a long file's beginning and length stand for all.
std::string key_of(std::string_view config, std::string_view weights) {
  std::uint64_t hash = 14695981039346656037ull;
  const auto add = [&hash](std::string_view text) {
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ull;
  };
  add(config), add(weights.substr(0, std::min<std::size_t>(weights.size(), 1 << 20)));
  return std::to_string(weights.size()) + "-" + std::to_string(hash);
}

struct OnDisplay {
  std::string key;
  std::shared_ptr<const OpenedModel> model;
};
OnDisplay& display() {
  static OnDisplay only;
  return only;
}

}  // namespace

std::shared_ptr<const OpenedModel> opened_model(std::string_view key) { return display().key == key ? display().model : nullptr; }
std::string opened_key() { return display().key; }

void keep_opened(std::string key, std::shared_ptr<const OpenedModel> model) { display() = {std::move(key), std::move(model)}; }

course::Import take_files(Params& p, const course::Files& files) {
  const course::File* config = find(files, "config.json");
  if (!config) return {false, "A model is opened with its config.json, and among these files there is none: " + listed(files) + "."};
  std::string why, family;
  models::GptSettings s;
  if (why = models::read_published_config(config->bytes, &family, &s); !why.empty()) return {false, why};
  if (s.layers > kMostOpenedLayers || s.heads > kMostOpenedHeads)
    return {false, "The figures have room for " + std::to_string(kMostOpenedLayers) + " layers of " + std::to_string(kMostOpenedHeads) +
                       " heads, and this model has " + std::to_string(s.layers) + " of " + std::to_string(s.heads) + "."};
  if (s.context < kLeastOpenedContext)
    return {false, "A model is opened that reads at least " + std::to_string(kLeastOpenedContext) +
                       " tokens at a time, and this one reads " + std::to_string(s.context) + "."};
  const course::File* weights = weights_among(files, &why);
  if (!weights) return {false, why};
  std::unique_ptr<const tasks::Tokenizer> tokenizer;
  if (why = read_tokenizer(files, family, &tokenizer); !why.empty()) return {false, why};
  if (tokenizer->size() > s.vocabulary)
    return {false, "The tokenizer has " + thousands(tokenizer->size()) + " tokens, and the model of config.json knows " +
                       thousands(s.vocabulary) + "."};
  if ((tokenizer->mask() >= 0) == s.causal)
    return {false, s.causal ? "This model writes on, and the tokenizer is one for guessing hidden words."
                            : "This model guesses hidden words, and the tokenizer has no [MASK]."};
  models::Published published;
  if (why = models::read_published(config->bytes, weights->bytes, weights->keeps, &published); !why.empty()) return {false, why};
  const std::string name = family == "gpt2" ? "GPT-2" : family == "bert" ? "BERT" : "DistilBERT";
  p.reads = Reads::opened;
  p.own_model = key_of(config->bytes, weights->bytes);
  keep_opened(p.own_model,
              std::make_shared<const OpenedModel>(OpenedModel{family, name, std::move(*published.model),
                                                              std::make_shared<const OpenedCorpus>(std::move(tokenizer), s.vocabulary)}));
  return {true,
          "A " + name + " of " + counted(s.layers, "layer") + " with " + counted(s.heads, "head") + " each, " +
              thousands(models::count_weights(s)) + " weights, was opened. Nothing is sent anywhere.",
          course::Import::Model{family, s.layers, s.heads, s.width, s.vocabulary, static_cast<double>(weights->bytes.size())},
          s.causal ? "writing" : "masks"};
}

}  // namespace attn::lessons::language_models
