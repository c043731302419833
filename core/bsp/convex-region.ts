import type { ExactSpace } from './exact-space.ts';
import { type BspPlane, boxPlanes } from './plane.ts';
import { type BspPoint, pointOfPlanes } from './point.ts';
import { behind, type CrossingPoint, inFront, type PlanePolygon, sidesOf, splitPolygon } from './polygon.ts';
import { planeSide } from './plane-side.ts';

/**
 * A convex region as its faces, each counter-clockwise from outside. `edges[i]` of a face is the plane of the face beyond that edge. Faces
 * share their points.
 */
export type ConvexRegion = readonly PlanePolygon[];

/** Returns the box of a space. */
export function boxRegion(space: ExactSpace): ConvexRegion {
  const planes = boxPlanes(space).map(({ plane }) => plane);
  const corner = (x: number, y: number, z: number): BspPoint => pointOfPlanes(space, planes[x]!, planes[2 + y]!, planes[4 + z]!);
  const corners = [0, 1].map((x) => [0, 1].map((y) => [0, 1].map((z) => corner(x, y, z))));
  return [0, 1, 2].flatMap((axis) => [boxFace(planes, corners, axis, 0), boxFace(planes, corners, axis, 1)]);
}

function boxFace(
  planes: readonly BspPlane[],
  corners: readonly (readonly (readonly BspPoint[])[])[],
  axis: number,
  end: 0 | 1,
): PlanePolygon {
  const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
  // Along u first is counter-clockwise seen from the high end of the axis.
  const ways = [
    [0, 0, 2 * v],
    [1, 0, 2 * u + 1],
    [1, 1, 2 * v + 1],
    [0, 1, 2 * u],
  ] as const;
  const points: BspPoint[] = [];
  const edges: BspPlane[] = [];
  for (const [i, j, edge] of ways) {
    const at = [0, 0, 0];
    at[axis] = end;
    at[u] = i;
    at[v] = j;
    points.push(corners[at[0]!]![at[1]!]![at[2]!]!);
    edges.push(planes[edge]!);
  }
  const plane = planes[2 * axis + end]!;
  return end === 1 ? { plane, points, edges } : reversed({ plane, points, edges });
}

/** Returns a polygon with its points in the opposite order. */
export function reversed({ plane, points, edges }: PlanePolygon): PlanePolygon {
  const count = points.length;
  return {
    plane,
    points: points.map((_, i) => points[count - 1 - i]!),
    edges: edges.map((_, i) => edges[(2 * count - 2 - i) % count]!),
  };
}

/** A region that a plane through its inside has split. The section is counter-clockwise seen from the front of the plane. */
export interface SplitRegion {
  readonly front: ConvexRegion;
  readonly back: ConvexRegion;
  readonly section: PlanePolygon;
}

/** Splits a region by a plane that has points of the region on both sides. */
export function splitRegion(space: ExactSpace, region: ConvexRegion, by: BspPlane): SplitRegion {
  const crossing = sharedCrossings(space);
  const front: PlanePolygon[] = [];
  const back: PlanePolygon[] = [];
  for (const face of region) {
    const sides = sidesOf(space, by, face);
    if (sides === (inFront | behind)) {
      const [above, below] = splitPolygon(space, face, by, crossing);
      front.push(above);
      back.push(below);
    } else (sides === inFront ? front : back).push(withCut(space, face, by));
  }
  const section = capOf(space, back, by);
  front.push(capOf(space, front, by));
  back.push(section);
  return { front, back, section };
}

/** Returns a face whose edge on the plane, if it has one, is marked as such. */
function withCut(space: ExactSpace, face: PlanePolygon, by: BspPlane): PlanePolygon {
  const at = cutEdge(space, face, by);
  return at === -1 ? face : { ...face, edges: face.edges.map((edge, i) => (i === at ? by : edge)) };
}

function cutEdge(space: ExactSpace, { points }: PlanePolygon, by: BspPlane): number {
  return points.findIndex((point, i) => planeSide(space, by, point) === 0 && planeSide(space, by, points[(i + 1) % points.length]!) === 0);
}

/** Returns the face that closes the faces on one side of the plane. */
function capOf(space: ExactSpace, faces: readonly PlanePolygon[], by: BspPlane): PlanePolygon {
  // By its start: the end of each edge of the cap, and the face beyond it.
  const next = new Map<BspPoint, { readonly to: BspPoint; readonly edge: BspPlane }>();
  for (const face of faces) {
    const at = cutEdge(space, face, by);
    if (at === -1) continue;
    next.set(face.points[(at + 1) % face.points.length]!, { to: face.points[at]!, edge: face.plane });
  }
  const points: BspPoint[] = [];
  const edges: BspPlane[] = [];
  const [start] = next.keys();
  let point = start;
  while (point !== undefined && points.length < next.size) {
    const step = next.get(point);
    if (step === undefined) break;
    points.push(point);
    edges.push(step.edge);
    point = step.to;
  }
  if (points.length < 3 || next.get(points.at(-1)!)?.to !== start) throw new Error('The section of a convex region is not one loop');
  return { plane: by, points, edges };
}

/** Makes each point of an edge once, for both faces at it. */
function sharedCrossings(space: ExactSpace): CrossingPoint {
  const made = new Map<BspPlane, Map<BspPlane, BspPoint>>();
  return (plane, edge, by) => {
    const known = made.get(edge)?.get(plane);
    if (known !== undefined) return known;
    const point = pointOfPlanes(space, plane, edge, by);
    const own = made.get(plane) ?? new Map<BspPlane, BspPoint>();
    made.set(plane, own.set(edge, point));
    return point;
  };
}
