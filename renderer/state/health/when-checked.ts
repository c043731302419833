import { effect } from '@preact/signals-core';
import type { DocumentId } from '#host-api';
import type { Store } from '../store/store.ts';

/** Resolves when no check of a document waits or runs: it is done, has failed, was cancelled, or the document is closed. */
export function whenChecked({ health }: Pick<Store, 'health'>, document: DocumentId): Promise<void> {
  return new Promise((resolve) => {
    let stop: (() => void) | null = null;
    let isDone = false;
    stop = effect(() => {
      const status = health.value.get(document)?.status.kind;
      if (status === 'waiting' || status === 'running') return;
      isDone = true;
      stop?.();
      resolve();
    });
    // The first run of an effect cannot stop itself.
    if (isDone) stop();
  });
}
