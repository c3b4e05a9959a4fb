// Whole runs of Turing machines on the GPU against the CPU: every number of every step.
#include "models/turing_machine.h"
#include "unit/models/turing_kinds.h"
#include "unit_gl/gl_fixture.h"

namespace attn::compute {
namespace {

using models::HeadTrace;
using TuringMachineOnGl = Gl;

void expect_same(const std::vector<HeadTrace>& a, const std::vector<HeadTrace>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t h = 0; h < a.size(); ++h) {
    SCOPED_TRACE(testing::Message() << "head " << h);
    const std::pair<const char*, Mat HeadTrace::*> parts[] = {
        {"key", &HeadTrace::key},         {"strength", &HeadTrace::strength}, {"gate", &HeadTrace::gate},
        {"shift", &HeadTrace::shift},     {"sharpen", &HeadTrace::sharpen},   {"cosines", &HeadTrace::cosines},
        {"content", &HeadTrace::content}, {"gated", &HeadTrace::gated},       {"shifted", &HeadTrace::shifted},
        {"weights", &HeadTrace::weights}, {"erase", &HeadTrace::erase},       {"add", &HeadTrace::add}};
    for (const auto& [name, part] : parts) EXPECT_TRUE(close(a[h].*part, b[h].*part)) << name;
  }
}

TEST_F(TuringMachineOnGl, EqualsTheCpuInEveryKind) {
  for (const models::TuringMachineSettings& settings : test::turing_kinds()) {
    Rng rng(3);
    const models::TuringMachine machine(settings, rng);
    const Mat inputs = normal_matrix(6, machine.inputs(), rng);
    const models::TuringTrace there = trace(machine, inputs, 0, gl->engine), here = trace(machine, inputs);
    EXPECT_TRUE(close(there.logits, here.logits));
    EXPECT_TRUE(close(there.controller, here.controller));
    EXPECT_TRUE(close(there.reads, here.reads));
    ASSERT_EQ(there.memory.size(), here.memory.size());
    for (std::size_t step = 0; step < here.memory.size(); ++step)
      EXPECT_TRUE(close(there.memory[step], here.memory[step])) << "step " << step;
    expect_same(there.read_heads, here.read_heads);
    expect_same(there.write_heads, here.write_heads);
  }
}

}  // namespace
}  // namespace attn::compute
