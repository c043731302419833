import type { DocumentId } from '#host-api';
import type { Store } from '../state/store/store.ts';
import { bspLayersOf } from './bsp-layer.ts';
import { engineLayerOf } from './engine-layer.ts';
import type { Layer } from './layer.ts';
import type { PixelScale } from './line-material.ts';
import type { LocalSpace } from './local-space.ts';
import type { Palette } from './palette.ts';
import { patchLayersOf } from './patch-layer.ts';

interface Parts {
  readonly store: Store;
  readonly palette: Palette;
  readonly pixels: PixelScale;
  /** Requests a frame. */
  changed(): void;
}

/** Returns the functions that draw the other figures of a document: its BSP tree, its curved surface, and what an engine holds. */
export function figureLayersOf(parts: Parts, id: DocumentId, space: LocalSpace): readonly (() => Layer | null)[] {
  return [...bspLayersOf(parts, id, space), ...patchLayersOf(parts, id, space), engineLayerOf(parts, id, space)];
}
