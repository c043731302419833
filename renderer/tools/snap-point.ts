import { dot, minus, type Vec3 } from '#core/math';
import type { SnapKind } from '../state/measure/measure.ts';
import { along } from '../state/store/vectors.ts';
import type { Pixel } from './tool.ts';

/** From the pointer to a vertex, the middle of an edge, or an edge that attracts it, CSS pixels. */
const vertexReach = 12;
const midpointReach = 10;
const edgeReach = 8;

/**
 * Returns the vertex of a triangle near a point on it, else the middle of an edge, else the nearest point of an edge, else the point itself. Near is what is
 * drawn within some pixels of `from`, by default where the point is drawn. `pixelOf` returns where a point is drawn, `null` for a point behind the eye. All
 * in one space.
 */
export function snapPoint(
  corners: readonly [Vec3, Vec3, Vec3],
  point: Vec3,
  pixelOf: (point: Vec3) => Pixel | null,
  from: Pixel | null = pixelOf(point),
): { readonly position: Vec3; readonly kind: SnapKind } {
  const away = (other: Vec3): number => {
    const pixel = pixelOf(other);
    return from === null || pixel === null ? Infinity : Math.hypot(pixel[0] - from[0], pixel[1] - from[1]);
  };
  const vertex = nearest(corners, away);
  if (away(vertex) <= vertexReach) return { position: vertex, kind: 'vertex' };
  const midpoint = nearest(
    corners.map((corner, i) => middleOf(corner, corners[(i + 1) % 3]!)),
    away,
  );
  if (away(midpoint) <= midpointReach) return { position: midpoint, kind: 'midpoint' };
  const edge = nearest(
    corners.map((corner, i) => nearestOnEdge(corner, corners[(i + 1) % 3]!, point)),
    away,
  );
  return away(edge) <= edgeReach ? { position: edge, kind: 'edge' } : { position: point, kind: 'face' };
}

function nearest(points: readonly Vec3[], away: (point: Vec3) => number): Vec3 {
  return points.reduce((best, point) => (away(point) < away(best) ? point : best));
}

function middleOf(a: Vec3, b: Vec3): Vec3 {
  return [a[0] / 2 + b[0] / 2, a[1] / 2 + b[1] / 2, a[2] / 2 + b[2] / 2];
}

function nearestOnEdge(a: Vec3, b: Vec3, point: Vec3): Vec3 {
  const edge = minus(b, a);
  const lengthSq = dot(edge, edge);
  const share = lengthSq > 0 ? dot(minus(point, a), edge) / lengthSq : 0;
  return along(a, edge, Math.min(1, Math.max(0, share)));
}
