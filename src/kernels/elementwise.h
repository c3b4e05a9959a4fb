// Functions of single numbers over whole matrices: tanh, the logistic sigma(x) = 1 / (1 + exp(-x)), relu(x) = max(x, 0), gelu(x) = x Phi(x)
// with Phi the normal distribution (Hendrycks and Gimpel 2016), sums and products; also biases.
//
// All matrices of one call have the same shape unless the comment says otherwise. `y` may be `x` itself. The vjps read the result y instead
// of x, except for that of gelu, which reads x. They add to the gradient.
#pragma once

#include <string_view>

#include "base/mat.h"

namespace attn::kernels {

void tanh_into(In x, Out y);
void sigmoid_into(In x, Out y);
void relu_into(In x, Out y);
void gelu_into(In x, Out y);

Mat tanh_reference(In x);
Mat sigmoid_reference(In x);
Mat gelu_reference(In x);

/// The nonlinearity of a feed-forward network.
enum class Activation { relu, gelu };
inline constexpr int kActivationCount = 2;
/// "relu", "gelu".
std::string_view to_name(Activation activation);
void activate_into(Activation activation, In x, Out y);

/// d_x += d_y (1 - y^2).
void add_tanh_vjp(In y, In d_y, Out d_x);
/// d_x += d_y y (1 - y).
void add_sigmoid_vjp(In y, In d_y, Out d_x);
/// d_x += d_y where y > 0.
void add_relu_vjp(In y, In d_y, Out d_x);
/// d_x += d_y (Phi(x) + x phi(x)), phi the density of Phi.
void add_gelu_vjp(In x, In d_y, Out d_x);
/// d_x += the gradient through activate_into(), given its argument x.
void add_activation_vjp(Activation activation, In x, In d_y, Out d_x);

/// y += factor x.
void add_scaled(In x, Real factor, Out y);
/// y += factor a b, entry by entry.
void add_entry_product(In a, In b, Real factor, Out y);

/// x [n,p] += row [1,p] in every row: a bias.
void add_row(In row, Out x);
/// sums [1,p] += the sum over the rows of x [n,p]: the gradient of a bias.
void add_column_sums(In x, Out sums);

}  // namespace attn::kernels
