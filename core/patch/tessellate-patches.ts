import { hypot } from '../math/hypot.ts';
import { InspectorError } from '../error.ts';
import { createUnionFind, findRoot, unite } from '../mesh/union-find.ts';
import { noProgress, type Progress } from '../progress.ts';
import { type BezierPatch, patchPoint } from './bezier-patch.ts';
import { curvaturesOf, gridError, pointError, segmentsFor } from './flatness.ts';

/** Triangles on patches. */
export interface Tessellation {
  /** (3·V) */
  readonly positions: Float64Array;
  /** (3·T) */
  readonly indices: Uint32Array;
  /** (P + 1) first triangle of each patch. */
  readonly firstTriangles: Uint32Array;
  /** (2·P) segments along u and v of each patch. */
  readonly segments: readonly number[];
  /** Bound of the distance between the surface and the triangles, in both directions. */
  readonly error: number;
}

/** Part of the diagonal of all control points that a tolerance of 0 stands for. */
export const usualTolerance = 1e-3;
/** A limit of the triangles of all patches. */
export const maxPatchTriangles = 8_000_000;
/** The limit for the usual tolerance, which nobody chose: few bytes must not need much memory. */
const maxUsualTriangles = 1_000_000;

/**
 * Returns triangles whose distance from the patches is at most the tolerance, proven from the control points. Patches with an equal edge
 * have the same points on it, so there are no cracks. Triangles that use a position twice, at the poles of closed shapes, are left out.
 * @throws InspectorError `too-large` for more than `maxPatchTriangles`, or for more than a million with the usual
 * tolerance; whatever `progress` throws.
 */
export function tessellatePatches(patches: readonly BezierPatch[], tolerance: number, progress: Progress = noProgress): Tessellation {
  const wanted = tolerance > 0 ? tolerance : usualToleranceOf(patches);
  const curvatures = patches.map(curvaturesOf);
  const segments = sharedSegments(
    patches,
    curvatures.map((of) => (wanted > 0 ? segmentsFor(of, wanted) : [1, 1])),
  );
  checkCount(segments, tolerance > 0 ? maxPatchTriangles : maxUsualTriangles);
  const positions: number[] = [];
  const indices: number[] = [];
  const firstTriangles = new Uint32Array(patches.length + 1);
  let error = 0;
  for (const [i, patch] of patches.entries()) {
    const k = segments[2 * i]!;
    const l = segments[2 * i + 1]!;
    error = Math.max(error, gridError(curvatures[i]!, k, l) + pointError(patch));
    addGrid(patch, k, l, positions, indices, (part) => progress((i + part) / patches.length));
    firstTriangles[i + 1] = indices.length / 3;
  }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices), firstTriangles, segments, error };
}

/** Returns the tolerance that 0 stands for. */
export function usualToleranceOf(patches: readonly BezierPatch[]): number {
  return controlDiagonal(patches) * usualTolerance;
}

/** Returns the diagonal of the box of all control points; 0 without any. */
function controlDiagonal(patches: readonly BezierPatch[]): number {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (const { points } of patches) {
    for (let at = 0; at < points.length; at++) {
      min[at % 3] = Math.min(min[at % 3]!, points[at]);
      max[at % 3] = Math.max(max[at % 3]!, points[at]);
    }
  }
  return patches.length === 0 ? 0 : hypot(max[0]! - min[0]!, max[1]! - min[1]!, max[2]! - min[2]!);
}

/** Returns the segments (2·P), raised so that equal edges of patches have equal numbers. */
function sharedSegments(patches: readonly BezierPatch[], wanted: readonly (readonly number[])[]): readonly number[] {
  // Direction u of patch i is element 2·i, direction v is 2·i + 1.
  const groups = createUnionFind(2 * patches.length);
  const owners = new Map<string, number>();
  for (const [i, patch] of patches.entries()) {
    for (const { key, direction } of edgesOf(patch)) {
      const owner = owners.get(key);
      if (owner === undefined) owners.set(key, 2 * i + direction);
      else unite(groups, owner, 2 * i + direction);
    }
  }
  const most = new Map<number, number>();
  const roots = Array.from({ length: 2 * patches.length }, (_, i) => findRoot(groups, i));
  for (const [i, root] of roots.entries()) most.set(root, Math.max(most.get(root) ?? 1, wanted[i >> 1]![i & 1]!));
  return roots.map((root) => most.get(root)!);
}

/** Returns the four edges of a patch, with equal keys for equal edges of any direction; edges of one point are left out. */
function edgesOf({ degreeU, degreeV, points }: BezierPatch) {
  const at = (i: number, j: number): string => points.subarray(3 * (i * (degreeV + 1) + j), 3 * (i * (degreeV + 1) + j) + 3).join(' ');
  const alongU = [0, degreeV].map((j) => ({ direction: 0, names: Array.from({ length: degreeU + 1 }, (_, i) => at(i, j)) }));
  const alongV = [0, degreeU].map((i) => ({ direction: 1, names: Array.from({ length: degreeV + 1 }, (_, j) => at(i, j)) }));
  return [...alongU, ...alongV]
    .filter(({ names }) => names.some((name) => name !== names[0]))
    .map(({ direction, names }) => {
      const [forward, backward] = [names.join(','), [...names].reverse().join(',')];
      return { direction, key: forward < backward ? forward : backward };
    });
}

function checkCount(segments: readonly number[], most: number): void {
  let triangles = 0;
  for (let i = 0; i < segments.length; i += 2) triangles += 2 * segments[i]! * segments[i + 1]!;
  if (triangles <= most) return;
  if (!Number.isFinite(triangles))
    throw new InspectorError({
      code: 'too-large',
      message: 'The control points are too large',
      fix: 'Scale the patches down',
      location: {},
    });
  throw new InspectorError({
    code: 'too-large',
    message: `The patches need ${triangles.toLocaleString('en')} triangles, more than ${most.toLocaleString('en')}`,
    fix: most === maxPatchTriangles ? 'Use a larger tolerance' : 'Scale the control points of one patch down, or leave it out',
    location: {},
  });
}

/** Adds the triangles of one patch. Each cell is cut along the same diagonal, for which the error bound holds. */
function addGrid(patch: BezierPatch, k: number, l: number, positions: number[], indices: number[], progress: Progress): void {
  const first = positions.length / 3;
  const point = new Float64Array(3);
  for (let i = 0; i <= k; i++) {
    progress(i / (k + 1));
    for (let j = 0; j <= l; j++) {
      patchPoint(patch, i, k, j, l, point);
      positions.push(point[0], point[1], point[2]);
    }
  }
  const isSame = (p: number, q: number): boolean =>
    positions[3 * p] === positions[3 * q] && positions[3 * p + 1] === positions[3 * q + 1] && positions[3 * p + 2] === positions[3 * q + 2];
  const add = (a: number, b: number, c: number): void => {
    if (!isSame(a, b) && !isSame(b, c) && !isSame(c, a)) indices.push(a, b, c);
  };
  for (let i = 0; i < k; i++) {
    for (let j = 0; j < l; j++) {
      const a = first + i * (l + 1) + j;
      const b = a + l + 1;
      add(a, b, b + 1);
      add(a, b + 1, a + 1);
    }
  }
}
