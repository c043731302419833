import { computed, effect, untracked, type ReadonlySignal } from '@preact/signals-core';
import type { Bounds } from '#core/mesh';
import type { DocumentId } from '#host-api';
import { isWorldLeftHanded, worldUp } from '../state/documents/world-up.ts';
import { createGridLayer, gridBounds, gridUnder } from './grid-layer.ts';
import { unionBounds } from './target-bounds.ts';
import { inView, type ViewState } from './view-state.ts';

/** Updates the orientation of the view, its ground grid and the handles of the moving mesh from the store. Returns the functions that stop it. */
export function followGround(state: ViewState): readonly (() => void)[] {
  const { store, rig, visible, palette } = state;
  const movingMesh = computed(() => store.scene.value.movingMesh);
  const up = computed(() => worldUp(store, store.documents.value));
  /** Left-handed coordinates would be shown mirrored: the view mirrors everything in it back. */
  const isMirrored = computed(() => isWorldLeftHanded(store, store.documents.value));
  /** The grid does not follow the moving mesh, unless nothing else is visible. */
  const grounded = computed(() => {
    const fixed = visible.value.filter(({ id }) => id !== movingMesh.value?.document);
    return fixed.length > 0 ? fixed : visible.value;
  });
  /** The grid of an animated mesh is that of its rest pose, so that it does not move. */
  const restBounds = (id: DocumentId): Bounds | null =>
    store.documents.value.find(({ summary }) => summary.id === id)?.mesh?.bounds ?? null;
  const ground = steadyBounds(() => {
    const { startBounds } = store.sceneRun.value;
    const documents = grounded.value.map(({ id, bounds }) => restBounds(id) ?? bounds);
    return unionBounds(startBounds === null ? documents : [...documents, startBounds]);
  });
  return [
    effect(() => rig.setUp(up.value)),
    effect(() => rig.setMirrored(isMirrored.value)),
    effect(() => {
      const all = ground.value;
      const colours = palette.value;
      state.loop.request();
      state.gridDrawn = [];
      if (all === null) return undefined;
      const grid = gridUnder(all, up.value);
      const layer = createGridLayer(grid, state.viewSpace, colours);
      state.scene.add(layer.object);
      state.gridDrawn = [inView(state, gridBounds(grid))];
      return () => {
        layer.object.removeFromParent();
        layer.dispose();
      };
    }),
    effect(() => {
      const { tool, gizmo: look } = store.scene.value;
      const moving = movingMesh.value;
      const shown = moving === null ? undefined : visible.value.find(({ id }) => id === moving.document);
      const at =
        tool !== 'movingMesh' || moving === null || moving.at !== undefined || shown === undefined
          ? null
          : { movingMesh: moving, bounds: shown.bounds, gizmo: look, viewSpace: state.viewSpace };
      untracked(() => state.gizmo.show(at));
    }),
  ];
}

/** Returns a signal that stays the same as long as the numbers do: the list of documents changes with each step of progress of any job. */
function steadyBounds(read: () => Bounds | null): ReadonlySignal<Bounds | null> {
  let last: Bounds | null = null;
  return computed(() => {
    const next = read();
    if (!sameBounds(last, next)) last = next;
    return last;
  });
}

function sameBounds(a: Bounds | null, b: Bounds | null): boolean {
  if (a === null || b === null) return a === b;
  return a.min.every((value, i) => value === b.min[i]) && a.max.every((value, i) => value === b.max[i]);
}
