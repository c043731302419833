import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { ball, box } from '../fixtures/shapes.ts';
import { cliCalls } from './cli-folder.ts';
import { objText, temporaryFolder } from './product.ts';

const folder = temporaryFolder();
const { boxwood, json } = cliCalls(folder, ['error', 'repair', 'check', 'inspect', 'ignored']);

/** A box without its top, and with one triangle twice. */
function damaged(): TriangleMesh {
  const { positions, indices, parts } = box();
  return { positions, indices: Uint32Array.from([...indices.subarray(0, 6), ...indices.subarray(12), ...indices.subarray(0, 3)]), parts };
}

writeFileSync(join(folder, 'box.obj'), objText(damaged()));
writeFileSync(join(folder, 'ball.obj'), objText(ball(48, 24)));
writeFileSync(join(folder, 'points.obj'), 'v 0 0 0\n');

describe('repair', () => {
  test.each(['obj', 'ply', 'stl', 'glb', 'boxwood'])('writes a repaired copy as %s, which check finds closed', async (extension) => {
    const out = `fixed.${extension}`;
    const report = await json('repair', 'repair', 'box.obj', '-o', out, '--drop-duplicates', '--fill-holes');
    expect(report).toMatchObject({
      file: 'box.obj',
      out,
      format: extension,
      verified: true,
      triangles: { before: 11, after: 12 },
      changes: [
        { repair: 'drop-duplicates', counts: [{ what: 'duplicate triangles dropped', count: 1 }], surface: { removed: { atMost: 0 } } },
        {
          repair: 'fill-holes',
          counts: [
            { what: 'holes filled', count: 1 },
            { what: 'triangles added', count: 2 },
          ],
        },
      ],
    });
    expect(report['findings']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ code: 'boundary-loops', after: 0 }),
        expect.objectContaining({ code: 'duplicate-triangles', before: 1, after: 0 }),
      ]),
    );
    const { facts } = await json('check', 'check', out);
    expect(facts).toMatchObject({
      triangles: 12,
      boundaryEdges: 0,
      nonManifoldEdges: 0,
      inconsistentEdges: 0,
      signedVolume: expect.closeTo(8) as number,
    });
  });

  test('runs in its own order, and reports with --dry-run without a file', async () => {
    const { out } = await boxwood('repair', 'box.obj', '--dry-run', '--fill-holes', '--drop-duplicates', '--weld', '0');
    expect(out.indexOf('Weld vertices: nothing to do')).toBeLessThan(out.indexOf('Drop duplicate triangles'));
    expect(out.indexOf('Drop duplicate triangles')).toBeLessThan(out.indexOf('Fill holes'));
    expect(out).toMatch(/surface change, mesh units {2}removed: none, added: 0.999/);
    expect(out).toMatch(/duplicate-triangles {2,}1 +0\n/);
    expect(out).toContain('No file was written (--dry-run)');
    expect(await json('repair', 'repair', 'box.obj', '--dry-run', '--weld', '0')).toMatchObject({
      out: null,
      format: null,
      verified: null,
    });
  });

  test('fills only the holes that are named', async () => {
    const open = ball(24, 12);
    const kept = open.indices.filter((_, i) => ![60, 61, 200, 201, 300].includes(Math.floor(i / 3)));
    writeFileSync(join(folder, 'torn.obj'), objText({ ...open, indices: kept, parts: [] }));
    const fill = (holes: string): Promise<Record<string, unknown>> =>
      json('repair', 'repair', 'torn.obj', '--dry-run', '--fill-holes', '--holes', holes);
    const { findings } = await fill('2');
    const holes = findings as readonly { readonly code: string; readonly before: number; readonly after: number }[];
    const { before, after } = holes.find(({ code }) => code === 'boundary-loops')!;
    expect([before, after]).toEqual([before, before - 1]);
    expect((await fill(`1-${before}`))['findings']).toEqual(
      expect.arrayContaining([expect.objectContaining({ code: 'boundary-loops', after: 0 })]),
    );
  });

  test('reports the largest surface change of a simplified ball both ways', async () => {
    const { changes } = await json('repair', 'repair', 'ball.obj', '-o', 'small.ply', '--simplify-to', '500');
    const [{ surface }] = changes as [{ surface: Record<'removed' | 'added', { found: number; atMost: number }> }];
    for (const { found, atMost } of [surface.removed, surface.added]) {
      expect(found).toBeGreaterThan(0.001);
      expect(atMost).toBeLessThan(0.1);
      expect(atMost).toBeGreaterThanOrEqual(found);
    }
  });

  test('replaces its input only with --force', async () => {
    const text = objText(damaged());
    writeFileSync(join(folder, 'again.obj'), text);
    const refused = await boxwood('repair', 'again.obj', '-o', 'again.obj', '--fill-holes');
    expect(refused).toMatchObject({
      exitCode: 64,
      out: '',
      err: expect.stringContaining('--out is the input file. Give another name, or add --force') as string,
    });
    expect(readFileSync(join(folder, 'again.obj'), 'utf8')).toBe(text);
    expect(await json('repair', 'repair', 'again.obj', '-o', 'again.obj', '--fill-holes', '--force')).toMatchObject({ verified: true });
    expect(readFileSync(join(folder, 'again.obj'), 'utf8')).not.toBe(text);
  });

  test.each([
    [['box.obj', '-o', 'x.obj'], 64, 'No repair was requested. Give one or more of --weld, --drop-degenerate'],
    [['box.obj', '-o', 'x.obj', '--weld', '0', '--max-hole-edges', '4'], 64, '--max-hole-edges has no effect without --fill-holes'],
    [['box.obj', '-o', 'x.obj', '--weld', '0', '--holes', '1'], 64, '--holes has no effect without --fill-holes'],
    [['box.obj', '-o', 'x.obj', '--fill-holes', '--holes', '9'], 64, 'There is no hole 9. The mesh has one hole: use 1'],
    [['box.obj', '-o', 'x.obj', '--weld', '-1'], 64, '--weld cannot be -1. Use a finite length of 0 or more'],
    [['box.obj', '--weld', '0'], 64, '--out is missing'],
    [['box.obj', '-o', 'x.fbx', '--weld', '0'], 64, 'is not that of a bake format'],
    [['box.obj', '-o', 'x.obj', '--min-size', '99'], 64, 'Remove small components would leave no triangle'],
    [['missing.obj', '-o', 'x.obj', '--weld', '0'], 2, 'missing.obj'],
  ])('refuses %j with exit code %i', async (args, exitCode, message) => {
    const outcome = await boxwood('repair', ...args);
    expect(outcome).toMatchObject({ exitCode, out: '', err: expect.stringContaining(message) as string });
    expect(existsSync(join(folder, 'x.obj'))).toBe(false);
  });
});
