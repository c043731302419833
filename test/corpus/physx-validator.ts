import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { loadPhysx, type PhysxModule } from '../bench/load-physx.ts';

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
