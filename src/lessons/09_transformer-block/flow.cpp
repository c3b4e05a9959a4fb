#include "lessons/09_transformer-block/flow.h"

#include <algorithm>
#include <string>

#include "base/text.h"
#include "canvas/paragraph.h"
#include "charts/arrows.h"
#include "charts/figure_text.h"
#include "charts/matrix_block.h"
#include "lessons/09_transformer-block/figure_parts.h"

namespace attn::lessons::transformer_block {
namespace {

using canvas::Canvas, canvas::Point, canvas::Rect, canvas::Role, canvas::Stroke;
using kernels::NormPlace;

constexpr float kMargin = 9;     ///< room left of the stations, for the line of the followed token
constexpr float kTall = 46;      ///< if rows are as high as this, embeddings and positions are stations, too
constexpr float kStreamAt = 10;  ///< distance of the residual stream from the left edge of the stations

/// Where the stations lie.
struct Plan {
  std::vector<Rect> places;
  float stream = 0, branch = 0;  ///< x of the residual stream and of the branch
  float gap = 0;                 ///< height of the gap above each station
  float side = 0, side_width = 0;
};

Plan plan_of(Rect area, const std::vector<Station>& stations) {
  const float row = area.height / static_cast<float>(stations.size());
  Plan plan;
  plan.gap = std::clamp(0.3f * row, 8.0f, 24.0f);
  const float height = std::min(row - plan.gap, 90.0f), between = std::clamp(0.04f * area.width, 10.0f, 26.0f);
  const float width = std::min({(area.width - kMargin - between) / 2, 3.4f * height, 230.0f});
  const float left = area.x + kMargin, right = left + width + between;
  for (size_t k = 0; k < stations.size(); ++k)
    plan.places.push_back({stations[k].branch ? right : left, area.y + static_cast<float>(k) * (height + plan.gap), width, height});
  plan.stream = left + kStreamAt, plan.branch = right + width / 2;
  plan.side = right, plan.side_width = area.right() - right;
  return plan;
}

/// "+" in a circle, or only an arrow where nothing is added.
void draw_sum(Canvas& canvas, const Plan& plan, size_t k, size_t spine, size_t branch, bool adds) {
  const Stroke line{canvas.color(Role::kMuted), 2};
  const Rect to = plan.places[k], from = plan.places[branch];
  const float y = to.y - 0.55f * plan.gap, radius = std::clamp(0.3f * plan.gap, 3.5f, 7.0f);
  const Point at{plan.stream, y};
  if (adds) {
    canvas.line({plan.stream, plan.places[spine].bottom()}, {plan.stream, y - radius}, line);
  } else {
    const float leaves = plan.places[spine].bottom() + 0.4f * plan.gap;
    canvas.line({plan.stream, leaves}, {plan.stream, y}, {canvas.color(Role::kFaint), 2, true});
  }
  canvas.line({plan.branch, from.bottom()}, {plan.branch, y}, line);
  charts::draw_arrow(canvas, {plan.branch, y}, {plan.stream + (adds ? radius : 0), y}, line);
  charts::draw_arrow(canvas, at, {plan.stream, to.y}, line);
  if (!adds) return;
  canvas.circle(at, radius, canvas.color(Role::kBackground));
  canvas.ring(at, radius, {canvas.color(Role::kMuted), 1.5f});
  const float arm = 0.6f * radius;
  canvas.line({at.x - arm, y}, {at.x + arm, y}, {canvas.color(Role::kInk), 1.5f});
  canvas.line({at.x, y - arm}, {at.x, y + arm}, {canvas.color(Role::kInk), 1.5f});
}

void draw_lines(Canvas& canvas, const Plan& plan, const std::vector<Station>& stations, bool residual) {
  const Stroke line{canvas.color(Role::kMuted), 2};
  size_t spine = 0, branch = 0;  // the last station on the left and on the right
  for (size_t k = 1; k < stations.size(); ++k) {
    const Rect to = plan.places[k];
    const bool positions = stations[k].result == "positions";
    if (stations[k].branch) {
      if (stations[k - 1].branch) {
        charts::draw_arrow(canvas, {plan.branch, plan.places[k - 1].bottom()}, {plan.branch, to.y}, line);
      } else if (!positions) {
        const float y = plan.places[spine].bottom() + 0.4f * plan.gap;
        canvas.line({plan.stream, plan.places[spine].bottom()}, {plan.stream, y}, line);
        canvas.line({plan.stream, y}, {plan.branch, y}, line);
        charts::draw_arrow(canvas, {plan.branch, y}, {plan.branch, to.y}, line);
      }
      branch = k;
    } else {
      if (stations[k].sum)
        draw_sum(canvas, plan, k, spine, branch, residual || stations[k].stage == Stage::kInput);
      else
        charts::draw_arrow(canvas, {plan.stream, plan.places[spine].bottom()}, {plan.stream, to.y}, line);
      spine = k;
    }
  }
}

/// A line along the stream, from station to station, at the row of the followed token.
void draw_followed(Canvas& canvas, const Plan& plan, const std::vector<Station>& stations, int row, bool residual) {
  const Stroke line{canvas.color(Role::kAccent), 1.5f};
  const Point* before = nullptr;
  Point last;
  for (size_t k = 0; k < stations.size(); ++k) {
    if (stations[k].branch) continue;
    const Rect cell = plan.places[k].cell(row, 0, static_cast<int>(stations[k].values.rows()), 1);
    const Point here{cell.x - 6, cell.center().y};
    canvas.line(here, {cell.x - 1, here.y}, line);
    const bool flows = residual || !stations[k].sum || stations[k].stage == Stage::kInput;
    if (before) canvas.line(last, here, {line.color, line.width, !flows});
    last = here, before = &last;
  }
}

/// The name of a station, its shape, and how large the row of the followed token is.
void draw_words(Canvas& canvas, Rect place, const Station& s, int row) {
  const float size = place.width < 90 ? 11.0f : 12.5f, small = place.width < 90 ? 10.0f : 11.0f;
  const std::string shape = charts::shape_text(s.values.rows(), s.values.cols());
  const std::string length = "rms " + fixed(static_cast<double>(rms(s.values.row(row))), 2);
  const std::string both = shape + ",  " + length;
  std::vector<std::string> lines;
  if (canvas.measure(both, charts::quiet(canvas, small)).width <= place.width)
    lines = {both};
  else if (place.height >= size + 2 * small + 4)
    lines = {shape, length};
  else
    lines = {length};
  if (place.height < size + small - 3) lines.clear();
  const float step = small + 3, total = size + step * static_cast<float>(lines.size());
  float y = place.center().y - total / 2 + size / 2;
  const std::string_view name = canvas.measure(s.name, charts::strong(canvas, size)).width <= place.width ? s.name : s.brief;
  canvas.text({place.x, y}, canvas::elided(canvas, name, charts::strong(canvas, size), place.width), charts::strong(canvas, size));
  for (const std::string& line : lines) canvas.text({place.x, y += step}, line, charts::quiet(canvas, small));
}

}  // namespace

std::vector<Station> stations_of(const Result& r, const Block& b, bool all) {
  const NormPlace norm = b.params.norm;
  const std::string_view adds = b.params.residual ? "add" : "no add";
  std::vector<Station> s;
  if (all) {
    s.push_back({Stage::kInput, false, false, "embeddings", "tokens", "tokens", r.embeddings});
    s.push_back({Stage::kInput, true, false, "positions", "positions", "positions", b.positions});
  }
  s.push_back({Stage::kInput, false, all, "input", all ? "add" : "tokens + positions", all ? "add" : "with places", b.input});
  if (norm == NormPlace::pre) s.push_back({Stage::kNorm1, true, false, "norm1", "norm", "norm", b.norm_output(false)});
  s.push_back({Stage::kAttention, true, false, "attention", "attention", "attention", b.layer.attention.output});
  s.push_back({Stage::kSum1, false, true, "sum1", adds, adds, b.layer.sum1});
  if (norm == NormPlace::post) s.push_back({Stage::kNorm1, false, false, "norm1", "norm", "norm", b.norm_output(false)});
  if (norm == NormPlace::pre) s.push_back({Stage::kNorm2, true, false, "norm2", "norm", "norm", b.norm_output(true)});
  s.push_back({Stage::kFeedForward, true, false, "feed-forward", "feed-forward", "FFN", b.layer.ff_output});
  s.push_back({Stage::kSum2, false, true, "sum2", adds, adds, b.layer.sum2});
  if (norm == NormPlace::post) s.push_back({Stage::kNorm2, false, false, "norm2", "norm", "norm", b.norm_output(true)});
  return s;
}

void draw_flow(Canvas& canvas, Rect area, const Params& p, const Result& r, const Block& block, bool other, bool ask, Params& edit) {
  std::vector<Station> stations = stations_of(r, block, true);
  if (area.height / static_cast<float>(stations.size()) < kTall) stations = stations_of(r, block, false);
  const Plan plan = plan_of(area, stations);
  const int row = p.token - 1;
  draw_lines(canvas, plan, stations, block.params.residual);
  for (size_t k = 0; k < stations.size(); ++k) {
    const Station& s = stations[k];
    const Rect place = plan.places[k];
    const std::string result = (other ? "other-" : "") + std::string(s.result), id = ask ? result : "stage[" + std::to_string(k) + "]";
    const Map map{.id = id,
                  .values = s.values,
                  .label = s.name,
                  .row = row,
                  .whole = !ask,
                  .grip = canvas::Grip::kClick,
                  .lit_by = result,
                  .numbers = false};
    const canvas::Interaction hand = draw_map(canvas, place, map);
    if (hand.pressed) {
      edit.stage = s.stage;
      if (const int at = row_at(hand, place, map); at >= 0) edit.token = at + 1;
    }
    if (!ask && !other && s.stage == p.stage) canvas.border(place.inset(-2.5f, -2.5f), {canvas.color(Role::kInk), 1.5f}, 3);
    const float opposite = s.branch ? plan.stream + 11 : plan.side;
    const float width = s.branch ? plan.side - 6 - opposite : plan.side_width;
    draw_words(canvas, {opposite, place.y, width, place.height}, s, row);
  }
  draw_followed(canvas, plan, stations, row, block.params.residual);
}

}  // namespace attn::lessons::transformer_block
