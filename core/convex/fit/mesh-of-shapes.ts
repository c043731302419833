import { hypot } from '../../math/hypot.ts';
import { cross, normalized, type Vec3 } from '../../math/vec3.ts';
import type { ColliderRole, ExactShape } from '../../mesh/collider-role.ts';
import { tessellate } from '../../mesh/tessellate-shape.ts';
import type { MeshPart, TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { FittedShape } from './fitted-shape.ts';

export interface NamedShape {
  readonly name: string;
  readonly fitted: FittedShape;
}

/** Returns a mesh with one part for each shape, a collider that keeps the exact shape. Round shapes are tessellated, with their vertices on the surface; see `tessellate`. */
export function meshOfShapes(shapes: readonly NamedShape[]): TriangleMesh {
  const positions: number[] = [];
  const indices: number[] = [];
  const parts: MeshPart[] = [];
  for (const { name, fitted } of shapes) {
    const { solid, exact, worldFromPart } = placedTriangles(fitted);
    const [start, firstTriangle] = [positions.length / 3, indices.length / 3];
    for (const value of solid.positions) positions.push(value);
    for (const vertex of solid.triangles) indices.push(start + vertex);
    parts.push({ name, firstTriangle, triangleCount: solid.triangles.length / 3, worldFromPart, role: roleOf(exact) });
  }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices), parts };
}

function roleOf(exact: ExactShape): ColliderRole {
  return { shape: exact.kind, isRendered: false, isTrigger: false, of: null, from: 'extras', exact };
}

/** A primitive with its triangles in the space of the mesh. */
interface PlacedSolid {
  readonly exact: ExactShape;
  readonly worldFromPart: readonly number[];
  readonly solid: ReturnType<typeof tessellate>;
}

function placedTriangles(fitted: FittedShape): PlacedSolid {
  switch (fitted.shape) {
    case 'box': {
      const { center, axes, size } = fitted;
      const [x, y] = axes;
      return placed({ kind: 'box', size }, center, x, y);
    }
    case 'sphere':
      return placed({ kind: 'sphere', radius: fitted.radius }, fitted.center, [1, 0, 0], [0, 1, 0]);
    case 'capsule':
    case 'cylinder': {
      const { shape: kind, from, to, radius } = fitted;
      const along: Vec3 = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
      const y = normalized(along) ?? [0, 1, 0];
      const x = normalized(cross(y, Math.abs(y[0]) < 0.5 ? [1, 0, 0] : [0, 0, 1]))!;
      const middle: Vec3 = [from[0] / 2 + to[0] / 2, from[1] / 2 + to[1] / 2, from[2] / 2 + to[2] / 2];
      return placed({ kind, height: hypot(...along), radiusTop: radius, radiusBottom: radius }, middle, x, y);
    }
  }
}

/** Places a primitive whose x and y axes become those given. */
function placed(exact: ExactShape, center: Vec3, x: Vec3, y: Vec3): PlacedSolid {
  const z = cross(x, y);
  const { positions: local, triangles } = tessellate(exact);
  const positions = local.map((_, i) => {
    const [at, k] = [3 * Math.floor(i / 3), i % 3];
    return center[k]! + local[at] * x[k]! + local[at + 1] * y[k]! + local[at + 2] * z[k]!;
  });
  return { exact, worldFromPart: [...x, 0, ...y, 0, ...z, 0, ...center, 1], solid: { positions, triangles } };
}
