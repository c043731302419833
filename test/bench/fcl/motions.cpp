// Finds first contacts of a moving mesh with FCL. Reads both meshes and the motions from a file (see fcl-process.ts), and prints its version when
// it is ready. Then each line of input runs all motions and gives a line: milliseconds of processor time, and the time of each contact or "-".
// The input is a number of poses, of which the first in collision is the result, or 0 for conservative advancement. Or it is "at" and 16 numbers of a
// pose for each motion: the result is then 1 where the meshes collide there.
#include <fcl/fcl.h>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <iostream>
#include <memory>
#include <sstream>
#include <vector>

using Model = fcl::BVHModel<fcl::RSSd>;

template <typename Value>
static Value read(std::FILE* file) {
  Value value;
  if (std::fread(&value, sizeof value, 1, file) != 1) std::exit(2);
  return value;
}

static std::shared_ptr<Model> readModel(std::FILE* file) {
  const auto vertices = read<std::uint32_t>(file), triangles = read<std::uint32_t>(file);
  std::vector<fcl::Vector3d> points(vertices);
  for (auto& point : points)
    for (int k = 0; k < 3; k++) point[k] = read<double>(file);
  std::vector<fcl::Triangle> corners;
  for (std::uint32_t i = 0; i < triangles; i++) {
    const auto a = read<std::uint32_t>(file), b = read<std::uint32_t>(file), c = read<std::uint32_t>(file);
    corners.emplace_back(a, b, c);
  }
  auto model = std::make_shared<Model>();
  model->beginModel();
  model->addSubModel(points, corners);
  model->endModel();
  return model;
}

// A pose is 16 numbers, column by column.
static fcl::Transform3d readPose(std::FILE* file) {
  fcl::Transform3d pose = fcl::Transform3d::Identity();
  for (int column = 0; column < 4; column++)
    for (int row = 0; row < 4; row++) pose.matrix()(row, column) = read<double>(file);
  return pose;
}

// A translation, or one with a rotation about the origin of the mesh. By two poses alone, FCL 0.7 rotates about a point that it leaves undefined.
static std::unique_ptr<fcl::MotionBased> motionBetween(const fcl::Transform3d& from, const fcl::Transform3d& to, bool rotates) {
  if (!rotates) return std::make_unique<fcl::TranslationMotiond>(from, to);
  const fcl::Vector3d origin = fcl::Vector3d::Zero();
  return std::make_unique<fcl::InterpMotion<double>>(from.linear(), from.translation(), to.linear(), to.translation(), origin);
}

int main(int argc, char** argv) {
  std::FILE* file = argc == 2 ? std::fopen(argv[1], "rb") : nullptr;
  if (file == nullptr) return 2;
  const auto a = readModel(file), b = readModel(file);
  const auto count = read<std::uint32_t>(file);
  struct Motion { fcl::Transform3d from, to; bool rotates; };
  std::vector<Motion> motions;
  for (std::uint32_t i = 0; i < count; i++) {
    const bool rotates = read<std::uint32_t>(file) != 0;
    const auto from = readPose(file), to = readPose(file);
    motions.push_back({from, to, rotates});
  }
  std::printf("%d.%d.%d\n", FCL_MAJOR_VERSION, FCL_MINOR_VERSION, FCL_PATCH_VERSION);
  std::fflush(stdout);
  std::string line;
  while (std::getline(std::cin, line)) {
    std::vector<fcl::ContinuousCollisionResultd> results(motions.size());
    const auto rest = fcl::Transform3d::Identity();
    std::istringstream input(line);
    std::string first;
    input >> first;
    const auto poses = first == "at" ? 0 : std::stoul(first);
    const auto start = std::clock();
    for (std::size_t i = 0; i < motions.size(); i++) {
      if (first == "at") {
        auto pose = rest;
        for (int column = 0; column < 4; column++)
          for (int row = 0; row < 4; row++) input >> pose.matrix()(row, column);
        fcl::CollisionResultd result;
        results[i].is_collide = fcl::collide(b.get(), pose, a.get(), rest, fcl::CollisionRequestd(1), result) > 0;
        results[i].time_of_contact = 1;
        continue;
      }
      const auto solver = poses == 0 ? fcl::CCDC_CONSERVATIVE_ADVANCEMENT : fcl::CCDC_NAIVE;
      const auto motion = motions[i].rotates ? fcl::CCDM_LINEAR : fcl::CCDM_TRANS;
      fcl::ContinuousCollisionRequestd request(poses == 0 ? 1000 : poses, 1e-7, motion, fcl::GST_LIBCCD, solver);
      const auto moves = motionBetween(motions[i].from, motions[i].to, motions[i].rotates), rests = motionBetween(rest, rest, false);
      fcl::continuousCollide(b.get(), moves.get(), a.get(), rests.get(), request, results[i]);
    }
    std::printf("%.6f", 1000.0 * (std::clock() - start) / CLOCKS_PER_SEC);
    for (const auto& result : results) {
      if (result.is_collide) std::printf(" %.17g", result.time_of_contact);
      else std::printf(" -");
    }
    std::printf("\n");
    std::fflush(stdout);
  }
}
