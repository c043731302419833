// Finds convex hulls with CGAL: reads point sets (u32 count, f64 coordinates) from a file, and prints a line for each of them: vertices, faces
// of different planes, volume and area, or "flat". Started by test/corpus/convex-hull.test.ts.
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Polygon_mesh_processing/measure.h>
#include <CGAL/Surface_mesh.h>
#include <CGAL/convex_hull_3.h>
#include <CGAL/boost/graph/helpers.h>
#include <cstdint>
#include <cstdio>
#include <set>
#include <vector>

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Point = Kernel::Point_3;
using Mesh = CGAL::Surface_mesh<Point>;

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

int main(int argc, char** argv) {
  std::FILE* file = argc == 2 ? std::fopen(argv[1], "rb") : nullptr;
  if (file == nullptr) return 2;
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
    std::printf("%zu %zu %.17g %.17g\n", vertices, faces.size(), CGAL::to_double(CGAL::Polygon_mesh_processing::volume(mesh)),
                CGAL::to_double(CGAL::Polygon_mesh_processing::area(mesh)));
  }
  return 0;
}
