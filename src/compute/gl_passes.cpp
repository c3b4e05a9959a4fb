#include "compute/gl_passes.h"

namespace attn::compute {
namespace {

// How many texels of a row one fragment reduces: those of 256 keys. So a long row is spread over many fragments.
constexpr int kChunkBlocks = 64;

}  // namespace

GpuMatrix product(Device& device, const GpuMatrix& a, const GpuMatrix& w, const GpuMatrix* bias, int rows, Stacking stacking) {
  GpuMatrix result = make_matrix(device, Index{stacking.blocks} * rows, w.cols);
  Pass pass{.shader = "product",
            .inputs = {{"a", &a.texture}, {"w", &w.texture}},
            .ints = {{"rows", rows}, {"depth", a.cols}, {"parts", stacking.parts}, {"a_batch_rows", stacking.a_batch_rows}}};
  if (bias != nullptr) {
    pass.defines.push_back("BIASED");
    pass.inputs.push_back({"bias", &bias->texture});
  }
  device.run(pass, result.texture);
  return result;
}

GpuMatrix scores(Device& device, const GpuMatrix& queries, const GpuMatrix& keys, int heads, const ScoreKind& kind) {
  const int key_rows = keys.rows / heads;
  GpuMatrix result = make_matrix(device, queries.rows, key_rows);
  Pass pass{.shader = "scores",
            .defines = {kind.define},
            .inputs = {{"queries", &queries.texture}, {"keys", &keys.texture}},
            .ints = {{"query_rows", queries.rows / heads}, {"key_rows", key_rows}, {"depth_blocks", blocks(queries.cols)}},
            .floats = {{"scale", kind.scale}}};
  if (kind.direction != nullptr) pass.inputs.push_back({"direction", &kind.direction->texture});
  device.run(pass, result.texture);
  return result;
}

GpuMatrix softmax(Device& device, const GpuMatrix& scores, Visible visible, int query_rows, float temperature) {
  Pass chunk_pass{.shader = "softmax_chunks",
                  .defines = {"CHUNK_BLOCKS " + std::to_string(kChunkBlocks)},
                  .inputs = {{"scores", &scores.texture}},
                  .ints = {{"query_rows", query_rows}, {"key_rows", scores.cols}},
                  .floats = {{"temperature", temperature}}};
  if (visible.mask != nullptr) {
    chunk_pass.defines.push_back("MASKED");
    chunk_pass.inputs.push_back({"mask", visible.mask});
  } else if (visible.places != nullptr) {
    chunk_pass.defines.push_back("COUNTED");
    chunk_pass.inputs.push_back({"places", visible.places});
  }
  const int chunk_count = (blocks(scores.cols) + kChunkBlocks - 1) / kChunkBlocks;
  Texture rows = device.texture(chunk_count, scores.rows);
  device.run(chunk_pass, rows);

  if (chunk_count > 1) {
    Texture merged = device.texture(1, scores.rows);
    device.run({.shader = "softmax_rows",
                .inputs = {{"chunks", &rows}},
                .ints = {{"chunk_count", chunk_count}},
                .floats = {{"temperature", temperature}}},
               merged);
    rows = std::move(merged);
  }

  Pass weight_pass = chunk_pass;
  weight_pass.shader = "softmax_weights";
  weight_pass.defines.erase(weight_pass.defines.begin());
  weight_pass.inputs.push_back({"rows", &rows});
  GpuMatrix weights = make_matrix(device, scores.rows, scores.cols);
  device.run(weight_pass, weights.texture);
  return weights;
}

}  // namespace attn::compute
