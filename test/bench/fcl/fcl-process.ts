import type { Transform } from '#core/math/transform';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { compileNative } from '../native/compile-native.ts';
import { startNative } from '../native/native-process.ts';

/** A motion of a mesh from one pose to another; it rotates about the origin of its space. */
export interface FclMotion {
  readonly from: Transform;
  readonly to: Transform;
  readonly rotates: boolean;
}

/** An FCL process with two meshes and motions of the second one. */
export interface FclProcess {
  readonly version: string;
  /**
   * Finds the times of all first contacts; `null` without any. With a number of poses, the first of them in collision; without, it advances
   * conservatively.
   */
  readonly contactTimes: (poses?: number) => Promise<readonly (number | null)[]>;
  /** Returns whether the meshes collide at a pose of each motion. */
  readonly collideAt: (poses: readonly Transform[]) => Promise<readonly boolean[]>;
  readonly dispose: () => void;
}

/** @throws SkippedTask where there is no C++ compiler or no FCL. */
export async function startFcl(fixed: TriangleMesh, moving: TriangleMesh, motions: readonly FclMotion[]): Promise<FclProcess> {
  const program = compileNative({
    source: 'test/bench/fcl/motions.cpp',
    flags: ['-I/usr/include/eigen3', '-lfcl', '-lccd'],
    missing: /fcl\/[^:]*: No such file|Eigen\/[^:]*: No such file|cannot find -l(fcl|ccd)/,
    advice: 'there is no FCL: install libfcl-dev',
  });
  const { version, run, dispose } = await startNative(program, inputBytes(fixed, moving, motions), 'FCL refuses the meshes');
  const timesOf = async (line: string): Promise<readonly string[]> => (await run(line)).split(' ').slice(1);
  return {
    version,
    contactTimes: async (poses = 0) => (await timesOf(String(poses))).map((time) => (time === '-' ? null : Number(time))),
    collideAt: async (poses) => (await timesOf(`at ${poses.flat().join(' ')}`)).map((time) => time !== '-'),
    dispose,
  };
}

/**
 * Of each mesh u32 vertices and triangles, f64 positions, u32 indices. Then the number of motions, and of each u32 whether it rotates and two
 * poses of 16 f64.
 */
function inputBytes(fixed: TriangleMesh, moving: TriangleMesh, motions: readonly FclMotion[]): Uint8Array {
  const parts = [fixed, moving].flatMap(({ positions, indices }) => [
    Uint32Array.of(positions.length / 3, indices.length / 3),
    positions,
    indices,
  ]);
  const poses = motions.flatMap(({ from, to, rotates }) => [Uint32Array.of(rotates ? 1 : 0), Float64Array.from([...from, ...to])]);
  const all = [...parts, Uint32Array.of(motions.length), ...poses];
  return Buffer.concat(all.map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength)));
}
