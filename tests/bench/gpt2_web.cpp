// A published GPT-2 for tests/bench/web/gpt2_page.mjs: the page gives its file as the lab does (programs/bindings_web.cpp), opens it and
// reads. Linked with the kernels that the page would choose.

#include <emscripten.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "models/published.h"

namespace {

std::optional<attn::models::Gpt> model;
std::optional<attn::models::GptReader> reader;
attn::Mat logits;
std::string sentence;

}  // namespace

extern "C" {

/// Opens what is in `bytes`, which malloc() has made, and keeps it. Returns an empty string, or why it cannot be opened.
EMSCRIPTEN_KEEPALIVE const char* gpt2_open(const char* config, char* bytes, double length) {
  const std::string_view file(bytes, static_cast<std::size_t>(length));
  attn::models::Published published;
  sentence = attn::models::read_published(config, file, std::shared_ptr<const void>(bytes, std::free), &published);
  if (sentence.empty()) model = std::move(published.model);
  return sentence.c_str();
}

/// Begins a text of at most `room` tokens.
EMSCRIPTEN_KEEPALIVE void gpt2_begin(int room) { reader.emplace(*model, nullptr, room); }

/// Reads on. The logits after the last token stay where they are until the next call.
EMSCRIPTEN_KEEPALIVE const float* gpt2_read(const int* tokens, int count) {
  logits = reader->read(std::span(tokens, static_cast<std::size_t>(count)));
  return logits.data();
}

EMSCRIPTEN_KEEPALIVE void gpt2_close() { reader.reset(), model.reset(), logits.resize(0, 0); }

}  // extern "C"
