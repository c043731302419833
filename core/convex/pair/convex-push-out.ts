import { type Transform, transformPoints } from '../../math/transform.ts';
import { fastLength, type Vec3 } from '../../math/vec3.ts';
import { checkPairSize } from './check-pair-size.ts';
import { convexPair, maxReach, placementReach } from './convex-body.ts';
import { convexDistance } from './convex-distance.ts';
import { gjk } from './gjk.ts';
import type { PreparedHull } from './hull-features.ts';
import { placeNormals } from './place-normals.ts';
import { separatingAxis } from './separating-axis.ts';
import { createSeparationWorkspace, fitWorkspace, type SeparationWorkspace } from './separation-workspace.ts';
import { roundings } from './test-convex-pair.ts';
import { touchExactly } from './touch-exactly.ts';

/** The minimum translation of two hulls, or an axis that separates them. */
export interface HullPushOut {
  /** Whether the closed hulls share a point: touching counts. Exact. */
  readonly overlap: boolean;
  /** Minimum translation; 0 if the hulls are apart. */
  readonly depth: number;
  /** Translation of B after which the hulls only touch; 0 if they are apart. */
  readonly pushOut: Vec3;
  /** Unit vector from A to B, along which B leaves A, or the hulls are apart. */
  readonly axis: Vec3;
  /** Gap along the axis, not always the largest one: the distance is no smaller. 0 if the hulls overlap, and where rounded axes have none. */
  readonly gap: number;
}

/**
 * Returns the minimum translation of two convex hulls by separating axes alone. It is dozens of times faster than `testConvexPair`, which runs every
 * method. It ends at the first axis with a gap. An overlap so small that rounded axes could miss a gap is verified by GJK, on integers where it must.
 *
 * Faces come first. What they find bounds the overlap that each edge can give, so most edges are left out. Of the others, only pairs whose arcs on the
 * Gauss map cross are tested.
 * Source: Gregorius, "The Separating Axis Test between Convex Polyhedra" (GDC 2013). Changed: edges are left out by the overlap that is known.
 * @param workspace memory for many tests. @returns lengths are rounded by at most `roundings` units of the largest coordinate.
 * @throws InspectorError `too-large` and `too-small` where products of lengths could leave the range of numbers. Hot: bench `convex-sat-*`.
 */
export function convexPushOut(
  a: PreparedHull,
  b: PreparedHull,
  aFromB: Transform,
  workspace: SeparationWorkspace = createSeparationWorkspace(),
): HullPushOut {
  checkPairSize(a, b, aFromB);
  const isSolid = a.dimension === 3 && b.dimension === 3;
  const found = (isSolid && solidAxis(a, b, aFromB, workspace)) || anyAxis(a, b, aFromB);
  const overlap = doOverlap(a, b, aFromB, found);
  const { axis } = found;
  if (!overlap) return { overlap, depth: 0, pushOut: [0, 0, 0], axis, gap: Math.max(0, found.gap) };
  const depth = Math.max(0, -found.gap);
  return { overlap, depth, pushOut: [axis[0] * depth + 0, axis[1] * depth + 0, axis[2] * depth + 0], axis, gap: 0 };
}

/** Part of the size of an overlap that is sure: more than what the product of two nearly parallel edges can lose, some 2⁻²⁴. */
const sureOverlap = 2 ** -16;

/** Whether the hulls share a point. A gap is sure. An overlap may miss an axis: of nearly parallel edges, and of slivers. */
function doOverlap(a: PreparedHull, b: PreparedHull, aFromB: Transform, { gap, size }: FoundAxis): boolean {
  const bound = roundings * 2 ** -53 * size;
  if (gap > bound) return false;
  if (!(gap < -bound) || gap === -Infinity) return touchExactly(a.positions, placedPositions(b, aFromB));
  const isSure = gap < -sureOverlap * size && !a.frame.hasSlivers && !b.frame.hasSlivers;
  return isSure || convexDistance(a, b, aFromB).overlap;
}

interface FoundAxis {
  readonly axis: Vec3;
  /** Below 0 for an overlap. */
  readonly gap: number;
  /** Largest coordinate, to which rounding is relative. */
  readonly size: number;
}

/** Flat hulls, and placements that mirror or deform. */
function anyAxis(a: PreparedHull, b: PreparedHull, aFromB: Transform): FoundAxis {
  const pair = convexPair(a, b, aFromB);
  const { axis, gap } = separatingAxis(pair, gjk(pair).direction);
  return { axis, gap, size: pair.size };
}

function placedPositions({ positions }: PreparedHull, aFromB: Transform): Float64Array {
  const placed = new Float64Array(positions.length);
  transformPoints(aFromB, positions, placed);
  return placed;
}

/** Part of the largest coordinate that a bound must be below 0 for an edge to be left out: more than its rounding. */
const pruneSlack = 2 ** -45;

/**
 * Returns the axis of the smallest overlap, or the first one with a gap. `null` for a placement that mirrors or deforms much, for coordinates so
 * large that placed vertices are rounded by more than the test. `null` too if no face has a normal.
 */
function solidAxis(a: PreparedHull, b: PreparedHull, m: Transform, w: SeparationWorkspace): FoundAxis | null {
  fitWorkspace(w, a.features, b.features, b.positions.length);
  if (!placeNormals(b.features.normals, m, w.normals)) return null;
  const size = Math.max(a.frame.size, placePoints(w, b.positions, m, a.frame.centre));
  if (placementReach(b.frame.extent, m) > maxReach * size) return null;
  const clear = roundings * 2 ** -53 * size;
  testFacesOfA(w, a, clear);
  if (!(w.gap > clear)) testFacesOfB(w, a, b, clear);
  if (!(w.gap > clear)) testEdges(w, a, b, pruneSlack * size);
  return Math.abs(w.gap) < Infinity ? { axis: [w.x, w.y, w.z], gap: w.gap, size } : null;
}

/** Writes the placed vertices of B, minus the centre of A; returns the largest coordinate. */
function placePoints(w: SeparationWorkspace, positions: Float64Array, m: Transform, centre: Float64Array): number {
  const { points } = w;
  transformPoints(m, positions, points);
  w.count = positions.length;
  const [cx, cy, cz] = [centre[0], centre[1], centre[2]];
  let size = 0;
  for (let at = 0; at < positions.length; at += 3) {
    const x = points[at] - cx;
    const y = points[at + 1] - cy;
    const z = points[at + 2] - cz;
    points[at] = x;
    points[at + 1] = y;
    points[at + 2] = z;
    size = Math.max(size, Math.abs(x), Math.abs(y), Math.abs(z));
  }
  return size;
}

/** Takes the axis if it is better, after both hulls were projected: what led to it was rounded. */
function takeAxis(w: SeparationWorkspace, pointsA: Float64Array, x: number, y: number, z: number): void {
  const gap = lowestHeight(w.points, w.count, x, y, z) + lowestHeight(pointsA, pointsA.length, -x, -y, -z);
  if (!(gap > w.gap)) return;
  w.gap = gap;
  w.x = x;
  w.y = y;
  w.z = z;
}

function lowestHeight(points: Float64Array, count: number, x: number, y: number, z: number): number {
  let min = Infinity;
  for (let at = 0; at < count; at += 3) {
    const height = points[at] * x + points[at + 1] * y + points[at + 2] * z;
    if (height < min) min = height;
  }
  return min;
}

/** Tests the normals of A. Keeps the gap of each and the lowest vertex of B along it. */
function testFacesOfA(w: SeparationWorkspace, { features: { normals }, frame: { offsets, local } }: PreparedHull, clear: number): void {
  const { points, count, gapsA, lowestA } = w;
  w.gap = -Infinity;
  w.x = w.y = w.z = 0;
  let best = -Infinity;
  for (let face = 0; face < offsets.length; face++) {
    const x = normals[3 * face];
    const y = normals[3 * face + 1];
    const z = normals[3 * face + 2];
    let min = Infinity;
    let lowest = 0;
    for (let at = 0; at < count; at += 3) {
      const height = points[at] * x + points[at + 1] * y + points[at + 2] * z;
      if (height < min) {
        min = height;
        lowest = at;
      }
    }
    const gap = min - offsets[face];
    gapsA[face] = isNormal(x, y, z) ? gap : Infinity;
    lowestA[face] = lowest;
    if (!(gap > best) || !isNormal(x, y, z)) continue;
    best = gap;
    takeAxis(w, local, x, y, z);
    if (w.gap > clear) return;
  }
}

/** The same for the normals of B, which point away from A where they separate. */
function testFacesOfB(w: SeparationWorkspace, a: PreparedHull, { faceFirst, faceCorners }: PreparedHull, clear: number): void {
  const { points, normals, offsets, gapsB, lowestB } = w;
  const { local } = a.frame;
  let best = w.gap;
  for (let face = 0; face + 1 < faceFirst.length; face++) {
    const x = normals[3 * face];
    const y = normals[3 * face + 1];
    const z = normals[3 * face + 2];
    let min = Infinity;
    let lowest = 0;
    for (let at = 0; at < local.length; at += 3) {
      const height = local[at] * x + local[at + 1] * y + local[at + 2] * z;
      if (height < min) {
        min = height;
        lowest = at;
      }
    }
    const corner = 3 * faceCorners[faceFirst[face]];
    const offset = points[corner] * x + points[corner + 1] * y + points[corner + 2] * z;
    const gap = min - offset;
    offsets[face] = offset;
    gapsB[face] = isNormal(x, y, z) ? gap : Infinity;
    lowestB[face] = lowest;
    if (!(gap > best) || !isNormal(x, y, z)) continue;
    best = gap;
    takeAxis(w, local, -x, -y, -z);
    if (w.gap > clear) return;
  }
}

/** Tests products of edges that can be faces of the Minkowski difference with a larger gap. */
function testEdges(w: SeparationWorkspace, a: PreparedHull, b: PreparedHull, slack: number): void {
  const planesA = { normals: a.features.normals, offsets: a.frame.offsets, gaps: w.gapsA, lowest: w.lowestA };
  const countA = edgesToTest(w.edgesA, a.features.edgeFaces, planesA, w.points, w.gap, slack);
  const planesB = { normals: w.normals, offsets: w.offsets, gaps: w.gapsB, lowest: w.lowestB };
  const countB = countA === 0 ? 0 : edgesToTest(w.edgesB, b.features.edgeFaces, planesB, a.frame.local, w.gap, slack);
  placeEdges(w, b.features.edges, countB);
  for (let i = 0; i < countA; i++) testEdge(w, a, b, w.edgesA[i], countB);
}

/** The planes of the faces of a hull, with what their test found. */
interface TestedFaces {
  readonly normals: Float64Array;
  readonly offsets: Float64Array;
  readonly gaps: Float64Array;
  readonly lowest: Uint32Array;
}

/**
 * Writes the edges of a hull that can give a larger gap than `best`, and returns their number. An axis of an edge is between the normals of its two
 * faces. The gap along it is no larger than that to any vertex of the other hull, such as the lowest one of a face. Below 0, it is largest at one of
 * both normals.
 */
function edgesToTest(
  out: Uint32Array,
  edgeFaces: Uint32Array,
  { normals, offsets, gaps, lowest }: TestedFaces,
  other: Float64Array,
  best: number,
  slack: number,
): number {
  let count = 0;
  for (let edge = 0; edge < edgeFaces.length; edge += 2) {
    const f = edgeFaces[edge];
    const g = edgeFaces[edge + 1];
    const p = lowest[f];
    const q = lowest[g];
    const atG = normals[3 * g] * other[p] + normals[3 * g + 1] * other[p + 1] + normals[3 * g + 2] * other[p + 2] - offsets[g];
    const atF = normals[3 * f] * other[q] + normals[3 * f + 1] * other[q + 1] + normals[3 * f + 2] * other[q + 2] - offsets[f];
    const ofP = gaps[f] > atG ? gaps[f] : atG;
    const ofQ = gaps[g] > atF ? gaps[g] : atF;
    const bound = ofP < ofQ ? ofP : ofQ;
    if (bound > best || bound > -slack) out[count++] = edge >> 1;
  }
  return count;
}

/** Writes unit vectors along edges of B that are tested. */
function placeEdges({ points, edgesB, directions }: SeparationWorkspace, edges: Uint32Array, count: number): void {
  for (let i = 0; i < count; i++) {
    const p = 3 * edges[2 * edgesB[i]];
    const q = 3 * edges[2 * edgesB[i] + 1];
    const x = points[q] - points[p];
    const y = points[q + 1] - points[p + 1];
    const z = points[q + 2] - points[p + 2];
    const size = fastLength(x, y, z);
    directions[3 * i] = size > 0 ? x / size : 0;
    directions[3 * i + 1] = size > 0 ? y / size : 0;
    directions[3 * i + 2] = size > 0 ? z / size : 0;
  }
}

/** Rounding of products of unit vectors: within it arcs may cross, and are tested. */
const arcSlack = 2e-14;

/**
 * Tests the products of an edge of A and edges of B. On the Gauss map, the arc of an edge of A is between the normals of its two faces, and that of an edge
 * of B between the negated normals. Two arcs cross if each has its ends on both sides of the plane of the other one, in the same half of the sphere.
 */
function testEdge(
  w: SeparationWorkspace,
  { features: a, frame: { directions: directionsA, local } }: PreparedHull,
  { features: b }: PreparedHull,
  i: number,
  countB: number,
): void {
  const { points, normals, edgesB, directions } = w;
  const ux = directionsA[3 * i];
  const uy = directionsA[3 * i + 1];
  const uz = directionsA[3 * i + 2];
  const f = 3 * a.edgeFaces[2 * i];
  const g = 3 * a.edgeFaces[2 * i + 1];
  const pa = 3 * a.edges[2 * i];
  for (let k = 0; k < countB; k++) {
    const j = edgesB[k];
    const c = 3 * b.edgeFaces[2 * j];
    const d = 3 * b.edgeFaces[2 * j + 1];
    const p = normals[c] * ux + normals[c + 1] * uy + normals[c + 2] * uz;
    const q = normals[d] * ux + normals[d + 1] * uy + normals[d + 2] * uz;
    if (isSameSide(p, q)) continue;
    const vx = directions[3 * k];
    const vy = directions[3 * k + 1];
    const vz = directions[3 * k + 2];
    const r = a.normals[f] * vx + a.normals[f + 1] * vy + a.normals[f + 2] * vz;
    const s = a.normals[g] * vx + a.normals[g + 1] * vy + a.normals[g + 2] * vz;
    if (isSameSide(r, s) || isSameSide(r, q)) continue;
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    const size = Math.sqrt(x * x + y * y + z * z);
    // Parallel edges have no axis of their own.
    if (!(size > 1e-12)) continue;
    // The product is the normal of one face times r minus that of the other one times s, so this is its side.
    const scale = r > s ? 1 / size : -1 / size;
    const pb = 3 * b.edges[2 * j];
    const gap = scale * (x * (points[pb] - local[pa]) + y * (points[pb + 1] - local[pa + 1]) + z * (points[pb + 2] - local[pa + 2]));
    if (gap > w.gap) takeAxis(w, local, scale * x, scale * y, scale * z);
  }
}

function isSameSide(p: number, q: number): boolean {
  return (p > arcSlack && q > arcSlack) || (p < -arcSlack && q < -arcSlack);
}

/** A face that rounding leaves without an area has no normal. */
function isNormal(x: number, y: number, z: number): boolean {
  return x !== 0 || y !== 0 || z !== 0;
}
