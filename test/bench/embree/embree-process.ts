import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { compileNative } from '../native/compile-native.ts';
import { startNative } from '../native/native-process.ts';

/** Rays with a maximum distance each. */
export interface EmbreeRays {
  /** (3·N) */
  readonly origins: Float64Array;
  /** (3·N) unit vectors. */
  readonly directions: Float64Array;
  /** (N) infinite for rays without an end. */
  readonly maxDistances: Float64Array;
}

/** An Embree process with a mesh and lists of rays. It has one thread, and SIMD of 128 bits as WebAssembly. */
export interface EmbreeProcess {
  readonly version: string;
  /** Builds the tree again, and returns the milliseconds of processor time. */
  readonly build: () => Promise<number>;
  /** Finds the first hit of each ray of a list, and returns the milliseconds of processor time. */
  readonly cast: (list: number) => Promise<number>;
  /** As `cast`, and returns the distances; infinite without a hit. */
  readonly distances: (list: number) => Promise<Float32Array>;
  readonly dispose: () => void;
}

/** @throws SkippedTask where there is no C++ compiler or no Embree. */
export async function startEmbree(mesh: TriangleMesh, lists: readonly EmbreeRays[]): Promise<EmbreeProcess> {
  const program = compileNative({
    source: 'test/bench/embree/queries.cpp',
    flags: ['-lembree3'],
    missing: /embree3\/[^:]*: No such file|cannot find -lembree3/,
    advice: 'there is no Embree: install libembree-dev',
  });
  const { version, run, dispose } = await startNative(program, inputBytes(mesh, lists), 'Embree refuses the mesh');
  const folder = mkdtempSync(join(tmpdir(), 'boxwood-embree-'));
  return {
    version,
    build: async () => Number(await run('build')),
    cast: async (list) => Number(await run(String(list))),
    distances: async (list) => {
      const path = join(folder, 'distances.bin');
      await run(`${list} ${path}`);
      const { buffer, byteOffset, byteLength } = readFileSync(path);
      return new Float32Array(buffer.slice(byteOffset, byteOffset + byteLength));
    },
    dispose: () => {
      dispose();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** u32 vertices, triangles and lists; f32 positions, u32 indices. Of each list u32 rays, and of each ray seven f32. */
function inputBytes({ positions, indices }: TriangleMesh, lists: readonly EmbreeRays[]): Uint8Array {
  const head = Uint32Array.of(positions.length / 3, indices.length / 3, lists.length);
  const rays = lists.flatMap(({ origins, directions, maxDistances }) => [
    Uint32Array.of(maxDistances.length),
    Float32Array.from({ length: 7 * maxDistances.length }, (_, i) => {
      const [ray, k] = [Math.floor(i / 7), i % 7];
      return k < 3 ? origins[3 * ray + k]! : k < 6 ? directions[3 * ray + k - 3]! : maxDistances[ray]!;
    }),
  ]);
  const all = [head, Float32Array.from(positions), indices, ...rays];
  return Buffer.concat(all.map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength)));
}
