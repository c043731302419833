import { length, minus, type Vec3 } from '#core/math';
import { type Bounds, partOfTriangle } from '#core/mesh';
import { type Ray, raycast, type RayHit } from '#core/query';
import { boundsToWorld, placementOf, pointFromWorld, pointToWorld, scaleOf, vectorFromWorld } from '../pair/placement.ts';
import { has } from './index-set.ts';
import { cullsBackFaces } from '../store/culls-back-faces.ts';
import { keptInterval, type HalfSpace } from '../section/section.ts';
import { hiddenKey, type FetchedTree, type PageDocument, type Scene } from '../store/records.ts';
import type { DocumentId } from '#host-api';
import type { Store } from '../store/store.ts';
import { along } from '../store/vectors.ts';

/** A point of a visible surface; world space. */
export interface SurfacePoint {
  readonly document: DocumentId;
  readonly triangle: number;
  readonly position: Vec3;
  /** Distance from the eye. */
  readonly distance: number;
}

/** Where the eye looks: a ray with a direction of length 1, in world space. */
export interface EyeRay {
  readonly origin: Vec3;
  readonly direction: Vec3;
}

/** Returns the nearest visible surface on a ray, or the mesh without a tree that may be in front of it. */
export function lookAlong(
  store: Store,
  { origin, direction }: EyeRay,
): { readonly point: SurfacePoint | null; readonly unpickable: DocumentId | null } {
  const [documents, scene, kept] = [store.shown.peek(), store.scene.peek(), store.kept.peek()];
  const point = pick(documents, scene, origin, direction, kept);
  const unpickable = treelessBefore(documents, scene, origin, direction, point?.distance ?? Infinity, kept);
  return { point: unpickable === null ? point : null, unpickable };
}

/**
 * Returns the nearest visible triangle that a ray hits, over all documents: exact, by the ray query on f64 vertices.
 * The ray passes through hidden parts, and through back faces that are not drawn, and
 * through what `kept` cuts away. It cannot hit a document
 * without a tree: `treelessBefore` returns one that may be in front. `origin` and `direction`, of length 1, are in world space.
 */
export function pick(
  documents: readonly PageDocument[],
  scene: Scene,
  eye: Vec3,
  direction: Vec3,
  kept: readonly HalfSpace[] = [],
): SurfacePoint | null {
  const interval = keptInterval(kept, eye, direction);
  if (interval === null) return null;
  // What is kept is convex: the ray starts where it enters it, and ends where it leaves it.
  const [from, to] = interval;
  const origin = along(eye, direction, from);
  let nearest: SurfacePoint | null = null;
  for (const document of documents) {
    const { id } = document.summary;
    const loaded = scene.trees.get(id);
    if (loaded === undefined || document.mesh === null || scene.hidden.has(hiddenKey(id))) continue;
    const placement = placementOf(scene, id);
    const far = (to - from) / scaleOf(placement);
    const ray: Ray = { origin: pointFromWorld(placement, origin), direction: vectorFromWorld(placement, direction), far };
    const hit = firstVisibleHit(document, loaded, scene, ray);
    if (hit === null) continue;
    const position = pointToWorld(placement, hit.position);
    const distance = placement === null ? from + hit.distance : length(minus(position, eye));
    if (nearest === null || distance < nearest.distance) nearest = { document: id, triangle: hit.triangle, position, distance };
  }
  return nearest;
}

/**
 * Returns the nearest visible document without a tree whose bounds a ray enters before `distance`: it may hide a hit
 * behind it. The ray can enter the bounds and miss the mesh.
 */
export function treelessBefore(
  documents: readonly PageDocument[],
  scene: Scene,
  origin: Vec3,
  direction: Vec3,
  distance: number,
  kept: readonly HalfSpace[] = [],
): DocumentId | null {
  const interval = keptInterval(kept, origin, direction);
  if (interval === null) return null;
  let nearest: DocumentId | null = null;
  let min = distance;
  for (const { summary, mesh } of documents) {
    if (mesh === null || mesh.bounds === null || scene.trees.has(summary.id) || scene.hidden.has(hiddenKey(summary.id))) continue;
    const entry = boxEntry(boundsToWorld(placementOf(scene, summary.id), mesh.bounds), origin, direction);
    if (entry === null || entry >= min || entry > interval[1]) continue;
    nearest = summary.id;
    min = entry;
  }
  return nearest;
}

/** Where a ray enters a box, 0 from inside; `null` when it misses it. */
function boxEntry({ min, max }: Bounds, origin: Vec3, direction: Vec3): number | null {
  let entry = 0;
  let exit = Infinity;
  for (let axis = 0; axis < 3; axis++) {
    const [low, high] = [min[axis]! - origin[axis]!, max[axis]! - origin[axis]!];
    const along = direction[axis]!;
    if (along === 0) {
      if (low > 0 || high < 0) return null;
      continue;
    }
    entry = Math.max(entry, Math.min(low / along, high / along));
    exit = Math.min(exit, Math.max(low / along, high / along));
  }
  return entry <= exit ? entry : null;
}

function firstVisibleHit(
  document: PageDocument,
  { tree }: FetchedTree,
  { hidden, hiddenTriangles, display }: Scene,
  ray: Ray,
): RayHit | null {
  const mesh = document.mesh?.mesh;
  if (mesh === undefined || tree.nodeCount === 0) return null;
  const { id } = document.summary;
  const ofDocument = hiddenTriangles.get(id);
  const someHidden = ofDocument !== undefined || mesh.parts.some((_, part) => hidden.has(hiddenKey(id, part)));
  const { hits } = raycast(tree, mesh, ray, { mode: someHidden ? 'all' : 'first', cull: cullsBackFaces(display) });
  return (
    hits.find(({ triangle }) => !isHidden(partOfTriangle(mesh, triangle)) && (ofDocument === undefined || !has(ofDocument, triangle))) ??
    null
  );

  function isHidden(part: number | null): boolean {
    return part !== null && hidden.has(hiddenKey(id, part));
  }
}
