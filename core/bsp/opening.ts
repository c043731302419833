import { cross, fastLength, minus, normalized, type Vec3 } from '../math/vec3.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { raycast } from '../query/ray/ray.ts';
import type { Tree } from '../tree/layout.ts';

/** A loop of open edges. */
export interface OpenLoop {
  /** Welded vertices in the direction of the open edges. */
  readonly loop: readonly number[];
  readonly middle: Vec3;
  /** Circumference. */
  readonly size: number;
  /** Unit normal of the loop; `null` for a loop without area. */
  readonly normal: Vec3 | null;
}

/** Whether no triangle touches a segment. */
export type SegmentTest = (from: Vec3, to: Vec3) => boolean;

/** Smallest free distance before or behind a hole, as a part of its circumference. */
const minFree = 1e-3;
/** Parts of the free distance at which a point before or behind the hole is tried. */
const depths = [0.5, 0.1, 0.02];

/** Edges of a hole at which its fan is tried. */
const maxEdges = 16;
/** Parts of the way from an edge to the middle of a hole. */
const inwards = [0.5, 0.1, 0.02];

/** Returns the holes of open edges, the longest first. */
export function openLoops({ positions }: TriangleMesh, edges: readonly (readonly [from: number, to: number])[]): readonly OpenLoop[] {
  const next = new Map<number, number[]>();
  for (const [from, to] of edges) {
    const list = next.get(from);
    if (list === undefined) next.set(from, [to]);
    else list.push(to);
  }
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
    .map((loop) =>
      loopOf(
        loop,
        loop.map((v): Vec3 => [positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]]),
      ),
    )
    .sort((a, b) => b.size - a.size);
}

function loopOf(loop: readonly number[], points: readonly Vec3[]): OpenLoop {
  const middle = [0, 1, 2].map((k) => points.reduce((sum, point) => sum + point[k as 0] / points.length, 0)) as unknown as Vec3;
  let size = 0;
  let area: Vec3 = [0, 0, 0];
  points.forEach((point, i) => {
    const end = points[(i + 1) % points.length]!;
    size += fastLength(...minus(point, end));
    const [x, y, z] = cross(minus(point, middle), minus(end, middle));
    area = [area[0] + x, area[1] + y, area[2] + z];
  });
  return { loop, middle, size, normal: normalized(area) };
}

/** A point of the fan over a hole, with the unit normal of the fan there. */
export type OpeningPoint = Pick<OpenLoop, 'middle' | 'normal' | 'size'>;

/** Returns points of the fan over a hole, from its middle towards its edges: other triangles may cover the middle. */
export function holePoints({ positions }: TriangleMesh, hole: OpenLoop): readonly OpeningPoint[] {
  const { loop, middle, size } = hole;
  const step = Math.max(1, Math.ceil(loop.length / maxEdges));
  const points: OpeningPoint[] = [hole];
  for (let i = 0; i < loop.length; i += step) {
    const [a, b] = [loop[i]!, loop[(i + 1) % loop.length]!].map(
      (v): Vec3 => [positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]],
    );
    const normal = normalized(cross(minus(a!, middle), minus(b!, middle)));
    const edge: Vec3 = [a![0] / 2 + b![0] / 2, a![1] / 2 + b![1] / 2, a![2] / 2 + b![2] / 2];
    for (const part of inwards) points.push({ middle: movedAlong(edge, minus(middle, edge), part), normal, size });
  }
  return points;
}

/** Points before and behind a point of a hole, along its normal. */
export interface PointsAtHole {
  /** On the side of the normal, the farthest first. */
  readonly before: readonly Vec3[];
  readonly behind: readonly Vec3[];
}

/** Returns points before and behind a point of a hole, at most `reach` away; none if it is practically on a triangle. */
export function pointsAtHole(tree: Tree, mesh: TriangleMesh, { middle, normal, size }: OpeningPoint, reach: number): PointsAtHole {
  if (normal === null) return { before: [], behind: [] };
  const on = (direction: Vec3): readonly Vec3[] => {
    const free = raycast(tree, mesh, { origin: middle, direction, far: reach }).hits[0]?.distance ?? reach;
    return free < size * minFree ? [] : depths.map((part) => movedAlong(middle, direction, part * free));
  };
  return { before: on(normal), behind: on([-normal[0], -normal[1], -normal[2]]) };
}

/** Returns a point moved along a direction. */
export function movedAlong([x, y, z]: Vec3, [dx, dy, dz]: Vec3, by: number): Vec3 {
  return [x + by * dx, y + by * dy, z + by * dz];
}
