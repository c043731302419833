/** Finds a sky box: a part around the others whose triangles face inward, so that only its back is seen from outside. */
import { cross, dot, normalized, type Vec3 } from '#core/math';
import { type Bounds, boundsCenter, boundsRadius, partOfTriangle, type TriangleMesh } from '#core/mesh';
import { createRayWorkspace, type Ray, raycast, type RayWorkspace } from '#core/query';
import type { Tree } from '#core/tree';

/** Rays across the picture of one direction, in rows and columns. */
const raysAcross = 8;

/** Share of the first hits that are back faces, so that the picture has nothing to read. Floors and walls of a level face inward too. */
const backShare = 0.9;

/** Share of these back faces that are of the part. */
const partShare = 0.5;

/** Directions of eight from which the part hides the rest. Sky boxes of levels often have no floor. */
const minDirections = 4;

/** Share of the first hits of a direction that may be front faces of the part: a ground hides what is on it from below only. */
const maxFrontShare = 0.25;

const directions: readonly Vec3[] = [1, -1].flatMap((x) => [1, -1].flatMap((y) => [1, -1].map((z): Vec3 => [x, y, z])));

/** The first hits along one direction. */
interface FirstHits {
  readonly count: number;
  readonly backs: number;
  readonly parts: ReadonlyMap<number, PartHits>;
}

interface PartHits {
  front: number;
  back: number;
  /** Whether a ray that hits its back then hits another part. */
  hasBehind: boolean;
}

/**
 * Returns the part whose back faces hide the other parts from outside; `null` for none, and for parts that face outward. It casts 8 x 8 rays from each of
 * eight diagonal directions, so it does not depend on the up axis.
 */
export function enclosingPart(mesh: TriangleMesh, bounds: Bounds, tree: Tree): number | null {
  const reach = 8 * boundsRadius(bounds) + Math.max(...bounds.min.map(Math.abs), ...bounds.max.map(Math.abs));
  if (mesh.parts.length < 2 || !Number.isFinite(reach)) return null;
  const workspace = createRayWorkspace(tree);
  const seen = directions.map((direction) => firstHits(mesh, bounds, tree, workspace, direction));
  const hiding = seen.map(hidingPart);
  for (const part of new Set(hiding)) {
    if (part === null || hiding.filter((other) => other === part).length < minDirections) continue;
    if (!seen.some(({ parts }) => parts.get(part)?.hasBehind)) continue;
    if (seen.every(({ count, parts }) => (parts.get(part)?.front ?? 0) <= maxFrontShare * count)) return part;
  }
  return null;
}

/** Returns the part whose back is most of what is seen along a direction; `null` for none. */
function hidingPart({ count, backs, parts }: FirstHits): number | null {
  if (backs < backShare * count) return null;
  for (const [part, { back }] of parts) if (back > partShare * backs) return part;
  return null;
}

function firstHits(mesh: TriangleMesh, bounds: Bounds, tree: Tree, workspace: RayWorkspace, direction: Vec3): FirstHits {
  const parts = new Map<number, PartHits>();
  let [count, backs] = [0, 0];
  for (const ray of raysAlong(bounds, direction)) {
    const first = raycast(tree, mesh, ray, {}, workspace).hits[0];
    if (first === undefined) continue;
    const isBack = dot(first.normal, ray.direction) > 0;
    const { part } = first;
    count++;
    backs += Number(isBack);
    if (part === null) continue;
    const hits = parts.get(part) ?? { front: 0, back: 0, hasBehind: false };
    parts.set(part, hits);
    hits[isBack ? 'back' : 'front']++;
    const isOther = (triangle: number): boolean => partOfTriangle(mesh, triangle) !== part;
    if (isBack && !hits.hasBehind) hits.hasBehind = raycast(tree, mesh, ray, { mode: 'any' }, workspace, isOther).hits.length > 0;
  }
  return { count, backs, parts };
}

function raysAlong(bounds: Bounds, diagonal: Vec3): Ray[] {
  const direction = normalized(diagonal)!;
  const right = normalized(cross(direction, [0, 1, 0]))!;
  const up = cross(right, direction);
  const radius = boundsRadius(bounds);
  const center = boundsCenter(bounds);
  return Array.from({ length: raysAcross * raysAcross }, (_, i) => {
    // In the middle of each cell.
    const x = radius * ((2 * (i % raysAcross) + 1) / raysAcross - 1);
    const y = radius * ((2 * Math.floor(i / raysAcross) + 1) / raysAcross - 1);
    const along = (axis: 0 | 1 | 2): number => center[axis] - 2 * radius * direction[axis] + x * right[axis] + y * up[axis];
    return { origin: [along(0), along(1), along(2)], direction, far: Infinity };
  });
}
