import type { ReadonlySignal } from '@preact/signals-core';
import type { SignedAxis, SourceSpace } from '#core/mesh';
import { hiddenKey, type PageDocument, type Scene } from '../store/records.ts';
import { documentRole } from './document-role.ts';
import { spaceOf } from './space-of.ts';

interface SceneStore {
  readonly scene: ReadonlySignal<Scene>;
}

/**
 * Returns the up axis of the view: that of the active document, else that of the first visible document that states one, else +y. A collider without
 * an up axis so leaves its visual mesh upright. It also stays upright itself when that is hidden. Follows the scene.
 */
export function worldUp(store: SceneStore, documents: readonly PageDocument[]): SignedAxis {
  return firstStated(store, documents, 'up') ?? '+y';
}

/** Returns whether the coordinates in the view are left-handed, by the same documents as `worldUp`; false where none states it. Follows the scene. */
export function isWorldLeftHanded(store: SceneStore, documents: readonly PageDocument[]): boolean {
  return firstStated(store, documents, 'handedness') === 'left';
}

function firstStated<Name extends 'up' | 'handedness'>(
  store: SceneStore,
  documents: readonly PageDocument[],
  name: Name,
): SourceSpace[Name] | null {
  const { activeDocument, hidden, roles } = store.scene.value;
  const active = documents.filter(({ summary }) => summary.id === activeDocument);
  const open = documents.filter(({ mesh }) => mesh !== null);
  const visible = open.filter(({ summary }) => !hidden.has(hiddenKey(summary.id)));
  const isCollider = activeDocument !== null && documentRole(documents, roles, activeDocument)?.role === 'collider';
  for (const document of [...active, ...visible, ...(isCollider ? open : [])]) {
    const stated = spaceOf(store, document)[name];
    if (stated !== null) return stated;
  }
  return null;
}
