import type { ExactSpace } from './exact-space.ts';
import type { BspPlane } from './plane.ts';
import { type BspPoint, pointOfPlanes } from './point.ts';
import { planeSide } from './plane-side.ts';

/** A convex polygon in a plane. Edge i runs from point i to the next one, and lies in plane `edges[i]` too. */
export interface PlanePolygon {
  readonly plane: BspPlane;
  readonly points: readonly BspPoint[];
  readonly edges: readonly BspPlane[];
}

/** Where a polygon is: bit 1 for points in front, bit 2 for points behind; 0 if all are on the plane. */
export const inFront = 1;
export const behind = 2;

/** Returns the sides of all points of a polygon, as bits. */
export function sidesOf(space: ExactSpace, plane: BspPlane, { points }: PlanePolygon): number {
  let sides = 0;
  for (const point of points) {
    const side = planeSide(space, plane, point);
    if (side > 0) sides |= inFront;
    else if (side < 0) sides |= behind;
  }
  return sides;
}

/** Makes the point where edge i of a polygon crosses a plane. */
export type CrossingPoint = (plane: BspPlane, edge: BspPlane, by: BspPlane) => BspPoint;

/** The two parts of a polygon with points on both sides of a plane. Each has an edge on it. */
export function splitPolygon(
  space: ExactSpace,
  { plane, points, edges }: PlanePolygon,
  by: BspPlane,
  crossing: CrossingPoint = (p, q, r) => pointOfPlanes(space, p, q, r),
): readonly [front: PlanePolygon, back: PlanePolygon] {
  const front = { plane, points: [] as BspPoint[], edges: [] as BspPlane[] };
  const back = { plane, points: [] as BspPoint[], edges: [] as BspPlane[] };
  for (let i = 0; i < points.length; i++) {
    const point = points[i]!;
    const edge = edges[i]!;
    const here = planeSide(space, by, point);
    const there = planeSide(space, by, points[(i + 1) % points.length]!);
    if (here >= 0) {
      front.points.push(point);
      // Where the polygon leaves this side, its next edge is the cut.
      front.edges.push(here === 0 && there < 0 ? by : edge);
    }
    if (here <= 0) {
      back.points.push(point);
      back.edges.push(here === 0 && there > 0 ? by : edge);
    }
    if (here * there < 0) {
      const point = crossing(plane, edge, by);
      front.points.push(point);
      front.edges.push(here > 0 ? by : edge);
      back.points.push(point);
      back.edges.push(here < 0 ? by : edge);
    }
  }
  return [front, back];
}
