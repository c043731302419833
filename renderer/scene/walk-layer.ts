import { computed } from '@preact/signals-core';
import type { DocumentId } from '#host-api';
import type { Store } from '../state/store/store.ts';
import { highlightTriangles } from './highlight-triangles.ts';
import type { Layer } from './layer.ts';
import type { Surface } from './mesh-layer.ts';
import type { Palette } from './palette.ts';

/** Returns a function that paints the triangles of a document that the walking body touches; `null` for none. It follows the store. */
export function walkLayerOf(store: Store, id: DocumentId, surface: Surface, palette: Palette): () => Layer | null {
  // As text, it changes only when the triangles do.
  const touched = computed(() => {
    const walk = store.walk.value;
    return walk?.document === id ? (walk.last?.contacts.map(({ triangle }) => triangle).join() ?? '') : '';
  });
  return () => {
    if (touched.value === '') return null;
    const triangles = Uint32Array.from(touched.value.split(','), Number);
    return highlightTriangles(surface, triangles, { colour: palette.hit, edge: palette.underLine, opacity: 0.5, faint: 0 });
  };
}
