import { describe, expect, test } from 'vitest';
import { findingChanges, isWorse } from '#core/diff/finding-changes';
import { diffFarthest, diffFields, diffGeometry, diffSurfaces } from '#core/diff/mesh-diff';
import type { PartChange } from '#core/diff/part-changes';
import { changeStates } from '#core/diff/triangle-changes';
import { keptTrees, type TreedForDistances } from '#core/health/repair/treed-for-distances';
import { checkHealth } from '#core/health/report/check-health';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { healthOptions } from '#core/options/health-options';
import { defaultValues } from '#core/options/option';
import { noProgress } from '#core/progress';
import { closestPointBruteForce } from '#core/query/closest/brute-force';
import type { Tree } from '#core/tree/layout';
import { seededRandom } from '../../fixtures/random.ts';
import { ball, box, joined, meshOf, named } from '../../fixtures/shapes.ts';
import { trianglesAsText } from '../health/repair/repaired.ts';

/** The same triangles in another order, with other vertex numbers and corners turned. */
function shuffled({ positions, indices, parts }: TriangleMesh, seed: number): TriangleMesh {
  const random = seededRandom(seed);
  const order = (count: number): number[] =>
    Array.from({ length: count }, (_, i) => [random(), i] as const)
      .sort(([a], [b]) => a - b)
      .map(([, i]) => i);
  const vertices = order(positions.length / 3);
  const moved = new Float64Array(positions.length);
  vertices.forEach((to, from) => moved.set(positions.subarray(3 * from, 3 * from + 3), 3 * to));
  const triangles = parts.flatMap(({ firstTriangle, triangleCount }) => order(triangleCount).map((i) => firstTriangle + i));
  const corners = triangles.flatMap((triangle) => {
    const turn = Math.floor(3 * random());
    return [0, 1, 2].map((k) => vertices[indices[3 * triangle + ((k + turn) % 3)]!]!);
  });
  return { positions: moved, indices: Uint32Array.from(corners), parts };
}

/** A mesh on a small grid, so that two of them share triangles, edges and doubles. */
function gridMesh(seed: number, triangles: number): TriangleMesh {
  const random = seededRandom(seed);
  const positions = Array.from({ length: 18 }, () => Math.floor(2 * random()));
  if (random() < 0.3) positions[0] = Number.NaN;
  if (random() < 0.3) positions[1] = -0;
  return meshOf(
    positions,
    Array.from({ length: 3 * triangles }, () => Math.floor(6 * random())),
  );
}

/** Corners of a triangle as text, with 0 for -0. */
function cornersAsText({ positions, indices }: TriangleMesh, triangle: number): readonly string[] {
  return [0, 1, 2].map((k) =>
    [...positions.slice(3 * indices[3 * triangle + k]!, 3 * indices[3 * triangle + k]! + 3)].map((x) => x + 0).join(' '),
  );
}

/** How many triangles are in each state, by comparing all with all. */
function countsByBruteForce(before: TriangleMesh, after: TriangleMesh): Readonly<Record<string, number>> {
  const own = [before, after].map((mesh) => Array.from({ length: mesh.indices.length / 3 }, (_, i) => cornersAsText(mesh, i)));
  const isSame = (a: readonly string[], b: readonly string[]): boolean =>
    [0, 1, 2].some((turn) => [0, 1, 2].every((k) => a[k] === b[(k + turn) % 3]));
  const left = [...own[1]!];
  const lost = own[0]!.filter((triangle) => {
    const at = left.findIndex((other) => isSame(triangle, other));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  const edges = (corners: readonly string[]): readonly string[] =>
    [0, 1, 2].map((k) => [corners[k]!, corners[(k + 1) % 3]!].sort().join(' | '));
  const touches = (triangle: readonly string[], others: readonly (readonly string[])[]): boolean =>
    others.some((other) => edges(other).some((edge) => edges(triangle).includes(edge)));
  return {
    before: own[0]!.length,
    after: own[1]!.length,
    same: own[0]!.length - lost.length,
    changedBefore: lost.filter((triangle) => touches(triangle, left)).length,
    changedAfter: left.filter((triangle) => touches(triangle, lost)).length,
    removed: lost.filter((triangle) => !touches(triangle, left)).length,
    added: left.filter((triangle) => !touches(triangle, lost)).length,
  };
}

describe('triangles of two versions', () => {
  test('are counted as by comparing all with all, with doubles, repeated corners, -0 and NaN', () => {
    const wrong: unknown[] = [];
    const seen = new Set<string>();
    for (let seed = 1; seed <= 300; seed++) {
      const [before, after] = [gridMesh(seed, 1 + (seed % 9)), gridMesh(seed >> 1, 1 + (seed % 7))];
      const { triangles } = diffGeometry(before, after).diff;
      const expected = countsByBruteForce(before, after);
      if (JSON.stringify(triangles) !== JSON.stringify(expected)) wrong.push({ seed, triangles, expected });
      for (const [name, count] of Object.entries(expected)) if (count > 0) seen.add(name);
    }
    expect(wrong).toEqual([]);
    expect(seen).toEqual(new Set(['before', 'after', 'same', 'changedBefore', 'changedAfter', 'removed', 'added']));
  });

  test('do not depend on the order of triangles, vertices and corners', () => {
    const before = joined([named('a', ball(12, 6)), named('b', box([2, 2, 2], [3, 4, 5]))]);
    for (let seed = 1; seed <= 5; seed++) {
      const after = shuffled(before, seed);
      expect(trianglesAsText(after)).not.toEqual(trianglesAsText(before));
      const { diff, changes } = diffGeometry(before, after);
      expect(diff).toMatchObject({ isSame: true, triangles: { same: before.indices.length / 3, removed: 0, added: 0 } });
      expect([...changes.before, ...changes.after].every((state) => state === changeStates.same)).toBe(true);
    }
  });

  test('around a moved vertex have changed, and nothing else', () => {
    const before = ball(8, 5);
    const after = { ...before, positions: before.positions.slice() };
    after.positions[1]! += 0.25;
    const { diff, changes } = diffGeometry(before, after);
    expect(diff.triangles).toMatchObject({ changedBefore: 8, changedAfter: 8, removed: 0, added: 0, same: before.indices.length / 3 - 8 });
    expect(diff.bounds.after!.max[1]).toBe(1.25);
    const touched = Array.from(changes.after, (_, i) => after.indices.slice(3 * i, 3 * i + 3).includes(0));
    expect(Array.from(changes.after, (state) => state === changeStates.changed)).toEqual(touched);
  });

  test('that are flipped or divided have changed; a filling is added and a part without a neighbour removed', () => {
    const square = meshOf([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0.5, 0, 0, 5, 5, 5, 6, 5, 5, 5, 6, 5], [0, 1, 2, 0, 2, 3, 5, 6, 7]);
    const after = { ...square, indices: Uint32Array.from([0, 4, 2, 4, 1, 2, 0, 3, 2]), parts: [] };
    expect(diffGeometry(square, after).diff.triangles).toMatchObject({ same: 0, changedBefore: 2, changedAfter: 3, removed: 1, added: 0 });
    const hole = { ...box(), indices: box().indices.slice(6), parts: [] };
    expect(diffGeometry(hole, { ...box(), parts: [] }).diff.triangles).toMatchObject({ same: 10, changedBefore: 0, added: 2 });
  });
});

describe('parts of two versions', () => {
  const parts = (...list: readonly (readonly [string, TriangleMesh])[]): TriangleMesh =>
    joined(list.map(([name, mesh]) => named(name, mesh)));
  const statesOf = (before: TriangleMesh, after: TriangleMesh): readonly (readonly unknown[])[] =>
    diffGeometry(before, after).diff.parts.map(({ state, name, formerName, before: from, after: to }: PartChange) => [
      state,
      name,
      formerName,
      from,
      to,
    ]);

  test('are matched by name, in any order; a new name for the same triangles is a new name', () => {
    const [one, two, three] = [box(), ball(6, 4), box([4, 4, 4], [5, 5, 5])];
    const before = parts(['crate', one], ['ball', two], ['old', three]);
    const after = parts(['new', three], ['ball', ball(7, 4)], ['crate', shuffled(one, 3)], ['extra', box([9, 9, 9], [10, 10, 10])]);
    expect(statesOf(before, after)).toEqual([
      ['renamed', 'new', 'old', 2, 0],
      ['changed', 'ball', null, 1, 1],
      ['same', 'crate', null, 0, 2],
      ['added', 'extra', null, null, 3],
    ]);
    expect(statesOf(after, before).at(-1)).toEqual(['removed', 'extra', null, 3, null]);
    expect(diffGeometry(before, after).diff.isSame).toBe(false);
  });

  test('with one name are matched by their triangles first, then in order', () => {
    const at = (x: number): TriangleMesh => box([x, 0, 0], [x + 1, 1, 1]);
    const before = parts(['wall', at(0)], ['wall', at(2)], ['wall', at(4)]);
    const after = parts(['wall', at(4)], ['wall', at(7)], ['wall', at(0)]);
    expect(statesOf(before, after)).toEqual([
      ['same', 'wall', null, 2, 0],
      ['changed', 'wall', null, 1, 1],
      ['same', 'wall', null, 0, 2],
    ]);
  });

  test('count the triangles that left and came', () => {
    const before = parts(['a', box()], ['b', ball(6, 4)]);
    const after = parts(['a', { ...box(), indices: box().indices.slice(6) }], ['b', ball(6, 4)]);
    expect(diffGeometry(before, after).diff.parts[0]).toMatchObject({
      trianglesBefore: 12,
      trianglesAfter: 10,
      triangleRemovals: 2,
      triangleAdditions: 0,
    });
  });
});

test('the distance of two surfaces is that of all their points, both ways', () => {
  const before = ball(16, 9);
  const after = { ...before, positions: before.positions.slice() };
  after.positions[1]! += 0.5;
  const { changes } = diffGeometry(before, after);
  const { removed, added } = diffSurfaces(before, after, changes, noProgress);
  // The farthest point of the spike is its tip, above the old pole.
  const byBruteForce = closestPointBruteForce(before, [0, 1.5, 0]).closest!.distance;
  expect(added!.found).toBeCloseTo(byBruteForce, 12);
  expect(added!.atMost).toBeGreaterThanOrEqual(byBruteForce);
  expect(removed!.found).toBeGreaterThan(0);
  expect(removed!.found).toBeLessThan(added!.found);
  const none = diffSurfaces(before, shuffled(before, 2), diffGeometry(before, shuffled(before, 2)).changes, noProgress);
  expect([none.removed!.atMost, none.added!.atMost]).toEqual([0, 0]);
  const empty = meshOf([], []);
  expect(diffSurfaces(before, empty, diffGeometry(before, empty).changes, noProgress).removed).toBeNull();
});

test('distances, fields and farthest points of two versions build each tree once, and are those of trees of their own', () => {
  const before = ball(16, 9);
  const after = { ...before, positions: before.positions.map((value) => 1.1 * value) };
  const { changes } = diffGeometry(before, after);
  const all = (treedFor?: TreedForDistances): readonly unknown[] => {
    const surface = diffSurfaces(before, after, changes, noProgress, treedFor);
    return [
      surface,
      diffFields(before, after, changes, noProgress, treedFor),
      diffFarthest(before, after, changes, surface, noProgress, treedFor),
    ];
  };
  const kept = keptTrees();
  const trees = new Set<Tree>();
  let calls = 0;
  const shared = all((mesh, progress) => {
    const treed = kept(mesh, progress);
    calls++;
    trees.add(treed.tree);
    return treed;
  });
  expect([calls, trees.size]).toEqual([6, 2]);
  expect(shared).toEqual(all());
});

test('findings of import and checks are compared by kind, and more errors or warnings are worse', () => {
  const health = defaultValues(healthOptions);
  const open = { ...box(), indices: box().indices.slice(6), parts: [] };
  const imported = [
    { code: 'unusable-faces', severity: 'warning', count: 3, message: '', fix: '', locations: [] },
    { code: 'non-finite-vertices', severity: 'error', count: 9, message: '', fix: '', locations: [] },
  ] as const;
  const closed = { imported: [], report: checkHealth(box(), health) };
  const holed = { imported, report: checkHealth(open, health) };
  const changes = findingChanges(closed, holed);
  const expected = new Map<string, number>([
    ...holed.report.findings.map(({ code, count }) => [code, count] as const),
    ['unusable-faces', 3] as const,
    ['non-finite-vertices', 9] as const,
  ]);
  for (const { code, before, after } of changes) {
    expect([code, after]).toEqual([code, expected.get(code) ?? 0]);
    expect(before).toBe(closed.report.findings.find((finding) => finding.code === code)?.count ?? 0);
  }
  expect(changes.map(({ code }) => code)).toEqual(expect.arrayContaining([...expected.keys()]));
  expect(changes.find(({ code }) => code === 'boundary-loops')).toMatchObject({ before: 0, after: 1, severity: 'warning' });
  expect(changes.some(isWorse)).toBe(true);
  expect(findingChanges(holed, closed).some(isWorse)).toBe(false);
});
