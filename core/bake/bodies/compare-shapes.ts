import type { ExactShape } from '../../mesh/collider-role.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { countedAre, type Difference } from '../verify/difference.ts';
import { placedExact } from './placed-exact.ts';
import type { PhysicsShape, ShapeForm, ShapeUse, PartSurface } from './physics-shape.ts';
import type { ShapePose } from './pose.ts';
import { shapeNames } from './shape-names.ts';
import { surfacesOf } from './shapes-of-mesh.ts';

/** What a reader of a format sees of the shapes. */
export interface ShapeReading {
  /** The use that comes back. */
  readonly use: (use: ShapeUse) => ShapeUse;
  /** Whether a mesh comes back as a hull or as triangles; otherwise the two are the same to the format. */
  readonly keepsHull: boolean;
  /** Left out where names come back; `false` where shapes have their order only. */
  readonly keepsNames?: false;
  /** Whether a hull is stored as its points alone, so that a reader makes other triangles of them. */
  readonly storesPoints?: boolean;
}

/** Rounding of f32 vertices relative to their part, and of angles in decimals. */
const vertexRounding = 2 ** -22;
const poseRounding = 1e-6;

/** Compares the parts of a mesh that was read back with the shapes that were written: names, uses, primitives, poses and surfaces. */
export function compareShapes(
  read: TriangleMesh,
  wanted: readonly PhysicsShape[],
  { use, keepsHull, keepsNames, storesPoints = false }: ShapeReading,
): readonly Difference[] {
  const names = shapeNames(wanted);
  const surfaces = surfacesOf(read);
  const found = read.parts.map((part, i) => ({ part, surface: surfaces[i]! }));
  if (found.length !== wanted.length)
    return [{ problem: `The file has ${found.length} shapes, the mesh ${wanted.length}`, count: Math.abs(found.length - wanted.length) }];
  const byName = new Map(found.map((each) => [each.part.name, each]));
  let [named, used, formed] = [0, 0, 0];
  wanted.forEach((shape, i) => {
    const same = keepsNames === false ? found[i] : byName.get(names[i]!);
    if (same === undefined) {
      named++;
      return;
    }
    const { role, worldFromPart } = same.part;
    const foundUse: ShapeUse =
      role === undefined ? 'rendered' : role.isTrigger ? 'trigger' : role.isRendered ? 'rendered collider' : 'collider';
    if (foundUse !== use(shape.use)) used++;
    const exact = role?.exact == null ? null : placedExact(role.exact, worldFromPart);
    const kind = role?.shape === 'hull' ? 'hull' : 'triangles';
    const form: ShapeForm = exact === null ? { kind, surface: same.surface } : { kind: 'exact', ...exact, surface: same.surface };
    const isMesh = shape.form.kind !== 'exact' && form.kind !== 'exact';
    if (isMesh && keepsHull && shape.use !== 'rendered' && shape.form.kind !== form.kind) formed++;
    else if (storesPoints && isMesh && form.kind === 'hull') {
      if (!sameHull(form.surface, shape.form.surface)) formed++;
    } else if (!sameForm(form, shape.form)) formed++;
  });
  return [
    ...(named > 0 ? [{ problem: `${named} names of the shapes are missing`, count: named }] : []),
    ...(used > 0 ? [{ problem: `${countedAre(used, 'shape', 'shapes')} of another use`, count: used }] : []),
    ...(formed > 0 ? [{ problem: `${countedAre(formed, 'shape', 'shapes')} different from the mesh`, count: formed }] : []),
  ];
}

function sameForm(a: ShapeForm, b: ShapeForm): boolean {
  if (a.kind !== 'exact' || b.kind !== 'exact') return a.kind !== 'exact' && b.kind !== 'exact' && sameSurface(a.surface, b.surface);
  const size = sizeOf(b.exact);
  return sameExact(a.exact, b.exact, size * poseRounding) && samePose(a.pose, b.pose, b.exact, size);
}

function sameExact(a: ExactShape, b: ExactShape, tolerance: number): boolean {
  if (a.kind !== b.kind) return false;
  const [x, y] = [numbersOfExact(a), numbersOfExact(b)];
  return x.every((value, i) => value === y[i] || Math.abs(value - y[i]!) <= tolerance);
}

function numbersOfExact(exact: ExactShape): readonly number[] {
  switch (exact.kind) {
    case 'box':
      return exact.size;
    case 'sphere':
      return [exact.radius];
    case 'plane':
      return [exact.sizeX ?? Infinity, exact.sizeZ ?? Infinity];
    case 'capsule':
    case 'cylinder':
      return [exact.height, exact.radiusTop, exact.radiusBottom];
  }
}

function sizeOf(exact: ExactShape): number {
  return Math.max(...numbersOfExact(exact).filter(Number.isFinite), 0);
}

/** Compares origin and axes; of round shapes only the axis Y, and of a sphere none. */
function samePose(a: ShapePose, b: ShapePose, exact: ExactShape, size: number): boolean {
  const near = (p: readonly number[], q: readonly number[], tolerance: number): boolean =>
    p.every((value, k) => Math.abs(value - q[k]!) <= tolerance + 2 ** -22 * Math.abs(q[k]!));
  if (!near(a.position, b.position, size * poseRounding)) return false;
  const axes = exact.kind === 'sphere' ? [] : exact.kind === 'box' || exact.kind === 'plane' ? [0, 1, 2] : [1];
  return axes.every((k) => near(a.axes[k]!, b.axes[k]!, poseRounding));
}

function sameSurface(a: PartSurface, b: PartSurface): boolean {
  if (a.triangles.length !== b.triangles.length) return false;
  const extent = extentOf(b);
  for (let i = 0; i < a.triangles.length; i++) {
    for (let k = 0; k < 3; k++) {
      const [x, y] = [a.positions[3 * a.triangles[i] + k], b.positions[3 * b.triangles[i] + k]];
      if (!(Math.abs(x - y) <= vertexRounding * extent + 2 ** -50 * Math.abs(y))) return false;
    }
  }
  return true;
}

/** Whether two convex surfaces enclose the same solid, up to rounding: no vertex of one is outside the other. */
function sameHull(a: PartSurface, b: PartSurface): boolean {
  const tolerance = 4 * vertexRounding * extentOf(b) + 2 ** -50 * largestOf(b);
  return isWithin(a, b, tolerance) && isWithin(b, a, tolerance);
}

function largestOf({ positions }: PartSurface): number {
  return positions.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}

/** Whether all vertices are inside a convex surface grown by a length. */
function isWithin({ positions: p }: PartSurface, { positions: q, triangles }: PartSurface, tolerance: number): boolean {
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [3 * triangles[i], 3 * triangles[i + 1], 3 * triangles[i + 2]];
    const [ux, uy, uz] = [q[b] - q[a], q[b + 1] - q[a + 1], q[b + 2] - q[a + 2]];
    const [vx, vy, vz] = [q[c] - q[a], q[c + 1] - q[a + 1], q[c + 2] - q[a + 2]];
    const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const length = Math.hypot(nx, ny, nz);
    // The plane of a needle is uncertain by more than its width.
    if (!(length > tolerance * Math.hypot(ux, uy, uz) * 16)) continue;
    for (let at = 0; at < p.length; at += 3)
      if (nx * (p[at] - q[a]) + ny * (p[at + 1] - q[a + 1]) + nz * (p[at + 2] - q[a + 2]) > 16 * tolerance * length) return false;
  }
  return true;
}

function extentOf({ positions }: PartSurface): number {
  let extent = 0;
  for (let k = 0; k < 3; k++) {
    let [min, max] = [Infinity, -Infinity];
    for (let i = k; i < positions.length; i += 3) {
      min = Math.min(min, positions[i]);
      max = Math.max(max, positions[i]);
    }
    extent = Math.max(extent, max - min);
  }
  return extent;
}
