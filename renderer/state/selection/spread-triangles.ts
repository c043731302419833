/** Selections of triangles that spread over a mesh: to neighbours, components, materials and parts. Linear time. */
import {
  createUnionFind,
  findRoot,
  isFiniteTriangle,
  materialNumber,
  partOfTriangle,
  triangleCount,
  type TriangleMesh,
  unite,
} from '#core/mesh';
import { has, type IndexSet, inverted, membersOf, setOf, setOfMarks } from './index-set.ts';

/** Returns the triangles and all finite ones that share a corner position with them. `welded` is (V), see `weldVertices`. */
export function grown(mesh: TriangleMesh, welded: Uint32Array, set: IndexSet): IndexSet {
  const { indices } = mesh;
  const isTouched = new Uint8Array(welded.length);
  for (const triangle of membersOf(set)) {
    if (!isFiniteTriangle(mesh, triangle)) continue;
    for (let i = 3 * triangle; i < 3 * triangle + 3; i++) isTouched[welded[indices[i]!]!] = 1;
  }
  const marks = new Uint8Array(triangleCount(mesh));
  for (let triangle = 0, i = 0; triangle < marks.length; triangle++, i += 3) {
    const isNear =
      isTouched[welded[indices[i]!]!] === 1 || isTouched[welded[indices[i + 1]!]!] === 1 || isTouched[welded[indices[i + 2]!]!] === 1;
    marks[triangle] = has(set, triangle) || (isNear && isFiniteTriangle(mesh, triangle)) ? 1 : 0;
  }
  return setOfMarks(marks);
}

/** Returns the triangles that share no corner position with a triangle outside the set. */
export function shrunk(mesh: TriangleMesh, welded: Uint32Array, set: IndexSet): IndexSet {
  return inverted(grown(mesh, welded, inverted(set)));
}

/** Returns all triangles of the components that the triangles are in. Components are connected by corner positions. */
export function connected(mesh: TriangleMesh, welded: Uint32Array, set: IndexSet): IndexSet {
  const { indices } = mesh;
  const count = triangleCount(mesh);
  const vertices = createUnionFind(welded.length);
  const isFinite = new Uint8Array(count);
  for (let triangle = 0, i = 0; triangle < count; triangle++, i += 3) {
    if (!isFiniteTriangle(mesh, triangle)) continue;
    isFinite[triangle] = 1;
    unite(vertices, welded[indices[i]!]!, welded[indices[i + 1]!]!);
    unite(vertices, welded[indices[i]!]!, welded[indices[i + 2]!]!);
  }
  const isWanted = new Uint8Array(welded.length);
  for (const triangle of membersOf(set)) if (isFinite[triangle] === 1) isWanted[rootOf(triangle)] = 1;
  const marks = new Uint8Array(count);
  for (let triangle = 0; triangle < count; triangle++)
    marks[triangle] = has(set, triangle) || (isFinite[triangle] === 1 && isWanted[rootOf(triangle)] === 1) ? 1 : 0;
  return setOfMarks(marks);

  function rootOf(triangle: number): number {
    return findRoot(vertices, welded[indices[3 * triangle]!]!);
  }
}

/** Returns all triangles that have the material of one of the triangles; without a material is a material too. */
export function sameMaterial({ materials, indices }: TriangleMesh, set: IndexSet): IndexSet {
  const count = indices.length / 3;
  const wanted = new Set(Array.from(membersOf(set), (triangle) => materialNumber(materials, triangle)));
  const marks = new Uint8Array(count);
  const runs = materials?.runs ?? [0, -1];
  for (let i = 0; i < runs.length; i += 2) if (wanted.has(runs[i + 1]!)) marks.fill(1, runs[i]!, runs[i + 2] ?? count);
  return setOfMarks(marks);
}

/** Returns the parts that the triangles belong to. */
export function partsOf(mesh: TriangleMesh, set: IndexSet): IndexSet {
  const parts = new Set<number>();
  const { parts: all } = mesh;
  for (const triangle of membersOf(set)) {
    const part = partOfTriangle(mesh, triangle);
    if (part !== null) parts.add(part);
    if (parts.size === all.length) break;
  }
  return setOf(all.length, parts);
}
