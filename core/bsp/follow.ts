import type { Vec3 } from '../math/vec3.ts';
import type { BspTree } from './bsp-tree.ts';
import type { BspCells } from './cells.ts';
import { leavesAt } from './point-side.ts';
import type { PlanePolygon } from './polygon.ts';
import type { CellLinks } from './route.ts';

/** A cell that a moving point passes. */
export interface CellVisit {
  readonly leaf: number;
  /** Part of the way, 0 to 1, at which it enters the cell. */
  readonly from: number;
  readonly to: number;
  /** The portal through which it enters; `null` for the first cell, and after the point was located again. */
  readonly portal: number | null;
}

/** How a point moved along a straight line. */
export interface FollowedPoint {
  readonly visits: readonly CellVisit[];
  /** `blocked` if solid stops it, `outside` if it leaves the box. */
  readonly state: 'arrived' | 'blocked' | 'outside';
  /** Portals whose outline was tested. */
  readonly portalsTested: number;
  /** How often the tree had to locate the point again: where no portal has it certainly inside, mostly at the solid that stops it. */
  readonly located: number;
}

/** Part of the size of the coordinates within which a point counts as on the outline of a portal. */
const slack = 1e-9;

/**
 * Follows a point along a straight line from cell to cell. A convex cell is left through the first of its faces that the line crosses. The
 * portal there leads on. The tree is used for the first cell, at the solid, and at the outline of a portal: where no portal has the point
 * inside by more than rounding.
 * @returns no visits if the start is in the solid or outside the box.
 */
export function followPoint(tree: BspTree, cells: BspCells, links: CellLinks, from: Vec3, to: Vec3): FollowedPoint {
  const visits: CellVisit[] = [];
  const motion: Vec3 = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const at = (t: number): Vec3 => [from[0] + t * motion[0], from[1] + t * motion[1], from[2] + t * motion[2]];
  const epsilon = slack * Math.max(...from.map(Math.abs), ...to.map(Math.abs), ...motion.map(Math.abs));
  const counts = { portalsTested: 0, located: 0 };
  let step: { leaf: number; portal: number | null } | 'blocked' | 'outside' = locate(tree, at, 0);
  let time = 0;
  // Rounding can put a point on the wrong side of two faces at once, and lead it to and fro between their cells without any progress.
  const passedNow = new Set<number>();
  // Grows while the point stays in one cell, so that the number of steps is bounded.
  let advance = 2 * epsilon;
  while (typeof step !== 'string') {
    const { leaf, portal } = step;
    const exit = exitOf(cells.regions[leaf]!, from, motion, time, epsilon);
    visits.push({ leaf, from: time, to: exit.time, portal });
    if (exit.face === null) return { visits, state: 'arrived', ...counts };
    if (exit.time > time + (4 * advance) / Math.hypot(...motion)) {
      passedNow.clear();
      advance = 2 * epsilon;
    } else if (exit.time > time) passedNow.clear();
    passedNow.add(leaf);
    time = exit.time;
    const found = portalAt(cells, links, leaf, exit.face, at(time), epsilon, counts);
    if (found === 'unsure' || (found !== 'outside' && passedNow.has(found.leaf))) {
      counts.located++;
      time = Math.min(1, time + advance / Math.hypot(...motion));
      advance *= 2;
      if (time >= 1) return { visits, state: 'arrived', ...counts };
      step = locate(tree, at, time);
    } else step = found;
  }
  return { visits, state: step, ...counts };
}

/** Returns the empty leaf at a time of the motion. */
function locate(tree: BspTree, at: (t: number) => Vec3, time: number): { leaf: number; portal: null } | 'blocked' | 'outside' {
  const point = at(time);
  const { min, max } = tree.space.box;
  if (point.some((value, k) => value < min[k]! || value > max[k]!)) return 'outside';
  // On a border, the cell on the other side is the one that follows.
  const empty = leavesAt(tree, point).filter((leaf) => tree.windings[leaf] === 0);
  return empty.length === 0 ? 'blocked' : { leaf: empty[0]!, portal: null };
}

/**
 * Returns the first face through which the line leaves a region; `null` if it ends inside. The corner farthest from a face decides on which side the region is.
 * A region that is flat within rounding is left at once.
 */
function exitOf(
  region: readonly PlanePolygon[],
  from: Vec3,
  motion: Vec3,
  after: number,
  epsilon: number,
): { face: PlanePolygon | null; time: number } {
  let face: PlanePolygon | null = null;
  let time = 1;
  const points = region.flatMap((one) => one.points);
  for (const one of region) {
    const { base, normal } = one.plane;
    const [x, y, z] = normal;
    let depth = 0;
    for (const point of points) {
      const distance = x * (point.x - base[0]) + y * (point.y - base[1]) + z * (point.z - base[2]);
      if (Math.abs(distance) > Math.abs(depth)) depth = distance;
    }
    const size = Math.hypot(x, y, z);
    const isFlat = Math.abs(depth) <= epsilon * size;
    const outward = depth <= 0 ? 1 : -1;
    const speed = outward * (x * motion[0] + y * motion[1] + z * motion[2]);
    // A line that slides along a face has a speed of rounding towards it.
    const way = (isFlat ? Math.abs(speed) : speed) * (1 - after);
    if (way <= epsilon * size) continue;
    const height = outward * (x * (base[0] - from[0]) + y * (base[1] - from[1]) + z * (base[2] - from[2]));
    const crossing = isFlat ? after : Math.max(after, height / speed);
    if (crossing >= time) continue;
    time = crossing;
    face = one;
  }
  return { face, time };
}

/** Returns the cell beyond the portal of a face that contains a point. */
function portalAt(
  { portals, firstBorder }: BspCells,
  links: CellLinks,
  leaf: number,
  { plane }: PlanePolygon,
  point: Vec3,
  epsilon: number,
  counts: { portalsTested: number },
): { leaf: number; portal: number } | 'outside' | 'unsure' {
  if (plane.source.kind === 'axis' && plane.source.at >= firstBorder) return 'outside';
  // Portals of a face do not overlap: the one with the point deepest inside is the right one.
  let best: { readonly leaf: number; readonly portal: number } | null = null;
  let depth = -epsilon;
  for (const link of links[leaf] ?? []) {
    const { polygon } = portals[link.portal]!;
    if (polygon.plane !== plane) continue;
    counts.portalsTested++;
    const inside = depthIn(polygon, point, epsilon);
    if (inside <= depth) continue;
    best = link;
    depth = inside;
  }
  return best !== null && depth > epsilon ? best : 'unsure';
}

/** Returns how far a point of the plane of a convex polygon is inside it; negative outside. */
function depthIn({ plane: { normal }, points }: PlanePolygon, [x, y, z]: Vec3, epsilon: number): number {
  let lowest = Infinity;
  let turn = 0;
  for (let i = 0; i < points.length; i++) {
    const p = points[i]!;
    const q = points[(i + 1) % points.length]!;
    const [ex, ey, ez] = [q.x - p.x, q.y - p.y, q.z - p.z];
    // An edge of two points that rounding has brought together has no direction.
    if (Math.hypot(ex, ey, ez) <= epsilon) continue;
    // Across the edge, in the plane.
    const ax = normal[1] * ez - normal[2] * ey;
    const ay = normal[2] * ex - normal[0] * ez;
    const az = normal[0] * ey - normal[1] * ex;
    const size = Math.hypot(ax, ay, az);
    if (turn === 0) turn = turnOf(points, normal);
    lowest = Math.min(lowest, (turn * (ax * (x - p.x) + ay * (y - p.y) + az * (z - p.z))) / size);
  }
  return lowest === Infinity ? -Infinity : lowest;
}

/** Returns 1 if a polygon is counter-clockwise seen from the side of a normal, else -1. */
function turnOf(points: PlanePolygon['points'], normal: Vec3): number {
  let sum = 0;
  for (let i = 2; i < points.length; i++) {
    const [o, p, q] = [points[0]!, points[i - 1]!, points[i]!];
    const [ux, uy, uz] = [p.x - o.x, p.y - o.y, p.z - o.z];
    const [vx, vy, vz] = [q.x - o.x, q.y - o.y, q.z - o.z];
    sum += normal[0] * (uy * vz - uz * vy) + normal[1] * (uz * vx - ux * vz) + normal[2] * (ux * vy - uy * vx);
  }
  return sum >= 0 ? 1 : -1;
}
