import type { SurfaceMaterials } from '../../mesh/surface-materials.ts';
import { materialNumber } from '../../mesh/surface-materials.ts';
import { none } from '../../mesh/topology.ts';
import { triangleCount, vertexCount, type MeshPart, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { hasSameCorners } from './same-corners.ts';

/**
 * A changed mesh in terms of the mesh before: V vertices before, A added, T′ triangles. Vertices before are never moved: a repair that
 * moves one adds another.
 */
export interface MeshDraft {
  /** (3·A) positions of added vertices, which have the indices V, V + 1, … */
  readonly added: ArrayLike<number>;
  /** (3·T′) */
  readonly indices: ArrayLike<number>;
  /** (T′) source of each triangle: the triangle before the repairs that gave it its part and material. Any order. */
  readonly sources: ArrayLike<number>;
}

/** How the mesh of a draft is made. */
export interface DraftRules {
  /** Whether vertices that no triangle used before are dropped too. */
  readonly dropsUnused?: true;
  /** Whether a changed triangle can take the place of an unrelated one: then only triangles with the same corners survived. */
  readonly replaces?: true;
}

/** A mesh with the source of each triangle. */
export interface EditedMesh {
  readonly mesh: TriangleMesh;
  /** (T′) ascending; see `MeshDraft`. */
  readonly sources: Uint32Array;
}

/**
 * Returns the mesh of a draft: triangles sorted by their source, so that parts stay runs; vertices in order, without those that only the
 * dropped triangles used. Parts keep their name, transform and role, also if no triangle is left.
 */
export function meshOfDraft(before: TriangleMesh, draft: MeshDraft, { dropsUnused, replaces }: DraftRules = {}): EditedMesh {
  const order = bySource(draft.sources, triangleCount(before));
  const sources = Uint32Array.from(order, (i) => draft.sources[i]);
  const indices = new Uint32Array(3 * order.length);
  for (let i = 0; i < indices.length; i++) indices[i] = draft.indices[3 * order[(i / 3) | 0] + (i % 3)];
  const positions = compact(before, draft.added, indices, dropsUnused);
  const parts = partsOf(before.parts, sources);
  const isSame = (triangle: number): boolean =>
    replaces !== true || hasSameCorners(before, sources[triangle], { positions, indices, parts }, triangle);
  const polygons = survivingPolygons(before, sources, isSame);
  const materials = materialsOf(before.materials, sources);
  const mesh: TriangleMesh = {
    positions,
    indices,
    parts,
    ...(polygons.length > 0 && { polygons }),
    ...(materials !== null && { materials }),
  };
  return { mesh, sources };
}

/** Returns a draft that keeps everything. */
export function keptDraft(mesh: TriangleMesh): { added: number[]; indices: number[]; sources: number[] } {
  return { added: [], indices: Array.from(mesh.indices), sources: Array.from({ length: triangleCount(mesh) }, (_, i) => i) };
}

/** Returns a draft without some triangles. @param isDropped (T) 1 for each that goes. */
export function withoutTriangles({ indices }: TriangleMesh, isDropped: Uint8Array): MeshDraft {
  const sources = new Uint32Array(isDropped.length);
  let count = 0;
  for (let triangle = 0; triangle < isDropped.length; triangle++) if (isDropped[triangle] === 0) sources[count++] = triangle;
  const kept = new Uint32Array(3 * count);
  for (let i = 0; i < kept.length; i++) kept[i] = indices[3 * sources[(i / 3) | 0] + (i % 3)];
  return { added: [], indices: kept, sources: sources.slice(0, count) };
}

/** Returns the positions in the draft by their source, with a counting sort. */
function bySource(sources: ArrayLike<number>, triangles: number): Uint32Array {
  const next = new Uint32Array(triangles + 1);
  for (let i = 0; i < sources.length; i++) next[sources[i] + 1]++;
  for (let i = 0; i < triangles; i++) next[i + 1] += next[i];
  const order = new Uint32Array(sources.length);
  for (let i = 0; i < sources.length; i++) order[next[sources[i]]++] = i;
  return order;
}

/** Renumbers `indices` in place and returns the positions that stay. */
function compact(before: TriangleMesh, added: ArrayLike<number>, indices: Uint32Array, dropsUnused = false): Float64Array {
  const old = vertexCount(before);
  const all = old + added.length / 3;
  const numbers = new Uint32Array(all).fill(none);
  for (let i = 0; i < indices.length; i++) numbers[indices[i]] = 0;
  if (!dropsUnused) {
    const wasUsed = new Uint8Array(old);
    for (let i = 0; i < before.indices.length; i++) wasUsed[before.indices[i]] = 1;
    for (let vertex = 0; vertex < old; vertex++) if (wasUsed[vertex] === 0) numbers[vertex] = 0;
  }
  let count = 0;
  for (let vertex = 0; vertex < all; vertex++) if (numbers[vertex] === 0) numbers[vertex] = count++;
  const positions = new Float64Array(3 * count);
  for (let vertex = 0; vertex < all; vertex++) {
    if (numbers[vertex] === none) continue;
    const at = 3 * numbers[vertex];
    for (let k = 0; k < 3; k++) positions[at + k] = vertex < old ? before.positions[3 * vertex + k] : added[3 * (vertex - old) + k];
  }
  for (let i = 0; i < indices.length; i++) indices[i] = numbers[indices[i]];
  return positions;
}

function partsOf(parts: readonly MeshPart[], sources: Uint32Array): readonly MeshPart[] {
  let at = 0;
  return parts.map((part) => {
    while (at < sources.length && sources[at] < part.firstTriangle) at++;
    const firstTriangle = at;
    while (at < sources.length && sources[at] < part.firstTriangle + part.triangleCount) at++;
    return { ...part, firstTriangle, triangleCount: at - firstTriangle };
  });
}

function materialsOf(materials: SurfaceMaterials | undefined, sources: Uint32Array): SurfaceMaterials | null {
  if (materials === undefined || sources.length === 0) return null;
  const runs: number[] = [];
  for (let triangle = 0; triangle < sources.length; triangle++) {
    const number = materialNumber(materials, sources[triangle]);
    if (runs.length === 0 || runs[runs.length - 1] !== number) runs.push(triangle, number);
  }
  return { names: materials.names, runs };
}

/** Returns the polygons that kept all their triangles in a row. @param isSame whether a triangle after is still its source. */
function survivingPolygons({ polygons }: TriangleMesh, sources: Uint32Array, isSame: (triangle: number) => boolean): Uint32Array {
  if (polygons === undefined) return new Uint32Array(0);
  const kept: number[] = [];
  let at = 0;
  for (let i = 0; i < polygons.length; i += 2) {
    const [first, count] = [polygons[i], polygons[i + 1]];
    while (at < sources.length && sources[at] < first) at++;
    let run = 0;
    while (run < count && sources[at + run] === first + run && isSame(at + run)) run++;
    if (run === count && sources[at + count] !== first + count - 1) kept.push(at, count);
  }
  return Uint32Array.from(kept);
}
