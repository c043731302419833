import type { EngineShape, LoadSweeper } from './engine-sweep.ts';
import { loadPhysx, physxArrays, type PhysxModule } from './load-physx.ts';

type Vector = { x: number; y: number; z: number };
type Made = new (...args: unknown[]) => object;

/** Of the module what sweeps need. */
interface SweepModule extends PhysxModule {
  readonly PxTolerancesScale: Made;
  readonly PxCookingParams: Made;
  readonly PxTriangleMeshGeometry: Made;
  readonly PxSphereGeometry: Made;
  readonly PxCapsuleGeometry: Made;
  readonly PxBoxGeometry: Made;
  readonly PxHitFlags: Made;
  readonly PxHitFlagEnum: Readonly<Record<'eDEFAULT' | 'eMESH_BOTH_SIDES', number>>;
  readonly PxTransform: new (identity: number) => { readonly p: Vector; readonly q: Vector };
  readonly PxSweepHit: new () => { readonly distance: number };
  readonly PxTriangleMeshDesc: new () => Readonly<Record<'points' | 'triangles', { count: number; stride: number; data: object }>>;
  readonly PxGeometryQuery: {
    readonly prototype: {
      sweep(
        direction: object,
        length: number,
        shape: object,
        from: object,
        mesh: object,
        pose: object,
        hit: object,
        flags: object,
      ): boolean;
    };
  };
  CreatePhysics(version: number, foundation: object, scale: object): object;
  CreateTriangleMesh(parameters: object, description: object): object;
}

/** Returns sweeps by PhysX, which sees both sides of each triangle; all numbers are rounded to f32. */
export async function physxSweeper(): Promise<LoadSweeper> {
  const physx = (await loadPhysx()) as SweepModule;
  const foundation = physx.CreateFoundation(physx.PHYSICS_VERSION, new physx.PxDefaultAllocator(), new physx.PxDefaultErrorCallback());
  const scale = new physx.PxTolerancesScale();
  physx.CreatePhysics(physx.PHYSICS_VERSION, foundation, scale);
  const geometryOf = (shape: EngineShape): object => {
    switch (shape.kind) {
      case 'sphere':
        return new physx.PxSphereGeometry(shape.radius);
      case 'capsule':
        return new physx.PxCapsuleGeometry(shape.radius, shape.halfHeight);
      case 'box':
        return new physx.PxBoxGeometry(...shape.half);
    }
  };
  return (source, moving) => {
    const description = physxArrays(physx, source).describe(new physx.PxTriangleMeshDesc());
    const mesh = new physx.PxTriangleMeshGeometry(physx.CreateTriangleMesh(new physx.PxCookingParams(scale), description));
    const [pose, start] = [new physx.PxTransform(0), new physx.PxTransform(0)];
    const [hit, shape, point] = [new physx.PxSweepHit(), geometryOf(moving), new physx.PxVec3(0, 0, 0)];
    // Its capsules are along x: a quarter turn about z puts them along y.
    if (moving.kind === 'capsule') Object.assign(start.q, { x: 0, y: 0, z: Math.SQRT1_2, w: Math.SQRT1_2 });
    const { eDEFAULT, eMESH_BOTH_SIDES } = physx.PxHitFlagEnum;
    const flags = new physx.PxHitFlags(eDEFAULT | eMESH_BOTH_SIDES);
    return (from, to) => {
      const motion = [to[0] - from[0], to[1] - from[1], to[2] - from[2]] as const;
      const length = Math.hypot(...motion);
      Object.assign(point, { x: motion[0] / length, y: motion[1] / length, z: motion[2] / length });
      Object.assign(start.p, { x: from[0], y: from[1], z: from[2] });
      return physx.PxGeometryQuery.prototype.sweep(point, length, shape, start, mesh, pose, hit, flags) ? hit.distance / length : null;
    };
  };
}
