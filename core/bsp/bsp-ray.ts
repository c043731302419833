import { normalizeInto, type Vec3 } from '../math/vec3.ts';
import { triangleVertices } from '../mesh/triangle-vertices.ts';
import { checkRayQuery } from '../query/ray/check.ts';
import { rayTriangleExact } from '../shape/ray-triangle-exact.ts';
import type { BspTree } from './bsp-tree.ts';
import type { BspPlane } from './plane.ts';

/** The first triangle that a ray hits, and how the tree was searched. */
export interface BspRayHit {
  readonly triangle: number;
  readonly distance: number;
  readonly barycentric: Vec3;
}

/** Result of `bspRay`. */
export interface BspRayResult {
  readonly hit: BspRayHit | null;
  readonly nodesVisited: number;
  readonly trianglesTested: number;
}

/** A subtree, or the triangles in the plane of a node, that a part of the ray reaches. */
interface Visit {
  readonly node: number;
  readonly from: number;
  readonly to: number;
  /** Whether the ray crosses the plane of the node within this part, where its triangles are tested. */
  readonly isPlane: boolean;
}

/** Part of the size of a product by which its sign may be wrong: far more than rounding. */
const slack = 1e-12;

/**
 * Returns the first triangle that a ray hits, with the same bits as `raycast`. The tree orders the search from near to far; rounded numbers
 * only choose children, and exact arithmetic decides each triangle.
 * @throws InspectorError `invalid-argument` as `raycast`.
 */
export function bspRay(tree: BspTree, origin: Vec3, direction: Vec3): BspRayResult {
  checkRayQuery({ origin, direction, far: Infinity });
  const unit = new Float64Array(3);
  normalizeInto(direction[0], direction[1], direction[2], unit);
  const way: Vec3 = [unit[0], unit[1], unit[2]];
  const { min, max } = tree.space.box;
  const reach =
    2 * ([0, 1, 2] as const).reduce<number>((sum, k) => sum + Math.max(Math.abs(min[k] - origin[k]), Math.abs(max[k] - origin[k])), 0);
  let best: BspRayHit | null = null;
  let nodesVisited = 0;
  let trianglesTested = 0;
  const stack: Visit[] = [{ node: tree.planes.length === 0 ? -1 : 0, from: 0, to: reach, isPlane: false }];
  for (let visit = stack.pop(); visit !== undefined; visit = stack.pop()) {
    const { node, from } = visit;
    if (node < 0 || (best !== null && from > best.distance)) continue;
    if (!visit.isPlane) {
      nodesVisited++;
      pushVisits(tree, visit, origin, way, reach, stack);
      continue;
    }
    for (const triangle of tree.triangles[node]!) {
      if (!mayContain(tree, triangle, visit, origin, way, reach)) continue;
      trianglesTested++;
      const hit = rayTriangleExact(origin, way, Infinity, false, ...triangleVertices(tree.mesh, triangle));
      if (hit === null) continue;
      const isNearer = best === null || hit.distance < best.distance || (hit.distance === best.distance && triangle < best.triangle);
      if (isNearer) best = { triangle, ...hit };
    }
  }
  return { hit: best, nodesVisited, trianglesTested };
}

/** Pushes the children that a part of a ray reaches, and the plane between them if it crosses it; the nearest last. */
function pushVisits(
  { planes, children }: BspTree,
  { node, from, to }: Visit,
  origin: Vec3,
  way: Vec3,
  reach: number,
  stack: Visit[],
): void {
  const front = children[2 * node];
  const back = children[2 * node + 1];
  const { height, slope, error } = alongPlane(planes[node]!, origin, way, reach);
  const start = height + from * slope;
  const end = height + to * slope;
  // A ray on one side does not reach the triangles in the plane.
  if (start > error && end > error) stack.push({ node: front, from, to, isPlane: false });
  else if (start < -error && end < -error) stack.push({ node: back, from, to, isPlane: false });
  else {
    const crossing = -height / slope;
    const around = (2 * error) / Math.abs(slope);
    const isClear = around < reach;
    const until = isClear ? Math.min(to, crossing + around) : to;
    const since = isClear ? Math.max(from, crossing - around) : from;
    stack.push(
      { node: start > 0 ? back : front, from: since, to, isPlane: false },
      { node, from: since, to: until, isPlane: true },
      { node: start > 0 ? front : back, from, to: until, isPlane: false },
    );
  }
}

/** Whether a part of the ray passes the box of a triangle; true in doubt. */
function mayContain(
  { mesh: { positions, indices } }: BspTree,
  triangle: number,
  { from, to }: Visit,
  origin: Vec3,
  way: Vec3,
  reach: number,
) {
  for (let k = 0; k < 3; k++) {
    const p = positions[3 * indices[3 * triangle] + k];
    const q = positions[3 * indices[3 * triangle + 1] + k];
    const r = positions[3 * indices[3 * triangle + 2] + k];
    const a = origin[k]! + from * way[k]!;
    const b = origin[k]! + to * way[k]!;
    const padding = slack * (reach + Math.abs(origin[k]!));
    if (Math.min(p, q, r) - padding > Math.max(a, b) || Math.max(p, q, r) + padding < Math.min(a, b)) return false;
  }
  return true;
}

/** Returns the height of the origin above a plane, its change along the ray, and a bound of the error anywhere on the ray. */
function alongPlane({ normal, normalError, base }: BspPlane, origin: Vec3, way: Vec3, reach: number) {
  const [dx, dy, dz] = [origin[0] - base[0], origin[1] - base[1], origin[2] - base[2]];
  const size = Math.abs(dx) + Math.abs(dy) + Math.abs(dz) + reach;
  return {
    height: normal[0] * dx + normal[1] * dy + normal[2] * dz,
    slope: normal[0] * way[0] + normal[1] * way[1] + normal[2] * way[2],
    error: size * ((Math.abs(normal[0]) + Math.abs(normal[1]) + Math.abs(normal[2])) * slack + 4 * normalError),
  };
}
