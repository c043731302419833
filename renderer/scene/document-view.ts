import { computed, effect, untracked, type ReadonlySignal } from '@preact/signals-core';
import { Group } from 'three';
import type { Bounds } from '#core/mesh/bounds';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import type { DocumentId } from '#host-api';
import { hiddenKey, isOfQuery } from '../state/records.ts';
import type { Store } from '../state/store.ts';
import { createBoxesLayer } from './boxes-layer.ts';
import { visibleRanges } from './expand-triangles.ts';
import type { Labels } from './labels.ts';
import type { Layer } from './layer.ts';
import type { PixelScale } from './line-material.ts';
import { localSpaceOf, placeInView, type LocalSpace } from './local-space.ts';
import { createMeshLayer } from './mesh-layer.ts';
import type { Palette } from './palette.ts';
import { createRayLayer } from './ray-layer.ts';
import { createSphereLayer } from './sphere-layer.ts';
import { createHoverLayer, createSelectionLayer, type HighlightInput } from './selection-layer.ts';

/** What every document's view shares. */
export interface ViewParts {
  readonly store: Store;
  readonly palette: Palette;
  readonly pixels: PixelScale;
  readonly labels: Pick<Labels, 'add'>;
  /** Something looks different now. */
  changed(): void;
}

/** A document in the view: its layers follow the store, each when what it shows changes. */
export interface DocumentView {
  readonly id: DocumentId;
  readonly mesh: TriangleMesh;
  readonly bounds: Bounds;
  readonly space: LocalSpace;
  readonly object: Group;
  /** Puts it into the view's space. */
  place(view: LocalSpace): void;
  dispose(): void;
}

export function createDocumentView(parts: ViewParts, id: DocumentId, mesh: TriangleMesh, bounds: Bounds): DocumentView {
  const { store, palette, pixels, changed } = parts;
  const space = localSpaceOf(bounds);
  const object = new Group();
  const meshLayer = createMeshLayer(mesh, bounds, space, palette);
  object.add(meshLayer.object);
  const facts = documentFacts(store, id);
  const highlight = (): HighlightInput => ({
    mesh,
    surface: meshLayer.surface,
    tree: facts.tree.value,
    space,
    palette,
    pixels,
    through: facts.shading.value === 'xray',
  });

  const follow = (make: () => Layer | null): (() => void) => followLayer(object, parts, make);
  const stops = [
    effect(() => {
      object.visible = facts.visible.value;
      meshLayer.setLook(facts.shading.value, !facts.active.value ? 'other' : facts.level.value !== null ? 'behind' : 'plain');
      changed();
    }),
    effect(() => {
      const hidden = facts.hidden.value;
      meshLayer.setVisible(visibleRanges(mesh, (part) => hidden.has(hiddenKey(id, part))));
      changed();
    }),
    follow(() => {
      const { tree, level, fill, shading } = facts;
      if (tree.value === null || level.value === null) return null;
      const through = shading.value === 'xray';
      return createBoxesLayer({ tree: tree.value, level: level.value, fill: fill.value, through, space, palette, pixels });
    }),
    follow(() => {
      const selection = facts.selection.value;
      return selection === null ? null : createSelectionLayer(highlight(), selection, facts.path.value);
    }),
    follow(() => {
      const hover = facts.hover.value;
      return hover === null ? null : createHoverLayer(highlight(), hover);
    }),
    follow(() => {
      const ray = facts.ray.value;
      if (ray === null) return null;
      const answer = store.ray.value;
      const hits = answer?.input === ray ? answer.answer.hits : [];
      const { surface } = meshLayer;
      return createRayLayer({ mesh, surface, space, palette, pixels, ray, hits, selected: facts.selectedHit.value, hovered: facts.hoveredHit.value });
    }),
    follow(() => {
      const sphere = facts.sphere.value;
      if (sphere === null) return null;
      const answer = store.sphere.value;
      const pushed = store.pushOut.value;
      return createSphereLayer({
        surface: meshLayer.surface,
        space,
        palette,
        pixels,
        sphere,
        outcome: answer?.input === sphere ? answer : null,
        pushed: pushed?.input === sphere ? pushed.answer : null,
        selected: facts.selectedTouch.value,
        hovered: facts.hoveredTouch.value,
      });
    }),
  ];

  return {
    id,
    mesh,
    bounds,
    space,
    object,
    place(view) {
      const { scale, move } = placeInView(view, space);
      object.scale.setScalar(scale);
      object.position.set(...move);
      object.updateMatrixWorld(true);
    },
    dispose() {
      for (const stop of stops) stop();
      meshLayer.dispose();
      object.removeFromParent();
      changed();
    },
  };
}

/** Keeps a layer as its signals say: the old one is given back before the new one is made. */
function followLayer(parent: Group, { labels, changed }: ViewParts, make: () => Layer | null): () => void {
  return effect(() => {
    const layer = make();
    untracked(changed);
    if (layer === null) return undefined;
    parent.add(layer.object);
    parent.updateMatrixWorld(true);
    const hideLabels = labels.add(layer.labels ?? [], layer.object);
    return () => {
      hideLabels();
      layer.object.removeFromParent();
      layer.dispose();
      changed();
    };
  });
}

/** What of the scene concerns one document, each fact by itself: a layer is remade only when one of its own changes. */
function documentFacts(store: Store, id: DocumentId) {
  const { scene } = store;
  const active = computed(() => scene.value.activeDocument === id);
  const onlyActive = <T>(value: () => T | null): ReadonlySignal<T | null> => computed(() => (active.value ? value() : null));
  const selection = computed(() => scene.value.selection);
  return {
    active,
    visible: computed(() => !scene.value.hidden.has(hiddenKey(id))),
    hidden: computed(() => scene.value.hidden),
    shading: computed(() => scene.value.display.shading),
    tree: computed(() => scene.value.trees.get(id)?.tree ?? null),
    level: onlyActive(() => scene.value.display.boxLevel),
    fill: computed(() => scene.value.display.fill),
    path: computed(() => scene.value.display.path),
    ray: computed(() => (scene.value.ray?.document === id ? scene.value.ray : null)),
    selection: computed(() => {
      const chosen = selection.value;
      return chosen !== null && !isOfQuery(chosen) && chosen.document === id ? chosen : null;
    }),
    hover: computed(() => {
      const over = store.hover.value;
      return over !== null && !isOfQuery(over) && over.document === id ? over : null;
    }),
    sphere: computed(() => (scene.value.sphere?.document === id ? scene.value.sphere : null)),
    selectedTouch: computed(() => (selection.value?.kind === 'touch' ? selection.value.triangle : null)),
    hoveredTouch: computed(() => (store.hover.value?.kind === 'touch' ? store.hover.value.triangle : null)),
    selectedHit: computed(() => (selection.value?.kind === 'hit' ? selection.value.hit : null)),
    hoveredHit: computed(() => (store.hover.value?.kind === 'hit' ? store.hover.value.hit : null)),
  };
}
