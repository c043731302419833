import type { DocumentId } from '#host-api';
import type { CameraLens } from '../camera/camera-lens.ts';
import { withoutInstancePoints } from '../measure/measure.ts';
import { hiddenKey, type HiddenThings, type PageDocument, type Scene, type Selection } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { keptScene } from './scene-record.ts';
import { type HiddenRecord, type Snapshot, type SnapshotDocument, type SnapshotScene, snapshotVersion } from './snapshot.ts';

/** Returns what is set up now, as it is in the last undo step: no preview, no pose. Follows the store. */
export function takeSnapshot(store: Store, workspace: string | null, layouts: Snapshot['layouts'] = null): Snapshot {
  return {
    version: snapshotVersion,
    ...takeStep(store, store.history.current.value),
    camera: store.camera.value?.pose ?? null,
    lens: store.camera.value === null ? null : lensRecord(store.lens.value),
    bookmarks: store.bookmarks.value,
    flySpeed: store.flySpeed.value,
    health: store.healthOptions.value,
    measuring: store.measuring.value,
    nodeMode: store.nodeMode.value,
    workspace,
    layouts,
  };
}

/** What a snapshot holds of an undo step. */
export type SnapshotStep = Pick<Snapshot, 'documents' | 'active' | 'scene' | 'second'>;

function takeStep(store: Store, scene: Scene): SnapshotStep {
  const documents = keptDocuments(store);
  const hidden = takeHidden(scene, documents);
  const before = scene.isolated === null ? null : takeHidden(scene.isolated, documents);
  return {
    documents: documents.map((document, i) => takeDocument(store, scene, document, hidden[i]!, before?.[i] ?? null)),
    ...takeSceneRecords(store, scene),
  };
}

/** Returns what a snapshot holds of an undo step, without its documents. */
export function takeSceneRecords(store: Store, scene: Scene): Omit<SnapshotStep, 'documents'> {
  const ids = keptDocuments(store).map(({ summary }) => summary.id);
  const indexOf = (id: DocumentId): number | null => (ids.includes(id) ? ids.indexOf(id) : null);
  const { second } = scene;
  const secondAt = second === null ? null : indexOf(second.document);
  return {
    active: scene.activeDocument === null ? null : indexOf(scene.activeDocument),
    scene: renumberedScene({ ...scene, instances: keptScene(scene.instances) }, indexOf),
    second: secondAt === null ? null : { document: secondAt, options: second!.tree.summary.options },
  };
}

/** Returns the documents of a snapshot in their order. */
export function keptDocuments(store: Store): readonly PageDocument[] {
  return store.documents.value.filter(isKept);
}

/** Only what a lens is saved with: whether the view is mirrored follows from the space of the meshes. */
function lensRecord(lens: CameraLens | null): CameraLens | null {
  if (lens === null) return null;
  const { width, height, focal, center } = lens;
  return { width, height, focal, center };
}

/** Leaves out files that failed, and documents on their way to replace another one. */
function isKept({ summary: { phase, replaces }, mesh }: PageDocument): boolean {
  return mesh !== null || (replaces === null && phase !== 'failed' && phase !== 'cancelled');
}

/** Returns the records of a scene with other document numbers. What belongs to a document without a new number is left out. */
export function renumberedScene(scene: SnapshotScene, to: (document: number) => number | null): SnapshotScene {
  const {
    tool,
    gizmo,
    picking,
    queried,
    display,
    chosenKind,
    selection,
    measure,
    clearance,
    ray,
    sphere,
    probe,
    pins,
    movingMesh,
    motion,
    instances,
  } = scene;
  const moved = <Input extends { readonly document: number }>(input: Input | null): Input | null => {
    const document = input === null ? null : to(input.document);
    return input === null || document === null ? null : { ...input, document };
  };
  const fixed = movingMesh === null ? null : to(movingMesh.fixed);
  const moving = moved(movingMesh);
  const documents = instances?.documents.map(to).filter((document) => document !== null) ?? [];
  return {
    tool,
    gizmo,
    picking,
    queried,
    display,
    chosenKind,
    selection: renumberedSelection(selection, moved),
    measure: withoutInstancePoints(measure)
      .map(moved)
      .filter((point) => point !== null),
    clearance: clearance.map(moved).filter((side) => side !== null),
    ray: moved(ray),
    sphere: moved(sphere),
    probe: moved(probe),
    pins: pins.map(moved).filter((pin) => pin !== null),
    movingMesh: moving === null || fixed === null ? null : { ...moving, fixed },
    motion: moving === null || fixed === null ? null : motion,
    // Without one of its meshes its pairs would be others.
    instances: instances === null || documents.length < instances.documents.length ? null : { ...instances, documents },
  };
}

function renumberedSelection(
  selection: Selection | null,
  moved: <Input extends { readonly document: number }>(input: Input | null) => Input | null,
): Selection | null {
  return selection !== null && 'document' in selection ? moved(selection) : selection;
}

function takeDocument(
  store: Store,
  scene: Scene,
  document: PageDocument,
  hidden: HiddenRecord,
  hiddenBefore: HiddenRecord | null,
): SnapshotDocument {
  const { id, name, byteLength, mesh } = document.summary;
  const state = store.health.value.get(id);
  return {
    id,
    name,
    byteLength,
    sha256: mesh?.source.sha256 ?? null,
    sideSha256: mesh?.sideSha256 ?? null,
    triangles: mesh?.triangles ?? null,
    tree: scene.trees.get(id)?.summary.options ?? null,
    hidden,
    hiddenBefore,
    meaning: scene.meanings.get(id) ?? null,
    role: scene.roles.get(id) ?? null,
    heldBy: store.heldBy.value.get(id) ?? null,
    isChecked: state !== undefined && (state.outcome !== null || state.status.kind === 'waiting' || state.status.kind === 'running'),
  };
}

/** Returns what is hidden of each document. */
export function takeHidden({ hidden, hiddenTriangles }: HiddenThings, documents: readonly PageDocument[]): readonly HiddenRecord[] {
  const partsOf = new Map<string, number[]>();
  for (const key of hidden) {
    const [own, part] = key.split('/') as [string, string?];
    if (part === undefined) continue;
    const parts = partsOf.get(own) ?? [];
    parts.push(Number(part));
    partsOf.set(own, parts);
  }
  return documents.map(({ summary: { id }, mesh }) => ({
    all: hidden.has(hiddenKey(id)),
    parts: (partsOf.get(hiddenKey(id)) ?? []).toSorted((a, b) => a - b).map((part) => [part, mesh?.mesh.parts[part]?.name ?? ''] as const),
    triangles: hiddenTriangles.get(id) ?? null,
  }));
}
