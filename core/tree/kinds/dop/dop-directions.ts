import type { Tree, TreeKind } from '../../layout.ts';

export type DopKind = Extract<TreeKind, `dop${string}`>;

/** Numbers of slabs, half of k. */
export const slabCounts: Readonly<Record<DopKind, number>> = { dop6: 3, dop14: 7, dop18: 9, dop26: 13 };

const axes = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
] as const;
const corners = [
  [1, 1, 1],
  [1, 1, -1],
  [1, -1, 1],
  [-1, 1, 1],
] as const;
const edges = [
  [1, 1, 0],
  [1, -1, 0],
  [1, 0, 1],
  [1, 0, -1],
  [0, 1, 1],
  [0, 1, -1],
] as const;

/**
 * (3·k/2) the directions of a k-DOP's slabs (Klosowski et al. 1998), each the normal of a face, an edge or a corner of a
 * cube, the three axes first. They are not of length 1: their components are 0 and ±1, so that sums along them are all
 * the arithmetic there is.
 */
export const dopDirections: Readonly<Record<DopKind, Int8Array>> = {
  dop6: Int8Array.from(axes.flat()),
  dop14: Int8Array.from([...axes, ...corners].flat()),
  dop18: Int8Array.from([...axes, ...edges].flat()),
  dop26: Int8Array.from([...axes, ...corners, ...edges].flat()),
};

/** A node of a kind with `slabs` slabs: f32 least, then greatest value along each direction, link and count. */
export function dopWords(slabs: number): number {
  return 2 * slabs + 2;
}

/** Writes the axis-aligned box (6) of a node: its first three slabs. Hot. */
export function readDopBox({ nodesF32, nodeWords }: Tree, node: number, out: Float32Array): void {
  const at = node * nodeWords;
  const greatest = at + (nodeWords - 2) / 2;
  for (let k = 0; k < 3; k++) {
    out[k] = nodesF32[at + k];
    out[k + 3] = nodesF32[greatest + k];
  }
}
