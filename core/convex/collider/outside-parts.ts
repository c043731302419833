import { isFiniteTriangle, triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { triangleVertices } from '../../mesh/triangle-vertices.ts';
import type { Progress } from '../../progress.ts';
import { hullPlanes } from '../hull/hull-planes.ts';
import type { ColliderBody } from './collider.ts';

/** The corners of a convex polygon (3·n). */
type Polygon = readonly number[];

interface Solid {
  /** (4·F) */
  readonly planes: Float64Array;
  readonly min: readonly number[];
  readonly max: readonly number[];
}

/** Parts of one triangle up to which it is cut; one with more stays whole. */
const maxParts = 256;
/** Part of the largest coordinate within which a corner is on a plane. */
const onPlane = 2 ** -48;

/**
 * Returns the parts of the surface of a mesh that are outside all hulls of a collider, up to rounding. Each triangle is cut by the planes of each hull
 * that it reaches. Bodies of other kinds cut nothing. @throws whatever `progress` throws.
 */
export function outsideParts(mesh: TriangleMesh, bodies: readonly ColliderBody[], progress: Progress): TriangleMesh {
  const solids = bodies.flatMap((body): readonly Solid[] => (body.kind === 'hull' ? [solidOf(body)] : []));
  const positions: number[] = [];
  const count = triangleCount(mesh);
  for (let triangle = 0; triangle < count; triangle++) {
    if (triangle % 256 === 0) progress(triangle / count);
    if (!isFiniteTriangle(mesh, triangle)) continue;
    const whole = triangleVertices(mesh, triangle).flat();
    for (const part of partsOf(whole, solids))
      for (let at = 3; at + 3 < part.length; at += 3) positions.push(...part.slice(0, 3), ...part.slice(at, at + 6));
  }
  const indices = Uint32Array.from({ length: positions.length / 3 }, (_, i) => i);
  return { positions: Float64Array.from(positions), indices, parts: [] };
}

function solidOf({ hull }: Extract<ColliderBody, { kind: 'hull' }>): Solid {
  const along = (k: number): readonly number[] => Array.from(hull.positions.filter((_, at) => at % 3 === k));
  const ends = [0, 1, 2].map((k) => along(k).reduce(([low, high], x) => [Math.min(low!, x), Math.max(high!, x)], [Infinity, -Infinity]));
  return { planes: hullPlanes(hull), min: ends.map(([low]) => low!), max: ends.map(([, high]) => high!) };
}

function partsOf(triangle: Polygon, solids: readonly Solid[]): readonly Polygon[] {
  let parts: readonly Polygon[] = [triangle];
  for (const solid of solids) {
    if (parts.length === 0) break;
    parts = parts.flatMap((part) => (isApart(part, solid) ? [part] : outsideOf(part, solid)));
    if (parts.length > maxParts) return [triangle];
  }
  return parts;
}

function isApart(part: Polygon, { min, max }: Solid): boolean {
  return [0, 1, 2].some((k) => {
    const own = part.filter((_, at) => at % 3 === k);
    return Math.min(...own) > max[k]! || Math.max(...own) < min[k]!;
  });
}

/** Returns the parts of a polygon outside a hull: the whole polygon if none of it is inside. */
function outsideOf(polygon: Polygon, { planes }: Solid): readonly Polygon[] {
  const outside: Polygon[] = [];
  let inside = polygon;
  const slack = onPlane * polygon.reduce((size, value) => Math.max(size, Math.abs(value)), 0);
  for (let at = 0; at < planes.length; at += 4) {
    const heights = heightsOver(planes, at, inside);
    if (heights.every((height) => height <= slack)) continue;
    if (heights.every((height) => height >= -slack)) return [polygon];
    outside.push(side(inside, heights, 1));
    inside = side(inside, heights, -1);
  }
  return outside;
}

function heightsOver(planes: Float64Array, at: number, polygon: Polygon): readonly number[] {
  const heights: number[] = [];
  for (let k = 0; k < polygon.length; k += 3)
    heights.push(planes[at] * polygon[k]! + planes[at + 1] * polygon[k + 1]! + planes[at + 2] * polygon[k + 2]! - planes[at + 3]);
  return heights;
}

/** Returns the part of a polygon on one side of a plane. */
function side(polygon: Polygon, heights: readonly number[], sign: 1 | -1): Polygon {
  const part: number[] = [];
  for (let i = 0; i < heights.length; i++) {
    const j = (i + 1) % heights.length;
    const [from, to] = [sign * heights[i]!, sign * heights[j]!];
    if (from >= 0) part.push(...polygon.slice(3 * i, 3 * i + 3));
    if (from * to >= 0) continue;
    const t = from / (from - to);
    for (let k = 0; k < 3; k++) part.push(polygon[3 * i + k]! + t * (polygon[3 * j + k]! - polygon[3 * i + k]!));
  }
  return part;
}
