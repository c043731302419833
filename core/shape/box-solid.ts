import type { Vec3 } from '../math/vec3.ts';

/**
 * A closed box of a query: aligned to the axes from `min` to `max`, or oriented. An oriented box has a centre and the three vectors from it
 * to the centres of its sides. The vectors need not be perpendicular and may be 0: a box may be flat, or a point.
 */
export type BoxSolid =
  | { readonly kind: 'aligned'; readonly min: Vec3; readonly max: Vec3 }
  | { readonly kind: 'oriented'; readonly center: Vec3; readonly halfEdges: readonly [Vec3, Vec3, Vec3] };

/** Values for plain f64 tests of a box; rounded, with a bound. */
export interface BoxSetup {
  readonly solid: BoxSolid;
  readonly isAligned: boolean;
  readonly center: Float64Array;
  /** (9) */
  readonly halfEdges: Float64Array;
  /** (9) face normals: cross products of two half edges; normal i leaves out half edge i. */
  readonly normals: Float64Array;
  /** (6) its AABB, min then max, rounded outward. */
  readonly around: Float64Array;
  /** Largest reach from its centre along an axis, and largest absolute coordinate. */
  readonly reach: number;
  readonly size: number;
  /** Whether it certainly has a volume: only then are its face normals and edges enough to separate it from a triangle. */
  readonly isSolid: boolean;
}

const unit = 2 ** -53;

export function setupBox(solid: BoxSolid): BoxSetup {
  const { center, halfEdges } = inFloats(solid);
  const normals = new Float64Array(9);
  const around = new Float64Array(6);
  let reach = 0;
  let size = 0;
  for (let i = 0; i < 3; i++) {
    const u = (3 * i + 3) % 9;
    const v = (3 * i + 6) % 9;
    normals[3 * i] = halfEdges[u + 1] * halfEdges[v + 2] - halfEdges[u + 2] * halfEdges[v + 1];
    normals[3 * i + 1] = halfEdges[u + 2] * halfEdges[v] - halfEdges[u] * halfEdges[v + 2];
    normals[3 * i + 2] = halfEdges[u] * halfEdges[v + 1] - halfEdges[u + 1] * halfEdges[v];
    const extent = Math.abs(halfEdges[i]) + Math.abs(halfEdges[i + 3]) + Math.abs(halfEdges[i + 6]);
    const slack = 8 * unit * (extent + Math.abs(center[i])) + 1e-320;
    around[i] = solid.kind === 'aligned' ? solid.min[i]! : center[i] - extent - slack;
    around[i + 3] = solid.kind === 'aligned' ? solid.max[i]! : center[i] + extent + slack;
    reach = Math.max(reach, extent);
    size = Math.max(size, extent + Math.abs(center[i]));
  }
  const content = Math.abs(halfEdges[0] * normals[0] + halfEdges[1] * normals[1] + halfEdges[2] * normals[2]);
  return {
    solid,
    isAligned: solid.kind === 'aligned',
    center,
    halfEdges,
    normals,
    around,
    reach,
    size,
    isSolid: content > 1e-12 * reach ** 3 && content > 1e-280,
  };
}

/** Returns the centre of a box, rounded. */
export function solidCenter(solid: BoxSolid): Vec3 {
  const [x, y, z] = inFloats(solid).center;
  return [x, y, z];
}

function inFloats(solid: BoxSolid): { readonly center: Float64Array; readonly halfEdges: Float64Array } {
  if (solid.kind === 'oriented') return { center: Float64Array.from(solid.center), halfEdges: Float64Array.from(solid.halfEdges.flat()) };
  const { min, max } = solid;
  const center = Float64Array.of(min[0] / 2 + max[0] / 2, min[1] / 2 + max[1] / 2, min[2] / 2 + max[2] / 2);
  const halfEdges = new Float64Array(9);
  for (let k = 0; k < 3; k++) halfEdges[4 * k] = max[k]! / 2 - min[k]! / 2;
  return { center, halfEdges };
}
