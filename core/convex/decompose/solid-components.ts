import { type Bounds, meshBounds } from '../../mesh/bounds.ts';
import { closedPieces } from '../../mesh/closed-pieces.ts';
import { surfaceMeasures } from '../../mesh/surface-measures.ts';
import { meshTopology } from '../../mesh/topology.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { Progress } from '../../progress.ts';
import { convexHull, type ConvexHull } from '../hull/convex-hull.ts';
import { hullMeasures } from '../hull/hull-measures.ts';

/** A component of a mesh with its convex hull. */
export interface SolidComponent {
  /** Its triangles, with the vertices that they use. */
  readonly mesh: TriangleMesh;
  readonly bounds: Bounds;
  readonly hull: ConvexHull;
  /** Of the surface, below 0 if it faces inwards; `null` if it is open. */
  readonly volume: number | null;
  /** Volume of the hull. */
  readonly hullVolume: number;
}

/** Components of a mesh, closed ones without those that only touch them. Those that are flat have no hull with a volume. */
export interface SolidComponents {
  readonly solid: readonly SolidComponent[];
  readonly flat: number;
}

/** Returns the pieces of a mesh with their exact convex hulls; see `closedPieces`. @throws whatever `progress` throws. */
export function solidComponents(mesh: TriangleMesh, progress: Progress): SolidComponents {
  const { count, first, triangles } = closedPieces(mesh, meshTopology(mesh));
  const ranks = new Uint32Array(mesh.positions.length / 3);
  const solid: SolidComponent[] = [];
  for (let piece = 0; piece < count; piece++) {
    progress(piece / count);
    const own = meshOfTriangles(mesh, triangles.subarray(first[piece], first[piece + 1]), ranks);
    const hull = convexHull(own.positions);
    if (hull.dimension < 3) continue;
    const { volume } = surfaceMeasures(own);
    solid.push({ mesh: own, bounds: meshBounds(own)!, hull, volume, hullVolume: hullMeasures(hull).volume });
  }
  return { solid, flat: count - solid.length };
}

/**
 * Returns the components that their convex hull may stand for: closed ones whose hull has hardly more volume. A component with a cavity is not one
 * of them, since the surface of the cavity is a component of its own, which faces the other way.
 * @param maxExcess part of the volume of the hull that may be outside the component.
 */
export function nearlyConvex({ solid }: SolidComponents, maxExcess: number): ReadonlySet<SolidComponent> {
  const total = solid.reduce((sum, { volume }) => sum + (volume ?? 0), 0);
  const found = new Set(
    solid.filter(({ volume, hullVolume }) => volume !== null && hullVolume - Math.abs(volume) <= (maxExcess + rounding) * hullVolume),
  );
  for (const cavity of solid) {
    if (cavity.volume === null || Math.sign(cavity.volume) === Math.sign(total)) continue;
    const around = solid.filter((other) => other !== cavity && isWithin(cavity.bounds, other.bounds));
    if (around.length === 0) continue;
    for (const component of [cavity, ...around]) found.delete(component);
  }
  return found;
}

/** Of the volumes of a convex component and its hull, which are summed in another order. */
const rounding = 1e-9;

function isWithin(inner: Bounds, outer: Bounds): boolean {
  return [0, 1, 2].every((k) => inner.min[k]! >= outer.min[k]! && inner.max[k]! <= outer.max[k]!);
}

/** Returns triangles with the vertices that they use. @param ranks (V) scratch, 0 before and after. */
function meshOfTriangles({ positions, indices }: TriangleMesh, triangles: Uint32Array, ranks: Uint32Array): TriangleMesh {
  const vertices: number[] = [];
  const own = new Uint32Array(3 * triangles.length);
  triangles.forEach((triangle, i) => {
    for (let k = 0; k < 3; k++) {
      const vertex = indices[3 * triangle + k];
      if (ranks[vertex] === 0) ranks[vertex] = vertices.push(vertex);
      own[3 * i + k] = ranks[vertex] - 1;
    }
  });
  const points = new Float64Array(3 * vertices.length);
  vertices.forEach((vertex, i) => {
    ranks[vertex] = 0;
    for (let k = 0; k < 3; k++) points[3 * i + k] = positions[3 * vertex + k];
  });
  return {
    positions: points,
    indices: own,
    parts: [{ name: 'component', firstTriangle: 0, triangleCount: triangles.length, worldFromPart: null }],
  };
}
