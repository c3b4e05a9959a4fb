#include "nn/graph.h"

#include <cmath>

namespace attn::nn {

using autodiff::Tape;
using autodiff::Var;

GraphConvolution::GraphConvolution(Parameters& parameters, const std::string& name, Index in, Index out, int edges, Rng& rng)
    : w_(&parameters.add(name + ".w", glorot_uniform(in, out, rng))), b_(&parameters.add(name + ".b", Mat::Zero(1, out))) {
  if (edges > 0) strengths_ = &parameters.add(name + ".strengths", Mat::Ones(edges, 1));
}

autodiff::GraphConvolved GraphConvolution::operator()(Tape& tape, Var x, const Neighbours& graph) const {
  autodiff::GraphConvolved out = autodiff::graph_convolution(x, graph, on(tape, *w_), strengths_ ? on(tape, *strengths_) : Var());
  out.output = autodiff::add_row(out.output, on(tape, *b_));
  return out;
}

GraphAttention::GraphAttention(Parameters& parameters, const std::string& name, Index in, Index width,
                               const kernels::GraphAttentionOptions& options, Rng& rng)
    : options_(options) {
  const Index columns = options.heads * width;
  // Each head's a is initialised like a Glorot column [2 o, 1] in version 1, and [o, 1] in version 2.
  const double reach = std::sqrt(6.0 / static_cast<double>((options.version == 1 ? 2 * width : width) + 1));
  w_ = &parameters.add(name + ".w", glorot_uniform(in, columns, rng));
  if (options.version == 2) w_source_ = &parameters.add(name + ".w_source", glorot_uniform(in, columns, rng));
  a_source_ = &parameters.add(name + ".a_source", uniform_matrix(options.heads, width, rng, -reach, reach));
  if (options.version == 1) a_target_ = &parameters.add(name + ".a_target", uniform_matrix(options.heads, width, rng, -reach, reach));
  b_ = &parameters.add(name + ".b", Mat::Zero(1, options.join == kernels::HeadJoin::concat ? columns : width));
}

autodiff::GraphAttended GraphAttention::operator()(Tape& tape, Var x, const Neighbours& graph, Real drop, Rng* rng) const {
  const autodiff::GraphAttentionVars weights{.w = on(tape, *w_),
                                             .w_source = w_source_ ? on(tape, *w_source_) : Var(),
                                             .a_source = on(tape, *a_source_),
                                             .a_target = a_target_ ? on(tape, *a_target_) : Var()};
  autodiff::GraphAttended out = autodiff::graph_attention(x, graph, weights, options_, drop, rng);
  out.output = autodiff::add_row(out.output, on(tape, *b_));
  return out;
}

}  // namespace attn::nn
