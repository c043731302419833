import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { box } from '../fixtures/shapes.ts';
import { cliFolder } from './cli-folder.ts';
import { objText, warmPool } from './product.ts';

const pool = warmPool(3);
const { boxwood, folder, json, write } = cliFolder(pool);

/** A box as text of an OBJ file, from `x - 1` to `x + 1` along X; its first vertex has this index. */
function boxText(name: string, x: number, firstVertex: number): string {
  const text = objText(box([x - 1, -1, -1], [x + 1, 1, 1]));
  return `o ${name}\n${text.replace(/^f .+$/gm, (face) => face.replace(/\d+/g, (index) => `${Number(index) + firstVertex}`))}`;
}
// Triangles 0 to 11 are the part "near" about 0, and 12 to 23 the part "far" about x = 10.
write('two.obj', boxText('near', 0, 0) + boxText('far', 10, 8));

/** Returns the lines that a batch prints. */
async function lines(...args: string[]): Promise<readonly Record<string, unknown>[]> {
  const { exitCode, out, err } = await boxwood('query', ...args);
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
  return out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('the filter of parts and sides', () => {
  test('holds for the closest point, the nearest triangles and those within a distance', async () => {
    const closest = ['query', 'closest', 'two.obj', '--point', '3,0.2,0.1'];
    expect(await json('query-closest', ...closest)).toMatchObject({
      parts: '',
      sides: 'both',
      distance: 2,
      partName: 'near',
      signedDistance: 2,
    });
    const far = await json('query-closest', ...closest, '--parts', 'far', '--count', '2');
    expect(far).toMatchObject({ parts: 'far', distance: 6, partName: 'far', inside: false, signedDistance: null });
    expect((far['closest'] as { partName: string }[]).map(({ partName }) => partName)).toEqual(['far', 'far']);
    // The point is below the plane of the upper side, y = 1, so that side shows its back.
    expect(await json('query-closest', ...closest, '--parts', 'near', '--sides', 'back')).toMatchObject({
      sides: 'back',
      distance: expect.closeTo(Math.hypot(2, 0.8), 12),
      position: [1, 1, expect.closeTo(0.1, 12)],
    });
    const within = ['query', 'within', 'two.obj', '--point', '5,0.2,0.1', '--distance', '4.3'];
    const both = (await json('query-within', ...within))['triangles'] as number[];
    const near = (await json('query-within', ...within, '--parts', 'near'))['triangles'] as number[];
    expect([near.length > 0, both.length > near.length]).toEqual([true, true]);
    expect(near).toEqual(both.filter((triangle) => triangle < 12));
  });

  test('holds for a sweep, seen along its motion', async () => {
    const sweep = ['query', 'sweep', 'two.obj', '--shape', 'sphere', '--radius', '0.5', '--from', '-4,0.2,0.1', '--to', '16,0.2,0.1'];
    expect(await json('query-sweep', ...sweep)).toMatchObject({
      parts: '',
      sides: 'both',
      partName: 'near',
      center: [expect.closeTo(-1.5, 6), 0.2, 0.1],
    });
    expect(await json('query-sweep', ...sweep, '--parts', 'far')).toMatchObject({
      partName: 'far',
      center: [expect.closeTo(8.5, 6), 0.2, 0.1],
    });
    const still = ['query', 'sweep', 'two.obj', '--shape', 'sphere', '--radius', '0.5', '--from', '1.2,0,0', '--to', '1.2,0,0'];
    expect(await json('query-sweep', ...still, '--sides', 'front')).toMatchObject({ state: 'startsInside' });
    expect(await json('query-sweep', ...still, '--sides', 'back')).toMatchObject({ state: 'miss' });
  });

  test('holds for each line of a batch, from its own viewpoint', async () => {
    write('rays.csv', '-5,0.2,0.1,1,0,0\n15,0.2,0.1,-1,0,0\n');
    expect(await lines('ray', 'two.obj', '--rays', 'rays.csv', '--parts', 'far')).toMatchObject([
      { hits: [{ distance: 14, part: 1 }] },
      { hits: [{ distance: 4, part: 1 }] },
    ]);
    expect(await lines('ray', 'two.obj', '--rays', 'rays.csv', '--sides', 'back')).toMatchObject([
      { hits: [{ distance: 6, part: 0 }] },
      { hits: [{ distance: 6, part: 1 }] },
    ]);
    write('places.csv', '3,0.2,0.1\n13,0.2,0.1\n');
    const closest = ['closest', 'two.obj', '--points', 'places.csv', '--parts', 'near'];
    expect(await lines(...closest)).toMatchObject([
      { distance: 2, position: [1, 0.2, 0.1] },
      { distance: 12, position: [1, 0.2, 0.1] },
    ]);
    expect(await lines(...closest, '--max-distance', '3')).toMatchObject([
      { distance: 2 },
      { triangle: null, position: null, distance: null },
    ]);
    expect(await lines(...closest, '--count', '1')).toMatchObject([{ closest: [{ distance: 2 }] }, { closest: [{ distance: 12 }] }]);
    const [right] = await lines('within', 'two.obj', '--points', 'places.csv', '--distance', '2');
    for (const verb of [
      ['within', '--distance'],
      ['sphere', '--radius'],
    ] as const) {
      const spheres = [verb[0], 'two.obj', '--points', 'places.csv', verb[1], '2'];
      expect(await lines(...spheres, '--parts', 'near')).toEqual([right, { triangles: [] }]);
      expect(await lines(...spheres, '--sides', 'back')).toEqual([{ triangles: [] }, { triangles: [] }]);
    }
    expect(right!['triangles']).not.toEqual([]);
  });

  test('gives the winding number of the chosen parts alone', async () => {
    const inside = ['query', 'inside', 'two.obj', '--point', '10,0.2,0.1'];
    expect(await json('query-inside', ...inside)).toMatchObject({ parts: '', inside: true, winding: 1 });
    expect(await json('query-inside', ...inside, '--parts', 'near')).toMatchObject({ parts: 'near', inside: false, winding: 0 });
    expect(await json('query-inside', ...inside, '--parts', 'far')).toMatchObject({ inside: true, winding: 1, isClosed: true });
    write('middles.csv', '10,0.2,0.1\n0,0.2,0.1\n');
    expect(await lines('inside', 'two.obj', '--points', 'middles.csv', '--parts', 'far')).toEqual([
      { inside: true, winding: 1 },
      { inside: false, winding: 0 },
    ]);
  });

  test.each([
    [['closest', '--point', '0,0,0']],
    [['within', '--point', '0,0,0', '--distance', '1']],
    [['inside', '--point', '0,0,0']],
    [['sweep', '--shape', 'sphere', '--radius', '1', '--from', '0,0,9', '--to', '0,0,0']],
    [['ray', '--rays', 'empty.csv']],
    [['closest', '--points', 'empty.csv']],
  ])('refuses a name that no part has: %s', async ([verb, ...flags]) => {
    write('empty.csv', '');
    const { exitCode, out, err } = await boxwood('query', verb!, 'two.obj', ...flags, '--parts', 'door');
    expect({ exitCode, out }).toEqual({ exitCode: 64, out: '' });
    expect(err).toContain('No part has the name "door"');
  });

  test('leaves out triangles of a traced inside test', async () => {
    const args = ['query', 'inside', 'two.obj', '--point', '0,0,0', '--kind', 'aabb', '--trace', 'trace.json', '--parts', '#0', '--json'];
    const { exitCode, out, err } = await boxwood(...args);
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
    const { input, trace } = JSON.parse(readFileSync(join(folder, 'trace.json'), 'utf8')) as {
      readonly input: { readonly parts: string };
      readonly trace: readonly { readonly triangle?: number | null }[];
    };
    expect(input.parts).toBe('#0');
    const tested = trace.flatMap(({ triangle }) => triangle ?? []);
    expect(tested.length).toBeGreaterThan(0);
    expect(Math.max(...tested)).toBeLessThan(12);
    expect(JSON.parse(out)).toMatchObject({ parts: '#0' });
  });
});
