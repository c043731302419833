import { bodiesOfMesh } from '../convex/collider/bodies-of-mesh.ts';
import { meshOfBodies } from '../convex/collider/collider.ts';
import { type ColliderRating, ratedSource, rateCollider } from '../convex/collider/rate-collider.ts';
import { type BodyRecord, bodyRecord } from '../convex/decompose/decompose-mesh.ts';
import type { DecomposeNote } from '../convex/decompose/decompose-note.ts';
import { type ColliderEdit, editCollider } from '../convex/decompose/edit-collider.ts';
import { type EngineName, enginesExceeded } from '../convex/decompose/engine-limits.ts';
import { makeCollider, type PackFigures, partsOfMesh } from '../convex/decompose/make-collider.ts';
import type { OpenEdgeCount } from '../mesh/count-open-edges.ts';
import { openMeshBytes, writeMeshBytes } from '../mesh/mesh-bytes.ts';
import type { ColliderOptions } from '../options/collider-options.ts';
import type { JobHost } from './job-host.ts';

/** What is done to a mesh, or to a collider. */
export type ColliderWork =
  | { readonly kind: 'make'; readonly options: ColliderOptions; readonly parts: readonly number[] | null }
  | { readonly kind: 'edit'; readonly edit: ColliderEdit };

export interface MakeColliderJobRequest {
  readonly kind: 'make-collider';
  /** The mesh that the collider stands for; `null` if it is not open any more, then the collider is not rated. */
  readonly source: ArrayBuffer | SharedArrayBuffer | null;
  /** The mesh to work on: the source itself, or the collider to edit. */
  readonly mesh: ArrayBuffer | SharedArrayBuffer;
  readonly work: ColliderWork;
}

export interface MadeCollider {
  readonly bodies: readonly BodyRecord[];
  /** Packs of spheres; empty for other methods, and after an edit. */
  readonly packs: readonly PackFigures[];
  /** What a divider did other than to divide. */
  readonly notes: readonly DecomposeNote[];
  /** Of the source; none for a closed one, and without it. */
  readonly openEdges: readonly OpenEdgeCount[];
  /** `null` without the source. */
  readonly rating: ColliderRating | null;
  readonly overLimit: readonly EngineName[];
  readonly triangles: number;
  readonly vertices: number;
  readonly milliseconds: number;
}

export interface MakeColliderJobResult {
  readonly kind: 'make-collider';
  readonly made: MadeCollider;
  /** A mesh with one part for each body; see `openMeshBytes`. */
  readonly mesh: ArrayBuffer | SharedArrayBuffer;
}

/** Makes or edits a collider, and rates it. @throws InspectorError as `makeCollider` and `editCollider`, and `invalid-bytes`. */
export async function runMakeCollider(
  { source, mesh: bytes, work }: MakeColliderJobRequest,
  { progress, dividers = {}, allocateMesh }: JobHost,
): Promise<MakeColliderJobResult> {
  const start = performance.now();
  const mesh = openMeshBytes(bytes);
  const half = (fraction: number): void => progress(fraction / 2);
  const edited = work.kind === 'edit' ? editCollider(mesh, work.edit, half) : null;
  const { bodies, packs, notes } =
    work.kind === 'edit'
      ? { bodies: bodiesOfMesh(edited!), packs: [], notes: [] }
      : await makeCollider(mesh, work.options, work.parts, dividers, half);
  const made = edited ?? meshOfBodies(bodies);
  const rated = source === null ? null : ratedSource(sourceOf(openMeshBytes(source), work), () => progress(0.5));
  const rating = rated === null ? null : rateCollider(rated, bodies, (f) => progress(0.5 + f / 2));
  const record: MadeCollider = {
    bodies: bodies.map(bodyRecord),
    packs,
    notes,
    openEdges: rated?.openEdges ?? [],
    rating,
    overLimit: enginesExceeded(bodies),
    triangles: made.indices.length / 3,
    vertices: made.positions.length / 3,
    milliseconds: performance.now() - start,
  };
  return { kind: 'make-collider', made: record, mesh: writeMeshBytes(made, allocateMesh) };
}

/** A collider of some parts is compared with these. */
function sourceOf(mesh: ReturnType<typeof openMeshBytes>, work: ColliderWork): ReturnType<typeof openMeshBytes> {
  return work.kind === 'make' && work.parts !== null ? partsOfMesh(mesh, work.parts) : mesh;
}
