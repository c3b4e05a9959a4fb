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
  if (!held || held->rows != value.rows() || held->cols != value.cols()) held = hold(upload(device_, value));
  if (values_.size() <= index(x)) values_.resize(index(x) + 1);
  return *(values_[index(x)] = held);
}

void GlEngine::hold(Var y, Held value) {
  if (values_.size() <= index(y)) values_.resize(index(y) + 1);
  values_[index(y)] = std::move(value);
}

void GlEngine::read(std::span<const Var> values, std::span<Real* const> numbers) {
  calls().brought += static_cast<long>(values.size());
  std::vector<const GpuMatrix*> matrices;
  for (const Var x : values) matrices.push_back(values_[index(x)].get());
  const std::vector<Mat> read = download(device_, matrices);
  for (std::size_t i = 0; i < values.size(); ++i) {
    CHECK(read[i].size() == values[i].rows() * values[i].cols(), "GlEngine: ", read[i].size(), " numbers for ", values[i].rows(), "x",
          values[i].cols());
    std::copy(read[i].data(), read[i].data() + read[i].size(), numbers[i]);
  }
}

void GlEngine::forget(Var x) {
  given_.erase(x.value().data());
  if (has(x)) values_[index(x)] = nullptr;
}

void GlEngine::keep_only(std::span<const Var> values) {
  std::vector<Held> kept(values_.size());
  for (const Var x : values)
    if (has(x)) kept[index(x)] = values_[index(x)];
  values_ = std::move(kept);
  kept_.clear();
}

bool GlEngine::linear(Var x, Var w, Var bias, Var y) {
  if (!can({x, w, bias, y})) return false;
  done(y, multiplied(of(x), of(w), false, bias ? &of(bias) : nullptr));
  return with_gradient(y, [=, this](const Held& d_y) {
    if (x.needs_gradient()) add_product(x, *d_y, of(w), true);
    add_product_at(&of(x), *d_y, w, bias);
  });
}

bool GlEngine::product_bt(Var a, Var b, Var y) {
  if (!can({a, b, y})) return false;
  done(y, multiplied(of(a), of(b), true, nullptr));
  return with_gradient(y, [=, this](const Held& d_y) {
    if (a.needs_gradient()) add_product(a, *d_y, of(b), false);
    add_product_at(&*d_y, of(a), b, {});
  });
}

bool GlEngine::sum(Var a, Var b, Real factor, Var y) {
  return entrywise({}, a, b, factor, y) && with_gradient(y, [=, this](const Held& d_y) {
           add_gradient(a, d_y);
           if (factor == 1)
             add_gradient(b, d_y);
           else
             add_gradient(b,
                          {.shader = "entrywise", .defines = {"SCALED"}, .inputs = {{"a", &d_y->texture}}, .floats = {{"factor", factor}}});
         });
}

bool GlEngine::multiply(Var a, Var b, Var y) {
  return entrywise({"PRODUCT"}, a, b, 1, y) && with_gradient(y, [=, this](const Held& d_y) {
           for (const auto& [to, other] : {std::pair{a, b}, std::pair{b, a}})
             if (to.needs_gradient())
               add_gradient(to,
                            {.shader = "entrywise", .defines = {"PRODUCT"}, .inputs = {{"a", &d_y->texture}, {"b", &of(other).texture}}});
         });
}

bool GlEngine::add_row(Var x, Var row, Var y) {
  return entrywise({"ROW"}, x, row, 1, y) && with_gradient(y, [=, this](const Held& d_y) {
           add_gradient(x, d_y);
           add_product_at(nullptr, *d_y, {}, row);
         });
}

bool GlEngine::scale(Var x, Real factor, Var y) {
  // A loss that was computed on the CPU stays there.
  if (y.needs_gradient() && y.rows() == 1 && y.cols() == 1 && !has(x)) return false;
  return entrywise({"SCALED"}, x, {}, factor, y) && with_gradient(y, [=, this](const Held& d_y) {
           add_gradient(x,
                        {.shader = "entrywise", .defines = {"SCALED"}, .inputs = {{"a", &d_y->texture}}, .floats = {{"factor", factor}}});
         });
}

bool GlEngine::entrywise(std::vector<std::string> defines, Var a, Var b, Real factor, Var y) {
  if (!can({a, b, y})) return false;
  Pass pass{.shader = "entrywise", .defines = std::move(defines), .inputs = {{"a", &of(a).texture}}, .floats = {{"factor", factor}}};
  if (b) pass.inputs.push_back({"b", &of(b).texture});
  return done(y, filled(pass, y.rows(), y.cols()));
}

bool GlEngine::apply(Function function, Var x, Var y) {
  static constexpr std::array<const char*, 5> kNames = {"TANH", "SIGMOID", "RELU", "GELU", "ELU"};
  if (!can({x, y})) return false;
  const char* const name = kNames[static_cast<std::size_t>(function)];
  done(
      y,
      filled({.shader = "activation", .defines = {name}, .inputs = {{"x", &of(x).texture}}, .ints = {{"cols", static_cast<int>(y.cols())}}},
             y.rows(), y.cols()));
  return with_gradient(y, [=, this](const Held& d_y) {
    const GpuMatrix& known = of(function == Function::gelu ? x : y);
    add_gradient(x, {.shader = "activation_vjp", .defines = {name}, .inputs = {{"y", &known.texture}, {"d_y", &d_y->texture}}});
  });
}

bool GlEngine::layer_norm(Var x, Var gamma, Var beta, Real epsilon, Var y) {
  if (!can({x, gamma, beta, y})) return false;
  const auto cols = static_cast<int>(x.cols());
  const GpuMatrix* const rows = keep(
      filled({.shader = "layer_norm_rows", .inputs = {{"x", &of(x).texture}}, .ints = {{"cols", cols}}, .floats = {{"epsilon", epsilon}}},
             x.rows(), 4));
  done(y, filled({.shader = "layer_norm",
                  .inputs = {{"x", &of(x).texture}, {"rows", &rows->texture}, {"gamma", &of(gamma).texture}, {"beta", &of(beta).texture}}},
                 y.rows(), y.cols()));
  return with_gradient(y, [=, this](const Held& d_y) { layer_norm_vjp(x, gamma, beta, *rows, *d_y); });
}

bool GlEngine::softmax_rows(Var scores, const Mask* mask, Real temperature, Var y) {
  if (!can({scores, y})) return false;
  const Texture allowed = mask ? upload_mask(device_, *mask) : Texture();
  done(y, softmax(device_, of(scores), {.mask = mask ? &allowed : nullptr}, static_cast<int>(scores.rows()), temperature));
  return with_gradient(y, [=, this](const Held& d_y) { add_gradient(scores, hold(softmax_vjp(of(y), *d_y, temperature))); });
}

std::unique_ptr<autodiff::Engine> make_gl_engine(Device& device) { return std::make_unique<GlEngine>(device); }

}  // namespace attn::compute
