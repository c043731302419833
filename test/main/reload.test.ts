import { renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildOptions } from '#core/options/build-options';
import { defaultValues } from '#core/options/option';
import type { DocumentId, DocumentSummary, HostEvent } from '#host-api';
import { DiskWatch } from '../../main/documents/disk-watch.ts';
import { Documents } from '../../main/documents/documents.ts';
import { twoScenes } from '../fixtures/scenes.ts';
import { ball, box } from '../fixtures/shapes.ts';
import { objText, temporaryFolder, until, warmPool } from './product.ts';

const folder = temporaryFolder();
const options = defaultValues(buildOptions);
const median = { ...options, split: 'median' } as const;
const pool = warmPool();
let documents: Documents;
let events: HostEvent[];

beforeEach(() => {
  documents = new Documents({ pool, samplesFolder: folder, maxBytes: 2 ** 30, watch: new DiskWatch({ stillness: 60 }) });
  events = [];
  documents.onEvent((event) => events.push(event));
});

afterEach(() => documents.dispose());

/** Writes as careful programs do. */
function written(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(`${path}.tmp`, content);
  renameSync(`${path}.tmp`, path);
  return path;
}

function summaryOf(id: DocumentId): DocumentSummary {
  const summary = events.findLast((event) => event.kind === 'documentChanged' && event.document.id === id);
  if (summary?.kind !== 'documentChanged') throw new Error(`no event for document ${id}`);
  return summary.document;
}

async function opened(path: string): Promise<DocumentSummary> {
  const [id] = documents.openPaths([path]);
  await until(() => ['ready', 'failed'].includes(summaryOf(id!).phase));
  return summaryOf(id!);
}

async function changed(id: DocumentId, than = 0): Promise<number> {
  const change = (): number => {
    const { files } = summaryOf(id);
    return files.kind === 'changed' ? files.change : 0;
  };
  await until(() => change() > than);
  return change();
}

async function listed(): Promise<readonly DocumentId[]> {
  return (await documents.request('list', {})).documents.map(({ id }) => id);
}

/** What it is, is told by its first bytes, not by its name. */
const broken = 'ply\nformat ascii 1.0\nelement vertex banana\nend_header\n';

function boxText(size: number): string {
  return objText(box([0, 0, 0], [size, size, size]));
}

describe('a file that changed on the disk', () => {
  test('is reported by its name, and read again into a document that takes the place of the old', async () => {
    const path = written('keep.obj', boxText(1));
    const first = await opened(path);
    const other = await opened(written('other.obj', boxText(1)));
    expect(first.files).toEqual({ kind: 'asRead' });
    written('keep.obj', objText(ball()));
    await changed(first.id);
    expect(summaryOf(first.id)).toMatchObject({ phase: 'ready', files: { kind: 'changed', file: 'keep.obj' } });
    expect(summaryOf(other.id).files).toEqual({ kind: 'asRead' });

    const { document: next } = await documents.request('reload', { document: first.id, options: median });
    expect(summaryOf(next)).toMatchObject({ name: 'keep.obj', replaces: first.id, files: { kind: 'asRead' }, mesh: { triangles: 2208 } });
    expect(await listed()).toEqual([next, other.id]);
    expect(documents.meshBytes(first.id)).toBeNull();
    await until(() => summaryOf(next).phase === 'ready');
    expect(summaryOf(next).trees).toMatchObject([{ options: median, statistics: { split: 'median' } }]);

    written('keep.obj', boxText(3));
    await changed(next);
  });

  test('may be the buffer of a glTF', async () => {
    const gltf = JSON.parse(twoScenes()) as { readonly buffers: [{ readonly uri: string }] };
    const buffer = Buffer.from(gltf.buffers[0].uri.split(',')[1]!, 'base64');
    written('near.bin', buffer);
    const { id } = await opened(written('near.gltf', JSON.stringify({ ...gltf, buffers: [{ byteLength: 36, uri: 'near.bin' }] })));
    written('near.bin', buffer);
    await changed(id);
    expect(summaryOf(id).files).toMatchObject({ kind: 'changed', file: 'near.bin' });
  });

  test('keeps its scene', async () => {
    const first = await opened(written('yard.gltf', twoScenes()));
    const { document: winter } = await documents.request('chooseScene', { document: first.id, scene: 1, options });
    const { document: again } = await documents.request('reload', { document: winter, options });
    expect(summaryOf(again).mesh).toMatchObject({ triangles: 2, scenes: { chosen: 1 } });
  });

  test('and is malformed now keeps the open version, and is offered again when it is fixed', async () => {
    const { id, mesh } = await opened(written('part.obj', boxText(1)));
    written('part.obj', broken);
    const change = await changed(id);
    const reload = documents.request('reload', { document: id, options });
    await expect(reload).rejects.toMatchObject({ code: 'malformed', location: { file: 'part.obj' } });
    expect(await listed()).toEqual([id]);
    expect(documents.meshBytes(id)?.byteLength).toBe(mesh?.byteLength);
    expect(documents.treeBytes(id, 1)).not.toBeNull();
    written('part.obj', boxText(2));
    await changed(id, change);
    const { document: next } = await documents.request('reload', { document: id, options });
    expect(await listed()).toEqual([next]);
  });

  test('after it could not be read is offered too', async () => {
    const { id, phase } = await opened(written('late.obj', broken));
    expect(phase).toBe('failed');
    written('late.obj', boxText(1));
    await changed(id);
    const { document: next } = await documents.request('reload', { document: id, options });
    expect(await listed()).toEqual([next]);
  });

  test('while it was read is offered, whatever part was read', async () => {
    const path = written('large.obj', objText(ball(400, 200)));
    const [id] = documents.openPaths([path]);
    await until(() => summaryOf(id!).phase === 'parsing');
    written('large.obj', boxText(1));
    await changed(id!);
  });

  test('is missing while it is deleted, and cannot be read then', async () => {
    const path = written('gone.obj', boxText(1));
    const { id } = await opened(path);
    unlinkSync(path);
    await until(() => summaryOf(id).files.kind === 'missing');
    await expect(documents.request('reload', { document: id, options })).rejects.toMatchObject({ code: 'unreadable' });
    expect(await listed()).toEqual([id]);
    written('gone.obj', boxText(2));
    await changed(id);
  });
});

describe('reloading', () => {
  test('twice at once follows the later request', async () => {
    const { id } = await opened(written('twice.obj', boxText(1)));
    const first = documents.request('reload', { document: id, options });
    const second = documents.request('reload', { document: id, options });
    await expect(first).rejects.toMatchObject({ code: 'cancelled' });
    const { document: next } = await second;
    expect(await listed()).toEqual([next]);
  });

  test('ends when the document is closed meanwhile', async () => {
    const { id } = await opened(written('closed.obj', boxText(1)));
    const reload = documents.request('reload', { document: id, options });
    await documents.request('close', { document: id });
    await expect(reload).rejects.toMatchObject({ code: 'cancelled' });
    expect(await listed()).toEqual([]);
  });

  test('can be cancelled, and the old document stays', async () => {
    const { id } = await opened(written('cancelled.obj', objText(ball(48, 24))));
    // At the event: a poll could come too late.
    const cancelled = new Promise((resolve) => {
      documents.onEvent((event) => {
        if (event.kind !== 'documentChanged' || event.document.id === id || event.document.phase !== 'parsing') return;
        resolve(documents.request('cancel', { document: event.document.id, what: 'trees' }));
      });
    });
    const reload = documents.request('reload', { document: id, options });
    await Promise.all([cancelled, expect(reload).rejects.toMatchObject({ code: 'cancelled' })]);
    expect(await listed()).toEqual([id]);
  });

  test('is refused for bytes that a page gave', async () => {
    const files = [documents.offerBytes('dropped.obj', new TextEncoder().encode(boxText(1)))];
    const [id] = (await documents.request('open', { files })).documents;
    await until(() => summaryOf(id!).phase === 'ready');
    expect(summaryOf(id!).files).toEqual({ kind: 'posted' });
    await expect(documents.request('reload', { document: id!, options })).rejects.toMatchObject({ code: 'invalid-argument' });
  });
});

test('no event reports a path', async () => {
  const { id } = await opened(written('keep.obj', boxText(1)));
  written('keep.obj', boxText(2));
  await changed(id);
  await documents.request('reload', { document: id, options });
  expect(JSON.stringify(events)).not.toContain(folder);
});

test('a document that is closed is not watched any more', async () => {
  await documents.dispose();
  const watched = new Set<string>();
  const watch = new DiskWatch({ watchFolder: (name) => (watched.add(name), () => watched.delete(name)) });
  documents = new Documents({ pool, samplesFolder: folder, watch });
  documents.onEvent((event) => events.push(event));
  const { id } = await opened(written('keep.obj', boxText(1)));
  expect([...watched]).toEqual([folder]);
  await documents.request('close', { document: id });
  expect([...watched]).toEqual([]);
});
