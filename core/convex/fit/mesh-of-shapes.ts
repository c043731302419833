import { cross, normalized, type Vec3 } from '../../math/vec3.ts';
import { tessellate } from '../../mesh/tessellate-shape.ts';
import type { MeshPart, TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { FittedShape } from './fitted-shape.ts';

export interface NamedShape {
  readonly name: string;
  readonly fitted: FittedShape;
}

/** Returns a mesh with one part for each shape. Round shapes are tessellated, with their vertices on the surface; see `tessellate`. */
export function meshOfShapes(shapes: readonly NamedShape[]): TriangleMesh {
  const positions: number[] = [];
  const indices: number[] = [];
  const parts: MeshPart[] = [];
  for (const { name, fitted } of shapes) {
    const solid = placedTriangles(fitted);
    const [start, firstTriangle] = [positions.length / 3, indices.length / 3];
    for (const value of solid.positions) positions.push(value);
    for (const vertex of solid.triangles) indices.push(start + vertex);
    parts.push({ name, firstTriangle, triangleCount: solid.triangles.length / 3, worldFromPart: null });
  }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices), parts };
}

function placedTriangles(fitted: FittedShape): { readonly positions: Float64Array; readonly triangles: Uint32Array } {
  switch (fitted.shape) {
    case 'box': {
      const { center, axes, size } = fitted;
      const [x, y] = axes;
      return placed(tessellate({ kind: 'box', size }), center, x, y);
    }
    case 'sphere':
      return placed(tessellate({ kind: 'sphere', radius: fitted.radius }), fitted.center, [1, 0, 0], [0, 1, 0]);
    case 'capsule':
    case 'cylinder': {
      const { shape: kind, from, to, radius } = fitted;
      const along: Vec3 = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
      const y = normalized(along) ?? [0, 1, 0];
      const x = normalized(cross(y, Math.abs(y[0]) < 0.5 ? [1, 0, 0] : [0, 0, 1]))!;
      const middle: Vec3 = [from[0] / 2 + to[0] / 2, from[1] / 2 + to[1] / 2, from[2] / 2 + to[2] / 2];
      return placed(tessellate({ kind, height: Math.hypot(...along), radiusTop: radius, radiusBottom: radius }), middle, x, y);
    }
  }
}

/** Places a solid whose x and y axes become those given. */
function placed(solid: ReturnType<typeof tessellate>, center: Vec3, x: Vec3, y: Vec3): ReturnType<typeof tessellate> {
  const z = cross(x, y);
  const positions = solid.positions.map((_, i) => {
    const [at, k] = [3 * Math.floor(i / 3), i % 3];
    return center[k]! + solid.positions[at] * x[k]! + solid.positions[at + 1] * y[k]! + solid.positions[at + 2] * z[k]!;
  });
  return { positions, triangles: solid.triangles };
}
