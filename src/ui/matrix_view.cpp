#include "ui/matrix_view.h"

#include <algorithm>
#include <string>
#include <vector>

#include "ui/number_text.h"
#include "ui/regions.h"

namespace attn::ui {
namespace {

constexpr int kDots = -1;
constexpr float kBracket = 5;

/// The indices that are shown; kDots stands for those left out.
std::vector<int> shown_indices(Index count, int most) {
  std::vector<int> out;
  const int n = static_cast<int>(count), shown = std::max(2, most);
  for (int i = 0; i < n; ++i) {
    if (n > shown && i == shown - 1) {
      out.push_back(kDots);
      i = n - 1;
    }
    out.push_back(i);
  }
  return out;
}

std::string entry_text(In m, int i, int j, int digits) {
  if (i == kDots) return j == kDots ? "⋱" : "⋮";
  if (j == kDots) return "⋯";
  return shown_fixed(m(i, j), digits);
}

struct Layout {
  std::vector<int> rows, cols;
  float cell_width = 0, cell_height = 0, caption = 0;
  Size size;
};

std::string caption_text(In m, const MatrixView& view) {
  return std::string(view.name) + "  " + std::to_string(m.rows()) + " × " + std::to_string(m.cols());
}

Layout lay_out(const Canvas& canvas, In m, const MatrixView& view) {
  Layout l;
  l.rows = shown_indices(m.rows(), view.most_rows), l.cols = shown_indices(m.cols(), view.most_cols);
  const TextStyle style{{}, view.text_size};
  for (const int i : l.rows)
    for (const int j : l.cols) l.cell_width = std::max(l.cell_width, canvas.measure(entry_text(m, i, j, view.digits), style).width);
  l.cell_width += 0.8f * view.text_size;
  l.cell_height = 1.45f * view.text_size;
  l.caption = view.name.empty() ? 0 : 1.6f * view.text_size;
  l.size = {l.cell_width * static_cast<float>(l.cols.size()) + 2 * kBracket, l.cell_height * static_cast<float>(l.rows.size()) + l.caption};
  if (!view.name.empty()) l.size.width = std::max(l.size.width, canvas.measure(caption_text(m, view), style).width);
  return l;
}

}  // namespace

Size matrix_view_size(const Canvas& canvas, In matrix, const MatrixView& view) { return lay_out(canvas, matrix, view).size; }

void draw_brackets(Canvas& canvas, Rect r, const Stroke& stroke) {
  const Point left[] = {{r.x + kBracket, r.y}, {r.x, r.y}, {r.x, r.bottom()}, {r.x + kBracket, r.bottom()}};
  const Point right[] = {{r.right() - kBracket, r.y}, {r.right(), r.y}, {r.right(), r.bottom()}, {r.right() - kBracket, r.bottom()}};
  canvas.polyline(left, stroke);
  canvas.polyline(right, stroke);
}

Rect draw_matrix_view(Canvas& canvas, Point at, In matrix, const MatrixView& view) {
  const Layout l = lay_out(canvas, matrix, view);
  const Color color = canvas.color(view.role);
  if (!view.name.empty())
    canvas.text({at.x, at.y + 0.7f * view.text_size}, caption_text(matrix, view), {color, view.text_size, Font::kStrong});
  const Rect body{at.x, at.y + l.caption, l.cell_width * static_cast<float>(l.cols.size()) + 2 * kBracket,
                  l.cell_height * static_cast<float>(l.rows.size())};
  draw_brackets(canvas, body, {color, 1.2f});
  const Rect grid = body.inset(kBracket, 0);
  const int rows = static_cast<int>(l.rows.size()), cols = static_cast<int>(l.cols.size());
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < cols; ++j) {
      const int row = l.rows[static_cast<size_t>(i)], col = l.cols[static_cast<size_t>(j)];
      const Rect cell = grid.cell(i, j, rows, cols);
      const bool is_entry = row != kDots && col != kDots && !view.id.empty();
      const std::string id = is_entry ? cell_id(view.id, row, col) : std::string();
      if (is_entry) canvas.region(id, cell, Grip::kHover, view.name);
      if (is_entry && canvas.hot() == id) canvas.rect(cell, color.with_alpha(0.15f), 3);
      canvas.text({cell.right() - 0.4f * view.text_size, cell.center().y}, entry_text(matrix, row, col, view.digits),
                  {canvas.color(row == kDots || col == kDots ? Role::kMuted : Role::kInk), view.text_size, Font::kText, Align::kRight});
    }
  return {at.x, at.y, l.size.width, l.size.height};
}

}  // namespace attn::ui
