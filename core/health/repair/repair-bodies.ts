import { triangleCount, vertexCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { RepairOptions } from '../../options/repair-options.ts';
import type { Progress } from '../../progress.ts';
import { bodiesOf, isCollider, trianglesExcept, trianglesOf } from '../study/bodies.ts';
import { bodyMesh, type BodyMesh } from '../study/body-mesh.ts';
import type { MeshDraft } from './mesh-draft.ts';
import type { BodyOrigin, Repair, RepairCount, RepairedBody } from './repair.ts';

/**
 * Runs a repair on each body: the rendered mesh and every collider by itself, as the checks do. So a collider is never welded to the
 * surface that it follows. Colliders with an exact shape stay as they are: their triangles are only a preview. A repair of the whole mesh
 * runs once. Returns `null` if nothing changes. @param origin of the whole mesh.
 * @throws whatever `progress` throws.
 */
export async function repairBodies(
  mesh: TriangleMesh,
  repair: Repair,
  options: RepairOptions,
  origin: BodyOrigin,
  progress: Progress,
): Promise<RepairedBody | null> {
  if (repair.isOfWhole === true) return repair.run(mesh, options, progress, origin);
  const bodies = bodiesToRepair(mesh);
  const [only] = bodies;
  if (only?.triangles === null) return repair.run(mesh, options, progress, origin);
  const total = bodies.reduce((sum, body) => sum + triangleCount(body.mesh), 0);
  const changed: (readonly [BodyMesh, RepairedBody, MeshDraft])[] = [];
  const counts: (readonly RepairCount[])[] = [];
  let done = 0;
  for (const body of bodies) {
    const count = triangleCount(body.mesh);
    const before = done / total;
    done += count;
    const own = { ...origin, sources: body.triangles!.map((triangle) => origin.sources[triangle]) };
    const repaired = await repair.run(body.mesh, budgetOf(options, count, total), (part) => progress(before + (part * count) / total), own);
    if (repaired !== null) counts.push(repaired.counts);
    if (repaired?.draft != null) changed.push([body, repaired, repaired.draft]);
  }
  if (counts.length === 0) return null;
  const bounds = changed.map(([, { bound }]) => bound);
  const isBounded = bounds.length > 0 && bounds.every((bound) => bound !== undefined);
  return {
    draft: changed.length === 0 ? null : joinDrafts(mesh, changed),
    counts: joinCounts(counts),
    ...(isBounded && { bound: Math.max(...bounds) }),
  };
}

function bodiesToRepair(mesh: TriangleMesh): readonly BodyMesh[] {
  const scratch = new Uint32Array(vertexCount(mesh));
  const [, ...colliders] = bodiesOf(mesh.parts);
  const own = colliders.filter(({ collider }) => collider?.role.exact == null).map(({ parts }) => trianglesOf(mesh, parts));
  return [trianglesExcept(mesh, isCollider), ...own]
    .filter((triangles) => triangles.length > 0)
    .map((triangles) => withMaterials(mesh, bodyMesh(mesh, triangles, scratch)));
}

/** The materials of a body are those of its triangles; simplification keeps their borders. */
function withMaterials(mesh: TriangleMesh, body: BodyMesh): BodyMesh {
  if (body.triangles === null || mesh.materials === undefined) return body;
  const { names, runs } = mesh.materials;
  const own: number[] = [];
  let run = 0;
  for (const [i, triangle] of body.triangles.entries()) {
    while (run + 2 < runs.length && runs[run + 2]! <= triangle) run += 2;
    const number = runs[run + 1]!;
    if (own.at(-1) !== number || own.length === 0) own.push(i, number);
  }
  return { ...body, mesh: { ...body.mesh, materials: { names, runs: own } } };
}

/**
 * Divides the budget of triangles among the bodies that are repaired. If all of them are within it, it stays whole: no body is over it then.
 * @param count triangles of the body. @param total those of all bodies that are repaired.
 */
function budgetOf(options: RepairOptions, count: number, total: number): RepairOptions {
  const { simplifyTo } = options;
  if (simplifyTo === 0 || total <= simplifyTo) return options;
  // A closed body has four triangles at least. The quotient comes last: a fraction is rounded, and could lose a triangle.
  return { ...options, simplifyTo: Math.max(Math.min(count, 4), Math.floor((simplifyTo * count) / total)) };
}

function joinDrafts(mesh: TriangleMesh, changed: readonly (readonly [BodyMesh, RepairedBody, MeshDraft])[]): MeshDraft {
  const isReplaced = new Uint8Array(triangleCount(mesh));
  const indices: number[] = [];
  const sources: number[] = [];
  const added: number[] = [];
  for (const [{ mesh: part, triangles, vertices }, , draft] of changed) {
    for (const triangle of triangles ?? []) isReplaced[triangle] = 1;
    const own = vertexCount(part);
    const offset = vertexCount(mesh) + added.length / 3 - own;
    for (let i = 0; i < draft.indices.length; i++)
      indices.push(draft.indices[i] < own ? vertices![draft.indices[i]] : draft.indices[i] + offset);
    for (let i = 0; i < draft.sources.length; i++) sources.push(triangles![draft.sources[i]]);
    for (let i = 0; i < draft.added.length; i++) added.push(draft.added[i]);
  }
  for (let triangle = 0; triangle < isReplaced.length; triangle++) {
    if (isReplaced[triangle] === 1) continue;
    indices.push(mesh.indices[3 * triangle], mesh.indices[3 * triangle + 1], mesh.indices[3 * triangle + 2]);
    sources.push(triangle);
  }
  return { added, indices, sources };
}

function joinCounts(all: readonly (readonly RepairCount[])[]): readonly RepairCount[] {
  const sums = new Map<string, number>();
  for (const counts of all) for (const { what, count } of counts) sums.set(what, (sums.get(what) ?? 0) + count);
  return [...sums].map(([what, count]) => ({ what, count }));
}
