#include "compute/gl_engine.h"

#include <algorithm>
#include <array>

#include "compute/backend_gl.h"

namespace attn::compute {

bool GlEngine::fits_all(std::span<const Var> values) const {
  return std::all_of(values.begin(), values.end(), [&](Var x) { return !x || fits(device_, x.rows(), x.cols()); });
}

bool GlEngine::refuse(std::string why) {
  ++calls().fell_back;
  ++calls().on_cpu;
  calls().why_cpu = std::move(why);
  return false;
}

bool GlEngine::can(std::initializer_list<Var> values) {
  if (!device_.usable()) return refuse("the graphics context was lost");
  return fits_all({values.begin(), values.size()}) || refuse("a matrix is empty or larger than this GPU's textures");
}

bool GlEngine::can(std::span<const Var> parts, Var y) { return can({y}) && (fits_all(parts) || refuse("a part of a matrix is empty")); }

const GpuMatrix& GlEngine::of(Var x) {
  if (has(x)) return *values_[index(x)];
  const autodiff::View value = x.value();
  Held& held = given_[value.data()];
  if (!held || held->rows != value.rows() || held->cols != value.cols()) held = std::make_shared<GpuMatrix>(upload(device_, value));
  if (values_.size() <= index(x)) values_.resize(index(x) + 1);
  return *(values_[index(x)] = held);
}

void GlEngine::put(Var y, GpuMatrix value) {
  if (values_.size() <= index(y)) values_.resize(index(y) + 1);
  values_[index(y)] = std::make_shared<GpuMatrix>(std::move(value));
}

void GlEngine::read(Var x, Real* numbers) {
  const Mat value = download(device_, *values_[index(x)]);
  CHECK(value.size() == x.rows() * x.cols(), "GlEngine: ", value.size(), " numbers for ", x.rows(), "x", x.cols());
  std::copy(value.data(), value.data() + value.size(), numbers);
}

void GlEngine::forget(Var x) {
  given_.erase(x.value().data());
  if (has(x)) values_[index(x)] = nullptr;
}

bool GlEngine::rows_of(Var whole, Index first, Var y) {
  if (!can({whole, y})) return false;
  return done(y, filled({.shader = "rows", .inputs = {{"x", &of(whole).texture}}, .ints = {{"shift", static_cast<int>(first)}}}, y.rows(),
                        y.cols()));
}

bool GlEngine::linear(Var x, Var w, Var bias, Var y) {
  if (!can({x, w, bias, y})) return false;
  return done(y, product(device_, of(x), of(w), bias ? &of(bias) : nullptr, static_cast<int>(x.rows())));
}

bool GlEngine::product_bt(Var a, Var b, Var y) { return can({a, b, y}) && done(y, compute::scores(device_, of(a), of(b), 1, {})); }

bool GlEngine::entrywise(std::vector<std::string> defines, Var a, Var b, Real factor, Var y) {
  if (!can({a, b, y})) return false;
  Pass pass{.shader = "entrywise", .defines = std::move(defines), .inputs = {{"a", &of(a).texture}}, .floats = {{"factor", factor}}};
  if (b) pass.inputs.push_back({"b", &of(b).texture});
  return done(y, filled(pass, y.rows(), y.cols()));
}

bool GlEngine::apply(Function function, Var x, Var y) {
  static constexpr std::array<const char*, 5> kNames = {"TANH", "SIGMOID", "RELU", "GELU", "ELU"};
  if (!can({x, y})) return false;
  return done(y, filled({.shader = "activation",
                         .defines = {kNames[static_cast<std::size_t>(function)]},
                         .inputs = {{"x", &of(x).texture}},
                         .ints = {{"cols", static_cast<int>(y.cols())}}},
                        y.rows(), y.cols()));
}

bool GlEngine::concat_cols(std::span<const Var> parts, Var y) {
  if (!can(parts, y)) return false;
  // Two by two from the left, since four columns of a texel may come from any of the parts.
  GpuMatrix joined;
  const GpuMatrix* left = &of(parts[0]);
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const int cols = left->cols + static_cast<int>(parts[i].cols());
    GpuMatrix wider = filled({.shader = "columns",
                              .defines = {"BESIDE"},
                              .inputs = {{"left", &left->texture}, {"right", &of(parts[i]).texture}},
                              .ints = {{"left_cols", left->cols}, {"first", 0}, {"cols", cols}}},
                             y.rows(), cols);
    joined = std::move(wider);
    left = &joined;
  }
  if (parts.size() > 1) return done(y, std::move(joined));
  return rows_of(parts[0], 0, y);
}

bool GlEngine::concat_rows(std::span<const Var> parts, Var y) {
  if (!can(parts, y)) return false;
  GpuMatrix joined = make_matrix(device_, y.rows(), y.cols());
  int first = 0;
  for (const Var& part : parts) {
    const int rows = static_cast<int>(part.rows());
    device_.run({.shader = "rows", .inputs = {{"x", &of(part).texture}}, .ints = {{"shift", -first}}}, joined.texture, first, rows);
    first += rows;
  }
  return done(y, std::move(joined));
}

bool GlEngine::slice_cols(Var x, Index first, Var y) {
  if (!can({x, y})) return false;
  return done(y, filled({.shader = "columns",
                         .inputs = {{"left", &of(x).texture}},
                         .ints = {{"first", static_cast<int>(first)}, {"cols", static_cast<int>(y.cols())}}},
                        y.rows(), y.cols()));
}

GpuMatrix GlEngine::upload_column(std::span<const int> numbers) {
  Mat column(static_cast<Index>(numbers.size()), 1);
  std::transform(numbers.begin(), numbers.end(), column.data(), [](int number) { return static_cast<Real>(number); });
  return upload(device_, column);
}

bool GlEngine::gather_rows(Var table, std::span<const int> ids, Var y) {
  if (!can({table, y})) return false;
  const bool known = std::all_of(ids.begin(), ids.end(), [&](int id) { return id >= -1 && id < table.rows(); });
  CHECK(known, "gather_rows: a number beyond the table's ", table.rows(), " rows");
  const GpuMatrix numbers = upload_column(ids);
  return done(y, filled({.shader = "embedding", .inputs = {{"table", &of(table).texture}, {"ids", &numbers.texture}}}, y.rows(), y.cols()));
}

bool GlEngine::layer_norm(Var x, Var gamma, Var beta, Real epsilon, Var y) {
  if (!can({x, gamma, beta, y})) return false;
  Texture rows = device_.texture(1, static_cast<int>(x.rows()));
  device_.run({.shader = "layer_norm_rows",
               .inputs = {{"x", &of(x).texture}},
               .ints = {{"cols", static_cast<int>(x.cols())}},
               .floats = {{"epsilon", epsilon}}},
              rows);
  return done(y, filled({.shader = "layer_norm",
                         .inputs = {{"x", &of(x).texture}, {"rows", &rows}, {"gamma", &of(gamma).texture}, {"beta", &of(beta).texture}}},
                        y.rows(), y.cols()));
}

bool GlEngine::softmax_rows(Var scores, const Mask* mask, Real temperature, Var y) {
  if (!can({scores, y})) return false;
  const Texture allowed = mask ? upload_mask(device_, *mask) : Texture();
  return done(y, softmax(device_, of(scores), {.mask = mask ? &allowed : nullptr}, static_cast<int>(scores.rows()), temperature));
}

std::unique_ptr<autodiff::Engine> make_gl_engine(Device& device) { return std::make_unique<GlEngine>(device); }

}  // namespace attn::compute
