import type { Vec3 } from '../../math/vec3.ts';
import { meshBounds } from '../../mesh/bounds.ts';
import { isFiniteTriangle, triangleCount, vertexCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { weldVertices } from '../../mesh/weld-vertices.ts';
import { farthestDistance, type FarthestDistance } from '../../pair/deviation/farthest-distance.ts';
import type { Progress } from '../../progress.ts';
import type { EditedMesh } from './mesh-draft.ts';
import { hasSameCorners } from './same-corners.ts';
import { treedForDistances, type TreedForDistances, measureWithTree } from './treed-for-distances.ts';

/** How far a surface moved, measured both ways in mesh units. */
export interface SurfaceChange {
  /** From the surface before to the one after: how much is missing. `null` if nothing is left after. */
  readonly removed: ChangeDistance | null;
  /** From the surface after to the one before: how much was added. `null` if there was nothing before. */
  readonly added: ChangeDistance | null;
}

export interface ChangeDistance {
  /** The largest distance found. */
  readonly found: number;
  /** No point is farther, up to rounding. */
  readonly atMost: number;
  /** A point with the distance `found`; `null` if all triangles are unchanged. */
  readonly position: Vec3 | null;
  readonly samples: number;
}

/** The triangles of two meshes that are not in the other one, ascending. */
export interface DifferentTriangles {
  readonly lost: Uint32Array;
  readonly gained: Uint32Array;
}

/** Max points that refine a measurement in one direction, after each vertex and centre of a changed triangle. */
const maxSamples = 100_000;
/** Part of the diagonal to which a measurement is refined. */
const tolerance = 1e-9;

const unchanged: ChangeDistance = { found: 0, atMost: 0, position: null, samples: 0 };

/**
 * Returns the largest distance between the surfaces before and after a repair, both ways. Only triangles that are not in both are measured,
 * against the whole other surface. @param bound a known limit of both distances. @throws whatever `progress` throws.
 */
export function surfaceChange(before: TriangleMesh, after: EditedMesh, bound: number | undefined, progress: Progress): SurfaceChange {
  if (bound === 0) return { removed: unchanged, added: unchanged };
  return surfaceDistances(before, after.mesh, changedTriangles(before, after), bound, progress);
}

/**
 * Returns the largest distance between two surfaces, both ways. @param different the triangles of each that are measured; the others are known
 * to be in both. @param bound a known limit of both distances. @throws whatever `progress` throws.
 */
export function surfaceDistances(
  before: TriangleMesh,
  after: TriangleMesh,
  { lost, gained }: DifferentTriangles,
  bound: number | undefined,
  progress: Progress,
  treedFor: TreedForDistances = treedForDistances,
): SurfaceChange {
  const bounds = meshBounds(before) ?? meshBounds(after);
  const diagonal = bounds === null ? 0 : Math.hypot(...bounds.max.map((max, k) => max - bounds.min[k]!));
  const limits = { maxSamples, tolerance: tolerance * diagonal };
  const measure = (from: TriangleMesh, triangles: Uint32Array, to: TriangleMesh, report: Progress): ChangeDistance | null =>
    triangles.length === 0
      ? unchanged
      : limited(
          measureWithTree(to, treedFor, report, (treed, searching) =>
            farthestDistance(from, triangles, treed, { ...limits, isOnSurface: sharedVertices(from, to) }, searching),
          ),
          bound,
        );
  return {
    removed: measure(before, lost, after, (fraction) => progress(fraction / 2)),
    added: measure(after, gained, before, (fraction) => progress(0.5 + fraction / 2)),
  };
}

/** Returns (V) 1 for vertices at the position of a vertex of a finite triangle of another mesh: their distance to it is 0. */
function sharedVertices(from: TriangleMesh, to: TriangleMesh): Uint8Array {
  const positions = new Float64Array(to.positions.length + from.positions.length);
  positions.set(to.positions);
  positions.set(from.positions, to.positions.length);
  const welded = weldVertices({ positions, indices: to.indices, parts: [] });
  const isUsed = new Uint8Array(welded.length);
  for (let triangle = 0; triangle < triangleCount(to); triangle++) {
    if (!isFiniteTriangle(to, triangle)) continue;
    for (let corner = 3 * triangle; corner < 3 * triangle + 3; corner++) isUsed[welded[to.indices[corner]]] = 1;
  }
  const first = vertexCount(to);
  return Uint8Array.from({ length: vertexCount(from) }, (_, vertex) => isUsed[welded[first + vertex]]);
}

function limited(distance: FarthestDistance | null, bound: number | undefined): ChangeDistance | null {
  if (distance === null || bound === undefined) return distance;
  return { ...distance, atMost: Math.max(distance.found, Math.min(distance.atMost, bound)) };
}

/** Returns the triangles before that are not in the mesh after, and the reverse. A triangle is the same at the same positions, in any order. */
function changedTriangles(before: TriangleMesh, { mesh, sources }: EditedMesh): DifferentTriangles {
  const isLost = new Uint8Array(triangleCount(before)).fill(1);
  const isGained = new Uint8Array(sources.length).fill(1);
  for (let triangle = 0; triangle < sources.length; triangle++) {
    if (!hasSameCorners(before, sources[triangle], mesh, triangle)) continue;
    isLost[sources[triangle]] = 0;
    isGained[triangle] = 0;
  }
  return { lost: marked(isLost), gained: marked(isGained) };
}

function marked(isMarked: Uint8Array): Uint32Array {
  const found = new Uint32Array(isMarked.reduce((sum, mark) => sum + mark, 0));
  let count = 0;
  for (let i = 0; i < isMarked.length; i++) if (isMarked[i] === 1) found[count++] = i;
  return found;
}
