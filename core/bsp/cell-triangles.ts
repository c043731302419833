import type { Vec3 } from '../math/vec3.ts';
import { triangleVertices } from '../mesh/triangle-vertices.ts';
import { closestPointTriangle } from '../shape/closest-point-triangle.ts';
import type { BspTree } from './bsp-tree.ts';
import type { BspCells } from './cells.ts';
import type { BspPlane } from './plane.ts';
import type { PlanePolygon } from './polygon.ts';
import type { CellLinks } from './route.ts';

/** Part of the size of the coordinates by which boxes and distances are taken larger. */
const slack = 1e-9;

/** The cells of an object, and the triangles on their borders. */
export interface CellTriangles {
  /** Triangles that lie on the border of a cell, ascending. */
  readonly ofCell: (leaf: number) => Uint32Array;
  /**
   * Returns the cells that a ball may touch from a cell: those that portals within its radius lead to. An object in the ball whose centre is in
   * the cell touches no other triangle first: the straight line to the first contact runs through these cells.
   */
  readonly near: (leaf: number, center: Vec3, radius: number) => readonly number[];
}

/** Prepares the triangles of cells. */
export function createCellTriangles(tree: BspTree, cells: BspCells, links: CellLinks): CellTriangles {
  const nodesOf = new Map<BspPlane, number[]>();
  tree.planes.forEach((plane, node) => {
    const list = nodesOf.get(plane);
    if (list === undefined) nodesOf.set(plane, [node]);
    else list.push(node);
  });
  const lists: (Uint32Array | undefined)[] = [];
  const { min, max } = tree.space.box;
  const padding = slack * Math.max(...min.map(Math.abs), ...max.map(Math.abs));
  const made = (leaf: number): Uint32Array => {
    const found = new Set<number>();
    for (const face of cells.regions[leaf]!) {
      const box = boxOf(face.points.map(({ x, y, z }): Vec3 => [x, y, z]));
      for (const node of nodesOf.get(face.plane) ?? [])
        for (const triangle of tree.triangles[node]!)
          if (!found.has(triangle) && overlaps(boxOf(triangleVertices(tree.mesh, triangle)), box, padding)) found.add(triangle);
    }
    return Uint32Array.from(found).sort();
  };
  return {
    ofCell: (leaf) => (lists[leaf] ??= made(leaf)),
    near: (leaf, center, radius) => {
      const reached = new Set([leaf]);
      for (const cell of reached)
        for (const { leaf: other, portal } of links[cell] ?? [])
          if (!reached.has(other) && distanceTo(cells.portals[portal]!.polygon, center) <= radius + padding) reached.add(other);
      return [...reached];
    },
  };
}

interface Corners {
  readonly low: Vec3;
  readonly high: Vec3;
}

function boxOf(points: readonly Vec3[]): Corners {
  const low: [number, number, number] = [Infinity, Infinity, Infinity];
  const high: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (const point of points)
    for (const k of [0, 1, 2] as const) {
      low[k] = Math.min(low[k], point[k]);
      high[k] = Math.max(high[k], point[k]);
    }
  return { low, high };
}

function overlaps(a: Corners, b: Corners, padding: number): boolean {
  return ([0, 1, 2] as const).every((k) => a.low[k] <= b.high[k] + padding && b.low[k] <= a.high[k] + padding);
}

/** Returns the distance of a point from a convex polygon: from the fan of its triangles. */
function distanceTo({ points }: PlanePolygon, [x, y, z]: Vec3): number {
  const corners = new Float64Array(9);
  const closest = new Float64Array(4);
  let lowest = Infinity;
  for (let i = 2; i < points.length; i++) {
    [points[0]!, points[i - 1]!, points[i]!].forEach((point, corner) => corners.set([point.x, point.y, point.z], 3 * corner));
    closestPointTriangle(x, y, z, corners, 0, 3, 6, closest);
    lowest = Math.min(lowest, Math.hypot(closest[0], closest[1], closest[2]));
  }
  return lowest;
}
