import { dot, fastLength, length, minus, type Vec3 } from '../math/vec3.ts';
import { noProgress, type Progress } from '../progress.ts';
import type { BspCells } from './cells.ts';
import type { CellLinks } from './route.ts';

/** The cells that may be seen from a cell. */
export interface VisibleSet {
  /** (L) 1 for cells that a straight line from some point of the cell may reach. The cell itself is one. */
  readonly isVisible: Uint8Array;
  /** Number of cells in the set. */
  readonly visible: number;
  /** Number of cells that portals in front of portals lead to: the set before its lines of sight are clipped. */
  readonly inFront: number;
  /** Portals that were clipped. */
  readonly clips: number;
}

/** Computes potentially visible sets. */
export interface VisibleSets {
  /** @throws whatever `progress` throws */
  readonly from: (leaf: number, progress?: Progress) => VisibleSet;
}

/** Convex polygon, counter-clockwise seen from the cell that looks through it. */
type Winding = readonly Vec3[];

/** Plane with its front where `normal · x > distance`. The normal has length 1. */
interface SightPlane {
  readonly normal: Vec3;
  readonly distance: number;
}

/** A portal in the direction from one cell to another. */
interface Opening {
  readonly portal: number;
  readonly to: number;
  readonly winding: Winding;
  /** Its front is the cell that it leads to. */
  readonly plane: SightPlane;
}

/** Growths of a window until it is the whole portal, so that the work is bounded. */
const maxGrowths = 6;
/** Part of the size of the level by which clipped portals are kept larger, so that rounding hides nothing. */
const slack = 1e-9;

/**
 * Prepares potentially visible sets by portal flow. A line of sight leaves its cell through a portal and continues through others. Of each
 * further portal a window is kept: the part that lines through the first portal and the window before it may reach. Planes that separate the
 * two clip it. Where several ways lead to a portal, its window is the convex hull of what they leave, and after some growths the whole portal.
 *
 * The set is never too small: every step keeps a little more than lines of sight need. The original method keeps no windows and follows each
 * way apart. Its number of ways is exponential where open space consists of many cells: 200,000 clips did not end for most cells of a map.
 *
 * Sources: S. Teller, "Visibility Computations in Densely Occluded Polyhedral Environments" (1992). J. Carmack, Quake (1996), vis, with its
 * test whether a portal can still add a cell.
 */
export function createVisibleSets(cells: BspCells, links: CellLinks): VisibleSets {
  const leaves = cells.volumes.length;
  const words = Math.ceil(leaves / 32);
  const size = largestNumber(cells);
  const epsilon = slack * size;
  const openings = openingsOf(cells, links);
  const inFront = new Map<Opening, LeafBits>();
  const frontOf = (opening: Opening): LeafBits => {
    const known = inFront.get(opening);
    if (known !== undefined) return known;
    const made = flood(opening, openings, words, epsilon);
    inFront.set(opening, made);
    return made;
  };
  return {
    from: (leaf, progress = noProgress) => {
      const isVisible = new Uint32Array(words);
      const reachable = new Uint32Array(words);
      setBit(isVisible, leaf);
      setBit(reachable, leaf);
      const state: Flow = { openings, frontOf, isVisible, epsilon, clips: 0, progress };
      const first = openings[leaf] ?? [];
      for (const [i, opening] of first.entries()) {
        progress(i / first.length);
        unite(reachable, frontOf(opening));
        flowThrough(state, opening, leaf);
      }
      const list = Uint8Array.from({ length: leaves }, (_, i) => (hasBit(isVisible, i) ? 1 : 0));
      const count = (set: LeafBits): number => set.reduce((sum, word) => sum + bitsOf(word), 0);
      return {
        isVisible: list,
        visible: count(isVisible),
        inFront: count(reachable),
        clips: state.clips,
      };
    },
  };
}

interface Flow {
  readonly openings: readonly (readonly Opening[] | undefined)[];
  readonly frontOf: (opening: Opening) => LeafBits;
  readonly isVisible: LeafBits;
  readonly epsilon: number;
  clips: number;
  readonly progress: Progress;
}

/** What lines through the first portal reach of another one. */
interface Window {
  winding: Winding;
  growths: number;
}

/** Follows the lines of sight through one portal of the cell. */
function flowThrough(state: Flow, first: Opening, start: number): void {
  const { openings, isVisible, frontOf, epsilon } = state;
  const windows = new Map<Opening, Window>();
  const stack: { readonly opening: Opening; readonly might: LeafBits }[] = [{ opening: first, might: frontOf(first) }];
  setBit(isVisible, first.to);
  for (let sight = stack.pop(); sight !== undefined; sight = stack.pop()) {
    const { opening, might } = sight;
    const pass = opening === first ? null : windows.get(opening)!.winding;
    for (const next of openings[opening.to] ?? []) {
      if (next.to === start || !hasBit(might, next.to)) continue;
      // Not of the way: a window that another way has filled is not visited again.
      const [front, nextFront] = [frontOf(first), frontOf(next)];
      // Nothing that it leads to is new.
      if (!adds(front, nextFront, isVisible)) continue;
      if (++state.clips % 256 === 0) state.progress(0);
      const source = clippedWinding(first.winding, reversedPlane(next.plane), epsilon);
      if (source.length < 3) continue;
      let target = clippedWinding(next.winding, first.plane, epsilon);
      if (pass !== null && target.length >= 3) target = clippedBySeparators(target, source, pass, epsilon);
      if (target.length < 3 || !grow(windows, next, target, epsilon)) continue;
      setBit(isVisible, next.to);
      stack.push({ opening: next, might: both(front, nextFront) });
    }
  }
}

/** Adds a polygon to the window of an opening: the hull of both, and the whole portal if it grows often. Returns whether it grew. */
function grow(windows: Map<Opening, Window>, opening: Opening, target: Winding, epsilon: number): boolean {
  const window = windows.get(opening);
  if (window === undefined) {
    windows.set(opening, { winding: target, growths: 0 });
    return true;
  }
  if (window.growths > maxGrowths) return false;
  const hull = planarHull([...window.winding, ...target], opening.plane.normal);
  if (areaOf(hull, opening.plane.normal) <= areaOf(window.winding, opening.plane.normal) * (1 + 1e-6) + epsilon * epsilon) return false;
  window.growths++;
  window.winding = window.growths > maxGrowths ? opening.winding : hull;
  return true;
}

/** Returns the convex hull of points in a plane, counter-clockwise seen from the side of its normal. Source: Andrew's monotone chain (1979). */
function planarHull(points: readonly Vec3[], normal: Vec3): Winding {
  const [u, v] = planarAxes(normal);
  const sorted = [...points].sort((p, q) => p[u] - q[u] || p[v] - q[v]);
  const turns = (o: Vec3, p: Vec3, q: Vec3): number => (p[u] - o[u]) * (q[v] - o[v]) - (p[v] - o[v]) * (q[u] - o[u]);
  const chain = (list: readonly Vec3[]): Vec3[] => {
    const kept: Vec3[] = [];
    for (const point of list) {
      while (kept.length >= 2 && turns(kept[kept.length - 2]!, kept[kept.length - 1]!, point) <= 0) kept.pop();
      kept.push(point);
    }
    return kept.slice(0, -1);
  };
  return [...chain(sorted), ...chain(sorted.reverse())];
}

function areaOf(winding: Winding, normal: Vec3): number {
  const [u, v] = planarAxes(normal);
  let sum = 0;
  winding.forEach((p, i) => {
    const q = winding[(i + 1) % winding.length]!;
    sum += p[u] * q[v] - p[v] * q[u];
  });
  return Math.abs(sum);
}

/** The two axes across which a plane is seen largest. */
function planarAxes([x, y, z]: Vec3): readonly [0 | 1 | 2, 0 | 1 | 2] {
  const [ax, ay, az] = [Math.abs(x), Math.abs(y), Math.abs(z)];
  return ax >= ay && ax >= az ? [1, 2] : ay >= az ? [0, 2] : [0, 1];
}

/**
 * Clips a polygon to what lines from `from` through `pass` may reach. Each clipping plane contains an edge of one and a corner of the other,
 * and separates them: behind `pass` all lines are on one side of it.
 */
function clippedBySeparators(target: Winding, from: Winding, pass: Winding, epsilon: number): Winding {
  const kept = clippedByEdges(target, from, pass, [from, pass], epsilon);
  return kept.length < 3 ? kept : clippedByEdges(kept, pass, from, [from, pass], epsilon);
}

/** Clips a polygon by planes through the edges of one polygon and the corners of another. */
function clippedByEdges(
  target: Winding,
  edges: Winding,
  corners: Winding,
  [from, pass]: readonly [Winding, Winding],
  epsilon: number,
): Winding {
  let kept = target;
  for (let i = 0; i < edges.length; i++) {
    const a = edges[i]!;
    const edge = minus(edges[(i + 1) % edges.length]!, a);
    const edgeLength = length(edge);
    for (const corner of corners) {
      const plane = separator(a, edge, edgeLength, corner, from, pass, epsilon);
      if (plane === null) continue;
      kept = clippedWinding(kept, plane, epsilon);
      if (kept.length < 3) return kept;
    }
  }
  return kept;
}

/**
 * Returns the plane through an edge, which starts at `a`, and a corner, with `from` behind it and `pass` in front; `null` if it does not separate
 * them. Hot: allocates nothing unless it does.
 */
function separator(
  a: Vec3,
  edge: Vec3,
  edgeLength: number,
  corner: Vec3,
  from: Winding,
  pass: Winding,
  epsilon: number,
): SightPlane | null {
  const [wx, wy, wz] = [corner[0] - a[0], corner[1] - a[1], corner[2] - a[2]];
  const nx = edge[1] * wz - edge[2] * wy;
  const ny = edge[2] * wx - edge[0] * wz;
  const nz = edge[0] * wy - edge[1] * wx;
  const size = fastLength(nx, ny, nz);
  // Nearly collinear: the plane would be decided by rounding.
  if (!(size > 1e-9 * edgeLength * fastLength(wx, wy, wz)) || size === 0) return null;
  const [x, y, z] = [nx / size, ny / size, nz / size];
  const distance = x * a[0] + y * a[1] + z * a[2];
  let side = 0;
  for (const point of from) {
    const height = x * point[0] + y * point[1] + z * point[2] - distance;
    if (Math.abs(height) <= epsilon) continue;
    if (side === 0) side = Math.sign(height);
    else if (side !== Math.sign(height)) return null;
  }
  if (side === 0) return null;
  // All of the last portal is in front, or on the plane.
  for (const point of pass) if (-side * (x * point[0] + y * point[1] + z * point[2] - distance) < -epsilon) return null;
  return { normal: [-side * x, -side * y, -side * z], distance: -side * distance };
}

function reversedPlane({ normal: [x, y, z], distance }: SightPlane): SightPlane {
  return { normal: [-x, -y, -z], distance: -distance };
}

/** Returns the part of a polygon in front of a plane, or less than epsilon behind it; the polygon itself if that is all of it. */
function clippedWinding(winding: Winding, { normal, distance }: SightPlane, epsilon: number): Winding {
  let isWhole = true;
  for (const point of winding) if (!(dot(normal, point) - distance + epsilon >= 0)) isWhole = false;
  if (isWhole) return winding;
  const heights = winding.map((point) => dot(normal, point) - distance + epsilon);
  const kept: Vec3[] = [];
  winding.forEach((point, i) => {
    const here = heights[i]!;
    const there = heights[(i + 1) % winding.length]!;
    if (here >= 0) kept.push(point);
    if (here * there < 0) {
      const part = here / (here - there);
      const [x, y, z] = winding[(i + 1) % winding.length]!;
      kept.push([point[0] + part * (x - point[0]), point[1] + part * (y - point[1]), point[2] + part * (z - point[2])]);
    }
  });
  return kept;
}

/** Returns (L) 1 for the cells behind an opening that openings in front of it lead to. */
function flood(first: Opening, openings: Flow['openings'], words: number, epsilon: number): LeafBits {
  const reached = new Uint32Array(words);
  setBit(reached, first.to);
  const queue = [first.to];
  for (const leaf of queue)
    for (const next of openings[leaf] ?? []) {
      if (hasBit(reached, next.to) || !canSee(first, next, epsilon)) continue;
      setBit(reached, next.to);
      queue.push(next.to);
    }
  return reached;
}

/** Whether some point of the second opening is in front of the first, and some point of the first behind the second. */
function canSee(first: Opening, next: Opening, epsilon: number): boolean {
  return (
    next.winding.some((point) => dot(first.plane.normal, point) - first.plane.distance > -epsilon) &&
    first.winding.some((point) => dot(next.plane.normal, point) - next.plane.distance < epsilon)
  );
}

/** One bit for each leaf. */
type LeafBits = Uint32Array;

function setBit(set: LeafBits, leaf: number): void {
  set[leaf >> 5] |= 1 << (leaf & 31);
}

function hasBit(set: LeafBits, leaf: number): boolean {
  return (set[leaf >> 5] & (1 << (leaf & 31))) !== 0;
}

function bitsOf(word: number): number {
  let count = 0;
  for (let rest = word; rest !== 0; rest &= rest - 1) count++;
  return count;
}

function unite(set: LeafBits, other: LeafBits): void {
  for (let i = 0; i < set.length; i++) set[i] |= other[i];
}

function both(a: LeafBits, b: LeafBits): LeafBits {
  const set = new Uint32Array(a.length);
  for (let i = 0; i < a.length; i++) set[i] = a[i] & b[i];
  return set;
}

/** Whether two sets share a cell that is not visible yet. */
function adds(a: LeafBits, b: LeafBits, isVisible: LeafBits): boolean {
  for (let i = 0; i < a.length; i++) if ((a[i] & b[i] & ~isVisible[i]) !== 0) return true;
  return false;
}

function openingsOf({ portals }: BspCells, links: CellLinks): Flow['openings'] {
  const windings = portals.map(({ polygon }) => polygon.points.map(({ x, y, z }): Vec3 => [x, y, z]));
  const planes = portals.map(({ polygon: { plane } }): SightPlane => {
    const size = length(plane.normal);
    const normal: Vec3 = [plane.normal[0] / size, plane.normal[1] / size, plane.normal[2] / size];
    return { normal, distance: dot(normal, plane.base) };
  });
  return links.map((list, leaf) =>
    list?.map(({ leaf: to, portal }): Opening => {
      // The front leaf is on the side of the normal.
      const plane = portals[portal]!.front === leaf ? reversedPlane(planes[portal]!) : planes[portal]!;
      return { portal, to, winding: windings[portal]!, plane };
    }),
  );
}

function largestNumber({ portals }: BspCells): number {
  let size = 0;
  for (const { polygon } of portals) for (const { x, y, z } of polygon.points) size = Math.max(size, Math.abs(x), Math.abs(y), Math.abs(z));
  return size;
}
