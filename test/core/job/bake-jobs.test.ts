import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { InspectorError } from '#core/error';
import type { RunningHash } from '#core/import/source/watched-source';
import type { BakeJobRequest, ImportJobResult } from '#core/job/job';
import type { JobHost } from '#core/job/job-host';
import { runJob } from '#core/job/run-job';
import { openMeshBytes } from '#core/mesh/mesh-bytes';
import { buildOptions } from '#core/options/build-options';
import { defaultValues } from '#core/options/option';
import { noProgress } from '#core/progress';
import { ball } from '../../fixtures/shapes.ts';
import { objText } from '../../fixtures/write-text.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const runningHash = (): RunningHash => {
  const hash = createHash('sha256');
  return { update: (bytes) => void hash.update(bytes), digest: () => hash.digest('hex') };
};
const host: JobHost = {
  progress: noProgress,
  readSideFile: async () => null,
  allocateMesh: (length) => new ArrayBuffer(length),
  createHash: runningHash,
};
const objBytes = new TextEncoder().encode(objText(ball(16, 9)));
const options = defaultValues(buildOptions);

function open(fileName: string, bytes: Uint8Array): Promise<ImportJobResult> {
  return runJob({ kind: 'import', fileName, bytes }, host);
}

/** A bake of the ball with a tree for each leaf size. */
async function baked(
  ...leafSizes: readonly number[]
): Promise<{ readonly request: BakeJobRequest; readonly bytes: Uint8Array<ArrayBuffer> }> {
  const { mesh, source, space, findings, ignored } = await open('ball.obj', objBytes);
  const trees: ArrayBuffer[] = [];
  for (const leafTriangles of leafSizes) {
    trees.push((await runJob({ kind: 'build', mesh, options: { ...options, leafTriangles } }, host)).tree);
  }
  const request: BakeJobRequest = { kind: 'bake', format: 'boxwood', mesh, trees, source, space, findings, ignored };
  return { request, bytes: (await runJob(request, host)).bytes };
}

describe('opening a baked file', () => {
  test('gives the same mesh and the same trees, byte for byte and in their order', async () => {
    const { request, bytes } = await baked(2, 7);
    const opened = await open('ball.boxwood', bytes);
    expect(opened).toMatchObject({ format: 'boxwood', dialect: 'Boxwood 1, from OBJ' });
    expect(openMeshBytes(opened.mesh)).toEqual(openMeshBytes(request.mesh));
    expect(opened.trees.map(({ options: { leafTriangles } }) => leafTriangles)).toEqual([2, 7]);
    expect(opened.trees.map(({ tree }) => Buffer.from(tree))).toEqual(request.trees.map((tree) => Buffer.from(tree)));
  });

  test('reports the baked source, with the hash of its bytes, also after a second bake', async () => {
    const source = { file: 'ball.obj', dialect: 'OBJ', byteLength: objBytes.length, sha256: sha256(objBytes) };
    const { bytes } = await baked(4);
    const opened = await open('renamed.boxwood', bytes);
    expect(opened.source).toEqual(source);
    const { mesh, space, findings, ignored } = opened;
    const again = await runJob(
      {
        kind: 'bake',
        format: 'boxwood',
        mesh,
        trees: opened.trees.map(({ tree }) => tree),
        source: opened.source,
        space,
        findings,
        ignored,
      },
      host,
    );
    expect(Buffer.compare(again.bytes, bytes)).toBe(0);
  });

  test('knows it by its bytes under any name, and by its name when its first bytes are damaged', async () => {
    const { bytes } = await baked(4);
    expect((await open('ball.stl', bytes)).format).toBe('boxwood');
    bytes[0] = 0;
    await expect(open('ball.boxwood', bytes)).rejects.toMatchObject({ code: 'invalid-bytes', location: { byte: 0 } });
  });

  test('opens one of three-mesh-bvh too, with its mesh and its tree, and itself as the source', async () => {
    const { request } = await baked(2);
    const { bytes } = await runJob({ ...request, format: 'three-mesh-bvh' }, host);
    const opened = await open('ball.bvh.bin', bytes);
    expect(opened).toMatchObject({
      format: 'three-mesh-bvh',
      dialect: 'three-mesh-bvh bake 1',
      source: { file: 'ball.bvh.bin', byteLength: bytes.length, sha256: sha256(bytes) },
    });
    expect(openMeshBytes(opened.mesh).indices).toEqual(openMeshBytes(request.mesh).indices);
    expect(opened.trees).toMatchObject([{ options: { kind: 'aabb', split: options.split, leafTriangles: 2 } }]);
    bytes[0] = 0;
    await expect(open('ball.bvh.bin', bytes)).rejects.toMatchObject({ code: 'invalid-bytes', location: { byte: 0 } });
  });

  test('takes bytes that lie anywhere, also in a buffer of Node that slices without copying', async () => {
    const { request, bytes } = await baked(4);
    for (const before of [0, 1, 8, 16]) {
      const shifted = Buffer.concat([Buffer.alloc(before), bytes]).subarray(before);
      const opened = await open('ball.boxwood', shifted);
      expect(openMeshBytes(opened.mesh)).toEqual(openMeshBytes(request.mesh));
      expect(Buffer.from(opened.trees[0]!.tree)).toEqual(Buffer.from(request.trees[0]!));
    }
  });

  test('refuses any changed byte with a code and an offset inside the file', async () => {
    const { bytes } = await baked(4);
    for (let at = 0; at < bytes.length; at += 97) {
      const damaged = bytes.slice();
      damaged[at]! ^= 0x10;
      const error = await open('ball.boxwood', damaged).then(
        () => null,
        (thrown: unknown) => thrown,
      );
      expect(error, `byte ${at}`).toBeInstanceOf(InspectorError);
      const { code, location } = error as InspectorError;
      expect(['invalid-bytes', 'truncated', 'unsupported-dialect'], `byte ${at}`).toContain(code);
      expect(location.byte, `byte ${at}`).toBeLessThan(bytes.length);
    }
  });
});

describe('verifying', () => {
  test('finds a bake of the same mesh right, and one of another mesh wrong', async () => {
    const { request, bytes } = await baked(4);
    const { mesh: other } = await open('other.obj', new TextEncoder().encode(objText(ball(16, 10))));
    const verify = async (against: ArrayBuffer | SharedArrayBuffer | null) => {
      return (await runJob({ kind: 'verify', fileName: 'ball.boxwood', bytes, against: against === null ? null : { mesh: against } }, host))
        .verification;
    };
    expect(await verify(request.mesh)).toMatchObject({ ok: true, trees: 1, queries: 1000, mismatches: 0 });
    expect(await verify(null)).toMatchObject({ ok: true, mismatches: 0 });
    expect(await verify(other)).toMatchObject({ ok: false, mismatches: expect.toSatisfy((count: number) => count > 0) });
  });
});
