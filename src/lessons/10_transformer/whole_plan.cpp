#include <algorithm>
#include <array>
#include <cmath>

#include "lessons/10_transformer/whole.h"

namespace attn::lessons::transformer {
namespace {

using canvas::Rect;
using models::AttentionPart, models::HeadPlace;

constexpr float kSmallestStamp = 14;  ///< where heads would be smaller, the names of the parts make room for them

/// The largest square that a head's picture can be, with names of `left` pixels beside the pictures, or above them where that is 0.
float stamp_size(const Plan& plan, Rect middle, float column, int heads, float left) {
  const float across = (column - 2 * plan.pad - left) / static_cast<float>(heads) - plan.gap;
  const float fixed = 2 * (plan.feed + 2 * plan.pad) + plan.gap + 4 * (plan.gap + (left > 0 ? 0 : plan.label));
  return std::min(across, (middle.height - fixed) / 4);
}

}  // namespace

Rect Plan::part(const Rect& stack, int parts, int layer, int k) const {
  const float bottom = stack.bottom() - static_cast<float>(layer) * (layer_height(parts) + gap) - pad;
  return Rect{stack.x, bottom - static_cast<float>(k + 1) * part_height(), stack.width, part_height()}.inset(pad, 0);
}

Rect Plan::layer(const Rect& stack, int parts, int index) const {
  const float height = layer_height(parts);
  return {stack.x, stack.bottom() - static_cast<float>(index) * (height + gap) - height, stack.width, height};
}

Rect Plan::feed_forward(const Rect& layer) const { return Rect{layer.x, layer.y + pad, layer.width, feed - gap}.inset(pad, 0); }

Plan plan_of(Rect area, int heads) {
  Plan plan;
  plan.size = std::clamp(area.width / 60, 10.0f, 15.0f);
  plan.gap = std::clamp(area.height / 120, 2.0f, 7.0f), plan.pad = plan.gap;
  plan.label = plan.size + 4, plan.feed = std::clamp(area.height / 26, 12.0f, 30.0f);
  plan.answer = area.cut_top(std::clamp(0.11f * area.height, 36.0f, 84.0f));
  plan.middle = area;
  Rect words = area.cut_bottom(plan.size + std::clamp(area.height / 30, 8.0f, 22.0f));
  area.cut_top(1.5f * plan.size);  // for the name of the decoder
  const float between = std::clamp(0.07f * area.width, 20.0f, 80.0f), column = (area.width - between) / 2;
  const float left = std::max(66.0f, 6.6f * plan.size);
  if (stamp_size(plan, area, column, heads, 0) < kSmallestStamp) plan.label = 0;
  const float above = stamp_size(plan, area, column, heads, 0), beside = stamp_size(plan, area, column, heads, left);
  plan.names_left = beside > above && beside > 2.4f * plan.size;
  plan.stamp = plan.names_left ? beside : above;
  const float pictures = static_cast<float>(heads) * (plan.stamp + plan.gap) + 2 * plan.pad + (plan.names_left ? left : 0);
  const float wide = std::min(column, std::max(pictures, 7 * plan.size));  // the names of the parts have to fit
  plan.encoder = {area.x, 0, wide, 2 * plan.layer_height(1) + plan.gap};
  plan.decoder = {area.right() - wide - 14, 0, wide, 2 * plan.layer_height(2) + plan.gap};
  plan.encoder.y = area.bottom() - plan.encoder.height, plan.decoder.y = area.bottom() - plan.decoder.height;
  plan.trunk = (plan.encoder.right() + plan.decoder.x) / 2;
  const float room = area.width - 24;  // in narrow figures the words take more than their stack
  plan.source = {area.x, words.y, std::max(wide, std::min(0.53f * room - 4, 220.0f)), words.height};
  plan.given = {0, words.y, std::max(wide, std::min(0.46f * room, 200.0f)), words.height};
  plan.given.x = plan.decoder.right() - plan.given.width;
  plan.side = {area.x, area.y, std::min(plan.trunk - 14 - area.x, 36 * plan.size), plan.encoder.y - area.y};
  return plan;
}

Rect stamp_of(const Plan& plan, const HeadPlace& head, int heads) {
  const bool encoder = head.part == AttentionPart::encoder_self;
  const Rect part =
      plan.part(encoder ? plan.encoder : plan.decoder, encoder ? 1 : 2, head.layer, head.part == AttentionPart::decoder_cross ? 1 : 0);
  const float pitch = plan.stamp + plan.gap;
  return {part.right() - static_cast<float>(heads - head.head) * pitch + plan.gap, part.bottom() - plan.stamp, plan.stamp, plan.stamp};
}

Rect stamps_of(const Plan& plan, AttentionPart part, int layer, int heads) {
  Rect all = stamp_of(plan, {part, layer, 0}, heads);
  all.width = stamp_of(plan, {part, layer, heads - 1}, heads).right() - all.x;
  return all;
}

std::array<Rect, 4> beside(Rect all, Rect hole) {
  return {{{all.x, all.y, all.width, hole.y - all.y},
           {all.x, hole.bottom(), all.width, all.bottom() - hole.bottom()},
           {all.x, hole.y, hole.x - all.x, hole.height},
           {hole.right(), hole.y, all.right() - hole.right(), hole.height}}};
}

std::vector<canvas::Point> first_of(std::span<const canvas::Point> way, float share) {
  const auto length = [&](size_t i) { return std::hypot(way[i + 1].x - way[i].x, way[i + 1].y - way[i].y); };
  float left = 0;
  for (size_t i = 0; i + 1 < way.size(); ++i) left += share * length(i);
  std::vector<canvas::Point> gone = {way.front()};
  for (size_t i = 0; i + 1 < way.size() && left > 0; left -= length(i), ++i)
    gone.push_back(way[i] + std::min(1.0f, left / std::max(length(i), 1e-3f)) * (way[i + 1] - way[i]));
  return gone;
}

std::array<canvas::Point, 4> way_back(const Plan& plan) {
  const float x = plan.decoder.right() + 9, low = plan.given.bottom() - 0.6f * plan.size, high = plan.answer.bottom() + 0.6f * plan.size;
  return {{{plan.exit(plan.decoder), high}, {x, high}, {x, low}, {plan.decoder.right(), low}}};
}

}  // namespace attn::lessons::transformer
