import { computed, effect, untracked } from '@preact/signals-core';
import type { DocumentId, Host } from '#host-api';
import type { HealthChecker } from '../health/check-meshes.ts';
import { notesOf, type DocumentNotes, type Notes } from './notes.ts';
import { hiddenKey, type PageDocument } from '../store/records.ts';
import type { WritableStore } from '../store/store.ts';

/**
 * Writes the notes that a reloaded page needs to show the same, and repeats the checks of the previous page. Findings are large, and faster
 * to compute again than to store. `notes`: of the page before. Returns the function that stops.
 */
export function keepNotes(
  host: Pick<Host, 'writeNotes'>,
  store: WritableStore,
  health: Pick<HealthChecker, 'check'>,
  notes: Notes | null,
): () => void {
  /** Documents of the page before that have not come yet. */
  let missing = notes?.documents ?? [];
  /** Documents that are to be checked when their mesh is here. */
  const unchecked = new Set<DocumentId>();
  if (notes !== null) store.healthOptions.value = notes.health;

  const scene = store.history.current;
  const active = computed(() => scene.value.activeDocument);
  const trees = computed(() => scene.value.trees);
  const hidden = computed(() => scene.value.hidden);
  const meanings = computed(() => scene.value.meanings);

  const stopFollowing = effect(() => {
    const documents = store.documents.value;
    untracked(() => {
      for (const { summary } of documents) {
        if (!missing.some(({ id }) => id === summary.id)) continue;
        if (notesOf(notes, summary)?.isChecked === true) unchecked.add(summary.id);
        missing = missing.filter(({ id }) => id !== summary.id);
      }
      const ready = documents.filter(({ summary, mesh }) => mesh !== null && unchecked.delete(summary.id)).map(({ summary }) => summary.id);
      if (ready.length > 0) health.check(ready);
    });
  });

  // Progress changes documents all the time, and what is noted of them seldom.
  const text = computed(() => {
    const known = store.documents.value.map(noted);
    const waits = store.documents.value.every(({ mesh }) => mesh === null);
    const all: Notes = {
      active: active.value ?? (waits ? (notes?.active ?? null) : null),
      documents: [...known, ...missing],
      health: store.healthOptions.value,
    };
    return JSON.stringify(all);
  });
  const stopWriting = effect(() => host.writeNotes(text.value));

  function noted({ summary }: PageDocument): DocumentNotes {
    const { id, name, byteLength } = summary;
    const state = store.health.value.get(id);
    const key = hiddenKey(id);
    return {
      id,
      name,
      byteLength,
      tree: trees.value.get(id)?.summary.options ?? notesOf(notes, summary)?.tree ?? null,
      hidden: [...hidden.value].filter((other) => other === key || other.startsWith(`${key}/`)),
      meaning: meanings.value.get(id) ?? null,
      isChecked:
        unchecked.has(id) ||
        (state !== undefined && (state.outcome !== null || state.status.kind === 'waiting' || state.status.kind === 'running')),
    };
  }

  return () => {
    stopFollowing();
    stopWriting();
  };
}
