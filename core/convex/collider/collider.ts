import type { Vec3 } from '../../math/vec3.ts';
import type { ColliderShape } from '../../mesh/collider-role.ts';
import { meshFrom, positionsFrom } from '../../mesh/exact-origin.ts';
import type { MeshPart, TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { type FittedShape, translatedFit } from '../fit/fitted-shape.ts';
import { meshOfShapes } from '../fit/mesh-of-shapes.ts';
import type { ConvexHull } from '../hull/convex-hull.ts';
import { meshOfHulls } from '../hull/mesh-of-hulls.ts';
import { joinMeshes } from './join-meshes.ts';

/** One body of a collider: what an engine stores as one shape. */
export type ColliderBody = {
  readonly name: string;
  /** Name of the part or mesh that it stands for; `null` for several parts. */
  readonly of: string | null;
} & (
  | { readonly kind: 'hull'; readonly hull: ConvexHull }
  | { readonly kind: 'shape'; readonly fitted: FittedShape }
  /** A closed surface of any form. */
  | { readonly kind: 'mesh'; readonly mesh: TriangleMesh }
);

/** Returns a body with positions minus an origin. */
export function bodyFrom(body: ColliderBody, origin: Vec3): ColliderBody {
  switch (body.kind) {
    case 'hull':
      return { ...body, hull: { ...body.hull, positions: positionsFrom(body.hull.positions, origin) } };
    case 'shape':
      return { ...body, fitted: translatedFit(body.fitted, [-origin[0], -origin[1], -origin[2]]) };
    case 'mesh':
      return { ...body, mesh: meshFrom(body.mesh, origin) };
  }
}

/** Returns the shape of a body in an engine. */
export function shapeOfBody(body: ColliderBody): ColliderShape {
  if (body.kind === 'shape') return body.fitted.shape;
  return body.kind === 'hull' ? 'hull' : 'triangles';
}

/** `rock_hull_03`; an export can give the names of an engine, by the roles of the parts. @param number from 1. */
export function bodyName(of: string, shape: ColliderShape, number: number): string {
  return `${of}_${shape}_${String(number).padStart(2, '0')}`;
}

/**
 * Returns the surfaces of bodies as one mesh with one part for each, whose role is that of a collider. Round shapes are tessellated; see
 * `tessellate`.
 */
export function meshOfBodies(bodies: readonly ColliderBody[]): TriangleMesh {
  return joinMeshes(
    bodies.map((body): TriangleMesh => {
      const mesh = surfaceOf(body);
      return { ...mesh, parts: [partOf(body, mesh)] };
    }),
  );
}

function surfaceOf(body: ColliderBody): TriangleMesh {
  switch (body.kind) {
    case 'hull':
      return meshOfHulls([body]);
    case 'shape':
      return meshOfShapes([body]);
    case 'mesh':
      return body.mesh;
  }
}

function partOf(body: ColliderBody, { parts, indices }: TriangleMesh): MeshPart {
  const { name, of } = body;
  const [made] = body.kind === 'shape' ? parts : [];
  const role = {
    shape: shapeOfBody(body),
    isRendered: false,
    isTrigger: false,
    of,
    from: 'extras',
    exact: made?.role?.exact ?? null,
  } as const;
  return { name, firstTriangle: 0, triangleCount: indices.length / 3, worldFromPart: made?.worldFromPart ?? null, role };
}
