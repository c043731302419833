import { plus, times, type Vec3 } from '../../math/vec3.ts';
import type { WalkContact } from './walk-request.ts';
import type { Walker } from './walker.ts';

/** Moves of one push-out. */
const maxMoves = 32;
/** Part of the distance from the core to the surface that one move may use: so the core never reaches a surface. */
const safePart = 0.9;

/**
 * Pushes the body out of every triangle that it touches, the deepest first, until it keeps the skin. Each move is shorter than the distance
 * between its core and the surface: the core cannot pass through. In a gap that is too narrow the body overlaps, and sweeps with what fits.
 */
export function pushBodyOut(walker: Walker): readonly WalkContact[] {
  const { body, skin } = walker;
  for (let count = 0; ; count++) {
    const contacts = contactsAt(walker, walker.position);
    const deepest = contacts.reduce<WalkContact | null>((found, contact) => {
      return found === null || contact.distance < found.distance ? contact : found;
    }, null);
    walker.sweptRadius = body.radius;
    if (deepest === null || deepest.distance >= skin / 2) return contacts;
    const clearance = body.radius + deepest.distance;
    if (count === maxMoves) {
      if (deepest.distance <= 0) walker.sweptRadius = Math.max(0, clearance - skin / 2);
      return contacts;
    }
    const length = Math.min(skin - deepest.distance, safePart * clearance);
    walker.position = plus(walker.position, times(deepest.normal, length));
    walker.path.push(walker.position);
  }
}

/** Returns the triangles that the body touches at a position: nearer than twice the skin. */
export function contactsAt(walker: Walker, position: Vec3): readonly WalkContact[] {
  return walker.finder(position, walker.body.radius, 2 * walker.skin, walker.filterFrom({ point: position }));
}
