import { cross, dot, length, minus, normalized, plus, times, type Vec3 } from '../../math/vec3.ts';
import { move, type MoveHit } from './move.ts';
import type { Walker } from './walker.ts';

/** Contacts of one slide. A motion that has not ended after them is given up. */
const maxBumps = 8;

export interface Slide {
  readonly position: Vec3;
  /** The contacts that it slid along, in order. */
  readonly hits: readonly MoveHit[];
  /** Centres on the way, without the start. */
  readonly path: readonly Vec3[];
}

/** Moves the body along a line, and slides what is left of the motion along each surface that it hits. */
export function slide(walker: Walker, from: Vec3, motion: Vec3): Slide {
  return slideBy(walker, from, motion, (rest, normals) => nearestAllowed(rest, normals));
}

/**
 * As `slide` for a motion across the up axis. Walkable slopes lift the body and keep its speed. All others are walls: they never lift it.
 */
export function slideSideways(walker: Walker, from: Vec3, motion: Vec3): Slide {
  return slideBy(walker, from, motion, (rest, normals) => {
    const { up, minUp } = walker;
    const slopes = normals.filter((normal) => isSlope(dot(normal, up), minUp));
    const walls = normals.filter((normal) => !slopes.includes(normal)).map((normal) => flattened(normal, up));
    const across = nearestAllowed(rest, walls);
    const lift = slopes.reduce((max, normal) => Math.max(max, -dot(across, normal) / dot(normal, up)), 0);
    return plus(across, times(up, lift));
  });
}

/** Slopes up to the limit lift the body, but not those that are nearly vertical. */
function isSlope(up: number, minUp: number): boolean {
  return up >= Math.max(minUp, 0.05);
}

/** Returns the normal across the up axis; that of a level ceiling or floor is unchanged. */
function flattened(normal: Vec3, up: Vec3): Vec3 {
  const flat = minus(normal, times(up, dot(normal, up)));
  return length(flat) > 1e-6 ? normalized(flat)! : normal;
}

function slideBy(walker: Walker, from: Vec3, motion: Vec3, allowed: (rest: Vec3, normals: readonly Vec3[]) => Vec3): Slide {
  const hits: MoveHit[] = [];
  const path: Vec3[] = [];
  const enough = walker.skin * 2 ** -10;
  let position = from;
  let rest = motion;
  let next = motion;
  for (let bump = 0; bump < maxBumps && length(next) > enough; bump++) {
    const { position: moved, fraction, hit } = move(walker, position, next);
    if (moved !== position) path.push(moved);
    position = moved;
    if (hit === null) break;
    hits.push(hit);
    rest = times(rest, 1 - fraction);
    next = allowed(
      rest,
      hits.map(({ normal }) => normal),
    );
  }
  return { position, hits, path };
}

/** Returns the motion nearest to `wanted` that enters none of the half spaces behind some planes: free, along a plane, a crease, or none. */
export function nearestAllowed(wanted: Vec3, normals: readonly Vec3[]): Vec3 {
  const slack = 1e-9 * length(wanted);
  const isAllowed = (motion: Vec3): boolean => normals.every((normal) => dot(motion, normal) >= -slack);
  if (isAllowed(wanted)) return wanted;
  let best: Vec3 = [0, 0, 0];
  let nearest = length(wanted);
  const consider = (motion: Vec3): void => {
    const distance = length(minus(wanted, motion));
    if (distance >= nearest || !isAllowed(motion)) return;
    best = motion;
    nearest = distance;
  };
  normals.forEach((normal, i) => {
    consider(minus(wanted, times(normal, dot(wanted, normal))));
    for (const other of normals.slice(0, i)) {
      const crease = normalized(cross(normal, other));
      if (crease !== null) consider(times(crease, dot(wanted, crease)));
    }
  });
  return best;
}
