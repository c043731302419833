import { orient2dSign, orient3dSign } from '../math/orientation.ts';
import { components } from './components.ts';
import { edgeBalance } from './count-open-edges.ts';
import { edgeCount, isForward, type MeshTopology, nextSide, none, previousSide } from './topology.ts';
import { type TriangleSets, triangleSets } from './triangle-sets.ts';
import type { TriangleMesh } from './triangle-mesh.ts';
import { createUnionFind, findRoot, type UnionFind, unite } from './union-find.ts';

/**
 * Returns the components of a mesh. Closed ones are divided into solids that only touch at vertices, edges and faces, such as two stacked boxes.
 * Around an edge of more than two triangles, those belong together that are connected elsewhere, and then those that bound the same sector of the
 * solid. Each piece of a closed component is closed, and their volumes and winding numbers add up to those of the component. Angles are compared by
 * exact signs. Numbered by their lowest triangle.
 */
export function closedPieces({ positions }: TriangleMesh, topology: MeshTopology): TriangleSets {
  const { edgeFirst, edgeSides, states } = topology;
  const whole = components(topology);
  const isOpen = new Uint8Array(whole.count);
  let hasJoins = false;
  for (let edge = 0; edge < edgeCount(topology); edge++) {
    if (edgeBalance(topology, edge) !== 0) isOpen[whole.setOf[(edgeSides[edgeFirst[edge]] / 3) | 0]] = 1;
    else if (edgeFirst[edge + 1] - edgeFirst[edge] > 2) hasJoins = true;
  }
  const facesInward = hasJoins ? signsOf(positions, topology, whole) : new Uint8Array(whole.count);
  const joined = createUnionFind(states.length);
  const shared: number[] = [];
  for (let edge = 0; edge < edgeCount(topology); edge++) {
    const [first, end] = [edgeFirst[edge], edgeFirst[edge + 1]];
    if (end - first === 2) unite(joined, (edgeSides[first] / 3) | 0, (edgeSides[first + 1] / 3) | 0);
    else if (isOpen[whole.setOf[(edgeSides[first] / 3) | 0]] === 0) shared.push(edge);
  }
  for (const edge of shared) {
    const sides = edgeSides.subarray(edgeFirst[edge], edgeFirst[edge + 1]);
    const around = sidesAround(positions, topology, sides, facesInward[whole.setOf[(sides[0] / 3) | 0]] === 1);
    const pairs = around === null ? Array.from(sides).flatMap((side) => [sides[0], side]) : matched(around, joined);
    for (let i = 0; i < pairs.length; i += 2) unite(joined, (pairs[i]! / 3) | 0, (pairs[i + 1]! / 3) | 0);
  }
  const numberOf = new Map<number, number>();
  const setOf = whole.setOf.map((component, triangle) => {
    if (component === none) return none;
    // The triangles of an open component stay together: its first one stands for all.
    const root = isOpen[component] === 1 ? whole.triangles[whole.first[component]] : findRoot(joined, triangle);
    const known = numberOf.get(root);
    if (known !== undefined) return known;
    numberOf.set(root, numberOf.size);
    return numberOf.size - 1;
  });
  return triangleSets(numberOf.size, setOf);
}

/** Returns (components) 1 for a negative volume, up to rounding: then the triangles face inward, and the solid is on their other side. */
function signsOf(positions: Float64Array, { corners }: MeshTopology, { count, first, triangles }: TriangleSets): Uint8Array {
  const signs = new Uint8Array(count);
  for (let component = 0; component < count; component++) {
    const o = 3 * corners[3 * triangles[first[component]]];
    let volume = 0;
    for (let i = first[component]; i < first[component + 1]; i++) {
      const [a, b, c] = [0, 1, 2].map((k) => {
        const at = 3 * corners[3 * triangles[i] + k];
        return [positions[at] - positions[o], positions[at + 1] - positions[o + 1], positions[at + 2] - positions[o + 2]] as const;
      }) as [Offset, Offset, Offset];
      volume += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
    }
    signs[component] = volume < 0 ? 1 : 0;
  }
  return signs;
}

type Offset = readonly [number, number, number];

/** A side of an edge: its angle about the edge is compared through its rank, and within a rank through the corner that is not on the edge. */
interface SideAtEdge {
  readonly side: number;
  readonly apex: number;
  /** Angle from the first side: 0 for none, 1 below half a turn, 2 for half a turn, 3 above. */
  readonly rank: number;
  /** Whether a sector of the solid begins at it, with growing angle. */
  readonly opens: boolean;
}

/** Returns the sides of an edge by their angle about it; `null` if a triangle has no area. */
function sidesAround(
  positions: Float64Array,
  topology: MeshTopology,
  sides: Uint32Array,
  facesInward: boolean,
): readonly SideAtEdge[] | null {
  const { corners } = topology;
  const [u, v] = [corners[sides[0]], corners[nextSide(sides[0])]];
  const [p, q] = [3 * Math.min(u, v), 3 * Math.max(u, v)];
  const around: SideAtEdge[] = [];
  const reference = 3 * corners[previousSide(sides[0])];
  for (const side of sides) {
    const apex = 3 * corners[previousSide(side)];
    const rank = rankOf(positions, p, q, reference, apex);
    if (rank === null) return null;
    around.push({ side, apex, rank, opens: isForward(topology, side) === facesInward });
  }
  return around.sort((a, b) => {
    if (a.rank !== b.rank) return a.rank - b.rank;
    const turn = a.rank % 2 === 0 ? 0 : -signOf(positions, p, q, a.apex, b.apex);
    // At one angle, the solid before it ends before the next one begins.
    return turn !== 0 ? turn : Number(a.opens) - Number(b.opens) || a.side - b.side;
  });
}

function rankOf(positions: Float64Array, p: number, q: number, reference: number, apex: number): number | null {
  const sign = signOf(positions, p, q, reference, apex);
  if (sign !== 0) return sign > 0 ? 1 : 3;
  for (let k = 0; k < 3; k++) {
    const of = (r: number): number => flatSign(positions, p, q, r, (k + 1) % 3, (k + 2) % 3);
    const [first, own] = [of(reference), of(apex)];
    if (first !== 0 && own !== 0) return first === own ? 0 : 2;
  }
  return null;
}

/** Returns 1 if `b` has the larger angle about the line from p to q than `a`, by less than half a turn; -1 if it has the smaller one. */
function signOf(x: Float64Array, p: number, q: number, a: number, b: number): number {
  return orient3dSign(x[p], x[p + 1], x[p + 2], x[q], x[q + 1], x[q + 2], x[a], x[a + 1], x[a + 2], x[b], x[b + 1], x[b + 2]);
}

function flatSign(x: Float64Array, p: number, q: number, r: number, i: number, j: number): number {
  return orient2dSign(x[p + i], x[p + j], x[q + i], x[q + j], x[r + i], x[r + j]);
}

/**
 * Returns each side that opens a sector of the solid with the one that closes it: first those of one set, then like brackets. They are as many, and
 * the first angle is arbitrary.
 */
function matched(around: readonly SideAtEdge[], joined: UnionFind): readonly number[] {
  const pairs: number[] = [];
  const closing = new Map<number, SideAtEdge[]>();
  const rootOf = ({ side }: SideAtEdge): number => findRoot(joined, (side / 3) | 0);
  for (const close of around) {
    if (close.opens) continue;
    const known = closing.get(rootOf(close));
    if (known === undefined) closing.set(rootOf(close), [close]);
    else known.push(close);
  }
  const rest = new Set(around);
  for (const side of around) {
    const other = side.opens ? closing.get(rootOf(side))?.pop() : undefined;
    if (other === undefined) continue;
    pairs.push(side.side, other.side);
    rest.delete(side);
    rest.delete(other);
  }
  const left = [...rest];
  let [depth, lowest, start] = [0, 0, 0];
  left.forEach(({ opens }, i) => {
    depth += opens ? 1 : -1;
    if (depth < lowest) [lowest, start] = [depth, i + 1];
  });
  const open: number[] = [];
  for (let i = 0; i < left.length; i++) {
    const { side, opens } = left[(start + i) % left.length]!;
    if (opens) open.push(side);
    else pairs.push(open.pop()!, side);
  }
  return pairs;
}
