import { convexHull, type ConvexHull } from '../../convex/hull/convex-hull.ts';
import { hullTriangles } from '../../convex/hull/hull-triangles.ts';
import { enclosingShape } from '../../convex/fit/enclosing-shape.ts';
import { type FittedShape, shapeDistance } from '../../convex/fit/fitted-shape.ts';
import { InspectorError } from '../../error.ts';
import type { ColliderRole, ExactShape } from '../../mesh/collider-role.ts';
import type { MeshPart, TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { Progress } from '../../progress.ts';
import type { BakeNote } from '../bake-note.ts';
import { listedParts } from '../export/listed-parts.ts';
import { leftOutMessages } from '../leaf-mesh.ts';
import { onlyFinite } from '../mesh-files/write-glb.ts';
import { placedExact, poseOfFitted } from './placed-exact.ts';
import type { PhysicsShape, PhysicsShapes, ShapeForm, ShapeUse, PartSurface } from './physics-shape.ts';
import { noteOf } from './shape-notes.ts';

/** How far vertices of a named primitive may lie off its surface, as a part of its size. */
const fitTolerance = 1e-4;

/**
 * Returns the finite parts of a mesh as shapes of an engine. Exact shapes stay exact; a part that only declares a primitive, such as `UBX_rock`,
 * becomes one if its vertices lie on it. Hulls have the vertices and triangles of their convex hull. In a mesh without a collider every part
 * is a triangle collider.
 * @throws InspectorError `no-triangles` if the mesh has colliders and none has a finite triangle; whatever `progress` throws.
 */
export function shapesOfMesh(source: TriangleMesh, progress: Progress): PhysicsShapes {
  const { mesh, notes: leftOut } = finiteParts(source);
  const hasColliders = source.parts.some(({ role }) => role !== undefined);
  let [fitted, hulled] = [0, 0];
  const surfaces = surfacesOf(mesh);
  const shapes = mesh.parts.map((part, i): PhysicsShape => {
    progress(i / mesh.parts.length);
    const { role, name } = part;
    const surface = surfaces[i]!;
    const form = formOf(part, surface, (fraction) => progress((i + fraction) / mesh.parts.length));
    if (role !== undefined && isPrimitive(role)) {
      if (form.kind !== 'exact') hulled++;
      else if (role.exact === null) fitted++;
    }
    return { name, use: useOf(role, hasColliders), form, of: role?.of ?? null, physics: role?.physics ?? null };
  });
  return { shapes, fitted, hulled, leftOut };
}

/** Returns the finite parts of a mesh, with notes on the others. @throws InspectorError if no collider is left. */
function finiteParts(source: TriangleMesh): { readonly mesh: TriangleMesh; readonly notes: readonly BakeNote[] } {
  const { mesh, leftOut, leftOutParts } = onlyFinite(source);
  const colliders = leftOutParts.filter((i) => source.parts[i]!.role !== undefined);
  // Without its only collider a mesh would collide as it is rendered.
  if (colliders.length > 0 && mesh.parts.every(({ role }) => role === undefined))
    throw new InspectorError({
      code: 'no-triangles',
      message: `No collider has a finite triangle, and none is left: ${listedParts(source.parts, colliders)}`,
      fix: 'Give the collider triangles with finite coordinates, or remove it: without any collider, all parts collide',
      location: {},
    });
  const message = `Parts without a finite triangle were left out: ${listedParts(source.parts, leftOutParts)}`;
  return {
    mesh,
    notes: [...noteOf('triangles-left-out', leftOutMessages.finite, leftOut), ...noteOf('parts-left-out', message, leftOutParts.length)],
  };
}

/** Returns the triangles of each part with the vertices that they use, in the order of their first use. */
export function surfacesOf({ positions, indices, parts }: TriangleMesh): readonly PartSurface[] {
  const numberOf = new Int32Array(positions.length / 3);
  const partOf = new Int32Array(positions.length / 3).fill(-1);
  return parts.map(({ firstTriangle, triangleCount }, part) => {
    const own: number[] = [];
    const triangles = indices.slice(3 * firstTriangle, 3 * (firstTriangle + triangleCount));
    triangles.forEach((vertex, i) => {
      if (partOf[vertex] !== part) {
        partOf[vertex] = part;
        numberOf[vertex] = own.length / 3;
        own.push(positions[3 * vertex], positions[3 * vertex + 1], positions[3 * vertex + 2]);
      }
      triangles[i] = numberOf[vertex];
    });
    return { positions: Float64Array.from(own), triangles };
  });
}

function useOf(role: ColliderRole | undefined, hasColliders: boolean): ShapeUse {
  if (role === undefined) return hasColliders ? 'rendered' : 'rendered collider';
  if (role.isTrigger) return 'trigger';
  return role.isRendered ? 'rendered collider' : 'collider';
}

function isPrimitive({ shape }: ColliderRole): boolean {
  return shape === 'box' || shape === 'sphere' || shape === 'capsule' || shape === 'cylinder';
}

function formOf({ role, worldFromPart }: MeshPart, surface: PartSurface, progress: Progress): ShapeForm {
  if (role === undefined || role.shape === 'triangles') return { kind: 'triangles', surface };
  if (role.exact !== null) {
    const placed = placedExact(role.exact, worldFromPart);
    if (placed !== null) return { kind: 'exact', ...placed, surface };
  }
  if (role.shape === 'plane') return { kind: 'triangles', surface };
  const hull = convexHull(surface.positions);
  const exact = role.exact === null && isPrimitive(role) && hull.dimension === 3 ? fittedTo(hull, role, surface, progress) : null;
  if (exact !== null) return { kind: 'exact', ...exact, surface };
  // A flat hull stays as it is: engines refuse it, and so do writers.
  return { kind: 'hull', surface: hull.dimension < 3 ? surface : surfaceOfHull(hull) };
}

function surfaceOfHull(hull: ConvexHull): PartSurface {
  return { positions: hull.positions, triangles: hullTriangles(hull) };
}

/** Returns shapes whose primitives an engine does not have as convex hulls; a plane, which has no hull, as its triangles. */
export function withPrimitives(all: PhysicsShapes, has: (exact: ExactShape) => boolean): PhysicsShapes {
  let changed = 0;
  const shapes = all.shapes.map((shape): PhysicsShape => {
    const { form } = shape;
    if (form.kind !== 'exact' || has(form.exact)) return shape;
    changed++;
    const { surface, exact } = form;
    if (exact.kind === 'plane') return { ...shape, form: { kind: 'triangles', surface } };
    const hull = convexHull(surface.positions);
    return { ...shape, form: { kind: 'hull', surface: hull.dimension === 3 ? surfaceOfHull(hull) : surface } };
  });
  return { ...all, shapes, hulled: all.hulled + changed };
}

/** Whether both ends of a round shape have one radius, as engines but the glTF extensions need; false for a plane. */
export function isEven(exact: ExactShape): boolean {
  return exact.kind !== 'plane' && (!('radiusTop' in exact) || exact.radiusTop === exact.radiusBottom);
}

/** Returns the primitive around a hull if all vertices of the part lie on its surface. Computed near the origin, where numbers keep digits. */
function fittedTo(
  hull: ConvexHull,
  { shape }: ColliderRole,
  { positions }: PartSurface,
  progress: Progress,
): ReturnType<typeof poseOfFitted> | null {
  if (shape !== 'box' && shape !== 'sphere' && shape !== 'capsule' && shape !== 'cylinder') return null;
  const [x, y, z] = hull.positions as unknown as readonly [number, number, number];
  const origin = [x, y, z] as const;
  const local = { ...hull, positions: hull.positions.map((value, i) => value - origin[i % 3]!) };
  const around = enclosingShape(local, shape, progress);
  const size = local.positions.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  for (let i = 0; i < positions.length; i += 3) {
    const distance = shapeDistance(around, positions[i] - x, positions[i + 1] - y, positions[i + 2] - z);
    if (!(Math.abs(distance) <= fitTolerance * size)) return null;
  }
  return poseOfFitted(movedBy(around, origin));
}

function movedBy(fitted: FittedShape, [x, y, z]: readonly [number, number, number]): FittedShape {
  if ('center' in fitted) return { ...fitted, center: [fitted.center[0] + x, fitted.center[1] + y, fitted.center[2] + z] };
  const { from, to } = fitted;
  return { ...fitted, from: [from[0] + x, from[1] + y, from[2] + z], to: [to[0] + x, to[1] + y, to[2] + z] };
}
