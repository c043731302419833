import { damagedConvex } from './layout.ts';

/** The polygons of a hull, and where they are in the file. */
export interface ReadPolygons {
  readonly positions: Float32Array;
  readonly polygons: (readonly number[])[];
  /** (4·P) */
  readonly planes: Float32Array;
  readonly polygonsAt: number;
  readonly cornersAt: number;
}

/** PhysX merges faces whose vertices lie in one plane up to 0.0007 of the coordinates: `PxCookingParams::planeTolerance`. */
const planeTolerance = 0.002;
/** f32 normals are this close to unit length. */
const unitTolerance = 1e-4;

/**
 * Returns the number of edges of each vertex. Each side of a polygon must be a side of another one in the other direction, each vertex have three
 * edges, and no vertex lie in front of a plane.
 * @throws InspectorError `invalid-bytes` at the byte of a corner or polygon.
 */
export function checkConvexTopology({ positions, polygons, planes, polygonsAt, cornersAt }: ReadPolygons): Uint32Array {
  const vertices = positions.length / 3;
  const sides = new Set<number>();
  const degrees = new Uint32Array(vertices);
  let at = cornersAt;
  for (const polygon of polygons) {
    for (const [i, corner] of polygon.entries()) {
      const next = polygon[(i + 1) % polygon.length]!;
      if (corner >= vertices) throw damagedConvex(`a polygon names vertex ${corner} of ${vertices}`, at);
      const side = corner * 256 + next;
      if (corner === next || sides.has(side)) throw damagedConvex(`two polygons have the side from vertex ${corner} to ${next}`, at);
      sides.add(side);
      degrees[corner]++;
      at++;
    }
  }
  for (const side of sides) {
    const [a, b] = [Math.floor(side / 256), side % 256];
    if (!sides.has(b * 256 + a)) throw damagedConvex(`the side from vertex ${a} to ${b} has one polygon`, cornersAt);
  }
  const bad = degrees.findIndex((degree) => degree < 3);
  if (bad >= 0) throw damagedConvex(`vertex ${bad} has ${degrees[bad]} edges`, cornersAt);
  checkPlanes({ positions, polygons, planes, polygonsAt });
  return degrees;
}

function checkPlanes({ positions, polygons, planes, polygonsAt }: Omit<ReadPolygons, 'cornersAt'>): void {
  const reach = [0, 1, 2].reduce(
    (sum, k) => sum + positions.reduce((max, value, i) => (i % 3 === k ? Math.max(max, Math.abs(value)) : max), 0),
    0,
  );
  const tolerance = planeTolerance * reach;
  polygons.forEach((polygon, i) => {
    const [x, y, z, d] = planes.subarray(4 * i, 4 * i + 4) as unknown as readonly [number, number, number, number];
    const fault = (what: string): Error => damagedConvex(`the plane of polygon ${i} ${what}`, polygonsAt + 20 * i);
    if (!(Math.abs(Math.hypot(x, y, z) - 1) < unitTolerance)) throw fault('has a normal that is not of unit length');
    const distance = (vertex: number): number =>
      x * positions[3 * vertex] + y * positions[3 * vertex + 1] + z * positions[3 * vertex + 2] + d;
    for (let vertex = 0; vertex < positions.length / 3; vertex++)
      if (!(distance(vertex) <= tolerance)) throw fault(`has vertex ${vertex} in front of it, outside the hull`);
    if (!polygon.every((corner) => distance(corner) >= -tolerance)) throw fault('does not contain its corners');
  });
}
