import { minus, normalized, plus, type Vec3 } from '../../math/vec3.ts';
import { partOfTriangle, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { capsuleTest } from '../../query/capsule/capsule.ts';
import { createCapsuleWorkspace } from '../../query/capsule/workspace.ts';
import { overlappingTriangles } from '../../query/overlap-descent.ts';
import type { TriangleFilter } from '../../query/triangle-filter.ts';
import { featureOf } from '../../shape/triangle-feature.ts';
import type { Tree } from '../../tree/layout.ts';
import { findNearest } from '../convex/nearest.ts';
import { setupSweep } from '../convex/setup.ts';
import { readLocalCorners } from '../convex/triangle-time.ts';
import { createTriangleWork, type TriangleWork } from '../convex/workspace.ts';
import type { WalkContact } from './walk-request.ts';

/** Returns the triangles near an upright body, ascending. */
export type ContactFinder = (position: Vec3, radius: number, reach: number, accepts: TriangleFilter) => readonly WalkContact[];

/**
 * Returns a function that finds the triangles within `reach` of a body of some radius around an axis. The set is exact; distances, points and
 * normals are plain f64. A triangle that the axis cuts has no normal and is left out.
 */
export function createContactFinder(tree: Tree, mesh: TriangleMesh, axis: Vec3): ContactFinder {
  const workspace = createCapsuleWorkspace(tree);
  return (position, radius, reach, accepts) => {
    const capsule = { from: minus(position, axis), to: plus(position, axis), radius: radius + reach };
    const test = capsuleTest(mesh, capsule, workspace);
    const { triangles } = overlappingTriangles(tree, workspace, test, false, accepts);
    const shape = { kind: 'capsule', axis, radius: 0 } as const;
    const work = createTriangleWork(setupSweep({ shape, from: position, to: position }));
    return Array.from(triangles).flatMap((triangle) => contactWith(work, mesh, triangle, position, radius) ?? []);
  };
}

function contactWith(work: TriangleWork, mesh: TriangleMesh, triangle: number, position: Vec3, radius: number): WalkContact | null {
  readLocalCorners(work, mesh, triangle);
  work.simplex.count = 0;
  findNearest(work, 0);
  const { directions, directionCount, witness } = work;
  const away: Vec3 = [directions[0], directions[1], directions[2]];
  // The normal of a face keeps its digits.
  const at = directionCount === 2 ? 3 : 0;
  const normal = normalized([0 - directions[at], 0 - directions[at + 1], 0 - directions[at + 2]]);
  if (normal === null || work.maxDistance < 0) return null;
  const distance = Math.abs(away[0] * normal[0] + away[1] * normal[1] + away[2] * normal[2]) - radius;
  const point = plus(position, [witness[0], witness[1], witness[2]]);
  return { triangle, ...featureOf(work.feature), part: partOfTriangle(mesh, triangle), position: point, normal, distance };
}
