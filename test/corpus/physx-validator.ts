import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';

/** What PhysX tells of a mesh that our facts tell too; by the names of its flags. */
export const physxFlags = [
  'eOPEN_BOUNDARIES',
  'eSELF_INTERSECTIONS',
  'eINCONSISTENT_TRIANGLE_ORIENTATION',
  'eEDGE_SHARED_BY_MORE_THAN_TWO_TRIANGLES',
  'eCONTAINS_DUPLICATE_POINTS',
  'eCONTAINS_INVALID_POINTS',
] as const;
export type PhysxFlag = (typeof physxFlags)[number];

/** Of the module what is used here: its own types leave out how it is loaded. */
export interface PhysxModule {
  readonly PHYSICS_VERSION: number;
  readonly PxTriangleMeshAnalysisResultEnum: Readonly<Record<PhysxFlag, number>>;
  readonly PxTetMaker: {
    readonly prototype: { validateTriangleMesh(mesh: PhysxMesh, minVolume: number, minAngle: number): { isSet(flag: number): boolean } };
  };
  readonly PxSimpleTriangleMesh: new () => PhysxMesh;
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

interface PhysxMesh {
  readonly points: { count: number; stride: number; data: object };
  readonly triangles: { count: number; stride: number; data: object };
}

/** The flags that PhysX's `validateTriangleMesh` sets for a mesh, whose positions are f32 and each there once. */
export async function physxValidator(): Promise<(mesh: TriangleMesh) => ReadonlySet<PhysxFlag>> {
  const physx = await loadPhysx();
  physx.CreateFoundation(physx.PHYSICS_VERSION, new physx.PxDefaultAllocator(), new physx.PxDefaultErrorCallback());
  const results = physx.PxTriangleMeshAnalysisResultEnum;
  return ({ positions, indices }) => {
    const points = new physx.PxArray_PxVec3(positions.length / 3);
    const triangles = new physx.PxArray_PxU32(indices.length);
    const point = new physx.PxVec3(0, 0, 0);
    for (let i = 0; i < positions.length; i += 3) {
      Object.assign(point, { x: positions[i], y: positions[i + 1], z: positions[i + 2] });
      points.set(i / 3, point);
    }
    indices.forEach((index, i) => triangles.set(i, index));
    const mesh = new physx.PxSimpleTriangleMesh();
    Object.assign(mesh.points, { count: positions.length / 3, stride: 12, data: points.begin() });
    Object.assign(mesh.triangles, { count: indices.length / 3, stride: 12, data: triangles.begin() });
    const result = physx.PxTetMaker.prototype.validateTriangleMesh(mesh, 0, 0);
    const flags = new Set(physxFlags.filter((flag) => result.isSet(results[flag])));
    for (const own of [mesh, points, triangles, point]) physx.destroy(own);
    return flags;
  };
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
