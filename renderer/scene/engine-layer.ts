import { computed } from '@preact/signals-core';
import type { DrawnShapes } from '#core/engines';
import type { DocumentId } from '#host-api';
import { unchecked } from '../state/health/health-query.ts';
import type { Shading } from '../state/store/records.ts';
import type { Store } from '../state/store/store.ts';
import type { Layer } from './layer.ts';
import type { PixelScale } from './line-material.ts';
import type { LocalSpace } from './local-space.ts';
import { createMeshLayer } from './mesh-layer.ts';
import type { Palette } from './palette.ts';
import { boundsAround } from './versions-layer.ts';

interface Parts {
  readonly store: Store;
  readonly palette: Palette;
  readonly pixels: PixelScale;
}

/** The mesh stays visible through the shapes. */
const opacity = 0.5;

/** Returns a function that draws the shapes that an engine holds over the mesh of a document, while findings are marked. It follows the store. */
export function engineLayerOf({ store, palette, pixels }: Parts, id: DocumentId, space: LocalSpace): () => Layer | null {
  const shapes = computed(() => (store.health.value.get(id) ?? unchecked).outcome?.shapes ?? null);
  const isMarked = computed(() => store.scene.value.display.findings);
  const shading = computed(() => store.scene.value.display.shading);
  return () => {
    const drawn = isMarked.value ? shapes.value : null;
    return drawn === null || drawn.isAway.length === 0
      ? null
      : createEngineLayer(drawn, { shading: shading.value, space, palette, pixels });
  };
}

interface EngineLook {
  readonly shading: Shading;
  readonly space: LocalSpace;
  readonly palette: Palette;
  readonly pixels: PixelScale;
}

/** Draws triangles of the shapes that are on the surface of the mesh like the mesh, the others in the colour of errors; all translucent. */
function createEngineLayer({ mesh, isAway }: DrawnShapes, { shading, space, palette, pixels }: EngineLook): Layer {
  const layer = createMeshLayer(mesh, boundsAround(mesh, space), space, palette);
  layer.setLook({ shading, ground: 'plain', colliderOpacity: opacity, ratio: pixels.ratio });
  const [on, away] = [palette.meshBase, palette.error].map((colour) => colour.map((value) => Math.round(255 * value)));
  const tint = new Uint8Array(3 * isAway.length);
  isAway.forEach((flag, triangle) => tint.set(flag === 1 ? away! : on!, 3 * triangle));
  layer.setTint(tint);
  // Triangles on the mesh would fight with those of the mesh for the same pixels.
  const list = Uint32Array.from(isAway.keys()).filter((triangle) => isAway[triangle] === 1);
  layer.setVisible({ list, runs: [{ first: 0, count: list.length, paint: 'collider' }] });
  return layer;
}
