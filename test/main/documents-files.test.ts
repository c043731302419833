import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import type { DocumentId } from '#host-api';
import { sideFileReader } from '../../main/documents/side-files.ts';
import { ball } from '../fixtures/shapes.ts';
import { openDocuments } from './open-documents.ts';
import { objText, temporaryFolder, until } from './product.ts';

const { documents, events, folder, openPath, settled, summaryOf, written } = openDocuments();
const ballFile = written('ball.obj', objText(ball()));

describe('files that belong together', () => {
  const positions = new Uint8Array(Float32Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer);

  function gltf(uri: string): string {
    return JSON.stringify({
      asset: { version: '2.0' },
      buffers: [{ byteLength: 36, uri }],
      bufferViews: [{ buffer: 0, byteLength: 36 }],
      accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
      nodes: [{ mesh: 0 }],
      scenes: [{ nodes: [0] }],
      scene: 0,
    });
  }

  test('a glTF on disk finds its buffer in its folder and below', async () => {
    mkdirSync(join(folder, 'parts'), { recursive: true });
    written('parts/one.bin', positions);
    expect(await openPath(written('one.gltf', gltf('parts/one.bin')))).toMatchObject({ phase: 'ready', mesh: { triangles: 1 } });
  });

  test('a dropped set serves itself, and its side files become no documents', async () => {
    const bytes = new TextEncoder().encode(gltf('parts/two.bin'));
    const files = [documents().offerBytes('two.gltf', bytes), documents().offerBytes('two.bin', positions.slice())];
    const { documents: ids } = await documents().request('open', { files });
    expect(ids).toHaveLength(1);
    expect(await settled(ids[0]!)).toMatchObject({ phase: 'ready', mesh: { triangles: 1 } });
  });

  test.each([0, 1])('a buffer with a name of its own serves the glTF and is no document, whichever comes first (%i)', async (first) => {
    const files = [
      documents().offerBytes('odd.gltf', new TextEncoder().encode(gltf('geo.dat'))),
      documents().offerBytes('geo.dat', positions.slice()),
    ];
    const { documents: ids } = await documents().request('open', { files: first === 0 ? files : files.toReversed() });
    const id = ids.find((candidate) => summaryOf(candidate).name === 'odd.gltf')!;
    expect(await settled(id)).toMatchObject({ phase: 'ready', mesh: { triangles: 1 } });
    await until(() => events().some((event) => event.kind === 'documentClosed'));
    const { documents: open } = await documents().request('list', {});
    expect(open.map(({ name }) => name)).toEqual(['odd.gltf']);
    expect(events().some((event) => event.kind === 'documentChanged' && event.document.phase === 'failed')).toBe(false);
  });

  test('a file of a set that is no mesh and that nothing reads is refused with its format', async () => {
    const files = [
      documents().offerBytes('odd.gltf', new TextEncoder().encode(gltf('geo.dat'))),
      documents().offerBytes('geo.dat', positions.slice()),
      documents().offerBytes('notes.dat', positions.slice()),
    ];
    const { documents: ids } = await documents().request('open', { files });
    const id = ids.find((candidate) => summaryOf(candidate).name === 'notes.dat')!;
    expect(await settled(id)).toMatchObject({ phase: 'failed' });
  });

  describe('a file that was corrected', () => {
    const names = async (): Promise<readonly string[]> => {
      const { documents: open } = await documents().request('list', {});
      return open.map(({ name, phase }) => `${name} ${phase}`);
    };
    const drop = async (path: string, text: string): Promise<DocumentId> => {
      const token = documents().offerBytes(path, new TextEncoder().encode(text));
      return (await documents().request('open', { files: [token] })).documents[0]!;
    };

    test('closes the document of its path that failed, and one of another folder stays', async () => {
      for (const folder of ['old', 'new']) await settled(await drop(`${folder}/drop.obj`, ''));
      await settled(await drop('new/drop.obj', objText(ball())));
      expect(await names()).toEqual(['drop.obj failed', 'drop.obj ready']);
      await openPath(written('fixed.obj', ''));
      await openPath(written('fixed.obj', objText(ball())));
      expect((await names()).slice(2)).toEqual(['fixed.obj ready']);
    });

    test('stays next to a later document of its path that failed', async () => {
      const first = await drop('again.obj', objText(ball(200, 101)));
      await settled(await drop('again.obj', ''));
      await settled(first);
      expect(await names()).toEqual(['again.obj ready', 'again.obj failed']);
    });
  });

  test('dropped bytes are released when their documents are ready', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const held: WeakRef<ArrayBuffer>[] = [];
    const offered = (name: string, bytes: Uint8Array<ArrayBuffer>): string => {
      held.push(new WeakRef(bytes.buffer));
      return documents().offerBytes(name, bytes);
    };
    const files = [offered('kept.gltf', new TextEncoder().encode(gltf('kept.bin'))), offered('kept.bin', positions.slice())];
    const { documents: ids } = await documents().request('open', { files });
    await settled(ids[0]!);
    await until(() => {
      collect();
      return held.every((buffer) => buffer.deref() === undefined);
    });
  });

  test('a buffer that was not supplied is named', async () => {
    expect(await openPath(written('lost.gltf', gltf('nowhere.bin')))).toMatchObject({ phase: 'failed', error: { code: 'missing-file' } });
  });

  test.each([
    '../outside.bin',
    '/etc/hostname',
    'a/../../outside.bin',
    '..\\outside.bin',
    'C:\\outside.bin',
    'https://example.org/a.bin',
    'file:///etc/hostname',
  ])('a buffer at %s is refused', async (uri) => {
    expect(await openPath(written('unsafe.gltf', gltf(uri)))).toMatchObject({ phase: 'failed', error: { code: 'unsafe-path' } });
  });

  test('the host refuses such paths itself, whatever a reader of a format lets through', async () => {
    const readSide = sideFileReader({ kind: 'disk', path: ballFile }, { set: [], maxBytes: 1000 });
    for (const path of ['../outside.bin', 'a/../ball.obj', '/etc/hostname', 'a\\..\\b.bin', 'C:\\b.bin', 'data:,x', 'x\0.bin', '']) {
      await expect(readSide(path)).rejects.toMatchObject({ code: 'unsafe-path' });
    }
    expect(await readSide('nowhere.bin')).toBeNull();
  });

  test('all side files together stay under the limit', async () => {
    written('ten.bin', new Uint8Array(10));
    const readSide = sideFileReader({ kind: 'disk', path: ballFile }, { set: [], maxBytes: 15 });
    expect(await readSide('ten.bin')).toHaveLength(10);
    await expect(readSide('ten.bin')).rejects.toMatchObject({ code: 'too-large' });
  });

  test('a symbolic link that leads out of the folder is refused', async () => {
    const outside = join(temporaryFolderOutside, 'outside.bin');
    writeFileSync(outside, positions);
    symlinkSync(outside, join(folder, 'link.bin'));
    expect(await openPath(written('link.gltf', gltf('link.bin')))).toMatchObject({ phase: 'failed', error: { code: 'unsafe-path' } });
  });

  const temporaryFolderOutside = temporaryFolder();
});
