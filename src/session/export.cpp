#include "session/export.h"

#include <cmath>

#include "base/text.h"
#include "canvas/svg_canvas.h"
#include "session/open_figure.h"

namespace attn::session {
namespace {

std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (char c : text) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + "\"";
}

std::string label(const std::vector<std::string>& labels, size_t index) {
  return index < labels.size() ? labels[index] : std::to_string(index);
}

void append_tensor(std::string_view name, const course::Tensor& tensor, std::string* csv) {
  const auto cols = static_cast<size_t>(tensor.col_count()), rows = static_cast<size_t>(tensor.matrix_rows());
  const size_t dimensions = tensor.shape.size();
  for (size_t at = 0; at < tensor.data.size(); ++at) {
    const size_t line = at / cols, col = at % cols;
    std::string row = label(tensor.rows, line % rows);
    if (dimensions == 3) row = std::to_string(line / rows) + "/" + row;
    const float value = tensor.data[at];
    *csv += csv_field(name) + "," + csv_field(row) + "," + (dimensions < 2 ? std::string() : csv_field(label(tensor.cols, col))) + "," +
            (std::isfinite(value) ? number_to_text(value) : std::string()) + "\r\n";
  }
}

}  // namespace

std::string to_svg(Session& session, bool dark, canvas::Size size, SvgText text) {
  const course::Lesson::Figure& figure = session.figures().current();
  if (size.height <= 0)
    size.height = session.comparison().kept() ? comparison_height(session, size.width) : std::round(size.width / figure.aspect);
  canvas::SvgCanvas canvas(size, canvas::Theme(dark), figure.title, session.describe());
  if (text == SvgText::kOutlines) canvas.outline_text();
  const course::Lesson::Params scratch = session.document().draft();
  draw_open_figure(canvas, session, scratch.get());
  return canvas.svg();
}

std::string to_csv(Session& session) {
  std::string csv = "result,row,column,value\r\n";
  for (const auto& row : session.lesson().results) {
    append_tensor(row.name, session.results().read(row), &csv);
    course::Tensor tensor;
    for (std::string_view prefix : {canvas::kKeptPrefix, canvas::kDifferencePrefix})
      if (const std::string name = std::string(prefix).append(row.name); session.comparison().kept() && session.read(name, &tensor).empty())
        append_tensor(name, tensor, &csv);
  }
  return csv;
}

std::string to_json(Session& session) { return session.comparison().as_json(); }

}  // namespace attn::session
