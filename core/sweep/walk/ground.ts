import { dot, type Vec3 } from '../../math/vec3.ts';
import { triangleVertices } from '../../mesh/triangle-vertices.ts';
import { triangleNormal } from '../../shape/triangle-normal.ts';
import type { MoveHit } from './move.ts';
import { contactsAt } from './push-body-out.ts';
import type { Walker } from './walker.ts';

/**
 * Whether the body can stand on a contact: its normal is within the slope limit. An edge or a corner counts too, if it is no higher than a
 * step over the lowest point of the body. Some triangle that is touched must then be within the limit.
 */
export function isGround(walker: Walker, position: Vec3, { normal, position: point, feature }: Omit<MoveHit, 'triangle'>): boolean {
  const { up, minUp, body, axis, settings, mesh } = walker;
  if (dot(normal, up) >= minUp) return true;
  if (feature === 'face' || !(dot(normal, up) > 0)) return false;
  const height = dot(point, up) - (dot(position, up) - dot(axis, up) - body.radius);
  if (height > settings.stepHeight) return false;
  return contactsAt(walker, position).some((contact) => {
    const face = triangleNormal(...triangleVertices(mesh, contact.triangle));
    return face !== null && dot(contact.normal, up) > 0 && Math.abs(dot(face, up)) >= minUp;
  });
}
