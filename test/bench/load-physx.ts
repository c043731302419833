import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

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
