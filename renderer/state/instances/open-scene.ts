import { signal } from '@preact/signals-core';
import type { DocumentId, FileToken, OpenedScene } from '#host-api';
import { formatMany } from '../../text/format-number.ts';
import { isSettled } from '../documents/is-settled.ts';
import { withoutInstancePoints } from '../measure/measure.ts';
import { ownJob } from '../project/own-job.ts';
import type { ProjectParts } from '../project/project-parts.ts';
import { when } from '../snapshot/restore-snapshot.ts';
import { withHidden } from '../store/scene-edits.ts';
import type { Scene } from '../store/records.ts';
import type { SceneInput } from './scene-input.ts';

/** What opening a scene needs of the page. */
export type OpenSceneParts = Pick<ProjectParts, 'host' | 'store' | 'session' | 'readScene' | 'place'>;

/** Opens the scene among sent files. @throws InspectorError (rejects); nothing is opened then. */
export async function openSceneFiles(parts: OpenSceneParts, tokens: readonly FileToken[]): Promise<void> {
  const { scene } = await parts.host.request('readScene', { files: tokens });
  await showScene(parts, scene);
}

/** Opens the scene that the command line or the system named, if there is one. @throws InspectorError (rejects). */
export async function openWaitingScene(parts: OpenSceneParts): Promise<void> {
  const { scene } = await parts.host.request('readWaitingScene', {});
  if (scene !== null) await showScene(parts, scene);
}

/** Shows a scene as an undo step, once its meshes are here. They are hidden as documents: its instances are drawn. */
export async function showScene(
  { host, store, session, readScene }: OpenSceneParts,
  { name, path, documents }: OpenedScene,
): Promise<void> {
  const job = ownJob(store);
  const isCancelled = signal(false);
  job.show({ text: `Opening ${name}`, fraction: 0, cancel: () => void (isCancelled.value = true) });
  try {
    const packed = await readScene(await host.fetchBytes(path));
    await when(() => isCancelled.value || documents.every((id) => isHere(store, id)));
    if (isCancelled.peek()) return session.inform(`Opening of ${name} cancelled. Open meshes stay open.`);
    const failed = documents.findIndex((id) => store.documents.peek().find(({ summary }) => summary.id === id)?.mesh == null);
    if (failed >= 0) return session.warn(`${name} was not opened: its mesh ${packed.meshes[failed]} could not be read.`);
    const input: SceneInput = { name, packed, documents };
    store.history.arrive(`Open ${name}`, (scene) => withInstances(scene, input));
    session.inform(`Opened ${name}: ${formatMany(packed.meshOf.length, 'instance')} of ${formatMany(documents.length, 'mesh', 'meshes')}`);
    await frameWhenDrawn(store, input, () => isCancelled.value);
  } finally {
    job.end();
  }
}

/** Frames a scene when its bounds are known, unless it is closed or cancelled before. */
export async function frameWhenDrawn(store: OpenSceneParts['store'], input: SceneInput, isCancelled: () => boolean): Promise<void> {
  const isGone = (): boolean => isCancelled() || store.scene.value.instances !== input;
  await when(() => isGone() || store.sceneRun.value.startBounds !== null || store.sceneRun.value.status.kind === 'failed');
  if (isGone()) return;
  store.frameRequest.value = { serial: store.frameRequest.peek().serial + 1, target: { kind: 'all' } };
}

/** Follows the documents: a document that is not listed yet is on its way. */
function isHere(store: OpenSceneParts['store'], id: DocumentId): boolean {
  const document = store.documents.value.find(({ summary }) => summary.id === id);
  return document !== undefined && isSettled(document);
}

/** Shows the instances of a scene in place of its documents. */
export function withInstances(scene: Scene, instances: SceneInput): Scene {
  let shown: Scene = { ...scene, instances, selection: null, measure: withoutInstancePoints(scene.measure) };
  for (const id of new Set(instances.documents)) shown = withHidden(shown, id, null, true);
  return { ...shown, activeDocument: shown.activeDocument ?? instances.documents[0] ?? null };
}

/** Closes the scene with what is measured on it, and shows its documents again. */
export function withoutInstances(scene: Scene): Scene {
  if (scene.instances === null) return scene;
  let shown: Scene = { ...scene, instances: null, measure: withoutInstancePoints(scene.measure) };
  for (const id of new Set(scene.instances.documents)) shown = withHidden(shown, id, null, false);
  return shown;
}
