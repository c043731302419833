import { orient2dSign } from '../../math/orientation.ts';
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
  // Along the axis nearest to the normal the face keeps its order: counter-clockwise, or clockwise if the normal faces down the axis.
  const along = [x, y, z].reduce((best, value, k, all) => (Math.abs(value) > Math.abs(all[best]!) ? k : best), 0);
  const isUp = [x, y, z][along]! > 0;
  const [u, v] = [(along + (isUp ? 1 : 2)) % 3, (along + (isUp ? 2 : 1)) % 3] as const;
  return aroundCentre(
    on,
    on.map((corner) => [corners[3 * corner + u], corners[3 * corner + v]] as const),
  );
}

/** Returns corners counter-clockwise around their mean, by exact signs: engines may differ in the last bit of an angle. */
function aroundCentre(corners: readonly number[], points: readonly (readonly [number, number])[]): readonly number[] {
  const mean = (k: 0 | 1): number => points.reduce((sum, point) => sum + point[k] / points.length, 0);
  const [cx, cy] = [mean(0), mean(1)];
  const isBelow = ([px, py]: readonly [number, number]): number => Number(py < cy || (py === cy && px < cx));
  return corners
    .map((corner, i) => ({ corner, point: points[i]! }))
    .toSorted(({ point: p }, { point: q }) => isBelow(p) - isBelow(q) || -orient2dSign(cx, cy, p[0], p[1], q[0], q[1]))
    .map(({ corner }) => corner);
}

/** Whether each side of a face is that of another one in the other direction. */
function isClosed(faces: readonly (readonly number[])[]): boolean {
  const sides = new Set(faces.flatMap((face) => face.map((from, i) => `${from} ${face[(i + 1) % face.length]!}`)));
  return faces.every((face) => face.every((from, i) => sides.has(`${face[(i + 1) % face.length]!} ${from}`)));
}
