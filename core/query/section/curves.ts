import { normalized, type Vec3 } from '../../math/vec3.ts';
import { weldVertices } from '../../mesh/weld-vertices.ts';
import type { SectionCurves } from './query.ts';
import type { SectionSegments } from './segments.ts';

/** Segments as a graph: its nodes are the points where segments end. */
interface Graph {
  readonly segments: SectionSegments;
  /** (2·S) the node at each end; -1 for segments without length. */
  readonly nodes: Int32Array;
  /** (N+1) first entry of each node in `ends`. */
  readonly first: Uint32Array;
  /** Ends of segments at each node: 2·segment, or 2·segment + 1 for the far end. */
  readonly ends: Uint32Array;
  readonly isUsed: Uint8Array;
  /** (N) entries of each node that are known to be used. */
  readonly passed: Uint32Array;
}

/** A curve under construction. */
interface Walk {
  /** Ends at which its segments were entered. */
  readonly entered: number[];
  readonly isClosed: boolean;
  /** Whether all segments were followed in their own direction. */
  readonly isForward: boolean;
}

/**
 * Joins segments at equal points. Curves that end come first. Where more than two segments end, a curve goes on in the direction of the
 * winding, so that the areas of touching outlines stay apart.
 */
export function sectionCurves(segments: SectionSegments, normal: Vec3): SectionCurves {
  const graph = graphOf(segments);
  const walks: Walk[] = [];
  const nodeCount = graph.first.length - 1;
  const isEnd = new Uint8Array(nodeCount);
  for (let node = 0; node < nodeCount; node++) isEnd[node] = (graph.first[node + 1] - graph.first[node]) % 2;
  for (let node = 0; node < nodeCount; node++) if (isEnd[node] === 1) walks.push(walk(graph, node, isEnd));
  for (let segment = 0; segment < segments.count; segment++) {
    if (graph.isUsed[segment] === 0) walks.push(walk(graph, graph.nodes[2 * segment], isEnd));
  }
  return curvesOf(segments, walks, normal);
}

function graphOf(segments: SectionSegments): Graph {
  const { ends: positions, count } = segments;
  const welded = weldVertices({ positions, indices: new Uint32Array(), parts: [] });
  const nodes = new Int32Array(2 * count).fill(-1);
  const isUsed = new Uint8Array(count);
  const numbers = new Int32Array(2 * count).fill(-1);
  let nodeCount = 0;
  for (let segment = 0; segment < count; segment++) {
    if (welded[2 * segment] === welded[2 * segment + 1]) {
      isUsed[segment] = 1;
      continue;
    }
    for (const end of [2 * segment, 2 * segment + 1]) {
      const point = welded[end];
      if (numbers[point] < 0) numbers[point] = nodeCount++;
      nodes[end] = numbers[point];
    }
  }
  const first = new Uint32Array(nodeCount + 1);
  for (const node of nodes) if (node >= 0) first[node + 1]++;
  for (let node = 0; node < nodeCount; node++) first[node + 1] += first[node];
  const ends = new Uint32Array(first[nodeCount]);
  const filled = first.slice();
  for (let end = 0; end < nodes.length; end++) if (nodes[end] >= 0) ends[filled[nodes[end]]++] = end;
  return { segments, nodes, first, ends, isUsed, passed: new Uint32Array(nodeCount) };
}

/** Follows unused segments from a node until it comes back to it, or to an end of an open curve. */
function walk(graph: Graph, start: number, isEnd: Uint8Array): Walk {
  const { nodes, isUsed } = graph;
  const entered: number[] = [];
  const isOpen = isEnd[start] === 1;
  isEnd[start] = 0;
  let isForward = true;
  let node = start;
  for (let end = nextEnd(graph, node); end !== null; end = nextEnd(graph, node)) {
    entered.push(end);
    isUsed[end >> 1] = 1;
    if (end % 2 === 1) isForward = false;
    node = nodes[end ^ 1];
    if (isOpen && isEnd[node] === 1) {
      isEnd[node] = 0;
      break;
    }
    if (!isOpen && node === start) break;
  }
  return { entered, isClosed: node === start, isForward };
}

/** Returns the end of an unused segment at a node, one that starts there if there is any; `null` without one. */
function nextEnd({ first, ends, isUsed, passed }: Graph, node: number): number | null {
  let backward: number | null = null;
  let at = first[node] + passed[node];
  while (at < first[node + 1] && isUsed[ends[at] >> 1] === 1) at++;
  passed[node] = at - first[node];
  for (; at < first[node + 1]; at++) {
    const end = ends[at];
    if (isUsed[end >> 1] === 1) continue;
    if (end % 2 === 0) return end;
    backward ??= end;
  }
  return backward;
}

function curvesOf({ ends, triangles }: SectionSegments, walks: readonly Walk[], normal: Vec3): SectionCurves {
  const points = walks.reduce((sum, { entered, isClosed }) => sum + entered.length + (isClosed ? 0 : 1), 0);
  const positions = new Float64Array(3 * points);
  const ofPoints = new Uint32Array(points);
  const firstPoint = new Uint32Array(walks.length + 1);
  const closed = new Uint8Array(walks.length);
  const lengths = new Float64Array(walks.length);
  const areas = new Float64Array(walks.length);
  const unit = normalized(normal) ?? normal;
  let point = 0;
  walks.forEach(({ entered, isClosed, isForward }, curve) => {
    for (const end of entered) {
      positions.set(ends.subarray(3 * end, 3 * end + 3), 3 * point);
      ofPoints[point++] = triangles[end >> 1];
    }
    const last = entered.at(-1)!;
    if (!isClosed) {
      positions.set(ends.subarray(3 * (last ^ 1), 3 * (last ^ 1) + 3), 3 * point);
      ofPoints[point++] = triangles[last >> 1];
    }
    firstPoint[curve + 1] = point;
    closed[curve] = isClosed ? 1 : 0;
    const own = positions.subarray(3 * firstPoint[curve], 3 * point);
    lengths[curve] = lengthOf(own, isClosed);
    areas[curve] = isClosed && isForward ? areaOf(own, unit) : NaN;
  });
  return { firstPoint, closed, positions, triangles: ofPoints, lengths, areas };
}

function lengthOf(points: Float64Array, isClosed: boolean): number {
  let sum = 0;
  for (let at = isClosed ? 0 : 3; at < points.length; at += 3) {
    const before = at === 0 ? points.length - 3 : at - 3;
    sum += Math.hypot(points[at] - points[before], points[at + 1] - points[before + 1], points[at + 2] - points[before + 2]);
  }
  return sum;
}

/** Signed area of a polygon in a plane with this unit normal, from its first point. */
function areaOf(points: Float64Array, [nx, ny, nz]: Vec3): number {
  const [x0, y0, z0] = [points[0], points[1], points[2]];
  let twice = 0;
  for (let at = 3; at + 5 < points.length; at += 3) {
    const [ux, uy, uz] = [points[at] - x0, points[at + 1] - y0, points[at + 2] - z0];
    const [vx, vy, vz] = [points[at + 3] - x0, points[at + 4] - y0, points[at + 5] - z0];
    twice += nx * (uy * vz - uz * vy) + ny * (uz * vx - ux * vz) + nz * (ux * vy - uy * vx);
  }
  return twice / 2;
}
