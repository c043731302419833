import { multiply } from '../../math/matrix.ts';
import type { Matrix } from '../../math/transform.ts';
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

/** Jolt places and bounds children in f32: by this part of their coordinates they may be outside. */
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
    eachReach(child, compound.places[i]!, (axis, min, max, size) => {
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

/** Calls with the reach along each axis of the shapes in a shape, and the size of the numbers that they were computed from. */
function eachReach(
  { own, places, children }: ShapeTree,
  m: Matrix,
  call: (axis: number, min: number, max: number, size: number) => void,
): void {
  children.forEach((child, i) => {
    if (child !== null) eachReach(child, multiply(m, places[i]!), call);
  });
  if (own === null) return;
  for (let axis = 0; axis < 3; axis++) {
    const row = [m[axis]!, m[4 + axis]!, m[8 + axis]!] as const;
    const at = m[12 + axis]!;
    if (own.surface === null) {
      const reach = reachOf(own.role!.exact!, row);
      call(axis, at - reach, at + reach, Math.abs(at) + reach);
      continue;
    }
    let [min, max, size] = [Infinity, -Infinity, 0];
    const p = own.surface.positions;
    for (let i = 0; i < p.length; i += 3) {
      const value = row[0] * p[i]! + row[1] * p[i + 1]! + row[2] * p[i + 2]! + at;
      min = Math.min(min, value);
      max = Math.max(max, value);
      size = Math.max(size, Math.abs(p[i]!), Math.abs(p[i + 1]!), Math.abs(p[i + 2]!));
    }
    if (min <= max) call(axis, min, max, Math.abs(at) + size * (Math.abs(row[0]) + Math.abs(row[1]) + Math.abs(row[2])));
  }
}

/** Returns how far a primitive reaches from its middle. @param row of its linear transform */
function reachOf(exact: ExactShape, [x, y, z]: readonly [number, number, number]): number {
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
