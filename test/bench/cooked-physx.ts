import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { loadPhysx, physxArrays, type PhysxModule } from './load-physx.ts';

export type Made = new (...args: unknown[]) => object;

/** Of the module what cooking a mesh needs. */
export interface CookingModule extends PhysxModule {
  readonly PxTolerancesScale: Made;
  readonly PxCookingParams: Made;
  readonly PxTriangleMeshGeometry: Made;
  readonly PxTriangleMeshDesc: new () => Readonly<Record<'points' | 'triangles', { count: number; stride: number; data: object }>>;
  CreatePhysics(version: number, foundation: object, scale: object): object;
  CreateTriangleMesh(parameters: object, description: object): object;
}

/** Returns the module and a function that cooks a mesh, all numbers rounded to f32. */
export async function cookedPhysx<Module extends CookingModule>(): Promise<{
  readonly physx: Module;
  readonly cook: (mesh: TriangleMesh) => object;
}> {
  const physx = (await loadPhysx()) as Module;
  const foundation = physx.CreateFoundation(physx.PHYSICS_VERSION, new physx.PxDefaultAllocator(), new physx.PxDefaultErrorCallback());
  const scale = new physx.PxTolerancesScale();
  physx.CreatePhysics(physx.PHYSICS_VERSION, foundation, scale);
  const cook = (mesh: TriangleMesh): object => {
    const description = physxArrays(physx, mesh).describe(new physx.PxTriangleMeshDesc());
    return physx.CreateTriangleMesh(new physx.PxCookingParams(scale), description);
  };
  return { physx, cook };
}
