#include "lessons/10_transformer/scale.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/text.h"
#include "lessons/10_transformer/study.h"
#include "lessons/10_transformer/words.h"

namespace attn::lessons::transformer {
namespace {

using formula::Explanation, formula::Expression, formula::frac, formula::num, formula::op, formula::power, formula::sym;

const Published& published(int model) { return kPublished[static_cast<size_t>(model - 1)]; }

/// L (12 d^2 + 13 d) + (v + n) d + 2 d
Expression weights_of(Expression layers, const Expression& d, const Expression& words, const Expression& places) {
  return formula::row(
      {std::move(layers), op("*"), op("("), num(12), op("*"), power(d, num(2)), op("+"), num(13), op("*"), d,       op(")"), op("+"),
       op("("),           words,   op("+"), places,  op(")"), op("*"),          d,       op("+"), num(2),  op("*"), d});
}

double weights_of(const Published& m) {
  const double d = m.width;
  return m.layers * (12 * d * d + 13 * d) + (m.words + m.places) * d + 2 * d;
}

}  // namespace

OwnWeights count_weights(const models::Transformer& model) {
  OwnWeights own;
  for (const nn::Parameter& parameter : model.parameters()) {
    const std::string_view name = parameter.name;
    (name.starts_with("encoder")   ? own.encoder
     : name.starts_with("decoder") ? own.decoder
     : name.starts_with("word")    ? own.output
                                   : own.tables) += parameter.value.size();
  }
  return own;
}

std::string_view model_name(int model) { return model == 0 ? "this lesson" : published(model).name; }

Mat size_table(const Result& r) {
  Mat table(kModels, 5);
  const auto own = static_cast<double>(r.own.all());
  table.row(0) << static_cast<Real>(2 * kLayers), static_cast<Real>(r.settings.d_model), static_cast<Real>(r.settings.heads),
      static_cast<Real>(own), Real(1);
  for (int m = 1; m < kModels; ++m) {
    const Published& it = published(m);
    table.row(m) << static_cast<Real>(it.layers), static_cast<Real>(it.width), static_cast<Real>(it.heads),
        static_cast<Real>(weights_of(it)), static_cast<Real>(weights_of(it) / own);
  }
  return table;
}

Explanation explain_size(const Result& r, int model, int which) {
  static constexpr std::string_view kWhat[] = {"Layers", "Width d", "Heads", "Weights", "Times as many weights"};
  static constexpr const char* kLetters[] = {"L", "d", "h", "w", "c"};
  const std::string title = std::string(kWhat[which]) + ", " + std::string(model_name(model));
  const auto value = static_cast<double>(size_table(r)(model, which));
  const auto own = static_cast<double>(r.own.all());
  if (which == 4) {
    const double weights = model == 0 ? own : weights_of(published(model));
    return {title, frac(sym("w"), sym("ours")), frac(num(weights), num(own)), value, "As many weights as the model of this lesson."};
  }
  if (which < 3) {
    const double width = static_cast<double>(size_table(r)(model, 1)) / static_cast<double>(size_table(r)(model, 2));
    const std::string note = which == 0 && model == 0 ? "Two of the encoder and two of the decoder."
                             : which == 2             ? "Each is d / h = " + number_to_text(width) + " numbers wide."
                                                      : std::string();
    return {title, sym(kLetters[which]), num(value), value, note};
  }
  if (model == 0) {
    const OwnWeights& w = r.own;
    return {title, formula::total({sym("encoder"), sym("decoder"), sym("tables"), sym("output")}),
            formula::total({num(static_cast<double>(w.encoder)), num(static_cast<double>(w.decoder)), num(static_cast<double>(w.tables)),
                            num(static_cast<double>(w.output))}),
            value,
            "Counted from the model. A layer has 8 d\u00b2 in the encoder and 12 d\u00b2 in the decoder, with biases and norms; the tables "
            "hold a row for each word."};
  }
  const Published& m = published(model);
  return {
      title, weights_of(sym("L"), sym("d"), sym("v"), sym("n")), weights_of(num(m.layers), num(m.width), num(m.words), num(m.places)),
      value,
      "12 d\u00b2 a layer: four matrices d \u00d7 d for queries, keys, values and output, and two d \u00d7 4d for the feed-forward part. "
      "13 d are its biases and norms. The tables have a row for each of v = " +
          std::to_string(m.words) + " words and n = " + std::to_string(m.places) + " places. " + std::string(m.paper)};
}

float Tower::height() const {
  float high = tables;
  for (const Storeys& s : storeys) high += static_cast<float>(s.layers) * d;
  return high;
}

std::array<Tower, kModels> towers_of(const Result& r) {
  const Mat sizes = size_table(r);
  const int feed = 2 * r.settings.d_ff / r.settings.d_model;
  std::array<Tower, kModels> towers;
  for (int m = 0; m < kModels; ++m) {
    Tower& tower = towers[static_cast<size_t>(m)];
    tower.d = static_cast<float>(sizes(m, 1));
    if (m == 0)
      tower.storeys = {{r.settings.encoder_layers, 1, 4 + feed}, {r.settings.decoder_layers, 2, 8 + feed}};
    else
      tower.storeys = {{published(m).layers, 1, 12}};
    auto rest = static_cast<float>(sizes(m, 3));
    for (const Storeys& s : tower.storeys) rest -= static_cast<float>(s.layers * s.squares) * tower.d * tower.d;
    tower.tables = rest / tower.width();
  }
  return towers;
}

float scale_at(const std::array<Tower, kModels>& towers, canvas::Size room, double fly) {
  const auto fit = [&](size_t model, float wide) {
    return std::log(std::min(room.height / towers[model].height(), wide / towers[model].width()));
  };
  const float beside = 0.25f * room.width;
  const std::array<float, kFlights + 1> stops{fit(0, 0.6f * room.width), fit(2, beside), fit(3, beside)};
  const auto leg = static_cast<size_t>(std::clamp(std::floor(fly), 0.0, kFlights - 1.0));
  return std::exp(std::lerp(stops[leg], stops[leg + 1], static_cast<float>(fly) - static_cast<float>(leg)));
}

std::string short_count(double count) {
  if (count >= 1e9) return fixed(count / 1e9, count >= 1e10 ? 0 : 2) + " billion";
  if (count >= 1e6) return fixed(count / 1e6, count >= 1e7 ? 0 : 1) + " million";
  return count_text(std::llround(count));
}

std::string describe_scale(const Params& p, const Result& r) {
  const auto size = [table = size_table(r)](int m, int j) { return static_cast<double>(table(m, j)); };
  std::string text = "The model of this lesson has " + short_count(size(0, 3)) + " weights in " + std::to_string(2 * kLayers) +
                     " layers of width " + std::to_string(r.settings.d_model) + ".";
  for (int m = 1; m < kModels; ++m)
    if (p.fly > (m == kModels - 1 ? 1 : 0))
      text += " " + std::string(model_name(m)) + " has " + short_count(size(m, 3)) + " in " + fixed(size(m, 0), 0) + " layers of width " +
              fixed(size(m, 1), 0) + ", " + short_count(size(m, 4)) + " times as many.";
  return text;
}

}  // namespace attn::lessons::transformer
