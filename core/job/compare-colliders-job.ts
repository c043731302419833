import { compareColliders, type ComparedCollider, type SkippedCollider } from '../convex/decompose/compare-colliders.ts';
import type { ColliderRating } from '../convex/collider/rate-collider.ts';
import { treedForQueries } from '../convex/collider/body-contains.ts';
import { meshOfBodies, type ColliderBody } from '../convex/collider/collider.ts';
import { type BodyRecord, bodyRecord } from '../convex/decompose/decompose-mesh.ts';
import type { DecomposeNote } from '../convex/decompose/decompose-note.ts';
import type { EngineName } from '../convex/decompose/engine-limits.ts';
import { paretoFront } from '../convex/decompose/pareto.ts';
import type { OpenEdgeCount } from '../mesh/count-open-edges.ts';
import { openMeshBytes, writeMeshBytes } from '../mesh/mesh-bytes.ts';
import { surfaceMeasures } from '../mesh/surface-measures.ts';
import type { TreedMesh } from '../pair/treed-mesh.ts';
import type { DecomposeOptions } from '../options/decompose-options.ts';
import { raycastInto } from '../query/ray/into.ts';
import type { Ray } from '../query/ray/ray.ts';
import { createRayWorkspace } from '../query/ray/workspace.ts';
import { seededTasks } from './compare-tasks.ts';
import type { JobHost } from './job-host.ts';
import { minMicroseconds } from './min-microseconds.ts';

export interface CompareCollidersJobRequest {
  readonly kind: 'compare-colliders';
  readonly mesh: ArrayBuffer | SharedArrayBuffer;
  readonly options: DecomposeOptions;
}

export interface CompareCollidersJobResult {
  readonly kind: 'compare-colliders';
  readonly colliders: readonly ColliderRecord[];
  readonly skipped: readonly SkippedCollider[];
  /** Of the mesh; none for a closed one. */
  readonly openEdges: readonly OpenEdgeCount[];
  /** Volume of the mesh; `null` if it is open. */
  readonly volume: number | null;
  /** (colliders) a mesh with one part for each body; see `openMeshBytes`. */
  readonly meshes: readonly (ArrayBuffer | SharedArrayBuffer)[];
  readonly milliseconds: number;
}

/** A compared collider in numbers. */
export interface ColliderRecord extends ColliderRating {
  readonly id: string;
  readonly title: string;
  readonly bodies: readonly BodyRecord[];
  readonly notes: readonly DecomposeNote[];
  /** Sums over the bodies. */
  readonly vertices: number;
  readonly faces: number;
  /** What an engine stores: vertices of hulls, triangles of surfaces, and 1 for a primitive shape. */
  readonly cost: number;
  /**
   * Phantom and missing volume over the volume of the mesh. For an open mesh, the larger deviation over the diagonal of the bounds.
   */
  readonly error: number;
  /** Whether no other collider has lower cost and lower error. */
  readonly isBest: boolean;
  readonly overLimit: readonly EngineName[];
  /** First hit of a ray on the surface of the collider, means over the same rays for all. */
  readonly queryCost: { readonly nodesVisited: number; readonly trianglesTested: number; readonly microseconds: number };
  readonly milliseconds: number;
}

const rayCount = 256;
/** Budget of timing for one collider. */
const turnMilliseconds = 10;

/** Makes colliders of a mesh by every method, and compares them. @throws InspectorError as `compareColliders`, and `invalid-bytes`. */
export async function runCompareColliders(
  { mesh: bytes, options }: CompareCollidersJobRequest,
  host: JobHost,
): Promise<CompareCollidersJobResult> {
  const start = performance.now();
  const mesh = openMeshBytes(bytes);
  const { made, skipped, source } = await compareColliders(mesh, options, host.dividers ?? {}, (fraction) =>
    host.progress(0.95 * fraction),
  );
  const { rays } = seededTasks(mesh, { rays: rayCount, spheres: 0, motions: 0, seed: 1 });
  const { volume, bounds } = surfaceMeasures(mesh);
  const diagonal = bounds === null ? 0 : Math.hypot(...bounds.max.map((max, k) => max - bounds.min[k]!));
  const surfaces = made.map(({ bodies }) => meshOfBodies(bodies));
  const costs = made.map(({ bodies, rating }) => ({ cost: costOf(bodies), error: errorOf(rating, volume, diagonal) }));
  const isBest = paretoFront(costs);
  const colliders = made.map((collider, i): ColliderRecord => {
    host.progress(0.95 + (0.05 * i) / made.length);
    const queryCost = queryCostOf(treedForQueries(surfaces[i]!), rays, () => host.progress(0.95));
    return { ...recordOf(collider), ...costs[i]!, isBest: isBest[i]!, queryCost };
  });
  const meshes = surfaces.map((surface) => writeMeshBytes(surface, host.allocateMesh));
  return {
    kind: 'compare-colliders',
    colliders,
    skipped,
    openEdges: source.openEdges,
    volume,
    meshes,
    milliseconds: performance.now() - start,
  };
}

function recordOf({ id, title, bodies, notes, rating, overLimit, milliseconds }: ComparedCollider) {
  const records = bodies.map(bodyRecord);
  const sum = (of: (record: BodyRecord) => number): number => records.reduce((total, record) => total + of(record), 0);
  const counts = { vertices: sum(({ vertices }) => vertices), faces: sum(({ faces }) => faces) };
  return { id, title, bodies: records, notes, ...counts, ...rating, overLimit, milliseconds };
}

function costOf(bodies: readonly ColliderBody[]): number {
  return bodies.reduce((sum, body) => {
    if (body.kind === 'shape') return sum + 1;
    return sum + (body.kind === 'hull' ? body.hull.positions.length : body.mesh.indices.length) / 3;
  }, 0);
}

function errorOf({ phantomVolume, missingVolume, maxDeviation }: ColliderRating, volume: number | null, diagonal: number): number {
  if (phantomVolume !== null && missingVolume !== null && volume !== null && volume !== 0)
    return (phantomVolume + missingVolume) / Math.abs(volume);
  return diagonal > 0 ? Math.max(maxDeviation.outward, maxDeviation.inward) / diagonal : Infinity;
}

function queryCostOf({ mesh, tree }: TreedMesh, rays: readonly Ray[], checkCancelled: () => void): ColliderRecord['queryCost'] {
  const workspace = createRayWorkspace(tree);
  const first = { mode: 'first', cull: false } as const;
  let [nodes, triangles] = [0, 0];
  const castAll = (): void => rays.forEach((ray) => raycastInto(tree, mesh, ray, first, workspace));
  for (const ray of rays) {
    raycastInto(tree, mesh, ray, first, workspace);
    nodes += workspace.nodesVisited;
    triangles += workspace.trianglesTested;
  }
  const microseconds = minMicroseconds(castAll, turnMilliseconds, checkCancelled) / rays.length;
  return { nodesVisited: nodes / rays.length, trianglesTested: triangles / rays.length, microseconds };
}
