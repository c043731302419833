import { describe, expect, test } from 'vitest';
import { holesText, parseHoles } from '#core/health/repair/chosen-holes';
import { checkHealth } from '#core/health/report/check-health';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { healthOptions } from '#core/options/health-options';
import { defaultValues } from '#core/options/option';
import { ball, box, joined, meshOf, named } from '../../../fixtures/shapes.ts';
import { countsOf, repaired, trianglesAsText } from './repaired.ts';

/** A mesh without some of its triangles. */
function without({ positions, indices, parts: [part] }: TriangleMesh, dropped: readonly number[]): TriangleMesh {
  const kept = indices.filter((_, i) => !dropped.includes(Math.floor(i / 3)));
  return { positions, indices: kept, parts: [{ ...part!, triangleCount: kept.length / 3 }] };
}

/** The boundary loops of a mesh as the check lists them, each with its edges as text. */
function loopsOf(mesh: TriangleMesh): readonly string[] {
  const [finding] = checkHealth(mesh, { ...defaultValues(healthOptions), only: 'boundary-loops' }).findings;
  if (finding === undefined) return [];
  const { words, groups } = finding.elements;
  const at = (vertex: number): string => mesh.positions.slice(3 * vertex, 3 * vertex + 3).join(' ');
  return Array.from({ length: finding.count }, (_, loop) =>
    Array.from({ length: groups![loop + 1]! - groups![loop]! }, (_, i) => {
      const edge = groups![loop]! + i;
      return [at(words[2 * edge]!), at(words[2 * edge + 1]!)].sort().join(' | ');
    })
      .sort()
      .join('\n'),
  );
}

/** A triangle and its neighbours at two of its sides. */
function neighbours({ indices }: TriangleMesh): readonly [number, number, number] {
  const middle = 20;
  const at = (side: number): number => {
    const [from, to] = [indices[3 * middle + side]!, indices[3 * middle + ((side + 1) % 3)]!];
    const has = (triangle: number, vertex: number): boolean => indices.slice(3 * triangle, 3 * triangle + 3).includes(vertex);
    return Array.from({ length: indices.length / 3 }, (_, i) => i).find((i) => i !== middle && has(i, from) && has(i, to))!;
  };
  return [middle, at(0), at(1)];
}

const threeHoles = without(ball(24, 12), [1, 2, 3, 60, 61, 200, 201, 202, 203]);

describe('filling chosen holes', () => {
  test('fills each of them alone, and leaves the others as they are', async () => {
    const loops = loopsOf(threeHoles);
    expect(loops.length).toBeGreaterThanOrEqual(3);
    for (let hole = 0; hole < loops.length; hole++) {
      const result = await repaired(threeHoles, { fillHoles: true, holes: `${hole + 1}` });
      expect(countsOf(result)).toMatchObject({ 'holes filled': 1, 'holes left, which were not chosen': loops.length - 1 });
      expect(loopsOf(result.mesh).toSorted()).toEqual(loops.filter((_, i) => i !== hole).toSorted());
      expect(trianglesAsText(result.mesh)).toEqual(expect.arrayContaining([...trianglesAsText(threeHoles)]));
    }
    const both = await repaired(threeHoles, { fillHoles: true, holes: '1,3' });
    expect(loopsOf(both.mesh).toSorted()).toEqual([loops[1]!, ...loops.slice(3)].toSorted());
    const all = await repaired(threeHoles, { fillHoles: true, holes: `1-${loops.length}` });
    expect(trianglesAsText(all.mesh)).toEqual(trianglesAsText((await repaired(threeHoles, { fillHoles: true })).mesh));
  });

  test('ignores the limits, which are for all holes', async () => {
    const open = without(box(), [0, 1]);
    expect(countsOf(await repaired(open, { fillHoles: true, maxHoleEdges: 3 }))).toEqual({ 'holes left, over the limits': 1 });
    expect(countsOf(await repaired(open, { fillHoles: true, maxHoleEdges: 3, holes: '1' }))).toMatchObject({ 'holes filled': 1 });
  });

  test('finds them after other repairs, where triangles were dropped and vertices joined', async () => {
    const loops = loopsOf(threeHoles);
    // Twice the first triangles, and each corner a vertex of its own.
    const indices = Uint32Array.from([...threeHoles.indices.subarray(0, 30), ...threeHoles.indices]);
    const positions = Float64Array.from([...indices].flatMap((vertex) => [...threeHoles.positions.subarray(3 * vertex, 3 * vertex + 3)]));
    const soup = meshOf([...positions], Array.from(indices.keys()));
    const own = loopsOf(soup);
    expect(own.length).toBeGreaterThan(0);
    const wanted = own.indexOf(loops[2]!);
    expect(wanted).toBeGreaterThanOrEqual(0);
    const { mesh, steps } = await repaired(soup, {
      weld: 1e-6,
      dropDuplicates: true,
      fillHoles: true,
      holes: `${wanted + 1}`,
      dropUnused: true,
    });
    expect(steps.at(-2)).toMatchObject({ repair: 'fill-holes', counts: [{ what: 'holes filled', count: 1 }, {}, {}] });
    expect(loopsOf(mesh)).not.toContain(loops[2]);
    expect(loopsOf(mesh)).toContain(loops[0]);
  });

  test('distinguishes two holes at one triangle, and a collider at the same place', async () => {
    // The two neighbours of one triangle, at different sides.
    const whole = ball(8, 5);
    const [middle, left, right] = neighbours(whole);
    const torn = without(whole, [left, right]);
    const [first, second] = loopsOf(torn);
    expect([first, second].every((loop) => loop!.split('\n').length === 3)).toBe(true);
    const corners = trianglesAsText(whole)[middle]!.split(' | ');
    for (const loop of [first!, second!]) expect(corners.filter((corner) => loop.includes(corner))).toHaveLength(2);
    expect(loopsOf((await repaired(torn, { fillHoles: true, holes: '2' })).mesh)).toEqual([first]);
    expect(loopsOf((await repaired(torn, { fillHoles: true, holes: '1' })).mesh)).toEqual([second]);
    const role = { isRendered: false, isTrigger: false } as never;
    const open = without(box(), [0, 1]);
    const twice = joined([named('seen', open), named('UCX_seen', open)]);
    const parts = twice.parts.map((part, i) => (i === 0 ? part : { ...part, role }));
    const both = { ...twice, parts };
    expect(loopsOf(both)).toHaveLength(2);
    const one = await repaired(both, { fillHoles: true, holes: '2' });
    expect(one.mesh.parts.map(({ triangleCount }) => triangleCount)).toEqual([10, 12]);
  });

  test.each(['0', 'one', '3-1', '1,,2', '-1', '1.5'])('refuses "%s" as a list', async (holes) => {
    await expect(repaired(threeHoles, { fillHoles: true, holes })).rejects.toThrow('is not a list of holes');
  });

  test('refuses a hole that is not there', async () => {
    await expect(repaired(threeHoles, { fillHoles: true, holes: '1,99' })).rejects.toMatchObject({
      message: 'There is no hole 99',
      fix: expect.stringMatching(/^Use numbers from 1 to \d,/) as string,
    });
    await expect(repaired(box(), { fillHoles: true, holes: '1' })).rejects.toMatchObject({
      fix: expect.stringContaining('no holes') as string,
    });
  });
});

test('lists of holes are written with ranges and read again', () => {
  expect(holesText([1, 2, 3, 5, 8, 9])).toBe('1-3,5,8-9');
  expect(parseHoles('8-9, 5,1-3,2')).toEqual([1, 2, 3, 5, 8, 9]);
  expect(holesText([])).toBe('');
});
