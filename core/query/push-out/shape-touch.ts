import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { boxTouch, type BoxTouch } from '../box/record.ts';
import type { CapsuleTouch } from '../capsule/query.ts';
import { capsuleTouch } from '../capsule/record.ts';
import type { PushShape } from './push-shape.ts';

/** Contact of a box or capsule and a triangle. */
export type ShapeTouch = BoxTouch | CapsuleTouch;

/** Returns the contact of a box or capsule and a triangle that overlap. */
export function shapeTouch(mesh: TriangleMesh, triangle: number, shape: PushShape): ShapeTouch {
  return shape.kind === 'box' ? boxTouch(mesh, triangle, shape.solid) : capsuleTouch(mesh, triangle, shape);
}
