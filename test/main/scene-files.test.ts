import { strToU8, zipSync } from 'fflate';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toErrorData } from '#core/error';
import { parseScene } from '#core/scene/document/parse-scene';
import { ball, box } from '../fixtures/shapes.ts';
import { Documents } from '../../main/documents/documents.ts';
import { unpackSceneArchive } from '../../main/documents/scene-archive.ts';
import { openDocuments } from './open-documents.ts';
import { objText, productFolder, warmPool } from './product.ts';

const host = openDocuments();
const pool = warmPool();
const matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const sceneOf = (meshes: readonly string[]): string =>
  JSON.stringify({ format: 'boxwood-scene', version: 1, meshes, instances: meshes.map((_, mesh) => ({ mesh, matrix })) });

async function refusal(request: Promise<unknown>): Promise<unknown> {
  return request.then(
    () => 'accepted',
    (thrown: unknown) => toErrorData(thrown),
  );
}

describe('scene files', () => {
  it('opens the meshes of a scene on disk, each file once, also those that are open', async () => {
    mkdirSync(join(host.folder, 'parts'), { recursive: true });
    host.written('parts/ball.obj', objText(ball(8, 6)));
    const boxId = (await host.openPath(host.written('box.obj', objText(box())))).id;
    const text = sceneOf(['box.obj', 'parts/ball.obj', 'parts/ball.obj']);
    const token = host.documents().offerPath(host.written('yard.boxwood-scene.json', text));
    const { scene } = await host.request('readScene', { files: [token] });
    expect(scene).toMatchObject({ name: 'yard.boxwood-scene.json', documents: [boxId, boxId + 1, boxId + 1] });
    expect(await host.settled(boxId + 1)).toMatchObject({ name: 'ball.obj', phase: 'ready' });
    const waiting = host.documents().bakedFile(scene.path.slice(scene.path.lastIndexOf('/') + 1))!;
    expect(parseScene(new TextDecoder().decode(waiting.bytes))).toEqual(parseScene(text));
  });

  it('takes a path that leaves a folder and comes back as the file that it is', async () => {
    const { id } = await host.openPath(host.written('box.obj', objText(box())));
    const token = host.documents().offerPath(host.written('back.boxwood-scene.json', sceneOf(['none/../box.obj', './box.obj'])));
    const { scene } = await host.request('readScene', { files: [token] });
    expect(scene.documents).toEqual([id, id]);
  });

  it('takes the meshes of a posted scene from the files that were posted with it', async () => {
    const post = (name: string, text: string): string => host.documents().offerBytes(name, new Uint8Array(Buffer.from(text)));
    const files = (): string[] => [post('yard/all.boxwood-scene.json', sceneOf(['box.obj'])), post('yard/box.obj', objText(box()))];
    const { scene } = await host.request('readScene', { files: files() });
    await host.settled(scene.documents[0]!);
    // Posted again, the same bytes are the same document.
    expect((await host.request('readScene', { files: files() })).scene.documents).toEqual(scene.documents);
    expect(await refusal(host.request('readScene', { files: files().slice(0, 1) }))).toMatchObject({
      code: 'missing-file',
      fix: expect.stringContaining('together with its meshes'),
      location: { file: 'all.boxwood-scene.json', pointer: '/meshes/0' },
    });
  });

  it('names the file and the place of what is wrong, and opens nothing', async () => {
    const wrong = {
      malformed: ['{"format":"boxwood-scene","version":1,"meshes":["box.obj"],"instances":[{"mesh":4}]}', '/instances/0/mesh'],
      'unsafe-path': [sceneOf(['box.obj', '../secret.obj']), '/meshes/1'],
      'missing-file': [sceneOf(['box.obj', 'none.obj']), '/meshes/1'],
    } as const;
    host.written('box.obj', objText(box()));
    for (const [code, [text, pointer]] of Object.entries(wrong)) {
      const token = host.documents().offerPath(host.written('wrong.boxwood-scene.json', text));
      const error = await refusal(host.request('readScene', { files: [token] }));
      expect(error).toMatchObject({ code, location: { file: 'wrong.boxwood-scene.json', pointer } });
    }
    const other = host.documents().offerPath(host.written('other.obj', objText(box())));
    expect(await refusal(host.request('readScene', { files: [other] }))).toMatchObject({ code: 'invalid-argument' });
    expect((await host.request('list', {})).documents).toEqual([]);
  });

  it.each([0, 9] as const)('opens an archive of a scene with its meshes, on disk and posted, packed at level %i', async (level) => {
    const members = { 'yard/all.boxwood-scene.json': sceneOf(['parts/ball.obj', 'box.obj']), 'yard/box.obj': objText(box()) };
    const packed = zipSync(
      Object.fromEntries(
        Object.entries({ ...members, 'yard/parts/ball.obj': objText(ball(8, 6)) }).map(([name, text]) => [name, strToU8(text)]),
      ),
      { level },
    );
    writeFileSync(join(host.folder, 'all.boxwood-scene.zip'), packed);
    const read = async (token: string) => (await host.request('readScene', { files: [token] })).scene;
    const scene = await read(host.documents().offerPath(join(host.folder, 'all.boxwood-scene.zip')));
    expect(scene.name).toBe('all.boxwood-scene.json');
    const names = await Promise.all(scene.documents.map(async (id: number) => (await host.settled(id)).name));
    expect(names).toEqual(['ball.obj', 'box.obj']);
    // Posted, the same bytes are the same documents.
    expect((await read(host.documents().offerBytes('all.boxwood-scene.zip', packed))).documents).toEqual(scene.documents);
    expect(host.documents().openPaths([join(host.folder, 'all.boxwood-scene.zip')])).toEqual([]);
    expect((await host.request('readWaitingScene', {})).scene?.documents).toEqual(scene.documents);
  });

  it('refuses an archive without a scene, with two, without a mesh, or damaged, and opens nothing', async () => {
    const scene = strToU8(sceneOf(['box.obj']));
    const mesh = strToU8(objText(box()));
    const whole = zipSync({ 'a.boxwood-scene.json': scene, 'box.obj': mesh }, { level: 0 });
    const damaged = whole.slice();
    damaged[60]! ^= 1;
    const wrong: readonly (readonly [string, RegExp, Uint8Array<ArrayBuffer>])[] = [
      ['invalid-argument', /has no scene$/, zipSync({ 'box.obj': mesh })],
      ['invalid-argument', /has 2 scenes$/, zipSync({ 'a.boxwood-scene.json': scene, 'b.boxwood-scene.json': scene })],
      ['missing-file', /"box.obj" of the scene does not exist$/, zipSync({ 'a.boxwood-scene.json': scene })],
      ['unsafe-path', /outside/, zipSync({ 'in/a.boxwood-scene.json': strToU8(sceneOf(['../box.obj'])), 'box.obj': mesh })],
      ['malformed', /checksum/, damaged],
      ['truncated', /ends before its directory/, whole.slice(0, 100)],
    ];
    for (const [code, message, bytes] of wrong) {
      const token = host.documents().offerBytes('bad.boxwood-scene.zip', bytes);
      const error = await refusal(host.request('readScene', { files: [token] }));
      expect(error).toMatchObject({ code, message: expect.stringMatching(message) });
    }
    expect((await host.request('list', {})).documents).toEqual([]);
  });

  it('refuses an archive that holds more than may be held, before it unpacks anything', async () => {
    const files = { 'a.boxwood-scene.json': strToU8(sceneOf([])), 'big.obj': new Uint8Array(2 ** 20) };
    await expect(unpackSceneArchive(zipSync(files), 2 ** 20)).rejects.toThrow(/^The archive holds 1(\.0+)? MiB/);
    expect((await unpackSceneArchive(zipSync(files), 2 ** 21)).files.map(({ path }) => path)).toEqual(['a.boxwood-scene.json', 'big.obj']);
  });

  it('opens a sample scene with its meshes, which are samples', async () => {
    const { documents, scene } = await host.request('openSample', { name: 'yard' });
    expect(documents).toEqual([]);
    expect(scene?.documents).toHaveLength(4);
    expect(await host.settled(scene!.documents[0]!)).toMatchObject({ name: 'debris.obj', phase: 'ready' });
    const { samples } = await host.request('samples', {});
    expect(samples.find(({ name }) => name === 'yard')).toMatchObject({ group: 'Scenes', instances: 240 });
  });

  it('a scene of this machine is a recent file, which opens again with its meshes, but a sample is none', async () => {
    const userFolder = mkdtempSync(join(host.folder, 'user-'));
    const start = (): Documents => new Documents({ pool, samplesFolder: join(productFolder, 'resources/samples'), userFolder });
    const first = start();
    host.written('box.obj', objText(box()));
    const token = first.offerPath(host.written('again.boxwood-scene.json', sceneOf(['box.obj'])));
    await first.request('readScene', { files: [token] });
    await first.request('openSample', { name: 'yard' });
    const scenesOf = async (documents: Documents) => (await documents.request('recent', {})).recent.filter(({ kind }) => kind === 'scene');
    const second = start();
    const [entry, ...more] = await scenesOf(second);
    expect(more).toEqual([]);
    expect(entry).toMatchObject({ name: 'again.boxwood-scene.json', folder: basename(host.folder) });
    const again = await second.request('openRecent', { id: entry!.id });
    expect(again).toMatchObject({ documents: [], project: null, scene: { name: 'again.boxwood-scene.json' } });
    const { documents } = await second.request('list', {});
    expect(documents.map(({ id, name }) => [id, name])).toEqual([[again.scene!.documents[0], 'box.obj']]);
    for (const documents of [first, second]) await documents.dispose();
  });

  it('a scene of the command line waits for a page, once', async () => {
    host.written('box.obj', objText(box()));
    expect(host.documents().openPaths([host.written('cli.boxwood-scene.json', sceneOf(['box.obj']))])).toEqual([]);
    expect(host.events()).toContainEqual({ kind: 'sceneWaits' });
    const { scene } = await host.request('readWaitingScene', {});
    expect(scene).toMatchObject({ name: 'cli.boxwood-scene.json' });
    expect((await host.request('readWaitingScene', {})).scene).toBeNull();
    expect(await host.settled(scene!.documents[0]!)).toMatchObject({ phase: 'ready' });
  });

  it('opens the files of a document once more', async () => {
    const { id } = await host.openPath(host.written('box.obj', objText(box())));
    const { document } = await host.request('openCopy', { document: id });
    expect(document).not.toBe(id);
    expect(await host.settled(document)).toMatchObject({ name: 'box.obj', phase: 'ready' });
  });

  it('opens a posted document once more, whose bytes are not kept', async () => {
    const token = host.documents().offerBytes('box.obj', new Uint8Array(Buffer.from(objText(box()))));
    const [id] = (await host.request('open', { files: [token] })).documents;
    const { mesh } = await host.settled(id!);
    const { document } = await host.request('openCopy', { document: id! });
    expect(document).not.toBe(id);
    const copy = await host.settled(document);
    expect(copy).toMatchObject({ name: 'box.obj', phase: 'ready', repairOf: null, mesh: { triangles: 12, source: mesh!.source } });
  });
});
