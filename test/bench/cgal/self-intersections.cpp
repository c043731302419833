// Finds the self-intersections of a mesh with CGAL's Polygon_mesh_processing, once for each line of standard input, and prints how many pairs there are.
// Compiled and started by cgal-process.ts.
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Polygon_mesh_processing/self_intersections.h>
#include <CGAL/Surface_mesh.h>
#include <CGAL/version.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <utility>
#include <vector>

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Mesh = CGAL::Surface_mesh<Kernel::Point_3>;

template <class T> static std::vector<T> read(std::FILE* file, std::size_t count) {
  std::vector<T> values(count);
  if (std::fread(values.data(), sizeof(T), count, file) != count) std::exit(2);
  return values;
}

int main(int argc, char** argv) {
  std::FILE* file = argc == 2 ? std::fopen(argv[1], "rb") : nullptr;
  if (file == nullptr) return 2;
  const auto counts = read<std::uint32_t>(file, 2);
  const auto positions = read<double>(file, 3 * std::size_t(counts[0]));
  const auto indices = read<std::uint32_t>(file, 3 * std::size_t(counts[1]));
  Mesh mesh;
  for (std::uint32_t i = 0; i < counts[0]; i++) mesh.add_vertex(Kernel::Point_3(positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]));
  for (std::uint32_t i = 0; i < counts[1]; i++) {
    const auto face = mesh.add_face(Mesh::Vertex_index(indices[3 * i]), Mesh::Vertex_index(indices[3 * i + 1]), Mesh::Vertex_index(indices[3 * i + 2]));
    if (face == Mesh::null_face()) return 3;
  }
  std::printf("%s\n", CGAL_VERSION_STR);
  std::fflush(stdout);
  for (int c = std::getchar(); c != EOF; c = std::getchar()) {
    if (c != '\n') continue;
    std::vector<std::pair<Mesh::Face_index, Mesh::Face_index>> pairs;
    CGAL::Polygon_mesh_processing::self_intersections(mesh, std::back_inserter(pairs));
    std::printf("%zu\n", pairs.size());
    std::fflush(stdout);
  }
}
