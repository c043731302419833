import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { loadPhysx, type PhysxArray, type PhysxModule } from './load-physx.ts';

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
  const cook = ({ positions, indices }: TriangleMesh): object => {
    const points: PhysxArray<object> = new physx.PxArray_PxVec3(positions.length / 3);
    const triangles = new physx.PxArray_PxU32(indices.length);
    const point = new physx.PxVec3(0, 0, 0);
    for (let i = 0; i < positions.length; i += 3) {
      Object.assign(point, { x: positions[i], y: positions[i + 1], z: positions[i + 2] });
      points.set(i / 3, point);
    }
    indices.forEach((index, i) => triangles.set(i, index));
    const description = new physx.PxTriangleMeshDesc();
    Object.assign(description.points, { count: positions.length / 3, stride: 12, data: points.begin() });
    Object.assign(description.triangles, { count: indices.length / 3, stride: 12, data: triangles.begin() });
    return physx.CreateTriangleMesh(new physx.PxCookingParams(scale), description);
  };
  return { physx, cook };
}
