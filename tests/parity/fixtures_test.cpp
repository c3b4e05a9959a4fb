#include "parity/fixtures.h"

#include <fstream>
#include <sstream>

#include "base/check.h"

namespace attn::test {
namespace {

Mat read_matrix(std::istream& in, Index rows, Index cols) {
  Mat m(rows, cols);
  for (Index i = 0; i < m.size(); ++i) {
    double x = 0;
    in >> x;
    m.data()[i] = static_cast<Real>(x);
  }
  return m;
}

std::vector<Fixture> read_all(const std::string& file) {
  std::ifstream in(std::string(ATTN_FIXTURES_DIR) + "/" + file);
  CHECK(in.good(), file, " is missing from ", ATTN_FIXTURES_DIR);
  std::vector<Fixture> all;
  std::string word;
  while (in >> word) {
    CHECK(word == "case", file, ": expected `case`, found `", word, "`");
    Fixture fixture;
    std::getline(in >> std::ws, fixture.name);
    while (in >> word && word != "end") {
      Index rows = 0, cols = 0;
      in >> rows >> cols;
      fixture.matrices[word] = read_matrix(in, rows, cols);
      CHECK(in.good(), file, ": ", fixture.name, ": ", word, " is cut off");
    }
    all.push_back(std::move(fixture));
  }
  return all;
}

}  // namespace

const Mat& Fixture::at(const std::string& key) const {
  CHECK(has(key), name, " has no ", key);
  return matrices.at(key);
}

Mask Fixture::mask() const { return (at("mask").array() != 0).matrix(); }

std::string Fixture::word(int n) const {
  std::istringstream in(name);
  std::string word;
  for (int i = 0; i <= n; ++i) in >> word;
  return word;
}

std::vector<Fixture> fixtures(const std::string& file, const std::string& kind) {
  std::vector<Fixture> chosen;
  for (Fixture& fixture : read_all(file))
    if (fixture.name.rfind(kind + " ", 0) == 0) chosen.push_back(std::move(fixture));
  CHECK(!chosen.empty(), file, " has no case of ", kind);
  return chosen;
}

}  // namespace attn::test
