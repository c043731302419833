import type { Transform } from '#core/math/transform';
import { Matrix4, Quaternion, Vector3 } from 'three';
import { loadJolt } from './load-jolt.ts';
import { loadPhysx, type PhysxArray, type PhysxModule } from './load-physx.ts';
import type { Made } from './cooked-physx.ts';

/** Two sets of points (3·N), and where the second one is: a rotation and a translation. */
export interface PointPair {
  readonly a: Float64Array;
  readonly b: Float64Array;
  readonly aFromB: Transform;
}

/** Returns the distance of the hulls of a pair, negative for a depth; NaN where the engine returns none. The shapes are ready. */
export type PairSeparation = (pair: number) => number;

/** Makes the shapes of an engine, in f32. */
export type LoadPairs = (pairs: readonly PointPair[]) => Promise<PairSeparation>;

/** Distance up to which the engines measure. */
const far = 100;

interface Pose {
  readonly position: Vector3;
  readonly rotation: Quaternion;
}

function poseOf(aFromB: Transform): Pose {
  const pose = { position: new Vector3(), rotation: new Quaternion() };
  new Matrix4().fromArray([...aFromB]).decompose(pose.position, pose.rotation, new Vector3());
  return pose;
}

/** Rapier, by colliders that a world holds: its functions on shapes make the hull again at each call. */
export const rapierPairs: LoadPairs = async (pairs) => {
  const { default: rapier } = await import('@dimforge/rapier3d-compat');
  await rapier.init();
  const world = new rapier.World({ x: 0, y: 0, z: 0 });
  const held = pairs.map(({ a, b, aFromB }) => {
    const { position, rotation } = poseOf(aFromB);
    const [fixed, moving] = [a, b].map((points) => rapier.ColliderDesc.convexHull(Float32Array.from(points))!);
    return [
      world.createCollider(fixed!),
      world.createCollider(moving!.setTranslation(...position.toArray()).setRotation(rotation)),
    ] as const;
  });
  return (pair) => held[pair]![0].contactCollider(held[pair]![1], far)?.distance ?? Number.NaN;
};

/** Jolt, with hulls as exact as it makes them and without a margin. */
export const joltPairs: LoadPairs = async (pairs) => {
  const jolt = await loadJolt();
  const [filter, zero, one] = [new jolt.ShapeFilter(), new jolt.RVec3(0, 0, 0), new jolt.Vec3(1, 1, 1)];
  const settings = new jolt.CollideShapeSettings();
  settings.mMaxSeparationDistance = far;
  const point = new jolt.Vec3(0, 0, 0);
  const hullOf = (points: Float64Array): InstanceType<typeof jolt.Shape> => {
    const description = new jolt.ConvexHullShapeSettings();
    description.mMaxConvexRadius = 0;
    description.mHullTolerance = 1e-6;
    for (let i = 0; i < points.length; i += 3) {
      point.Set(points[i]!, points[i + 1]!, points[i + 2]!);
      description.mPoints.push_back(point);
    }
    const shape = description.Create().Get();
    shape.AddRef();
    return shape;
  };
  const held = pairs.map(({ a, b, aFromB }) => {
    const fixed = new jolt.TransformedShape();
    fixed.mShape = hullOf(a);
    fixed.SetWorldTransform(zero, new jolt.Quat(0, 0, 0, 1), one);
    const moving = hullOf(b);
    const { position, rotation } = poseOf(aFromB);
    const centre = moving.GetCenterOfMass();
    const offset = new Vector3(centre.GetX(), centre.GetY(), centre.GetZ()).applyQuaternion(rotation).add(position);
    const at = jolt.RMat44.prototype.sRotationTranslation(new jolt.Quat(...rotation.toArray()), new jolt.RVec3(...offset.toArray()));
    const own = new jolt.RMat44();
    for (let column = 0; column < 4; column++) own.SetColumn4(column, at.GetColumn4(column));
    return { fixed, moving, at: own };
  });
  const collector = new jolt.CollideShapeClosestHitCollisionCollector();
  return (pair) => {
    const { fixed, moving, at } = held[pair]!;
    collector.Reset();
    fixed.CollideShape(moving, one, at, settings, zero, collector, filter);
    return collector.HadHit() ? -collector.mHit.mPenetrationDepth : Number.NaN;
  };
};

interface PairModule extends PhysxModule {
  readonly PxTolerancesScale: Made;
  readonly PxCookingParams: Made;
  readonly PxConvexFlags: Made;
  readonly PxConvexFlagEnum: Readonly<Record<'eCOMPUTE_CONVEX', number>>;
  readonly PxTransform: new (position: object, rotation: object) => object;
  readonly PxConvexMeshDesc: new () => { readonly points: { count: number; stride: number; data: object }; flags: object };
  readonly PxQuat: new (...xyzw: number[]) => object;
  readonly ConvexMeshSupport: Made;
  readonly PxGjkQueryProximityInfoResult: new () => { readonly separation: number };
  readonly PxGjkQuery: {
    readonly prototype: {
      proximityInfo(a: object, b: object, poseA: object, poseB: object, far: number, size: number, result: object): boolean;
    };
  };
  CreatePhysics(version: number, foundation: object, scale: object): object;
  CreateConvexMesh(parameters: object, description: object): object;
}

/** PhysX, by its GJK and EPA. */
export const physxPairs: LoadPairs = async (pairs) => {
  const physx = (await loadPhysx()) as PairModule;
  const foundation = physx.CreateFoundation(physx.PHYSICS_VERSION, new physx.PxDefaultAllocator(), new physx.PxDefaultErrorCallback());
  const scale = new physx.PxTolerancesScale();
  physx.CreatePhysics(physx.PHYSICS_VERSION, foundation, scale);
  const parameters = new physx.PxCookingParams(scale);
  const [one, unrotated] = [new physx.PxVec3(1, 1, 1), new physx.PxQuat(0, 0, 0, 1)];
  const supportOf = (positions: Float64Array): object => {
    const points: PhysxArray<object> = new physx.PxArray_PxVec3(positions.length / 3);
    for (let i = 0; i < positions.length; i += 3) points.set(i / 3, new physx.PxVec3(positions[i]!, positions[i + 1]!, positions[i + 2]!));
    const description = new physx.PxConvexMeshDesc();
    Object.assign(description.points, { count: positions.length / 3, stride: 12, data: points.begin() });
    description.flags = new physx.PxConvexFlags(physx.PxConvexFlagEnum.eCOMPUTE_CONVEX);
    return new physx.ConvexMeshSupport(physx.CreateConvexMesh(parameters, description), one, unrotated, 0);
  };
  const still = new physx.PxTransform(new physx.PxVec3(0, 0, 0), unrotated);
  const held = pairs.map(({ a, b, aFromB }) => {
    const { position, rotation } = poseOf(aFromB);
    const pose = new physx.PxTransform(new physx.PxVec3(position.x, position.y, position.z), new physx.PxQuat(...rotation.toArray()));
    return { a: supportOf(a), b: supportOf(b), pose };
  });
  const info = new physx.PxGjkQueryProximityInfoResult();
  return (pair) => {
    const { a, b, pose } = held[pair]!;
    return physx.PxGjkQuery.prototype.proximityInfo(a, b, still, pose, far, 1, info) ? info.separation : Number.NaN;
  };
};
