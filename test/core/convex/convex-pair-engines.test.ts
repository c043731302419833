import { join } from 'node:path';
import { convexHull, type ConvexHull } from '#core/convex/hull/convex-hull';
import { convexPair } from '#core/convex/pair/convex-body';
import { separatingAxis } from '#core/convex/pair/separating-axis';
import { testConvexPair, type ConvexPairResult } from '#core/convex/pair/test-convex-pair';
import { seededRandom } from '#core/math/seeded-random';
import { identityTransform } from '#core/math/transform';
import { expect, test } from 'vitest';
import { readTable } from '../../corpus/corpus.ts';
import { convexEngines, type EngineVerdict } from '../../fixtures/convex-engines.ts';
import { exactPairFault } from '../../fixtures/exact-pair.ts';
import { isFullRun } from '../../fixtures/scale.ts';

/** The pairs of a full run, and of every other one. */
const pairs = isFullRun ? 100_000 : 2_000;
/** The engines compute in f32, with tolerances of their own; the hulls are about 2 wide. */
const tolerance = 1e-3;
const known = readTable(join(import.meta.dirname, 'convex-pair-differences.tsv'));

/** Points with whole coordinates, so that faces, edges and corners often touch exactly; or any points. They are f32. */
function points(random: () => number, count: number, isWhole: boolean): Float64Array {
  return Float64Array.from({ length: 3 * count }, () => (isWhole ? Math.floor(4 * random()) : Math.fround(2 * random() - 1)));
}

function moved(all: Float64Array, [x, y, z]: readonly number[]): Float64Array {
  return all.map((value, i) => Math.fround(value + [x!, y!, z!][i % 3]!));
}

interface Pair {
  readonly a: Float64Array;
  readonly b: Float64Array;
  readonly hulls: readonly [ConvexHull, ConvexHull];
}

/** A quarter of the pairs has whole coordinates. Flat hulls are left to the tests of ours alone: engines refuse them. */
function pairOf(seed: number): Pair | null {
  const random = seededRandom(seed);
  const isWhole = seed % 4 === 0;
  const a = points(random, 4 + (seed % 9), isWhole);
  const shift = (): number => (isWhole ? Math.floor(7 * random()) - 3 : 3 * random() - 1.5);
  const b = moved(points(random, 4 + (seed % 5), isWhole), [shift(), shift(), shift()]);
  const [hullA, hullB] = [convexHull(a), convexHull(b)];
  return isThin(hullA) || isThin(hullB) ? null : { a, b, hulls: [hullA, hullB] };
}

/** Engines drop or thicken hulls that are thinner than their tolerances. */
function isThin(hull: ConvexHull): boolean {
  // The smallest overlap of a hull with itself is its width.
  return hull.dimension < 3 || -separatingAxis(convexPair(hull, hull, identityTransform)).gap < 0.05;
}

/** Returns how an engine differs; `null` within the tolerance. Of hulls that touch any verdict is right in f32. */
function differenceOf({ overlap, sat, gjk }: ConvexPairResult, verdict: EngineVerdict): readonly [kind: string, by: number] | null {
  const ours = overlap ? -sat.depth : gjk.distance;
  if (verdict === 'refused') return [overlap && sat.depth <= tolerance ? 'no contact of touching hulls' : 'refused', 0];
  if ('overlap' in verdict) {
    if (verdict.overlap === overlap || Math.abs(ours) <= tolerance) return null;
    return [verdict.overlap ? 'false overlap' : 'missed overlap', Math.abs(ours)];
  }
  const by = Math.abs(verdict.separation - ours);
  if (by <= tolerance) return null;
  // Their depth is 0 or a rounding error.
  if (overlap && sat.depth <= 1e-12) return ['distance of touching hulls', by];
  const isOtherSide = verdict.separation < 0 !== ours < 0;
  if (isOtherSide) return [overlap ? 'missed overlap' : 'false overlap', by];
  return [overlap ? (verdict.separation < ours ? 'deeper' : 'less deep') : 'distance', by];
}

test('random pairs, exact ties included, have the overlap, depth and distance of Rapier, Jolt and PhysX where the table names no other', async () => {
  const engines = await convexEngines();
  const found = new Map<string, { count: number; by: number }>();
  const measured = new Map<string, number>();
  let [tested, overlaps, ties] = [0, 0, 0];
  const faults: string[] = [];
  for (let seed = 0; seed < pairs; seed++) {
    const pair = pairOf(seed);
    if (pair === null) continue;
    tested++;
    const result = testConvexPair(...pair.hulls, identityTransform);
    if (result.disagreement > 0) faults.push(`${seed}: SAT and GJK differ by ${result.disagreement}`);
    if (result.overlap) overlaps++;
    if (result.isExact) ties++;
    for (const engine of engines) {
      const verdict = engine.test(pair.a, pair.b);
      if (typeof verdict === 'object' && 'separation' in verdict) measured.set(engine.name, (measured.get(engine.name) ?? 0) + 1);
      const difference = differenceOf(result, verdict);
      if (difference === null) continue;
      const name = `${engine.name}\t${difference[0]}`;
      const { count, by } = found.get(name) ?? { count: 0, by: 0 };
      found.set(name, { count: count + 1, by: Math.max(by, difference[1]) });
      const fault = exactPairFault(pair.a, pair.b, result);
      if (fault !== null) faults.push(`${seed}: ${fault}`);
    }
  }
  expect(faults).toEqual([]);
  const rows = [...found].map(([name, { count, by }]) => `${name}\t${count}\t${by.toPrecision(2)}`).toSorted();
  const expected = known.map(({ engine, kind, count, by, fullCount, fullBy }) =>
    [engine, kind, isFullRun ? fullCount : count, isFullRun ? fullBy : by].join('\t'),
  );
  expect(rows).toEqual(expected.filter((row) => !row.includes('\t0\t')).toSorted());
  for (const { reason } of known) expect(reason).toMatch(/\w{3}/);
  for (const { name } of engines) expect(measured.get(name), name).toBeGreaterThan(0.9 * tested);
  expect(tested).toBeGreaterThan(pairs / 2);
  expect(overlaps).toBeGreaterThan(pairs / 10);
  expect(ties).toBeGreaterThan(pairs / 200);
});
