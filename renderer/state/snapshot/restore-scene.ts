import { triangleCount } from '#core/mesh';
import type { DocumentId } from '#host-api';
import type { IndexSet } from '../selection/index-set.ts';
import { hiddenKey, type HiddenThings, type MovingInput, type PageDocument, type Scene, type Selection } from '../store/records.ts';
import type { HiddenRecord, Snapshot, SnapshotDocument } from './snapshot.ts';
import { renumberedScene } from './take-snapshot.ts';

/** The open document that stands for one of a snapshot. */
export interface RestoreTarget {
  readonly saved: SnapshotDocument;
  readonly document: PageDocument;
  /** Whether its mesh is the one of the snapshot: only then are numbers of triangles and nodes valid. */
  readonly isSame: boolean;
}

/** Returns whether a document has the mesh of a snapshot. */
export function isSameMesh({ sha256, sideSha256, triangles }: SnapshotDocument, { summary: { mesh } }: PageDocument): boolean {
  if (mesh === null || mesh.triangles !== triangles || mesh.source.sha256 !== sha256) return false;
  return sideSha256 === null || mesh.sideSha256 === sideSha256;
}

/** Returns the target of a document of a snapshot, if its mesh is open. */
export function restoreTarget(
  snapshot: Snapshot,
  at: number,
  documents: readonly PageDocument[],
  id: DocumentId | null,
): RestoreTarget | null {
  const saved = snapshot.documents[at]!;
  const document = documents.find(({ summary, mesh }) => summary.id === id && mesh !== null);
  if (document === undefined) return null;
  return { saved, document, isSame: (saved.triangles === null || isSameMesh(saved, document)) && fitsMesh(snapshot, at, document) };
}

/** Returns whether a mesh has all triangles and parts that a snapshot names: an edited or damaged one may name others. */
function fitsMesh({ scene: { selection, measure }, documents }: Snapshot, at: number, { mesh }: PageDocument): boolean {
  if (mesh === null) return true;
  const triangles = triangleCount(mesh.mesh);
  const parts = mesh.mesh.parts.length;
  const { hidden, hiddenBefore } = documents[at]!;
  const sets = [hidden.triangles, hiddenBefore?.triangles ?? null];
  if (sets.some((set) => set !== null && set.size !== triangles)) return false;
  if (measure.some(({ document, triangle }) => document === at && triangle >= triangles)) return false;
  if (selection === null || !('document' in selection) || selection.document !== at) return true;
  switch (selection.kind) {
    case 'part':
      return selection.part < parts;
    case 'parts':
      return selection.parts.size === parts;
    case 'triangle':
      return selection.triangle < triangles;
    case 'triangles':
      return selection.triangles.size === triangles;
    case 'document':
    case 'finding':
    case 'node':
      return true;
  }
}

/**
 * Returns the scene that a snapshot describes. What belongs to a document without a target is left out; documents that are not in the
 * snapshot stay as they are. The selection of a node and the second view need trees: see `restoreSnapshot`.
 *
 * @param targets for each document of the snapshot the open one; `null` for none
 */
export function withSnapshot(scene: Scene, snapshot: Snapshot, targets: readonly (RestoreTarget | null)[]): Scene {
  const found = targets.filter((target) => target !== null);
  const idOf = (at: number): DocumentId | null => targets[at]?.document.summary.id ?? null;
  const records = renumberedScene(snapshot.scene, idOf);
  const isChanged = (id: DocumentId): boolean => found.some(({ document, isSame }) => !isSame && document.summary.id === id);
  const active = snapshot.active === null ? null : idOf(snapshot.active);
  const meanings = new Map(scene.meanings);
  for (const { saved, document } of found) if (saved.meaning !== null) meanings.set(document.summary.id, saved.meaning);
  const roles = new Map(scene.roles);
  for (const { saved, document } of found) if (saved.role !== null) roles.set(document.summary.id, saved.role);
  const isIsolated = found.some(({ saved }) => saved.hiddenBefore !== null);
  return {
    ...scene,
    ...records,
    activeDocument: active ?? scene.activeDocument,
    selection: validSelection(records.selection, isChanged, records.movingMesh),
    measure: records.measure.filter(({ document }) => !isChanged(document)),
    clearance: records.clearance.filter(({ document, part }) => part === null || !isChanged(document)),
    meanings,
    roles,
    ...restoredHidden(scene, found, ({ saved }) => saved.hidden),
    isolated: isIsolated ? restoredHidden(scene, found, ({ saved }) => saved.hiddenBefore ?? saved.hidden) : null,
  };
}

/** Numbers of triangles and nodes in a changed mesh are not valid: the document is selected. */
function validSelection(
  selection: Selection | null,
  isChanged: (id: DocumentId) => boolean,
  movingMesh: MovingInput | null,
): Selection | null {
  switch (selection?.kind) {
    case undefined:
      return null;
    case 'hit':
    case 'touch':
      return selection;
    case 'contact':
    case 'loop':
      return movingMesh === null || isChanged(movingMesh.document) || isChanged(movingMesh.fixed) ? null : selection;
    case 'document':
      return selection;
    case 'node':
      return { kind: 'document', document: selection.document };
    case 'finding':
      return isChanged(selection.document) ? { ...selection, item: null } : selection;
    case 'part':
    case 'parts':
    case 'triangle':
    case 'triangles':
      return isChanged(selection.document) ? { kind: 'document', document: selection.document } : selection;
  }
}

function restoredHidden(
  before: HiddenThings,
  targets: readonly RestoreTarget[],
  recordOf: (target: RestoreTarget) => HiddenRecord,
): HiddenThings {
  const own = targets.map(({ document }) => hiddenKey(document.summary.id));
  const isOther = (key: string): boolean => !own.some((prefix) => key === prefix || key.startsWith(`${prefix}/`));
  const hidden = new Set([...before.hidden].filter(isOther));
  const hiddenTriangles = new Map<DocumentId, IndexSet>(before.hiddenTriangles);
  for (const target of targets) {
    const { id } = target.document.summary;
    const { all, parts, triangles } = recordOf(target);
    if (all) hidden.add(hiddenKey(id));
    for (const [part, name] of parts) {
      const found = target.isSame ? part : partNamed(target.document, part, name);
      if (found !== null) hidden.add(hiddenKey(id, found));
    }
    if (triangles === null || !target.isSame) hiddenTriangles.delete(id);
    else hiddenTriangles.set(id, triangles);
  }
  return { hidden, hiddenTriangles };
}

/** Returns the part of a name: at the same index, else the only one with that name; `null` for none. */
function partNamed({ mesh }: PageDocument, part: number, name: string): number | null {
  const names = mesh?.mesh.parts.map((other) => other.name) ?? [];
  if (names[part] === name) return part;
  const only = names.indexOf(name);
  return only >= 0 && names.lastIndexOf(name) === only ? only : null;
}
