import { bigCross, bigDot, bigMinus, bigPlus, bigPoint, bigTimes, type BigVec3 } from '../../math/big-vec3.ts';
import { roundedRatio, scaledIntegers } from '../../math/exact.ts';
import { orient3dSign } from '../../math/orientation.ts';
import { roundedRoot } from '../../math/rounded-root.ts';
import type { Vec3 } from '../../math/vec3.ts';
import { readCorners } from '../../mesh/read-corners.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { sameCorners, triangleVertices } from '../../mesh/triangle-vertices.ts';
import { checkValues } from '../../options/option.ts';
import { rayOptions, type RayOptions } from '../../options/ray-options.ts';
import { edgeOrientation } from '../../shape/edge-orientation.ts';
import {
  createSegmentHitScratch,
  roundedSegmentHit,
  type SegmentHitNumbers,
  type SegmentHitScratch,
} from '../../shape/segment-hit-rounded.ts';
import { checkTreeFits } from '../../tree/check-tree-fits.ts';
import type { Tree } from '../../tree/layout.ts';
import { capsuleReachesNode } from '../capsule/volume.ts';
import {
  createShapeWorkspace,
  overlappingTriangles,
  type OverlapTest,
  type ShapeOverlap,
  type ShapeWorkspace,
} from '../overlap-descent.ts';
import { rayHit } from '../ray/record.ts';
import type { TriangleFilter } from '../triangle-filter.ts';
import { checkSegmentQuery } from './check.ts';
import { segmentKernel, type SegmentJudge } from './kernel.ts';
import type { Segment, SegmentHit, SegmentResult } from './query.ts';

export type { Segment, SegmentHit, SegmentResult } from './query.ts';

/**
 * Returns the triangles that a segment hits (catalogue Q2), with the options of a ray. Hits are those of exact arithmetic on the f64
 * vertices and ends, both of which count; no direction is rounded. Fractions, distances and barycentric weights are the nearest f64 values.
 * A segment in the plane of a triangle misses it, and triangles without area are missed too.
 *
 * A tree loaded into WebAssembly is searched there as by a ray. Else all modes but `any` test every triangle along the segment.
 * @throws InspectorError `invalid-argument` for ends that are not finite or equal, unknown options, a tree of another mesh, and a workspace
 * made for a shallower tree.
 */
export function segmentCast(
  tree: Tree,
  mesh: TriangleMesh,
  segment: Segment,
  options: Partial<RayOptions> = {},
  workspace: ShapeWorkspace = createShapeWorkspace(tree),
  accepts: TriangleFilter = null,
): SegmentResult {
  const { triangles, stats } = segmentTriangles(tree, mesh, segment, options, workspace, accepts);
  return { hits: segmentHits(mesh, triangles, segment, checkValues(rayOptions, options).mode), stats };
}

/**
 * Returns the triangles that `segmentCast` finds, ascending, without their numbers; with mode `first` they include the first hit. A tree loaded
 * into WebAssembly is searched there, and then mode `first` returns one triangle. Hot: bench `segment`.
 * @throws InspectorError as `segmentCast`.
 */
export function segmentTriangles(
  tree: Tree,
  mesh: TriangleMesh,
  segment: Segment,
  options: Partial<RayOptions>,
  workspace: ShapeWorkspace,
  accepts: TriangleFilter = null,
): ShapeOverlap {
  const checked = checkValues(rayOptions, options);
  checkSegmentQuery(segment);
  checkTreeFits(tree, mesh);
  if (tree.loaded !== null && accepts === null) {
    const found = segmentKernel(tree.loaded, segment, checked, segmentJudge(mesh, segment, checked.cull));
    if (found !== null) return found;
  }
  return overlappingTriangles(tree, workspace, segmentTest(mesh, segment, checked.cull), checked.mode === 'any', accepts);
}

/** Few segments need a decision, so the test is made with the first one. */
function segmentJudge(mesh: TriangleMesh, segment: Segment, cull: boolean): SegmentJudge {
  let test: OverlapTest | null = null;
  return {
    exactDistance: (triangle) => {
      test ??= segmentTest(mesh, segment, cull);
      return test.overlapsTriangle(triangle) ? exactSegmentHit(mesh, triangle, segment).distance : -1;
    },
    isBefore: (triangle, other) => {
      if (sameCorners(mesh, triangle, other)) return triangle < other;
      const order = exactSegmentHit(mesh, triangle, segment).fraction - exactSegmentHit(mesh, other, segment).fraction;
      return order < 0 || (order === 0 && triangle < other);
    },
  };
}

/** Returns the tests of a segment for `overlappingTriangles`. @throws InspectorError `invalid-argument` as `checkSegmentQuery`. */
export function segmentTest(mesh: TriangleMesh, segment: Segment, cull: boolean): OverlapTest {
  checkSegmentQuery(segment);
  const { from, to } = segment;
  const axis = Float64Array.of(from[0], from[1], from[2], to[0], to[1], to[2], to[0], to[1], to[2]);
  const corners = new Float64Array(9);
  return {
    reachesNode: (nodeBox, origin) => capsuleReachesNode(axis, 0, nodeBox, origin),
    overlapsTriangle: (triangle) => {
      readCorners(mesh, triangle, corners);
      return hitsTriangle(axis, corners, cull);
    },
  };
}

/** Returns the hits on the triangles (import indices) that a segment hits, sorted by (fraction, triangle); with mode `first` the first. */
export function segmentHits(
  mesh: TriangleMesh,
  triangles: Iterable<number>,
  segment: Segment,
  mode: RayOptions['mode'],
): readonly SegmentHit[] {
  const scratch = createSegmentHitScratch();
  const hits = Array.from(triangles, (triangle) => segmentHit(mesh, triangle, segment, scratch));
  hits.sort((p, q) => p.fraction - q.fraction || p.triangle - q.triangle);
  return mode === 'first' ? hits.slice(0, 1) : hits;
}

/** Whether the segment of the first two corners of `axis` (9) hits a triangle (9), exactly. Hot: bench `segment`. */
function hitsTriangle(axis: Float64Array, t: Float64Array, cull: boolean): boolean {
  const from = sideOf(t, axis, 0);
  const to = sideOf(t, axis, 3);
  // Both in the plane: parallel, or the triangle has no area.
  if ((from === 0 && to === 0) || from * to > 0 || (cull && (from < 0 || to > 0))) return false;
  let isLeft = false;
  let isRight = false;
  for (let i = 0; i < 3; i++) {
    const side = edgeOrientation(axis, 0, 1, t, i, (i + 1) % 3);
    isLeft ||= side > 0;
    isRight ||= side < 0;
  }
  return !(isLeft && isRight);
}

function sideOf(t: Float64Array, p: Float64Array, at: number): number {
  return orient3dSign(t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7], t[8], p[at], p[at + 1], p[at + 2]);
}

/** Returns the record of a triangle that the segment hits. Double-double arithmetic decides its numbers but for ties and edges. */
function segmentHit(mesh: TriangleMesh, triangle: number, segment: Segment, scratch: SegmentHitScratch): SegmentHit {
  const { positions, indices } = mesh;
  const [a, b, c] = [3 * indices[3 * triangle], 3 * indices[3 * triangle + 1], 3 * indices[3 * triangle + 2]];
  const found = roundedSegmentHit(scratch, segment.from, segment.to, positions, a, b, c);
  const { fraction, distance, barycentric } = found ?? exactSegmentHit(mesh, triangle, segment);
  return { ...rayHit(mesh, triangle, distance, barycentric), fraction };
}

/** Returns the numbers of the hit of a segment on a triangle that it hits, from exact arithmetic. */
export function exactSegmentHit(mesh: TriangleMesh, triangle: number, { from, to }: Segment): SegmentHitNumbers {
  const [a, b, c] = triangleVertices(mesh, triangle);
  const { integers, exponent } = scaledIntegers([...from, ...to, ...a, ...b, ...c]);
  const [p, q, r, s, t] = [0, 3, 6, 9, 12].map((at) => bigPoint(integers, at)) as [BigVec3, BigVec3, BigVec3, BigVec3, BigVec3];
  const normal = bigCross(bigMinus(s, r), bigMinus(t, r));
  const axis = bigMinus(q, p);
  const height = bigDot(normal, bigMinus(r, p));
  const whole = bigDot(normal, axis);
  // The hit is at p + axis · height / whole.
  const at = bigPlus(bigTimes(p, whole), bigTimes(axis, height));
  const weightOf = (u: BigVec3, v: BigVec3): number => {
    const edge = bigCross(bigMinus(v, u), bigMinus(at, bigTimes(u, whole)));
    return roundedRatio(bigDot(normal, edge), bigDot(normal, normal) * whole, 0);
  };
  const barycentric: Vec3 = [weightOf(s, t), weightOf(t, r), weightOf(r, s)];
  const distance = roundedRoot(height * height * bigDot(axis, axis), whole * whole, exponent);
  return { fraction: roundedRatio(height, whole, 0), distance, barycentric };
}
