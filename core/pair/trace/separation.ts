import type { Transform } from '../../math/transform.ts';
import { cross, dot, normalized, type Vec3 } from '../../math/vec3.ts';
import { dopDirections } from '../../tree/kinds/dop/dop-directions.ts';
import { radiusWord, sphereWords } from '../../tree/kinds/sphere/node-sphere.ts';
import type { Tree } from '../../tree/layout.ts';
import { createVolumeSeparation, type VolumeSeparation } from '../volume/volume-separation.ts';
import type { DopSeparation } from '../volume/dop-separation.ts';
import { placedSolid, readNodeSolid, type NodeSolid } from './node-solid.ts';

/** An axis and the intervals of two nodes along it. They do not overlap if the axis separates the nodes. */
export interface Separation {
  /** Code of the axis in a trace; `axisName` returns its name. */
  readonly axis: number;
  /** Unit vector in the space of A. */
  readonly direction: Vec3;
  /** Intervals of the volumes of both nodes along the direction, from the origin of A's space, in mesh units of A. */
  readonly intervalA: readonly [number, number];
  readonly intervalB: readonly [number, number];
  /** Distance of the intervals; negative if they overlap. */
  readonly gap: number;
}

/** Codes from here on are the slabs of k-DOPs, with both directions of each. */
const firstWay = 16;
const centresAxis = 15;

/** Returns the name of an axis for text: faces of A or B, an edge of each, the line of the centres, or a slab. */
export function axisName(axis: number): string {
  if (axis < 3) return `face ${'xyz'[axis]} of A`;
  if (axis < 6) return `face ${'xyz'[axis - 3]} of B`;
  if (axis < centresAxis) return `edge ${'xyz'[Math.floor((axis - 6) / 3)]} of A × edge ${'xyz'[(axis - 6) % 3]} of B`;
  return axis === centresAxis ? 'line of the centres' : `slab ${Math.floor((axis - firstWay) / 2) + 1} of A`;
}

/** Finds separating axes of nodes of two trees, for one placement of B. */
export interface Separator {
  readonly a: Tree;
  readonly b: Tree;
  readonly aFromB: Transform;
  readonly volumes: VolumeSeparation;
}

export function createSeparator(a: Tree, b: Tree, aFromB: Transform): Separator {
  return { a, b, aFromB, volumes: createVolumeSeparation(a, b, aFromB) };
}

/**
 * Returns the axis that separates two nodes, by the volumes and in the order of `compareVolumes`: the first with a gap in plain f64. If
 * there is none, the axis with the smallest overlap.
 */
export function separationOf(separator: Separator, nodeA: number, nodeB: number): Separation {
  const { volumes } = separator;
  if (volumes.kind === 'spheres') return betweenSpheres(separator, nodeA, nodeB);
  const around = betweenSolids(separator, nodeA, nodeB, false);
  if (volumes.kind !== 'dops' || around.gap > 0) return around;
  return betweenSlabs(separator, volumes.dops, nodeA, nodeB) ?? around;
}

/** Returns the face normal along which the AABBs of two nodes are farthest apart, as the distance query measures them. */
export function widestGap(separator: Separator, nodeA: number, nodeB: number): Separation {
  return betweenSolids(separator, nodeA, nodeB, true);
}

function betweenSolids({ a, b, aFromB, volumes }: Separator, nodeA: number, nodeB: number, widest: boolean): Separation {
  const isOriented = volumes.kind === 'obbs' && !widest;
  const p = readNodeSolid(a, nodeA, isOriented);
  const q = placedSolid(readNodeSolid(b, nodeB, isOriented), aFromB);
  let best: Separation | null = null;
  for (let axis = 0; axis < (widest ? 6 : centresAxis); axis++) {
    const direction = directionOf(p, q, axis);
    if (direction === null) continue;
    const found = along(axis, direction, p, q);
    if (found.gap > 0 && !widest) return found;
    if (best === null || found.gap > best.gap) best = found;
  }
  // Only after an overflow is there no direction.
  return best ?? along(0, [1, 0, 0], p, q);
}

/** Returns the unit direction of an axis of two solids; `null` if the edges are parallel or have no length. */
function directionOf(p: NodeSolid, q: NodeSolid, axis: number): Vec3 | null {
  if (axis < 3) return faceNormal(p, axis);
  if (axis < 6) return faceNormal(q, axis - 3);
  const [e, f] = [normalized(p.axes[Math.floor((axis - 6) / 3)]!), normalized(q.axes[(axis - 6) % 3]!)];
  if (e === null || f === null) return null;
  const product = cross(e, f);
  return dot(product, product) < 1e-18 ? null : normalized(product);
}

function faceNormal({ axes }: NodeSolid, face: number): Vec3 | null {
  return normalized(cross(axes[(face + 1) % 3]!, axes[(face + 2) % 3]!));
}

function along(axis: number, direction: Vec3, p: NodeSolid, q: NodeSolid): Separation {
  return between(axis, direction, intervalOf(p, direction), intervalOf(q, direction));
}

function intervalOf({ centre, axes, half }: NodeSolid, direction: Vec3): readonly [number, number] {
  const middle = dot(centre, direction);
  const reach = axes.reduce((sum, edge, k) => sum + Math.abs(dot(edge, direction)) * half[k]!, 0);
  return [middle - reach, middle + reach];
}

function between(axis: number, direction: Vec3, intervalA: readonly [number, number], intervalB: readonly [number, number]): Separation {
  return { axis, direction, intervalA, intervalB, gap: Math.max(intervalB[0] - intervalA[1], intervalA[0] - intervalB[1]) };
}

/** Returns the intervals along the line of the centres; a placed sphere is stretched at most by the largest factor. */
function betweenSpheres({ a, b, aFromB, volumes }: Separator, nodeA: number, nodeB: number): Separation {
  const stretch = volumes.kind === 'spheres' ? volumes.spheres.stretch : 1;
  const read = (tree: Tree, node: number): { readonly centre: Vec3; readonly radius: number } => {
    const at = node * sphereWords;
    const { nodesF32, origin } = tree;
    const centre: Vec3 = [nodesF32[at] + origin[0], nodesF32[at + 1] + origin[1], nodesF32[at + 2] + origin[2]];
    return { centre, radius: nodesF32[at + radiusWord] };
  };
  const p = read(a, nodeA);
  const q = read(b, nodeB);
  const centre = placedSolid({ centre: q.centre, axes: [], half: [] }, aFromB).centre;
  const direction = normalized([centre[0] - p.centre[0], centre[1] - p.centre[1], centre[2] - p.centre[2]]) ?? [1, 0, 0];
  const [atA, atB] = [dot(p.centre, direction), dot(centre, direction)];
  const radius = q.radius * stretch;
  return between(centresAxis, direction, [atA - p.radius, atA + p.radius], [atB - radius, atB + radius]);
}

/** Returns the first slab of A that separates two k-DOPs; `null` if there is none. The interval of B is the bound that the test uses. */
function betweenSlabs({ a }: Separator, s: DopSeparation, nodeA: number, nodeB: number): Separation | null {
  if (!(a.kind in dopDirections)) return null;
  const directions = dopDirections[a.kind as keyof typeof dopDirections];
  const atA = nodeA * s.stride;
  const atB = nodeB * s.stride;
  const reach = (way: number): number => {
    let sum = s.offsets[way]!;
    for (let i = 3 * way; i < 3 * way + 3; i++) sum += s.weights[i]! * s.nodesB[atB + s.words[i]!]!;
    return sum;
  };
  for (let way = 0; way < s.offsets.length; way += 2) {
    const slab = 3 + (way >> 1);
    const vector: Vec3 = [directions[3 * slab], directions[3 * slab + 1], directions[3 * slab + 2]];
    const direction = normalized(vector)!;
    const size = Math.sqrt(dot(vector, vector));
    const from = dot(a.origin, direction);
    const intervalA = [s.nodesA[atA + slab] / size + from, s.nodesA[atA + s.slabs + slab] / size + from] as const;
    const found = between(firstWay + way, direction, intervalA, [from - reach(way + 1) / size, from + reach(way) / size]);
    if (found.gap > 0) return found;
  }
  return null;
}
