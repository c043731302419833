import { describe, expect, it } from 'vitest';
import {
  difference,
  firstOf,
  fullSet,
  has,
  hasAll,
  type IndexSet,
  intersection,
  inverted,
  membersOf,
  runsOf,
  sameSet,
  setOf,
  setOfMarks,
  setOfRuns,
  union,
} from '../../../../renderer/state/selection/index-set.ts';
import { seededRandom } from '../../../fixtures/random.ts';

const sizes = [0, 1, 31, 32, 33, 64, 95, 200];

describe('a set of indices', () => {
  it('has what a set of numbers has, for sizes at and between whole words', () => {
    const random = seededRandom(7);
    for (const size of sizes) {
      for (let round = 0; round < 20; round++) {
        const [a, b] = [randomSet(size, random), randomSet(size, random)];
        const [one, other] = [setOf(size, a), setOf(size, b)];
        expectMembers(one, [...a]);
        expectMembers(union(one, other), [...a, ...b]);
        expectMembers(
          intersection(one, other),
          [...a].filter((i) => b.has(i)),
        );
        expectMembers(
          difference(one, other),
          [...a].filter((i) => !b.has(i)),
        );
        expectMembers(
          inverted(one),
          indices(size).filter((i) => !a.has(i)),
        );
        expect(hasAll(one, other)).toBe([...b].every((i) => a.has(i)));
        expect(sameSet(one, setOf(size, [...a].reverse()))).toBe(true);
        expect(sameSet(one, other)).toBe([...a].every((i) => b.has(i)) && a.size === b.size);
      }
    }
  });

  it('is the same from members, marks and runs', () => {
    const random = seededRandom(11);
    for (const size of sizes) {
      for (const share of [0, 0.05, 0.5, 0.95, 1]) {
        const members = indices(size).filter(() => random() < share);
        const set = setOf(size, members);
        const marks = new Uint8Array(size);
        for (const i of members) marks[i] = 1;
        expect(sameSet(setOfMarks(marks), set)).toBe(true);
        const runs = runsOf(set);
        expect(sameSet(setOfRuns(size, runs), set)).toBe(true);
        // As few as possible: between two runs is a gap.
        expect(runs.every(({ first, count }, i) => count > 0 && (i === 0 || first > runs[i - 1]!.first + runs[i - 1]!.count))).toBe(true);
      }
    }
  });

  it('leaves out members outside its size', () => {
    expectMembers(setOf(40, [-1, 3, 39, 40, 64]), [3, 39]);
    expectMembers(setOfRuns(40, [{ first: 38, count: 10 }]), [38, 39]);
  });

  it('finds its lowest member', () => {
    expect(firstOf(setOf(100))).toBeNull();
    expect(firstOf(setOf(100, [99, 64, 31]))).toBe(31);
    expect(firstOf(fullSet(3))).toBe(0);
  });
});

function expectMembers(set: IndexSet, members: readonly number[]): void {
  const sorted = [...new Set(members)].sort((a, b) => a - b);
  expect([...membersOf(set)]).toEqual(sorted);
  expect(set.count).toBe(sorted.length);
  expect(indices(set.size + 40).filter((i) => has(set, i))).toEqual(sorted);
}

function indices(size: number): number[] {
  return Array.from({ length: size }, (_, i) => i);
}

function randomSet(size: number, random: () => number): Set<number> {
  return new Set(indices(size).filter(() => random() < 0.4));
}
