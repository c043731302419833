import type { Tree } from '../../tree/layout.ts';
import { dopDirections, slabCounts, type DopKind } from '../../tree/kinds/dop/dop-directions.ts';

/**
 * Values that all tests of two trees of the same k-DOP kind share, for one placement of B. The AABBs around the k-DOPs are tested
 * first. A direction of A's slabs, transformed back to B's space, lies between three directions of B. The vertex where the planes of
 * these three intersect bounds the k-DOP of B along it, so the bound is a weighted sum of B's slabs.
 */
export interface DopSeparation {
  readonly nodesA: Float32Array;
  readonly nodesB: Float32Array;
  readonly slabs: number;
  readonly stride: number;
  /** For each slab from the fourth on, in both directions: B's tree origin along it, and the padding. */
  readonly offsets: Float64Array;
  readonly paddings: Float64Array;
  /** (3 for each slab and direction) words of B's slabs that bound it, and their weights; a weight has the sign of its plane. */
  readonly words: Int32Array;
  readonly weights: Float64Array;
}

/** `columns`, `offset` and `padding` as a `BoxSeparation` has them; both trees are of this kind. */
export function createDopSeparation(
  a: Tree,
  b: Tree,
  kind: DopKind,
  columns: Float64Array,
  offset: Float64Array,
  padding: Float64Array,
): DopSeparation {
  const slabs = slabCounts[kind];
  const directions = dopDirections[kind];
  const ways = 2 * (slabs - 3);
  const s: DopSeparation = {
    nodesA: a.nodesF32,
    nodesB: b.nodesF32,
    slabs,
    stride: a.nodeWords,
    offsets: new Float64Array(ways),
    paddings: new Float64Array(ways),
    words: new Int32Array(3 * ways),
    weights: new Float64Array(3 * ways),
  };
  for (let way = 0; way < ways; way++) {
    const at = 3 * (3 + (way >> 1));
    const sign = way % 2 === 0 ? 1 : -1;
    const [x, y, z] = [sign * directions[at], sign * directions[at + 1], sign * directions[at + 2]] as const;
    s.offsets[way] = x * offset[0] + y * offset[1] + z * offset[2];
    s.paddings[way] = 4 * (Math.abs(x) * padding[0] + Math.abs(y) * padding[1] + Math.abs(z) * padding[2]);
    const back = [0, 3, 6].map((j) => columns[j] * x + columns[j + 1] * y + columns[j + 2] * z) as [number, number, number];
    setWeights(s, way, kind, back);
  }
  return s;
}

/**
 * Writes a vector as a sum of three directions with weights of 0 or more. They are the corner, edge and face of the cube that the
 * vector points to, as far as the kind has them.
 */
function setWeights(s: DopSeparation, way: number, kind: DopKind, vector: readonly [number, number, number]): void {
  const sizes = vector.map(Math.abs) as [number, number, number];
  const [p, q, r] = [0, 1, 2].sort((i, j) => sizes[j]! - sizes[i]! || i - j) as [number, number, number];
  const [x, y, z] = [sizes[p]!, sizes[q]!, sizes[r]!];
  const toward = (...axes: readonly number[]): readonly number[] =>
    [0, 1, 2].map((k) => (axes.includes(k) ? (vector[k]! < 0 ? -1 : 1) : 0));
  const set = (n: number, direction: readonly number[], weight: number): void => {
    const { slab, isReversed } = slabAlong(kind, direction);
    // A slab in the opposite direction bounds by its negated min.
    s.words[3 * way + n] = isReversed ? slab : s.slabs + slab;
    s.weights[3 * way + n] = isReversed ? -weight : weight;
  };
  switch (kind) {
    case 'dop6':
      set(0, toward(p), x);
      set(1, toward(q), y);
      set(2, toward(r), z);
      return;
    case 'dop14':
      set(0, toward(p), x - z);
      set(1, toward(q), y - z);
      set(2, toward(p, q, r), z);
      return;
    case 'dop18': {
      const isBetweenEdges = x < y + z;
      set(0, toward(p, q), isBetweenEdges ? (x + y - z) / 2 : y);
      set(1, toward(p, r), isBetweenEdges ? (x - y + z) / 2 : z);
      set(2, isBetweenEdges ? toward(q, r) : toward(p), isBetweenEdges ? (y + z - x) / 2 : x - y - z);
      return;
    }
    case 'dop26':
      set(0, toward(p), x - y);
      set(1, toward(p, q), y - z);
      set(2, toward(p, q, r), z);
      return;
  }
}

/** The slab along a direction or its opposite, one of which the kind has. */
function slabAlong(kind: DopKind, [x, y, z]: readonly number[]): { readonly slab: number; readonly isReversed: boolean } {
  const directions = dopDirections[kind];
  let slab = 0;
  const along = (): number => directions[3 * slab] * x! + directions[3 * slab + 1] * y! + directions[3 * slab + 2] * z!;
  const wanted = Math.abs(x!) + Math.abs(y!) + Math.abs(z!);
  // For vectors of 0 and ±1 only equal and opposite vectors have a product equal to their squared length.
  while (lengthSq(directions, slab) !== wanted || Math.abs(along()) !== wanted) slab++;
  return { slab, isReversed: along() < 0 };
}

/** Returns the squared length of a direction, whose components are 0 and ±1. */
function lengthSq(directions: Int8Array, slab: number): number {
  return Math.abs(directions[3 * slab]) + Math.abs(directions[3 * slab + 1]) + Math.abs(directions[3 * slab + 2]);
}

/** Whether a slab other than those along the axes separates the k-DOPs of two nodes. Hot. */
export function slabsApart(s: DopSeparation, a: number, b: number): boolean {
  const { nodesA, nodesB, slabs, words, weights, offsets, paddings } = s;
  const atA = a * s.stride;
  const atB = b * s.stride;
  for (let way = 0; way < offsets.length; way++) {
    const i = 3 * way;
    // Reach of B along the direction, from A's origin.
    const reach =
      weights[i] * nodesB[atB + words[i]] +
      weights[i + 1] * nodesB[atB + words[i + 1]] +
      weights[i + 2] * nodesB[atB + words[i + 2]] +
      offsets[way] +
      paddings[way];
    const slab = 3 + (way >> 1);
    // Start of A along it: its min, or its negated max in the opposite direction.
    const begin = way % 2 === 0 ? nodesA[atA + slab] : -nodesA[atA + slabs + slab];
    if (reach < begin) return true;
  }
  return false;
}
