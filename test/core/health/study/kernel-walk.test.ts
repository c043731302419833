import { expect, it } from 'vitest';
import type { WalkHelpers } from '#core/health/study/helpers/shared-walk';
import { createStudyHelpers } from '#core/health/study/helpers/study-helpers';
import { stepReader, writeStep } from '#core/health/study/helpers/walk-stream';
import { studyMesh } from '#core/health/study/mesh-study';
import { kernelWalk } from '#core/health/study/near-pairs/kernel-walk';
import type { LoadedLive } from '#core/health/study/near-pairs/loaded-live';
import { pairTests } from '#core/health/study/near-pairs/pair-walk';
import { partEntries } from '#core/health/study/near-pairs/walk-parts';
import { takeStep } from '#core/health/study/near-pairs/walk-step';
import { theKernel } from '#core/kernel';
import { areTrianglesApart } from '#core/pair/pairs/brute-force';
import type { TriangleMesh } from '#core/mesh';
import { healthOptions } from '#core/options/health-options';
import { defaultValues } from '#core/options/option';
import { seededRandom } from '../../../fixtures/random.ts';
import { joined, meshOf, soup } from '../../../fixtures/shapes.ts';

const mesh = soup(900, seededRandom(5), 1, 0.5);
/** Few comparisons in a step, so that parts have several. */
const query = { tests: pairTests.intersect | pairTests.overlap, distance: 0.01, maxTests: 40 };

function load(): LoadedLive {
  return studyMesh(mesh, defaultValues(healthOptions), theKernel).nearPairs().loaded()!;
}

/** Helpers that take every third part, and walk it in an instance of their own. */
function helpersOf(other: LoadedLive): { readonly helpers: WalkHelpers; readonly counts: { parts: number; steps: number } } {
  const counts = { parts: 0, steps: 0 };
  const { kernel, pairs, tests } = other;
  const walk: WalkHelpers['walk'] = ({ within, distance, tests: wanted, parts, entries }) => {
    kernel.beginSelf(within, distance, wanted);
    expect(kernel.divideSelf()).toBe(entries);
    return (part) => {
      if (part % 3 !== 1) return null;
      counts.parts++;
      kernel.visitEntries(kernel.selfEntries.value, partEntries(part, parts, entries), partEntries(part + 1, parts, entries));
      const stream = new Uint32Array(2 ** 18);
      for (let at = 0, isLast = false; !isLast; counts.steps++) {
        const step = takeStep(kernel, query.maxTests);
        at = writeStep(stream, at, step, pairs, tests);
        ({ isLast } = step);
      }
      return stepReader(stream, 0);
    };
  };
  return { helpers: { walk, endWalk: () => {} }, counts };
}

it('leaves out pairs that cross the plane of each other and certainly do not intersect', () => {
  const random = seededRandom(8);
  // Needles in many directions: few intersect, and most pairs of near ones cross both planes.
  const corners = Array.from({ length: 400 }, () => {
    const [x, y, z] = [random(), random(), random()];
    const end = (): number => 1.2 * (random() - 0.5);
    return [x, y, z, x + end(), y + end(), z + end(), x + 0.02, y + 0.02 * random(), z];
  });
  const needles = meshOf(
    corners.flat(),
    Array.from({ length: 1200 }, (_, i) => i),
  );
  const study = studyMesh(needles, defaultValues(healthOptions), theKernel);
  const walk = kernelWalk(study.nearPairs().loaded()!, { tests: pairTests.intersect, distance: 0, maxTests: 2 ** 22 }, false);
  const left = new Set<string>();
  while (walk.progress() < 1) {
    const words = walk.next();
    for (let i = 0; i < words; i += 2) left.add([walk.pairs[i]!, walk.pairs[i + 1]!].sort((a, b) => a - b).join(' '));
  }
  const corner = (t: number): Float64Array => Float64Array.from(corners[t]!);
  const intersecting: string[] = [];
  for (let a = 0; a < 400; a++)
    for (let b = a + 1; b < 400; b++) if (!areTrianglesApart(corner(a), corner(b))) intersecting.push(`${a} ${b}`);
  expect(intersecting.length).toBeGreaterThan(50);
  expect([...left].sort()).toEqual(intersecting.sort());
});

/** The pairs of every step of a walk that is narrowed after some of them. */
function stepsOf(live: LoadedLive, narrowAfter: number): readonly (readonly number[])[] {
  const walk = kernelWalk(live, query, false);
  const steps: number[][] = [];
  while (walk.progress() < 1) {
    const words = walk.next();
    steps.push([...walk.pairs.subarray(0, words), ...walk.tests.subarray(0, words / 2), walk.isCoarse() ? 1 : 0]);
    if (steps.length === narrowAfter) walk.narrow(pairTests.intersect);
  }
  return steps;
}

it('a walk with helpers has the pairs of every step of one without, also when it is narrowed within a part of a helper', () => {
  const [alone, leading] = [load(), load()];
  const { helpers, counts } = helpersOf(load());
  const all = stepsOf(alone, 0);
  expect(all.length).toBeGreaterThan(1000);
  expect(stepsOf({ ...leading, helpers }, 0)).toEqual(all);
  expect(counts.parts).toBe(43);
  expect(counts.steps).toBeGreaterThan(3 * counts.parts);
  const narrowed = Array.from({ length: 60 }, (_, i) => 1 + 17 * i);
  expect(narrowed.at(-1)).toBeLessThan(all.length);
  expect(stepsOf(alone, 1)).not.toEqual(all);
  for (const after of narrowed) expect(stepsOf({ ...leading, helpers }, after)).toEqual(stepsOf(alone, after));
});

/** Triangles without area, or duplicates of one. */
function others(count: number, corners: readonly [number, number, number], at = 9): TriangleMesh {
  return meshOf([at, at, at, at + 1, at, at, at, at + 1, at], Array.from({ length: count }, () => corners).flat());
}

/** Near other triangles there are few. */
const sparse = soup(4000, seededRandom(6), 1, 0.05);
const kinds = [
  [0, 0, 1],
  [0, 1, 2],
] as const;
/** Most triangles are others; or a tenth, or nearly half, and far away. */
const withOthers = kinds.flatMap((corners) => [
  joined([sparse, others(16 * 4000, corners)]),
  ...[450, 3300].map((count) => joined([sparse, others(count, corners, 500)])),
]);

it('a walk compares no more boxes where some or most triangles have no area or are duplicates, all at one location', () => {
  const boxesOf = (mesh: TriangleMesh): number => {
    const live = studyMesh(mesh, defaultValues(healthOptions), theKernel).nearPairs().loaded()!;
    const walk = kernelWalk(live, { ...query, maxTests: 1e9 }, false);
    while (walk.progress() < 1) walk.next();
    return Number(live.kernel.boxPairs.value);
  };
  const alone = boxesOf(sparse);
  expect(alone).toBeLessThan(1e6);
  for (const mesh of withOthers) expect(boxesOf(mesh)).toBeLessThan(1.1 * alone);
});

it('live triangles have the same order where all were sorted before', () => {
  const pairsOf = (mesh: TriangleMesh, isSorted: boolean): readonly number[] => {
    const helpers = createStudyHelpers(() => [{ post: () => {} }], { minTriangles: 1 });
    const begin: typeof helpers.begin = (...given) => {
      const lead = helpers.begin(...given)!;
      lead.sort = (curve) => {
        lead.kernel.setCurve(...curve);
        if (isSorted) expect(lead.kernel.sortAll()).toBe(1);
      };
      return lead;
    };
    const live = studyMesh(mesh, defaultValues(healthOptions), theKernel, { helpers: { ...helpers, begin }, needsForms: true })
      .nearPairs()
      .loaded()!;
    const walk = kernelWalk({ ...live, helpers: null }, { ...query, maxTests: 1e9 }, false);
    const pairs: number[] = [];
    while (walk.progress() < 1) pairs.push(...walk.pairs.subarray(0, walk.next()));
    return pairs;
  };
  for (const mesh of [sparse, joined([sparse, others(3000, [0, 0, 1])]), ...withOthers]) {
    const pairs = pairsOf(mesh, false);
    expect(pairs.length).toBeGreaterThan(100);
    expect(pairsOf(mesh, true)).toEqual(pairs);
  }
});
