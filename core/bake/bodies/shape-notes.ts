import type { BakeNote } from '../bake-note.ts';
import type { PhysicsShapes } from './physics-shape.ts';

/** Returns notes on what was left out, on primitives that were recognised, and on those that became hulls. */
export function formNotes({ fitted, hulled, leftOut }: PhysicsShapes): readonly BakeNote[] {
  return [
    ...leftOut,
    ...noteOf('shape-fitted', 'Parts that declare a primitive were written as the primitive on which their vertices lie', fitted),
    ...noteOf('shape-changed', 'Primitives that the parts or the format do not have were written as convex hulls', hulled),
  ];
}

/** Returns no note for a count of 0. */
export function noteOf(code: BakeNote['code'], message: string, count: number): readonly BakeNote[] {
  return count === 0 ? [] : [{ code, message, count }];
}
