import { convexHull, type ConvexHull } from '../../convex/hull/convex-hull.ts';
import { hullPlanes } from '../../convex/hull/hull-planes.ts';
import { hullTriangles } from '../../convex/hull/hull-triangles.ts';
import { flatBeforeRounding, singleDimension } from '../../convex/hull/single-dimension.ts';
import { InspectorError } from '../../error.ts';
import { normalized, type Vec3 } from '../../math/vec3.ts';
import { meshOfRuns } from '../../mesh/mesh-of-runs.ts';
import { runsOfParts } from '../../mesh/runs-of-parts.ts';
import type { MeshPart, TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { FlatChoice } from '../../options/export-options.ts';
import type { Progress } from '../../progress.ts';
import type { PartSurface } from '../bodies/physics-shape.ts';
import { surfacesOf } from '../bodies/shapes-of-mesh.ts';
import type { BakeFormatName } from '../bake-format.ts';
import { bakeFormats } from '../bake-formats.ts';
import type { BakeNote } from '../bake-note.ts';
import { listedParts } from './listed-parts.ts';

/** Thickness that flat parts get, as a part of their longest side. */
const thickness = 0.01;
/** Formats whose engines make a hull of every collider. */
export const hullFormats: readonly BakeFormatName[] = ['physx-convex', 'mjcf', 'urdf', 'unreal'];

/**
 * Returns a mesh without flat hulls, for formats that store shapes: engines make no solid of points in a plane. Such parts are left out, or get a
 * thickness of 1 % of their longest side, half on each side, and follow the other parts. Parts on a line or in one place are left out in both cases.
 * @throws InspectorError `no-triangles` if no collider is left; whatever `progress` throws.
 */
export function withoutFlatParts(
  mesh: TriangleMesh,
  format: BakeFormatName,
  choice: FlatChoice,
  progress: Progress,
): { readonly mesh: TriangleMesh; readonly notes: readonly BakeNote[] } {
  if (choice === 'refuse' || bakeFormats[format].shapes === undefined) return { mesh, notes: [] };
  const hasColliders = mesh.parts.some(({ role }) => role !== undefined);
  const flat = new Map<number, FlatHull>();
  surfacesOf(mesh).forEach((surface, i) => {
    progress(i / mesh.parts.length);
    const hull = becomesHull(mesh.parts[i]!, format, hasColliders) ? flatHull(surface) : null;
    if (hull !== null) flat.set(i, hull);
  });
  if (flat.size === 0) return { mesh, notes: [] };
  const isThickened = (i: number): boolean => choice === 'thicken' && flat.get(i)!.isLine === false;
  const [thick, left] = [[...flat.keys()].filter(isThickened), [...flat.keys()].filter((i) => !isThickened(i))];
  const solid = mesh.parts.flatMap((_, i) => (flat.has(i) ? [] : [i]));
  const pieces = [meshOfRuns(mesh, runsOfParts(mesh, solid)), ...thick.map((i) => thickened(mesh.parts[i]!, flat.get(i)!.hull))];
  const names = (parts: readonly number[]): string => listedParts(mesh.parts, parts);
  // Without its only collider a mesh would collide as it is rendered.
  const isLost = hasColliders && pieces.every(({ parts }) => parts.every(({ role }) => role === undefined));
  if (isLost || pieces.every(({ indices }) => indices.length === 0))
    throw new InspectorError({
      code: 'no-triangles',
      message: `All colliders are flat or on a line, and none is left: ${names(left)}`,
      fix: 'Give parts in a plane a thickness (--flat thicken), or bake triangles',
      location: {},
    });
  return {
    mesh: joinPieces(pieces),
    notes: [
      ...(thick.length === 0
        ? []
        : [
            {
              code: 'flat-thickened',
              message: `Flat parts got a thickness of 1 % of their longest side: ${names(thick)}`,
              count: thick.length,
            } as const,
          ]),
      ...(left.length === 0
        ? []
        : [{ code: 'flat-left-out', message: `Flat parts were left out: ${names(left)}`, count: left.length } as const]),
    ],
  };
}

function becomesHull({ role }: MeshPart, format: BakeFormatName, hasColliders: boolean): boolean {
  if (role === undefined) return hullFormats.includes(format) && !hasColliders;
  if (role.exact !== null) return false;
  return hullFormats.includes(format) || (role.shape !== 'triangles' && role.shape !== 'plane');
}

interface FlatHull {
  readonly hull: ConvexHull;
  /** Whether its vertices are on a line or in one place. */
  readonly isLine: boolean;
}

/** Returns the hull of a part if it is flat in f32; else `null`. Parts that are empty or wider than f32 are left to the writers, which refuse them. */
function flatHull({ positions }: PartSurface): FlatHull | null {
  const middle = [0, 1, 2].map((k) => positions[k]!);
  if (positions.length === 0 || !positions.every((value, i) => Number.isFinite(Math.fround(value - middle[i % 3]!)))) return null;
  const hull = convexHull(positions);
  const dimension = singleDimension(hull, flatBeforeRounding);
  return dimension === 3 ? null : { hull, isLine: dimension < 2 };
}

function thickened(part: MeshPart, hull: ConvexHull): TriangleMesh {
  const normal = widestNormal(hull);
  const half = (thickness / 2) * longestSide(hull.positions);
  const points = [-half, half].flatMap((shift) => Array.from(hull.positions, (value, i) => value + shift * normal[i % 3]!));
  const solid = convexHull(Float64Array.from(points));
  const indices = hullTriangles(solid);
  const role = part.role === undefined ? {} : { role: { ...part.role, shape: 'hull', exact: null } as const };
  return { positions: solid.positions, indices, parts: [{ ...part, ...role, firstTriangle: 0, triangleCount: indices.length / 3 }] };
}

function longestSide(positions: Float64Array): number {
  const side = (k: number): number => {
    let [min, max] = [Infinity, -Infinity];
    for (let i = k; i < positions.length; i += 3) [min, max] = [Math.min(min, positions[i]), Math.max(max, positions[i])];
    return max - min;
  };
  return Math.max(side(0), side(1), side(2));
}

/** Returns the normal of the face with the largest area. */
function widestNormal(hull: ConvexHull): Vec3 {
  const { positions: p, faceFirst, faceCorners } = hull;
  const planes = hullPlanes(hull);
  let [best, largest] = [0, -1];
  for (let face = 0; face + 1 < faceFirst.length; face++) {
    const corners = [...faceCorners.subarray(faceFirst[face], faceFirst[face + 1])];
    const at = (corner: number): Vec3 => [p[3 * corner], p[3 * corner + 1], p[3 * corner + 2]];
    const [a] = [at(corners[0]!)];
    let area = 0;
    for (let i = 1; i + 1 < corners.length; i++) {
      const [b, c] = [at(corners[i]!), at(corners[i + 1]!)];
      const [u, v] = [b.map((value, k) => value - a[k]!), c.map((value, k) => value - a[k]!)];
      area += Math.hypot(u[1]! * v[2]! - u[2]! * v[1]!, u[2]! * v[0]! - u[0]! * v[2]!, u[0]! * v[1]! - u[1]! * v[0]!);
    }
    if (area > largest) [best, largest] = [face, area];
  }
  return normalized([planes[4 * best], planes[4 * best + 1], planes[4 * best + 2]]) ?? [0, 0, 1];
}

/** Joins meshes, without the materials and polygons that formats of shapes do not write. */
function joinPieces(pieces: readonly TriangleMesh[]): TriangleMesh {
  const positions = new Float64Array(pieces.reduce((sum, piece) => sum + piece.positions.length, 0));
  const indices = new Uint32Array(pieces.reduce((sum, piece) => sum + piece.indices.length, 0));
  const parts: MeshPart[] = [];
  let [vertex, corner] = [0, 0];
  for (const piece of pieces) {
    positions.set(piece.positions, 3 * vertex);
    for (let i = 0; i < piece.indices.length; i++) indices[corner + i] = piece.indices[i] + vertex;
    for (const part of piece.parts) parts.push({ ...part, firstTriangle: part.firstTriangle + corner / 3 });
    vertex += piece.positions.length / 3;
    corner += piece.indices.length;
  }
  return { positions, indices, parts };
}
