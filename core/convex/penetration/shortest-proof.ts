import { length, minus, normalized, plus, times, type Vec3 } from '../../math/vec3.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { pairs } from '../../pair/pairs/pairs.ts';
import type { TreedMesh } from '../../pair/treed-mesh.ts';
import { InspectorError } from '../../error.ts';
import { closestPoint } from '../../query/closest/closest.ts';
import { insideTest } from '../../query/inside-closed-mesh.ts';
import { groupPoints, triangleGroups } from '../triangle-groups.ts';
import { nearestOnNewest } from './nearest-on-newest.ts';
import { overlapPolytope } from './refine-push-out.ts';
import { overlapAfter, type SolidPair, translated } from './solid-pair.ts';

/** Regions that are divided, at most: each takes two queries of pairs. */
const maxRegions = 120;
export const maxProofQueries = 2 * maxRegions + 1;
/** Part of the work; see `SolidPair.fraction`. */
const proofUntil = 0.99;
/** Pairs of triangles of which the one with the deepest overlap is taken. */
const maxPairs = 2000;
const maxMeasured = 150;
/** Points of each solid that are tested against the other one. */
const maxPoints = 80;

/** What `shortestProof` finds. */
export interface ShortestProof {
  /** Every shorter translation leaves the meshes overlapping, up to rounding. */
  readonly lower: number;
  /** A translation of that length which separates them; `null` if none was found. */
  readonly separating: Vec3 | null;
}

/** Translations with normal · x ≥ offset for each of some planes (4·n), and the shortest one. */
interface Region {
  readonly planes: Float64Array;
  readonly shortest: Vec3;
  readonly length: number;
}

/**
 * Proves that no translation of B shorter than a length separates two meshes. The translations are one region at first. The region with the shortest
 * translation is tested: if that leaves the meshes overlapping, a convex polytope around it does too. It is the difference of two triangles, or it is
 * in the ball of a point that is deep inside both solids. What is left of the region is divided by the sides of the polytope. So the shortest
 * translation of all regions grows; it ends at the length of a known push-out, at a shorter one, or after `maxRegions`.
 * @param placed B in the space of A. @param upper length of a push-out. @param margin by which polytopes are smaller, for rounding.
 * @throws whatever `progress` throws.
 */
export function shortestProof(pair: SolidPair, placed: TreedMesh, upper: number, margin: number): ShortestProof {
  const depths = solidDepths(pair, placed);
  const regions: Region[] = [{ planes: new Float64Array(0), shortest: [0, 0, 0], length: 0 }];
  const from = pair.fraction;
  for (let count = 0; count < maxRegions; count++) {
    pair.fraction = from + ((proofUntil - from) * count) / maxRegions;
    const region = takeShortest(regions);
    if (region === null) return { lower: upper, separating: null };
    const { overlap, witness } = overlapAfter(pair, region.shortest);
    if (!overlap) return { lower: region.length, separating: region.shortest };
    const polytope = overlappingAround(pair, depths, region.shortest, witness, 2 * margin);
    if (polytope === null) return { lower: region.length, separating: beyond(pair, region.shortest) };
    for (const part of partsOutside(region, polytope, margin)) if (part.length < upper) regions.push(part);
  }
  return { lower: takeShortest(regions)?.length ?? upper, separating: null };
}

/** Returns a translation a little longer, if that separates the meshes. The shortest one of a region is on each plane that ends it. */
function beyond(pair: SolidPair, shortest: Vec3): Vec3 | null {
  const longer = times(shortest, 1 + 1e-9);
  return overlapAfter(pair, longer).overlap ? null : longer;
}

function takeShortest(regions: Region[]): Region | null {
  let best = -1;
  for (let i = 0; i < regions.length; i++) if (best < 0 || regions[i]!.length < regions[best]!.length) best = i;
  if (best < 0) return null;
  const region = regions[best]!;
  regions[best] = regions.at(-1)!;
  regions.pop();
  return region;
}

/** Returns the parts of a region beyond each side of a polytope (4·n) around its shortest translation. */
function partsOutside({ planes, shortest }: Region, polytope: Float64Array, margin: number): readonly Region[] {
  const parts: Region[] = [];
  for (let at = 0; at < polytope.length; at += 4) {
    const grown = new Float64Array(planes.length + 4);
    grown.set(planes);
    grown.set(polytope.subarray(at, at + 3), planes.length);
    const [x, y, z] = [polytope[at], polytope[at + 1], polytope[at + 2]];
    // From the middle of the polytope, which is the shortest translation.
    grown[planes.length + 3] = polytope[at + 3] - margin + (x * shortest[0] + y * shortest[1] + z * shortest[2]);
    const nearest = nearestOnNewest(grown, grown.length / 4, [0, 0, 0], margin / 8);
    if (nearest !== null) parts.push({ planes: grown, shortest: nearest, length: length(nearest) });
  }
  return parts;
}

/** Returns a polytope of translations, minus `by`, by which the meshes overlap: the one that reaches farthest; `null` if none does by a margin. */
function overlappingAround(
  pair: SolidPair,
  depths: SolidDepths,
  by: Vec3,
  witness: { a: number; b: number } | null,
  margin: number,
): Float64Array | null {
  const found = witness === null ? null : deepestPair(pair, by, witness);
  const radius = deepestBall(depths, by);
  const ball = dodecahedron * radius;
  if (found !== null && found.depth >= ball) return found.depth > margin ? found.polytope : null;
  if (!(ball > margin)) return null;
  return Float64Array.from(dodecahedronNormals.flatMap((normal) => [...normal, ball]));
}

function deepestPair(pair: SolidPair, by: Vec3, witness: { a: number; b: number }): { polytope: Float64Array; depth: number } {
  const aFromB = translated(pair.aFromB, by);
  const found = pairsAfter(pair, by) ?? Uint32Array.of(witness.a, witness.b);
  const step = Math.max(1, Math.ceil(found.length / 2 / maxMeasured));
  let best: { polytope: Float64Array; depth: number } = { polytope: new Float64Array(0), depth: -Infinity };
  for (let i = 0; i < found.length / 2; i += step) {
    const polytope = overlapPolytope(pair, aFromB, found[2 * i], found[2 * i + 1]);
    let depth = Infinity;
    for (let at = 3; at < polytope.length; at += 4) depth = Math.min(depth, polytope[at]);
    if (depth > best.depth) best = { polytope, depth };
  }
  return best;
}

/** Returns the pairs that intersect after a translation; `null` if they are too many. */
function pairsAfter(pair: SolidPair, by: Vec3): Uint32Array | null {
  pair.tests++;
  const { a, b, aFromB, loaded } = pair;
  try {
    return pairs(a, b, translated(aFromB, by), { maxPairs }, () => pair.progress(pair.fraction), loaded).pairs;
  } catch (error) {
    if (error instanceof InspectorError && error.code === 'too-large') return null;
    throw error;
  }
}

/** Points of both meshes, with their distances from the surface of their solid; 0 for those on it. */
interface SolidDepths {
  /** Distances of points in the solids from their surfaces; `null` for a mesh that is not closed. */
  readonly depthInA: Depth | null;
  readonly depthInB: Depth | null;
  readonly ofA: readonly DeepPoint[];
  readonly ofB: readonly DeepPoint[];
}

interface DeepPoint {
  readonly point: Vec3;
  readonly depth: number;
}

function solidDepths({ a, isClosedA, isClosedB }: SolidPair, placed: TreedMesh): SolidDepths {
  const [depthInA, depthInB] = [isClosedA ? depthsIn(a) : null, isClosedB ? depthsIn(placed) : null];
  return {
    depthInA,
    depthInB,
    ofA: isClosedB ? deepPoints(a, depthInA) : [],
    ofB: isClosedA ? deepPoints(placed, depthInB) : [],
  };
}

/** Returns vertices of a mesh, and of a solid the deepest points of a grid. */
function deepPoints(treed: TreedMesh, depthIn: Depth | null): readonly DeepPoint[] {
  const vertices = verticesOf(treed.mesh);
  if (depthIn === null) return vertices.map((point) => ({ point, depth: 0 }));
  const { bounds } = treed.tree;
  const cells = 9;
  const inside = Array.from({ length: cells ** 3 }, (_, i): DeepPoint => {
    const at = [i % cells, Math.floor(i / cells) % cells, Math.floor(i / cells ** 2)];
    const point = at.map((n, k) => bounds[k] + ((n + 0.5) / cells) * (bounds[3 + k] - bounds[k])) as unknown as Vec3;
    return { point, depth: depthIn(point) };
  }).filter(({ depth }) => depth > 0);
  const deepest = inside.sort((p, q) => q.depth - p.depth).slice(0, maxPoints / 2);
  return [...deepest, ...vertices.slice(0, maxPoints / 2).map((point) => ({ point, depth: 0 }))];
}

function verticesOf(mesh: TriangleMesh): readonly Vec3[] {
  const positions = groupPoints(mesh, triangleGroups(mesh, 'whole')[0]!);
  const count = positions.length / 3;
  const step = Math.max(1, Math.ceil(count / maxPoints));
  return Array.from({ length: Math.ceil(count / step) }, (_, i): Vec3 => {
    return [positions[3 * i * step], positions[3 * i * step + 1], positions[3 * i * step + 2]];
  });
}

/** The distance of a point in a solid from its surface; 0 outside. */
type Depth = (point: Vec3) => number;

function depthsIn({ tree, mesh }: TreedMesh): Depth {
  const isInside = insideTest(tree, mesh);
  return (point) => (isInside(point) === true ? (closestPoint(tree, mesh, point).closest?.distance ?? 0) : 0);
}

/**
 * Returns a radius: translations that differ from `by` by less leave the meshes overlapping. The balls around a common point, inside both solids,
 * share a point as long as the translation is shorter than both radii together.
 */
function deepestBall({ depthInA, depthInB, ofA, ofB }: SolidDepths, by: Vec3): number {
  let radius = 0;
  const consider = (depthIn: Depth, point: Vec3, depth: number): void => {
    const other = depthIn(point);
    if (other > 0) radius = Math.max(radius, other + depth);
  };
  if (depthInA !== null) for (const { point, depth } of ofB) consider(depthInA, plus(point, by), depth);
  if (depthInB !== null) for (const { point, depth } of ofA) consider(depthInB, minus(point, by), depth);
  return radius;
}

/** A dodecahedron in the unit ball has its faces at this distance from the centre, less some roundings. */
const dodecahedron = Math.sqrt((5 + 2 * Math.sqrt(5)) / 15) * (1 - 1e-12);

const dodecahedronNormals: readonly Vec3[] = [1, -1].flatMap((p) =>
  [1, -1].flatMap((q): Vec3[] => {
    const golden = (q * (1 + Math.sqrt(5))) / 2;
    return [
      [0, p, golden],
      [p, golden, 0],
      [golden, 0, p],
    ].map((v) => normalized(v as unknown as Vec3)!);
  }),
);
