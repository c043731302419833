import { computed, effect, signal, untracked } from '@preact/signals-core';
import { Group } from 'three';
import type { TriangleMesh } from '#core/mesh';
import { instanceStages } from '../state/instances/frame-facts.ts';
import { instanceGroups } from '../state/instances/instance-groups.ts';
import type { SceneInput } from '../state/instances/scene-input.ts';
import type { SceneFrame } from '../state/instances/scene-messages.ts';
import type { Store } from '../state/store/store.ts';
import { clipObject } from './clip.ts';
import { instanceRgb } from './instance-colour.ts';
import { detailBudget, type DetailBudget } from './instance-detail.ts';
import type { InstancesLayer } from './drawn-instances.ts';
import { createInstancesLayer } from './instances-layer.ts';
import type { Layer } from './layer.ts';
import { createBoxesOfInstances, createPairHighlight, createPairLines, isBoxDrawn, stageColours } from './pairs-layer.ts';
import type { Palette } from './palette.ts';
import { rendererName } from './renderer-name.ts';
import type { ViewState } from './view-state.ts';

/** Draws the instances of the open scene with their pairs, as the store has them. Returns the functions that stop it. */
export function followInstances(state: ViewState): readonly (() => void)[] {
  const { store, palette, pixels, loop } = state;
  const root = new Group();
  state.scene.add(root);
  const input = computed(() => store.scene.value.instances);
  const meshes = steadyMeshes(store);
  const frame = fittingFrame(store);
  const look = computed(() => store.sceneRun.value.look);
  const pair = computed(() => store.sceneRun.value.pair);
  const hover = computed(() => store.sceneRun.value.hover);
  const picked = computed(() => store.sceneRun.value.picked);
  /** The drawn instances, with the scene that they were made for. */
  const layer = signal<{ readonly drawn: InstancesLayer; readonly of: SceneInput } | null>(null);
  // The first picture has the whole scene: before the first step its bounds are unknown.
  const isFound = computed(() => store.sceneRun.value.startBounds !== null || store.sceneRun.value.status.kind === 'failed');
  const budget = computed(() => {
    // A restored context may have another renderer. Most often it has the same, and nothing is built again.
    void state.restores.value;
    return detailBudget(rendererName(state.gl));
  });
  const built = computed(() => ({
    input: input.value,
    meshes: meshes.value,
    palette: palette.value,
    views: state.views.value.length > 0 && isFound.value,
  }));
  const parts = (of: SceneFrame): Parameters<typeof createPairLines>[0] => ({
    frame: of,
    viewSpace: state.viewSpace,
    palette: palette.value,
    pixels,
  });
  const add = (make: () => Layer | null): (() => void) => drawnUnder(state, root, make);
  return [
    add(() => {
      const [drawn, of] = [builtLayer(state, built.value, budget), built.value.input];
      layer.value = drawn === null || of === null ? null : { drawn, of };
      state.instances = drawn;
      return drawn;
    }),
    effect(() => {
      const matrices = frame.value?.matrices ?? input.value?.packed.matrices;
      if (matrices !== undefined && layer.value?.of === input.value) layer.value?.drawn.place(matrices);
      loop.request();
    }),
    effect(() => {
      const [scene, colours] = [input.value, palette.value];
      if (layer.value === null || layer.value.of !== scene) return;
      const { groups, groupOf } = instanceGroups(scene.packed, look.value.colourBy, frame.value, scene.packed.meshes);
      const rgb = groups.map((group) => instanceRgb(group, colours));
      const chosen = picked.value;
      layer.value.drawn.paint((i) => (chosen.has(i) ? colours.selection : rgb[groupOf[i]!]!));
      loop.request();
    }),
    add(() => {
      const [now, { boxes }] = [frame.value, look.value];
      if (now === null || boxes === 'none') return null;
      const farthest = instanceStages(now);
      const colours = stageColours(palette.value);
      const plain = palette.value.meshEdge;
      return createBoxesOfInstances(parts(now), (i) =>
        isBoxDrawn(boxes, farthest[i]!) ? (farthest[i] === 0 ? plain : colours[farthest[i]! - 1]!) : null,
      );
    }),
    add(() => (frame.value === null || !look.value.lines ? null : createPairLines(parts(frame.value)))),
    ...([pair, hover] as const).map((chosen, at) =>
      add(() => {
        const [now, one] = [frame.value, chosen.value];
        if (now === null || one === null) return null;
        return createPairHighlight(parts(now), one, at === 0 ? palette.value.selection : palette.value.hover);
      }),
    ),
    () => root.removeFromParent(),
  ];
}

/** Keeps what `make` returns under `root`, and makes it again when a signal that `make` reads changes. Returns the function that stops it. */
function drawnUnder({ loop, clip }: ViewState, root: Group, make: () => Layer | null): () => void {
  return effect(() => {
    const made = make();
    untracked(() => loop.request());
    if (made === null) return undefined;
    clipObject(made.object, clip);
    root.add(made.object);
    return () => {
      made.object.removeFromParent();
      made.dispose();
      loop.request();
    };
  });
}

interface BuiltOf {
  readonly input: SceneInput | null;
  readonly meshes: readonly TriangleMesh[] | null;
  readonly palette: Palette;
  /** Whether the scene can be shown. */
  readonly views: boolean;
}

/** @param budget read only for instances: to find it waits for the GPU */
function builtLayer(
  { viewSpace, pixels }: ViewState,
  { input, meshes, palette, views }: BuiltOf,
  budget: { readonly value: DetailBudget },
): InstancesLayer | null {
  if (input === null || meshes === null || !views) return null;
  return createInstancesLayer({ meshes, meshOf: input.packed.meshOf, viewSpace, palette, pixels, budget: budget.value });
}

/** The shown frame; `null` while it is that of the scene before, which may have another number of instances. */
function fittingFrame(store: Store): { readonly value: SceneFrame | null } {
  return computed(() => {
    const now = store.sceneRun.value.frame;
    return now?.matrices.length === store.scene.value.instances?.packed.matrices.length ? now : null;
  });
}

/** The meshes of the open scene; `null` while one is missing. The signal stays the same as long as the meshes do. */
function steadyMeshes(store: Store): { readonly value: readonly TriangleMesh[] | null } {
  let last: readonly TriangleMesh[] | null = null;
  return computed(() => {
    const input = store.scene.value.instances;
    const found = input?.documents.map((id) => store.documents.value.find(({ summary }) => summary.id === id)?.mesh?.mesh) ?? null;
    const next = found === null || found.includes(undefined) ? null : (found as readonly TriangleMesh[]);
    if (last === null || next === null || next.length !== last.length || next.some((mesh, i) => mesh !== last![i])) last = next;
    return last;
  });
}
