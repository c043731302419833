import type { DocumentId } from '#host-api';
import type { Store } from '../store/store.ts';

/** Returns the triangle of the selected hit or overlap; `null` if none is selected. Subscribes to what it reads. */
export function resultTriangle({ scene, ray, sphere }: Store): { readonly document: DocumentId; readonly triangle: number } | null {
  const { selection } = scene.value;
  if (selection?.kind === 'touch') {
    const document = sphere.value?.input.document ?? null;
    return document === null ? null : { document, triangle: selection.triangle };
  }
  const hit = selection?.kind === 'hit' ? ray.value?.result.hits[selection.hit] : undefined;
  return hit === undefined ? null : { document: ray.value!.input.document, triangle: hit.triangle };
}
