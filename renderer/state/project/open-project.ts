import { effect, type Signal } from '@preact/signals-core';
import type { DocumentId, DocumentSummary, ReadProject } from '#host-api';
import { formatCount, formatMany } from '../../text/format-number.ts';
import { hasStopped, isSettled } from '../documents/is-settled.ts';
import { readSnapshot } from '../snapshot/read-snapshot.ts';
import { isSameMesh, type RestoreTarget, restoreTarget } from '../snapshot/restore-scene.ts';
import { restoreSnapshot, when } from '../snapshot/restore-snapshot.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { ownJob } from './own-job.ts';
import type { OtherMeshesChoice } from './project-state.ts';
import type { ProjectParts } from './project-parts.ts';

/** Meshes that were not opened are named up to this number. */
const maxNamed = 3;

/** The parts of `startProjects`, with the newest opening: an older one must not change the window any more. */
export interface OpeningParts extends ProjectParts {
  readonly newest: NewestOpening;
}

export interface NewestOpening {
  /** Its number. */
  readonly serial: Signal<number>;
  /** The documents of its project; `null` before they are known. */
  ids: readonly (DocumentId | null)[] | null;
  /** The documents that openings have opened and not shown yet. */
  readonly opened: Set<DocumentId>;
}

/** What a project replaces: a saved project all other meshes, if the user agrees; the last session nothing. */
export type Replaces = 'others' | 'nothing';

/** How an opening ended; `stopped`: the user cancelled it, or a newer one began. The window is as it was. */
export type Opened = 'complete' | 'incomplete' | 'stopped';

/** Opens the meshes of a project and restores its session. @throws InspectorError before anything is opened, if the session is damaged. */
export async function openProject(parts: OpeningParts, project: ReadProject, replaces: Replaces): Promise<Opened> {
  const { host, store, session, newest } = parts;
  const snapshot = readSnapshot(project.session, '/session');
  const closing = replaces === 'others' ? await chooseOthers(parts, project.name, snapshot) : [];
  if (closing === 'cancel') return 'stopped';
  const serial = ++newest.serial.value;
  newest.ids = null;
  const isNewest = (): boolean => newest.serial.value === serial;
  // An older opening no longer waits for its files.
  store.missingMeshes.value = null;
  const before = store.documents.peek().map(({ summary }) => summary.id);
  const { documents, missing } = await host.request('openMeshes', { project: project.id });
  for (const id of documents) if (id !== null && !before.includes(id)) newest.opened.add(id);
  if (isNewest()) newest.ids = documents;
  if (!dropOpened(parts, isNewest)) return 'stopped';
  const supplied = missing.length === 0 ? new Map<number, DocumentId>() : await chooseMissing(parts, project, missing);
  const ids = documents.map((id, i) => id ?? supplied.get(i) ?? null);
  for (const id of supplied.values()) newest.opened.add(id);
  if (isNewest()) newest.ids = ids;
  if (!dropOpened(parts, isNewest)) return 'stopped';
  await settled(parts, project.name, ids, isNewest);
  if (!dropOpened(parts, isNewest)) return 'stopped';
  newest.opened.clear();
  const targets = snapshot.documents.map((_, i) => restoreTarget(snapshot, i, store.documents.peek(), ids[i] ?? null));
  const title = replaces === 'others' ? `Open ${project.name}` : 'Restore session';
  const restored = restoreSnapshot({ ...parts, isWanted: isNewest }, snapshot, targets, { kind: 'step', title });
  const closed = closeOthers(parts, closing, ids);
  const checked = targets.filter((target) => target?.saved.isChecked === true).map((target) => target!.document.summary.id);
  if (checked.length > 0) parts.check(checked);
  reportChanged(parts, targets, new Set(supplied.keys()));
  // Together with the scene: a save to the file of the project writes this scene.
  if (replaces === 'others') store.project.value = { name: project.name, fileToken: project.fileToken, isEmbedded: project.isEmbedded };
  await restored;
  if (!isNewest()) return 'stopped';
  const notOpened = snapshot.documents.filter((_, i) => targets[i] === null).map(({ name }) => name);
  // The message of an earlier opening of this project is no longer true.
  const begin = openedBegin(project.name, replaces);
  store.notices.value = store.notices.peek().filter((notice) => notice.kind !== 'info' || !notice.text.startsWith(begin));
  session.inform(`${begin} ${openedText(targets.length, notOpened, closed)}`);
  return targets.includes(null) ? 'incomplete' : 'complete';
}

/**
 * Lets the user choose what happens to the meshes that do not belong to the project, imported or not yet. Returns those to close: only what
 * the user has seen in the list.
 */
async function chooseOthers(
  { store, newest }: OpeningParts,
  name: string,
  { documents }: Snapshot,
): Promise<readonly DocumentId[] | 'cancel'> {
  // A mesh that is still imported has no hash yet: its name decides.
  const isOfProject = ({ name: file, mesh }: DocumentSummary): boolean =>
    documents.some((saved) => saved.name === file && (mesh === null || saved.sha256 === mesh.source.sha256));
  // Repaired copies and colliders stay: no file has them.
  const others = store.documents
    .peek()
    .filter(
      ({ summary }) =>
        summary.repairOf === null &&
        summary.colliderOf === undefined &&
        (summary.mesh !== null || !hasStopped(summary.phase)) &&
        !newest.opened.has(summary.id) &&
        !isOfProject(summary),
    );
  // A newer choice replaces an older one.
  store.otherMeshes.peek()?.choose('cancel');
  if (others.length === 0) return [];
  return new Promise((resolve) => {
    const wanted: OtherMeshesChoice = {
      name,
      others: others.map(({ summary }) => summary.name),
      choose(choice) {
        if (store.otherMeshes.peek() === wanted) store.otherMeshes.value = null;
        resolve(choice === 'cancel' ? choice : choice === 'keep' ? [] : others.map(({ summary }) => summary.id));
      },
    };
    store.otherMeshes.value = wanted;
  });
}

/** Waits until the meshes of an opening are here, or will not come, with the progress in `store.projectJobs`, which can cancel it. */
async function settled(
  { store, newest, session }: OpeningParts,
  name: string,
  ids: readonly (DocumentId | null)[],
  isNewest: () => boolean,
): Promise<void> {
  const mine = (): readonly boolean[] =>
    store.documents.value.filter(({ summary }) => ids.includes(summary.id)).map((document) => isSettled(document));
  const cancel = (): void => {
    newest.serial.value += 1;
    newest.ids = [];
    session.inform(`Opening of ${name} cancelled. Open meshes stay open.`);
  };
  const job = ownJob(store);
  const stop = effect(() => {
    // The slot is that of the newer opening.
    if (!isNewest()) return;
    const settledMeshes = mine();
    const here = settledMeshes.filter((isHere) => isHere).length;
    const ofAll = `${formatCount(here)} of ${formatMany(settledMeshes.length, 'mesh', 'meshes')}`;
    job.show({ text: `Opening ${name}: ${ofAll}`, fraction: here / Math.max(1, settledMeshes.length), cancel });
  });
  await when(() => !isNewest() || mine().every((isHere) => isHere));
  stop();
  job.end();
}

/**
 * Closes the documents of earlier openings that were never shown, except those of the newest one, once they are known. Returns whether
 * the calling opening is the newest.
 */
function dropOpened({ store, session, newest }: OpeningParts, isNewest: () => boolean): boolean {
  for (const id of newest.ids === null ? [] : [...newest.opened]) {
    if (newest.ids?.includes(id)) continue;
    newest.opened.delete(id);
    if (store.documents.peek().some(({ summary }) => summary.id === id)) void session.close(id, 'silent');
  }
  return isNewest();
}

/** Closes those of the chosen meshes that the project did not open. Returns how many. */
function closeOthers({ store, session }: OpeningParts, chosen: readonly DocumentId[], opened: readonly (DocumentId | null)[]): number {
  const others = store.documents.peek().filter(({ summary }) => chosen.includes(summary.id) && !opened.includes(summary.id));
  for (const { summary } of others) void session.close(summary.id, 'silent');
  return others.length;
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

/**
 * A file that differs from the saved one is reported, with what could not be restored. `supplied` has the indices of those that the user has
 * chosen in place of a missing one: they may be other files.
 */
function reportChanged({ session }: OpeningParts, targets: readonly (RestoreTarget | null)[], supplied: ReadonlySet<number>): void {
  for (const [i, target] of targets.entries()) {
    if (target === null || target.isSame) continue;
    const { name, mesh } = target.document.summary;
    const before = target.saved.triangles;
    const now = mesh?.triangles ?? null;
    const haveCounts = before !== null && now !== null && before !== now;
    const counts = haveCounts ? ` (${formatCount(before)} → ${formatMany(now, 'triangle')})` : '';
    const leftOut = 'selected and hidden triangles and measured points of it are left out.';
    if (isSameMesh(target.saved, target.document))
      session.warn(`The project names triangles or parts that ${name} does not have: ${leftOut}`);
    else if (supplied.has(i)) {
      const instead = haveCounts ? ` (${formatMany(now, 'triangle')} instead of ${formatCount(before)})` : '';
      session.warn(`The chosen ${name} differs from ${target.saved.name} of the project${instead}: ${leftOut}`);
    } else session.warn(`${name}${sideFilesChanged(target)} changed since it was saved${counts}: ${leftOut}`);
  }
}

/** The verb, and what changed if the mesh file itself did not. */
function sideFilesChanged({ saved, document: { summary } }: RestoreTarget): string {
  const isSameFile = saved.sha256 === summary.mesh?.source.sha256;
  return isSameFile && saved.sideSha256 !== (summary.mesh?.sideSha256 ?? null) ? ': its side files have' : ' has';
}

function openedBegin(name: string, replaces: Replaces): string {
  return replaces === 'nothing' ? 'Restored the session:' : `Opened ${name}:`;
}

/** `2 meshes`, `1 of 2 meshes, without two.obj`. What is missing may also have failed. */
function openedText(meshes: number, notOpened: readonly string[], closed: number): string {
  const ofAll = notOpened.length === 0 ? '' : `${formatCount(meshes - notOpened.length)} of `;
  const more = notOpened.length > maxNamed ? ` and ${formatCount(notOpened.length - maxNamed)} more` : '';
  const rest = notOpened.length === 0 ? '' : `, without ${notOpened.slice(0, maxNamed).join(', ')}${more}`;
  const others = closed === 0 ? '' : `. Closed ${formatMany(closed, 'other mesh', 'other meshes')}`;
  return `${ofAll}${formatMany(meshes, 'mesh', 'meshes')}${rest}${others}`;
}
