import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { BakeFormatName } from '#core/bake/bake-format';
import { readBoxwoodFile } from '#core/bake/boxwood/read-boxwood';
import { InspectorError } from '#core/error';
import { openMeshBytes } from '#core/mesh/mesh-bytes';
import { buildOptions } from '#core/options/build-options';
import { defaultValues } from '#core/options/option';
import { spaceOptions } from '#core/options/space-options';
import type { DocumentSummary } from '#host-api';
import { bakeVerified } from '../../main/documents/bake-verified.ts';
import { checkRequest } from '../../main/documents/check-request.ts';
import type { Documents } from '../../main/documents/documents.ts';
import type { WorkerPool } from '../../main/documents/worker-pool.ts';
import { dataAt } from '../../main/shell/data-route.ts';
import { ball } from '../fixtures/shapes.ts';
import { openDocuments } from './open-documents.ts';
import { objText } from './product.ts';
import { runInProcess } from './run-in-process.ts';

const { folder, written, documents, request, events, restart, openPath } = openDocuments();
written('ball.obj', objText(ball()));
const meaning = defaultValues(spaceOptions);
const open = (name: string): Promise<DocumentSummary> => openPath(join(folder, name));

describe('opening a baked file', () => {
  beforeEach(async () => {
    const { exitCode } = await runInProcess(['bake', 'ball.obj', '-o', 'ball.boxwood', '--split', 'median', '--leaf-triangles', '2'], {
      folder,
    });
    expect(exitCode).toBe(0);
  });

  test('is ready with its tree, without building one', async () => {
    const document = await open('ball.boxwood');
    expect(document).toMatchObject({ phase: 'ready', mesh: { format: 'boxwood', triangles: 2208 }, error: null });
    expect(document.trees).toMatchObject([{ id: 1, options: { split: 'median', leafTriangles: 2 }, milliseconds: null }]);
    const phases = events().flatMap((event) => (event.kind === 'documentChanged' ? [event.document.phase] : []));
    expect(phases).not.toContain('building');
  });

  test('has the mesh of its source and the tree that building it gives', async () => {
    const source = await open('ball.obj');
    const baked = await open('ball.boxwood');
    expect(openMeshBytes(documents().meshBytes(baked.id)!)).toEqual(openMeshBytes(documents().meshBytes(source.id)!));
    const { tree } = await request('build', { document: source.id, options: baked.trees[0]!.options });
    expect(Buffer.from(documents().treeBytes(baked.id, 1)!)).toEqual(Buffer.from(documents().treeBytes(source.id, tree.id)!));
  });

  test('that is damaged is refused with its name and byte, and open documents stay', async () => {
    const good = await open('ball.obj');
    const bytes = readFileSync(join(folder, 'ball.boxwood'));
    bytes[bytes.length >> 1]! ^= 4;
    written('damaged.boxwood', bytes);
    const damaged = await open('damaged.boxwood');
    expect(damaged).toMatchObject({ phase: 'failed', mesh: null, error: { code: 'invalid-bytes', location: { file: 'damaged.boxwood' } } });
    expect(damaged.error?.location.byte).toBeGreaterThan(0);
    expect(documents().meshBytes(good.id)).not.toBeNull();
  });
});

describe('baking an open document', () => {
  const held = (path: string): ReturnType<Documents['bakedFile']> => documents().bakedFile(path.slice('/bakes/'.length));

  test('gives verified bytes under a name like its own, and reports its steps', async () => {
    const { id } = await open('ball.obj');
    const { file } = await request('bake', {
      document: id,
      format: 'boxwood',
      trees: [1],
      meaning: { ...meaning, unit: 'inch', up: '-x' },
    });
    expect(file).toMatchObject({ name: 'ball.boxwood', notes: [], queries: 1000 });
    expect(held(file.path)).toMatchObject({ name: 'ball.boxwood' });
    const { mesh, trees, source, space } = readBoxwoodFile(new Uint8Array(held(file.path)!.bytes));
    expect(space).toEqual({ metresPerUnit: 0.0254, up: '-x', handedness: null });
    expect([...mesh.positions]).toEqual([...openMeshBytes(documents().meshBytes(id)!).positions]);
    expect(Buffer.from(trees[0]!)).toEqual(Buffer.from(documents().treeBytes(id, 1)!));
    expect(source).toMatchObject({
      file: 'ball.obj',
      sha256: createHash('sha256')
        .update(readFileSync(join(folder, 'ball.obj')))
        .digest('hex'),
    });
    const steps = events().flatMap((event) => (event.kind === 'documentChanged' ? [event.document.bake?.step ?? null] : []));
    expect([...new Set(steps)]).toEqual([null, 'baking', 'verifying']);
    expect(steps.at(-1)).toBeNull();
  });

  test('refuses a tree that is not held, a format of trees without one, and a second bake at a time', async () => {
    const { id } = await open('ball.obj');
    const bake = (format: BakeFormatName, trees: readonly number[]) => request('bake', { document: id, format, trees, meaning });
    await expect(bake('boxwood', [9])).rejects.toMatchObject({ code: 'invalid-argument', location: { file: 'ball.obj' } });
    await expect(bake('boxwood', [])).rejects.toMatchObject({ code: 'invalid-argument' });
    const first = bake('ply', []);
    await expect(bake('stl', [])).rejects.toMatchObject({ code: 'invalid-argument' });
    expect((await first).file.name).toBe('ball.ply');
    expect((await bake('stl', [])).file.name).toBe('ball.stl');
  });

  test('gives no file that would be too large to open again', async () => {
    written('small.obj', objText(ball(4, 3)));
    await restart(statSync(join(folder, 'small.obj')).size + 100);
    const { id } = await open('small.obj');
    await expect(request('bake', { document: id, format: 'boxwood', trees: [1], meaning })).rejects.toMatchObject({
      code: 'too-large',
      message: expect.stringMatching(/opening it on this machine/),
    });
  });

  test('gives no file when it fails its verification', async () => {
    const { id } = await open('ball.obj');
    const failing = {
      run: async (job: { readonly kind: string }) =>
        job.kind === 'bake'
          ? { bytes: new Uint8Array(9), notes: [] }
          : { verification: { ok: false, queries: 1, problems: ['1 vertex is not as in the mesh', 'more'] } },
    };
    const mesh = documents().meshBytes(id)!;
    const space = { metresPerUnit: null, up: null, handedness: null };
    const baking = bakeVerified(
      { kind: 'bake', format: 'stl', mesh, trees: [], source: null, space, findings: [], ignored: [] },
      { pool: failing as unknown as WorkerPool, signal: new AbortController().signal, maxBytes: 100, onProgress: () => {} },
    );
    await expect(baking).rejects.toMatchObject({
      code: 'internal',
      message: 'The baked data differs from the source: 1 vertex is not as in the mesh; more',
    });
  });

  test('can be cancelled, and the document stays as it was', async () => {
    const { id } = await open('ball.obj');
    const baking = request('bake', { document: id, format: 'obj', trees: [], meaning });
    await request('cancel', { document: id, what: 'bake' });
    await expect(baking).rejects.toMatchObject({ code: 'cancelled' });
    const {
      documents: [after],
    } = await request('list', {});
    expect(after).toMatchObject({ phase: 'ready', bake: null, trees: [{ id: 1 }] });
  });

  test('and a build are cancelled each by itself: the other may be what another window waits for', async () => {
    const { id } = await open('ball.obj');
    const build = (leafTriangles: number): Promise<unknown> =>
      request('build', { document: id, options: { ...defaultValues(buildOptions), leafTriangles } });
    const baking = request('bake', { document: id, format: 'obj', trees: [], meaning });
    const building = build(1);
    await request('cancel', { document: id, what: 'bake' });
    await expect(baking).rejects.toMatchObject({ code: 'cancelled' });
    await expect(building).resolves.toMatchObject({ tree: { id: 2 } });
    const again = request('bake', { document: id, format: 'obj', trees: [], meaning });
    const stopped = build(2);
    await request('cancel', { document: id, what: 'trees' });
    await expect(stopped).rejects.toMatchObject({ code: 'cancelled' });
    await expect(again).resolves.toMatchObject({ file: { name: 'ball.obj' } });
    expect(() => checkRequest({ id: 1, name: 'cancel', request: { document: id, what: 'all' } })).toThrow(InspectorError);
  });

  test('is forgotten when its document is closed', async () => {
    const { id } = await open('ball.obj');
    const { file } = await request('bake', { document: id, format: 'stl', trees: [], meaning });
    expect(dataAt(documents(), file.path)).not.toBeNull();
    await request('close', { document: id });
    expect(dataAt(documents(), file.path)).toBeNull();
  });

  test('is requested by messages of the right shape alone', () => {
    const check = (request: object) => () => checkRequest({ id: 1, name: 'bake', request });
    expect(check({ document: 1, format: 'glb', trees: [], meaning })()).toMatchObject({ name: 'bake' });
    for (const wrong of [
      { format: 'fbx' },
      { trees: ['1'] },
      { trees: 1 },
      { trees: Array.from({ length: 9 }, () => 1) },
      { document: '1' },
      { meaning: { ...meaning, up: 'y' } },
      { meaning: undefined },
      { path: '/etc' },
    ]) {
      expect(check({ document: 1, format: 'glb', trees: [], meaning, ...wrong })).toThrow(InspectorError);
    }
  });

  test('is served as a file to be saved, whatever its name, and nothing else is', async () => {
    const name = 'a "b" \'c\' (d) \u20ac.obj';
    written(name, objText(ball(8, 5)));
    const { id } = await open(name);
    const { file } = await request('bake', { document: id, format: 'stl', trees: [], meaning });
    const result = dataAt(documents(), file.path)!;
    expect(result.bytes.byteLength).toBe(file.byteLength);
    expect(result.headers).toMatchObject({
      'Content-Length': String(file.byteLength),
      'Content-Disposition': "attachment; filename*=UTF-8''a%20%22b%22%20%27c%27%20%28d%29%20%E2%82%AC.stl",
    });
    for (const path of ['/bakes/', '/bakes/x', `${file.path}0`, file.path.toUpperCase(), `/bakes/${'0'.repeat(32)}`])
      expect(dataAt(documents(), path)).toBeNull();
    expect(dataAt(documents(), `/documents/${id}/mesh`)!.headers).not.toHaveProperty('Content-Disposition');
  });
});
