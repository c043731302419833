import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';

/** Of PhysX what all its users here need: its own types leave out how it is loaded. */
export interface PhysxModule {
  readonly PHYSICS_VERSION: number;
  readonly PxDefaultAllocator: new () => object;
  readonly PxDefaultErrorCallback: new () => object;
  readonly PxVec3: new (x: number, y: number, z: number) => { x: number; y: number; z: number };
  readonly PxArray_PxVec3: new (size: number) => PhysxArray<object>;
  readonly PxArray_PxU32: new (size: number) => PhysxArray<number>;
  CreateFoundation(version: number, allocator: object, errors: object): object;
  destroy(object: object): void;
}

export interface PhysxArray<Item> {
  set(index: number, item: Item): void;
  begin(): object;
}

/** The module starts in a browser only, and takes Node for none while it sees no version of it. */
export async function loadPhysx(): Promise<PhysxModule> {
  const require = createRequire(import.meta.url);
  const { default: load } = (await import('physx-js-webidl')) as unknown as { readonly default: (options: object) => Promise<PhysxModule> };
  const wasmBinary = readFileSync(require.resolve('physx-js-webidl/physx-js-webidl.wasm'));
  const version = Object.getOwnPropertyDescriptor(process.versions, 'node')!;
  Object.defineProperty(process.versions, 'node', { value: undefined, configurable: true });
  const page = { window: globalThis, document: { currentScript: null } };
  Object.assign(globalThis, page);
  try {
    return await load({ wasmBinary });
  } finally {
    for (const name of Object.keys(page)) Reflect.deleteProperty(globalThis, name);
    Object.defineProperty(process.versions, 'node', version);
  }
}

/** A mesh in the memory of PhysX, as its descriptions point to it. Numbers are rounded to f32. */
export interface PhysxArrays {
  readonly points: PhysxArray<object>;
  readonly triangles: PhysxArray<number>;
  /** Points the fields of a description to the arrays, and returns it. */
  readonly describe: <Description extends Readonly<Record<'points' | 'triangles', object>>>(description: Description) => Description;
  readonly free: () => void;
}

/** Copies a mesh into the memory of PhysX. */
export function physxArrays(physx: PhysxModule, { positions, indices }: Pick<TriangleMesh, 'positions' | 'indices'>): PhysxArrays {
  const points = new physx.PxArray_PxVec3(positions.length / 3);
  const triangles = new physx.PxArray_PxU32(indices.length);
  const point = new physx.PxVec3(0, 0, 0);
  for (let i = 0; i < positions.length; i += 3) {
    Object.assign(point, { x: positions[i], y: positions[i + 1], z: positions[i + 2] });
    points.set(i / 3, point);
  }
  indices.forEach((index, i) => triangles.set(i, index));
  return {
    points,
    triangles,
    describe: (description) => {
      Object.assign(description.points, { count: positions.length / 3, stride: 12, data: points.begin() });
      Object.assign(description.triangles, { count: indices.length / 3, stride: 12, data: triangles.begin() });
      return description;
    },
    free: () => {
      for (const own of [points, triangles, point]) physx.destroy(own);
    },
  };
}
