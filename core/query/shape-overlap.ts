import { type InspectorError, invalidArgument } from '../error.ts';
import type { Vec3 } from '../math/vec3.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { OverlapOptions } from '../options/overlap-options.ts';
import { solidCenter, type BoxSolid } from '../shape/box-solid.ts';
import type { Tree } from '../tree/layout.ts';
import { boxOverlap } from './box/box.ts';
import { capsuleOverlap, type Capsule } from './capsule/capsule.ts';
import { frustumOverlap } from './frustum/frustum.ts';
import { frustumEye, type Frustum } from './frustum/half-spaces.ts';
import { hullOverlap, type PointHull } from './hull/hull.ts';
import type { ShapeOverlap } from './overlap-descent.ts';
import { triangleOverlap, type QueryTriangle } from './triangle/triangle.ts';
import type { TriangleFilter, Viewpoint } from './triangle-filter.ts';

/** A shape of an overlap query. */
export type QueryShape =
  | ({ readonly kind: 'capsule' } & Capsule)
  | ({ readonly kind: 'triangle' } & QueryTriangle)
  | ({ readonly kind: 'frustum' } & Frustum)
  | ({ readonly kind: 'hull' } & PointHull)
  | { readonly kind: 'box'; readonly solid: BoxSolid };

/**
 * Returns all triangles that a shape overlaps, exactly: touching counts (catalogue Q4). Mode `any` stops at the first triangle found.
 * @throws InspectorError `invalid-argument` for an invalid shape, unknown options, and a tree of another mesh.
 */
export function overlap(
  tree: Tree,
  mesh: TriangleMesh,
  shape: QueryShape,
  options: Partial<OverlapOptions> = {},
  accepts: TriangleFilter = null,
): ShapeOverlap {
  switch (shape.kind) {
    case 'capsule':
      return capsuleOverlap(tree, mesh, shape, options, undefined, accepts);
    case 'triangle':
      return triangleOverlap(tree, mesh, shape, options, undefined, accepts);
    case 'frustum':
      return frustumOverlap(tree, mesh, shape, options, undefined, accepts);
    case 'hull':
      return hullOverlap(tree, mesh, shape, options, undefined, accepts);
    case 'box':
      return boxOverlap(tree, mesh, shape.solid, options, undefined, accepts);
    default:
      throw unknownKind(shape);
  }
}

function unknownKind({ kind }: { readonly kind?: unknown }): InspectorError {
  return invalidArgument(
    `A shape cannot be of the kind ${JSON.stringify(kind)}`,
    'Use capsule, triangle, frustum, hull or box; a sphere has sphereOverlap',
  );
}

/** Returns the viewpoint from which the sides of triangles are decided: a middle, or the eye of a frustum. */
export function shapeViewpoint(shape: QueryShape): Viewpoint {
  switch (shape.kind) {
    case 'capsule':
      return { point: meanOf([shape.from, shape.to]) };
    case 'triangle':
      return { point: meanOf([shape.a, shape.b, shape.c]) };
    case 'frustum':
      return frustumEye(shape);
    case 'hull':
      return { point: meanOf(shape.points) };
    case 'box':
      return { point: solidCenter(shape.solid) };
  }
}

function meanOf(points: readonly Vec3[]): Vec3 {
  const sum = [0, 0, 0];
  for (const point of points) for (let k = 0; k < 3; k++) sum[k] += point[k]! / points.length;
  return [sum[0]!, sum[1]!, sum[2]!];
}
