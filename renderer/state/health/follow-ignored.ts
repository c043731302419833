import { computed, effect, untracked } from '@preact/signals-core';
import type { IgnoredFinding } from '#core/ignored-finding';
import type { DocumentId, Host } from '#host-api';
import type { News } from '../documents/news.ts';
import { sameScene } from '../documents/replace-document.ts';
import { withIgnoredList } from '../store/scene-edits.ts';
import type { WritableStore } from '../store/store.ts';

interface Known {
  /** The last list that page and host share. */
  agreed: readonly IgnoredFinding[];
  /** Both lists at the last comparison, by reference. */
  host: readonly IgnoredFinding[] | null;
  mine: readonly IgnoredFinding[] | null;
  isRequesting: boolean;
}

const none: readonly IgnoredFinding[] = [];

/**
 * Synchronizes the ignored findings of each document between the scene, which has undo, and the host, which all windows share.
 * A change by another window is no undo step: it is applied to every step. Returns the function that stops.
 */
export function followIgnored(host: Host, store: WritableStore, { attempt }: News): () => void {
  const known = new Map<DocumentId, Known>();

  function reconcile(id: DocumentId, its: readonly IgnoredFinding[]): void {
    const state = known.get(id) ?? { agreed: none, host: null, mine: null, isRequesting: false };
    known.set(id, state);
    const mine = store.scene.peek().ignored.get(id) ?? none;
    if (state.isRequesting || (state.host === its && state.mine === mine)) return;
    const hasSpoken = state.host !== its;
    state.host = its;
    state.mine = mine;
    if (hasSpoken && !sameList(its, state.agreed)) {
      state.agreed = its;
      if (!sameList(its, mine)) store.history.rewrite((scene) => withIgnoredList(scene, id, its), sameScene);
    } else if (!sameList(mine, state.agreed)) void send(id, state, mine);
  }

  async function send(id: DocumentId, state: Known, mine: readonly IgnoredFinding[]): Promise<void> {
    // Events that come before the reply may be older than this request.
    state.isRequesting = true;
    await attempt(id, async () => {
      await host.request('ignore', { document: id, ignored: mine });
      state.agreed = mine;
    });
    state.isRequesting = false;
    const document = store.documents.peek().find(({ summary }) => summary.id === id);
    if (document !== undefined && state.agreed === mine) reconcile(id, document.summary.ignored);
  }

  const ignored = computed(() => store.scene.value.ignored);
  return effect(() => {
    const documents = store.documents.value;
    // Subscribes to this part of the scene only.
    void ignored.value;
    untracked(() => {
      for (const { summary } of documents) reconcile(summary.id, summary.ignored);
      for (const id of known.keys()) if (!documents.some(({ summary }) => summary.id === id)) known.delete(id);
    });
  });
}

/** Records are immutable and mostly short: equal text means equal lists. */
function sameList(a: readonly IgnoredFinding[], b: readonly IgnoredFinding[]): boolean {
  return a === b || (a.length === b.length && JSON.stringify(a) === JSON.stringify(b));
}
