import type { MeshPart, TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { ConvexHull } from './convex-hull.ts';
import { hullTriangles } from './hull-triangles.ts';

export interface NamedHull {
  readonly name: string;
  readonly hull: ConvexHull;
}

/** Returns a mesh with one part for each hull that has triangles. Faces with more than three corners are its polygons. */
export function meshOfHulls(hulls: readonly NamedHull[]): TriangleMesh {
  const parts: MeshPart[] = [];
  const polygons: number[] = [];
  const positions: Float64Array[] = [];
  const indices: Uint32Array[] = [];
  let [vertices, triangles] = [0, 0];
  for (const { name, hull } of hulls) {
    const corners = hullTriangles(hull);
    if (corners.length === 0) continue;
    parts.push({ name, firstTriangle: triangles, triangleCount: corners.length / 3, worldFromPart: null });
    positions.push(hull.positions);
    const start = vertices;
    indices.push(corners.map((vertex) => start + vertex));
    vertices += hull.positions.length / 3;
    for (let face = 0; face + 1 < hull.faceFirst.length; face++) {
      const count = hull.faceFirst[face + 1] - hull.faceFirst[face] - 2;
      if (count > 1) polygons.push(triangles, count);
      triangles += count;
    }
  }
  return {
    positions: joined(new Float64Array(3 * vertices), positions),
    indices: joined(new Uint32Array(3 * triangles), indices),
    parts,
    ...(polygons.length > 0 && { polygons: Uint32Array.from(polygons) }),
  };
}

function joined<Numbers extends Float64Array | Uint32Array>(all: Numbers, pieces: readonly Numbers[]): Numbers {
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
