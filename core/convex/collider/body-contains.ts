import { loadTree } from '../../tree/kinds/wide/load-tree.ts';
import { buildTree } from '../../tree/build-tree.ts';
import { fastestTree } from '../../tree/fastest-tree.ts';
import { openTree } from '../../tree/open-tree.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { TreedMesh } from '../../pair/treed-mesh.ts';
import { noProgress, type Progress } from '../../progress.ts';
import { insideTest } from '../../query/inside-closed-mesh.ts';
import { shapeDistance } from '../fit/fitted-shape.ts';
import { hullPlanes } from '../hull/hull-planes.ts';
import { type ColliderBody, meshOfBodies } from './collider.ts';

/** Whether a point is in a solid, up to rounding. Hot. */
export type Contains = (x: number, y: number, z: number) => boolean;

/** Returns a mesh with the tree that is built fastest, for many queries. @throws whatever `progress` throws. */
export function treedForQueries(mesh: TriangleMesh, progress: Progress = noProgress): TreedMesh {
  const bytes = buildTree(mesh, fastestTree(), () => progress(0));
  return { mesh, tree: loadTree(openTree(bytes), mesh) };
}

/** Returns a test of points against the union of bodies. @throws whatever `progress` throws. */
export function containsOf(bodies: readonly ColliderBody[], progress: Progress = noProgress): Contains {
  const tests = bodies.map((body) => ({ bounds: boundsOf(meshOfBodies([body]).positions, body), contains: testOf(body, progress) }));
  return (x, y, z) => tests.some(({ bounds, contains }) => isWithin(bounds, x, y, z) && contains(x, y, z));
}

function testOf(body: ColliderBody, progress: Progress): Contains {
  switch (body.kind) {
    case 'hull': {
      const planes = hullPlanes(body.hull, progress);
      return (x, y, z) => isBelow(planes, x, y, z);
    }
    case 'shape':
      return (x, y, z) => shapeDistance(body.fitted, x, y, z) <= 0;
    case 'mesh': {
      const { mesh, tree } = treedForQueries(body.mesh, progress);
      const isInside = insideTest(tree, mesh);
      return (x, y, z) => isInside([x, y, z]) === true;
    }
  }
}

/** Returns (6) min and max; a round shape extends beyond its tessellation. */
function boundsOf(positions: Float64Array, { kind }: ColliderBody): Float64Array {
  const bounds = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  for (let i = 0; i < positions.length; i++) {
    bounds[i % 3] = Math.min(bounds[i % 3], positions[i]);
    bounds[3 + (i % 3)] = Math.max(bounds[3 + (i % 3)], positions[i]);
  }
  if (kind !== 'shape') return bounds;
  const margin = roundMargin * Math.max(bounds[3] - bounds[0], bounds[4] - bounds[1], bounds[5] - bounds[2]);
  return bounds.map((value, k) => (k < 3 ? value - margin : value + margin));
}

/** Part of its size by which a round shape extends beyond its tessellation at most; see `tessellate`. */
const roundMargin = 0.01;

function isWithin(bounds: Float64Array, x: number, y: number, z: number): boolean {
  return x >= bounds[0] && y >= bounds[1] && z >= bounds[2] && x <= bounds[3] && y <= bounds[4] && z <= bounds[5];
}

function isBelow(planes: Float64Array, x: number, y: number, z: number): boolean {
  for (let at = 0; at < planes.length; at += 4) {
    if (planes[at] * x + planes[at + 1] * y + planes[at + 2] * z > planes[at + 3]) return false;
  }
  return true;
}
