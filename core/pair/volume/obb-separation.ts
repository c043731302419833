import type { Tree } from '../../tree/layout.ts';
import { readNodeBox } from '../../tree/node-box.ts';
import { axesWord, halfWord, obbWords, skewSlack } from '../../tree/kinds/obb/node-obb.ts';
import { boxesApart, largerIsA, largerIsB } from './box-separation.ts';
import { centrePadding, maxStretch } from './sphere-separation.ts';

/**
 * Values that all tests of two trees share if one of them has oriented boxes, in A's frame as `BoxSeparation`. Volumes of other kinds
 * are represented by the AABBs around them.
 */
export interface ObbSeparation {
  readonly treeA: Tree;
  readonly treeB: Tree;
  /** (9) columns of the placement, and (3) B's tree origin in A's frame. */
  readonly columns: Float64Array;
  readonly offset: Float64Array;
  /** No length grows by more than this. */
  readonly stretch: number;
  /** Bound on the rounding error of a test along a direction with components up to 1, and of a placed vertex. */
  readonly padding: number;
  /** (15) scratch: centre, half sizes and axes of the node of A, and of B before and after its placement. */
  readonly solidA: Float64Array;
  readonly solidB: Float64Array;
  /** (3) the centre, (9) the axes and (9) the half edges of B in A's frame. */
  readonly placed: Float64Array;
  readonly box: Float32Array;
}

const centreAt = 0;
const axesAt = 3;
const edgesAt = 12;

export function createObbSeparation(
  treeA: Tree,
  treeB: Tree,
  columns: Float64Array,
  offset: Float64Array,
  padding: Float64Array,
): ObbSeparation {
  const slack = 4 * (padding[0] + padding[1] + padding[2]);
  return {
    treeA,
    treeB,
    columns,
    offset,
    stretch: maxStretch(columns),
    padding: slack,
    solidA: new Float64Array(obbWords - 2),
    solidB: new Float64Array(obbWords - 2),
    placed: new Float64Array(21),
    box: new Float32Array(6),
  };
}

/** Writes the oriented box of a node, or the AABB around its volume, to `out`: centre, half sizes, axes. Hot. */
function readSolid(tree: Tree, node: number, out: Float64Array, box: Float32Array): void {
  if (tree.volume === 'obb') {
    const at = node * obbWords;
    for (let i = 0; i < obbWords - 2; i++) out[i] = tree.nodesF32[at + i];
    return;
  }
  readNodeBox(tree, node, box);
  for (let k = 0; k < 3; k++) {
    out[k] = (box[k + 3] + box[k]) * 0.5;
    out[halfWord + k] = (box[k + 3] - box[k]) * 0.5;
    for (let l = 0; l < 3; l++) out[axesWord + 3 * k + l] = k === l ? 1 : 0;
  }
}

/**
 * Tests two nodes as `compareBoxes` does, along the 15 axes of Gottschalk, Lin & Manocha (1996). Both boxes are parallelepipeds, so
 * any placement is allowed. Any direction separates soundly; the reach of both is padded for the skew of the f32 axes. Hot.
 */
export function compareObbs(s: ObbSeparation, a: number, b: number): number {
  const { solidA, solidB, placed } = s;
  readSolid(s.treeA, a, solidA, s.box);
  readSolid(s.treeB, b, solidB, s.box);
  place(s);
  const dx = placed[centreAt] - solidA[0];
  const dy = placed[centreAt + 1] - solidA[1];
  const dz = placed[centreAt + 2] - solidA[2];
  const halfA = solidA[halfWord] + solidA[halfWord + 1] + solidA[halfWord + 2];
  const halfB = solidB[halfWord] + solidB[halfWord + 1] + solidB[halfWord + 2];
  const size = Math.abs(solidA[0]) + Math.abs(solidA[1]) + Math.abs(solidA[2]);
  const sizeOfB = Math.abs(solidB[0]) + Math.abs(solidB[1]) + Math.abs(solidB[2]);
  const slack = s.padding + skewSlack * (halfA + halfB * s.stretch) + centrePadding * (size + sizeOfB * s.stretch);
  for (let i = axesWord; i < axesWord + 9; i += 3) {
    if (separates(s, solidA[i], solidA[i + 1], solidA[i + 2], dx, dy, dz, slack)) return boxesApart;
  }
  for (let i = 0; i < 9; i += 3) {
    const p = axesAt + ((i + 3) % 9);
    const q = axesAt + ((i + 6) % 9);
    if (separatesCross(s, placed[p], placed[p + 1], placed[p + 2], placed[q], placed[q + 1], placed[q + 2], dx, dy, dz, slack))
      return boxesApart;
  }
  for (let i = axesWord; i < axesWord + 9; i += 3) {
    for (let j = axesAt; j < axesAt + 9; j += 3) {
      if (separatesCross(s, solidA[i], solidA[i + 1], solidA[i + 2], placed[j], placed[j + 1], placed[j + 2], dx, dy, dz, slack))
        return boxesApart;
    }
  }
  const sizeA = solidA[halfWord] ** 2 + solidA[halfWord + 1] ** 2 + solidA[halfWord + 2] ** 2;
  let sizeB = 0;
  for (let k = edgesAt; k < edgesAt + 9; k++) sizeB += placed[k] * placed[k];
  return sizeA >= sizeB ? largerIsA : largerIsB;
}

/** Computes centre, axes and half edges of B's box in A's frame. Hot. */
function place({ solidB, placed, columns: c, offset }: ObbSeparation): void {
  const x = solidB[0];
  const y = solidB[1];
  const z = solidB[2];
  for (let k = 0; k < 3; k++) {
    placed[centreAt + k] = c[k] * x + c[3 + k] * y + c[6 + k] * z + offset[k];
    for (let i = 0; i < 3; i++) {
      const at = axesWord + 3 * i;
      const along = c[k] * solidB[at] + c[3 + k] * solidB[at + 1] + c[6 + k] * solidB[at + 2];
      placed[axesAt + 3 * i + k] = along;
      placed[edgesAt + 3 * i + k] = along * solidB[halfWord + i];
    }
  }
}

/** Whether the cross product of two directions separates. Hot. */
function separatesCross(
  s: ObbSeparation,
  px: number,
  py: number,
  pz: number,
  qx: number,
  qy: number,
  qz: number,
  dx: number,
  dy: number,
  dz: number,
  slack: number,
): boolean {
  return separates(s, py * qz - pz * qy, pz * qx - px * qz, px * qy - py * qx, dx, dy, dz, slack);
}

/** Whether a direction separates the boxes, whose centres differ by d. A direction of 0 separates nothing. Hot. */
function separates(
  { solidA, placed }: ObbSeparation,
  x: number,
  y: number,
  z: number,
  dx: number,
  dy: number,
  dz: number,
  slack: number,
): boolean {
  const distance = Math.abs(x * dx + y * dy + z * dz);
  let reach = slack * (Math.abs(x) + Math.abs(y) + Math.abs(z));
  if (distance <= reach) return false;
  for (let i = 0; i < 3; i++) {
    const at = axesWord + 3 * i;
    reach += solidA[halfWord + i] * Math.abs(x * solidA[at] + y * solidA[at + 1] + z * solidA[at + 2]);
    const edge = edgesAt + 3 * i;
    reach += Math.abs(x * placed[edge] + y * placed[edge + 1] + z * placed[edge + 2]);
  }
  return distance > reach;
}
