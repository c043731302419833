import { compareKinds, everyVariant } from '#core/job/compare-kinds';
import { seededTasks } from '#core/job/compare-tasks';
import { InspectorError } from '#core/error';
import { buildOptions } from '#core/options/build-options';
import { defaultValues } from '#core/options/option';
import { noProgress } from '#core/progress';
import { buildTree } from '#core/tree/build-tree';
import { openTree, type TreeKind } from '#core/tree/layout';
import { treeTightness } from '#core/tree/volume-measure';
import { dopFaces, createFaceWorkspace, measureDop } from '#core/tree/volume/dop-polytope';
import { describe, expect, it } from 'vitest';
import { ball, box, knot, meshOf } from '../../fixtures/shapes.ts';

const options = defaultValues(buildOptions);
const counts = { rays: 60, spheres: 20, motions: 8, seed: 3, turnMilliseconds: 1 };

describe('all kinds side by side', () => {
  const records = compareKinds(knot(), options, counts, noProgress);
  const row = (kind: TreeKind) => records.find((record) => record.options.kind === kind && record.options.split === 'sah')!;

  it('are asked the same and answer the same', () => {
    expect(records.map((record) => record.options)).toEqual(everyVariant(options));
    expect(new Set(records.map(({ answers }) => answers)).size).toBe(1);
    for (const { rays, spheres, motions } of records) expect([rays.queries, spheres.queries, motions.queries]).toEqual([60, 20, 8]);
    const others = compareKinds(knot(), options, { ...counts, seed: 4 }, noProgress);
    expect(others[0]!.answers).not.toBe(records[0]!.answers);
  });

  it('give the same counts for the same seed, whatever the clock says', () => {
    const timeless = (list: typeof records) => list.map(({ rays, spheres, motions, tightness }) => [rays, spheres, motions].map((cost) => [cost.nodesVisited, cost.falsePositives, tightness]));
    expect(timeless(compareKinds(knot(), options, counts, noProgress))).toEqual(timeless(records));
  });

  it('are the tighter the more directions bound them', () => {
    const areas = (['dop6', 'dop14', 'dop26'] as const).map((kind) => row(kind).tightness.area!);
    expect(areas[0]).toBeCloseTo(row('aabb').tightness.area!, 4);
    expect(areas[1]).toBeLessThan(areas[0]!);
    expect(areas[2]).toBeLessThan(areas[1]!);
    expect(row('obb').tightness.area!).toBeLessThan(row('aabb').tightness.area!);
    expect(row('sphere').rays.falsePositives).toBeGreaterThan(row('aabb').rays.falsePositives);
    expect(row('dop26').rays.falsePositives).toBeLessThan(row('aabb').rays.falsePositives);
  });

  it('can be cancelled', () => {
    const cancelled = new InspectorError({ code: 'cancelled', message: 'Cancelled', cure: 'Start again', place: {} });
    let calls = 0;
    const stop = (): void => {
      if (++calls > 40) throw cancelled;
    };
    expect(() => compareKinds(knot(), options, counts, stop)).toThrow(cancelled);
  });

  it('are compared on a single point too', () => {
    const point = meshOf([1, 2, 3], [0, 0, 0]);
    const [first] = compareKinds(point, options, counts, noProgress);
    expect(first!.tightness).toEqual({ area: null, volume: null });
    expect(seededTasks(point, counts).rays.every(({ direction }) => direction.some((value) => value !== 0))).toBe(true);
  });
});

describe('the surface and content of volumes', () => {
  it('are those of a cube and of the bodies that its corners and edges leave', () => {
    // A cube of side 2: area 24, volume 8. Without leaves below it the sum is the root alone.
    expect(treeTightness(openTree(buildTree(box(), { leafTriangles: 12 })))).toEqual({ area: 1, volume: 1 });
    const workspace = createFaceWorkspace();
    // |x|, |y|, |z| ≤ 1 and |±x ±y ±z| ≤ 2: a cube that loses at each corner a pyramid of edge 1: volume 8 − 8/6.
    const cut = Float32Array.of(-1, -1, -1, -2, -2, -2, -2, 1, 1, 1, 2, 2, 2, 2);
    const { area, volume } = measureDop('dop14', cut, 0, workspace);
    expect(volume).toBeCloseTo(8 - 8 / 6, 12);
    // Each corner loses three right triangles of 1/2 and gains an equilateral one of side √2.
    expect(area).toBeCloseTo(24 + 8 * (Math.sqrt(3) / 2 - 1.5), 12);
    expect(dopFaces('dop14', cut, 0)).toHaveLength(14);
    // |x ± y| ≤ 1 and so on instead of the sides: the rhombic dodecahedron, volume 2 and area 6√2.
    const rhombic = Float32Array.of(-1, -1, -1, -1, -1, -1, -1, -1, -1, 1, 1, 1, 1, 1, 1, 1, 1, 1);
    const dodecahedron = measureDop('dop18', rhombic, 0, workspace);
    expect(dodecahedron.volume).toBeCloseTo(2, 12);
    expect(dodecahedron.area).toBeCloseTo(6 * Math.SQRT2, 12);
  });

  it('near those of a ball for its 26-DOP, and infinite beyond the range of numbers', () => {
    const tree = openTree(buildTree(ball(96, 48), { kind: 'dop26', leafTriangles: 1024 }));
    const { area, volume } = measureDop('dop26', tree.nodesF32, 0, createFaceWorkspace());
    // Of the 26-DOP about a ball of radius 1: 4.7757 by four million random points.
    expect(volume).toBeCloseTo(4.776, 2);
    // Every face touches a ball of radius 1.
    expect(area / 3 / volume).toBeCloseTo(1, 2);
    expect(measureDop('dop6', Float32Array.of(-Infinity, 0, 0, Infinity, 1, 1), 0, createFaceWorkspace())).toEqual({ area: Infinity, volume: Infinity });
  });

  it('are within a percent of all nodes where only some of them are measured', () => {
    const tree = openTree(buildTree(ball(96, 48), { kind: 'dop26', leafTriangles: 1 }));
    const all = treeTightness(tree, tree.nodeCount);
    const some = treeTightness(tree, 500);
    expect(some).not.toEqual(all);
    expect(Math.abs(some.area! / all.area! - 1)).toBeLessThan(0.01);
    expect(Math.abs(some.volume! / all.volume! - 1)).toBeLessThan(0.01);
  });
});
