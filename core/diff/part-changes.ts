import type { MeshPart, TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { TriangleKeys } from './triangle-changes.ts';

/** `renamed`: the triangles are the same, but the name is not. */
export type PartState = 'same' | 'changed' | 'renamed' | 'added' | 'removed';

/** A part in two versions of a mesh. */
export interface PartChange {
  readonly state: PartState;
  /** In the version after; of a removed part in the version before. */
  readonly name: string;
  /** Of a renamed part; else `null`. */
  readonly formerName: string | null;
  /** Index of the part in each version; `null` where it is not. */
  readonly before: number | null;
  readonly after: number | null;
  /** Number of its triangles in each version. */
  readonly trianglesBefore: number;
  readonly trianglesAfter: number;
  /** Triangles of the part before that are not in the part after, and the reverse. */
  readonly triangleRemovals: number;
  readonly triangleAdditions: number;
}

/** A part with the numbers of its triangles, sorted: the same for the same triangles in any order. */
interface KeyedPart {
  readonly part: number;
  readonly name: string;
  readonly keys: Uint32Array;
  /** Of the keys; parts with the same keys have the same hash. */
  readonly hash: number;
}

/**
 * Returns what became of each part: those of the version after in their order, then the removed ones. Parts are matched by name; of parts with
 * the same name, those with the same triangles first, then the others in order. A part without a match whose triangles are those of another one
 * without a match was renamed. The order of parts and triangles does not matter.
 */
export function partChanges(before: TriangleMesh, after: TriangleMesh, keys: TriangleKeys): readonly PartChange[] {
  const ofBefore = before.parts.map((part, i) => keyedPart(part, i, keys.before));
  const ofAfter = after.parts.map((part, i) => keyedPart(part, i, keys.after));
  const partOf = new Map<KeyedPart, KeyedPart>();
  const match = (keyOf: (part: KeyedPart) => string, isMatch: (a: KeyedPart, b: KeyedPart) => boolean): void => {
    const taken = new Set(partOf.values());
    const free = new Map<string, KeyedPart[]>();
    for (const part of ofBefore) {
      if (taken.has(part)) continue;
      const key = keyOf(part);
      const known = free.get(key);
      if (known === undefined) free.set(key, [part]);
      else known.push(part);
    }
    for (const part of ofAfter) {
      if (partOf.has(part)) continue;
      const candidates = free.get(keyOf(part)) ?? [];
      const at = candidates.findIndex((one) => isMatch(one, part));
      if (at >= 0) partOf.set(part, candidates.splice(at, 1)[0]!);
    }
  };
  match(({ name, hash }) => `${hash} ${name}`, hasSameTriangles);
  match(
    ({ name }) => name,
    () => true,
  );
  match(
    ({ hash }) => `${hash}`,
    (a, b) => a.keys.length > 0 && hasSameTriangles(a, b),
  );
  const kept = new Set(partOf.values());
  return [
    ...ofAfter.map((part) => changeOf(partOf.get(part) ?? null, part)),
    ...ofBefore.filter((part) => !kept.has(part)).map((part) => changeOf(part, null)),
  ];
}

function keyedPart({ name, firstTriangle, triangleCount }: MeshPart, part: number, all: Uint32Array): KeyedPart {
  const keys = all.slice(firstTriangle, firstTriangle + triangleCount).sort();
  return { part, name, keys, hash: keys.reduce((hash, key) => (Math.imul(hash, 31) + key) | 0, keys.length) };
}

function hasSameTriangles(a: KeyedPart, b: KeyedPart): boolean {
  return a.keys.length === b.keys.length && a.keys.every((key, i) => key === b.keys[i]);
}

function changeOf(before: KeyedPart | null, after: KeyedPart | null): PartChange {
  const [old, now] = [before?.keys ?? new Uint32Array(), after?.keys ?? new Uint32Array()];
  const common = commonCount(old, now);
  return {
    state: stateOf(before, after, common),
    name: (after ?? before)!.name,
    formerName: before !== null && after !== null && before.name !== after.name ? before.name : null,
    before: before?.part ?? null,
    after: after?.part ?? null,
    trianglesBefore: old.length,
    trianglesAfter: now.length,
    triangleRemovals: old.length - common,
    triangleAdditions: now.length - common,
  };
}

function stateOf(before: KeyedPart | null, after: KeyedPart | null, common: number): PartState {
  if (before === null) return 'added';
  if (after === null) return 'removed';
  if (before.keys.length !== common || after.keys.length !== common) return 'changed';
  return before.name === after.name ? 'same' : 'renamed';
}

/** Returns how many numbers two sorted lists have in common, with repetitions. */
function commonCount(a: Uint32Array, b: Uint32Array): number {
  let count = 0;
  for (let i = 0, k = 0; i < a.length && k < b.length; ) {
    if (a[i] === b[k]) {
      count++;
      i++;
      k++;
    } else if (a[i] < b[k]) i++;
    else k++;
  }
  return count;
}
