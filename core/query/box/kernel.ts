import type { BoxSetup } from '../../shape/box-solid.ts';
import type { Tree } from '../../tree/layout.ts';
import { renewViews, solidDirectionNumbers, unsigned } from '../../kernel/index.ts';
import type { LoadedTree, TouchJudge } from '../../tree/kinds/wide/loaded-tree.ts';
import { touchedCandidates, writeEnds, type SolidCandidates } from '../solid-kernel.ts';

/** Smallest sine of the angle between two edges of a side for which its normal is used. */
const minSine = 2 ** -10;

/**
 * Returns the triangles that a box may overlap, found by WebAssembly in f32 with the axes and the face normals of the box. Those
 * with a corner inside, or in a node that is inside, are sure; the caller decides the others. With `any`, the callback decides
 * during the descent, and the one triangle found is sure. `null` where f32 overflows, or where memory is too small.
 */
export function boxOverlapKernel(tree: Tree, loaded: LoadedTree, box: BoxSetup, any: TouchJudge | null): SolidCandidates | null {
  const { kernel } = loaded;
  const {
    origin,
    wide: { scale },
  } = tree;
  const { center, normals, halfEdges: e, around, isAligned, isSolid } = box;
  renewViews(loaded);
  const at = unsigned(kernel.solid) / 8;
  for (let k = 0; k < 3; k++) {
    const low = (around[k] - origin[k]!) * scale;
    const high = (around[k + 3] - origin[k]!) * scale;
    // The edges of the box are rounded too, by a part of its distance from 0.
    if (
      !writeEnds(
        loaded,
        at + solidDirectionNumbers * k,
        k === 0 ? 1 : 0,
        k === 1 ? 1 : 0,
        k === 2 ? 1 : 0,
        low,
        high,
        roundingOf(box) * scale,
      )
    )
      return null;
  }
  let directions = 3;
  let isSharp = true;
  for (let i = 0; i < 9 && !isAligned; i += 3) {
    const length = Math.hypot(normals[i], normals[i + 1], normals[i + 2]);
    // Flat boxes are tested along the axes only.
    if (!(isSolid && length > 0 && length < Infinity)) break;
    // If two edges of a side are nearly parallel, its normal is too inaccurate to prove that a point is inside.
    const [u, v] = [(i + 3) % 9, (i + 6) % 9];
    isSharp &&= length > minSine * Math.hypot(e[u], e[u + 1], e[u + 2]) * Math.hypot(e[v], e[v + 1], e[v + 2]);
    const x = Math.fround(normals[i] / length);
    const y = Math.fround(normals[i + 1] / length);
    const z = Math.fround(normals[i + 2] / length);
    const middle = (x * (center[0] - origin[0]) + y * (center[1] - origin[1]) + z * (center[2] - origin[2])) * scale;
    const half =
      (Math.abs(x * e[0] + y * e[1] + z * e[2]) + Math.abs(x * e[3] + y * e[4] + z * e[5]) + Math.abs(x * e[6] + y * e[7] + z * e[8])) *
      scale;
    // The relative error of a normal moves the ends of its interval by the same part of the reach of the box.
    const slack = (roundingOf(box) + 2 ** -21 * box.reach) * scale;
    if (!writeEnds(loaded, at + solidDirectionNumbers * directions++, x, y, z, middle - half, middle + half, slack)) return null;
  }
  const isWhole = isAligned || directions === 6;
  const count = isWhole ? directions : 3;
  return touchedCandidates(loaded, count, count === 3 ? 0 : 3, isSolid && isWhole && isSharp, any);
}

/** Returns a bound on the rounding error of a side of the box. */
function roundingOf({ size }: BoxSetup): number {
  return 2 ** -48 * size;
}
