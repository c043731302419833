import { compareKinds, everyVariant, type KindRecord } from '#core/job/compare-kinds';
import { seededTasks, type CompareCounts } from '#core/job/compare-tasks';
import { InspectorError } from '#core/error';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { buildOptions } from '#core/options/build-options';
import { defaultValues } from '#core/options/option';
import { noProgress } from '#core/progress';
import { raycast } from '#core/query/ray/ray';
import { buildTree } from '#core/tree/build-tree';
import type { Engine } from '#core/tree/engine';
import { openTree } from '#core/tree/open-tree';
import type { TreeKind } from '#core/tree/layout';
import { treeTightness } from '#core/tree/tightness';
import { dopDirections } from '#core/tree/kinds/dop/dop-directions';
import { dopFaces, createFaceWorkspace, measureDop } from '#core/tree/kinds/dop/dop-polytope';
import { createHash } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { fasterClock } from '../../fixtures/faster-clock.ts';
import { ball, box, knot, meshOf } from '../../fixtures/shapes.ts';

const options = defaultValues(buildOptions);
const counts = { rays: 60, spheres: 20, motions: 8, seed: 3, turnMilliseconds: 1 };

/** Compares as `compareKinds`, and spends little time on what is measured. */
function compared(
  mesh: TriangleMesh,
  changed: Partial<CompareCounts> = {},
  report?: (rows: readonly KindRecord[]) => void,
): readonly KindRecord[] {
  const restore = fasterClock(100);
  try {
    return compareKinds(mesh, options, { ...counts, ...changed }, noProgress, report);
  } finally {
    restore();
  }
}

describe('all kinds side by side', () => {
  const mesh = knot(2, 3, 96, 8);
  const records = compared(mesh);
  const row = (kind: TreeKind, engine: Engine = 'typescript') =>
    records.find(({ options: { kind: own, split }, statistics }) => own === kind && split === 'sah' && statistics.queryEngine === engine)!;

  it('run the same queries and return the same results', () => {
    expect(records.map((record) => record.options)).toEqual(everyVariant(options).map((variant) => variant.options));
    expect(new Set(records.map(({ resultHash }) => resultHash)).size).toBe(1);
    for (const { rays, sweep, cachedSweep, spheres, motions } of records)
      expect([rays, sweep, cachedSweep, spheres, motions].map(({ queries }) => queries)).toEqual([60, 60, 60, 20, 8]);
    const others = compared(mesh, { seed: 4 });
    expect(others[0]!.resultHash).not.toBe(records[0]!.resultHash);
  });

  it('give the same counts for the same seed, whatever the clock says', () => {
    const timeless = (list: typeof records) =>
      list.map(({ rays, sweep, cachedSweep, spheres, motions, tightness }) =>
        [rays, sweep, cachedSweep, spheres, motions].map((cost) => [cost.nodesVisited, cost.falsePositives, tightness]),
      );
    expect(timeless(compared(mesh))).toEqual(timeless(records));
  });

  it('run in TypeScript, and wide trees in WebAssembly too, whose copies have a time of their own', () => {
    const engines = records.map(({ options: { kind }, statistics: { engine, queryEngine } }) => [kind, engine, queryEngine]);
    expect(engines.filter(([, engine, queryEngine]) => engine !== 'typescript' || queryEngine !== 'typescript')).toEqual([
      ['wide', 'webassembly', 'webassembly'],
    ]);
    expect(everyVariant(options, false).map(({ engine }) => engine)).toEqual(
      Array.from({ length: records.length - 1 }, () => 'typescript'),
    );
    for (const record of records) {
      const isCopied = record === row('wide', 'webassembly');
      expect([record.copyMilliseconds === null, record.pairCopyMilliseconds === null]).toEqual([!isCopied, !isCopied]);
    }
  });

  it('are reported while they are measured: first with counts, then with times', () => {
    const reports: (typeof records)[] = [];
    const timeless = ({ rays, spheres, tightness, statistics }: (typeof records)[number]) => [
      rays.nodesVisited,
      spheres.falsePositives,
      tightness,
      statistics.bytes,
    ];
    const last = compared(mesh, {}, (rows) => reports.push(rows));
    expect(reports.map((rows) => rows.length)).toEqual([...last.map((_, i) => i + 1), last.length]);
    for (const rows of reports) expect(rows.map(timeless)).toEqual(last.slice(0, rows.length).map(timeless));
    const isTimed = (rows: typeof records): boolean[] => [...new Set(rows.map(({ motions }) => motions.microseconds > 0))];
    expect(reports.map(isTimed)).toEqual([...last.map(() => [false]), [true]]);
  });

  it('count the same rays that are timed: those to the first hit', () => {
    const tree = openTree(buildTree(mesh, options));
    const answers = seededTasks(mesh, counts).rays.map((ray) => raycast(tree, mesh, ray, { mode: 'first', cull: false }));
    expect(row('aabb').rays.nodesVisited).toBe(answers.reduce((sum, { stats }) => sum + stats.nodesVisited, 0) / 60);
    expect(row('aabb').rays.falsePositives).toBe(
      answers.reduce((sum, { stats, hits }) => sum + stats.trianglesTested - hits.length, 0) / 60,
    );
  });

  it('are spared volumes by the hit cache where rays follow one another', () => {
    for (const { sweep, cachedSweep } of records) expect(cachedSweep.nodesVisited).toBeLessThanOrEqual(sweep.nodesVisited);
    for (const one of [row('aabb'), row('sphere'), row('wide', 'webassembly')])
      expect(one.cachedSweep.nodesVisited).toBeLessThan(one.sweep.nodesVisited);
    const { sweep } = seededTasks(mesh, counts);
    expect(sweep.length).toBeGreaterThan(1);
    for (const [i, { origin, direction }] of sweep.entries()) {
      expect(origin).toEqual(sweep[0]!.origin);
      expect(Math.hypot(...direction.map((value, k) => value - sweep[Math.max(0, i - 1)]!.direction[k]!))).toBeLessThan(0.1);
    }
  });

  it('are compared by the volume around a triangle, since few volumes have a small sum', () => {
    const [plain, wide, leafFree] = [row('aabb'), row('wide'), row('leaf-free')].map(({ tightness }) => tightness);
    expect(wide!.area!).toBeLessThan(0.6 * plain!.area!);
    // Its leaves are those of the boxes, a few ulp larger.
    expect(wide!.innerArea! / plain!.innerArea!).toBeCloseTo(1, 3);
    expect(leafFree!.area!).toBeLessThan(plain!.area!);
    expect(leafFree!.innerArea!).toBeGreaterThan(1.2 * plain!.innerArea!);
  });

  it('are the tighter the more directions bound them', () => {
    for (const area of ['area', 'innerArea'] as const) {
      const areas = (['dop6', 'dop14', 'dop26'] as const).map((kind) => row(kind).tightness[area]!);
      expect(areas[0]).toBeCloseTo(row('aabb').tightness[area]!, 4);
      expect(areas[1]).toBeLessThan(areas[0]!);
      expect(areas[2]).toBeLessThan(areas[1]!);
      expect(row('obb').tightness[area]!).toBeLessThan(row('aabb').tightness[area]!);
    }
    expect(row('sphere').rays.falsePositives).toBeGreaterThan(row('aabb').rays.falsePositives);
    expect(row('dop26').rays.falsePositives).toBeLessThan(row('aabb').rays.falsePositives);
  });

  it('can be cancelled', () => {
    const cancelled = new InspectorError({ code: 'cancelled', message: 'Cancelled', fix: 'Start again', location: {} });
    let calls = 0;
    const stop = (): void => {
      if (++calls > 40) throw cancelled;
    };
    expect(() => compareKinds(mesh, options, counts, stop)).toThrow(cancelled);
  });

  it('are compared on a single point too', () => {
    const point = meshOf([1, 2, 3], [0, 0, 0]);
    const [first] = compared(point);
    expect(first!.tightness).toEqual({ area: null, volume: null, innerArea: null, innerVolume: null });
    expect(seededTasks(point, counts).rays.every(({ direction }) => direction.some((value) => value !== 0))).toBe(true);
  });
});

describe('the seeded queries of a comparison', () => {
  // Engines differ in the last bit of sines and cosines, so their counts of nodes visited would too.
  it('are the same numbers in every JavaScript engine', () => {
    const { rays, sweep, spheres, motions } = seededTasks(box(), counts);
    const numbers = [
      ...[...rays, ...sweep].flatMap(({ origin, direction }) => [...origin, ...direction]),
      ...spheres.flatMap(({ center, radius }) => [...center, radius]),
      ...motions.flat(),
    ];
    expect(createHash('sha256').update(Float64Array.from(numbers)).digest('hex').slice(0, 16)).toBe('9e9d56893c1c06d0');
    const engineSpecific = ['sin', 'cos', 'hypot'] as const;
    const spies = engineSpecific.map((name) => vi.spyOn(Math, name));
    seededTasks(box(), counts);
    expect(spies.map((spy) => spy.mock.calls.length)).toEqual([0, 0, 0]);
    vi.restoreAllMocks();
  });

  it('rotate and move the mesh without scaling it', () => {
    for (const pose of seededTasks(box(), counts).motions)
      for (const [i, j] of [
        [0, 0],
        [4, 4],
        [8, 8],
        [0, 4],
        [4, 8],
        [8, 0],
      ] as const) {
        const product = [0, 1, 2].reduce((sum, k) => sum + pose[i + k]! * pose[j + k]!, 0);
        expect(product).toBeCloseTo(i === j ? 1 : 0, 12);
      }
  });
});

describe('the surface and content of volumes', () => {
  it('are those of a cube and of the bodies that its corners and edges leave', () => {
    // A cube of side 2: area 24, volume 8. Without leaves below it the sum is the root alone.
    expect(treeTightness(openTree(buildTree(box(), { leafTriangles: 12 })))).toEqual({ area: 1, volume: 1, innerArea: 1, innerVolume: 1 });
    // Two triangles a unit square in the plane, apart by 2: the root's box is 3 × 1 × 0 with two faces, each leaf's a third of it.
    const squares = meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0, 2, 0, 0, 3, 0, 0, 2, 1, 0], [0, 1, 2, 3, 4, 5]);
    const ofSquares = (kind: TreeKind) => treeTightness(openTree(buildTree(squares, { kind, leafTriangles: 1 })));
    expect([ofSquares('aabb').area, ofSquares('aabb').innerArea]).toEqual([5 / 3, 1 / 3]);
    expect([ofSquares('leaf-free').area, ofSquares('leaf-free').innerArea]).toEqual([1, 1]);
    const workspace = createFaceWorkspace();
    // |x|, |y|, |z| ≤ 1 and |±x ±y ±z| ≤ 2: a cube that loses at each corner a pyramid of edge 1: volume 8 − 8/6.
    const cut = Float32Array.of(-1, -1, -1, -2, -2, -2, -2, 1, 1, 1, 2, 2, 2, 2);
    const { area, volume } = measureDop(dopDirections.dop14, cut, 0, workspace);
    expect(volume).toBeCloseTo(8 - 8 / 6, 12);
    // Each corner loses three right triangles of 1/2 and gains an equilateral one of side √2.
    expect(area).toBeCloseTo(24 + 8 * (Math.sqrt(3) / 2 - 1.5), 12);
    expect(dopFaces(dopDirections.dop14, cut, 0)).toHaveLength(14);
    // |x ± y| ≤ 1 and so on instead of the sides: the rhombic dodecahedron, volume 2 and area 6√2.
    const rhombic = Float32Array.of(-1, -1, -1, -1, -1, -1, -1, -1, -1, 1, 1, 1, 1, 1, 1, 1, 1, 1);
    const dodecahedron = measureDop(dopDirections.dop18, rhombic, 0, workspace);
    expect(dodecahedron.volume).toBeCloseTo(2, 12);
    expect(dodecahedron.area).toBeCloseTo(6 * Math.SQRT2, 12);
  });

  it('near those of a ball for its 26-DOP, and infinite beyond the range of numbers', () => {
    const tree = openTree(buildTree(ball(96, 48), { kind: 'dop26', leafTriangles: 1024 }));
    const { area, volume } = measureDop(dopDirections.dop26, tree.nodesF32, 0, createFaceWorkspace());
    // Of the 26-DOP about a ball of radius 1: 4.7757 by four million random points.
    expect(volume).toBeCloseTo(4.776, 2);
    // Every face touches a ball of radius 1.
    expect(area / 3 / volume).toBeCloseTo(1, 2);
    expect(measureDop(dopDirections.dop6, Float32Array.of(-Infinity, 0, 0, Infinity, 1, 1), 0, createFaceWorkspace())).toEqual({
      area: Infinity,
      volume: Infinity,
    });
  });

  it('are within a percent of all nodes where only some of them are measured', () => {
    const tree = openTree(buildTree(ball(96, 48), { kind: 'dop26', leafTriangles: 1 }));
    const all = treeTightness(tree, tree.nodeCount);
    const some = treeTightness(tree, 500);
    expect(some).not.toEqual(all);
    for (const key of ['area', 'volume'] as const) expect(Math.abs(some[key]! / all[key]! - 1)).toBeLessThan(0.01);
    // Of the leaves alone, which are all below the top levels.
    for (const key of ['innerArea', 'innerVolume'] as const) expect(Math.abs(some[key]! / all[key]! - 1)).toBeLessThan(0.03);
  });
});
