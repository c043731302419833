import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { normalized, type Vec3 } from '#core/math/vec3';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import type { Ray } from '#core/query/ray/ray';
import { projectFolder } from '../corpus-folder.ts';
import { compileNative } from '../native/compile-native.ts';
import { type NativeProcess, startNative } from '../native/native-process.ts';

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

/** What Bullet loads or builds: see `startBullet`. */
export type BulletSource = Uint8Array | TriangleMesh | readonly BulletPart[];

/** A shape that a Bullet process holds. */
export interface BulletShape {
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
}

/** A Bullet process with its first shape. */
export interface BulletProcess extends BulletShape {
  /** Adds a shape: to start a process takes longer. The process ends if Bullet does not load it. */
  readonly add: (source: BulletSource) => Promise<BulletShape>;
  readonly dispose: () => void;
}

/**
 * Starts Bullet with a `.bullet` or `.bvh.bullet` file, with a mesh of which it builds the tree, with parts of which it builds a compound, or with
 * the letters SAMPLE and shapes of its own.
 * @throws SkippedTask where there is no C++ compiler or no Bullet; Error if Bullet does not load the file.
 */
export async function startBullet(source: BulletSource): Promise<BulletProcess> {
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
  const started = await startNative(program, bytesOf(source), 'Bullet does not load the file');
  let shapes = 1;
  return {
    ...shapeOf(started, 0),
    add: async (next) => {
      const path = join(started.folder, `${shapes}.bin`);
      writeFileSync(path, bytesOf(next));
      await started.run(`shape ${path}`);
      return shapeOf(started, shapes++);
    },
    dispose: started.dispose,
  };
}

function bytesOf(source: BulletSource): Uint8Array {
  return source instanceof Uint8Array ? source : 'positions' in source ? meshBytes(source) : partsBytes(source);
}

function shapeOf({ version, folder, run: runLine }: NativeProcess, number: number): BulletShape {
  const run = (line: string): Promise<string> => runLine(`${number} ${line}`);
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
