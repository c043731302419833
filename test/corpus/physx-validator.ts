import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { loadPhysx, physxArrays, type PhysxModule } from '../bench/load-physx.ts';

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

/** Of the module what the check needs. */
interface ValidatorModule extends PhysxModule {
  readonly PxTriangleMeshAnalysisResultEnum: Readonly<Record<PhysxFlag, number>>;
  readonly PxTetMaker: {
    readonly prototype: { validateTriangleMesh(mesh: PhysxMesh, minVolume: number, minAngle: number): { isSet(flag: number): boolean } };
  };
  readonly PxSimpleTriangleMesh: new () => PhysxMesh;
}

interface PhysxMesh {
  readonly points: { count: number; stride: number; data: object };
  readonly triangles: { count: number; stride: number; data: object };
}

/** The flags that PhysX's `validateTriangleMesh` sets for a mesh, whose positions are f32 and each there once. */
export async function physxValidator(): Promise<(mesh: TriangleMesh) => ReadonlySet<PhysxFlag>> {
  const physx = (await loadPhysx()) as ValidatorModule;
  physx.CreateFoundation(physx.PHYSICS_VERSION, new physx.PxDefaultAllocator(), new physx.PxDefaultErrorCallback());
  const results = physx.PxTriangleMeshAnalysisResultEnum;
  return (source) => {
    const arrays = physxArrays(physx, source);
    const mesh = arrays.describe(new physx.PxSimpleTriangleMesh());
    const result = physx.PxTetMaker.prototype.validateTriangleMesh(mesh, 0, 0);
    const flags = new Set(physxFlags.filter((flag) => result.isSet(results[flag])));
    physx.destroy(mesh);
    arrays.free();
    return flags;
  };
}
