import { effect, untracked } from '@preact/signals-core';
import { type DocumentId, type Host, type OfferedFile, projectExtension, type ReadProject } from '#host-api';
import { formatBytes, formatCount, formatMany } from '../../text/format-number.ts';
import type { FileSet } from '../documents/file-set.ts';
import { isSettled } from '../documents/is-settled.ts';
import { sendFiles } from '../documents/send-files.ts';
import type { Session } from '../documents/session.ts';
import type { HealthChecker } from '../health/check-meshes.ts';
import { readSnapshot } from '../snapshot/read-snapshot.ts';
import { isSameMesh, type RestoreTarget } from '../snapshot/restore-scene.ts';
import { restoreSnapshot, type RestoreParts, when } from '../snapshot/restore-snapshot.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { takeSnapshot } from '../snapshot/take-snapshot.ts';
import { writeSnapshot } from '../snapshot/write-snapshot.ts';
import type { PageDocument } from '../store/records.ts';

/** Project files, the last session and recent files. None of these throws: an error becomes a notice. */
export interface Projects {
  /** Saves the open project to its file, or as a new one. Resolves to whether it was saved. */
  save(name: string, embed: boolean, asNew: boolean): Promise<boolean>;
  /** Opens files: a project among them as a project, others as `Session.open`. */
  open(set: FileSet | Promise<FileSet>, as?: 'mesh' | 'movingMesh'): Promise<void>;
  openRecent(id: string): Promise<void>;
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

export interface ProjectParts extends RestoreParts {
  readonly host: Host;
  readonly session: Pick<Session, 'attempt' | 'close' | 'inform' | 'open' | 'want' | 'warn'>;
  readonly check: HealthChecker['check'];
  /** Returns the name of the workspace; follows it. */
  readonly workspace: () => string | null;
  /** Runs the newest of its functions after a pause. */
  readonly later: (run: () => void) => void;
  /** Whether this page is a reloaded one, which shows its session already. */
  readonly isReloaded: boolean;
}

/** The parts of `startProjects`, with the number of the newest opening: an older one must not change the window any more. */
interface OpeningParts extends ProjectParts {
  readonly newest: { opening: number };
}

/** What a project replaces: a saved project all other meshes, the last session nothing. */
type Replaces = 'others' | 'nothing';

/** Starts the follower of projects: it keeps the session for the next start, and opens projects that wait for a page. */
export function startProjects(given: ProjectParts): Projects {
  const parts: OpeningParts = { ...given, newest: { opening: 0 } };
  const { host, store, session } = parts;
  const stops = [keepSession(parts), listAtStart(parts), host.onEvent((event) => event.kind === 'projectWaits' && void openWaiting(parts))];
  return {
    save: (name, embed, asNew) => saveProject(parts, name, embed, asNew),
    open: (set, as = 'mesh') => openFiles(parts, set, as),
    openRecent: (id) => openRecent(parts, id),
    forgetRecent: (id) => session.attempt(async () => void (await host.request('forgetRecent', { id }))),
    restoreLast: () => restoreLast(parts),
    forgetLast: () => forgetLast(parts),
    supply: (mesh, files) => supplyMesh(parts, mesh, files),
    endMissing: () => void (store.missingMeshes.value = null),
    dispose: () => stops.forEach((stop) => stop()),
  };
}

/**
 * After each connection: the recent files and the project of the command line. Only after the first one: the session that can be
 * restored. Later the newest session may be the one of this page.
 */
function listAtStart(parts: OpeningParts): () => void {
  const { host, store, session } = parts;
  let requestsLast = !parts.isReloaded;
  return effect(() => {
    if (!store.connected.value) return;
    untracked(() => {
      void session.attempt(async () => {
        store.recent.value = (await host.request('recent', {})).recent;
        if (!requestsLast) return;
        store.lastSession.value = (await host.request('lastSession', {})).session;
        requestsLast = false;
      });
      void openWaiting(parts);
    });
  });
}

/** Keeps the session of the page for the next start, some time after each change. */
function keepSession({ host, store, workspace, later }: ProjectParts): () => void {
  let kept: string | null = null;
  const keep = async (): Promise<void> => {
    const snapshot = takeSnapshot(store, workspace());
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
    const { history, documents, camera, bookmarks, flySpeed, healthOptions, health, measuring } = store;
    for (const { value } of [history.current, documents, camera, bookmarks, flySpeed, healthOptions, health, measuring]) void value;
    void workspace();
    // A window that has shown nothing yet does not replace what an earlier one kept.
    if (documents.value.length > 0 || kept !== null) later(() => void keep());
  });
}

async function saveProject(
  { host, store, session, workspace }: ProjectParts,
  name: string,
  embed: boolean,
  asNew: boolean,
): Promise<boolean> {
  let isSaved = false;
  await session.attempt(async () => {
    const snapshot = takeSnapshot(store, workspace());
    const text = await host.offerText('session.json', writeSnapshot(snapshot));
    const fileToken = asNew ? null : (store.project.peek()?.fileToken ?? null);
    const { saved } = await host.request('saveProject', { session: text, name, fileToken, embed });
    if (saved === null) return;
    if (saved.path !== null) host.saveFile(saved.path, saved.name);
    store.project.value = { name: saved.name, fileToken: saved.fileToken, isEmbedded: embed };
    const meshes = formatMany(snapshot.documents.length, 'mesh', 'meshes');
    session.inform(`Saved ${saved.name}: ${meshes} ${embed ? 'embedded' : 'by reference'}, ${formatBytes(saved.byteLength)}`);
    isSaved = true;
  });
  return isSaved;
}

async function openFiles(parts: OpeningParts, set: FileSet | Promise<FileSet>, as: 'mesh' | 'movingMesh'): Promise<void> {
  const { host, store, session } = parts;
  const files = await filesOf(parts, set);
  if (files === null) return;
  const projects = files.filter(({ path }) => path.toLowerCase().endsWith(`.${projectExtension}`));
  if (projects.length === 0) return session.open(set, as);
  if (projects.length > 1) return session.warn(`Open one project at a time: ${projects.map(({ file }) => file.name).join(', ')}`);
  await session.attempt(async () => {
    const tokens = await sendFiles(host, store, files);
    await openProject(parts, (await host.request('readProject', { files: tokens })).project, 'others');
  });
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
}

async function openRecent(parts: OpeningParts, id: string): Promise<void> {
  const { host, session } = parts;
  await session.attempt(async () => {
    const { documents, project } = await host.request('openRecent', { id });
    session.want(documents);
    if (project !== null) await openProject(parts, project, 'others');
  });
}

async function restoreLast(parts: OpeningParts): Promise<void> {
  const { host, store, session } = parts;
  const last = store.lastSession.peek();
  if (last === null) return;
  store.lastSession.value = null;
  await session.attempt(async () => {
    let opened: Opened = 'superseded';
    try {
      opened = await openProject(parts, (await host.request('readSession', { id: last.id })).project, 'nothing');
    } finally {
      if (opened === 'superseded') store.lastSession.value ??= last;
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

/** How an opening ended; `superseded`: a newer one began, and this one left the window as it was. */
type Opened = 'complete' | 'incomplete' | 'superseded';

/** Opens the meshes of a project and restores its session. @throws InspectorError before anything is opened, if the session is damaged. */
async function openProject(parts: OpeningParts, project: ReadProject, replaces: Replaces): Promise<Opened> {
  const { host, store, session, newest } = parts;
  const snapshot = readSnapshot(project.session, '/session');
  const opening = ++newest.opening;
  const isNewest = (): boolean => newest.opening === opening;
  // An older opening no longer waits for its files.
  store.missingMeshes.value = null;
  const { documents, missing } = await host.request('openMeshes', { project: project.id });
  if (!isNewest()) return 'superseded';
  const before = store.documents.peek().map(({ summary }) => summary.id);
  const supplied = missing.length === 0 ? new Map<number, DocumentId>() : await chooseMissing(parts, project, missing);
  if (!isNewest()) return 'superseded';
  const ids = documents.map((id, i) => id ?? supplied.get(i) ?? null);
  await when(() => store.documents.value.filter(({ summary }) => ids.includes(summary.id)).every(isSettled));
  if (!isNewest()) return 'superseded';
  const targets = snapshot.documents.map((saved, i) => targetOf(store.documents.peek(), saved, ids[i] ?? null));
  const title = replaces === 'others' ? `Open ${project.name}` : 'Restore session';
  const restored = restoreSnapshot({ ...parts, isWanted: isNewest }, snapshot, targets, { kind: 'step', title });
  if (replaces === 'others') closeOthers(parts, before, ids);
  const checked = targets.filter((target) => target?.saved.isChecked === true).map((target) => target!.document.summary.id);
  if (checked.length > 0) parts.check(checked);
  reportChanged(parts, targets);
  // Together with the scene: a save to the file of the project writes this scene.
  if (replaces === 'others') store.project.value = { name: project.name, fileToken: project.fileToken, isEmbedded: project.isEmbedded };
  await restored;
  if (!isNewest()) return 'superseded';
  session.inform(openedText(project.name, replaces, targets));
  return targets.includes(null) ? 'incomplete' : 'complete';
}

/** Repaired copies stay: no file has them. */
function closeOthers({ store, session }: ProjectParts, before: readonly DocumentId[], opened: readonly (DocumentId | null)[]): void {
  const others = store.documents.peek().filter(({ summary }) => before.includes(summary.id) && !opened.includes(summary.id));
  for (const { summary } of others) if (summary.repairOf === null) void session.close(summary.id);
}

/** Shows which meshes are missing. Resolves to the documents that the user has chosen instead. */
async function chooseMissing(
  { store }: ProjectParts,
  { id, name }: ReadProject,
  missing: readonly { readonly mesh: number; readonly name: string; readonly why: string }[],
): Promise<ReadonlyMap<number, DocumentId>> {
  const mine = (): boolean => store.missingMeshes.value?.project === id;
  store.missingMeshes.value = { project: id, name, meshes: missing.map((mesh) => ({ ...mesh, document: null })) };
  let chosen = store.missingMeshes.peek();
  await when(() => {
    if (mine()) chosen = store.missingMeshes.value;
    return !mine() || chosen!.meshes.every(({ document }) => document !== null);
  });
  if (mine()) store.missingMeshes.value = null;
  return new Map(chosen!.meshes.flatMap(({ mesh, document }) => (document === null ? [] : [[mesh, document] as const])));
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

function targetOf(documents: readonly PageDocument[], saved: Snapshot['documents'][number], id: DocumentId | null): RestoreTarget | null {
  const document = documents.find(({ summary, mesh }) => summary.id === id && mesh !== null);
  return document === undefined ? null : { saved, document, isSame: saved.triangles === null || isSameMesh(saved, document) };
}

/** A file that differs from the saved one is reported, with what could not be restored. */
function reportChanged({ session }: ProjectParts, targets: readonly (RestoreTarget | null)[]): void {
  for (const target of targets) {
    if (target === null || target.isSame) continue;
    const { name, mesh } = target.document.summary;
    const before = target.saved.triangles;
    const now = mesh?.triangles ?? null;
    const counts = before === null || now === null || before === now ? '' : ` (${formatCount(before)} → ${formatMany(now, 'triangle')})`;
    session.warn(`${name} has changed since it was saved${counts}: selected and hidden triangles and measured points of it are left out.`);
  }
}

function openedText(name: string, replaces: Replaces, targets: readonly (RestoreTarget | null)[]): string {
  const found = targets.filter((target) => target !== null).length;
  const meshes = formatMany(found, 'mesh', 'meshes');
  const rest = found === targets.length ? '' : `, ${formatCount(targets.length - found)} missing`;
  return replaces === 'others' ? `Opened ${name}: ${meshes}${rest}` : `Restored the last session: ${meshes}${rest}`;
}
