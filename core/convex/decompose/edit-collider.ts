import { invalidArgument } from '../../error.ts';
import type { Vec3 } from '../../math/vec3.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { noProgress, type Progress } from '../../progress.ts';
import { type ColliderBody, meshOfBodies } from '../collider/collider.ts';
import { joinMeshes } from '../collider/join-meshes.ts';
import { fitShapes } from '../fit/fit-shapes.ts';
import type { ShapeKind } from '../fit/fitted-shape.ts';
import { convexHull, type ConvexHull } from '../hull/convex-hull.ts';
import { partsOfMesh } from './make-collider.ts';

export const editNames = ['merge', 'split', 'delete', 'refit'] as const;

/** A change of some parts of a collider. */
export type ColliderEdit =
  /** One convex hull of them all; in two halves across the longest side; none. */
  | { readonly kind: 'merge' | 'split' | 'delete'; readonly parts: readonly number[] }
  /** The shape, or the convex hull, that contains the vertices of each. */
  | { readonly kind: 'refit'; readonly parts: readonly number[]; readonly shape: ShapeKind | 'hull' };

/**
 * Returns a collider in which some parts are changed; the new ones are where the first of them was, the others stay.
 * @throws InspectorError `invalid-argument` for parts that it does not have, if no part would be left, and for parts without a volume that
 * would become hulls; whatever `progress` throws.
 */
export function editCollider(mesh: TriangleMesh, edit: ColliderEdit, progress: Progress = noProgress): TriangleMesh {
  const chosen = new Set(partsOfMesh(mesh, edit.parts).parts.length > 0 ? edit.parts : []);
  const changed = bodiesAfter(mesh, edit, progress);
  if (changed.length === 0 && chosen.size === mesh.parts.length)
    throw invalidArgument('A collider needs a part', 'Keep one part, or close the document');
  const pieces = mesh.parts.flatMap((_, part): readonly TriangleMesh[] => {
    if (part === edit.parts[0]) return changed.length === 0 ? [] : [meshOfBodies(changed)];
    return chosen.has(part) ? [] : [partsOfMesh(mesh, [part])];
  });
  return joinMeshes(pieces);
}

function bodiesAfter(mesh: TriangleMesh, edit: ColliderEdit, progress: Progress): readonly ColliderBody[] {
  switch (edit.kind) {
    case 'delete':
      return [];
    case 'merge': {
      const { name, of } = namesOf(mesh, edit.parts);
      return [{ kind: 'hull', name, of, hull: solidHull(partsOfMesh(mesh, edit.parts).positions, name) }];
    }
    case 'split':
      return edit.parts.flatMap((part) => {
        const { name, of } = namesOf(mesh, [part]);
        const halves = halvesOf(solidHull(partsOfMesh(mesh, [part]).positions, name));
        return halves.map((hull, i): ColliderBody => ({ kind: 'hull', name: `${name}_${'ab'[i]!}`, of, hull }));
      });
    case 'refit':
      return edit.parts.map((part, i): ColliderBody => {
        progress(i / edit.parts.length);
        const { name, of } = namesOf(mesh, [part]);
        const own = partsOfMesh(mesh, [part]);
        if (edit.shape === 'hull') return { kind: 'hull', name, of, hull: solidHull(own.positions, name) };
        const [fit] = fitShapes(own, { shape: edit.shape, containing: true, per: 'whole' }, progress);
        return { kind: 'shape', name, of, fitted: fit!.fitted };
      });
  }
}

/** The name of the first part, and what all of them stand for. */
function namesOf({ parts }: TriangleMesh, chosen: readonly number[]): Pick<ColliderBody, 'name' | 'of'> {
  const [first, ...rest] = chosen.map((part) => parts[part]!.role?.of ?? null);
  return { name: parts[chosen[0]!]!.name, of: rest.every((of) => of === first) ? (first ?? null) : null };
}

function solidHull(points: Float64Array, name: string): ConvexHull {
  const hull = convexHull(points);
  if (hull.dimension === 3) return hull;
  throw invalidArgument(`The part ${name} is flat: its hull has no volume`, 'Choose other parts');
}

/**
 * Returns both parts of a hull on the sides of the plane across the middle of its longest side. Together they are the hull, up to the rounding
 * of the points in the plane.
 */
export function halvesOf(hull: ConvexHull): readonly ConvexHull[] {
  const { positions, faceFirst, faceCorners } = hull;
  const ranges = [0, 1, 2].map((k) => {
    const values = Array.from({ length: positions.length / 3 }, (_, i) => positions[3 * i + k]);
    return [Math.min(...values), Math.max(...values)] as const;
  });
  const axis = ranges.reduce((best, [min, max], k) => (max - min > ranges[best]![1] - ranges[best]![0] ? k : best), 0);
  const middle = ranges[axis]![0] / 2 + ranges[axis]![1] / 2;
  const sides: [number[], number[]] = [[], []];
  for (let i = 0; i < positions.length; i += 3) {
    const point: Vec3 = [positions[i], positions[i + 1], positions[i + 2]];
    if (point[axis]! <= middle) sides[0].push(...point);
    if (point[axis]! >= middle) sides[1].push(...point);
  }
  for (let face = 0; face + 1 < faceFirst.length; face++) {
    for (let i = faceFirst[face]; i < faceFirst[face + 1]; i++) {
      const next = i + 1 < faceFirst[face + 1] ? i + 1 : faceFirst[face];
      const cut = crossing(positions, 3 * faceCorners[i], 3 * faceCorners[next], axis, middle);
      if (cut !== null) for (const side of sides) side.push(...cut);
    }
  }
  return sides.map((points) => convexHull(Float64Array.from(points))).filter(({ dimension }) => dimension === 3);
}

/** Returns where an edge crosses a plane; `null` if it does not. */
function crossing(positions: Float64Array, a: number, b: number, axis: number, middle: number): Vec3 | null {
  const [p, q] = [positions[a + axis], positions[b + axis]];
  // Each edge is in two faces, once in each direction.
  if (!(p < middle && middle < q)) return null;
  const t = (middle - p) / (q - p);
  return [0, 1, 2].map((k) => (k === axis ? middle : positions[a + k] + t * (positions[b + k] - positions[a + k]))) as unknown as Vec3;
}
