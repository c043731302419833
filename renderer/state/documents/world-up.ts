import type { ReadonlySignal } from '@preact/signals-core';
import type { SignedAxis } from '#core/mesh';
import { hiddenKey, type PageDocument, type Scene } from '../store/records.ts';
import { documentRole } from './document-role.ts';
import { spaceOf } from './space-of.ts';

/**
 * Returns the up axis of the view: that of the active document, else that of the first visible document that states one, else +y. A collider without
 * an up axis so leaves its visual mesh upright. It also stays upright itself when that is hidden. Follows the scene.
 */
export function worldUp(store: { readonly scene: ReadonlySignal<Scene> }, documents: readonly PageDocument[]): SignedAxis {
  const { activeDocument, hidden, roles } = store.scene.value;
  const active = documents.filter(({ summary }) => summary.id === activeDocument);
  const open = documents.filter(({ mesh }) => mesh !== null);
  const visible = open.filter(({ summary }) => !hidden.has(hiddenKey(summary.id)));
  const isCollider = activeDocument !== null && documentRole(documents, roles, activeDocument)?.role === 'collider';
  for (const document of [...active, ...visible, ...(isCollider ? open : [])]) {
    const { up } = spaceOf(store, document);
    if (up !== null) return up;
  }
  return '+y';
}
