import { chmodSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openMeshBytes } from '#core/mesh/mesh-bytes';
import { buildOptions } from '#core/options/build-options';
import { defaultValues } from '#core/options/option';
import { openTree } from '#core/tree/open-tree';
import type { DocumentId, Phase } from '#host-api';
import { Documents } from '../../main/documents/documents.ts';
import { WorkerPool } from '../../main/documents/worker-pool.ts';
import { twoScenes } from '../fixtures/scenes.ts';
import { ball, box } from '../fixtures/shapes.ts';
import { openDocuments } from './open-documents.ts';
import { objText, workerScript } from './product.ts';

const { documents, events, folder, openPath, reached, settled, summaryOf, written } = openDocuments();
const ballFile = written('ball.obj', objText(ball()));
const options = defaultValues(buildOptions);

/** The phases in order, each once. */
function phasesOf(id: DocumentId): readonly Phase[] {
  const phases = events().flatMap((event) => (event.kind === 'documentChanged' && event.document.id === id ? [event.document.phase] : []));
  return phases.filter((phase, i) => phase !== phases[i - 1]);
}

describe('opening a file', () => {
  test('goes from reading to ready, and the mesh can be fetched before the tree is there', async () => {
    let meshWhileBuilding = 0;
    documents().onEvent((event) => {
      if (event.kind === 'documentChanged' && event.document.phase === 'building') {
        meshWhileBuilding = documents().meshBytes(event.document.id)?.byteLength ?? 0;
      }
    });
    const document = await openPath(ballFile);
    expect(phasesOf(document.id)).toEqual(['reading', 'parsing', 'building', 'ready']);
    expect(document).toMatchObject({
      name: 'ball.obj',
      progress: 1,
      error: null,
      mesh: { format: 'obj', triangles: 2208, vertices: 1106 },
    });
    expect(meshWhileBuilding).toBe(document.mesh?.byteLength);
    expect(document.trees).toMatchObject([{ id: 1, options, statistics: { triangles: 2208 } }]);
  });

  test('gives the bytes of the mesh in shared memory, and those of the tree', async () => {
    const { id } = await openPath(ballFile);
    const mesh = documents().meshBytes(id)!;
    expect(mesh).toBeInstanceOf(SharedArrayBuffer);
    expect([...openMeshBytes(mesh).indices]).toEqual([...ball().indices]);
    expect(openTree(documents().treeBytes(id, 1)!).meshTriangles).toBe(2208);
    expect(documents().meshBytes(id + 1)).toBeNull();
    expect(documents().treeBytes(id, 2)).toBeNull();
  });

  test('that is broken fails with its line and name, and keeps open documents unchanged', async () => {
    const good = await openPath(ballFile);
    const broken = await openPath(written('broken.ply', 'ply\nformat ascii 1.0\nelement vertex banana\nend_header\n'));
    expect(broken).toMatchObject({ phase: 'failed', mesh: null, error: { location: { file: 'broken.ply' } } });
    const { documents: open } = await documents().request('list', {});
    expect(open).toEqual([good, broken]);
    expect(documents().meshBytes(good.id)).not.toBeNull();
  });

  test.each([
    ['a missing file', () => join(folder, 'missing.obj'), 'unreadable'],
    ['a folder', () => folder, 'unreadable'],
    ['an empty file', () => written('empty.obj', ''), 'empty-file'],
    ['an unknown format', () => written('letter.docx', 'PK and more'), 'unsupported-format'],
  ])('refuses %s and says what to do', async (_, path, code) => {
    const document = await openPath(path());
    expect(document).toMatchObject({ phase: 'failed', error: { code } });
    expect(document.error?.fix).not.toBe('');
    expect(document.error?.location.file).toBe(document.name);
  });

  test.skipIf(process.getuid?.() === 0)('refuses a file without permission', async () => {
    const path = written('secret.obj', 'v 0 0 0\n');
    chmodSync(path, 0);
    expect(await openPath(path)).toMatchObject({ phase: 'failed', error: { code: 'unreadable', detail: 'EACCES' } });
  });

  test('refuses a huge file that has to be read as a whole before it is read', async () => {
    const path = written('huge.glb', 'glTF');
    truncateSync(path, 2 ** 30 + 1); // sparse: it takes no space
    const document = await openPath(path);
    expect(phasesOf(document.id)).toEqual(['reading', 'parsing', 'failed']);
    expect(document.error).toMatchObject({
      code: 'too-large',
      message: expect.stringMatching(/1,024 MiB/),
      location: { file: 'huge.glb' },
    });
  });

  test('refuses a file in pieces whose mesh has no room, by what the mesh would take, before it is read', async () => {
    const path = join(folder, 'huge.stl');
    const head = Buffer.alloc(84);
    head.writeUInt32LE(2 ** 32 - 1, 80);
    writeFileSync(path, head);
    truncateSync(path, 84 + 50 * (2 ** 32 - 1));
    const document = await openPath(path);
    expect(document.error).toMatchObject({
      code: 'too-large',
      message: expect.stringMatching(/^The mesh of this file takes 344,064 MiB/),
      location: { file: 'huge.stl' },
    });
  });

  test('without a triangle is ready with its finding, and a tree of no nodes or none', async () => {
    const document = await openPath(written('points.obj', 'v 0 0 0\nv 1 0 0\n'));
    expect(document).toMatchObject({ phase: 'ready', error: null, mesh: { triangles: 0 } });
    expect(document.mesh?.findings.map(({ code }) => code)).toContain('no-triangles');
  });

  test('can be cancelled while it is parsed', async () => {
    const [id] = documents().openPaths([ballFile]);
    await reached(id!, 'parsing');
    await documents().request('cancel', { document: id!, what: 'trees' });
    expect(await settled(id!)).toMatchObject({ phase: 'cancelled', error: null });
    expect((await openPath(ballFile)).phase).toBe('ready');
  });

  test('that is closed meanwhile is not heard of again', async () => {
    const [id] = documents().openPaths([ballFile]);
    await documents().request('close', { document: id! });
    const other = await openPath(ballFile);
    const after = events().slice(events().findIndex((event) => event.kind === 'documentClosed') + 1);
    expect(
      after.every((event) => (event.kind === 'documentChanged' ? event.document.id : 'document' in event && event.document) === other.id),
    ).toBe(true);
    expect(documents().meshBytes(id!)).toBeNull();
  });
});

describe('building trees', () => {
  test('returns the existing tree for equal options, and builds one for others', async () => {
    const { id, trees } = await openPath(ballFile);
    expect((await documents().request('build', { document: id, options })).tree).toBe(trees[0]);
    const { tree } = await documents().request('build', { document: id, options: { ...options, split: 'median' } });
    expect(tree).toMatchObject({ id: 2, statistics: { split: 'median' } });
    expect(summaryOf(id)).toMatchObject({ phase: 'ready', trees: [{ id: 1 }, { id: 2 }] });
  });

  test('builds the same tree once when it is requested twice at a time', async () => {
    const { id } = await openPath(ballFile);
    const request = { document: id, options: { ...options, leafTriangles: 1 } };
    const [first, second] = await Promise.all([documents().request('build', request), documents().request('build', request)]);
    expect(second.tree).toBe(first.tree);
  });

  test('holds the last eight trees', async () => {
    const { id } = await openPath(ballFile);
    for (let leafTriangles = 5; leafTriangles < 14; leafTriangles++) {
      await documents().request('build', { document: id, options: { ...options, leafTriangles } });
    }
    expect(summaryOf(id).trees.map((tree) => tree.id)).toEqual([3, 4, 5, 6, 7, 8, 9, 10]);
    expect(documents().treeBytes(id, 2)).toBeNull();
  });

  test('refuses a cancelled build, and the document stays ready with its older tree', async () => {
    const { id } = await openPath(ballFile);
    const build = documents().request('build', { document: id, options: { ...options, leafTriangles: 1 } });
    await documents().request('cancel', { document: id, what: 'trees' });
    await expect(build).rejects.toMatchObject({ code: 'cancelled' });
    expect(summaryOf(id)).toMatchObject({ phase: 'ready', trees: [{ id: 1 }] });
  });

  test('refuses a document that has no mesh, or does not exist', async () => {
    const { id } = await openPath(join(folder, 'missing.obj'));
    await expect(documents().request('build', { document: id, options })).rejects.toMatchObject({ code: 'invalid-argument' });
    await expect(documents().request('build', { document: 99, options })).rejects.toMatchObject({ code: 'invalid-argument' });
  });
});

test('progress within a phase is reported without the document', async () => {
  const [id] = documents().openPaths([ballFile]);
  await settled(id!);
  const reported = events().filter((event) => event.kind === 'documentProgress');
  expect(reported.length).toBeGreaterThan(0);
  for (const event of reported) expect(Object.keys(event).sort()).toEqual(['document', 'kind', 'phase', 'progress']);
  const changes = events()
    .filter((event) => event.kind === 'documentChanged')
    .map(({ document: { phase, byteLength } }) => `${phase} ${byteLength > 0}`);
  expect(changes).toEqual(['reading false', 'reading true', 'parsing true', 'building true', 'building true', 'ready true']);
});

describe('tokens', () => {
  test('open a file once', async () => {
    const files = [documents().offerPath(ballFile)];
    await documents().request('open', { files });
    await expect(documents().request('open', { files })).rejects.toMatchObject({ code: 'invalid-argument' });
  });

  test('are refused when too many bytes wait', () => {
    const small = new Documents({ pool: new WorkerPool({ script: workerScript }), samplesFolder: folder, maxBytes: 10 });
    small.offerBytes('a.obj', new Uint8Array(6));
    expect(small.uploadRoom).toBe(4);
    expect(() => small.offerBytes('b.obj', new Uint8Array(5))).toThrow('Too many bytes');
  });
});

describe('samples', () => {
  test('are listed, and each opens with the triangles that the list reports', async () => {
    const { samples } = await documents().request('samples', {});
    expect(samples.length).toBeGreaterThan(0);
    for (const { name, triangles, instances } of samples) {
      const { documents: ids } = await documents().request('openSample', { name });
      // A scene has no document of its own.
      if (instances !== undefined) continue;
      expect(await settled(ids[0]!)).toMatchObject({ phase: 'ready', mesh: { triangles } });
    }
    await expect(documents().request('openSample', { name: '../../package' })).rejects.toMatchObject({ code: 'invalid-argument' });
  });
});

test('a box written as OBJ keeps its part and every number', async () => {
  const { id } = await openPath(written('box.obj', objText(box([-0.1, 1e-7, 3], [1e9, 2, 4.5]))));
  expect([...openMeshBytes(documents().meshBytes(id)!).positions]).toEqual([...box([-0.1, 1e-7, 3], [1e9, 2, 4.5]).positions]);
});

describe('choosing a scene', () => {
  test.each([
    ['from disk', ''],
    ['posted by a page', ''],
    ['posted by a page behind a byte order mark', '\ufeff'],
    ['posted by a page behind many blanks', ' '.repeat(300)],
  ])('reads the file %s again, and the new document takes the place of the old', async (where, before) => {
    const bytes = new TextEncoder().encode(before + twoScenes());
    const [first] =
      where === 'from disk'
        ? documents().openPaths([written('yard.gltf', bytes)])
        : (await documents().request('open', { files: [documents().offerBytes('yard.gltf', bytes)] })).documents;
    expect(await settled(first!)).toMatchObject({ mesh: { triangles: 1, scenes: { names: ['Summer', 'Winter'], chosen: 0 } } });
    let open = first!;
    for (const scene of [1, 0]) {
      const { document: next } = await documents().request('chooseScene', { document: open, scene, options });
      expect(summaryOf(next)).toMatchObject({ replaces: open, mesh: { triangles: 1 + scene, scenes: { chosen: scene } } });
      expect(events().some((event) => event.kind === 'documentClosed' && event.document === open)).toBe(true);
      expect((await settled(next)).phase).toBe('ready');
      open = next;
    }
    expect((await documents().request('list', {})).documents.map(({ id }) => id)).toEqual([open]);
  });

  test('that is not there is refused with its reason, and only the old document stays', async () => {
    const document = await openPath(written('yard.gltf', twoScenes()));
    const refused = documents().request('chooseScene', { document: document.id, scene: 7, options });
    await expect(refused).rejects.toMatchObject({ code: 'invalid-argument', location: { file: 'yard.gltf' } });
    expect((await documents().request('list', {})).documents).toEqual([document]);
  });
});
