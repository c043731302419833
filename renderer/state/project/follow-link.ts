import { effect, untracked } from '@preact/signals-core';
import { formatError, toErrorData } from '#core/error';
import type { Session } from '../documents/session.ts';
import { readSnapshot } from '../snapshot/read-snapshot.ts';
import { isSameMesh } from '../snapshot/restore-scene.ts';
import { restoreSnapshot, type RestoreParts } from '../snapshot/restore-snapshot.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

export interface LinkParts extends RestoreParts {
  readonly session: Pick<Session, 'inform' | 'warn'>;
}

/** Shows the view of a link as soon as its mesh is open; `null` for a damaged link. A later link replaces an earlier one. */
export function createLinkFollower(parts: LinkParts): (text: string | null) => void {
  let stop = (): void => {};
  return (text) => {
    stop();
    const snapshot = parseLink(parts, text);
    if (snapshot !== null) stop = showWhenOpen(parts, snapshot);
  };
}

function parseLink({ session }: LinkParts, text: string | null): Snapshot | null {
  try {
    if (text !== null) return readSnapshot(JSON.parse(text));
    session.warn('The link is damaged: copy it again, as a whole.');
  } catch (thrown) {
    const error = toErrorData(thrown);
    session.warn(
      error.code === 'internal' ? 'The link is damaged: copy it again, as a whole.' : `The link cannot be shown. ${formatError(error)}`,
    );
  }
  return null;
}

function showWhenOpen(parts: LinkParts, snapshot: Snapshot): () => void {
  const { store, session } = parts;
  let isDone = false;
  let isReported = false;
  return effect(() => {
    const documents = store.documents.value;
    if (isDone || !store.isListed.value || documents.some(({ summary, mesh }) => mesh === null && summary.mesh !== null)) return;
    const targets = snapshot.documents.map((saved) => {
      const document = documents.find((open) => open.mesh !== null && isSameMesh(saved, open));
      return document === undefined ? null : { saved, document, isSame: true };
    });
    const main = snapshot.active === null ? targets.find((target) => target !== null) : targets[snapshot.active];
    const name = snapshot.documents[snapshot.active ?? 0]?.name ?? 'a mesh';
    untracked(() => {
      if (main != null) {
        isDone = true;
        // After the notes of a reloaded page, which wait for the same meshes.
        queueMicrotask(() => void restoreSnapshot(parts, snapshot, targets, { kind: 'view', title: 'Show link' }));
      } else if (!isReported && documents.every(({ mesh, summary }) => mesh !== null || summary.phase === 'failed')) {
        isReported = true;
        session.inform(`The link shows ${name}, which is not open, or has changed: open it to see the view.`);
      }
    });
  });
}
