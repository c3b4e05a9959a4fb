#include "formula/cells.h"

#include <algorithm>

#include "canvas/regions.h"

namespace attn::formula {
namespace {

void gather(const Expression& e, std::vector<Operand>* found) {
  if (e.kind == Expression::Kind::kNumber && !e.name.empty() &&
      std::none_of(found->begin(), found->end(), [&e](const Operand& other) { return other.cell == e.name; }))
    found->push_back({e.name, e.role});
  for (const Expression& argument : e.arguments) gather(argument, found);
}

}  // namespace

std::string Cells::id(Index k) const {
  if (name.empty()) return {};
  if (!picks.empty()) k = picks[static_cast<size_t>(k)];
  return canvas::cell_id(name, static_cast<int>(row + (down ? k : 0)), static_cast<int>(col + (down ? 0 : k)));
}

Expression num_at(double value, const Cells& cells, Index k, canvas::Role role) {
  Expression e = num(value, role);
  e.name = cells.id(k);
  return e;
}

std::vector<Operand> operands(const Expression& e) {
  std::vector<Operand> found;
  gather(e, &found);
  return found;
}

}  // namespace attn::formula
