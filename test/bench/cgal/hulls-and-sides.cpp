// Finds the sides of points of closed meshes, or convex hulls, with CGAL: `sides FILE` or `hulls FILE`. One program, because CGAL's headers take the compiler
// several seconds each time. Compiled by compile-cgal.ts for cgal-process.ts and for test/corpus/convex-hull.test.ts.
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Polygon_mesh_processing/measure.h>
#include <CGAL/Polygon_mesh_processing/self_intersections.h>
#include <CGAL/Polygon_mesh_processing/shape_predicates.h>
#include <CGAL/Side_of_triangle_mesh.h>
#include <CGAL/Surface_mesh.h>
#include <CGAL/boost/graph/helpers.h>
#include <CGAL/convex_hull_3.h>
#include <CGAL/version.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Point = Kernel::Point_3;
using Mesh = CGAL::Surface_mesh<Point>;
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

// The side of each point of a closed mesh, by Side_of_triangle_mesh. The file has a mesh, the number of points and the points. The first line is CGAL's
// version, or a reason why the mesh has no sides. Each line of input then gives one character per point: i is inside, o is outside, b is on the boundary.
static int printSides(std::FILE* file) {
  const auto counts = read<std::uint32_t>(file, 2);
  const auto positions = read<double>(file, 3 * std::size_t(counts[0]));
  const auto indices = read<std::uint32_t>(file, 3 * std::size_t(counts[1]));
  const auto count = read<std::uint32_t>(file, 1)[0];
  const auto points = read<double>(file, 3 * std::size_t(count));
  Mesh mesh;
  for (std::uint32_t i = 0; i < counts[0]; i++) mesh.add_vertex(Point(positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]));
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
      const auto found = side(Point(points[3 * i], points[3 * i + 1], points[3 * i + 2]));
      sides += found == CGAL::ON_BOUNDED_SIDE ? 'i' : found == CGAL::ON_UNBOUNDED_SIDE ? 'o' : 'b';
    }
    std::printf("%s\n", sides.c_str());
    std::fflush(stdout);
  }
  return 0;
}

// Whether all points are in a plane, exactly.
static bool isFlat(const std::vector<Point>& points) {
  std::size_t b = 0, c = 0;
  while (b < points.size() && points[b] == points[0]) b++;
  while (b < points.size() && c < points.size() && CGAL::collinear(points[0], points[b], points[c])) c++;
  if (b >= points.size() || c >= points.size()) return true;
  for (const auto& point : points)
    if (!CGAL::coplanar(points[0], points[b], points[c], point)) return false;
  return true;
}

// The convex hulls of point sets (u32 count, f64 coordinates each): a line for each of them with its vertices, faces of different planes, volume and area,
// or "flat".
static int printHulls(std::FILE* file) {
  std::uint32_t count = 0;
  while (std::fread(&count, sizeof count, 1, file) == 1) {
    std::vector<double> values(3 * std::size_t(count));
    if (std::fread(values.data(), sizeof(double), values.size(), file) != values.size()) return 2;
    std::vector<Point> points;
    for (std::size_t i = 0; i < values.size(); i += 3) points.emplace_back(values[i], values[i + 1], values[i + 2]);
    if (isFlat(points)) {
      std::printf("flat\n");
      continue;
    }
    Mesh mesh;
    CGAL::convex_hull_3(points.begin(), points.end(), mesh);
    // Facets of one plane count once: CGAL triangulates them. A vertex of two planes only is inside an edge, of one inside a face.
    std::vector<std::size_t> parent(mesh.number_of_faces() + mesh.number_of_removed_faces());
    for (std::size_t i = 0; i < parent.size(); i++) parent[i] = i;
    const auto root = [&](std::size_t i) { while (parent[i] != i) i = parent[i]; return i; };
    for (const auto e : mesh.edges()) {
      const auto h = mesh.halfedge(e);
      const auto o = mesh.opposite(h);
      const auto& a = mesh.point(mesh.source(h));
      const auto& b = mesh.point(mesh.target(h));
      const auto& c = mesh.point(mesh.target(mesh.next(h)));
      const auto& d = mesh.point(mesh.target(mesh.next(o)));
      if (CGAL::orientation(a, b, c, d) == CGAL::COPLANAR) parent[root(mesh.face(h))] = root(mesh.face(o));
    }
    std::set<std::size_t> faces;
    for (const auto f : mesh.faces()) faces.insert(root(f));
    std::size_t vertices = 0;
    for (const auto v : mesh.vertices()) {
      std::set<std::size_t> around;
      for (const auto h : CGAL::halfedges_around_target(mesh.halfedge(v), mesh)) around.insert(root(mesh.face(h)));
      if (around.size() > 2) vertices++;
    }
    std::printf("%zu %zu %.17g %.17g\n", vertices, faces.size(), CGAL::to_double(PMP::volume(mesh)),
                CGAL::to_double(PMP::area(mesh)));
  }
  return 0;
}

int main(int argc, char** argv) {
  std::FILE* file = argc == 3 ? std::fopen(argv[2], "rb") : nullptr;
  if (file == nullptr) return 2;
  return std::string(argv[1]) == "sides" ? printSides(file) : printHulls(file);
}
