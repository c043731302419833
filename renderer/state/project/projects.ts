import { instanceCount, type SceneInput } from '../instances/scene-input.ts';
import { keptScene, maxKeptInstances, maxKeptNumbers } from '../snapshot/scene-record.ts';
import { effect, signal, untracked } from '@preact/signals-core';
import { type DocumentId, type FileToken, isScenePath, type OfferedFile, projectExtension, type ReadProject } from '#host-api';
import { formatBytes, formatMany } from '../../text/format-number.ts';
import type { FileSet } from '../documents/file-set.ts';
import { notesOf } from '../documents/notes.ts';
import { sendFiles } from '../documents/send-files.ts';
import { takeSnapshot } from '../snapshot/take-snapshot.ts';
import { writeSnapshot } from '../snapshot/write-snapshot.ts';
import { type Opened, type OpeningParts, openProject } from './open-project.ts';
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
  restoreLast(): Promise<void>;
  forgetLast(): Promise<void>;
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
    restoreLast: () => restoreLast(parts),
    forgetLast: () => forgetLast(parts),
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

/**
 * Only after the first connection: the session that can be restored. Later the newest session may be the one of this page. A reloaded page shows
 * its session already, unless the application was started again since: then it has other meshes.
 */
function offerLastSession({ host, store, session, noted }: OpeningParts): () => void {
  let isDone = false;
  return effect(() => {
    if (isDone || !store.connected.value || (noted !== null && !store.isListed.value)) return;
    untracked(() => {
      if (noted !== null && store.documents.value.some(({ summary }) => notesOf(noted, summary) !== null)) {
        isDone = true;
        return;
      }
      void session.attempt(async () => {
        store.lastSession.value = (await host.request('lastSession', {})).session;
        isDone = true;
      });
    });
  });
}

/** Keeps the session of the page for the next start, some time after each change. */
function keepSession({ host, store, workspace, layouts, later }: ProjectParts): () => void {
  let kept: string | null = null;
  const keep = async (): Promise<void> => {
    const snapshot = takeSnapshot(store, workspace(), layouts());
    const text = writeSnapshot(snapshot);
    if (text === kept || !store.connected.peek()) return;
    kept = text;
    // A session that cannot be kept now is kept after the next change.
    await host
      .offerText('session.json', text)
      .then((session) => host.request('keepSession', { session }))
      .catch(() => (kept = null));
  };
  return effect(() => {
    const { history, documents, camera, lens, bookmarks, flySpeed, healthOptions, health, measuring } = store;
    for (const { value } of [history.current, documents, camera, lens, bookmarks, flySpeed, healthOptions, health, measuring]) void value;
    void [workspace(), layouts()];
    // A window that has shown nothing yet does not replace what an earlier one kept.
    if (documents.value.length > 0 || kept !== null) later(() => void keep());
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

async function restoreLast(parts: OpeningParts): Promise<void> {
  const { host, store, session } = parts;
  const last = store.lastSession.peek();
  if (last === null) return;
  store.lastSession.value = null;
  await session.attempt(async () => {
    let opened: Opened = 'stopped';
    try {
      opened = await openProject(parts, (await host.request('readSession', { id: last.id })).project, 'nothing');
    } finally {
      if (opened === 'stopped') store.lastSession.value ??= last;
    }
    // With missing meshes it is offered again at the next start.
    if (opened === 'complete') await host.request('forgetSession', { id: last.id });
  });
}

async function forgetLast({ host, store, session }: ProjectParts): Promise<void> {
  const last = store.lastSession.peek();
  store.lastSession.value = null;
  if (last !== null) await session.attempt(async () => void (await host.request('forgetSession', { id: last.id })));
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
