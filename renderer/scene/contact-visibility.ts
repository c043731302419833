import type { Pixel, SurfacePoint } from '../tools/tool.ts';
import type { NearContact } from './pick-contact.ts';

/** What decides whether a contact is hidden. */
export interface ContactSight {
  /** The nearest surface under a pixel; `null` for none. */
  readonly surfaceAt: (pixel: Pixel) => SurfacePoint | null;
  /** Whether the view draws a line at the depth of the contact over a surface point. */
  readonly isDrawnOver: (near: NearContact, surface: SurfacePoint) => boolean;
  /** Whether a surface point is on one of the two triangles of the contact. */
  readonly isOwn: (near: NearContact, surface: SurfacePoint) => boolean;
}

/** From a pixel of the contact to others where it may be seen, CSS pixels. Surfaces are steep where they intersect. */
const slack = 1.5;
const around: readonly Pixel[] = [
  [0, 0],
  [slack, 0],
  [-slack, 0],
  [0, slack],
  [0, -slack],
];

/**
 * Returns whether a contact is seen near its pixel. A steep surface has another depth within a pixel, so the contact's own triangles do not
 * hide it. Others hide it only if they are in front of it all around.
 */
export function isContactSeen(near: NearContact, { surfaceAt, isDrawnOver, isOwn }: ContactSight): boolean {
  return around.some(([dx, dy]) => {
    const surface = surfaceAt([near.pixel[0] + dx, near.pixel[1] + dy]);
    return surface === null || isDrawnOver(near, surface) || isOwn(near, surface);
  });
}
