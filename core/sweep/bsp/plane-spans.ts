import type { BspPlane } from '../../bsp/plane.ts';
import type { BspTree } from '../../bsp/bsp-tree.ts';
import type { SweepSetup } from '../convex/setup.ts';

/** How a moving shape passes a plane: the height of the moving point above it is `start + t·slope`, each with a rounding error of at most `error`. */
export interface PlaneSpan {
  readonly start: number;
  readonly slope: number;
  readonly error: number;
  /** Height of the moving point at which the shape touches the plane from its front. */
  readonly front: number;
  /** Depth of the moving point at which it touches the plane from behind. */
  readonly back: number;
}

/** Part of the size of a product by which its sign may be wrong: far more than rounding. */
const slack = 1e-12;

/** Returns the span of a plane. Heights are in units of the length of its normal. */
export function planeSpan({ normal, normalError, base }: BspPlane, { sweep, points, radius, motion, size }: SweepSetup): PlaneSpan {
  const [x, y, z] = normal;
  const { from } = sweep;
  let low = Infinity;
  let high = -Infinity;
  for (let at = 0; at < points.length; at += 3) {
    const height = x * points[at] + y * points[at + 1] + z * points[at + 2];
    low = Math.min(low, height);
    high = Math.max(high, height);
  }
  const around = radius * Math.sqrt(x * x + y * y + z * z);
  const [dx, dy, dz] = [from[0] - base[0], from[1] - base[1], from[2] - base[2]];
  const reach = Math.abs(dx) + Math.abs(dy) + Math.abs(dz) + 4 * size;
  return {
    start: x * dx + y * dy + z * dz,
    slope: x * motion[0] + y * motion[1] + z * motion[2],
    error: reach * ((Math.abs(x) + Math.abs(y) + Math.abs(z)) * slack + 4 * normalError),
    front: around - low,
    back: around + high,
  };
}

/** The times at which a line is at most, or at least, at a height. Empty if `from` is above `to`. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/** Returns the times within a span at which `start + t·slope` is at most `height`. */
export function timesBelow(start: number, slope: number, height: number, { from, to }: TimeRange): TimeRange {
  if (slope === 0) return start <= height ? { from, to } : never;
  const crossing = (height - start) / slope;
  return slope > 0 ? { from, to: Math.min(to, crossing) } : { from: Math.max(from, crossing), to };
}

/** Returns the times within a span at which `start + t·slope` is at least `height`. */
export function timesAbove(start: number, slope: number, height: number, span: TimeRange): TimeRange {
  return timesBelow(-start, -slope, -height, span);
}

const never: TimeRange = { from: Infinity, to: -Infinity };

/** A subtree that the shape may reach, and when. */
export interface SubtreeVisit extends TimeRange {
  /** A node, or `~leaf`. */
  readonly node: number;
  /** The node whose plane is reached at `from`; -1 for the start. */
  readonly by: number;
}

/** Returns the root of a tree for the whole motion. */
export function rootVisit({ planes }: BspTree): SubtreeVisit {
  return { node: planes.length === 0 ? -1 : 0, by: -1, from: 0, to: 1 };
}

/** Returns the children that the shape reaches when planes are moved outward by its extent, and by `error` more; the first reached last. */
export function childVisits({ children }: BspTree, visit: SubtreeVisit, span: PlaneSpan, error: number): readonly SubtreeVisit[] {
  const { node } = visit;
  const { start, slope, front, back } = span;
  const ofFront = timesAbove(start, slope, -back - error, visit);
  const ofBack = timesBelow(start, slope, front + error, visit);
  const child = (at: number, { from, to }: TimeRange): SubtreeVisit => ({
    node: children[at],
    by: from > visit.from ? node : visit.by,
    from,
    to,
  });
  const reached = [child(2 * node, ofFront), child(2 * node + 1, ofBack)].filter(({ from, to }) => from <= to);
  // The side where the motion begins comes first.
  return reached.length === 2 && (reached[0]!.from < reached[1]!.from || (reached[0]!.from === reached[1]!.from && start >= 0))
    ? reached.reverse()
    : reached;
}
