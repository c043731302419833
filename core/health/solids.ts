import { addToSum, createSum, sumOf } from '../math/compensated-sum.ts';
import { orient3dSign } from '../math/orientation.ts';
import type { Vec3 } from '../math/vec3.ts';
import type { Pieces } from '../mesh/pieces.ts';
import { none } from '../mesh/topology.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { readTriangle } from '../pair/placed-triangle.ts';
import type { Progress } from '../progress.ts';
import { boxesOnSegmentUnsorted } from './boxes/boxes-on-segment.ts';
import { createBoxHierarchy } from './boxes/box-hierarchy.ts';
import { nextOverlaps, overlapProgress, startOverlapSearch } from './boxes/overlapping-boxes.ts';
import type { LiveTriangles } from './live-triangles.ts';
import { setBoxes } from './set-boxes.ts';

/** The pieces of a mesh that bound a volume: closed, and wound alike. S of them. */
export interface Solids {
  /** (S) which piece each is; ascending. */
  readonly pieces: Uint32Array;
  /** (S) 1 where its triangles face outward, -1 inward, 0 where its volume is too small to tell. */
  readonly signs: Int8Array;
  /** (S) in how many others it lies; `none` where that was not told. */
  readonly depths: Uint32Array;
  /** Whether every solid was looked at. */
  readonly isComplete: boolean;
}

/** @throws whatever `progress` throws. */
export function solids(mesh: TriangleMesh, pieces: Pieces, live: () => LiveTriangles, mostTests: number, progress: Progress): Solids {
  const { sets, isTurned, isClosed, isOrientable } = pieces;
  if (!isClosed.includes(1)) return { pieces: new Uint32Array(), signs: new Int8Array(), depths: new Uint32Array(), isComplete: true };
  const isWoundAlike = isOrientable.slice();
  for (let triangle = 0; triangle < isTurned.length; triangle++) if (isTurned[triangle] === 1) isWoundAlike[sets.setOf[triangle]] = 0;
  const meant = [...isClosed.keys()].filter((piece) => isClosed[piece] === 1 && isWoundAlike[piece] === 1);
  const signs = Int8Array.from(meant, (piece) => volumeSign(mesh, sets.triangles.subarray(sets.first[piece], sets.first[piece + 1])));
  const { depths, isComplete } = findDepths(mesh, pieces, Uint32Array.from(meant), live, mostTests, progress);
  return { pieces: Uint32Array.from(meant), signs, depths, isComplete };
}

/** Of the sum of the sizes of the terms: what rounding can do to the volume. */
const volumeError = 1e-12;

function volumeSign(mesh: TriangleMesh, triangles: Uint32Array): number {
  const t = new Float64Array(9);
  readTriangle(mesh, triangles[0], t);
  const x = t[0], y = t[1], z = t[2];
  const volume = createSum();
  let sizes = 0;
  for (let i = 0; i < triangles.length; i++) {
    readTriangle(mesh, triangles[i], t);
    const ax = t[0] - x, ay = t[1] - y, az = t[2] - z;
    const bx = t[3] - x, by = t[4] - y, bz = t[5] - z;
    const cx = t[6] - x, cy = t[7] - y, cz = t[8] - z;
    addToSum(volume, ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx));
    sizes += Math.abs(ax) * (Math.abs(by * cz) + Math.abs(bz * cy)) + Math.abs(ay) * (Math.abs(bz * cx) + Math.abs(bx * cz)) + Math.abs(az) * (Math.abs(bx * cy) + Math.abs(by * cx));
  }
  const sum = sumOf(volume);
  return Math.abs(sum) > volumeError * sizes ? Math.sign(sum) : 0;
}

/** Only a solid whose box lies in the box of another can lie in it; for those a line to the far outside tells. */
function findDepths(mesh: TriangleMesh, pieces: Pieces, meant: Uint32Array, live: () => LiveTriangles, mostTests: number, progress: Progress) {
  const depths = new Uint32Array(meant.length);
  if (meant.length < 2) return { depths, isComplete: true };
  const inner = innerBoxes(setBoxes(mesh, pieces.sets), meant, mostTests, progress);
  const isSolid = new Uint8Array(pieces.sets.count);
  for (const piece of meant) isSolid[piece] = 1;
  let tests = 0;
  for (let i = 0; i < meant.length; i++) {
    if (inner.isInner[i] === 0) continue;
    if (tests > mostTests || !inner.isComplete) {
      depths[i] = none;
      continue;
    }
    const told = depthOf(mesh, pieces, meant[i], isSolid, live());
    depths[i] = told.depth;
    tests += told.tests;
    progress(i / meant.length);
  }
  return { depths, isComplete: inner.isComplete && tests <= mostTests };
}

/** (S) 1 for solids whose box lies in that of another. */
function innerBoxes(boxes: Float64Array, meant: Uint32Array, mostTests: number, progress: Progress) {
  const ofSolids = new Float64Array(6 * meant.length);
  for (let i = 0; i < meant.length; i++) ofSolids.set(boxes.subarray(6 * meant[i], 6 * meant[i] + 6), 6 * i);
  const liesIn = (a: number, b: number): boolean => {
    for (let k = 0; k < 3; k++) if (ofSolids[6 * a + k] < ofSolids[6 * b + k] || ofSolids[6 * a + 3 + k] > ofSolids[6 * b + 3 + k]) return false;
    return true;
  };
  const isInner = new Uint8Array(meant.length);
  const search = startOverlapSearch(createBoxHierarchy(ofSolids));
  const batch = new Uint32Array(1 << 12);
  while (search.top > 0 && search.tests < mostTests) {
    const words = nextOverlaps(search, batch);
    for (let i = 0; i < words; i += 2) {
      if (liesIn(batch[i], batch[i + 1])) isInner[batch[i]] = 1;
      if (liesIn(batch[i + 1], batch[i])) isInner[batch[i + 1]] = 1;
    }
    progress(overlapProgress(search) / 2);
  }
  return { isInner, isComplete: search.top === 0 };
}

/** Directions of no particular kind: a line along one seldom meets an edge. */
const directions: readonly Vec3[] = [
  [0.5176, 0.6283, 0.5807], [-0.7071, 0.3141, 0.6337], [0.2236, -0.8415, 0.4917], [0.6931, 0.2718, -0.6677],
  [-0.1618, -0.5403, -0.8258], [-0.8660, -0.4142, 0.2793], [0.3333, 0.9011, -0.2776], [0.9093, -0.1732, -0.3784],
];

/** In how many other solids a piece lies, and how many triangles were tested; `none` when every line met an edge or a vertex. */
function depthOf(mesh: TriangleMesh, pieces: Pieces, piece: number, isSolid: Uint8Array, live: LiveTriangles): { readonly depth: number; readonly tests: number } {
  const { sets } = pieces;
  const hierarchy = live.hierarchy();
  const { nodes } = hierarchy;
  const size = Math.hypot(nodes[9] - nodes[6], nodes[10] - nodes[7], nodes[11] - nodes[8]);
  const t = new Float64Array(9);
  let tests = 0;
  for (const [turn, direction] of directions.entries()) {
    const count = sets.first[piece + 1] - sets.first[piece];
    readTriangle(mesh, sets.triangles[sets.first[piece] + ((turn * 7) % count)], t);
    const from: Vec3 = [t[0], t[1], t[2]];
    const to: Vec3 = [from[0] + 2 * size * direction[0], from[1] + 2 * size * direction[1], from[2] + 2 * size * direction[2]];
    const crossed = new Map<number, number>();
    let isClear = true;
    for (const item of boxesOnSegmentUnsorted(hierarchy, from, to)) {
      const other = sets.setOf[live.triangles[item]];
      if (other === piece || isSolid[other] === 0) continue;
      tests++;
      readTriangle(mesh, live.triangles[item], t);
      const crossing = crosses(from, to, t);
      if (crossing === null) isClear = false;
      if (crossing === true) crossed.set(other, (crossed.get(other) ?? 0) + 1);
      if (!isClear) break;
    }
    if (isClear) return { depth: [...crossed.values()].filter((times) => times % 2 === 1).length, tests };
  }
  return { depth: none, tests };
}

/** Whether a segment passes through the inside of a triangle (9), exactly; `null` where it touches its plane, an edge or a vertex. */
function crosses(from: Vec3, to: Vec3, t: Float64Array): boolean | null {
  const start = orient3dSign(t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7], t[8], ...from);
  const end = orient3dSign(t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7], t[8], ...to);
  if (start * end > 0) return false;
  const signs = [0, 3, 6].map((a) => {
    const b = (a + 3) % 9;
    return orient3dSign(...from, ...to, t[a], t[a + 1], t[a + 2], t[b], t[b + 1], t[b + 2]);
  });
  if (signs.includes(1) && signs.includes(-1)) return false;
  return start === 0 || end === 0 || signs.includes(0) ? null : true;
}
