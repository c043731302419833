// Measures distances of a mesh and a placed one with FCL, by trees of oriented boxes and swept rectangles. Reads both meshes and the placements of the
// second from a file (see fcl-distances.ts), and prints its version when it is ready. Then each line of input measures all placements, and gives a line
// of distances.
#include <fcl/fcl.h>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

using Model = fcl::BVHModel<fcl::OBBRSSd>;

template <typename Value>
static std::vector<Value> read(std::FILE* file, std::size_t count) {
  std::vector<Value> values(count);
  if (std::fread(values.data(), sizeof(Value), count, file) != count) std::exit(2);
  return values;
}

static std::shared_ptr<Model> readModel(std::FILE* file) {
  const auto counts = read<std::uint32_t>(file, 2);
  const auto positions = read<double>(file, 3 * std::size_t{counts[0]});
  const auto indices = read<std::uint32_t>(file, 3 * std::size_t{counts[1]});
  std::vector<fcl::Vector3d> points;
  for (std::size_t i = 0; i < positions.size(); i += 3) points.emplace_back(positions[i], positions[i + 1], positions[i + 2]);
  std::vector<fcl::Triangle> triangles;
  for (std::size_t i = 0; i < indices.size(); i += 3) triangles.emplace_back(indices[i], indices[i + 1], indices[i + 2]);
  auto model = std::make_shared<Model>();
  model->beginModel();
  model->addSubModel(points, triangles);
  model->endModel();
  return model;
}

int main(int argc, char** argv) {
  std::FILE* file = argc == 2 ? std::fopen(argv[1], "rb") : nullptr;
  if (file == nullptr) return 2;
  const auto a = readModel(file), b = readModel(file);
  std::vector<fcl::Transform3d> placements;
  for (auto rest = read<std::uint32_t>(file, 1)[0]; rest > 0; rest--) {
    // Column by column.
    const auto numbers = read<double>(file, 16);
    fcl::Transform3d placement = fcl::Transform3d::Identity();
    for (int k = 0; k < 16; k++) placement.matrix()(k % 4, k / 4) = numbers[k];
    placements.push_back(placement);
  }
  std::printf("%d.%d.%d\n", FCL_MAJOR_VERSION, FCL_MINOR_VERSION, FCL_PATCH_VERSION);
  std::fflush(stdout);
  for (std::string line; std::getline(std::cin, line);) {
    for (const auto& placement : placements) {
      fcl::DistanceResultd result;
      fcl::distance(a.get(), fcl::Transform3d::Identity(), b.get(), placement, fcl::DistanceRequestd(), result);
      std::printf("%.17g ", result.min_distance);
    }
    std::printf("\n");
    std::fflush(stdout);
  }
}
