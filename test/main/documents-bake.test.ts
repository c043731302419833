import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openMeshBytes } from '#core/mesh/mesh-bytes';
import type { DocumentSummary, HostEvent } from '#host-api';
import { Documents } from '../../main/documents/documents.ts';
import { WorkerPool } from '../../main/documents/worker-pool.ts';
import { ball } from '../fixtures/shapes.ts';
import { objText, runBoxwood, temporaryFolder, until, workerScript } from './product.ts';

const folder = temporaryFolder();
writeFileSync(join(folder, 'ball.obj'), objText(ball()));
let documents: Documents;
let events: HostEvent[];

beforeEach(() => {
  documents = new Documents({ pool: new WorkerPool({ script: workerScript, size: 1 }), samplesFolder: folder, mostBytes: 2 ** 30 });
  events = [];
  documents.onEvent((event) => events.push(event));
});

afterEach(() => documents.dispose());

async function open(name: string): Promise<DocumentSummary> {
  const [id] = documents.openPaths([join(folder, name)]);
  const last = (): DocumentSummary | undefined =>
    events.flatMap((event) => (event.kind === 'documentChanged' && event.document.id === id ? [event.document] : [])).at(-1);
  await until(() => ['ready', 'failed', 'cancelled'].includes(last()?.phase ?? ''));
  return last()!;
}

describe('opening a baked file', () => {
  beforeEach(async () => {
    const { exitCode } = await runBoxwood(['bake', 'ball.obj', '-o', 'ball.boxwood', '--split', 'median', '--leaf-triangles', '2'], { folder });
    expect(exitCode).toBe(0);
  });

  test('is ready with its tree, without building one', async () => {
    const document = await open('ball.boxwood');
    expect(document).toMatchObject({ phase: 'ready', mesh: { format: 'boxwood', triangles: 2208 }, error: null });
    expect(document.trees).toMatchObject([{ id: 1, options: { split: 'median', leafTriangles: 2 }, milliseconds: null }]);
    const phases = events.flatMap((event) => (event.kind === 'documentChanged' ? [event.document.phase] : []));
    expect(phases).not.toContain('building');
  });

  test('has the mesh of its source and the tree that building it gives', async () => {
    const source = await open('ball.obj');
    const baked = await open('ball.boxwood');
    expect(openMeshBytes(documents.meshBytes(baked.id)!)).toEqual(openMeshBytes(documents.meshBytes(source.id)!));
    const { tree } = await documents.request('build', { document: source.id, options: baked.trees[0]!.options });
    expect(Buffer.from(documents.treeBytes(baked.id, 1)!)).toEqual(Buffer.from(documents.treeBytes(source.id, tree.id)!));
  });

  test('that is damaged is refused with its name and byte, and what is open stays', async () => {
    const good = await open('ball.obj');
    const bytes = readFileSync(join(folder, 'ball.boxwood'));
    bytes[bytes.length >> 1]! ^= 4;
    writeFileSync(join(folder, 'damaged.boxwood'), bytes);
    const damaged = await open('damaged.boxwood');
    expect(damaged).toMatchObject({ phase: 'failed', mesh: null, error: { code: 'invalid-bytes', place: { file: 'damaged.boxwood' } } });
    expect(damaged.error?.place.byte).toBeGreaterThan(0);
    expect(documents.meshBytes(good.id)).not.toBeNull();
  });
});
