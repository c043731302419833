import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { normalized, type Vec3 } from '#core/math/vec3';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import type { Ray } from '#core/query/ray/ray';
import { projectFolder } from '../corpus-folder.ts';
import { compileNative } from '../native/compile-native.ts';
import { startNative } from '../native/native-process.ts';

/** A hit of Bullet: distance, and the triangle of a triangle mesh. */
export interface BulletHit {
  readonly distance: number;
  readonly triangle: number;
}

/** A part of a compound that Bullet itself builds. */
export interface BulletPart {
  readonly isHull: boolean;
  /** In f32. */
  readonly origin: Vec3;
  /** Relative to the origin. The triangles of a hull are not used. */
  readonly mesh: Pick<TriangleMesh, 'indices'> & { readonly positions: Float32Array | Float64Array };
}

/** A Bullet process that holds one shape. */
export interface BulletProcess {
  /** For example `Bullet 3.24`. */
  readonly version: string;
  /** Name and type number of the shape. */
  readonly name: () => Promise<string>;
  /** First hits on either side; `null` for none within `far`. Numbers are rounded to f32. */
  readonly rays: (rays: readonly Ray[], far: number) => Promise<readonly (BulletHit | null)[]>;
  /** Distances that a sphere moves until it touches the shape. */
  readonly sweeps: (rays: readonly Ray[], radius: number, far: number) => Promise<readonly (number | null)[]>;
  /** Type numbers of the children of a compound. */
  readonly children: () => Promise<readonly number[]>;
  /** The image of the tree that `serializeInPlace` makes. */
  readonly image: () => Promise<Uint8Array>;
  /** What `btDefaultSerializer` writes for the shape, once. */
  readonly save: () => Promise<Uint8Array>;
  readonly dispose: () => void;
}

/**
 * Starts Bullet with a `.bullet` or `.bvh.bullet` file, with a mesh of which it builds the tree, with parts of which it builds a compound, or with
 * the letters SAMPLE and shapes of its own.
 * @throws SkippedTask where there is no C++ compiler or no Bullet; Error if Bullet does not load the file.
 */
export async function startBullet(shape: Uint8Array | TriangleMesh | readonly BulletPart[]): Promise<BulletProcess> {
  const program = compileNative({
    source: 'test/bench/bullet/shapes.cpp',
    flags: [
      // Nothing of it is timed, and it compiles in half the time.
      '-O1',
      '-I/usr/include/bullet',
      `-I${join(projectFolder, 'resources/formats')}`,
      '-lBulletWorldImporter',
      '-lBulletFileLoader',
      '-lBulletDynamics',
      '-lBulletCollision',
      '-lLinearMath',
    ],
    missing: /bt\w+\.h: No such file|cannot find -l(Bullet\w+|LinearMath)/,
    advice: 'there is no Bullet: install libbullet-dev and libbullet-extras-dev',
  });
  const folder = mkdtempSync(join(tmpdir(), 'boxwood-bullet-'));
  const bytes = shape instanceof Uint8Array ? shape : 'positions' in shape ? meshBytes(shape) : partsBytes(shape);
  const { version, run, dispose } = await startNative(program, bytes, 'Bullet does not load the file');
  const ends = (rays: readonly Ray[], far: number): string => {
    const path = join(folder, 'rays.bin');
    const values = rays.flatMap(({ origin, direction }) => [
      ...origin,
      ...normalized(direction)!.map((value, k) => origin[k]! + far * value),
    ]);
    writeFileSync(path, new Uint8Array(Float32Array.from(values).buffer));
    return path;
  };
  const hits = async (line: string, far: number): Promise<readonly (BulletHit | null)[]> =>
    (await run(line)).split(' ').map((word) => {
      const [fraction = '-', triangle] = word.split(':');
      return fraction === '-' ? null : { distance: far * Number(fraction), triangle: Number(triangle) };
    });
  return {
    version,
    name: async () => await run('name'),
    rays: async (rays, far) => await hits(`rays ${ends(rays, far)}`, far),
    sweeps: async (rays, radius, far) => (await hits(`sweeps ${ends(rays, far)} ${radius}`, far)).map((hit) => hit?.distance ?? null),
    children: async () =>
      (await run('children'))
        .split(' ')
        .filter((word) => word !== '')
        .map(Number),
    image: async () => {
      const path = join(folder, 'tree.image');
      await run(`image ${path}`);
      return new Uint8Array(readFileSync(path));
    },
    save: async () => {
      const path = join(folder, 'saved.bullet');
      await run(`save ${path}`);
      return new Uint8Array(readFileSync(path));
    },
    dispose: () => {
      dispose();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** u32 vertices and triangles, f32 positions, u32 indices. */
function meshBytes({ positions, indices }: BulletPart['mesh']): Uint8Array {
  const all = [Uint32Array.of(positions.length / 3, indices.length / 3), Float32Array.from(positions), indices];
  return Buffer.concat(all.map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength)));
}

function partsBytes(parts: readonly BulletPart[]): Uint8Array {
  const all = parts.flatMap(({ isHull, origin, mesh }) => {
    const indices = isHull ? new Uint32Array() : mesh.indices;
    return [Uint32Array.of(isHull ? 1 : 0), Float32Array.from(origin), meshBytes({ positions: mesh.positions, indices })];
  });
  return Buffer.concat([
    new TextEncoder().encode('COMPOUND'),
    ...all.map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength)),
  ]);
}
