import { createNumbering, numberOfKey, type Numbering } from '../math/numbering.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';

/** What became of a triangle between two versions of a mesh. */
export const changeStates = {
  /** Also in the other version: the same corners and winding. */
  same: 0,
  /** Not in the other version, but with an edge of a triangle there that is not here either: moved, flipped or divided. */
  changed: 1,
  /** Not in the other version, without such an edge: removed from the version before, or added to the one after. */
  gone: 2,
} as const;

/** The states of all triangles of two versions. */
export interface TriangleChanges {
  /** (T) state of each triangle of the version before. */
  readonly before: Uint8Array;
  /** (T′) state of each triangle of the version after. */
  readonly after: Uint8Array;
}

/** The number of triangles in each state. */
export interface TriangleCounts {
  readonly same: number;
  /** Of the version before. */
  readonly changedBefore: number;
  /** Of the version after: a divided triangle changes into several. */
  readonly changedAfter: number;
  readonly removed: number;
  readonly added: number;
}

/** The triangles of two versions by their corners. */
export interface TriangleKeys {
  /** (T) number of the corners and the winding of each triangle of the version before. */
  readonly before: Uint32Array;
  /** (T′) */
  readonly after: Uint32Array;
  /** Number of different keys. */
  readonly count: number;
  /** (3·T) number of the position of each corner of the version before, in the numbers of both versions. */
  readonly cornersBefore: Uint32Array;
  /** (3·T′) */
  readonly cornersAfter: Uint32Array;
}

/**
 * Returns numbers for the triangles of two versions: equal for triangles with the same three positions and the same winding. Positions are
 * compared exactly; -0 is 0, and a coordinate that is not a number equals another one. Linear time.
 */
export function triangleKeys(before: TriangleMesh, after: TriangleMesh): TriangleKeys {
  const positions = createNumbering(6);
  const [cornersBefore, cornersAfter] = [cornersOf(before, positions), cornersOf(after, positions)];
  const triangles = createNumbering(3);
  const numbered = (corners: Uint32Array): Uint32Array => {
    const numbers = new Uint32Array(corners.length / 3);
    for (let triangle = 0; triangle < numbers.length; triangle++) {
      writeKey(corners, triangle, triangles.key);
      numbers[triangle] = numberOfKey(triangles);
    }
    return numbers;
  };
  const [keysBefore, keysAfter] = [numbered(cornersBefore), numbered(cornersAfter)];
  return { before: keysBefore, after: keysAfter, count: triangles.count, cornersBefore, cornersAfter };
}

/** Returns a coordinate with the words by which two versions are compared: -0 is 0, and all NaN are one. Hot. */
export function comparedCoordinate(value: number): number {
  // Adding 0 turns -0 into 0.
  return Number.isNaN(value) ? NaN : value + 0;
}

/** Returns (3·T) the number of the position of each corner. */
function cornersOf({ positions, indices }: TriangleMesh, known: Numbering): Uint32Array {
  const point = new Float64Array(3);
  const words = new Uint32Array(point.buffer);
  const numbers = new Uint32Array(positions.length / 3);
  for (let vertex = 0; vertex < numbers.length; vertex++) {
    for (let k = 0; k < 3; k++) {
      point[k] = comparedCoordinate(positions[3 * vertex + k]);
    }
    known.key.set(words);
    numbers[vertex] = numberOfKey(known);
  }
  return indices.map((vertex) => numbers[vertex]);
}

/** Writes the corners from the lowest one on; the winding stays. Hot. */
function writeKey(corners: Uint32Array, triangle: number, key: Uint32Array): void {
  const at = 3 * triangle;
  let lowest = 0;
  for (let k = 1; k < 3; k++) if (corners[at + k] < corners[at + lowest]) lowest = k;
  // A corner that is used twice can be the lowest twice: the smaller corner behind it decides.
  const next = (lowest + 1) % 3;
  const last = (lowest + 2) % 3;
  const isTwice = corners[at + last] === corners[at + lowest];
  key[0] = corners[at + lowest];
  key[1] = isTwice ? key[0] : corners[at + next];
  key[2] = isTwice ? corners[at + next] : corners[at + last];
}

/**
 * Returns the state of each triangle of two versions of a mesh. The order of triangles and vertices does not matter, since triangles are
 * matched by their corners. Of equal triangles as many match as are in both versions, the first ones. Linear time.
 */
export function triangleChanges(keys: TriangleKeys): TriangleChanges {
  const { same, gone } = changeStates;
  const changes = { before: new Uint8Array(keys.before.length), after: new Uint8Array(keys.after.length) };
  const left = new Uint32Array(keys.count);
  for (let i = 0; i < keys.before.length; i++) left[keys.before[i]]++;
  for (let i = 0; i < keys.after.length; i++) {
    const key = keys.after[i];
    changes.after[i] = left[key] > 0 ? same : gone;
    if (left[key] > 0) left[key]--;
  }
  // What is left of a key was not matched: its last triangles.
  for (let i = keys.before.length - 1; i >= 0; i--) {
    const key = keys.before[i];
    changes.before[i] = left[key] > 0 ? gone : same;
    if (left[key] > 0) left[key]--;
  }
  markChanged(keys, changes);
  return changes;
}

/** Marks what is gone but has an edge with what is gone of the other version. */
function markChanged({ cornersBefore, cornersAfter }: TriangleKeys, { before, after }: TriangleChanges): void {
  const { changed, gone } = changeStates;
  const edges = createNumbering(2);
  const edgesOf = (states: Uint8Array, corners: Uint32Array): Uint32Array => {
    const numbers: number[] = [];
    for (let triangle = 0; triangle < states.length; triangle++) {
      if (states[triangle] !== gone) continue;
      for (let k = 0; k < 3; k++) {
        const [a, b] = [corners[3 * triangle + k], corners[3 * triangle + ((k + 1) % 3)]];
        edges.key[0] = Math.min(a, b);
        edges.key[1] = Math.max(a, b);
        numbers.push(numberOfKey(edges));
      }
    }
    return Uint32Array.from(numbers);
  };
  const [ofBefore, ofAfter] = [edgesOf(before, cornersBefore), edgesOf(after, cornersAfter)];
  const marked = (numbers: Uint32Array): Uint8Array => {
    const marks = new Uint8Array(edges.count);
    for (let i = 0; i < numbers.length; i++) marks[numbers[i]] = 1;
    return marks;
  };
  const [inBefore, inAfter] = [marked(ofBefore), marked(ofAfter)];
  const mark = (states: Uint8Array, own: Uint32Array, others: Uint8Array): void => {
    let at = 0;
    for (let triangle = 0; triangle < states.length; triangle++) {
      if (states[triangle] !== gone) continue;
      if (others[own[at]] + others[own[at + 1]] + others[own[at + 2]] > 0) states[triangle] = changed;
      at += 3;
    }
  };
  mark(before, ofBefore, inAfter);
  mark(after, ofAfter, inBefore);
}

export function countTriangles({ before, after }: TriangleChanges): TriangleCounts {
  const of = (states: Uint8Array, state: number): number => states.reduce((sum, one) => sum + (one === state ? 1 : 0), 0);
  const { same, changed, gone } = changeStates;
  return {
    same: of(before, same),
    changedBefore: of(before, changed),
    changedAfter: of(after, changed),
    removed: of(before, gone),
    added: of(after, gone),
  };
}

/** Returns the numbers of the triangles that are not in the other version, ascending. */
export function differentTriangles(states: Uint8Array): Uint32Array {
  let count = 0;
  for (let i = 0; i < states.length; i++) if (states[i] !== changeStates.same) count++;
  const found = new Uint32Array(count);
  let at = 0;
  for (let i = 0; i < states.length; i++) if (states[i] !== changeStates.same) found[at++] = i;
  return found;
}
