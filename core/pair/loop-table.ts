import type { ContactLoops } from './contact-loops.ts';
import { loopLength } from './loop-length.ts';

/** The loops of two meshes in flat arrays, to be sent between threads: ten thousand short ones are few objects. */
export interface LoopTable {
  /** (L) 1 where the loop ends where it began. */
  readonly closed: Uint8Array;
  /** (L) in units of A. */
  readonly lengths: Float64Array;
  /** (L + 1) loop i has the segments firstSegment[i] to firstSegment[i + 1] − 1, in order along it. */
  readonly firstSegment: Uint32Array;
  /** (S) contact of each segment. */
  readonly segments: Uint32Array;
  /** (L + 1) loop i has the points firstPoint[i] to firstPoint[i + 1] − 1: as many as segments when closed, else one more. */
  readonly firstPoint: Uint32Array;
  /** (3·P) x y z in the space of A. */
  readonly positions: Float64Array;
  /** Contacts that are polygons; ascending. */
  readonly coplanar: Uint32Array;
  /** Contacts that are single points and lie on no loop; ascending. */
  readonly points: Uint32Array;
}

export function loopTable({ loops, coplanar, points }: ContactLoops): LoopTable {
  const firstSegment = new Uint32Array(loops.length + 1);
  const firstPoint = new Uint32Array(loops.length + 1);
  loops.forEach(({ segments, positions }, i) => {
    firstSegment[i + 1] = firstSegment[i] + segments.length;
    firstPoint[i + 1] = firstPoint[i] + positions.length / 3;
  });
  const segments = new Uint32Array(firstSegment[loops.length]);
  const positions = new Float64Array(3 * firstPoint[loops.length]);
  loops.forEach((loop, i) => {
    segments.set(loop.segments, firstSegment[i]);
    positions.set(loop.positions, 3 * firstPoint[i]);
  });
  return {
    closed: Uint8Array.from(loops, ({ closed }) => Number(closed)),
    lengths: Float64Array.from(loops, loopLength),
    firstSegment,
    segments,
    firstPoint,
    positions,
    coplanar,
    points,
  };
}

/** In place of a loop's number where there is none. */
export const noLoop = 0xffff_ffff;

/** (n) the loop of each of `contacts` contacts; `noLoop` for polygons, points, and segments that another contact stands for. */
export function loopOfEachContact({ closed, firstSegment, segments }: LoopTable, contacts: number): Uint32Array {
  const loops = new Uint32Array(contacts).fill(noLoop);
  for (let loop = 0; loop < closed.length; loop++) {
    for (let i = firstSegment[loop]; i < firstSegment[loop + 1]; i++) loops[segments[i]] = loop;
  }
  return loops;
}

export function loopCount(table: LoopTable): number {
  return table.closed.length;
}
