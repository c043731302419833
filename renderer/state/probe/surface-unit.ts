import { boundsRadius } from '#core/mesh';
import type { DocumentId } from '#host-api';
import type { Store } from '../store/store.ts';
import { roundLength } from './place-probe.ts';

/** Returns the length that a new query shape on a mesh has: 1, 2 or 5 times a power of ten, near 1/12 of the radius of the mesh. */
export function surfaceUnit(store: Store, document: DocumentId): number {
  const bounds = store.shown.peek().find(({ summary }) => summary.id === document)?.mesh?.bounds ?? null;
  return roundLength(bounds === null ? 0 : boundsRadius(bounds) / 12);
}
