import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importMesh } from '#core/import/import-mesh';
import { buildOptions } from '#core/options/build-options';
import { defaultValues } from '#core/options/option';
import { raycast, raycastSteps, type Ray } from '#core/query/ray/ray';
import { buildTree } from '#core/tree/build-tree';
import { openTree } from '#core/tree/open-tree';
import { columns, printable } from '../../main/terminal/columns.ts';
import { inTurns } from '../../main/cli/in-turns.ts';
import { productFolder, temporaryFolder } from './product.ts';
import { runInProcess } from './run-in-process.ts';
import { scaled } from '../fixtures/scale.ts';

const folder = temporaryFolder();
const triangles = scaled(1_000_000);
writeFileSync(join(folder, 'same.stl'), sameTriangles(triangles));
writeFileSync(join(folder, 'few.stl'), sameTriangles(150));

/** One triangle, so many times: every ray through it has as many hits, and one leaf holds them all. */
function sameTriangles(count: number): Uint8Array {
  const bytes = Buffer.alloc(84 + 50 * count);
  bytes.writeUInt32LE(count, 80);
  for (let t = 0; t < count; t++) [0, 0, 0, 1, 0, 0, 0, 1, 0].forEach((value, k) => bytes.writeFloatLE(value, 84 + 50 * t + 12 + 4 * k));
  return bytes;
}

const through = ['--origin', '0.2,0.3,5', '--direction', '0.01,0,-1', '--mode', 'all'];

describe('large results', () => {
  test('hundreds of thousands of rows are aligned', () => {
    const rows = Array.from({ length: 400_000 }, (_, i) => [String(i), 'x']);
    expect(columns(rows, [0]).length).toBe(rows.length * '  399999  x\n'.length);
  });

  test('a leaf of a great many triangles is one pair of the histogram', async () => {
    const options = { folder };
    const { out, exitCode } = await runInProcess(['tree', 'same.stl', '--min-extent', '1e9', '--json'], options);
    expect(exitCode).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ leaves: 1, histograms: { leafSizes: [[triangles, 1]] } });
    const text = await runInProcess(['tree', 'same.stl', '--min-extent', '1e9'], options);
    expect(text).toMatchObject({ exitCode: 0, err: '' });
    expect(text.out).toContain(triangles.toLocaleString('en'));
  });

  test('a ray with a great many hits is processed in steps', () => {
    const mesh = {
      positions: Float64Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0]),
      indices: Uint32Array.from({ length: 3000 }, (_, i) => i % 3),
      parts: [],
    };
    const tree = openTree(buildTree(mesh, defaultValues(buildOptions)));
    const down: Ray = { origin: [0.2, 0.3, 5], direction: [0, 0, -1], far: Infinity };
    const steps = [...raycastSteps(tree, mesh, down, { mode: 'all', cull: false })];
    expect(steps.length).toBeGreaterThanOrEqual(3);
  });

  test('Ctrl-C is heard between the steps', async () => {
    const stop = new AbortController();
    setImmediate(() => stop.abort());
    const endless = (function* (): Generator<void, void> {
      for (;;) yield;
    })();
    await expect(inTurns(endless, stop.signal)).rejects.toMatchObject({ code: 'cancelled' });
  });

  test('of many hits the first hundred are printed', async () => {
    const { exitCode, out } = await runInProcess(['query', 'ray', 'few.stl', ...through], { folder });
    expect(exitCode).toBe(0);
    expect(out).toContain('few.stl: 150 hits');
    expect(out).toContain('and 50 more: see --json');
    expect(out.split('\n').length).toBeLessThan(110);
  });
});

test('names cannot drive the terminal', async () => {
  const bell = 'o \u001b]0;owned\u0007\u202e\u009b\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n';
  writeFileSync(join(folder, 'bell.obj'), bell);
  const { out } = await runInProcess(['inspect', 'bell.obj'], { folder });
  expect(out.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/);
  expect(printable('plain ∑ text')).toBe('plain ∑ text');
});

test('the ray of the query is the given one, not one that was rounded twice', async () => {
  const file = join(productFolder, 'resources/samples/knot.ply');
  const context = { fileName: 'knot.ply', progress: () => {}, readSideFile: async () => null };
  const { mesh } = await importMesh(new Uint8Array(readFileSync(file)), context);
  const tree = openTree(buildTree(mesh, defaultValues(buildOptions)));
  let distances = 0;
  for (const direction of [
    [0.1, 0.3, 9],
    [0.3, -0.1, 7],
    [0.7, 0.2, 11],
    [-0.9, 0.4, 13],
  ] as const) {
    const { hits } = raycast(tree, mesh, { origin: [0, 0, -9], direction, far: Infinity }, { mode: 'all', cull: false });
    const args = ['query', 'ray', file, '--origin', '0,0,-9', '--direction', direction.join(','), '--mode', 'all', '--json'];
    const report = JSON.parse((await runInProcess(args)).out) as {
      readonly hits: readonly { readonly distance: number; readonly barycentric: readonly number[] }[];
    };
    expect(report.hits.map(({ distance, barycentric }) => [distance, ...barycentric])).toEqual(
      hits.map(({ distance, barycentric }) => [distance, ...barycentric]),
    );
    distances += hits.length;
  }
  expect(distances).toBeGreaterThan(0);
});
