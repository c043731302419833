import { effect, untracked } from '@preact/signals-core';
import type { KeptSession } from '#host-api';
import { notesOf } from '../documents/notes.ts';
import { snapshotContents } from '../snapshot/snapshot-contents.ts';
import { takeSnapshot } from '../snapshot/take-snapshot.ts';
import { writeSnapshot } from '../snapshot/write-snapshot.ts';
import { type Opened, type OpeningParts, openProject } from './open-project.ts';
import type { ProjectParts } from './project-parts.ts';

/** Returns the session to offer: the newest one that holds more than meshes, otherwise the newest; `null` for none. */
export function lastSession(sessions: readonly KeptSession[]): KeptSession | null {
  return sessions.find(({ holds }) => holds.length > 0) ?? sessions[0] ?? null;
}

/**
 * Only after the first connection: the sessions that can be restored. Later the newest session may be the one of this page. A reloaded page shows
 * its session already and is offered none, unless the application was started again since: then it has other meshes.
 */
export function offerLastSession({ host, store, session, noted }: OpeningParts): () => void {
  let isDone = false;
  return effect(() => {
    if (isDone || !store.connected.value || (noted !== null && !store.isListed.value)) return;
    untracked(() => {
      const isReloaded = noted !== null && store.documents.value.some(({ summary }) => notesOf(noted, summary) !== null);
      void session.attempt(async () => {
        store.keptSessions.value = (await host.request('keptSessions', { isReloaded })).sessions;
        store.isSessionOffered.value = !isReloaded && store.keptSessions.value.length > 0;
        isDone = true;
      });
    });
  });
}

/** Keeps the session of the page for the next start, some time after each change. */
export function keepSession({ host, store, workspace, layouts, later }: ProjectParts): () => void {
  let kept: string | null = null;
  const keep = async (): Promise<void> => {
    const snapshot = takeSnapshot(store, workspace(), layouts());
    const text = writeSnapshot(snapshot);
    if (text === kept || !store.connected.peek()) return;
    kept = text;
    // A session that cannot be kept now is kept after the next change.
    await host
      .offerText('session.json', text)
      .then((session) => host.request('keepSession', { session, holds: snapshotContents(snapshot) }))
      .catch(() => (kept = null));
  };
  return effect(() => {
    const { history, documents, camera, lens, bookmarks, flySpeed, healthOptions, health, measuring, nodeMode } = store;
    for (const { value } of [history.current, documents, camera, lens, bookmarks, flySpeed, healthOptions, health, measuring, nodeMode])
      void value;
    void [workspace(), layouts()];
    // A window that has shown nothing yet does not replace what an earlier one kept.
    if (documents.value.length > 0 || kept !== null) later(() => void keep());
  });
}

/** Restores a kept session. It is listed until that is complete. */
export async function restoreSession(parts: OpeningParts, kept: KeptSession): Promise<void> {
  const { host, store, session } = parts;
  const before = store.keptSessions.peek();
  const wasOffered = store.isSessionOffered.peek();
  unlist(parts, kept);
  await session.attempt(async () => {
    let opened: Opened = 'stopped';
    try {
      opened = await openProject(parts, (await host.request('readSession', { id: kept.id })).project, 'nothing');
    } finally {
      if (opened === 'stopped') {
        store.keptSessions.value = before;
        store.isSessionOffered.value = wasOffered;
      }
    }
    // With missing meshes it is offered again at the next start.
    if (opened === 'complete') await host.request('forgetSession', { id: kept.id });
  });
}

/** Removes a kept session. */
export async function forgetSession(parts: ProjectParts, kept: KeptSession): Promise<void> {
  unlist(parts, kept);
  await parts.session.attempt(async () => void (await parts.host.request('forgetSession', { id: kept.id })));
}

function unlist({ store }: ProjectParts, { id }: KeptSession): void {
  store.isSessionOffered.value = false;
  store.keptSessions.value = store.keptSessions.peek().filter((other) => other.id !== id);
}
