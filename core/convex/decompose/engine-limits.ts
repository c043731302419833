import type { ColliderBody } from '../collider/collider.ts';

/** What an engine stores of one convex hull at most. */
export interface EngineLimits {
  readonly title: string;
  readonly maxVertices: number;
  /** Polygons; `null` without a limit. */
  readonly maxFaces: number | null;
  /** Where the limit is documented. */
  readonly source: string;
}

/** Limits of convex hulls. Engines not listed, such as Bullet and Rapier, state none. */
export const engineLimits = {
  physx: { title: 'PhysX', maxVertices: 255, maxFaces: 255, source: 'PxConvexMeshDesc: vertexLimit and polygonLimit' },
  'physx-gpu': { title: 'PhysX on the GPU', maxVertices: 64, maxFaces: 64, source: 'PhysX manual, GPU rigid bodies: convex hulls' },
  jolt: { title: 'Jolt', maxVertices: 256, maxFaces: null, source: 'ConvexHullShape::cMaxPointsInHull' },
} as const satisfies Readonly<Record<string, EngineLimits>>;

export type EngineName = keyof typeof engineLimits;
export const engineNames = Object.keys(engineLimits) as readonly EngineName[];

/** Returns the engines whose limits a hull exceeds; primitive shapes and triangle meshes have none. */
export function enginesExceeded(bodies: readonly ColliderBody[]): readonly EngineName[] {
  return engineNames.filter((name) => {
    const { maxVertices, maxFaces }: EngineLimits = engineLimits[name];
    return bodies.some(
      (body) =>
        body.kind === 'hull' &&
        (body.hull.positions.length / 3 > maxVertices || (maxFaces !== null && body.hull.faceFirst.length - 1 > maxFaces)),
    );
  });
}
