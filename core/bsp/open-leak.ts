import { cross, minus, normalized, type Vec3 } from '../math/vec3.ts';
import { boundsRadius, meshBounds } from '../mesh/bounds.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { pointWinding } from '../query/inside/inside.ts';
import { createWindingTree } from '../query/inside/winding-tree.ts';
import { raycast } from '../query/ray/ray.ts';
import { segmentCast } from '../query/segment/segment.ts';
import type { Tree } from '../tree/layout.ts';

/** Holes that are tried, the longest first. */
const maxHoles = 64;
/** Directions that are tried behind the hole. */
const ways = 128;
/** Smallest free distance before or behind a hole, as a part of its circumference. */
const minFree = 1e-3;
/** Parts of the free distance at which a point before or behind the hole is tried. */
const depths = [0.5, 0.1, 0.02];

/**
 * Returns a way from inside an open mesh through a hole to outside its box, which no triangle touches. Its points are an inner one, the middle
 * of the hole, and one or two beyond. Inside is the side of the hole with the larger winding number. Empty if no such way was found.
 */
export function openLeak(tree: Tree, mesh: TriangleMesh, edges: readonly (readonly [from: number, to: number])[]): readonly Vec3[] {
  const bounds = meshBounds(mesh);
  if (bounds === null) return [];
  const reach = 3 * boundsRadius(bounds);
  const winding = createWindingTree(tree, mesh);
  const isFree = (from: Vec3, to: Vec3): boolean => segmentCast(tree, mesh, { from, to }, { mode: 'any' }).hits.length === 0;
  const freeDistance = (origin: Vec3, direction: Vec3): number =>
    raycast(tree, mesh, { origin, direction, far: reach }).hits[0]?.distance ?? reach;
  const windingAt = (point: Vec3): number => Math.abs(pointWinding(winding, point).winding ?? 0);
  for (const { middle, normal, size } of holesOf(mesh, edges).slice(0, maxHoles)) {
    if (normal === null) continue;
    const beyond = (direction: Vec3): Side => {
      const free = freeDistance(middle, direction);
      // Otherwise the middle is practically on another triangle.
      if (free < size * minFree) return [];
      const points = depths.map((part) => along(middle, direction, part * free)).filter((point) => isFree(middle, point));
      return points.map((point) => ({ point, winding: windingAt(point) }));
    };
    const one = beyond(normal);
    const other = beyond(opposite(normal));
    if (one.length === 0 || other.length === 0) continue;
    const isOneInside = highest(one).winding >= highest(other).winding;
    const inner = highest(isOneInside ? one : other);
    const outer = lowest(isOneInside ? other : one);
    if (inner.winding <= outer.winding) continue;
    const straight = along(middle, minus(outer.point, middle), reach / Math.max(distance(outer.point, middle), Number.MIN_VALUE));
    if (isFree(middle, straight)) return [inner.point, middle, straight];
    for (let way = 0; way < ways; way++) {
      const end = along(outer.point, spread(way), reach);
      if (isFree(outer.point, end)) return [inner.point, middle, outer.point, end];
    }
  }
  return [];
}

type Side = readonly { readonly point: Vec3; readonly winding: number }[];

function highest(side: Side) {
  return side.reduce((best, other) => (other.winding > best.winding ? other : best));
}

function lowest(side: Side) {
  return side.reduce((best, other) => (other.winding < best.winding ? other : best));
}

/** Returns the loops of open edges, the longest first. */
function holesOf({ positions }: TriangleMesh, edges: readonly (readonly [from: number, to: number])[]) {
  const next = new Map<number, number[]>();
  for (const [from, to] of edges) next.set(from, [...(next.get(from) ?? []), to]);
  const loops: number[][] = [];
  for (const start of next.keys()) {
    for (let at = next.get(start)?.pop(); at !== undefined; at = next.get(start)?.pop()) {
      const loop = [start];
      while (at !== undefined && at !== start) {
        loop.push(at);
        at = next.get(at)?.pop();
      }
      loops.push(loop);
    }
  }
  return loops
    .map((loop) => holeOf(loop.map((v): Vec3 => [positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]])))
    .sort((a, b) => b.size - a.size);
}

function holeOf(points: readonly Vec3[]) {
  const middle = [0, 1, 2].map((k) => points.reduce((sum, point) => sum + point[k as 0] / points.length, 0)) as unknown as Vec3;
  let size = 0;
  let area: Vec3 = [0, 0, 0];
  points.forEach((point, i) => {
    const end = points[(i + 1) % points.length]!;
    size += distance(point, end);
    const [x, y, z] = cross(minus(point, middle), minus(end, middle));
    area = [area[0] + x, area[1] + y, area[2] + z];
  });
  return { middle, size, normal: normalized(area) };
}

function along([x, y, z]: Vec3, [dx, dy, dz]: Vec3, by: number): Vec3 {
  return [x + by * dx, y + by * dy, z + by * dz];
}

function opposite([x, y, z]: Vec3): Vec3 {
  return [-x, -y, -z];
}

function distance(p: Vec3, q: Vec3): number {
  return Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

/** Returns a direction of a spiral over the sphere. */
function spread(way: number): Vec3 {
  const z = 1 - (2 * way + 1) / ways;
  const across = Math.sqrt(1 - z * z);
  const angle = 2.399963229728653 * way;
  return [across * Math.cos(angle), across * Math.sin(angle), z];
}
