import { execFile } from 'node:child_process';
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { FacetBlocks } from '#core/import';
import { exportMesh, type ImportedMesh, readMesh } from '#core/index';
import { readMeshFile, startReadThreads } from '../../main/threads/index.ts';
import { threadScript } from '../../main/threads/thread-script.ts';
import { openFile } from '../../main/worker/open-file.ts';
import { startReadHelpers } from '../../main/worker/start-read-helpers.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { productFolder } from './product.ts';

/** Binary STL; of each facet, the coordinates tell its place. */
function stl(facets: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(84 + 50 * facets));
  view.setUint32(80, facets, true);
  for (let facet = 0; facet < facets; facet++) {
    for (let i = 0; i < 9; i++) view.setFloat32(84 + 50 * facet + 12 + 4 * i, (9 * facet + i) % 2 ** 24, true);
  }
  return new Uint8Array(view.buffer);
}

function written(name: string, bytes: Uint8Array | string): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, bytes);
  return path;
}

const refused = (reading: Promise<ImportedMesh>): Promise<unknown> =>
  reading.then(
    () => 'no error',
    (error: unknown) => error,
  );

describe('the mesh of a file', () => {
  it.each(['stl', 'ply', 'obj', 'off', 'glb'] as const)('is that of its bytes: %s', async (format) => {
    const { mesh } = await readMesh(stl(500), 'a.stl');
    const { bytes } = exportMesh(mesh, format);
    expect(await readMeshFile(written(`model.${format}`, bytes))).toEqual(await readMesh(bytes, `model.${format}`));
  });

  it('has the side files that lie in its folder, and no others', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'model'));
    const path = join(folder, 'model', 'a.gltf');
    const gltf = (uri: string): string =>
      JSON.stringify({
        asset: { version: '2.0' },
        scenes: [{ nodes: [0] }],
        nodes: [{ mesh: 0 }],
        meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
        accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] }],
        bufferViews: [{ buffer: 0, byteLength: 36 }],
        buffers: [{ byteLength: 36, uri }],
      });
    const coordinates = new Uint8Array(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0).buffer);
    for (const place of ['model/a.bin', 'b.bin']) writeFileSync(join(folder, place), coordinates);
    writeFileSync(path, gltf('a.bin'));
    expect((await readMeshFile(path)).mesh.indices).toHaveLength(3);
    writeFileSync(path, gltf('../b.bin'));
    expect(await refused(readMeshFile(path))).toMatchObject({ code: 'unsafe-path' });
    writeFileSync(path, gltf('folder'));
    mkdirSync(join(folder, 'model', 'folder'));
    expect(await refused(readMeshFile(path))).toMatchObject({ code: 'missing-file', location: { file: path, pointer: '/buffers/0/uri' } });
    writeFileSync(path, gltf('elsewhere.bin'));
    const readSideFile = async (): Promise<Uint8Array> => coordinates;
    expect((await readMeshFile(path, { readSideFile })).mesh.indices).toHaveLength(3);
  });

  it.each<[string, () => string, object]>([
    ['missing', () => join(temporaryFolder(), 'a.stl'), { code: 'unreadable', message: 'File not found' }],
    ['a folder', () => temporaryFolder(), { code: 'unreadable', message: 'This is a folder' }],
    ['empty', () => written('a.stl', ''), { code: 'empty-file' }],
    ['too short', () => written('a.stl', stl(100_000).subarray(0, 4_000_000)), { code: 'truncated' }],
  ])('is refused when the file is %s', async (_, path, error) => {
    const threads = startReadThreads({ threads: 2 });
    const place = path();
    // The whole path: many files of a folder tree may have the same name.
    expect(await refused(readMeshFile(place))).toMatchObject({ ...error, location: { file: place } });
    expect(await refused(threads.read(place))).toMatchObject(error);
    threads.end();
  });

  it('takes a URL, and a path of the folder of the process at the time of the call', async () => {
    const path = written('a b.stl', stl(1));
    expect(await readMeshFile(pathToFileURL(path))).toEqual(await readMeshFile(path));
    const before = process.cwd();
    process.chdir(dirname(path));
    const reading = readMeshFile('a b.stl');
    process.chdir(before);
    expect((await reading).mesh.indices).toHaveLength(3);
  });

  it('refuses unknown options', async () => {
    const path = written('a.stl', stl(1));
    for (const wrong of [{ threads: 2 }, { colliders: 'xx' }, null]) {
      expect(await refused(readMeshFile(path, wrong as never))).toMatchObject({ code: 'invalid-argument' });
    }
  });

  it('refuses what is not a path or a number of threads', async () => {
    const path = written('a.stl', stl(1));
    for (const wrong of [undefined, 3, '', new Uint8Array(100), new URL('http://a.de/a.stl')]) {
      expect(await refused(readMeshFile(wrong as never))).toMatchObject({ code: 'invalid-argument' });
    }
    expect(await refused(readMeshFile(path, {}, { threads: 0 }))).toMatchObject({ code: 'invalid-argument' });
    expect(await refused(readMeshFile(path, {}, { thread: 2 } as never))).toMatchObject({ code: 'invalid-argument' });
    expect(() => startReadThreads({ threads: 1.5 })).toThrow(/number of threads is 1.5/);
  });
});

describe('threads that read', () => {
  it('return the mesh of one thread, of several files at a time', async () => {
    const sizes = [70_000, 200_000, 10, 90_001];
    const paths = sizes.map((facets) => written(`${facets}.stl`, stl(facets)));
    const threads = startReadThreads({ threads: 3 });
    const meshes = await Promise.all(paths.map((path) => threads.read(path)));
    for (const [i, mesh] of meshes.entries()) expect(mesh, `${sizes[i]}`).toEqual(await readMesh(stl(sizes[i]!), `${sizes[i]}.stl`));
    expect(meshes).toHaveLength(4);
    expect(meshes.map(({ mesh }) => mesh.positions.buffer instanceof SharedArrayBuffer)).toEqual([true, true, false, true]);
    threads.end();
    expect(await refused(threads.read(paths[0]!))).toMatchObject({ code: 'cancelled' });
  });

  it('read a part of the file', async () => {
    const file = openFile({ path: written('a.stl', stl(50_000)), maxHeld: Infinity });
    const helpers = startReadHelpers(1, threadScript('read-helper.js'));
    const mesh = { positions: shared(Float64Array, 450_000), indices: shared(Uint32Array, 150_000) };
    const blocks: FacetBlocks = { ...mesh, states: new Int32Array(new SharedArrayBuffer(16)) };
    await helpers.helpWith({ descriptor: file.descriptor, byteLength: file.source.byteLength, name: 'a.stl' })(blocks);
    helpers.end();
    file.close();
    const { positions, indices } = (await readMesh(stl(50_000), 'a.stl')).mesh;
    expect([...blocks.states.subarray(1)]).toEqual([1, 1, 1]);
    expect(mesh).toEqual({ positions, indices });
  });

  it('are replaced by the thread that called when they end', async () => {
    const path = written('a.stl', stl(150_000));
    const expected = await readMesh(stl(150_000), 'a.stl');
    const threads = startReadThreads({ threads: 2 });
    const reading = threads.read(path);
    threads.end();
    expect(await reading).toEqual(expected);
  });

  it('start for one large file, and end with it', async () => {
    const path = written('a.stl', stl(2 ** 21));
    const { mesh } = await readMeshFile(path, {}, { threads: 2 });
    expect(mesh.positions.buffer).toBeInstanceOf(SharedArrayBuffer);
    expect(mesh).toEqual((await readMesh(stl(2 ** 21), 'a.stl')).mesh);
    // A thread that has not ended would keep the process alive.
    expect(await printedBy(`await readMeshFile(path, {}, { threads: 2 }); console.log('read');`, path)).toBe('read');
  });

  it.each([
    ['kept threads', 'const { read, end } = startReadThreads({ threads: 2 });', 60, 500_000, 27],
    ['threads of each file', 'const read = (file) => readMeshFile(file, {}, { threads: 2 }), end = () => {};', 14, 2 ** 21, 10],
    [
      'the thread of a job, and the one that asked for it',
      `const pool = new WorkerPool({ size: 1 });
       const read = (path) => pool.run({ kind: 'import', fileName: 'a.stl', bytes: { path, maxHeld: 2 ** 31 } }), end = () => pool.dispose();`,
      60,
      500_000,
      27,
    ],
  ])('keep the memory of few meshes: %s', async (_, start, reads, facets, max) => {
    const path = written('a.stl', stl(facets));
    const text = `${start}; for (let i = 0; i < ${reads}; i++) await read(path); await end(); console.log(process.resourceUsage().maxRSS);`;
    const kilobytes = Number(await printedBy(text, path));
    const meshKilobytes = (84 * facets) / 1024;
    expect(kilobytes).toBeGreaterThan(meshKilobytes);
    expect(kilobytes).toBeLessThan(150_000 + max * meshKilobytes);
  });

  it('that cannot start are not waited for', async () => {
    const helpers = startReadHelpers(2, new URL('file:///missing.js'));
    const blocks: FacetBlocks = { positions: new Float64Array(), indices: new Uint32Array(), states: new Int32Array(1) };
    for (let i = 0; i < 2; i++) await helpers.helpWith({ descriptor: -1, byteLength: 0, name: 'a.stl' })(blocks);
    helpers.end();
  });

  it('throw the error of a file that became shorter', async () => {
    const path = written('a.stl', stl(150_000));
    const threads = startReadThreads({ threads: 2 });
    let isCut = false;
    const progress = (): void => {
      if (!isCut) truncateSync(path, 1_000_000);
      isCut = true;
    };
    expect(await refused(threads.read(path, { progress }))).toMatchObject({ code: 'truncated', location: { file: path } });
    threads.end();
  });
});

/** Runs statements in a process of their own, which has the functions of `boxwood/threads`, `WorkerPool` and a path. Resolves to what it prints when it has ended. */
async function printedBy(statements: string, path: string): Promise<string> {
  const built = pathToFileURL(join(productFolder, 'dist/main')).href;
  const imports = `import { readMeshFile, startReadThreads } from '${built}/threads/index.js'; import { WorkerPool } from '${built}/documents/worker-pool.js';`;
  const text = `${imports} const path = ${JSON.stringify(path)}; ${statements}`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', text]);
  return stdout.trim();
}

function shared<View>(view: new (buffer: SharedArrayBuffer) => View, count: number): View {
  return new view(new SharedArrayBuffer(count * (view as unknown as { BYTES_PER_ELEMENT: number }).BYTES_PER_ELEMENT));
}
