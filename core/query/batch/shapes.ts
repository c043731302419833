import { invalidArgument } from '../../error.ts';
import type { Vec3 } from '../../math/vec3.ts';
import type { Plane } from '../plane/query.ts';
import type { QueryShape } from '../shape-overlap.ts';
import { checkLength, part, pointAt, pointCount, type Numbers } from './check.ts';

/** Spheres of a batch. */
export interface Spheres {
  readonly kind?: 'sphere';
  /** (3·N) */
  readonly centers: Numbers;
  /** (N) 0 or more. */
  readonly radii: Numbers;
}

/** Shapes of a batch, all of one kind. */
export type ShapeBatch =
  | Spheres
  /** (3·N) both ends of the axes, (N) radii. */
  | { readonly kind: 'capsule'; readonly froms: Numbers; readonly tos: Numbers; readonly radii: Numbers }
  /** (3·N) centres, (9·N) the three vectors from a centre to its sides. */
  | { readonly kind: 'box'; readonly centers: Numbers; readonly halfEdges: Numbers }
  /** (3·N) opposite corners of boxes along the axes. */
  | { readonly kind: 'alignedBox'; readonly mins: Numbers; readonly maxs: Numbers }
  /** (9·N) three corners each. */
  | { readonly kind: 'triangle'; readonly corners: Numbers }
  /** (3·N) points and normals, (N) thicknesses of slabs, 0 by default. */
  | { readonly kind: 'plane'; readonly points: Numbers; readonly normals: Numbers; readonly thicknesses?: Numbers }
  /** (16·N) clip space from mesh space, column by column. */
  | { readonly kind: 'frustum'; readonly matrices: Numbers }
  /** (3·P) points; hull i has the points from offsets[i] to offsets[i + 1] − 1. (N + 1) */
  | { readonly kind: 'hull'; readonly points: Numbers; readonly offsets: Uint32Array | readonly number[] };

/** A shape of a batch as a single query takes it. */
export type BatchShape =
  | QueryShape
  | { readonly kind: 'sphere'; readonly center: Vec3; readonly radius: number }
  | { readonly kind: 'plane'; readonly plane: Plane; readonly thickness: number };

/** Whether a batch has spheres, whose kind may be left out. */
export function isSpheres(batch: ShapeBatch): batch is Spheres {
  return batch.kind === undefined || batch.kind === 'sphere';
}

/** Returns the number of shapes. @throws InspectorError `invalid-argument` for arrays of other lengths. */
export function shapeCount(batch: ShapeBatch): number {
  if (isSpheres(batch)) return counted(pointCount('centers', batch.centers), { radii: [batch.radii, 1] });
  switch (batch.kind) {
    case 'capsule':
      return counted(pointCount('froms', batch.froms), { tos: [batch.tos, 3], radii: [batch.radii, 1] });
    case 'box':
      return counted(pointCount('centers', batch.centers), { halfEdges: [batch.halfEdges, 9] });
    case 'alignedBox':
      return counted(pointCount('mins', batch.mins), { maxs: [batch.maxs, 3] });
    case 'triangle':
      return wholeCount('corners', batch.corners, 9);
    case 'plane':
      return counted(pointCount('points', batch.points), {
        normals: [batch.normals, 3],
        ...(batch.thicknesses !== undefined && { thicknesses: [batch.thicknesses, 1] }),
      });
    case 'frustum':
      return wholeCount('matrices', batch.matrices, 16);
    case 'hull':
      return hullCount(batch.points, batch.offsets);
  }
}

function counted(count: number, arrays: Readonly<Record<string, readonly [values: Numbers, each: number]>>): number {
  for (const [name, [values, each]] of Object.entries(arrays)) checkLength(name, values, each * count);
  return count;
}

function wholeCount(name: string, { length }: Numbers, each: number): number {
  if (length % each !== 0)
    throw invalidArgument(`${name} has ${length} numbers, which are not whole shapes`, `Give ${each} numbers for each shape`);
  return length / each;
}

function hullCount(points: Numbers, offsets: Uint32Array | readonly number[]): number {
  const all = pointCount('points', points);
  const isAscending = offsets.every((offset, i) => Number.isInteger(offset) && offset >= (i === 0 ? 0 : offsets[i - 1]!));
  if (offsets.length === 0 || offsets[0] !== 0 || offsets.at(-1) !== all || !isAscending)
    throw invalidArgument(
      'The offsets of the hulls do not divide the points',
      `Give ascending numbers from 0 to ${all}, one more than hulls`,
    );
  return offsets.length - 1;
}

/** Returns shape i of a batch. */
export function batchShapeAt(batch: ShapeBatch, i: number): BatchShape {
  if (isSpheres(batch)) return { kind: 'sphere', center: pointAt(batch.centers, i), radius: batch.radii[i]! };
  switch (batch.kind) {
    case 'capsule':
      return { kind: 'capsule', from: pointAt(batch.froms, i), to: pointAt(batch.tos, i), radius: batch.radii[i]! };
    case 'box': {
      const half = (k: number): Vec3 => pointAt(batch.halfEdges, 3 * i + k);
      return { kind: 'box', solid: { kind: 'oriented', center: pointAt(batch.centers, i), halfEdges: [half(0), half(1), half(2)] } };
    }
    case 'alignedBox':
      return { kind: 'box', solid: { kind: 'aligned', min: pointAt(batch.mins, i), max: pointAt(batch.maxs, i) } };
    case 'triangle':
      return {
        kind: 'triangle',
        a: pointAt(batch.corners, 3 * i),
        b: pointAt(batch.corners, 3 * i + 1),
        c: pointAt(batch.corners, 3 * i + 2),
      };
    case 'plane':
      return {
        kind: 'plane',
        plane: { point: pointAt(batch.points, i), normal: pointAt(batch.normals, i) },
        thickness: batch.thicknesses?.[i] ?? 0,
      };
    case 'frustum':
      return { kind: 'frustum', clipFromMesh: Array.from(part(batch.matrices, 16 * i, 16 * i + 16)) };
    case 'hull': {
      const [from, to] = [batch.offsets[i]!, batch.offsets[i + 1]!];
      return { kind: 'hull', points: Array.from({ length: to - from }, (_, k) => pointAt(batch.points, from + k)) };
    }
  }
}

/** Returns the shapes from `from` to `to` − 1, as views where the arrays are typed. */
export function shapesPart(batch: ShapeBatch, from: number, to: number): ShapeBatch {
  if (batch.kind === 'hull') {
    const [first, last] = [batch.offsets[from]!, batch.offsets[to]!];
    const offsets = Uint32Array.from({ length: to - from + 1 }, (_, i) => batch.offsets[from + i]! - first);
    return { kind: 'hull', points: part(batch.points, 3 * first, 3 * last), offsets };
  }
  return mapArrays(batch, (numbers, each) => part(numbers, each * from, each * to));
}

const each: Readonly<Record<string, number>> = {
  centers: 3,
  radii: 1,
  froms: 3,
  tos: 3,
  halfEdges: 9,
  mins: 3,
  maxs: 3,
  corners: 9,
  points: 3,
  normals: 3,
  thicknesses: 1,
  matrices: 16,
};

/** Returns a batch with other arrays; `map` also gets how many numbers a shape has in an array. The offsets of hulls stay. */
export function mapArrays(batch: ShapeBatch, map: (numbers: Numbers, each: number) => Numbers): ShapeBatch {
  const entries = Object.entries(batch).map(([name, value]) => [
    name,
    name in each && value !== undefined ? map(value as Numbers, each[name]!) : value,
  ]);
  return Object.fromEntries(entries) as ShapeBatch;
}
