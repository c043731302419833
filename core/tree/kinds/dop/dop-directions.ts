import type { KindFormat, Tree, TreeKind } from '../../layout.ts';

export type DopKind = Extract<TreeKind, `dop${string}`>;

/** Number of slabs of each kind, half of k. */
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
 * (3·k/2) directions of the slabs of a k-DOP (Klosowski et al. 1998): the three axes, then directions to corners and edges of a
 * cube. They are not of length 1: their components are 0 and ±1, so that projections need additions only.
 */
export const dopDirections: Readonly<Record<DopKind, Int8Array>> = {
  dop6: Int8Array.from(axes.flat()),
  dop14: Int8Array.from([...axes, ...corners].flat()),
  dop18: Int8Array.from([...axes, ...edges].flat()),
  dop26: Int8Array.from([...axes, ...corners, ...edges].flat()),
};

/** A node: f32 min, then max value along each direction, link and count. */
export const dopFormats: Readonly<Record<DopKind, KindFormat>> = {
  dop6: formatOf('dop6', 7),
  dop14: formatOf('dop14', 8),
  dop18: formatOf('dop18', 9),
  dop26: formatOf('dop26', 10),
};

function formatOf(kind: DopKind, code: number): KindFormat {
  return { kind, code, layout: 'binary', volume: 'dop', nodeWords: 2 * slabCounts[kind] + 2, hasGrid: false, isOrderPacked: false };
}

/** Whether the volumes of a kind are k-DOPs. */
export function isDopKind(kind: TreeKind): kind is DopKind {
  return kind in slabCounts;
}

/** Number of slabs of the volumes of a tree of k-DOPs. Hot. */
export function slabsOf({ nodeWords }: Tree): number {
  return (nodeWords - 2) >> 1;
}

/** (3·slabs) directions of the slabs of a tree of k-DOPs. Hot. */
export function directionsOf({ kind }: Tree): Int8Array {
  return dopDirections[kind as DopKind]; // the volumes are k-DOPs
}

/** Writes the axis-aligned box (6) of a node, which is its first three slabs. Hot. */
export function readDopBox({ nodesF32, nodeWords }: Tree, node: number, out: Float32Array): void {
  const at = node * nodeWords;
  const maxAt = at + (nodeWords - 2) / 2;
  for (let k = 0; k < 3; k++) {
    out[k] = nodesF32[at + k];
    out[k + 3] = nodesF32[maxAt + k];
  }
}
