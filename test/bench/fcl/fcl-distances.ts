import type { Transform } from '#core/math/transform';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { compileNative } from '../native/compile-native.ts';
import { startNative } from '../native/native-process.ts';

/** An FCL process with two meshes and placements of the second one. */
export interface FclDistances {
  readonly version: string;
  /** Measures the distance at each placement. */
  readonly measure: () => Promise<Float64Array>;
  readonly dispose: () => void;
}

/** @throws SkippedTask where there is no C++ compiler or no FCL. */
export async function startFclDistances(a: TriangleMesh, b: TriangleMesh, placements: readonly Transform[]): Promise<FclDistances> {
  const program = compileNative({
    source: 'test/bench/fcl/distances.cpp',
    flags: ['-I/usr/include/eigen3', '-lfcl', '-lccd'],
    missing: /fcl\/[^:]*: No such file|Eigen\/[^:]*: No such file|cannot find -l(fcl|ccd)/,
    advice: 'there is no FCL: install libfcl-dev',
  });
  const { version, run, dispose } = await startNative(program, inputBytes(a, b, placements), 'FCL refuses the meshes');
  return { version, measure: async () => Float64Array.from((await run()).trim().split(' '), Number), dispose };
}

/** Of each mesh u32 vertices and triangles, f64 positions, u32 indices. Then the u32 number of placements, and 16 f64 of each. */
function inputBytes(a: TriangleMesh, b: TriangleMesh, placements: readonly Transform[]): Uint8Array {
  const meshes = [a, b].flatMap(({ positions, indices }) => [Uint32Array.of(positions.length / 3, indices.length / 3), positions, indices]);
  const all = [...meshes, Uint32Array.of(placements.length), Float64Array.from(placements.flat())];
  return Buffer.concat(all.map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength)));
}
