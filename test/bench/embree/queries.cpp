// Builds a tree of a mesh and casts rays with Embree on one thread, by SIMD of 128 bits. Reads the mesh and lists of rays from a file (see
// embree-process.ts), and prints its version when it is ready. Then each line of input runs once and gives a line: "build" builds the tree; a number casts
// the rays of that list, and its second word is a file, to which the distances are written as f32. The line has the milliseconds of processor time.
#include <embree3/rtcore.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

template <typename Value>
static std::vector<Value> read(std::FILE* file, std::size_t count) {
  std::vector<Value> values(count);
  if (std::fread(values.data(), sizeof(Value), count, file) != count) std::exit(2);
  return values;
}

static RTCScene build(RTCDevice device, const std::vector<float>& positions, const std::vector<std::uint32_t>& indices) {
  RTCScene scene = rtcNewScene(device);
  rtcSetSceneBuildQuality(scene, RTC_BUILD_QUALITY_MEDIUM);
  RTCGeometry mesh = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
  // Embree reads 16 bytes at the last vertex.
  rtcSetSharedGeometryBuffer(mesh, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, positions.data(), 0, 12, positions.size() / 3 - 1);
  rtcSetSharedGeometryBuffer(mesh, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, indices.data(), 0, 12, indices.size() / 3);
  rtcCommitGeometry(mesh);
  rtcAttachGeometry(scene, mesh);
  rtcReleaseGeometry(mesh);
  rtcCommitScene(scene);
  return scene;
}

int main(int argc, char** argv) {
  std::FILE* file = argc == 2 ? std::fopen(argv[1], "rb") : nullptr;
  if (file == nullptr) return 2;
  const auto counts = read<std::uint32_t>(file, 3);
  auto positions = read<float>(file, 3 * std::size_t{counts[0]});
  const auto indices = read<std::uint32_t>(file, 3 * std::size_t{counts[1]});
  // Origin, direction and maximum distance of each ray.
  std::vector<std::vector<float>> lists;
  for (std::uint32_t i = 0; i < counts[2]; i++) lists.push_back(read<float>(file, 7 * std::size_t{read<std::uint32_t>(file, 1)[0]}));
  positions.insert(positions.end(), 3, 0.0f);
  RTCDevice device = rtcNewDevice("threads=1,isa=sse4.2");
  RTCScene scene = build(device, positions, indices);
  std::printf("%s\n", RTC_VERSION_STRING);
  std::fflush(stdout);
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string what, output;
    words >> what >> output;
    const std::clock_t start = std::clock();
    if (what == "build") {
      rtcReleaseScene(scene);
      scene = build(device, positions, indices);
    } else {
      const auto& list = lists.at(std::stoul(what));
      std::vector<float> distances(list.size() / 7);
      for (std::size_t i = 0; i < distances.size(); i++) {
        const float* ray = &list[7 * i];
        RTCIntersectContext context;
        rtcInitIntersectContext(&context);
        RTCRayHit hit;
        hit.ray = {ray[0], ray[1], ray[2], 0, ray[3], ray[4], ray[5], 0, ray[6], 0xffffffffu, 0, 0};
        hit.hit.geomID = hit.hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
        rtcIntersect1(scene, &context, &hit);
        distances[i] = hit.hit.geomID == RTC_INVALID_GEOMETRY_ID ? std::numeric_limits<float>::infinity() : hit.ray.tfar;
      }
      if (!output.empty()) {
        std::FILE* to = std::fopen(output.c_str(), "wb");
        std::fwrite(distances.data(), 4, distances.size(), to);
        std::fclose(to);
      }
    }
    std::printf("%.3f\n", 1e3 * double(std::clock() - start) / CLOCKS_PER_SEC);
    std::fflush(stdout);
  }
}
