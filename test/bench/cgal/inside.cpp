// Finds the side of points of a closed mesh with CGAL's Side_of_triangle_mesh. Reads a mesh, and the number of points and the points, from a file.
// The first line is CGAL's version, or a reason why the mesh has no sides. Each line of input then gives one character per point: i is inside, o is
// outside, b is on the boundary. Compiled and started by cgal-process.ts.
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Polygon_mesh_processing/self_intersections.h>
#include <CGAL/Polygon_mesh_processing/shape_predicates.h>
#include <CGAL/Side_of_triangle_mesh.h>
#include <CGAL/Surface_mesh.h>
#include <CGAL/version.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Mesh = CGAL::Surface_mesh<Kernel::Point_3>;
namespace PMP = CGAL::Polygon_mesh_processing;

template <class T> static std::vector<T> read(std::FILE* file, std::size_t count) {
  std::vector<T> values(count);
  if (std::fread(values.data(), sizeof(T), count, file) != count) std::exit(2);
  return values;
}

static int refuse(const char* reason) {
  std::printf("refused: %s\n", reason);
  return 0;
}

int main(int argc, char** argv) {
  std::FILE* file = argc == 2 ? std::fopen(argv[1], "rb") : nullptr;
  if (file == nullptr) return 2;
  const auto counts = read<std::uint32_t>(file, 2);
  const auto positions = read<double>(file, 3 * std::size_t(counts[0]));
  const auto indices = read<std::uint32_t>(file, 3 * std::size_t(counts[1]));
  const auto count = read<std::uint32_t>(file, 1)[0];
  const auto points = read<double>(file, 3 * std::size_t(count));
  Mesh mesh;
  for (std::uint32_t i = 0; i < counts[0]; i++) mesh.add_vertex(Kernel::Point_3(positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]));
  for (std::uint32_t i = 0; i < counts[1]; i++) {
    const auto face = mesh.add_face(Mesh::Vertex_index(indices[3 * i]), Mesh::Vertex_index(indices[3 * i + 1]), Mesh::Vertex_index(indices[3 * i + 2]));
    if (face == Mesh::null_face()) return refuse("not a manifold");
  }
  if (!CGAL::is_closed(mesh)) return refuse("not closed");
  // A ray that hits a triangle without area decides nothing, and CGAL casts others without end.
  for (const auto face : mesh.faces())
    if (PMP::is_degenerate_triangle_face(face, mesh)) return refuse("a triangle has no area");
  if (PMP::does_self_intersect(mesh)) return refuse("self-intersections");
  const CGAL::Side_of_triangle_mesh<Mesh, Kernel> side(mesh);
  std::printf("%s\n", CGAL_VERSION_STR);
  std::fflush(stdout);
  for (int c = std::getchar(); c != EOF; c = std::getchar()) {
    if (c != '\n') continue;
    std::string sides;
    for (std::uint32_t i = 0; i < count; i++) {
      const auto found = side(Kernel::Point_3(points[3 * i], points[3 * i + 1], points[3 * i + 2]));
      sides += found == CGAL::ON_BOUNDED_SIDE ? 'i' : found == CGAL::ON_UNBOUNDED_SIDE ? 'o' : 'b';
    }
    std::printf("%s\n", sides.c_str());
    std::fflush(stdout);
  }
}
