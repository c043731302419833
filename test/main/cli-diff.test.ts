import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ball, box } from '../fixtures/shapes.ts';
import { cliFolder } from './cli-folder.ts';
import { objText, productFolder, warmPool } from './product.ts';

const { boxwood, json, schemas, write } = cliFolder(warmPool());
for (const name of ['repair', 'diff'])
  schemas.addSchema(JSON.parse(readFileSync(join(productFolder, `resources/schemas/${name}.schema.json`), 'utf8')) as object, name);

const closed = box();
write('open.obj', `o crate\n${objText({ ...closed, indices: closed.indices.slice(6), parts: [] })}`);
write('closed.obj', `o crate\n${objText(closed)}`);
write('taller.obj', `o crate\n${objText(box([-1, -1, -1], [1, 1, 2]))}`);
write('fine.obj', `o ball\n${objText(ball(32, 16))}`);

describe('diff', () => {
  test('reports what changed between two versions, as its schema says', async () => {
    expect(await json('diff', 'diff', 'open.obj', 'closed.obj')).toMatchObject({
      before: 'open.obj',
      after: 'closed.obj',
      same: false,
      triangles: { before: 10, after: 12, same: 10, changedBefore: 0, changedAfter: 0, removed: 0, added: 2 },
      parts: [{ state: 'changed', name: 'crate', trianglesBefore: 10, trianglesAfter: 12, triangleRemovals: 0, triangleAdditions: 2 }],
      facts: { boundaryEdges: { before: 4, after: 0 }, area: { before: 20, after: 24 } },
      surface: { removed: { atMost: 0 }, added: { found: expect.closeTo(1, 2) as number } },
      // The missing face is a sixth of the area, and a point of it on average a third from its border.
      meanDistance: { removed: 0, added: expect.closeTo(1 / 18, 3) as number },
      findings: [{ code: 'boundary-loops', before: 1, after: 0 }],
    });
    expect(await json('diff', 'diff', 'closed.obj', 'taller.obj')).toMatchObject({
      triangles: { same: 2, changedBefore: 4, changedAfter: 4, removed: 6, added: 6 },
      facts: { boundsMax: { before: [1, 1, 1], after: [1, 1, 2] }, signedVolume: { before: 8, after: 12 } },
      surface: { added: { found: 1 } },
      // After: 4 of the top at 1, 8 of the sides at 1/2 on average, of an area of 32.
      meanDistance: { removed: expect.closeTo(1 / 18, 3) as number, added: expect.closeTo(1 / 4, 3) as number },
    });
    expect(await json('diff', 'diff', 'closed.obj', 'fine.obj', '--no-distance')).toMatchObject({ surface: null, meanDistance: null });
  });

  test('reads any format: the same mesh baked has no change; PLY has no names', async () => {
    await boxwood('bake', 'closed.obj', '-o', 'closed.boxwood');
    const { out } = await boxwood('diff', 'closed.obj', 'closed.boxwood', '--fail-on', 'change');
    expect(out).toBe('closed.obj → closed.boxwood\n  No change: the same triangles, parts and findings\n');
    await boxwood('bake', 'closed.obj', '-o', 'closed.ply');
    expect((await boxwood('diff', 'closed.obj', 'closed.ply')).out).toMatch(/renamed +part 0 \(before: crate\) +12 +0 +0\n/);
  });

  test('prints both values only where they differ', async () => {
    const { out } = await boxwood('diff', 'open.obj', 'closed.obj');
    expect(out).toContain('triangles         10 → 12\n');
    expect(out).toContain('10 the same, 0 removed, 2 added\n');
    expect(out).toContain('vertices          8\n');
    expect(out).toMatch(/area +20 → 24\n/);
    expect(out).toMatch(/1 part changed, 0 the same\n.*\n {4}changed +crate +10 → 12 +0 +2\n/);
    expect(out).toMatch(/mean distance +0 from before to after.*\n +0\.05\d+ from after to before\n/);
    expect(out).toMatch(/gone +warning +boundary-loops +1 +0\n/);
  });

  test.each([
    ['never', 'closed.obj', 'open.obj', 0],
    ['worse', 'closed.obj', 'open.obj', 1],
    ['worse', 'open.obj', 'closed.obj', 0],
    ['change', 'open.obj', 'closed.obj', 1],
    ['change', 'open.obj', 'open.obj', 0],
  ])('with --fail-on %s, %s and %s give exit code %i', async (failOn, before, after, exitCode) => {
    expect(await boxwood('diff', before, after, '--no-distance', '--fail-on', failOn)).toMatchObject({ exitCode, err: '' });
  });

  test.each([
    [['closed.obj'], 64, "Missing required argument 'b'"],
    [['closed.obj', 'open.obj', '--fail-on', 'all'], 64, 'never, worse, change'],
    [['closed.obj', 'none.obj'], 2, 'none.obj'],
    [['broken.ply', 'open.obj'], 2, 'broken.ply'],
  ])('refuses %j with exit code %i', async (args, exitCode, message) => {
    expect(await boxwood('diff', ...args)).toMatchObject({ exitCode, out: '', err: expect.stringContaining(message) as string });
  });

  test('compares a mesh without triangles', async () => {
    expect(await json('diff', 'diff', 'points.obj', 'closed.obj')).toMatchObject({
      triangles: { before: 0, after: 12, added: 12 },
      surface: { removed: { atMost: 0 }, added: null },
      meanDistance: { removed: null, added: null },
    });
  });
});
