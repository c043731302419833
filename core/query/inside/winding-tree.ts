import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { checkTreeFits } from '../../tree/check-tree-fits.ts';
import type { Tree } from '../../tree/layout.ts';
import { plainBits, triangleAt } from '../../tree/leaf-order.ts';
import { nodeRange } from '../../tree/node-range.ts';
import { childAt, childCount } from '../../tree/nodes.ts';
import { addMoments, addTriangleMoments, areaNumber, momentNumbers, radiusNumber, roundingNumber, spreadNumber } from './moments.ts';
import { windingSurface, type WindingSurface } from './surface.ts';

/** Clusters of this many triangles are not divided: their triangles are summed one by one where their far field is not accurate enough. */
const maxTerminal = 16;
/** Clusters of up to this many triangles have the exact radius, larger ones a bound by those of their parts. */
const maxMeasured = 4096;

/** The far fields of the nodes of a tree, built once for `windingInto`. Nodes are in preorder. */
export interface WindingTree {
  readonly tree: Tree;
  readonly mesh: TriangleMesh;
  readonly surface: WindingSurface;
  /** Power of two by which coordinates are multiplied, so that products stay in range. */
  readonly scale: number;
  /** Number of clusters. */
  readonly count: number;
  /** (26·count) see `moments.ts`; in scaled units. */
  readonly moments: Float64Array;
  /** (count) the number of the next cluster that is not part of this one. */
  readonly next: Uint32Array;
  /** (count) the node of the tree. */
  readonly nodes: Uint32Array;
  /** (count) first position in the leaf order. */
  readonly first: Uint32Array;
  /** (count) number of triangles of a cluster that is not divided; 0 for others. */
  readonly terminal: Uint32Array;
  /** The triangles of the surface in leaf order. */
  readonly order: Uint32Array;
}

/**
 * Builds the far fields of a tree of any kind. Time is O(T·depth), and the result has about 20 bytes for each triangle. Nodes without a triangle
 * of the surface have no cluster.
 * @throws InspectorError `invalid-argument` for a tree of another mesh.
 */
export function createWindingTree(tree: Tree, mesh: TriangleMesh, surface: WindingSurface = windingSurface(mesh)): WindingTree {
  checkTreeFits(tree, mesh);
  const all =
    tree.orderBits === plainBits
      ? tree.leafOrder
      : Uint32Array.from({ length: tree.triangles }, (_, position) => triangleAt(tree, position));
  const { chosen } = surface;
  const order = chosen === null ? all : all.filter((triangle) => chosen[triangle] === 1);
  const clusters = collectClusters(tree, chosen === null ? null : countBefore(all, chosen));
  const count = clusters.next.length;
  const built = {
    tree,
    mesh,
    surface,
    scale: scaleOf(tree.bounds),
    count,
    moments: new Float64Array(momentNumbers * count),
    order,
    ...clusters,
  };
  // Parts come after their cluster.
  for (let cluster = count - 1; cluster >= 0; cluster--) {
    if (built.terminal[cluster] > 0) measureTerminal(built, cluster);
    else measureInner(built, cluster, clusters.total[cluster]);
  }
  return built;
}

interface Clusters {
  readonly next: Uint32Array;
  readonly nodes: Uint32Array;
  readonly first: Uint32Array;
  readonly terminal: Uint32Array;
  /** Number of triangles of each cluster. */
  readonly total: Uint32Array;
}

/** Returns the number of chosen triangles before each position of the leaf order, and that of all at its end. */
function countBefore(order: Uint32Array, chosen: Uint8Array): Uint32Array {
  const before = new Uint32Array(order.length + 1);
  for (let i = 0; i < order.length; i++) before[i + 1] = before[i] + chosen[order[i]];
  return before;
}

/**
 * Lists the nodes in preorder, down to clusters that are not divided. Positions are those among the chosen triangles, of which `before` has the
 * number before each position of the leaf order; `null` for all.
 */
function collectClusters(tree: Tree, before: Uint32Array | null): Clusters {
  const next: number[] = [];
  const nodes: number[] = [];
  const first: number[] = [];
  const terminal: number[] = [];
  const total: number[] = [];
  // Nodes still to visit; -1 - cluster ends a cluster.
  const stack: number[] = tree.nodeCount === 0 ? [] : [0];
  while (stack.length > 0) {
    const node = stack.pop()!;
    if (node < 0) {
      next[-1 - node] = next.length;
      continue;
    }
    const range = chosenRange(nodeRange(tree, node), before);
    if (range.count === 0) continue;
    const children = range.count <= maxTerminal ? 0 : childCount(tree, node);
    const cluster = next.push(0) - 1;
    nodes.push(node);
    first.push(range.first);
    total.push(range.count);
    terminal.push(children === 0 ? range.count : 0);
    if (children === 0) next[cluster] = next.length;
    else stack.push(-1 - cluster);
    for (let i = children - 1; i >= 0; i--) stack.push(childAt(tree, node, i));
  }
  return {
    next: Uint32Array.from(next),
    nodes: Uint32Array.from(nodes),
    first: Uint32Array.from(first),
    terminal: Uint32Array.from(terminal),
    total: Uint32Array.from(total),
  };
}

type Range = ReturnType<typeof nodeRange>;

function chosenRange(range: Range, before: Uint32Array | null): Range {
  if (before === null) return range;
  const first = before[range.first];
  return { first, count: before[range.first + range.count] - first };
}

/** Sizes between these need no scale: products of nine lengths stay in range. */
const minPlain = 2 ** -80;
const maxPlain = 2 ** 80;

function scaleOf(bounds: Float64Array): number {
  let size = 0;
  for (const value of bounds) size = Math.max(size, Math.abs(value));
  if (size === 0 || (size >= minPlain && size <= maxPlain)) return 1;
  return 2 ** Math.max(-1000, Math.min(1000, -Math.floor(Math.log2(size))));
}

/** A triangle: (9) scaled corners, (3) area normal. */
interface Scratch {
  readonly corners: Float64Array;
  readonly normal: Float64Array;
}

function measureTerminal(winding: Omit<WindingTree, 'count'>, cluster: number): void {
  const { moments, first, terminal, surface, order } = winding;
  const scratch: Scratch = { corners: new Float64Array(9), normal: new Float64Array(3) };
  const at = momentNumbers * cluster;
  const end = first[cluster] + terminal[cluster];
  const middle = [0, 0, 0];
  for (let i = first[cluster]; i < end; i++) {
    readTriangle(winding, order[i], scratch);
    const { corners } = scratch;
    const area = Math.hypot(scratch.normal[0], scratch.normal[1], scratch.normal[2]);
    const edges =
      Math.hypot(corners[3] - corners[0], corners[4] - corners[1], corners[5] - corners[2]) *
      Math.hypot(corners[6] - corners[0], corners[7] - corners[1], corners[8] - corners[2]);
    moments[at + areaNumber] += area + 2 ** -50 * edges;
    moments[at + roundingNumber] += 2 ** -40 * area + 2 ** -46 * edges;
    for (let k = 0; k < 3; k++) middle[k]! += (area * (corners[k] + corners[3 + k] + corners[6 + k])) / 3;
    if (i === first[cluster]) for (let k = 0; k < 3; k++) moments[at + k] = corners[k];
  }
  setCentre(moments, at, middle);
  for (let i = first[cluster]; i < end; i++) {
    readTriangle(winding, order[i], scratch);
    const sign = surface.flipped !== null && surface.flipped[order[i]] === 1 ? -1 : 1;
    for (let k = 0; k < 3; k++) scratch.normal[k] *= sign;
    addTriangleMoments(moments, at, scratch.corners, scratch.normal);
  }
  moments[at + radiusNumber] = radiusOf(winding, at, first[cluster], end);
  moments[at + spreadNumber] = spreadOf(winding, at, first[cluster], end);
}

function measureInner(winding: Omit<WindingTree, 'count'>, cluster: number, total: number): void {
  const { moments, next, first } = winding;
  const at = momentNumbers * cluster;
  const middle = [0, 0, 0];
  let area = 0;
  for (let part = cluster + 1; part < next[cluster]; part = next[part]) {
    const from = momentNumbers * part;
    area += moments[from + areaNumber];
    for (let k = 0; k < 3; k++) middle[k]! += moments[from + areaNumber] * moments[from + k];
  }
  for (let k = 0; k < 3; k++) moments[at + k] = moments[at + momentNumbers + k];
  moments[at + areaNumber] = area;
  setCentre(moments, at, middle);
  moments[at + areaNumber] = 0;
  let radius = 0;
  let spread = 0;
  for (let part = cluster + 1; part < next[cluster]; part = next[part]) {
    const from = momentNumbers * part;
    addMoments(moments, at, from);
    const apart = Math.hypot(moments[from] - moments[at], moments[from + 1] - moments[at + 1], moments[from + 2] - moments[at + 2]);
    radius = Math.max(radius, (apart + moments[from + radiusNumber]) * (1 + 2 ** -50));
    // Minkowski's inequality, for the third power.
    spread += moments[from + areaNumber] * (Math.cbrt(moments[from + spreadNumber]) + apart) ** 3 * (1 + 2 ** -48);
  }
  moments[at + radiusNumber] = radius;
  moments[at + spreadNumber] = moments[at + areaNumber] > 0 ? spread / moments[at + areaNumber] : radius ** 3;
  if (total > maxMeasured) return;
  const end = first[cluster] + total;
  moments[at + radiusNumber] = Math.min(radius, radiusOf(winding, at, first[cluster], end));
  moments[at + spreadNumber] = spreadOf(winding, at, first[cluster], end);
}

/** Moves the centre to the mean of the area; without area it stays. */
function setCentre(moments: Float64Array, at: number, middle: readonly number[]): void {
  const area = moments[at + areaNumber];
  for (let k = 0; k < 3; k++) {
    const mean = middle[k]! / area;
    if (area > 0 && mean - mean === 0) moments[at + k] = mean;
  }
}

/** Returns the distance of the farthest vertex from the centre, rounded up. */
function radiusOf(
  { mesh: { positions, indices }, moments, scale, order }: Omit<WindingTree, 'count'>,
  at: number,
  first: number,
  end: number,
): number {
  let square = 0;
  for (let i = first; i < end; i++) {
    for (let corner = 3 * order[i]; corner < 3 * order[i] + 3; corner++) {
      const vertex = 3 * indices[corner];
      const x = positions[vertex] * scale - moments[at];
      const y = positions[vertex + 1] * scale - moments[at + 1];
      const z = positions[vertex + 2] * scale - moments[at + 2];
      square = Math.max(square, x * x + y * y + z * z);
    }
  }
  return Math.sqrt(square) * (1 + 2 ** -50);
}

/**
 * Returns the mean of the third power of the distance from the centre, rounded up. The function is convex, so its mean over a triangle is at
 * most that over the corners.
 */
function spreadOf(winding: Omit<WindingTree, 'count'>, at: number, first: number, end: number): number {
  const { moments, order } = winding;
  const scratch: Scratch = { corners: new Float64Array(9), normal: new Float64Array(3) };
  const { corners, normal } = scratch;
  let sum = 0;
  let areas = 0;
  for (let i = first; i < end; i++) {
    readTriangle(winding, order[i], scratch);
    const area = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    let cubes = 0;
    for (let corner = 0; corner < 9; corner += 3) {
      const x = corners[corner] - moments[at];
      const y = corners[corner + 1] - moments[at + 1];
      const z = corners[corner + 2] - moments[at + 2];
      const square = x * x + y * y + z * z;
      cubes += square * Math.sqrt(square);
    }
    sum += (area * cubes) / 3;
    areas += area;
  }
  // The areas of needles have errors, which the area of the cluster includes.
  const cube = moments[at + radiusNumber] ** 3;
  const rounding = Math.max(0, moments[at + areaNumber] - areas);
  return areas > 0 ? ((sum + rounding * cube) / moments[at + areaNumber]) * (1 + 2 ** -40) : cube;
}

function readTriangle(
  { mesh: { positions, indices }, scale }: Omit<WindingTree, 'count'>,
  triangle: number,
  { corners, normal }: Scratch,
): void {
  for (let corner = 0; corner < 3; corner++) {
    const vertex = 3 * indices[3 * triangle + corner];
    for (let k = 0; k < 3; k++) corners[3 * corner + k] = positions[vertex + k] * scale;
  }
  for (let k = 0; k < 3; k++) {
    const p = (k + 1) % 3;
    const q = (k + 2) % 3;
    normal[k] =
      ((corners[3 + p] - corners[p]) * (corners[6 + q] - corners[q]) - (corners[3 + q] - corners[q]) * (corners[6 + p] - corners[p])) / 2;
  }
}
