import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { FilterOptions } from '../../options/filter-options.ts';
import type { Tree } from '../../tree/layout.ts';
import { noTriangleIndex } from '../no-triangle.ts';
import { planeOverlap } from '../plane/plane.ts';
import { overlap, shapeViewpoint } from '../shape-overlap.ts';
import { checkSphereQuery } from '../sphere/check.ts';
import { sphereOverlapInto } from '../sphere/into.ts';
import { createSphereWorkspace, type SphereWorkspace } from '../sphere/workspace.ts';
import type { Viewpoint } from '../triangle-filter.ts';
import { atQuery } from './check.ts';
import { manyFilters } from './many-filters.ts';
import type { OverlapsResult } from './result.ts';
import { isSpheres, batchShapeAt, shapeCount, type BatchShape, type ShapeBatch } from './shapes.ts';

export type { ShapeBatch, Spheres } from './shapes.ts';

/**
 * Returns the triangles that many shapes of one kind overlap: for each shape those of its single query, ascending. A filter leaves out parts and
 * sides, with the viewpoint of each shape.
 * @throws InspectorError `invalid-argument` as the single query, with the number of the shape, and for arrays of other lengths.
 */
export function overlapMany(tree: Tree, mesh: TriangleMesh, shapes: ShapeBatch, filter: Partial<FilterOptions> = {}): OverlapsResult {
  return overlapsFrom(0, tree, mesh, shapes, filter);
}

/** As `overlapMany`, for a part of a batch. @param first the number of its first shape in the batch, for errors. */
export function overlapsFrom(
  first: number,
  tree: Tree,
  mesh: TriangleMesh,
  shapes: ShapeBatch,
  filter: Partial<FilterOptions>,
): OverlapsResult {
  const count = checkShapes(shapes);
  const filters = manyFilters(mesh, filter);
  const workspace = createSphereWorkspace(tree);
  const offsets = new Uint32Array(count + 1);
  let triangles = new Uint32Array(Math.max(64, 2 * count));
  let total = 0;
  for (let i = 0; i < count; i++) {
    const found = overlapOf(tree, mesh, shapes, i, first, workspace, filters);
    if (total + found.length > triangles.length) triangles = grown(triangles, total + found.length);
    triangles.set(found, total);
    total += found.length;
    offsets[i + 1] = total;
  }
  return { offsets, triangles: triangles.slice(0, total) };
}

/** Returns the triangles of one shape, ascending. */
function overlapOf(
  tree: Tree,
  mesh: TriangleMesh,
  shapes: ShapeBatch,
  i: number,
  first: number,
  workspace: SphereWorkspace,
  filters: ReturnType<typeof manyFilters>,
): ArrayLike<number> {
  try {
    const shape = batchShapeAt(shapes, i);
    const accepts = filters === null ? null : filters(viewpointOf(shape));
    if (shape.kind === 'plane') return planeOverlap(tree, mesh, shape.plane, { thickness: shape.thickness }, undefined, accepts).triangles;
    if (shape.kind !== 'sphere') return overlap(tree, mesh, shape, {}, accepts).triangles;
    const count = sphereOverlapInto(tree, mesh, shape, 'all', workspace, noTriangleIndex, accepts);
    return Uint32Array.from(workspace.triangles.slice(0, count)).sort();
  } catch (error) {
    return atQuery('Shape', first + i, error);
  }
}

function viewpointOf(shape: BatchShape): Viewpoint {
  if (shape.kind === 'sphere') return { point: shape.center };
  if (shape.kind !== 'plane') return shapeViewpoint(shape);
  const [x, y, z] = shape.plane.normal;
  return { direction: [0 - x, 0 - y, 0 - z] };
}

/** Returns the number of shapes; also checks the numbers of spheres, before any is queried. @throws InspectorError as `overlapMany`. */
export function checkShapes(shapes: ShapeBatch): number {
  const count = shapeCount(shapes);
  if (!isSpheres(shapes)) return count;
  for (let i = 0; i < count; i++) {
    const shape = batchShapeAt(shapes, i);
    try {
      if (shape.kind === 'sphere') checkSphereQuery(shape);
    } catch (error) {
      atQuery('Sphere', i, error);
    }
  }
  return count;
}

function grown(triangles: Uint32Array<ArrayBuffer>, wanted: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(Math.max(wanted, 2 * triangles.length));
  larger.set(triangles);
  return larger;
}
