import { overlaps, contains, type Rect } from './place-label.ts';

/** A label at some distance from its point. */
export interface Callout {
  readonly rect: Rect;
  /** Ends of the line between point and label, CSS pixels. */
  readonly from: readonly [x: number, y: number];
  readonly to: readonly [x: number, y: number];
}

type Point = readonly [x: number, y: number];

/** Distances of a label from its point, CSS pixels, the best first. */
const distances = [56, 32, 88, 128] as const;
/** Directions to try, as multiples of an eighth turn from the outward one. */
const turns = [0, 1, -1, 2, -2, 3, -3, 4] as const;
/** A point may be this far from the view's edge. */
const margin = 4;

/**
 * Returns the position of a label of this size away from its points, with the line to the point that is farthest in its direction. The label is
 * inside the view and outside the taken rectangles. @param centre the middle of all such labels' points: labels point away from it
 * @returns `null` if there is no room, or if no point is in the view
 */
export function placeCallout(
  points: readonly Point[],
  size: { readonly width: number; readonly height: number },
  centre: Point,
  taken: readonly Rect[],
  view: Rect,
): Callout | null {
  const seen = points.filter(([x, y]) => contains(view, { x: x - margin, y: y - margin, width: 2 * margin, height: 2 * margin }));
  if (seen.length === 0) return null;
  const outward = directionFrom(centre, middleOf(seen));
  for (const distance of distances) {
    for (const turn of turns) {
      const angle = outward + (turn * Math.PI) / 4;
      const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
      const from = seen.reduce((best, point) => (point[0] * dx + point[1] * dy > best[0] * dx + best[1] * dy ? point : best));
      const rect = rectAt([from[0] + distance * dx, from[1] + distance * dy], size, dx);
      if (!contains(view, rect) || taken.some((other) => overlaps(rect, other))) continue;
      return { rect, from, to: [dx < 0 ? rect.x + rect.width : rect.x, rect.y + rect.height / 2] };
    }
  }
  return null;
}

/** The middle of points. */
export function middleOf(points: readonly Point[]): Point {
  const sum = (axis: 0 | 1): number => points.reduce((total, point) => total + point[axis], 0);
  return [sum(0) / points.length, sum(1) / points.length];
}

/** Labels of one curve in the middle of all point up and to the right. */
function directionFrom(centre: Point, [x, y]: Point): number {
  const [dx, dy] = [x - centre[0], y - centre[1]];
  return Math.hypot(dx, dy) < 1 ? -Math.PI / 4 : Math.atan2(dy, dx);
}

/** The line ends at the side of the label that is nearer to the point. */
function rectAt([x, y]: Point, { width, height }: { readonly width: number; readonly height: number }, dx: number): Rect {
  return { x: dx < 0 ? x - width : x, y: y - height / 2, width, height };
}
