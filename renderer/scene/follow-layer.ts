import { effect, untracked } from '@preact/signals-core';
import type { Layer } from './layer.ts';
import type { ViewState } from './view-state.ts';

/** Draws one layer with its labels, and makes it again when what it reads of the store changes; `null` draws nothing. Returns the function that stops it. */
export function followLayer(state: ViewState, make: (state: ViewState) => Layer | null): () => void {
  return effect(() => {
    // Another first document gives the view another space.
    void state.views.value;
    const layer = make(state);
    // Where nothing is drawn nothing changes; the end of a layer requests its own frame.
    if (layer === null) return undefined;
    untracked(() => state.loop.request());
    state.scene.add(layer.object);
    layer.object.updateMatrixWorld(true);
    const hideLabels = state.labels.add(layer.labels ?? [], layer.object);
    return () => {
      hideLabels();
      layer.object.removeFromParent();
      layer.dispose();
      state.loop.request();
    };
  });
}
