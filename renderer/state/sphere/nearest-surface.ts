import type { Vec3 } from '#core/math/vec3';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { closestPointInto } from '#core/query/closest/into';
import { createClosestWorkspace, type ClosestWorkspace } from '#core/query/closest/workspace';
import { noTriangleIndex } from '#core/query/no-triangle';
import type { Tree } from '#core/tree/layout';

/** The surface nearest to a point that moves, and what the hit cache saves (T16, GD-AABB): starting where the last question ended changes the boxes visited alone. */
export interface NearestSurface {
  readonly triangle: number;
  readonly distance: number;
  /** Boxes visited from nothing. */
  readonly nodesVisited: number;
  /** Those visited from the triangle of the last question about this mesh; `null` for the first. */
  readonly cachedVisited: number | null;
}

/** Makes what asks, which remembers the mesh and the triangle of its last answer. It gives `null` for a mesh without triangles; @throws InspectorError as `closestPointInto`. */
export function createNearestSurface(): (tree: Tree, mesh: TriangleMesh, point: Vec3) => NearestSurface | null {
  let last: { readonly tree: Tree; readonly mesh: TriangleMesh; readonly room: ClosestWorkspace; readonly triangle: number } | null = null;
  return (tree, mesh, point) => {
    const room = last?.tree === tree ? last.room : createClosestWorkspace(tree);
    const triangle = closestPointInto(tree, mesh, point, Infinity, room);
    if (triangle === noTriangleIndex) return null;
    const { nodesVisited, distance } = room;
    const startAt = last?.mesh === mesh ? last.triangle : null;
    last = { tree, mesh, room, triangle };
    if (startAt === null) return { triangle, distance, nodesVisited, cachedVisited: null };
    closestPointInto(tree, mesh, point, Infinity, room, startAt);
    return { triangle, distance, nodesVisited, cachedVisited: room.nodesVisited };
  };
}
