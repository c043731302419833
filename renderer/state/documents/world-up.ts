import type { ReadonlySignal } from '@preact/signals-core';
import type { SignedAxis } from '#core/mesh';
import { hiddenKey, type PageDocument, type Scene } from '../store/records.ts';
import { spaceOf } from './space-of.ts';

/**
 * Returns the up axis of the view: that of the active document, else that of the first visible document that states one, else +y. A collider without
 * an up axis so leaves its visual mesh upright. Follows the scene.
 */
export function worldUp(store: { readonly scene: ReadonlySignal<Scene> }, documents: readonly PageDocument[]): SignedAxis {
  const { activeDocument, hidden } = store.scene.value;
  const active = documents.find(({ summary }) => summary.id === activeDocument);
  const visible = documents.filter(({ summary, mesh }) => mesh !== null && !hidden.has(hiddenKey(summary.id)));
  for (const document of active === undefined ? visible : [active, ...visible]) {
    const { up } = spaceOf(store, document);
    if (up !== null) return up;
  }
  return '+y';
}
