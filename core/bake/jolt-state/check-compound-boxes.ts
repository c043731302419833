import { multiply } from '../../math/matrix.ts';
import type { Matrix } from '../../math/transform.ts';
import type { Vec3 } from '../../math/vec3.ts';
import type { ExactShape } from '../../mesh/collider-role.ts';
import type { ShapeByMatrix } from '../bodies/mesh-of-read-shapes.ts';
import { damagedState } from './layout.ts';

/** A box of a file: minimum and maximum of an axis, and the byte of each for messages. */
export type BoxInFile = (axis: number) => { readonly min: number; readonly max: number; readonly at: number };

/** A shape without children, or the places of its children. */
export interface ShapeTree {
  readonly own: Pick<ShapeByMatrix, 'role' | 'surface'> | null;
  readonly places: readonly Matrix[];
  readonly children: readonly (ShapeTree | null)[];
}

/** Jolt places and bounds children in f32, level by level: by this part of the coordinates of all levels they may be outside. */
const rounding = 2 ** -19;

/**
 * Checks that the boxes around each child of a compound contain it: exactly, by the vertices and primitives in it. Jolt does not find a child outside them.
 * @param boxes of a child: that of its leaf, and that of the compound
 * @throws InspectorError `invalid-bytes` at the byte of the box.
 */
export function checkCompoundBoxes(compound: ShapeTree, boxes: (child: number) => readonly BoxInFile[]): void {
  compound.children.forEach((child, i) => {
    if (child === null) return;
    const around = boxes(i).map((box) => [0, 1, 2].map(box));
    eachReach(child, compound.places[i]!, sizesOf(compound.places[i]!), (axis, min, max, size) => {
      const room = rounding * size;
      for (const box of around) {
        const side = box[axis]!;
        if (!(min >= side.min - room && max <= side.max + room))
          throw damagedState(
            `child ${i} of a compound reaches from ${min} to ${max}, outside its box from ${side.min} to ${side.max}`,
            side.at,
          );
      }
    });
  });
}

/** Jolt computes w² of a stored rotation as 1 − x² − y² − z² in f32: an error of at most this, which is large for w near half a turn. */
const errorOfSquare = 2 ** -22;

/**
 * Returns bounds of the coordinates that a place computes with, as a matrix without signs. Their products bound those of all levels, also
 * where these cancel. The entries of the rotation are larger by what the error of w moves them.
 */
function sizesOf(place: Matrix): Matrix {
  const square = Math.max(0, (place[0] + place[5] + place[10] + 1) / 4);
  const error = errorOfSquare / (Math.sqrt(square) + Math.sqrt(square + errorOfSquare));
  return place.map((value, i) => Math.abs(value) + (i < 12 && i % 4 < 3 ? (2 * error) / rounding : 0));
}

/**
 * Calls with the reach along each axis of the shapes in a shape, and the size of the numbers that it was computed from.
 * @param sizes product of the `sizesOf` the places of all levels
 */
function eachReach(
  { own, places, children }: ShapeTree,
  m: Matrix,
  sizes: Matrix,
  call: (axis: number, min: number, max: number, size: number) => void,
): void {
  children.forEach((child, i) => {
    if (child !== null) eachReach(child, multiply(m, places[i]!), multiply(sizes, sizesOf(places[i]!)), call);
  });
  if (own === null) return;
  const extents = own.surface === null ? unitRows.map((row) => reachOf(own.role!.exact!, row)) : extentsOf(own.surface.positions);
  for (let axis = 0; axis < 3; axis++) {
    const row = [m[axis]!, m[4 + axis]!, m[8 + axis]!] as const;
    const at = m[12 + axis]!;
    const size = sizes[axis]! * extents[0]! + sizes[4 + axis]! * extents[1]! + sizes[8 + axis]! * extents[2]! + sizes[12 + axis]!;
    if (own.surface === null) {
      const reach = reachOf(own.role!.exact!, row);
      call(axis, at - reach, at + reach, size);
      continue;
    }
    let [min, max] = [Infinity, -Infinity];
    const p = own.surface.positions;
    for (let i = 0; i < p.length; i += 3) {
      const value = row[0] * p[i]! + row[1] * p[i + 1]! + row[2] * p[i + 2]! + at;
      min = Math.min(min, value);
      max = Math.max(max, value);
    }
    if (min <= max) call(axis, min, max, size);
  }
}

const unitRows: readonly Vec3[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** Returns the largest coordinate along each axis, without sign. */
function extentsOf(positions: Float32Array | Float64Array): Vec3 {
  let [x, y, z] = [0, 0, 0];
  for (let i = 0; i < positions.length; i += 3) {
    x = Math.max(x, Math.abs(positions[i]!));
    y = Math.max(y, Math.abs(positions[i + 1]!));
    z = Math.max(z, Math.abs(positions[i + 2]!));
  }
  return [x, y, z];
}

/** Returns how far a primitive reaches from its middle. @param row of its linear transform */
function reachOf(exact: ExactShape, [x, y, z]: Vec3): number {
  switch (exact.kind) {
    case 'box':
      return (Math.abs(x) * exact.size[0] + Math.abs(y) * exact.size[1] + Math.abs(z) * exact.size[2]) / 2;
    case 'sphere':
      return exact.radius * Math.hypot(x, y, z);
    case 'capsule':
      return (Math.abs(y) * exact.height) / 2 + exact.radiusTop * Math.hypot(x, y, z);
    case 'cylinder':
      return (Math.abs(y) * exact.height) / 2 + exact.radiusTop * Math.hypot(x, z);
    case 'plane':
      return Infinity;
  }
}
