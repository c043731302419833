import { treedForQueries } from '../convex/collider/body-contains.ts';
import { boundsRadius, meshBounds } from '../mesh/bounds.ts';
import { triangleCount, type TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { EngineOptions } from '../options/engine-options.ts';
import { noProgress, type Progress } from '../progress.ts';
import { closestPoint } from '../query/closest/closest.ts';
import { createClosestWorkspace } from '../query/closest/workspace.ts';
import type { PhysicsEngine } from './engines.ts';
import { holdWithoutVolumes, meshOfHeld } from './hold-mesh.ts';

/** Shapes of an engine, for a picture. */
export interface DrawnShapes {
  /** Their surfaces, one part for each. */
  readonly mesh: TriangleMesh;
  /** (T) 1 for triangles that are away from the surface of the source. */
  readonly isAway: Uint8Array;
}

/** Weights of the corners at the points of a triangle that are compared. */
const points = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
  [0.5, 0.5, 0],
  [0, 0.5, 0.5],
  [0.5, 0, 0.5],
  [1 / 3, 1 / 3, 1 / 3],
] as const;

/**
 * Returns the shapes that an engine holds. A triangle is away if a corner, the middle of an edge or its centre is farther from the mesh than the
 * tolerance times its diagonal.
 * @throws whatever `progress` throws.
 */
export function drawnShapes(
  source: TriangleMesh,
  engine: PhysicsEngine,
  options: Omit<EngineOptions, 'engine'>,
  progress: Progress = noProgress,
): DrawnShapes {
  const mesh = meshOfHeld(holdWithoutVolumes(source, engine, options, (fraction) => progress(fraction / 2)));
  const isAway = new Uint8Array(triangleCount(mesh));
  const bounds = meshBounds(source);
  if (bounds === null) return { mesh, isAway };
  const tolerance = options.engineTolerance * 2 * boundsRadius(bounds);
  const treed = treedForQueries(source, progress);
  const workspace = createClosestWorkspace(treed.tree);
  const { positions, indices } = mesh;
  for (let triangle = 0; triangle < isAway.length; triangle++) {
    if (triangle % 1024 === 0) progress(0.5 + triangle / isAway.length / 2);
    const coordinate = (weights: readonly number[], k: number): number =>
      weights.reduce((sum, weight, corner) => sum + weight * positions[3 * indices[3 * triangle + corner] + k], 0);
    const isFar = points.some((weights) => {
      const point = [coordinate(weights, 0), coordinate(weights, 1), coordinate(weights, 2)] as const;
      return (closestPoint(treed.tree, treed.mesh, [...point], {}, workspace).closest?.distance ?? 0) > tolerance;
    });
    if (isFar) isAway[triangle] = 1;
  }
  return { mesh, isAway };
}
