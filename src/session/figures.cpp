#include "session/figures.h"

#include <algorithm>

#include "canvas/svg_canvas.h"
#include "session/names.h"

namespace attn::session {
namespace {

/// The name without its index: "weights" for the cell "weights[0,1]".
std::string_view whole_of(std::string_view id) { return id.substr(0, id.find('[')); }

}  // namespace

std::string Figures::show(std::string_view id) {
  for (size_t i = 0; i < all().size(); ++i) {
    if (all()[i].id != id) continue;
    if (index_ != static_cast<int>(i)) document_.note_view();
    put(static_cast<int>(i));
    if (const std::string_view playing = playback_.playing(); !playing.empty())
      if (const params::Row* here = clock(); !here || here->id != playing) playback_.stop();
    return {};
  }
  return unknown("figure", id, names_of(all(), [](const auto& f) { return f.id; }));
}

std::string Figures::show_result(std::string_view name) {
  const std::string_view whole = whole_of(name);
  const course::Lesson::ResultRow* row = results_.find(whole);
  if (!row) return results_.unknown_result(whole);
  if (draws(current(), *row)) return {};
  for (const auto& figure : all())
    if (draws(figure, *row)) return show(figure.id);
  return {};
}

bool Figures::draws(const course::Lesson::Figure& figure, const course::Lesson::ResultRow& row) {
  canvas::SvgCanvas sheet({800, 570}, canvas::Theme());
  const course::Lesson::Params edit = document_.draft();
  figure.draw(sheet, document_.params(), results_.get(), edit.get());
  const auto& regions = sheet.regions().all();
  return std::any_of(regions.begin(), regions.end(), [&row](const canvas::Region& region) {
    const std::string_view name = whole_of(region.id);
    return name == row.name || (!row.handle.empty() && name == row.handle);
  });
}

const params::Row* Figures::clock() const {
  for (const std::string_view id : current().controls) {
    const params::Row* row = params::find(document_.lesson().rows, id);
    if (row && row->walked && params::matters(*row, document_.params())) return row;
  }
  return nullptr;
}

}  // namespace attn::session
