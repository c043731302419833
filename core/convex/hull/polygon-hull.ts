import type { ConvexHull } from './convex-hull.ts';

/** Corners nearer to a plane than this are on it. */
const onPlane = 1e-8;

/**
 * Returns a hull whose faces are the polygons of planes, with corners that are on them up to rounding. It is `null` if the polygons do not close,
 * because rounding decides which corners are on a plane.
 * @param corners (3·n) @param planes (4·m) unit normals and offsets of a solid of a size of about 1; some may be no face.
 */
export function polygonHull(corners: Float64Array, planes: ArrayLike<number>): ConvexHull | null {
  const faces: (readonly number[])[] = [];
  for (let at = 0; at < planes.length; at += 4) {
    const face = cornersOf(corners, planes, at);
    if (face.length >= 3) faces.push(face);
  }
  const used = [...new Set(faces.flat())].toSorted((p, q) => p - q);
  const numberOf = new Map(used.map((corner, i) => [corner, i]));
  const faceFirst = new Uint32Array(faces.length + 1);
  faces.forEach((face, i) => (faceFirst[i + 1] = faceFirst[i] + face.length));
  if (!isClosed(faces) || used.length - faceFirst[faces.length] / 2 + faces.length !== 2) return null;
  return {
    dimension: 3,
    points: Uint32Array.from(used, (_, i) => i),
    positions: Float64Array.from(used.flatMap((corner) => [...corners.subarray(3 * corner, 3 * corner + 3)])),
    faceFirst,
    faceCorners: Uint32Array.from(faces.flatMap((face) => face.map((corner) => numberOf.get(corner)!))),
  };
}

/** Returns the corners on a plane, counter-clockwise from outside. */
function cornersOf(corners: Float64Array, planes: ArrayLike<number>, at: number): readonly number[] {
  const [x, y, z, d] = [planes[at]!, planes[at + 1]!, planes[at + 2]!, planes[at + 3]!];
  const on: number[] = [];
  for (let i = 0; i < corners.length; i += 3)
    if (Math.abs(x * corners[i] + y * corners[i + 1] + z * corners[i + 2] - d) < onPlane) on.push(i / 3);
  const centre = [0, 1, 2].map((k) => on.reduce((sum, corner) => sum + corners[3 * corner + k] / on.length, 0));
  const [ax, ay, az] = Math.abs(x) < 0.6 ? [1, 0, 0] : [0, 1, 0];
  const [ux, uy, uz] = [y * az - z * ay, z * ax - x * az, x * ay - y * ax];
  const [vx, vy, vz] = [y * uz - z * uy, z * ux - x * uz, x * uy - y * ux];
  const angles = on.map((corner) => {
    const [px, py, pz] = [0, 1, 2].map((k) => corners[3 * corner + k] - centre[k]!) as [number, number, number];
    return { corner, angle: Math.atan2(vx * px + vy * py + vz * pz, ux * px + uy * py + uz * pz) };
  });
  return angles.toSorted((p, q) => p.angle - q.angle).map(({ corner }) => corner);
}

/** Whether each side of a face is that of another one in the other direction. */
function isClosed(faces: readonly (readonly number[])[]): boolean {
  const sides = new Set(faces.flatMap((face) => face.map((from, i) => `${from} ${face[(i + 1) % face.length]!}`)));
  return faces.every((face) => face.every((from, i) => sides.has(`${face[(i + 1) % face.length]!} ${from}`)));
}
