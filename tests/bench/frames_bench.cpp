// CPU time of one frame of every figure of every lesson at 1280x800, drawn by ImGui without a renderer: what the program itself spends.
#include <benchmark/benchmark.h>
#include <imgui.h>

#include <string>

#include "window/stage.h"

namespace attn::bench {
namespace {

/// Answers for a renderer: every texture is as ImGui wants it.
void accept_textures() {
  for (ImTextureData* texture : ImGui::GetPlatformIO().Textures) {
    if (texture->Status == ImTextureStatus_OK || texture->Status == ImTextureStatus_Destroyed) continue;
    const bool gone = texture->Status == ImTextureStatus_WantDestroy;
    texture->SetTexID(gone ? ImTextureID_Invalid : ImTextureID(1));
    texture->SetStatus(gone ? ImTextureStatus_Destroyed : ImTextureStatus_OK);
  }
}

void draw_frames(benchmark::State& state, const course::Lesson& lesson, std::string_view figure) {
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
  io.DisplaySize = {1280, 800};
  api::Lab lab(lesson);
  lab.session.figures().show(figure);
  window::Stage stage(lab);
  for (auto _ : state) {
    io.DeltaTime = 1.0f / 60;
    ImGui::NewFrame();
    stage.draw();
    ImGui::Render();
    accept_textures();
  }
  state.counters["vertices"] = ImGui::GetDrawData()->TotalVtxCount;
  stage.release();
  ImGui::DestroyContext();
}

void register_frames() {
  for (const course::Entry& entry : course::lessons())
    for (const auto& figure : entry.lesson().figures) {
      const std::string name = "frame/" + std::string(entry.about.slug) + "/" + std::string(figure.id);
      const auto run = [lesson = &entry.lesson(), id = figure.id](benchmark::State& state) { draw_frames(state, *lesson, id); };
      benchmark::RegisterBenchmark(name.c_str(), run)->Unit(benchmark::kMillisecond);
    }
}

}  // namespace
}  // namespace attn::bench

/// Also runs the benchmarks of the other files. The frames register here because the lessons exist only once static initialisation is over.
int main(int argc, char** argv) {
  attn::bench::register_frames();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
