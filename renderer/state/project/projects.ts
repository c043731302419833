import { instanceCount, type SceneInput } from '../instances/scene-input.ts';
import { keptScene, maxKeptInstances, maxKeptNumbers } from '../snapshot/scene-record.ts';
import { effect, signal, untracked } from '@preact/signals-core';
import {
  type DocumentId,
  type FileToken,
  isScenePath,
  type KeptSession,
  type OfferedFile,
  projectExtension,
  type ReadProject,
} from '#host-api';
import { formatBytes, formatMany } from '../../text/format-number.ts';
import type { FileSet } from '../documents/file-set.ts';
import { sendFiles } from '../documents/send-files.ts';
import { takeSnapshot } from '../snapshot/take-snapshot.ts';
import { writeSnapshot } from '../snapshot/write-snapshot.ts';
import { type OpeningParts, openProject } from './open-project.ts';
import { forgetSession, keepSession, offerLastSession, restoreSession } from './kept-sessions.ts';
import type { PlaceOptions } from '#core/options';
import { placeScene } from '../instances/place-scene.ts';
import { saveScene } from '../instances/save-scene.ts';
import { openSceneFiles, openWaitingScene, showScene } from '../instances/open-scene.ts';
import { ownJob } from './own-job.ts';
import type { ProjectParts } from './project-parts.ts';

/** Project files, scene files, the last session and recent files. None of these throws: an error becomes a notice. */
export interface Projects {
  /** Saves the open project to its file, or as a new one. Resolves to whether it was saved. */
  save(name: string, embed: boolean, asNew: boolean): Promise<boolean>;
  /** Opens files: a project among them as a project, a scene as a scene with its meshes, others as `Session.open`. */
  open(set: FileSet | Promise<FileSet>, as?: 'mesh' | 'movingMesh'): Promise<void>;
  /** Opens the files of a document once more. Resolves to the new document; `null` after an error, which is reported. */
  openCopy(id: DocumentId): Promise<DocumentId | null>;
  /** Places instances of open documents as a new scene; see `placeScene`. */
  place(documents: readonly DocumentId[], surface: DocumentId | null, options: PlaceOptions): Promise<void>;
  /** Saves the open scene with its meshes, or without them; see `saveScene`. */
  saveScene(withMeshes: boolean): Promise<void>;
  openRecent(id: string): Promise<void>;
  /** Opens a sample that is a scene. */
  openSampleScene(name: string): Promise<void>;
  /** Removes an entry of the list of recent files, or all for `null`. */
  forgetRecent(id: string | null): Promise<void>;
  /** Restores a kept session. */
  restore(session: KeptSession): Promise<void>;
  /** Removes a kept session, and no longer offers any. */
  forget(session: KeptSession): Promise<void>;
  /** Opens the chosen files in place of a missing mesh. */
  supply(mesh: number, files: readonly OfferedFile[]): Promise<void>;
  /** Goes on without the meshes that are still missing. */
  endMissing(): void;
  dispose(): void;
}

/** Starts the follower of projects: it keeps the session for the next start, and opens projects that wait for a page. */
export function startProjects(given: ProjectParts): Projects {
  const parts: OpeningParts = { ...given, newest: { serial: signal(0), ids: null, opened: new Set() } };
  const { host, store, session } = parts;
  const stops = [
    keepSession(parts),
    listAtStart(parts),
    offerLastSession(parts),
    host.onEvent((event) => (event.kind === 'projectWaits' || event.kind === 'sceneWaits') && void openWaiting(parts)),
  ];
  return {
    save: (name, embed, asNew) => saveProject(parts, name, embed, asNew),
    open: (set, as = 'mesh') => openFiles(parts, set, as),
    openCopy: (id) => openCopy(parts, id),
    place: (documents, surface, options) => placeScene(parts, documents, surface, options),
    saveScene: (withMeshes) => saveScene(parts, withMeshes),
    openRecent: (id) => openRecent(parts, id),
    openSampleScene: (name) => openSampleScene(parts, name),
    forgetRecent: (id) => session.attempt(async () => void (await host.request('forgetRecent', { id }))),
    restore: (kept) => restoreSession(parts, kept),
    forget: (kept) => forgetSession(parts, kept),
    supply: (mesh, files) => supplyMesh(parts, mesh, files),
    endMissing: () => void (store.missingMeshes.value = null),
    dispose: () => stops.forEach((stop) => stop()),
  };
}

/** After each connection: the recent files and the project of the command line. */
function listAtStart(parts: OpeningParts): () => void {
  const { host, store, session } = parts;
  return effect(() => {
    if (!store.connected.value) return;
    untracked(() => {
      void session.attempt(async () => void (store.recent.value = (await host.request('recent', {})).recent));
      void openWaiting(parts);
    });
  });
}

async function saveProject(parts: ProjectParts, name: string, embed: boolean, asNew: boolean): Promise<boolean> {
  const { host, store, session, workspace, layouts } = parts;
  let isSaved = false;
  await session.attempt(async () => {
    const snapshot = takeSnapshot(store, workspace(), layouts());
    const text = await host.offerText('session.json', writeSnapshot(snapshot));
    const fileToken = asNew ? null : (store.project.peek()?.fileToken ?? null);
    const { saved } = await withProgress(parts, text, `Saving ${name}`, () =>
      host.request('saveProject', { session: text, name, fileToken, embed }),
    );
    if (saved === null) return;
    if (saved.path !== null) host.saveFile(saved.path, saved.name);
    store.project.value = { name: saved.name, fileToken: saved.fileToken, isEmbedded: embed };
    const meshes = formatMany(snapshot.documents.length, 'mesh', 'meshes');
    session.inform(`Saved ${saved.name}: ${meshes} ${embed ? 'embedded' : 'by reference'}, ${formatBytes(saved.byteLength)}`);
    const scene = leftOutScene(store.scene.peek().instances);
    if (scene !== null) session.warn(scene);
    isSaved = true;
  });
  return isSaved;
}

/** Returns what is said of a scene that a project does not keep; `null` if it keeps it. */
function leftOutScene(scene: SceneInput | null): string | null {
  if (scene === null || keptScene(scene) !== null) return null;
  const limit = `a project keeps scenes of at most ${formatMany(maxKeptInstances, 'instance')} and ${formatMany(maxKeptNumbers, 'number')} of motions`;
  return `The project does not hold ${scene.name} with its ${formatMany(instanceCount(scene), 'instance')}: ${limit}. Save it by Tools, Save scene.`;
}

async function openFiles(parts: OpeningParts, set: FileSet | Promise<FileSet>, as: 'mesh' | 'movingMesh'): Promise<void> {
  const { host, store, session } = parts;
  const files = await filesOf(parts, set);
  if (files === null) return;
  const projects = files.filter(({ path }) => path.toLowerCase().endsWith(`.${projectExtension}`));
  const scenes = files.filter(({ path }) => isScenePath(path));
  if (projects.length === 0 && scenes.length > 0) return openScenes(parts, files, scenes);
  if (projects.length === 0) return session.open(set, as);
  if (projects.length > 1) return session.warn(`Open one project at a time: ${projects.map(({ file }) => file.name).join(', ')}`);
  await session.attempt(async () => {
    const tokens = await sendFiles(host, store, files);
    const read = (): Promise<{ readonly project: ReadProject }> => host.request('readProject', { files: tokens });
    const { project } = await withProgress(parts, tokens[0] ?? '', `Reading ${projects[0]!.file.name}`, read);
    await openProject(parts, project, 'others');
  });
}

async function openCopy({ host, session }: OpeningParts, document: DocumentId): Promise<DocumentId | null> {
  let opened: DocumentId | null = null;
  await session.attempt(async () => void ({ document: opened } = await host.request('openCopy', { document })));
  return opened;
}

/** Opens the only scene among files; the others may be its meshes. */
async function openScenes(parts: OpeningParts, files: readonly OfferedFile[], scenes: readonly OfferedFile[]): Promise<void> {
  const { host, store, session } = parts;
  if (scenes.length > 1) return session.warn(`Open one scene at a time: ${scenes.map(({ file }) => file.name).join(', ')}`);
  await session.attempt(async () => openSceneFiles(parts, await sendFiles(host, store, files)));
}

/** Runs a request of the host with its progress in `store.projectJobs`, which can cancel it. */
async function withProgress<Reply>(
  { host, store }: ProjectParts,
  task: FileToken,
  text: string,
  run: () => Promise<Reply>,
): Promise<Reply> {
  const cancel = (): void => void host.request('cancelProject', { task }).catch(() => {});
  const job = ownJob(store);
  const show = (fraction: number): void => job.show({ text, fraction, cancel });
  const stop = host.onEvent((event) => void (event.kind === 'projectProgress' && event.task === task && show(event.fraction)));
  show(0);
  try {
    return await run();
  } finally {
    stop();
    job.end();
  }
}

/** Returns the files of a set; `null` after an error, which it reports. */
async function filesOf({ session }: OpeningParts, set: FileSet | Promise<FileSet>): Promise<readonly OfferedFile[] | null> {
  let files: readonly OfferedFile[] | null = null;
  await session.attempt(async () => void ({ files } = await set));
  return files;
}

async function openWaiting(parts: OpeningParts): Promise<void> {
  const { host, session } = parts;
  await session.attempt(async () => {
    const { project } = await host.request('readWaitingProject', {});
    if (project !== null) await openProject(parts, project, 'others');
  });
  await session.attempt(() => openWaitingScene(parts));
}

async function openRecent(parts: OpeningParts, id: string): Promise<void> {
  const { host, session } = parts;
  await session.attempt(async () => {
    const { documents, project, scene } = await host.request('openRecent', { id });
    session.want(documents);
    if (scene !== undefined) await showScene(parts, scene);
    if (project !== null) await openProject(parts, project, 'others');
  });
}

async function openSampleScene(parts: OpeningParts, name: string): Promise<void> {
  const { host, session } = parts;
  await session.attempt(async () => {
    const { scene } = await host.request('openSample', { name });
    if (scene !== null) await showScene(parts, scene);
  });
}

async function supplyMesh({ host, store, session }: ProjectParts, mesh: number, files: readonly OfferedFile[]): Promise<void> {
  const missing = store.missingMeshes.peek();
  if (missing === null || files.length === 0) return;
  await session.attempt(async () => {
    const tokens = await sendFiles(host, store, files);
    const { document } = await host.request('supplyMesh', { project: missing.project, mesh, files: tokens });
    const now = store.missingMeshes.peek();
    if (now === null || now.project !== missing.project) return session.want([document]);
    store.missingMeshes.value = { ...now, meshes: now.meshes.map((one) => (one.mesh === mesh ? { ...one, document } : one)) };
  });
}
