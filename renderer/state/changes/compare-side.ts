import { meshOfRuns, runsOfParts } from '#core/bake';
import { partLabel, type MeshPart, type TriangleMesh } from '#core/mesh';
import type { DocumentId } from '#host-api';
import { isOnlyCollider } from '../section/document-sections.ts';
import type { PageDocument, Scene } from '../store/records.ts';

/** What is compared of an open mesh: all of it, what is rendered, its colliders, or one part by index. */
export interface CompareSide {
  readonly document: DocumentId;
  readonly parts: 'all' | 'visual' | 'colliders' | number;
}

export function isSameSide(a: CompareSide, b: CompareSide): boolean {
  return a.document === b.document && a.parts === b.parts;
}

/** Returns whether a mesh has rendered parts, and colliders that are not rendered. */
export function hasBothRoles({ parts }: Pick<TriangleMesh, 'parts'>): boolean {
  return parts.some((part) => chosenBy('visual', part, 0)) && parts.some((part) => part.triangleCount > 0 && isOnlyCollider(part));
}

/** Returns the triangles of a side, with only their vertices unless it is the whole mesh; `null` if there are none. */
export function meshOfSide(mesh: TriangleMesh, { parts: which }: CompareSide): TriangleMesh | null {
  if (which === 'all') return mesh;
  const chosen = [...mesh.parts.keys()].filter((at) => chosenBy(which, mesh.parts[at]!, at));
  const runs = runsOfParts(mesh, chosen);
  return runs.length === 0 ? null : meshOfRuns(mesh, runs);
}

/** Returns whether a side has triangles to compare. */
export function hasTriangles({ parts, indices }: Pick<TriangleMesh, 'parts' | 'indices'>, { parts: which }: CompareSide): boolean {
  return which === 'all' ? indices.length > 0 : parts.some((part, at) => chosenBy(which, part, at));
}

/** Returns the first two parts of a mesh with triangles; all of it and its part, if there is one. */
export function firstParts(document: DocumentId, { parts }: Pick<TriangleMesh, 'parts'>): readonly [CompareSide, CompareSide] {
  const [a = 0, b = null] = [...parts.keys()].filter((at) => parts[at]!.triangleCount > 0);
  return b === null
    ? [
        { document, parts: 'all' },
        { document, parts: a },
      ]
    : [
        { document, parts: a },
        { document, parts: b },
      ];
}

function chosenBy(which: CompareSide['parts'], part: MeshPart, at: number): boolean {
  if (part.triangleCount === 0) return false;
  if (which === 'visual') return !isOnlyCollider(part);
  if (which === 'colliders') return part.role !== undefined;
  return which === 'all' || which === at;
}

/** Returns `visual parts`, `colliders` or the name of a part; `null` for all parts. */
export function sideLabel(parts: CompareSide['parts'], mesh: Pick<TriangleMesh, 'parts'> | null): string | null {
  if (parts === 'all') return null;
  if (parts === 'visual') return 'visual parts';
  if (parts === 'colliders') return 'colliders';
  return partLabel(mesh?.parts[parts]?.name ?? '', parts);
}

/**
 * Returns the sides that a file with colliders begins with: what is rendered and the colliders. With a selected collider it is that and the part
 * that it belongs to; with another selected part it is that and its collider.
 */
export function sidesOfOneFile(
  { summary, mesh }: PageDocument,
  { selection }: Pick<Scene, 'selection'>,
): readonly [CompareSide, CompareSide] {
  const document = summary.id;
  const side = (parts: CompareSide['parts']): CompareSide => ({ document, parts });
  const parts = mesh?.mesh.parts ?? [];
  const selected = selection?.kind === 'part' && selection.document === document ? selection.part : null;
  const part = selected === null ? undefined : parts[selected];
  if (selected === null || part === undefined) return [side('visual'), side('colliders')];
  if (part.role !== undefined) {
    const rendered = parts.findIndex((other) => other !== part && !isOnlyCollider(other) && other.name === part.role!.of);
    return [side(rendered < 0 ? 'visual' : rendered), side(selected)];
  }
  const collider = parts.findIndex(({ role }) => role?.of === part.name);
  return [side(selected), side(collider < 0 ? 'colliders' : collider)];
}
