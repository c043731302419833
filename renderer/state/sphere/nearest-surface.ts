import type { Vec3 } from '#core/math';
import type { TriangleMesh } from '#core/mesh';
import { closestPointInto, type ClosestWorkspace, createClosestWorkspace, noTriangleIndex } from '#core/query';
import type { Tree } from '#core/tree';

/** The surface nearest to a moving point, and what the hit cache saves (GD-AABB): starting at the last triangle changes only the nodes visited. */
export interface NearestSurface {
  readonly triangle: number;
  readonly distance: number;
  /** Nodes visited without the cache. */
  readonly nodesVisited: number;
  /** Nodes visited when starting at the triangle of the last query of this mesh; `null` for the first. */
  readonly cachedVisited: number | null;
}

/** Returns a closest-point query that remembers the triangle of the last result of each mesh. It returns `null` for a mesh without triangles. @throws InspectorError as `closestPointInto`. */
export function createNearestSurface(): (tree: Tree, mesh: TriangleMesh, point: Vec3) => NearestSurface | null {
  // Weak: a closed mesh is forgotten.
  const known = new WeakMap<TriangleMesh, { readonly tree: Tree; readonly room: ClosestWorkspace; readonly triangle: number }>();
  return (tree, mesh, point) => {
    const last = known.get(mesh);
    const room = last?.tree === tree ? last.room : createClosestWorkspace(tree);
    const triangle = closestPointInto(tree, mesh, point, Infinity, room);
    if (triangle === noTriangleIndex) return null;
    const { nodesVisited, distance } = room;
    const startAt = last?.triangle ?? null;
    known.set(mesh, { tree, room, triangle });
    if (startAt === null) return { triangle, distance, nodesVisited, cachedVisited: null };
    closestPointInto(tree, mesh, point, Infinity, room, startAt);
    return { triangle, distance, nodesVisited, cachedVisited: room.nodesVisited };
  };
}
