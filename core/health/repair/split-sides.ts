import { triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { MeshDraft } from './mesh-draft.ts';

/** Vertices to insert into sides (3·triangle + i), from the start of the side to its end. */
export type Insertions = Map<number, readonly number[]>;

export interface SplitMesh {
  readonly draft: MeshDraft;
  /** Triangles that were split. */
  readonly split: number;
  /** Insertions left out, since a triangle would flip or lose its area. */
  readonly leftOut: number;
}

interface Cutting {
  readonly positions: Float64Array;
  readonly normal: readonly [number, number, number];
  readonly out: number[];
  leftOut: number;
}

export function addInsertion(insertions: Insertions, side: number, vertices: readonly number[]): void {
  insertions.set(side, [...(insertions.get(side) ?? []), ...vertices]);
}

/**
 * Returns the mesh with sides split at vertices: each triangle becomes several that keep its winding, part and material. A vertex that would
 * flip a triangle is left out. @param isDropped (T) 1 for triangles to leave out.
 */
export function splitSides(mesh: TriangleMesh, insertions: Insertions, isDropped?: Uint8Array): SplitMesh {
  const { indices, positions } = mesh;
  const all: number[] = [];
  const sources: number[] = [];
  let split = 0;
  let leftOut = 0;
  for (let triangle = 0; triangle < triangleCount(mesh); triangle++) {
    if (isDropped?.[triangle] === 1) continue;
    const at = 3 * triangle;
    const [a, b, c] = [indices[at], indices[at + 1], indices[at + 2]];
    const [ab, bc, ca] = [insertions.get(at) ?? [], insertions.get(at + 1) ?? [], insertions.get(at + 2) ?? []];
    if (ab.length + bc.length + ca.length === 0) {
      all.push(a, b, c);
      sources.push(triangle);
      continue;
    }
    const cutting: Cutting = { positions, normal: normalOf(positions, a, b, c), out: [], leftOut: 0 };
    cut(cutting, [a, b, c], [ab, bc, ca]);
    all.push(...cutting.out);
    for (let i = 0; i < cutting.out.length; i += 3) sources.push(triangle);
    if (cutting.out.length > 3) split++;
    leftOut += cutting.leftOut;
  }
  return { draft: { added: [], indices: all, sources }, split, leftOut };
}

type Three<Value> = readonly [Value, Value, Value];

/** Cuts at the middle vertex of the side with most of them, to the corner opposite, and goes on in both halves. */
function cut(cutting: Cutting, corners: Three<number>, inserted: Three<readonly number[]>): void {
  const lengths = inserted.map((side) => side.length);
  const side = lengths.indexOf(Math.max(...lengths));
  const points = inserted[side]!;
  if (points.length === 0) {
    cutting.out.push(...corners);
    return;
  }
  // Rotated, so that the side runs from a to b.
  const [a, b, c] = [corners[side]!, corners[(side + 1) % 3]!, corners[(side + 2) % 3]!];
  const [bc, ca] = [inserted[(side + 1) % 3]!, inserted[(side + 2) % 3]!];
  const middle = points.length >> 1;
  const point = points[middle]!;
  if (!keepsSide(cutting, a, point, c) || !keepsSide(cutting, point, b, c)) {
    cutting.leftOut++;
    cut(cutting, [a, b, c], [points.filter((_, i) => i !== middle), bc, ca]);
    return;
  }
  cut(cutting, [a, point, c], [points.slice(0, middle), [], ca]);
  cut(cutting, [point, b, c], [points.slice(middle + 1), bc, []]);
}

function keepsSide({ positions, normal }: Cutting, a: number, b: number, c: number): boolean {
  const [x, y, z] = normalOf(positions, a, b, c);
  return x * normal[0] + y * normal[1] + z * normal[2] > 0;
}

/** Returns the normal, with the length of twice the area. */
export function normalOf(positions: ArrayLike<number>, a: number, b: number, c: number): readonly [number, number, number] {
  const [i, j, k] = [3 * a, 3 * b, 3 * c];
  const ux = positions[j] - positions[i];
  const uy = positions[j + 1] - positions[i + 1];
  const uz = positions[j + 2] - positions[i + 2];
  const vx = positions[k] - positions[i];
  const vy = positions[k + 1] - positions[i + 1];
  const vz = positions[k + 2] - positions[i + 2];
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
}
